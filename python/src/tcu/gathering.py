# SPDX-License-Identifier: Apache-2.0
"""Items from where indices say, and to there."""

from __future__ import annotations

from typing import Any

from . import _tcu
from ._call import Call
from ._errors import ArgumentError
from .compaction import items_of, row_bytes
from .context import Context


def gather(
    source: Any,
    indices: Any,
    *,
    out: Any = None,
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """out[i] = source[indices[i]], as numpy.take(axis=0), items of any type; of several axes they are rows.

    Indices are of int32, uint32, int64 or uint64. One that is negative, or beyond the source, is no error: it leaves its item
    of ``out`` as it is, in a new array 0 bytes.

    >>> tcu.gather(numpy.array([10, 20, 30]), numpy.array([2, 0, 2])).tolist()
    [30, 10, 30]
    """
    call = Call(source, "source", context, stream, copy)
    items = call.first
    places = call.array(indices, "indices")
    index_type = call.element_type(places, "indices")
    shape = (*places.shape, *items.shape[1:])
    if out is None:
        result = call.empty(shape, call.kind.item_dtype(source), 0)
        target = _tcu.import_array(result, call.stream)
    else:
        result, target = call.output_items(out, shape, source, items)
    options = _tcu.GatherOptions()
    options.count = call.length(count)
    _tcu.gather(
        *(call.native, call.stream, items, items_of(items), places, index_type, target, row_bytes(items), places.size),
        options,
    )
    return call.finish(result)


def scatter(
    items: Any,
    indices: Any,
    out: Any,
    *,
    count: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """out[indices[i]] = items[i], items of any type; of several axes they are rows. Returns `out`.

    Items of `out` that no index names stay as they are; indices that are out of range are left out.

    >>> tcu.scatter(numpy.array([10, 20, 30]), numpy.array([2, 0, 1]), numpy.zeros(4, int)).tolist()
    [20, 30, 10, 0]
    """
    call = Call(items, "items", context, stream, copy)
    source = call.first
    places = call.array(indices, "indices", items_of(source))
    index_type = call.element_type(places, "indices")
    target = call.writable(out, "out")
    if target.item_bytes != source.item_bytes or target.type != source.type or target.shape[1:] != source.shape[1:]:
        raise ArgumentError("out has items of another type or shape")
    options = _tcu.GatherOptions()
    options.count = call.length(count)
    _tcu.scatter(
        *(call.native, call.stream, source, places, index_type, target, items_of(target), row_bytes(source)),
        *(places.size, options),
    )
    return out
