# SPDX-License-Identifier: Apache-2.0
"""The operators polynomial and stencil, and their gradients."""

# (The operators' schemas are made from the annotations, which have to be types, not strings.)
from collections.abc import Sequence
from typing import Any, Union

import torch

from .. import polynomials, stencils
from .._errors import ArgumentError


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
        raise NotImplementedError(f'tcu.torch.stencil: boundary "{ctx.boundary}" has no gradient; "zero" and "periodic" have')
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
