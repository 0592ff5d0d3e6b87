# SPDX-License-Identifier: Apache-2.0
"""Items that are kept, by flags or by a comparison; their positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from . import _tcu, _types
from ._call import Call
from ._errors import ArgumentError, ElementTypeError
from .context import Context, choose

COMPARISONS = {"<": 0, "<=": 1, ">": 2, ">=": 3, "==": 4, "!=": 5, "inside": 6, "outside": 7}


def flags_of(call: Call, flags: Any, size: int) -> Any:
    """The array of flags, one for each item."""
    array = call.array(flags, "flags", size)
    if array.item_bytes != 1:
        raise ElementTypeError("flags have to be of bool, or of another type of one byte")
    return array


def items_of(source: Any) -> int:
    """How many items there are: rows where an array has more than one axis."""
    return source.shape[0] if source.shape else 1


def predicate_of(call: Call, number: int, comparison: str, value: Any, upper: Any) -> tuple[Any, Any]:
    """The structure of a comparison, and what it points to."""
    predicate = _tcu.Predicate()
    predicate.comparison = choose("comparison", comparison, COMPARISONS)
    values = _types.pack(number, value, "value")
    predicate.value = values
    bound = None
    if comparison in ("inside", "outside"):
        if upper is None:
            raise ArgumentError(f'comparison is "{comparison}", which needs upper')
        bound = _types.pack(number, upper, "upper")
        predicate.upper = bound
    return predicate, (values, bound)  # the bytes live as long as the predicate is used


def row_bytes(source: Any) -> int:
    """Bytes of an item, which is a row where an array has more than one axis."""
    items = source.item_bytes
    for extent in source.shape[1:]:
        items *= extent
    return items


class Into(NamedTuple):
    """What compact_into() writes: the array, and in one element of int64 how many items of it are results."""

    out: Any
    count: Any


def compact_into(
    x: Any,
    flags: Any,
    out: Any = None,
    *,
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Into:
    """As compact(), but how many items are kept stays where the arrays are: on a GPU nothing waits. ``out`` has room for all.

    The count is what other functions take as ``count``:

    >>> kept = tcu.compact_into(numpy.array([1, 2, 3]), numpy.array([True, False, True]))
    >>> kept.out[: int(kept.count[0])].tolist()
    [1, 3]
    >>> int(tcu.reduce(kept.out, count=kept.count))
    4
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    chosen = flags_of(call, flags, items_of(source))
    result, target = call.output_items(out, source.shape, x, source)
    kept, kept_array = call.count()
    options = _tcu.CompactOptions()
    options.count = call.length(count)
    _tcu.compact(call.native, call.stream, source, row_bytes(source), chosen, 0, target, kept_array, items_of(source), options)
    return Into(call.finish(result), call.finish(kept))


def compact(
    x: Any,
    flags: Any,
    *,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The items whose flags are set, in their order, as x[flags] of NumPy. Of an array of several axes items are its rows.

    Items are of any type. `flags` are of bool, one for each item. The result has as many items as are kept, which on a GPU is
    waited for (compact_into() does not).

    >>> x = numpy.array([3, 1, 4, 1, 5])
    >>> tcu.compact(x, x > 2).tolist()
    [3, 4, 5]
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    chosen = flags_of(call, flags, items_of(source))
    result, target = call.output_items(None, source.shape, x, source)
    _, count = call.count()
    _tcu.compact(call.native, call.stream, source, row_bytes(source), chosen, 0, target, count, items_of(source), None)
    return call.prefix(result, call.read_count(count))


def compact_if(
    x: Any,
    comparison: str,
    value: Any,
    upper: Any = None,
    *,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The elements for which a comparison holds, in their order.

    ``comparison`` is "<", "<=", ">", ">=", "==", "!=" with `value`, or "inside" or "outside" of value to ``upper``, both
    included. `x` has any shape; the result has one axis.

    >>> tcu.compact_if(numpy.array([3, 1, 4, 1, 5]), ">", 2).tolist()
    [3, 4, 5]
    >>> tcu.compact_if(numpy.array([3.0, 1.0, 4.0]), "inside", 1, 3).tolist()
    [3.0, 1.0]
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    predicate, kept = predicate_of(call, number, comparison, value, upper)
    result, target = call.output(None, (source.size,), number)
    _, count = call.count()
    _tcu.compact_if(call.native, call.stream, source, number, predicate, target, count, source.size, None)
    del kept
    return call.prefix(result, call.read_count(count))


def compact_indices(
    flags: Any,
    *,
    dtype: Any = "int64",
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The positions of the flags that are set, as numpy.flatnonzero(); ``dtype`` has 4 or 8 bytes.

    >>> tcu.compact_indices(numpy.array([True, False, True])).tolist()
    [0, 2]
    """
    call = Call(flags, "flags", context, stream, copy)
    source = call.first
    chosen = flags_of(call, flags, source.size)
    number = _types.type_of(dtype)
    result, target = call.output(None, (source.size,), number)
    _, count = call.count()
    index_type = _types.index_type(number)
    _tcu.compact_indices(call.native, call.stream, chosen, 0, target, index_type, count, source.size, None)
    return call.prefix(result, call.read_count(count))


def compact_columns(
    columns: Sequence[Any],
    flags: Any,
    *,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> tuple[Any, ...]:
    """Several arrays, up to 8, of any types, compacted by one set of flags, which is read once.

    >>> a, b = tcu.compact_columns([numpy.array([1, 2, 3]), numpy.array([0.5, 1.5, 2.5])], numpy.array([True, False, True]))
    >>> a.tolist(), b.tolist()
    ([1, 3], [0.5, 2.5])
    """
    if not columns:
        raise ArgumentError("columns are none; there has to be one at least")
    call = Call(columns[0], "column 0", context, stream, copy)
    size = items_of(call.first)
    chosen = flags_of(call, flags, size)
    made, natives, kept = [], [], []
    for place, column in enumerate(columns):
        source = call.array(column, f"column {place}")
        if items_of(source) != size:
            raise ArgumentError(f"column {place} has {items_of(source)} items, and column 0 has {size}")
        result, target = call.output_items(None, source.shape, column, source)
        native = _tcu.Column()
        native.input, native.out, native.item_bytes = source, target, row_bytes(source)
        made.append(result)
        natives.append(native)
        kept.append((source, target))
    _, count = call.count()
    _tcu.compact_columns(call.native, call.stream, natives, chosen, count, size, None)
    found = call.read_count(count)
    del kept
    return tuple(call.prefix(result, found) for result in made)
