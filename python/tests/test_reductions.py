# SPDX-License-Identifier: Apache-2.0
"""Reductions beside NumPy's."""

import numpy
import pytest
import tcu
from conftest import INTEGERS, draw
from hypothesis import given
from hypothesis import strategies as st

NUMPY = {"sum": numpy.sum, "product": numpy.prod, "min": numpy.min, "max": numpy.max}


@pytest.mark.parametrize("op", NUMPY)
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_whole_arrays(dtype, op, size):
    x = draw(dtype, size)
    if op == "product":
        x = numpy.where(numpy.arange(size) < 5, x, 1).astype(dtype)
    found = tcu.reduce(x, op)
    expected = NUMPY[op](x)
    assert found == expected
    assert found.dtype == expected.dtype


@pytest.mark.parametrize("op, function", [("and", numpy.bitwise_and), ("or", numpy.bitwise_or), ("xor", numpy.bitwise_xor)])
def test_bits(op, function):
    for dtype in INTEGERS:
        x = draw(dtype, 100)
        assert tcu.reduce(x, op) == function.reduce(x)


def test_maps_and_initial():
    x = numpy.array([3.0, -4.0, 0.0])
    assert tcu.reduce(x, map="square") == 25
    assert tcu.reduce(x, map="absolute") == 7
    assert tcu.reduce(x, "max", map="absolute") == 4
    assert tcu.reduce(x, map="nonzero") == 2
    assert tcu.reduce(x, initial=10) == 9
    assert numpy.isnan(tcu.reduce(numpy.array([1, numpy.nan]), "min"))
    assert tcu.reduce(numpy.array([1, numpy.nan]), "min", nan="ignore") == 1


def test_no_elements():
    assert tcu.reduce(numpy.empty(0)) == 0
    assert tcu.reduce(numpy.empty(0), "min") == numpy.inf
    assert tcu.reduce(numpy.empty((3, 0)), initial=2) == 2
    assert tcu.reduce(numpy.empty(0), segment_size=3).shape == (0,)


@given(
    size=st.integers(0, 300),
    segment=st.integers(1, 40),
    dtype=st.sampled_from(["float32", "float64", "int32", "uint8"]),
)
def test_segments_of_one_size(size, segment, dtype):
    x = draw(dtype, size, seed=size)
    expected = [x[begin : begin + segment].sum() for begin in range(0, size, segment)]
    assert tcu.reduce(x, segment_size=segment).tolist() == expected


@given(lengths=st.lists(st.integers(0, 50), min_size=1, max_size=20))
def test_segments_by_offsets(lengths):
    offsets = numpy.concatenate([[0], numpy.cumsum(lengths)]).astype(numpy.int64)
    x = draw("int32", int(offsets[-1]), seed=len(lengths))
    expected = [x[a:b].sum() for a, b in zip(offsets, offsets[1:])]
    assert tcu.reduce(x, offsets=offsets).tolist() == expected
    assert tcu.reduce(x, offsets=offsets.tolist()).tolist() == expected


def test_types_of_results():
    assert tcu.reduce(draw("int8", 5)).dtype == numpy.int64
    assert tcu.reduce(draw("float16", 5), dtype="float32").dtype == numpy.float32
    assert tcu.reduce(draw("int8", 5), dtype=numpy.int8).dtype == numpy.int8
    out = numpy.zeros(2, numpy.float64)
    assert tcu.reduce(draw("float32", 10), segment_size=5, out=out) is out
    assert out.tolist() == draw("float32", 10).reshape(2, 5).sum(1).tolist()
    with pytest.raises(tcu.ElementTypeError, match="tcu_reduce"):
        tcu.reduce(draw("float64", 5), dtype="float16")


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "uint64"])
def test_dot(dtype):
    x, y = draw(dtype, 999, 1), draw(dtype, 999, 2)
    assert tcu.dot(x, y) == numpy.dot(x.astype("int64" if dtype[0] in "iu" else dtype), y)
    assert tcu.dot(x, y, segment_size=100).tolist() == [numpy.dot(x[a : a + 100], y[a : a + 100]) for a in range(0, 999, 100)]
    assert tcu.dot(x, y, offsets=[0, 3, 3, 999])[1] == 0


def test_extrema(dtype):
    x = draw(dtype, 500)
    found = tcu.extrema(x)
    assert (found.min, found.argmin, found.max, found.argmax) == (x.min(), x.argmin(), x.max(), x.argmax())
    rows = tcu.extrema(x, segment_size=50)
    assert rows.argmax.tolist() == x.reshape(10, 50).argmax(1).tolist()
    assert tcu.extrema(x, offsets=[0, 0, 500]).argmin.tolist() == [-1, x.argmin()]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "uint8"])
def test_moments(dtype):
    x = draw(dtype, (30, 20))
    wide = x.astype(numpy.float64)
    found = tcu.moments(x, columns=True, correction=1)
    numpy.testing.assert_allclose(found.mean, wide.mean(0), rtol=1e-5, atol=1e-6)
    numpy.testing.assert_allclose(found.variance, wide.var(0, ddof=1), rtol=1e-4)
    whole = tcu.moments(x)
    assert whole.count == 600
    numpy.testing.assert_allclose(whole.variance, wide.var(), rtol=1e-4)
    numpy.testing.assert_allclose(tcu.moments(x, segment_size=20).mean, wide.mean(1), rtol=1e-5, atol=1e-6)
    assert tcu.moments(x, offsets=[0, 5, 600]).count.tolist() == [5, 595]
