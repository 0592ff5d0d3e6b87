# SPDX-License-Identifier: Apache-2.0
"""Element types: the C library's numbers, and the names that NumPy, ml_dtypes, PyTorch and others have for them."""

from __future__ import annotations

import struct
from typing import Any

from ._errors import ArgumentError, ElementTypeError

F16, BF16, F32, F64, I8, U8, I16, U16, I32, U32, I64, U64 = range(12)

#: Names as NumPy and PyTorch have them, in the order of the C library's numbers.
NAMES = (
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
)
#: Bytes of an element.
BYTES = (2, 2, 4, 8, 1, 1, 2, 2, 4, 4, 8, 8)
REALS = frozenset((F16, BF16, F32, F64))
SIGNED = frozenset((I8, I16, I32, I64))

_SHORT_NAMES = ("f16", "bf16", "f32", "f64", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64")
_FORMATS = ("e", "", "f", "d", "b", "B", "h", "H", "i", "I", "q", "Q")

_known: dict[Any, int] = {float: F64, int: I64}
_known.update({name: number for number, name in enumerate(NAMES)})
_known.update({name: number for number, name in enumerate(_SHORT_NAMES)})


def type_of(dtype: Any) -> int:
    """The number of a type that is given in any library's way, as in ``numpy.float32``, ``"float32"``, ``torch.float32``."""
    try:
        return _known[dtype]
    except (KeyError, TypeError):
        pass
    name = str(dtype) if str(dtype).startswith("torch.") else ""
    if name:
        name = name[len("torch.") :]
    else:
        import numpy

        try:
            name = numpy.dtype(dtype).name
        except TypeError:
            name = getattr(dtype, "name", repr(dtype))
    number = _known.get(name)
    if number is None:
        raise ElementTypeError(f"dtype is {dtype!r}; it has to be one of {', '.join(NAMES)}")
    try:
        _known[dtype] = number
    except TypeError:
        pass
    return number


def wide(number: int) -> int:
    """What NumPy sums elements of a type in: integers in 64 bits, reals in their own type."""
    if number in REALS:
        return number
    return I64 if number in SIGNED else U64


def pack(number: int, value: Any, name: str) -> bytes:
    """The bytes of one element, rounded to nearest; a number that the type does not have is an ArgumentError."""
    try:
        if number == BF16:
            return _pack_bfloat16(float(value))
        if number in REALS:
            return struct.pack("<" + _FORMATS[number], float(value))
        return struct.pack("<" + _FORMATS[number], int(value))
    except (struct.error, OverflowError, ValueError) as error:
        raise ArgumentError(f"{name} is {value!r}, which {NAMES[number]} does not have") from error


def _pack_bfloat16(value: float) -> bytes:
    if value != value:
        return struct.pack("<H", 0x7FC0)
    # Of the 64 bits the sign, 8 of the exponent and 7 of the fraction are kept, by a division of the exact number: rounding
    # to 32 bits first could round twice.
    (bits,) = struct.unpack("<I", struct.pack("<f", value))
    (back,) = struct.unpack("<f", struct.pack("<I", bits))
    if back != value:  # was rounded: make the last bit say so, in the direction of the exact number
        if abs(back) > abs(value):
            bits -= 1
        bits |= 1
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return struct.pack("<H", rounded & 0xFFFF)


def index_type(number: int) -> int:
    """The unsigned type that stands for an integer type of 4 or 8 bytes: of positions, whose bits are the same."""
    if number in (I32, U32):
        return U32
    if number in (I64, U64):
        return U64
    raise ElementTypeError(f"positions and lengths are integers of 4 or 8 bytes, not {NAMES[number]}")
