# SPDX-License-Identifier: Apache-2.0
"""Order: sorts of keys, pairs and positions, of segments too; merges and searches.

Keys of all twelve types are in the order of IEEE 754's totalOrder: -0.0 before 0.0, NaNs at the ends, by their sign.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _tcu, _types
from ._call import Call
from ._errors import ArgumentError
from .context import Context, choose


def _sort_options(call: Call, descending: bool, bits: tuple[int, int] | None, count: Any) -> Any:
    options = _tcu.SortOptions()
    options.descending = int(descending)
    options.count = call.length(count)
    if bits is not None:
        options.begin_bit, options.end_bit = bits
    return options


def sort(
    keys: Any,
    *,
    descending: bool = False,
    bits: tuple[int, int] | None = None,
    segment_size: int | None = None,
    offsets: Any = None,
    out: Any = None,
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The keys in order; of each segment, as reduce() has them. The sort is stable.

    ``bits`` (from, behind) are those that are compared; None stands for all. ``out`` may be `keys` itself. The result has
    the shape of `keys`.

    >>> tcu.sort(numpy.array([3, 1, 4, 1, 5])).tolist()
    [1, 1, 3, 4, 5]
    >>> tcu.sort(numpy.array([3, 1, 4, 1, 5]), segment_size=3, descending=True).tolist()
    [4, 3, 1, 5, 1]
    """
    call = Call(keys, "keys", context, stream, copy)
    source = call.first
    number = call.element_type(source, "keys")
    starts, segments = call.segments(segment_size, offsets, source.size)
    result, target = call.output(out, source.shape, number, value=0 if starts is not None else None)
    options = _sort_options(call, descending, bits, count)
    arguments = (call.native, call.stream, source, target, number, source.size)
    if starts is not None:
        _tcu.segmented_sort_offsets(*arguments, starts, segments, options)
    elif segment_size is not None:
        _tcu.segmented_sort(*arguments, segment_size, options)
    else:
        _tcu.radix_sort(*arguments, options)
    return call.finish(result)


class Pairs(NamedTuple):
    """Keys and the values that belong to them."""

    keys: Any
    values: Any


def sort_pairs(
    keys: Any,
    values: Any,
    *,
    descending: bool = False,
    bits: tuple[int, int] | None = None,
    segment_size: int | None = None,
    offsets: Any = None,
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Pairs:
    """Keys in order, as sort() has them, and values of any type, one for each key, in the order of their keys.

    >>> pairs = tcu.sort_pairs(numpy.array([3, 1, 2]), numpy.array([30.0, 10.0, 20.0]))
    >>> pairs.keys.tolist(), pairs.values.tolist()
    ([1, 2, 3], [10.0, 20.0, 30.0])
    """
    call = Call(keys, "keys", context, stream, copy)
    source = call.first
    number = call.element_type(source, "keys")
    carried = call.array(values, "values", source.size)
    starts, segments = call.segments(segment_size, offsets, source.size)
    keys_out, keys_target = call.output(None, source.shape, number, value=0 if starts is not None else None)
    values_out, values_target = call.output_items(None, carried.shape, values, carried)
    options = _sort_options(call, descending, bits, count)
    arguments = (
        *(call.native, call.stream, source, keys_target, number, carried, values_target, carried.item_bytes),
        source.size,
    )
    if starts is not None:
        _tcu.segmented_sort_pairs_offsets(*arguments, starts, segments, options)
    elif segment_size is not None:
        _tcu.segmented_sort_pairs(*arguments, segment_size, options)
    else:
        _tcu.radix_sort_pairs(*arguments, options)
    return Pairs(call.finish(keys_out), call.finish(values_out))


def argsort(
    keys: Any,
    *,
    descending: bool = False,
    bits: tuple[int, int] | None = None,
    dtype: Any = "int64",
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The positions of the keys in order, as numpy.argsort(kind="stable"); ``dtype`` has 4 or 8 bytes.

    >>> tcu.argsort(numpy.array([3, 1, 4, 1, 5])).tolist()
    [1, 3, 0, 2, 4]
    """
    call = Call(keys, "keys", context, stream, copy)
    source = call.first
    number = call.element_type(source, "keys")
    positions = _types.type_of(dtype)
    result, target = call.output(None, source.shape, positions)
    _tcu.argsort(
        *(call.native, call.stream, source, number, target, _types.index_type(positions), source.size),
        _sort_options(call, descending, bits, count),
    )
    return call.finish(result)


def merge(
    a: Any,
    b: Any,
    a_values: Any = None,
    b_values: Any = None,
    *,
    descending: bool = False,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """Two sorted arrays of one type as one; with values of 1, 2, 4, 8 or 16 bytes a Pairs. Of equal keys a's come first.

    >>> tcu.merge(numpy.array([1, 4, 9]), numpy.array([2, 4])).tolist()
    [1, 2, 4, 4, 9]
    """
    call = Call(a, "a", context, stream, copy)
    first = call.first
    number = call.element_type(first, "a")
    second = call.array(b, "b")
    call.same_type(second, number, "b")
    size = first.size + second.size
    keys_out, keys_target = call.output(None, (size,), number)
    options = _tcu.MergeOptions()
    options.descending = int(descending)
    if a_values is None and b_values is None:
        _tcu.merge(call.native, call.stream, first, first.size, second, second.size, keys_target, number, options)
        return call.finish(keys_out)
    if a_values is None or b_values is None:
        raise ArgumentError("a_values and b_values: both are wanted, or neither")
    first_values = call.array(a_values, "a_values", first.size)
    second_values = call.array(b_values, "b_values", second.size)
    if first_values.item_bytes != second_values.item_bytes or first_values.type != second_values.type:
        raise ArgumentError("a_values and b_values are of different types")
    values_out, values_target = call.output_items(None, (size,), a_values, first_values)
    _tcu.merge_pairs(
        *(call.native, call.stream, first, first_values, first.size, second, second_values, second.size),
        *(keys_target, values_target, number, first_values.item_bytes, options),
    )
    return Pairs(call.finish(keys_out), call.finish(values_out))


def search_sorted(
    keys: Any,
    values: Any,
    side: str = "left",
    *,
    descending: bool = False,
    values_sorted: bool = False,
    dtype: Any = "int64",
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """Where values belong in sorted keys of their type, as numpy.searchsorted(): in front of equal ones, or behind ("right").

    ``values_sorted`` promises that values are in order too, which is faster. The result has the shape of `values`.

    >>> tcu.search_sorted(numpy.array([1, 4, 9]), numpy.array([4, 0, 10])).tolist()
    [1, 0, 3]
    """
    call = Call(keys, "keys", context, stream, copy)
    source = call.first
    number = call.element_type(source, "keys")
    wanted = call.array(values, "values")
    call.same_type(wanted, number, "values")
    positions = _types.type_of(dtype)
    result, target = call.output(None, wanted.shape, positions)
    options = _tcu.SearchOptions()
    options.upper = choose("side", side, {"left": 0, "right": 1})
    options.descending, options.values_sorted = int(descending), int(values_sorted)
    _tcu.search_sorted(
        *(call.native, call.stream, source, source.size, wanted, wanted.size, number, target),
        *(_types.index_type(positions), options),
    )
    return call.finish(result)
