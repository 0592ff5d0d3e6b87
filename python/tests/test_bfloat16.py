# SPDX-License-Identifier: Apache-2.0
"""Arrays of ml_dtypes.bfloat16, which NumPy cannot describe by buffers or DLPack."""

import ml_dtypes
import numpy
import tcu
from tcu import _types


def test_operations():
    x = numpy.arange(-8, 8).astype(ml_dtypes.bfloat16)
    assert tcu.reduce(x).dtype == ml_dtypes.bfloat16 and tcu.reduce(x) == -8
    assert tcu.scan(x, "max").astype(float).tolist() == list(range(-8, 8))
    assert tcu.sort(x, descending=True).astype(float).tolist() == list(range(7, -9, -1))
    assert tcu.reduce(x, dtype="float32").dtype == numpy.float32
    assert tcu.compact_if(x, ">", 5).astype(float).tolist() == [6, 7]
    assert tcu.compact(x, x > 5).dtype == ml_dtypes.bfloat16


def test_numbers_are_rounded_once():
    random = numpy.random.default_rng(1)
    values = numpy.concatenate([random.uniform(-1e3, 1e3, 1000), [1 + 2**-8 + 2**-40, 1 + 2**-8 - 2**-40, -(1 + 2**-8)]])
    expected = values.astype(ml_dtypes.bfloat16)
    for value, rounded in zip(values.tolist()[1000:] + values.tolist()[:100], [*expected[1000:], *expected[:100]]):
        packed = numpy.frombuffer(_types.pack(_types.BF16, value, "value"), ml_dtypes.bfloat16)[0]
        exact = abs(float(packed) - value)
        assert exact <= abs(float(rounded) - value)
