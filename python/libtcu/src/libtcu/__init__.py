# SPDX-License-Identifier: Apache-2.0
"""The C library tcu as a wheel: where its files are, and how the Python package tcu gets it."""

from __future__ import annotations

import ctypes
from pathlib import Path

#: The prefix: include/, lib/ and lib/cmake/tcu/ are in it.
prefix = Path(__file__).resolve().parent


def load_library() -> ctypes.CDLL | None:
    """Loads the shared library, so that what asks for one of its name gets this one; None where it is not there."""
    found = sorted((prefix / "lib").glob("libtcu.so.*.*"), key=lambda path: len(path.name))
    return ctypes.CDLL(str(found[0])) if found else None
