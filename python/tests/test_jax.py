# SPDX-License-Identifier: Apache-2.0
"""JAX's arrays: results are JAX's, without copies."""

import jax
import jax.numpy
import numpy
import pytest
import tcu


def test_results_are_arrays_of_jax():
    x = jax.numpy.arange(6, dtype=jax.numpy.float32)
    assert isinstance(tcu.scan(x), jax.Array)
    assert tcu.scan(x).tolist() == numpy.cumsum(numpy.arange(6)).tolist()
    assert tcu.compact(x, x > 2).tolist() == [3, 4, 5]
    assert tcu.sort(x, descending=True).tolist() == [5, 4, 3, 2, 1, 0]
    assert tcu.top_k(x, 2, segment_size=4).keys.tolist() == [[3, 2], [5, 4]]
    half = tcu.scan(x.astype(jax.numpy.bfloat16))
    assert half.dtype == jax.numpy.bfloat16 and half.astype(float).tolist() == [0, 1, 3, 6, 10, 15]
    found = tcu.scan(x)
    again = tcu.reduce(found)
    del x, found
    assert float(again) == 35


def test_nothing_writes_to_them():
    x = jax.numpy.arange(6.0)
    with pytest.raises(TypeError, match="JAX"):
        tcu.scan(x, out=x)
