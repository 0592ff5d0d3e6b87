# SPDX-License-Identifier: Apache-2.0
"""Selections: the best k keys, the key at one place of the order, quantiles. The order is that of sorts."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy

from . import _tcu, _types
from ._call import Call
from ._errors import ArgumentError
from .context import Context, choose
from .ordering import Pairs


class Best(NamedTuple):
    """Keys that top_k() takes, and where they are (int64)."""

    keys: Any
    indices: Any


def top_k(
    keys: Any,
    k: int,
    values: Any = None,
    *,
    smallest: bool = False,
    input_order: bool = False,
    segment_size: int | None = None,
    offsets: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The k largest keys, or the ``smallest``, best first, and their positions; of equal keys those at lower positions.

    With segments results are a matrix with a row of `k` for each, positions are within the segment, and of a segment of
    fewer keys the rest of its row is key 0 and position -1. ``input_order``: the same results in the order of positions.

    With `values`, one of any type for each key, the result is a Pairs of keys and values instead of positions.

    >>> best = tcu.top_k(numpy.array([3, 9, -2, 9, 0, 5]), 3)
    >>> best.keys.tolist(), best.indices.tolist()
    ([9, 9, 5], [1, 3, 5])
    """
    call = Call(keys, "keys", context, stream, copy)
    source = call.first
    number = call.element_type(source, "keys")
    if k < 0:
        raise ArgumentError(f"k is {k}; it has to be 0 or more")
    starts, segments = call.segments(segment_size, offsets, source.size)
    whole = segment_size is None and starts is None
    shape = (min(k, source.size),) if whole else (segments, k)
    keys_out, keys_target = call.output(None, shape, number, value=None if whole else 0)
    options = _tcu.TopKOptions()
    options.smallest, options.input_order, options.indices_in_segment = int(smallest), int(input_order), int(not whole)
    results: tuple[Any, ...]
    first: tuple[Any, ...]
    if values is not None:
        carried = call.array(values, "values", source.size)
        values_out = call.empty(shape, call.kind.item_dtype(values), None if whole else 0)
        results = (number, carried.item_bytes, keys_target, _tcu.import_array(values_out, call.stream), options)
        first = (call.native, call.stream, source, carried, source.size)
        functions = (_tcu.top_k_pairs, _tcu.segmented_top_k_pairs, _tcu.segmented_top_k_pairs_offsets)
    else:
        values_out, indices = call.output(None, shape, _types.I64, value=None if whole else -1)
        results = (number, keys_target, indices, _types.U64, options)
        first = (call.native, call.stream, source, source.size)
        functions = (_tcu.top_k, _tcu.segmented_top_k, _tcu.segmented_top_k_offsets)
    if starts is not None:
        functions[2](*first, starts, segments, k, *results)
    elif segment_size is not None:
        functions[1](*first, segment_size, k, *results)
    else:
        functions[0](*first, k, *results)
    kind = Best if values is None else Pairs
    return kind(call.finish(keys_out), call.finish(values_out))


class Nth(NamedTuple):
    """The key at a place of the order, and where it is (int64)."""

    key: Any
    index: Any


def nth_element(
    keys: Any,
    rank: int,
    *,
    descending: bool = False,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Nth:
    """The key before which `rank` others come, and its position.

    >>> found = tcu.nth_element(numpy.array([3, 9, -2, 9, 0, 5]), 2)
    >>> int(found.key), int(found.index)
    (3, 0)
    """
    call = Call(keys, "keys", context, stream, copy)
    source = call.first
    number = call.element_type(source, "keys")
    if not 0 <= rank < source.size:
        raise ArgumentError(f"rank is {rank}; it has to be from 0 to {source.size - 1}, as there are {source.size} keys")
    key, key_target = call.output(None, (), number)
    index, index_target = call.output(None, (), _types.I64)
    options = _tcu.NthElementOptions()
    options.descending = int(descending)
    _tcu.nth_element(
        *(call.native, call.stream, source, source.size, rank, number, key_target, index_target, _types.U64, options)
    )
    return Nth(call.finish(key), call.finish(index))


METHODS = {"linear": 0, "lower": 1, "higher": 2, "nearest": 3, "midpoint": 4}


def quantile(
    keys: Any,
    q: Any,
    *,
    method: str = "linear",
    nan: str = "propagate",
    dtype: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """Quantiles, many at once, as numpy.quantile(), or with ``nan="omit"`` numpy.nanquantile().

    `q` is a number or a sequence of numbers from 0 to 1, in host memory; the result has its shape. ``dtype`` is float64 or
    the type of the keys, which it is for the methods "lower", "higher" and "nearest".

    >>> tcu.quantile(numpy.array([3.0, 9, -2, 9, 0, 5]), [0.5, 0, 0.25]).tolist()
    [4.0, -2.0, 0.75]
    """
    call = Call(keys, "keys", context, stream, copy)
    source = call.first
    number = call.element_type(source, "keys")
    places = numpy.ascontiguousarray(q, numpy.float64)
    shape = numpy.shape(q)
    chosen = choose("method", method, METHODS)
    default = number if method in ("lower", "higher", "nearest") else _types.F64
    result_type = default if dtype is None else _types.type_of(dtype)
    if source.size == 0 and result_type not in _types.REALS:
        raise ArgumentError("keys are empty, and integers have no NaN to say so")
    result, target = call.output(None, shape, result_type)
    options = _tcu.QuantilesOptions()
    options.method, options.nan_mode = chosen, choose("nan", nan, {"propagate": 0, "omit": 1})
    _tcu.quantiles(
        *(call.native, call.stream, source, source.size, number, places.tobytes(), places.size, target, result_type),
        options,
    )
    return call.finish(result)
