# SPDX-License-Identifier: Apache-2.0
"""Partitions: all items, the chosen ones first."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _tcu
from ._call import Call
from .compaction import flags_of, items_of, predicate_of, row_bytes
from .context import Context


class Partition(NamedTuple):
    """All items, the chosen ones first, and in one element of int64 how many are chosen."""

    out: Any
    count: Any


def partition(
    x: Any,
    flags: Any,
    *,
    out: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Partition:
    """All items, those whose flags are set first, the others behind them, both in their order. Nothing waits.

    >>> parts = tcu.partition(numpy.array([3, 1, 4, 1]), numpy.array([False, True, False, True]))
    >>> parts.out.tolist(), int(parts.count[0])
    ([1, 1, 3, 4], 2)
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    chosen = flags_of(call, flags, items_of(source))
    result, target = call.output_items(out, source.shape, x, source)
    count, array = call.count()
    _tcu.partition(call.native, call.stream, source, row_bytes(source), chosen, 0, target, array, items_of(source), None)
    return Partition(call.finish(result), call.finish(count))


def partition_if(
    x: Any,
    comparison: str,
    value: Any,
    upper: Any = None,
    *,
    out: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Partition:
    """As partition(), by a comparison as of compact_if().

    >>> tcu.partition_if(numpy.array([3, 1, 4, 1]), "<", 2).out.tolist()
    [1, 1, 3, 4]
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    predicate, kept = predicate_of(call, number, comparison, value, upper)
    result, target = call.output(out, source.shape, number)
    count, array = call.count()
    _tcu.partition_if(call.native, call.stream, source, number, predicate, target, array, source.size, None)
    del kept
    return Partition(call.finish(result), call.finish(count))
