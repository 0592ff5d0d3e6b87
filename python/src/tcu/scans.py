# SPDX-License-Identifier: Apache-2.0
"""Scans of arrays and of their segments: prefix sums and others, linear recurrences, differences of neighbours."""

from __future__ import annotations

from typing import Any

from . import _tcu, _types
from ._call import NAN_MODES, OPERATORS, Call
from .context import Context, choose


def scan(
    x: Any,
    op: str = "sum",
    *,
    exclusive: bool = False,
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
    """All prefix sums, out[i] = x[0] + ... + x[i], or, ``exclusive``, without x[i]; or of another operator of reduce().

    With segments, as reduce() has them, each begins anew; every one begins with ``initial``. The result has x's shape,
    elements in C order. Sums and products of integers are of 64 bits unless ``dtype`` says otherwise, as NumPy's are.
    ``out`` may be `x` itself where both types have one size. With ``offsets`` what lies outside of them is 0 in a new array.

    >>> x = numpy.array([3, 1, 4, 1, 5])
    >>> tcu.scan(x).tolist(), tcu.scan(x, exclusive=True).tolist()
    ([3, 4, 8, 9, 14], [0, 3, 4, 8, 9])
    >>> tcu.scan(x, "max", segment_size=2).tolist()
    [3, 3, 4, 4, 5]
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    operator = choose("op", op, OPERATORS)
    result_type = call.result_type(dtype, out, _types.wide(number) if op in ("sum", "product") else number)
    starts, segments = call.segments(segment_size, offsets, source.size)
    result, target = call.output(out, source.shape, result_type, value=0 if starts is not None else None)
    nan_mode = choose("nan", nan, NAN_MODES)
    options = first = None
    if operator or initial is not None or count is not None:
        options = _tcu.ScanOptions()
        options.op, options.nan_mode = operator, nan_mode
        first = None if initial is None else _types.pack(result_type, initial, "initial")
        options.initial = first
        options.count = call.length(count)
    arguments = (call.native, call.stream, int(exclusive), source, number, target, result_type, source.size)
    if starts is not None:
        _tcu.segmented_scan_offsets(*arguments, starts, segments, options)
    elif segment_size is not None:
        _tcu.segmented_scan(*arguments, segment_size, options)
    else:
        _tcu.scan(*arguments, options)
    return call.finish(result)


def linear_recurrence(
    a: Any,
    b: Any,
    *,
    initial: Any = None,
    scale_b: float = 1.0,
    segment_size: int | None = None,
    offsets: Any = None,
    out: Any = None,
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """x[i] = a[i] x[i - 1] + scale_b b[i] along an array of reals, and along its segments, as reduce() has them.

    `a` is an array of b's type and size, or one number. The element before the first one of segment k is initial[k]:
    ``initial`` is an array with one element for each segment; None stands for zeros. The result has b's shape; ``out`` may
    be `b` itself.

    >>> tcu.linear_recurrence(0.5, numpy.array([1.0, 1.0, 1.0])).tolist()
    [1.0, 1.5, 1.75]
    >>> b = numpy.array([4.0, 4.0, 8.0])  # an exponential moving average, as pandas' ewm(alpha=0.25, adjust=False)
    >>> tcu.linear_recurrence(0.75, b, scale_b=0.25, initial=b[:1]).tolist()
    [4.0, 4.0, 5.0]
    """
    call = Call(b, "b", context, stream, copy)
    source = call.first
    number = call.element_type(source, "b")
    starts, segments = call.segments(segment_size, offsets, source.size)
    options = _tcu.RecurrenceOptions()
    options.scale_b = scale_b
    options.count = call.length(count)
    factors = None
    if isinstance(a, (int, float)):
        options.constant_a, options.a = 1, float(a)
    else:
        factors = call.array(a, "a", source.size)
        call.same_type(factors, number, "a")
    before = None
    if initial is not None:
        before = call.array(initial, "initial", segments)
        call.same_type(before, number, "initial")
    result, target = call.output(out, source.shape, number, value=0 if starts is not None else None)
    arguments = (call.native, call.stream, factors, source, before, target, number, source.size)
    if starts is not None:
        _tcu.segmented_linear_recurrence_offsets(*arguments, starts, segments, options)
    elif segment_size is not None:
        _tcu.segmented_linear_recurrence(*arguments, segment_size, options)
    else:
        _tcu.linear_recurrence(*arguments, options)
    return call.finish(result)


def adjacent_difference(
    x: Any,
    *,
    out: Any = None,
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """out[0] = x[0], out[i] = x[i] - x[i - 1]: what scan() makes x of again. ``out`` may be `x` itself.

    >>> tcu.adjacent_difference(numpy.array([3, 4, 8, 9])).tolist()
    [3, 1, 4, 1]
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    result, target = call.output(out, source.shape, number)
    options = _tcu.AdjacentDifferenceOptions()
    options.count = call.length(count)
    _tcu.adjacent_difference(call.native, call.stream, source, source.size, number, target, options)
    return call.finish(result)
