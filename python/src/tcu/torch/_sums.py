# SPDX-License-Identifier: Apache-2.0
"""The operators reduce and scan, and the gradients of sums."""

# (The operators' schemas are made from the annotations, which have to be types, not strings.)
from typing import Any, Optional

import torch

from .. import _types, reductions, scans

_DTYPES = {number: getattr(torch, name) for number, name in enumerate(_types.NAMES) if hasattr(torch, name)}


def _result_dtype(x: torch.Tensor, op: str, dtype: Optional[torch.dtype]) -> torch.dtype:
    if dtype is not None:
        return dtype
    number = _types.type_of(x.dtype)
    return _DTYPES[_types.wide(number) if op in ("sum", "product") else number]


def _check_gradient(op: str, name: str) -> None:
    if op != "sum":
        raise NotImplementedError(f'tcu.torch.{name}: only op="sum" has a gradient, not "{op}"')


# ------------------------------------------------------------------------------------------------------------ reduce ---
@torch.library.custom_op("tcu::reduce", mutates_args=())
def _reduce(
    x: torch.Tensor, op: str, segment_size: Optional[int], offsets: Optional[torch.Tensor], dtype: Optional[torch.dtype]
) -> torch.Tensor:
    return reductions.reduce(x.detach(), op, segment_size=segment_size, offsets=offsets, dtype=dtype, copy=True)


@_reduce.register_fake
def _(
    x: torch.Tensor, op: str, segment_size: Optional[int], offsets: Optional[torch.Tensor], dtype: Optional[torch.dtype]
) -> torch.Tensor:
    shape: tuple[Any, ...] = ()
    if offsets is not None:
        shape = (offsets.numel() - 1,)
    elif segment_size is not None:
        shape = ((x.numel() + segment_size - 1) // segment_size,)
    return x.new_empty(shape, dtype=_result_dtype(x, op, dtype))


def _keep_segments(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:
    x, ctx.op, ctx.segment_size, offsets, _ = inputs
    ctx.shape, ctx.dtype = x.shape, x.dtype
    ctx.save_for_backward(*([] if offsets is None else [offsets]))


def _spread(gradient: torch.Tensor, size: int, segment_size: Optional[int], offsets: Optional[torch.Tensor]) -> torch.Tensor:
    """For each element the value of its segment: what the sum of a segment is, turned over."""
    if offsets is not None:
        inside = torch.repeat_interleave(gradient, offsets.diff())
        spread = gradient.new_zeros(size)
        spread[int(offsets[0]) : int(offsets[-1])] = inside
        return spread
    if segment_size is not None:
        return gradient.repeat_interleave(segment_size)[:size]
    return gradient.expand(size)


def _reduce_backward(ctx: Any, gradient: torch.Tensor) -> tuple[Any, ...]:
    _check_gradient(ctx.op, "reduce")
    offsets = ctx.saved_tensors[0] if ctx.saved_tensors else None
    spread = _spread(gradient.to(ctx.dtype), ctx.shape.numel(), ctx.segment_size, offsets)
    return spread.reshape(ctx.shape), None, None, None, None


_reduce.register_autograd(_reduce_backward, setup_context=_keep_segments)


def reduce(
    x: torch.Tensor,
    op: str = "sum",
    *,
    segment_size: Optional[int] = None,
    offsets: Optional[torch.Tensor] = None,
    dtype: Optional[torch.dtype] = None,
) -> torch.Tensor:
    """tcu.reduce() as an operator of PyTorch; of sums with a gradient.

    >>> x = torch.arange(6.0, requires_grad=True)
    >>> tcu.torch.reduce(x, segment_size=3).sum().backward()
    >>> x.grad.tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    return _reduce(x, op, segment_size, offsets, dtype)


# -------------------------------------------------------------------------------------------------------------- scan ---
@torch.library.custom_op("tcu::scan", mutates_args=())
def _scan(
    x: torch.Tensor,
    op: str,
    exclusive: bool,
    segment_size: Optional[int],
    offsets: Optional[torch.Tensor],
    dtype: Optional[torch.dtype],
) -> torch.Tensor:
    return scans.scan(x.detach(), op, exclusive=exclusive, segment_size=segment_size, offsets=offsets, dtype=dtype, copy=True)


@_scan.register_fake
def _(
    x: torch.Tensor,
    op: str,
    exclusive: bool,
    segment_size: Optional[int],
    offsets: Optional[torch.Tensor],
    dtype: Optional[torch.dtype],
) -> torch.Tensor:
    return x.new_empty(x.shape, dtype=_result_dtype(x, op, dtype))


def _keep_scan(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:
    x, ctx.op, ctx.exclusive, ctx.segment_size, offsets, _ = inputs
    ctx.shape, ctx.dtype = x.shape, x.dtype
    ctx.save_for_backward(*([] if offsets is None else [offsets]))


def _scan_backward(ctx: Any, gradient: torch.Tensor) -> tuple[Any, ...]:
    """Element i is in the prefixes at i and behind: its gradient is a scan from the end, of the segments turned over."""
    _check_gradient(ctx.op, "scan")
    size = ctx.shape.numel()
    offsets = ctx.saved_tensors[0] if ctx.saved_tensors else None
    segment_size = ctx.segment_size
    if offsets is None and segment_size is not None and size % segment_size != 0:
        begins = torch.arange(0, size, segment_size, device=gradient.device)
        offsets, segment_size = torch.cat([begins, begins.new_tensor([size])]), None
    turned = None if offsets is None else (size - offsets).flip(0)
    from_end = _scan(gradient.to(ctx.dtype).flatten().flip(0), "sum", ctx.exclusive, segment_size, turned, None)
    return from_end.flip(0).reshape(ctx.shape), None, None, None, None, None


_scan.register_autograd(_scan_backward, setup_context=_keep_scan)


def scan(
    x: torch.Tensor,
    op: str = "sum",
    *,
    exclusive: bool = False,
    segment_size: Optional[int] = None,
    offsets: Optional[torch.Tensor] = None,
    dtype: Optional[torch.dtype] = None,
) -> torch.Tensor:
    """tcu.scan() as an operator of PyTorch; of sums with a gradient.

    >>> x = torch.ones(4, requires_grad=True)
    >>> tcu.torch.scan(x).sum().backward()
    >>> x.grad.tolist()
    [4.0, 3.0, 2.0, 1.0]
    """
    return _scan(x, op, exclusive, segment_size, offsets, dtype)
