# SPDX-License-Identifier: Apache-2.0
"""What the tests share: the element types with NumPy's, and arrays of random elements of each."""

from __future__ import annotations

import importlib.util

import numpy
import pytest
from hypothesis import HealthCheck, settings

# Tests that need a library of arrays are there where it is.
collect_ignore = [f"test_{library}.py" for library in ("torch", "jax", "cupy") if importlib.util.find_spec(library) is None]

settings.register_profile("tcu", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("tcu")

REALS = ("float16", "float32", "float64")
INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def draw(dtype: str, size: int | tuple[int, ...], seed: int = 1) -> numpy.ndarray:
    """Small integers in any type, so that sums are exact in every order."""
    random = numpy.random.default_rng(seed)
    low = 0 if dtype.startswith("uint") else -8
    return random.integers(low, 9, size).astype(dtype)


@pytest.fixture(params=REALS + INTEGERS)
def dtype(request: pytest.FixtureRequest) -> str:
    return request.param
