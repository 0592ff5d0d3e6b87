# SPDX-License-Identifier: Apache-2.0
"""Counts, or sums of weights, by bins."""

from __future__ import annotations

from typing import Any

import numpy

from . import _tcu, _types
from ._call import Call
from ._errors import ArgumentError
from .context import Context


def histogram(
    x: Any,
    bins: Any = 10,
    range: tuple[float, float] | None = None,
    *,
    weights: Any = None,
    dtype: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """How many samples lie in each bin, or the sums of their ``weights``.

    ``bins`` is a number of equal bins of ``range`` (lower, upper), without range of the least to the greatest sample; or an
    array of levels that do not decrease, bin k being levels[k] <= x < levels[k + 1]. Bins are half open, the last one too
    (numpy.histogram() has it closed), but without range. Edges are exact. A sample that no bin holds is not counted.
    Counts are of int64, sums of the weights' type or wider, as of reduce().

    >>> tcu.histogram(numpy.array([0, 10, 63, 64, 255, 255], numpy.uint8), 4, (0, 256)).tolist()
    [3, 1, 0, 2]
    >>> tcu.histogram(numpy.array([0.5, 1.5, 1.75]), numpy.array([0.0, 1, 2])).tolist()
    [1, 2]
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    level_type = _types.F64 if number in _types.REALS else _types.I64
    levels = None
    if isinstance(bins, int):
        count = bins
    else:
        levels = call.array(bins, "bins")
        level_type = call.element_type(levels, "bins")
        count = levels.size - 1
        if range is not None:
            raise ArgumentError("range is for a number of bins, not for levels")
    if count < 1:
        raise ArgumentError(f"bins are {count}; there has to be one at least")
    lower = upper = None
    if range is not None:
        lower, upper = (_types.pack(level_type, bound, "range") for bound in range)
    summed = None
    result_type = _types.I64
    if weights is not None:
        summed = call.array(weights, "weights", source.size)
        weight_type = call.element_type(summed, "weights")
        result_type = _types.wide(weight_type) if dtype is None else _types.type_of(dtype)
    elif dtype is not None:
        result_type = _types.type_of(dtype)
    result, target = call.output(None, (count,), result_type)
    if summed is None:
        options = _tcu.HistogramOptions()
        count_type = _types.index_type(result_type)
        if levels is not None:
            _tcu.histogram_range(
                *(call.native, call.stream, source, number, target, count_type, count, levels, level_type),
                *(source.size, options),
            )
        else:
            if range is None:
                _, ends = call.output(None, (2,), number)
                options.ends = ends
            _tcu.histogram_even(
                *(call.native, call.stream, source, number, target, count_type, count, lower, upper, level_type),
                *(source.size, options),
            )
        return call.finish(result)
    if levels is None and range is None:
        raise ArgumentError("range is not given, which sums of weights need")
    channel = _tcu.HistogramChannel()
    channel.counts, channel.num_bins, channel.level_type = target, count, level_type
    channel.kind = 0 if levels is None else 1
    channel.lower, channel.upper, channel.levels = lower, upper, levels
    _tcu.histogram_weighted(
        *(call.native, call.stream, source, number, summed, weight_type, 1, channel, result_type, source.size, None)
    )
    return call.finish(result)


def histogram_channels(
    x: Any,
    bins: Any,
    ranges: Any,
    *,
    dtype: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> tuple[Any, ...]:
    """Histograms of interleaved channels, up to 8, in one pass: of x (..., channels) one of each channel.

    ``bins`` is a number of equal bins, ``ranges`` a pair (lower, upper); or each a sequence with one for each channel, where
    0 bins leave a channel out, whose result is None.

    >>> pixels = numpy.array([[0, 255, 7], [10, 0, 7]], numpy.uint8)
    >>> [None if found is None else found.tolist() for found in tcu.histogram_channels(pixels, [2, 2, 0], (0, 256))]
    [[2, 0], [1, 1], None]
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    if not source.shape:
        raise ArgumentError("x has no axis; the last one is that of the channels")
    channels = source.shape[-1]
    sizes = [bins] * channels if isinstance(bins, int) else list(bins)
    bounds = [ranges] * channels if numpy.ndim(ranges) == 1 else list(ranges)
    if len(sizes) != channels or len(bounds) != channels:
        raise ArgumentError(f"bins and ranges are of {len(sizes)} and {len(bounds)} channels, and x has {channels}")
    level_type = _types.F64 if number in _types.REALS else _types.I64
    result_type = _types.I64 if dtype is None else _types.type_of(dtype)
    results, natives, kept = [], [], []
    for size, bound in zip(sizes, bounds):
        native = _tcu.HistogramChannel()
        result = None
        if size:
            result, target = call.output(None, (size,), result_type)
            lower, upper = (_types.pack(level_type, value, "ranges") for value in bound)
            native.counts, native.num_bins, native.level_type = target, size, level_type
            native.lower, native.upper = lower, upper
            kept.append((target, lower, upper))
        results.append(result)
        natives.append(native)
    _tcu.histogram_multi(
        *(call.native, call.stream, source, number, natives, _types.index_type(result_type), source.size // (channels or 1))
    )
    del kept
    return tuple(None if result is None else call.finish(result) for result in results)
