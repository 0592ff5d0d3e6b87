# SPDX-License-Identifier: Apache-2.0
"""What every function does around its call of the C library: arrays in, results out, of the caller's library."""

from __future__ import annotations

import math
from typing import Any

import numpy

from . import _tcu, _types
from ._errors import ArgumentError, ElementTypeError
from ._kinds import kind_of
from .context import Context, default_context, stream_number

OPERATORS = {"sum": 0, "product": 1, "min": 2, "max": 3, "and": 4, "or": 5, "xor": 6}
MAPS = {"none": 0, "square": 1, "absolute": 2, "nonzero": 3}
NAN_MODES = {"propagate": 0, "ignore": 1}


class Call:
    """One call: its context, its stream, and the library of its results, which is that of the first array."""

    def __init__(self, first: Any, name: str, context: Context | None, stream: Any, copy: bool) -> None:
        if isinstance(first, (list, tuple, int, float, complex)):
            raise TypeError(f"{name} is a {type(first).__name__}: give an array, as by numpy.asarray({name})")
        self.kind = kind_of(first)
        self.like = first
        self.kept: list[Any] = []  # what the structures of the call point to
        self.given: list[tuple[Any, Any]] = []  # outputs of the caller's, which are returned as they are
        self.copy = copy
        self.chosen_stream = stream is not None or (context is not None and context.stream is not None)
        told = stream if stream is not None else context.stream if context is not None else None
        self.stream = stream_number(told) if self.chosen_stream else -1
        self.first = self._import(first, name)
        self.device: int = self.first.device
        if self.stream < 0:
            self.stream = self.kind.stream(first, self.device)
        self.context = context or default_context(self.device)
        if (self.context._device >= 0) != (self.device >= 0):
            where = "on a GPU" if self.device >= 0 else "in host memory"
            raise ArgumentError(f"{name} is {where}, and the context runs on {self.context.properties.backend}")
        self.native = self.context._native

    def _import(self, given: Any, name: str) -> Any:
        kind = kind_of(given)
        kind.check(given, name)
        # What a producer without C functions is told is the stream that the work will be on; -1: on its own.
        stream = self.stream if self.chosen_stream else kind.told_stream
        try:
            array = _tcu.import_array(given, stream)
        except TypeError as error:
            raise TypeError(f"{name} is a {type(given).__name__}: {error}") from None
        if not array.contiguous:
            if not self.copy:
                raise ArgumentError(
                    f"{name} is not contiguous in C order: give a contiguous array, or copy=True, which makes one"
                )
            if self.chosen_stream and array.device >= 0:
                with kind.on_stream(self.stream, array.device):
                    given = kind.contiguous(given)
            else:
                given = kind.contiguous(given)
            array = _tcu.import_array(given, stream)
        return array

    def array(self, given: Any, name: str, size: int | None = None) -> Any:
        """An input besides the first one, on its device, of so many elements."""
        array = self.first if given is self.like else self._import(given, name)
        if array.device != self.device:
            raise ArgumentError(f"{name} and the first array are on different devices: {array.device}, {self.device}")
        if size is not None and array.size != size:
            raise ArgumentError(f"{name} has {array.size} elements; it has to have {size}")
        return array

    def element_type(self, array: Any, name: str) -> int:
        """The type of an array's elements; an ElementTypeError where it is none of the twelve."""
        if array.type < 0:
            raise ElementTypeError(f"{name} has elements of none of the types {', '.join(_types.NAMES)}")
        return array.type

    def same_type(self, array: Any, number: int, name: str) -> None:
        """Refuses elements of another type."""
        if array.type != number:
            other = _types.NAMES[array.type] if array.type >= 0 else "none of the library's types"
            raise ElementTypeError(f"{name} is of {other}; it has to be of {_types.NAMES[number]}")

    def result_type(self, dtype: Any, out: Any, default: int) -> int:
        """The type of results: what `dtype` says, else that of `out`, else the default."""
        if dtype is not None:
            return _types.type_of(dtype)
        if out is not None:
            return self.element_type(self.writable(out, "out"), "out")
        return default

    def writable(self, out: Any, name: str) -> Any:
        """The array behind an object that results go to, on the call's device."""
        for given, array in self.given:
            if given is out:
                return array
        if kind_of(out).name == "jax":
            raise TypeError(f"{name} is an array of JAX, which nothing may write to")
        array = _tcu.import_array(out, self.stream)
        if not array.contiguous:
            raise ArgumentError(f"{name} is not contiguous in C order")
        if array.read_only:
            raise ArgumentError(f"{name} is read only")
        if array.device != self.device:
            raise ArgumentError(f"{name} and the first array are on different devices: {array.device}, {self.device}")
        self.given.append((out, array))
        return array

    def output(
        self, out: Any, shape: tuple[int, ...], number: int, name: str = "out", value: int | None = None
    ) -> tuple[Any, Any]:
        """The object that results go to, and its array: `out`, or a new one, filled where not all is written."""
        if out is None:
            made = self.empty(shape, self.kind.dtypes[number] or self.kind.dtype(number), value)
            return made, _tcu.import_array(made, self.stream)
        array = self.writable(out, name)
        self.same_type(array, number, name)
        if array.size != math.prod(shape):
            raise ArgumentError(f"{name} has {array.size} elements; it has to have {math.prod(shape)}")
        return out, array

    def output_items(self, out: Any, shape: tuple[int, ...], like: Any, item: Any, name: str = "out") -> tuple[Any, Any]:
        """As output(), of items as those of the array `like`."""
        if out is None:
            made = self.empty(shape, self.kind.item_dtype(like))
            return made, _tcu.import_array(made, self.stream)
        array = self.writable(out, name)
        if array.item_bytes != item.item_bytes or array.type != item.type:
            raise ElementTypeError(f"{name} has items of another type than the input")
        if array.size != math.prod(shape):
            raise ArgumentError(f"{name} has {array.size} elements; it has to have {math.prod(shape)}")
        return out, array

    def empty(self, shape: tuple[int, ...], dtype: Any, value: int | None = None) -> Any:
        """A new array of the caller's library, with a value in all of it if one is given."""
        if self.chosen_stream and self.device >= 0:
            with self.kind.on_stream(self.stream, self.device):
                return self._empty(shape, dtype, value)
        return self._empty(shape, dtype, value)

    def _empty(self, shape: tuple[int, ...], dtype: Any, value: int | None) -> Any:
        made = self.kind.empty(self, shape, dtype)
        if value is not None:
            self.kind.fill(self, made, value)
        return made

    def segments(self, segment_size: int | None, offsets: Any, size: int) -> tuple[Any, int]:
        """The segments of an array of so many elements: their offsets (None: of one size), and how many there are."""
        if segment_size is not None and offsets is not None:
            raise ArgumentError("segment_size and offsets are both given; one of them is wanted")
        if offsets is not None:
            if self.device < 0 and isinstance(offsets, (list, tuple)):
                offsets = numpy.asarray(offsets, numpy.int64)
            array = self.array(offsets, "offsets")
            if array.type not in (_types.I64, _types.U64):
                raise ElementTypeError("offsets have to be of int64")
            if array.size == 0:
                raise ArgumentError("offsets are empty; there is one more than there are segments")
            return array, array.size - 1
        if segment_size is None:
            return None, 1
        if segment_size < 1:
            raise ArgumentError(f"segment_size is {segment_size}; it has to be 1 or more")
        return None, -(-size // segment_size)

    def count(self) -> Any:
        """Room for how many results there are, in the context's memory."""
        made = self.empty((1,), self.kind.dtypes[_types.I64] or self.kind.dtype(_types.I64))
        return made, _tcu.import_array(made, self.stream)

    def length(self, count: Any) -> Any:
        """A length in the context's memory, one element of 8 bytes, that the work reads when it runs; None: no length."""
        if count is None:
            return None
        array = self.array(count, "count", 1)
        if array.type not in (_types.I64, _types.U64):
            raise ElementTypeError("count has to be of int64")
        self.kept.append(array)
        return array

    def read_count(self, array: Any) -> int:
        """A number in the context's memory, once the work is done: the one wait of a call whose results it counts."""
        return int.from_bytes(self.native.copy_out(self.stream, array), "little")

    def finish(self, result: Any) -> Any:
        """The result as the caller gets it."""
        for out, _ in self.given:
            if out is result:
                return out
        return self.kind.finish(result)

    def prefix(self, result: Any, size: int) -> Any:
        """The first elements of a result, as the caller gets them."""
        if isinstance(result, _tcu.Memory):
            result.shorten(size)
            return self.kind.finish(result)
        return result[:size]
