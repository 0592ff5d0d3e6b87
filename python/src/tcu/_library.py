# SPDX-License-Identifier: Apache-2.0
"""Which shared library the extension module works with.

A package ``libtcu`` with CUDA kernels is loaded first where it is installed: the extension module asks for a library of the
same name, and the loader gives it the one that is there. Else it finds the package's own, in ``tcu/lib``.
"""

from __future__ import annotations

import importlib
import importlib.util


def load() -> str:
    """Loads the library; says which: "libtcu" or "tcu"."""
    if importlib.util.find_spec("libtcu") is not None:
        library = importlib.import_module("libtcu")
        if library.load_library():
            return "libtcu"
    return "tcu"
