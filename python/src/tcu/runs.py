# SPDX-License-Identifier: Apache-2.0
"""Runs of equal neighbours: one item of each, how long they are, and back."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _tcu, _types
from ._call import Call
from ._errors import ArgumentError
from .compaction import items_of, row_bytes
from .context import Context


def unique(
    x: Any,
    *,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The first item of each run of equal neighbours; of a sorted array its different items, as numpy.unique().

    Items are of any type, and equal where all bits are. Of an array of several axes items are its rows.

    >>> tcu.unique(numpy.array([1, 1, 5, 5, 5, 1])).tolist()
    [1, 5, 1]
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    result, target = call.output_items(None, source.shape, x, source)
    _, count = call.count()
    _tcu.unique(call.native, call.stream, source, row_bytes(source), target, None, count, items_of(source), None)
    return call.prefix(result, call.read_count(count))


class Runs(NamedTuple):
    """Runs of equal items: one of each, and how long they are (int64)."""

    items: Any
    lengths: Any


def run_length_encode(
    x: Any,
    *,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Runs:
    """One item of each run of equal neighbours, and how long the runs are: what run_length_decode() makes x of again.

    >>> runs = tcu.run_length_encode(numpy.array([7, 7, 9, 7]))
    >>> runs.items.tolist(), runs.lengths.tolist()
    ([7, 9, 7], [2, 1, 1])
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    result, target = call.output_items(None, source.shape, x, source)
    lengths, lengths_array = call.output(None, (items_of(source),), _types.I64)
    _, count = call.count()
    _tcu.unique(call.native, call.stream, source, row_bytes(source), target, lengths_array, count, items_of(source), None)
    kept = call.read_count(count)
    return Runs(call.prefix(result, kept), call.prefix(lengths, kept))


def run_length_decode(
    items: Any,
    lengths: Any,
    *,
    size: int | None = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """Each item as often as its length says, as numpy.repeat(). Of an array of several axes items are its rows.

    `lengths` are integers of 4 or 8 bytes, not negative. With ``size``, how many items there are in all, nothing waits on a
    GPU; a sum of lengths that is another one is then not found out.

    >>> tcu.run_length_decode(numpy.array([7, 9]), numpy.array([2, 3])).tolist()
    [7, 7, 9, 9, 9]
    """
    call = Call(items, "items", context, stream, copy)
    source = call.first
    runs = items_of(source)
    counts = call.array(lengths, "lengths", runs)
    length_type = _types.index_type(call.element_type(counts, "lengths"))
    row = row_bytes(source)
    if size is None:
        _, count = call.count()
        arguments = (call.native, call.stream, counts, length_type, runs, None, None, row, None, _types.U32, count, 0, None)
        _tcu.run_length_decode(*arguments)
        size = call.read_count(count)
        if size > 2**62:
            raise ArgumentError("lengths are negative, or too large")
    result, target = call.output_items(None, (size, *source.shape[1:]), items, source)
    _tcu.run_length_decode(
        call.native, call.stream, counts, length_type, runs, source, target, row, None, _types.U32, None, size, None
    )
    return call.finish(result)
