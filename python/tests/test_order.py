# SPDX-License-Identifier: Apache-2.0
"""Sorts, merges, searches, selections and groups beside NumPy's."""

import numpy
import pytest
import tcu
from conftest import draw
from hypothesis import given
from hypothesis import strategies as st


def test_sorts(dtype):
    x = draw(dtype, 1000)
    assert tcu.sort(x).tolist() == numpy.sort(x).tolist()
    assert tcu.sort(x, descending=True).tolist() == numpy.sort(x)[::-1].tolist()
    assert tcu.argsort(x).tolist() == numpy.argsort(x, kind="stable").tolist()
    assert tcu.argsort(x, dtype="uint32").dtype == numpy.uint32
    pairs = tcu.sort_pairs(x, numpy.arange(1000.0))
    order = numpy.argsort(x, kind="stable")
    assert pairs.keys.tolist() == x[order].tolist() and pairs.values.tolist() == order.tolist()
    rows = x.reshape(20, 50)
    assert tcu.sort(rows, segment_size=50).tolist() == numpy.sort(rows, 1).tolist()


@given(lengths=st.lists(st.integers(0, 30), min_size=1, max_size=10), descending=st.booleans())
def test_segments(lengths, descending):
    offsets = numpy.concatenate([[0], numpy.cumsum(lengths)])
    x = draw("int16", int(offsets[-1]), seed=7)
    expected = [numpy.sort(x[a:b])[:: -1 if descending else 1] for a, b in zip(offsets, offsets[1:])]
    expected = numpy.concatenate(expected).tolist()
    assert tcu.sort(x, offsets=offsets, descending=descending).tolist() == expected
    pairs = tcu.sort_pairs(x, x.astype("float64"), offsets=offsets, descending=descending)
    assert pairs.keys.tolist() == pairs.values.tolist() == expected


def test_bits():
    x = numpy.array([0x12, 0x31, 0x22, 0x01], numpy.uint8)
    assert tcu.sort(x, bits=(4, 8)).tolist() == [0x01, 0x12, 0x22, 0x31]


def test_merges_and_searches(dtype):
    a, b = numpy.sort(draw(dtype, 100)), numpy.sort(draw(dtype, 57, seed=2))
    assert tcu.merge(a, b).tolist() == numpy.sort(numpy.concatenate([a, b])).tolist()
    pairs = tcu.merge(a, b, numpy.arange(100), numpy.arange(100, 157))
    assert (numpy.concatenate([a, b])[pairs.values] == pairs.keys).all()
    for side in ("left", "right"):
        assert tcu.search_sorted(a, b, side).tolist() == numpy.searchsorted(a, b, side).tolist()
        assert tcu.search_sorted(a, b, side, values_sorted=True).tolist() == numpy.searchsorted(a, b, side).tolist()


@pytest.mark.parametrize("k", [0, 1, 10, 99, 1000])
def test_top_k(dtype, k):
    x = draw(dtype, 300)
    order = numpy.argsort(-x.astype("float64"), kind="stable")[:k]
    best = tcu.top_k(x, k)
    assert best.indices.tolist() == order.tolist() and best.keys.tolist() == x[order].tolist()
    least = tcu.top_k(x, k, smallest=True)
    assert least.indices.tolist() == numpy.argsort(x, kind="stable")[:k].tolist()


def test_top_k_of_segments():
    x = numpy.array([3, 1, 4, 1, 5, 9, 2])
    found = tcu.top_k(x, 2, segment_size=3)
    assert found.keys.tolist() == [[4, 3], [9, 5], [2, 0]]
    assert found.indices.tolist() == [[2, 0], [2, 1], [0, -1]]
    assert tcu.top_k(x, 1, offsets=[0, 1, 7]).keys.tolist() == [[3], [9]]


@given(values=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=100), q=st.lists(st.floats(0, 1), max_size=5))
def test_quantiles(values, q):
    x = numpy.array(values)
    for method in ("linear", "lower", "higher", "nearest", "midpoint"):
        expected = numpy.quantile(x, numpy.array(q), method=method)
        numpy.testing.assert_allclose(tcu.quantile(x, q, method=method), expected, rtol=1e-12, atol=1e-12)


def test_quantiles_of_nans_and_places():
    x = numpy.array([1, numpy.nan, 3])
    assert numpy.isnan(tcu.quantile(x, 0.5))
    assert tcu.quantile(x, 0.5, nan="omit") == 2
    found = tcu.nth_element(numpy.array([5, 1, 3]), 0, descending=True)
    assert (found.key, found.index) == (5, 0)
    with pytest.raises(tcu.ArgumentError, match="rank"):
        tcu.nth_element(numpy.array([5, 1, 3]), 3)


@given(keys=st.lists(st.integers(0, 5), max_size=150))
def test_groups(keys):
    keys = numpy.array(keys, numpy.int32)
    values = draw("float64", keys.size, seed=3)
    names = numpy.array([f"n{i}" for i in range(keys.size)], "S5")
    found = tcu.group_by(keys, ("sum", values), ("max", values), ("first", names), ("last", values))
    different, counts = numpy.unique(keys, return_counts=True)
    assert found.keys.tolist() == different.tolist() and found.lengths.tolist() == counts.tolist()
    assert found.columns[0].tolist() == [values[keys == key].sum() for key in different]
    assert found.columns[1].tolist() == [values[keys == key].max() for key in different]
    assert found.columns[2].tolist() == [names[keys == key][0] for key in different]
    assert found.columns[3].tolist() == [values[keys == key][-1] for key in different]


@given(keys=st.lists(st.integers(0, 2), max_size=100))
def test_by_key(keys):
    keys = numpy.array(keys, numpy.int64)
    values = draw("int32", keys.size, seed=4)
    begins = numpy.flatnonzero(numpy.concatenate([[True], keys[1:] != keys[:-1]])) if keys.size else numpy.array([], int)
    parts = numpy.split(values, begins[1:]) if keys.size else []
    found = tcu.reduce_by_key(keys, values)
    assert found.keys.tolist() == keys[begins].tolist()
    assert found.values.tolist() == [part.sum() for part in parts]
    assert found.lengths.tolist() == [part.size for part in parts]
    assert tcu.reduce_by_key(keys, values, "min").values.tolist() == [part.min() for part in parts]
    expected = [value for part in parts for value in numpy.cumsum(part).tolist()]
    assert tcu.scan_by_key(keys, values).tolist() == expected
    assert tcu.unique_by_key(keys, values).values.tolist() == values[begins].tolist()


def test_top_k_with_values():
    x, names = draw("float32", 100), numpy.array([f"n{i}" for i in range(100)], "S4")
    order = numpy.argsort(-x, kind="stable")[:7]
    found = tcu.top_k(x, 7, names)
    assert found.keys.tolist() == x[order].tolist() and found.values.tolist() == names[order].tolist()
    rows = tcu.top_k(x, 2, names, segment_size=10)
    assert rows.values.shape == (10, 2)
    assert rows.values.tolist() == tcu.top_k(x, 2, names, offsets=numpy.arange(0, 101, 10)).values.tolist()
