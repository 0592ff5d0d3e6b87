# SPDX-License-Identifier: Apache-2.0
"""Values by key: of runs of equal neighbouring keys, and of groups of keys in any order."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _tcu, _types
from ._call import MAPS, NAN_MODES, OPERATORS, Call
from ._errors import ArgumentError
from .context import Context, choose

AGGREGATES = {"sum": 0, "min": 1, "max": 2, "count": 3, "first": 4, "last": 5}


def _options(call: Call, op: str, map: str, nan: str, initial: bytes | None, count: Any) -> Any:
    options = _tcu.ByKeyOptions()
    options.op, options.map = choose("op", op, OPERATORS), choose("map", map, MAPS)
    options.nan_mode, options.initial = choose("nan", nan, NAN_MODES), initial
    options.count = call.length(count)
    return options


class ByKey(NamedTuple):
    """The key of each run, its result, and how many elements it has (int64)."""

    keys: Any
    values: Any
    lengths: Any


def reduce_by_key(
    keys: Any,
    values: Any,
    op: str = "sum",
    *,
    map: str = "none",
    initial: Any = None,
    nan: str = "propagate",
    dtype: Any = None,
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> ByKey:
    """The reduction of the values of each run of equal neighbouring keys, with the operators and maps of reduce().

    Keys are items of 1, 2, 4, 8 or 16 bytes, equal where all bits are; there is a value for each.

    >>> runs = tcu.reduce_by_key(numpy.array([7, 7, 3, 3, 3, 7]), numpy.arange(1.0, 7))
    >>> runs.keys.tolist(), runs.values.tolist(), runs.lengths.tolist()
    ([7, 3, 7], [3.0, 12.0, 6.0], [2, 3, 1])
    """
    call = Call(keys, "keys", context, stream, copy)
    source = call.first
    summed = call.array(values, "values", source.size)
    number = call.element_type(summed, "values")
    default = _types.wide(number) if op in ("sum", "product") else number
    result_type = call.result_type(dtype, None, _types.I64 if map == "nonzero" else default)
    first = None if initial is None else _types.pack(result_type, initial, "initial")
    size = source.size
    keys_out, keys_target = call.output_items(None, (size,), keys, source)
    result, target = call.output(None, (size,), result_type)
    lengths, lengths_target = call.output(None, (size,), _types.I64)
    _, found = call.count()
    runs = _tcu.Runs()
    runs.keys, runs.lengths, runs.count = keys_target, lengths_target, found
    _tcu.reduce_by_key(
        *(call.native, call.stream, source, source.item_bytes, summed, number, target, result_type, size, runs),
        _options(call, op, map, nan, first, count),
    )
    kept = call.read_count(found)
    return ByKey(call.prefix(keys_out, kept), call.prefix(result, kept), call.prefix(lengths, kept))


def scan_by_key(
    keys: Any,
    values: Any,
    op: str = "sum",
    *,
    exclusive: bool = False,
    initial: Any = None,
    nan: str = "propagate",
    dtype: Any = None,
    out: Any = None,
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """Scans of values, as scan() has them, that start anew where the key differs from the one before.

    >>> tcu.scan_by_key(numpy.array([7, 7, 3, 3, 3, 7]), numpy.arange(1.0, 7)).tolist()
    [1.0, 3.0, 3.0, 7.0, 12.0, 6.0]
    """
    call = Call(keys, "keys", context, stream, copy)
    source = call.first
    summed = call.array(values, "values", source.size)
    number = call.element_type(summed, "values")
    result_type = call.result_type(dtype, out, _types.wide(number) if op in ("sum", "product") else number)
    first = None if initial is None else _types.pack(result_type, initial, "initial")
    result, target = call.output(out, summed.shape, result_type)
    _tcu.scan_by_key(
        *(call.native, call.stream, int(exclusive), source, source.item_bytes, summed, number, target, result_type),
        *(source.size, _options(call, op, "none", nan, first, count)),
    )
    return call.finish(result)


class Firsts(NamedTuple):
    """The key of each run, and its first value."""

    keys: Any
    values: Any


def unique_by_key(
    keys: Any,
    values: Any,
    *,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Firsts:
    """The key and the first value, of any type, of each run of equal neighbouring keys.

    >>> tcu.unique_by_key(numpy.array([7, 7, 3]), numpy.array([1.0, 2.0, 3.0])).values.tolist()
    [1.0, 3.0]
    """
    call = Call(keys, "keys", context, stream, copy)
    source = call.first
    carried = call.array(values, "values", source.size)
    keys_out, keys_target = call.output_items(None, (source.size,), keys, source)
    result, target = call.output_items(None, (source.size,), values, carried)
    _, count = call.count()
    runs = _tcu.Runs()
    runs.keys, runs.count = keys_target, count
    _tcu.unique_by_key(
        *(call.native, call.stream, source, source.item_bytes, carried, target, carried.item_bytes, source.size, runs),
        None,
    )
    kept = call.read_count(count)
    return Firsts(call.prefix(keys_out, kept), call.prefix(result, kept))


class Groups(NamedTuple):
    """The key of each group, in ascending order, how many elements it has (int64), and a result of each column."""

    keys: Any
    lengths: Any
    columns: tuple[Any, ...]


def group_by(
    keys: Any,
    *columns: tuple[str, Any],
    nan: str = "propagate",
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Groups:
    """Groups of equal keys, wherever they are, and for each group a result of each column.

    A column is a pair: "sum", "min", "max", "first" or "last", and an array with a value for each key; up to 8 of them. Sums
    of integers are of 64 bits. Values of "first" and "last" are of any type.

    >>> keys, prices = numpy.array([7, 3, 7, 3]), numpy.array([1.0, 2.0, 3.0, 5.0])
    >>> groups = tcu.group_by(keys, ("sum", prices), ("max", prices))
    >>> groups.keys.tolist(), groups.lengths.tolist(), [column.tolist() for column in groups.columns]
    ([3, 7], [2, 2], [[7.0, 4.0], [5.0, 3.0]])
    """
    call = Call(keys, "keys", context, stream, copy)
    source = call.first
    number = call.element_type(source, "keys")
    size = source.size
    keys_out, keys_target = call.output(None, (size,), number)
    lengths, lengths_target = call.output(None, (size,), _types.I64)
    made, natives, kept_arrays = [], [], []
    for place, column in enumerate(columns):
        if not isinstance(column, tuple) or len(column) != 2:
            raise TypeError(f"column {place} is no pair of an aggregate and an array")
        aggregate, values = column
        native = _tcu.GroupColumn()
        native.aggregate = choose(f"the aggregate of column {place}", aggregate, AGGREGATES)
        if aggregate == "count":
            raise ArgumentError("counts are the lengths of the groups")
        carried = call.array(values, f"column {place}", size)
        if aggregate in ("first", "last"):
            native.item_bytes = carried.item_bytes
            result, target = call.output_items(None, (size,), values, carried)
        else:
            native.value_type = call.element_type(carried, f"column {place}")
            native.result_type = _types.wide(carried.type) if aggregate == "sum" else carried.type
            result, target = call.output(None, (size,), native.result_type)
        native.values, native.results = carried, target
        made.append(result)
        natives.append(native)
        kept_arrays.append((carried, target))
    _, found = call.count()
    groups = _tcu.Runs()
    groups.keys, groups.lengths, groups.count = keys_target, lengths_target, found
    options = _tcu.GroupByOptions()
    options.nan_mode, options.count = choose("nan", nan, NAN_MODES), call.length(count)
    _tcu.group_by(call.native, call.stream, source, number, size, natives, groups, options)
    kept = call.read_count(found)
    del kept_arrays
    return Groups(
        call.prefix(keys_out, kept),
        call.prefix(lengths, kept),
        tuple(call.prefix(result, kept) for result in made),
    )
