# SPDX-License-Identifier: Apache-2.0
"""Weighted sums of neighbours on grids of one to three axes, time steps, finite differences."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy

from . import _tcu, _types
from ._call import Call
from ._errors import ArgumentError
from .context import Context, choose, default_context, stream_number

BOUNDARIES = {"zero": 0, "constant": 1, "clamp": 2, "reflect": 3, "symmetric": 4, "periodic": 5, "keep": 6}


def _describe(shape: Sequence[int], dtype: Any, boundary: Any, constant: float, channels: int, batch: int) -> Any:
    if not 1 <= len(shape) <= 3:
        raise ArgumentError(f"shape has {len(shape)} axes; a grid has 1 to 3")
    boundaries = [boundary] * len(shape) if isinstance(boundary, str) else list(boundary)
    if len(boundaries) != len(shape):
        raise ArgumentError(f"boundary has {len(boundaries)} words, and the grid {len(shape)} axes")
    desc = _tcu.StencilDesc()
    desc.type, desc.dimensions, desc.extents = _types.type_of(dtype), len(shape), [int(extent) for extent in shape]
    desc.boundaries = [choose("boundary", word, BOUNDARIES) for word in boundaries]
    desc.constant, desc.channels, desc.batch = constant, channels, batch
    return desc


class Stencil:
    """A stencil on a grid of `shape`, ready for many sweeps: a plan. out[i] = the sum of weights[t] x[i + offset(t)].

    `weights` is an array with as many axes as the grid, a box whose middle (``origin``: the element at size // 2) is the
    point itself; or with ``offsets`` (taps, axes) one weight for each tap. ``dtype`` is float64, float32, float16, bfloat16
    or uint8. ``boundary`` says what lies outside: "zero", "constant", "clamp", "reflect", "symmetric", "periodic", or "keep",
    with which points whose footprint leaves the axis stay as they are; one word, or one for each axis. With ``batch`` arrays
    have an axis before the grid's, with ``channels`` one behind them.

    ``device`` is a CUDA ordinal; -1: host memory.

    >>> smooth = tcu.Stencil([0.25, 0.5, 0.25], (5,), dtype="float64")
    >>> smooth(numpy.array([0.0, 0, 16, 0, 0])).tolist()
    [0.0, 4.0, 8.0, 4.0, 0.0]
    """

    def __init__(
        self,
        weights: Any,
        shape: Sequence[int],
        *,
        offsets: Any = None,
        origin: Sequence[int] | None = None,
        dtype: Any = "float32",
        boundary: str | Sequence[str] = "zero",
        constant: float = 0.0,
        channels: int = 1,
        batch: int = 1,
        device: int = -1,
        context: Context | None = None,
        stream: Any = None,
    ) -> None:
        desc = _describe(shape, dtype, boundary, constant, channels, batch)
        values = numpy.ascontiguousarray(weights, numpy.float64)
        bytes_of_weights = values.tobytes()
        desc.weights = bytes_of_weights
        bytes_of_offsets = None
        if offsets is not None:
            taps = numpy.ascontiguousarray(offsets, numpy.int32)
            if taps.ndim == 1:
                taps = taps[:, None]
            if taps.shape != (values.size, len(shape)) or origin is not None:
                raise ArgumentError(f"offsets have the shape {taps.shape}; (weights, axes) is wanted, and no origin")
            bytes_of_offsets = taps.tobytes()
            desc.num_taps, desc.offsets = values.size, bytes_of_offsets
        else:
            if values.ndim != len(shape):
                raise ArgumentError(f"weights have {values.ndim} axes, and the grid {len(shape)}")
            desc.box = list(values.shape)
            desc.origin = [extent // 2 for extent in values.shape] if origin is None else [int(place) for place in origin]
        self._make(desc, device, context, stream, lambda where, on: _tcu.stencil_create(where, on, desc), 1, 1)

    def _make(
        self,
        desc: Any,
        device: int,
        context: Context | None,
        stream: Any,
        create: Callable[[Any, int], Any],
        in_fields: int,
        out_fields: int,
    ) -> None:
        self._context = context
        where = context or default_context(device)
        self._plan = create(where._native, stream_number(stream))
        self._number = desc.type
        shape = tuple(desc.extents[: desc.dimensions])
        before = (desc.batch,) if desc.batch > 1 else ()
        behind = (desc.channels,) if desc.channels > 1 else ()
        self.in_shape = (*before, *((in_fields,) if in_fields > 1 else ()), *shape, *behind)
        self.out_shape = (*before, *((out_fields,) if out_fields > 1 else ()), *shape, *behind)

    @classmethod
    def _of_operator(cls, name: str, shape: Sequence[int], spacings: Any, order: int, options: dict[str, Any]) -> Stencil:
        device, context, stream = options.pop("device", -1), options.pop("context", None), options.pop("stream", None)
        described = {"dtype": "float32", "boundary": "zero", "constant": 0.0, "channels": 1, "batch": 1}
        unknown = set(options) - set(described)
        if unknown:
            raise TypeError(f"{name}() has no argument {', '.join(sorted(unknown))}")
        desc = _describe(shape, **{**described, **options})
        distances = [float(spacings)] * len(shape) if numpy.ndim(spacings) == 0 else [float(value) for value in spacings]
        axes = len(shape)
        in_fields, out_fields = (1, axes) if name == "gradient" else (axes, 1) if name == "divergence" else (1, 1)
        create = getattr(_tcu, f"stencil_create_{name}")
        made = cls.__new__(cls)
        made._make(
            desc, device, context, stream, lambda where, on: create(where, on, desc, order, distances), in_fields, out_fields
        )
        return made

    @classmethod
    def laplacian(cls, shape: Sequence[int], spacings: Any = 1.0, order: int = 2, **options: Any) -> Stencil:
        """The sum of second derivatives along all axes, by central differences of ``order`` 2, 4, 6 or 8.

        ``spacings``: the distance of neighbours, one number or one for each axis. Options are those of Stencil.

        >>> tcu.Stencil.laplacian((5,), dtype="float64")(numpy.array([0.0, 1, 4, 9, 16])).tolist()[1:4]
        [2.0, 2.0, 2.0]
        """
        return cls._of_operator("laplacian", shape, spacings, order, options)

    @classmethod
    def gradient(cls, shape: Sequence[int], spacings: Any = 1.0, order: int = 2, **options: Any) -> Stencil:
        """Of x (*shape) the first derivatives along each of the axes, (axes, *shape)."""
        return cls._of_operator("gradient", shape, spacings, order, options)

    @classmethod
    def divergence(cls, shape: Sequence[int], spacings: Any = 1.0, order: int = 2, **options: Any) -> Stencil:
        """Of x (axes, *shape) the sum of the derivatives of x[a] along axis a, (*shape)."""
        return cls._of_operator("divergence", shape, spacings, order, options)

    def __call__(
        self,
        x: Any,
        *,
        out: Any = None,
        copy: bool = False,
        context: Context | None = None,
        stream: Any = None,
    ) -> Any:
        """One sweep."""
        call = Call(x, "x", context or self._context, stream, copy)
        call.same_type(call.first, self._number, "x")
        if call.first.size != math.prod(self.in_shape):
            raise ArgumentError(f"x has the shape {call.first.shape}; the stencil is of {self.in_shape}")
        result, target = call.output(out, self.out_shape, self._number)
        self._plan.execute(call.native, call.stream, call.first, target)
        return call.finish(result)

    def iterate(
        self,
        u: Any,
        steps: int,
        *,
        scratch: Any = None,
        progress: Callable[[int], Any] | None = None,
        every: int = 64,
        context: Context | None = None,
        stream: Any = None,
    ) -> Any:
        """`steps` sweeps in place, u = stencil(u); returns u.

        ``scratch`` is an array like `u` for values of no meaning; one is made if there is none. With ``progress`` steps are
        enqueued ``every`` so many, and it is called behind each with the number of these, as tqdm's update() takes it; if it
        raises, `u` has the steps until then.

        >>> rod = tcu.Stencil([0.25, 0.5, 0.25], (5,), dtype="float64")
        >>> rod.iterate(numpy.array([0.0, 0, 16, 0, 0]), 2).tolist()
        [1.0, 4.0, 6.0, 4.0, 1.0]
        """
        call = Call(u, "u", context or self._context, stream, False)
        call.same_type(call.first, self._number, "u")
        if call.first.size != math.prod(self.in_shape):
            raise ArgumentError(f"u has the shape {call.first.shape}; the stencil is of {self.in_shape}")
        target = call.writable(u, "u")
        if steps < 0 or every < 1:
            raise ArgumentError("steps have to be 0 or more, and every 1 or more")
        _, other = call.output(scratch, self.in_shape, self._number, "scratch")
        done = 0
        while done < steps:
            now = min(every, steps - done) if progress is not None else steps
            self._plan.iterate(call.native, call.stream, target, other, now)
            done += now
            if progress is not None:
                progress(now)
        return u


def stencil(
    x: Any,
    weights: Any,
    *,
    boundary: str | Sequence[str] = "zero",
    constant: float = 0.0,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """One sweep of a box of weights over an array of 1 to 3 axes, as scipy.ndimage.correlate(); Stencil is for many.

    >>> tcu.stencil(numpy.array([1.0, 2, 6, 4]), [0.5, 0, 0.5], boundary="clamp").tolist()
    [1.5, 3.5, 3.0, 5.0]
    """
    call = Call(x, "x", context, stream, copy)
    made = Stencil(
        weights,
        call.first.shape,
        dtype=_types.NAMES[call.element_type(call.first, "x")],
        boundary=boundary,
        constant=constant,
        device=call.device,
        context=context,
        stream=call.stream,
    )
    return made(x, copy=copy, context=context, stream=stream)


def finite_difference_weights(nodes: Sequence[float], derivative: int = 1, at: float = 0.0) -> list[float]:
    """Weights with which the values at the nodes give a derivative at a place, after Fornberg (1988).

    >>> tcu.finite_difference_weights([-1, 0, 1], 2)
    [1.0, -2.0, 1.0]
    """
    return _tcu.finite_difference_weights(at, [float(node) for node in nodes], derivative)
