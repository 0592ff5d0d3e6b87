# SPDX-License-Identifier: Apache-2.0
"""Scans and recurrences beside NumPy's functions and plain loops."""

import numpy
import pytest
import tcu
from conftest import draw
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    "op, function", [("sum", numpy.cumsum), ("max", numpy.maximum.accumulate), ("min", numpy.minimum.accumulate)]
)
@pytest.mark.parametrize("shape", [(1,), (17,), (3, 41), (2000,)])
def test_inclusive(dtype, op, function, shape):
    x = draw(dtype, shape)
    found = tcu.scan(x, op)
    assert found.shape == shape
    expected = function(x.ravel())
    if op == "sum" and dtype == "float16":
        expected = numpy.cumsum(x.ravel().astype("float64")).astype("float16")
    assert found.ravel().tolist() == expected.tolist()


@given(size=st.integers(0, 400), segment=st.integers(1, 50), initial=st.integers(-5, 5))
def test_exclusive_segments(size, segment, initial):
    x = draw("int32", size, seed=size)
    expected = []
    for begin in range(0, size, segment):
        total = initial
        for value in x[begin : begin + segment].tolist():
            expected.append(total)
            total += value
    assert tcu.scan(x, exclusive=True, segment_size=segment, initial=initial).tolist() == expected


def test_offsets_leave_the_rest():
    x = numpy.ones(10)
    assert tcu.scan(x, offsets=[2, 4, 7]).tolist() == [0, 0, 1, 2, 1, 2, 3, 0, 0, 0]
    out = numpy.full(10, 9.0)
    tcu.scan(x, offsets=[2, 4, 7], out=out)
    assert out.tolist() == [9, 9, 1, 2, 1, 2, 3, 9, 9, 9]


def test_in_place():
    x = draw("float64", 1000)
    expected = numpy.cumsum(x)
    assert tcu.scan(x, out=x) is x
    assert x.tolist() == expected.tolist()


def test_overlap_is_refused():
    x = numpy.ones(10)
    with pytest.raises(tcu.ArgumentError, match="overlap"):
        tcu.scan(x[:5], out=x[1:6])
    assert x.tolist() == [1] * 10


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_recurrence(dtype):
    random = numpy.random.default_rng(3)
    a, b = random.uniform(-1, 1, 300).astype(dtype), random.uniform(-1, 1, 300).astype(dtype)
    initial = numpy.array([0.5, 0.25, 0.125], dtype)
    expected = numpy.empty(300)
    for i in range(300):
        before = float(initial[i // 100]) if i % 100 == 0 else expected[i - 1]
        expected[i] = float(a[i]) * before + float(b[i])
    found = tcu.linear_recurrence(a, b, initial=initial, segment_size=100)
    numpy.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


def test_differences(dtype):
    x = draw(dtype, 100)
    expected = numpy.concatenate([x[:1], numpy.diff(x)])
    assert tcu.adjacent_difference(x).tolist() == expected.tolist()
