# SPDX-License-Identifier: Apache-2.0
"""Reductions of arrays and of their segments: sums and others, dot products, extrema, moments."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _tcu, _types
from ._call import MAPS, NAN_MODES, OPERATORS, Call
from ._errors import ArgumentError
from .context import Context, choose


def reduce(
    x: Any,
    op: str = "sum",
    *,
    map: str = "none",
    initial: Any = None,
    nan: str = "propagate",
    segment_size: int | None = None,
    offsets: Any = None,
    dtype: Any = None,
    out: Any = None,
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The sum of all elements, or their reduction by another operator; of each segment with `segment_size` or `offsets`.

    ``op`` is "sum", "product", "min", "max", "and", "or" or "xor"; ``map`` what becomes of each element before: "none",
    "square", "absolute" or "nonzero" (1 where it is not 0); ``nan`` whether a NaN makes minima and maxima NaN ("propagate")
    or counts as no element ("ignore"). Every result begins with ``initial``.

    `x` has any shape. The result is a number, of segments an array of one axis. Sums and products of integers are of 64 bits
    unless ``dtype`` says otherwise, as NumPy's are.

    >>> x = numpy.array([3, 1, 4, 1, 5, 9], numpy.float32)
    >>> float(tcu.reduce(x)), float(tcu.reduce(x, "max"))
    (23.0, 9.0)
    >>> tcu.reduce(x, segment_size=2).tolist()
    [4.0, 5.0, 14.0]
    >>> tcu.reduce(x, offsets=[0, 1, 1, 6]).tolist()
    [3.0, 0.0, 20.0]
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    operator, mapping = choose("op", op, OPERATORS), choose("map", map, MAPS)
    default = _types.wide(number) if op in ("sum", "product") else number
    result_type = call.result_type(dtype, out, _types.I64 if map == "nonzero" else default)
    starts, segments = call.segments(segment_size, offsets, source.size)
    whole = segment_size is None and starts is None
    result, target = call.output(out, () if whole else (segments,), result_type)
    options = _tcu.ReduceOptions()
    options.op, options.map, options.nan_mode = operator, mapping, choose("nan", nan, NAN_MODES)
    first = None if initial is None else _types.pack(result_type, initial, "initial")
    options.initial = first
    options.count = call.length(count)
    arguments = (call.native, call.stream, source, number, target, result_type, source.size)
    if starts is not None:
        _tcu.segmented_reduce_offsets(*arguments, starts, segments, options)
    elif segment_size is not None:
        _tcu.segmented_reduce(*arguments, segment_size, options)
    else:
        _tcu.reduce(*arguments, options)
    return call.finish(result)


def dot(
    x: Any,
    y: Any,
    *,
    segment_size: int | None = None,
    offsets: Any = None,
    dtype: Any = None,
    out: Any = None,
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The dot product of two arrays of one type and size, x[0] y[0] + x[1] y[1] + ...; of each segment, as reduce() has them.

    >>> x = numpy.array([1, 2, 3, 4], numpy.float64)
    >>> float(tcu.dot(x, x)), tcu.dot(x, x, segment_size=2).tolist()
    (30.0, [5.0, 25.0])
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    other = call.array(y, "y", source.size)
    call.same_type(other, number, "y")
    result_type = call.result_type(dtype, out, _types.wide(number))
    starts, segments = call.segments(segment_size, offsets, source.size)
    whole = segment_size is None and starts is None
    result, target = call.output(out, () if whole else (segments,), result_type)
    options = _tcu.DotOptions()
    options.count = call.length(count)
    arguments = (call.native, call.stream, source, other, number, target, result_type, source.size)
    if starts is not None:
        _tcu.segmented_dot_offsets(*arguments, starts, segments, options)
    elif segment_size is not None:
        _tcu.segmented_dot(*arguments, segment_size, options)
    else:
        _tcu.dot(*arguments, options)
    return call.finish(result)


class Extrema(NamedTuple):
    """What extrema() finds; positions begin with 0 at the segment's first element, and are -1 of no elements."""

    min: Any
    argmin: Any
    max: Any
    argmax: Any


def extrema(
    x: Any,
    *,
    nan: str = "propagate",
    segment_size: int | None = None,
    offsets: Any = None,
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Extrema:
    """The least and the greatest element and where they are (int64), in one pass; of each segment, as reduce() has them.

    >>> found = tcu.extrema(numpy.array([3, -7, 2, 5, 5, -7], numpy.float32))
    >>> float(found.min), int(found.argmin), float(found.max), int(found.argmax)
    (-7.0, 1, 5.0, 3)
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    starts, segments = call.segments(segment_size, offsets, source.size)
    shape = () if segment_size is None and starts is None else (segments,)
    outputs = [call.output(None, shape, kind) for kind in (number, _types.I64, number, _types.I64)]
    options = _tcu.ExtremaOptions()
    options.count = call.length(count)
    options.nan_mode = choose("nan", nan, NAN_MODES)
    arguments = (call.native, call.stream, source, number, *(target for _, target in outputs), source.size)
    if starts is not None:
        _tcu.segmented_reduce_extrema_offsets(*arguments, starts, segments, options)
    elif segment_size is not None:
        _tcu.segmented_reduce_extrema(*arguments, segment_size, options)
    else:
        _tcu.reduce_extrema(*arguments, options)
    return Extrema(*(call.finish(result) for result, _ in outputs))


class Moments(NamedTuple):
    """How many elements there are (int64), their mean and their variance."""

    count: Any
    mean: Any
    variance: Any


def moments(
    x: Any,
    *,
    correction: int = 0,
    columns: bool = False,
    segment_size: int | None = None,
    offsets: Any = None,
    dtype: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Moments:
    """Count, mean and variance of all elements, of segments as reduce() has them, or of a matrix's ``columns``.

    Variances are divided by count - ``correction``. Results are of x's type, of f16, bf16 and integers of 8 and 16 bits of
    float32.

    >>> found = tcu.moments(numpy.array([[1, 5], [3, 9]], numpy.float32), columns=True)
    >>> found.mean.tolist(), found.variance.tolist()
    ([2.0, 7.0], [1.0, 4.0])
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    default = number if number in (_types.F32, _types.F64) else _types.F32
    result_type = default if dtype is None else _types.type_of(dtype)
    options = _tcu.MomentsOptions()
    options.correction = correction
    if columns and (len(source.shape) != 2 or segment_size is not None or offsets is not None):
        raise ArgumentError("columns are those of an array of two axes, without segments")
    starts, segments = call.segments(segment_size, offsets, source.size)
    whole = segment_size is None and starts is None and not columns
    shape: tuple[int, ...] = () if whole else (source.shape[1],) if columns else (segments,)
    outputs = [call.output(None, shape, kind) for kind in (_types.I64, result_type, result_type)]
    targets = tuple(target for _, target in outputs)
    if columns:
        rows, width = source.shape
        _tcu.column_moments(call.native, call.stream, source, number, *targets, result_type, rows, width, width, options)
    else:
        arguments = (call.native, call.stream, source, number, *targets, result_type, source.size)
        if starts is not None:
            _tcu.segmented_moments_offsets(*arguments, starts, segments, options)
        elif whole and source.size == 0:
            raise ArgumentError("x has no elements, and so no moments")
        else:
            _tcu.segmented_moments(*arguments, segment_size or source.size, options)
    return Moments(*(call.finish(result) for result, _ in outputs))
