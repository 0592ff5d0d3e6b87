# SPDX-License-Identifier: Apache-2.0
"""Exceptions: each has the library's sentence, which names the argument and its value, and the status."""

from __future__ import annotations


class Error(Exception):
    """What the library refuses, or fails at. ``status`` is the number of the C library's ``tcu_status``."""

    def __init__(self, sentence: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status


class ArgumentError(Error, ValueError):
    """A value, a shape, an overlap or a size that the operation does not allow."""


class ElementTypeError(Error, TypeError):
    """Elements of a type, or a pair of types, that the operation does not take."""


class OutOfMemoryError(Error, MemoryError):
    """There was no memory left."""


_CLASSES = {
    1: ArgumentError,  # invalid argument
    2: ElementTypeError,  # unsupported type
    3: ArgumentError,  # misaligned
    4: ArgumentError,  # overlap
    5: ArgumentError,  # size overflow
    7: OutOfMemoryError,
    10: ArgumentError,  # offsets
    11: ArgumentError,  # algorithm
    13: ArgumentError,  # levels
}


def error_of_status(status: int, sentence: str) -> Error:
    """The exception that a status of the C library stands for."""
    return _CLASSES.get(status, Error)(sentence, status)
