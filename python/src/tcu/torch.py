# SPDX-License-Identifier: Apache-2.0
"""Operators of PyTorch: torch.ops.tcu.*, with which torch.compile goes on, and gradients where they are defined.

Sums of segments, prefix sums, polynomials (by coefficients and points) and stencils have gradients; of other operators of
reduce() and scan() a backward pass is an error. Everything else of the package tcu takes tensors as it is.
"""

# (The operators' schemas are made from the annotations, which have to be types, not strings.)
from collections.abc import Sequence
from typing import Any, Optional, Union

import torch

from . import _types, polynomials, reductions, scans, stencils
from ._errors import ArgumentError

__all__ = ["polynomial", "reduce", "scan", "stencil"]

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
    return scans.scan(
        x.detach(), op, exclusive=exclusive, segment_size=segment_size, offsets=offsets, dtype=dtype, copy=True
    )


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


# -------------------------------------------------------------------------------------------------------- polynomial ---
@torch.library.custom_op("tcu::polynomial", mutates_args=())
def _polynomial(coefficients: torch.Tensor, points: torch.Tensor, derivatives: int) -> torch.Tensor:
    return polynomials.polynomial(coefficients.detach(), points.detach(), derivatives=derivatives, copy=True)


@_polynomial.register_fake
def _(coefficients: torch.Tensor, points: torch.Tensor, derivatives: int) -> torch.Tensor:
    lead = ((derivatives + 1,) if derivatives else ()) + tuple(coefficients.shape[:-1])
    return points.new_empty((*lead, *points.shape))


def _keep_polynomial(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:
    coefficients, points, ctx.derivatives = inputs
    ctx.save_for_backward(coefficients, points)


def _polynomial_backward(ctx: Any, gradient: torch.Tensor) -> tuple[Any, ...]:
    """A coefficient's gradient is the sum of the points' powers, a product with their Vandermonde matrix."""
    if ctx.derivatives:
        raise NotImplementedError("tcu.torch.polynomial: derivatives have no gradient")
    coefficients, points = ctx.saved_tensors
    rows = coefficients.shape[:-1]
    flat = gradient.reshape(*rows, points.numel())
    by_coefficients = by_points = None
    if ctx.needs_input_grad[0]:
        powers = torch.vander(points.flatten(), coefficients.shape[-1], increasing=True)
        by_coefficients = flat @ powers
    if ctx.needs_input_grad[1]:
        slopes = _polynomial(coefficients, points, 1)[1].reshape(flat.shape)
        by_points = (flat * slopes).reshape(-1, points.numel()).sum(0).reshape(points.shape)
    return by_coefficients, by_points, None


_polynomial.register_autograd(_polynomial_backward, setup_context=_keep_polynomial)


def polynomial(coefficients: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
    """tcu.polynomial() as an operator of PyTorch, with gradients by coefficients and points.

    >>> c = torch.tensor([[1.0, 2.0, 3.0]], requires_grad=True)
    >>> tcu.torch.polynomial(c, torch.tensor([0.0, 2.0])).sum().backward()
    >>> c.grad.tolist()
    [[2.0, 2.0, 4.0]]
    """
    return _polynomial(coefficients, points, 0)


# ----------------------------------------------------------------------------------------------------------- stencil ---
@torch.library.custom_op("tcu::stencil", mutates_args=())
def _stencil(x: torch.Tensor, weights: torch.Tensor, origin: Sequence[int], boundary: str) -> torch.Tensor:
    device = -1 if x.device.type == "cpu" else x.device.index
    stream = None if device < 0 else torch.cuda.current_stream(x.device)
    made = stencils.Stencil(
        weights.detach().cpu().numpy(),
        x.shape,
        origin=list(origin),
        dtype=x.dtype,
        boundary=boundary,
        device=device,
        stream=stream,
    )
    return made(x.detach(), copy=True)


@_stencil.register_fake
def _(x: torch.Tensor, weights: torch.Tensor, origin: Sequence[int], boundary: str) -> torch.Tensor:
    return x.new_empty(x.shape)


def _keep_stencil(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:
    _, weights, ctx.origin, ctx.boundary = inputs
    ctx.save_for_backward(weights)


def _stencil_backward(ctx: Any, gradient: torch.Tensor) -> tuple[Any, ...]:
    """The transposed stencil: weights turned over along each axis."""
    if ctx.boundary not in ("zero", "periodic"):
        raise NotImplementedError(
            f'tcu.torch.stencil: boundary "{ctx.boundary}" has no gradient; "zero" and "periodic" have'
        )
    if ctx.needs_input_grad[1]:
        raise NotImplementedError("tcu.torch.stencil: weights have no gradient")
    (weights,) = ctx.saved_tensors
    turned = weights.flip(tuple(range(weights.dim())))
    origin = [extent - 1 - place for extent, place in zip(weights.shape, ctx.origin)]
    return _stencil(gradient, turned, origin, ctx.boundary), None, None, None


_stencil.register_autograd(_stencil_backward, setup_context=_keep_stencil)


def stencil(x: torch.Tensor, weights: Union[torch.Tensor, Sequence[Any]], boundary: str = "zero") -> torch.Tensor:
    """tcu.stencil() as an operator of PyTorch, with a gradient by `x` for the boundaries "zero" and "periodic".

    >>> x = torch.zeros(4, requires_grad=True)
    >>> tcu.torch.stencil(x, [1.0, 2.0, 4.0])[1].backward()
    >>> x.grad.tolist()
    [1.0, 2.0, 4.0, 0.0]
    """
    box = torch.as_tensor(weights, dtype=torch.float64)
    if box.dim() != x.dim():
        raise ArgumentError(f"weights have {box.dim()} axes, and x {x.dim()}")
    return _stencil(x, box, [extent // 2 for extent in box.shape], boundary)
