# SPDX-License-Identifier: Apache-2.0
"""Compactions, runs, gathers and histograms beside NumPy's."""

import numpy
import pytest
import tcu
from conftest import draw
from hypothesis import given
from hypothesis import strategies as st

RECORD = numpy.dtype([("x", "f8"), ("name", "S3"), ("id", "u2")])


def records(size):
    made = numpy.zeros(size, RECORD)
    made["x"], made["id"] = numpy.arange(size), numpy.arange(size) % 7
    return made


@given(flags=st.lists(st.booleans(), max_size=200))
def test_compact(flags):
    flags = numpy.array(flags, bool)
    for x in (draw("int16", flags.size), records(flags.size), draw("float64", (flags.size, 3)), flags.copy()):
        assert tcu.compact(x, flags).tolist() == x[flags].tolist()
        parts = tcu.partition(x, flags)
        assert parts.out.tolist() == numpy.concatenate([x[flags], x[~flags]]).tolist()
        assert parts.count[0] == flags.sum()
    assert tcu.compact_indices(flags).tolist() == numpy.flatnonzero(flags).tolist()


@pytest.mark.parametrize("comparison", ["<", "<=", ">", ">=", "==", "!="])
def test_comparisons(dtype, comparison):
    x = draw(dtype, 300)
    kept = eval(f"x {comparison} 3")
    assert tcu.compact_if(x, comparison, 3).tolist() == x[kept].tolist()
    assert tcu.partition_if(x, comparison, 3).out.tolist() == numpy.concatenate([x[kept], x[~kept]]).tolist()


def test_ranges_and_dates():
    x = draw("float32", 100)
    assert tcu.compact_if(x, "outside", -2, 2).tolist() == x[(x < -2) | (x > 2)].tolist()
    with pytest.raises(tcu.ArgumentError, match="upper"):
        tcu.compact_if(x, "inside", 1)
    days = numpy.arange("2024-01-01", "2024-02-01", dtype="datetime64[D]")
    assert (tcu.compact(days, days > days[20]) == days[21:]).all()


def test_into_and_its_memory():
    x, flags = draw("int32", 50), draw("int8", 50) > 0
    out = numpy.full(50, 77, numpy.int32)
    found = tcu.compact_into(x, flags, out)
    kept = int(found.count[0])
    assert found.out is out and out[:kept].tolist() == x[flags].tolist() and (out[kept:] == 77).all()


@given(values=st.lists(st.integers(0, 3), max_size=100))
def test_runs(values):
    x = numpy.array(values, numpy.int32)
    begins = numpy.flatnonzero(numpy.concatenate([[True], x[1:] != x[:-1]])) if x.size else numpy.array([], int)
    runs = tcu.run_length_encode(x)
    assert runs.items.tolist() == x[begins].tolist() == tcu.unique(x).tolist()
    assert tcu.run_length_decode(runs.items, runs.lengths).tolist() == values
    assert tcu.run_length_decode(runs.items, runs.lengths, size=x.size).tolist() == values


def test_gather_and_scatter():
    x = records(20)
    places = numpy.array([[3, 19, 0], [5, 5, 1]], numpy.int32)
    assert tcu.gather(x, places).tolist() == x[places].tolist()
    matrix = draw("float32", (20, 4))
    assert tcu.gather(matrix, places).shape == (2, 3, 4)
    assert (tcu.gather(matrix, places) == matrix[places]).all()
    assert tcu.gather(numpy.arange(5), numpy.array([-1, 4, 5])).tolist() == [0, 4, 0]
    given = numpy.full(3, 7)
    assert tcu.gather(numpy.arange(5), numpy.array([-1, 4, 5]), out=given) is given and given.tolist() == [7, 4, 7]
    order = numpy.random.default_rng(1).permutation(20)
    out = numpy.zeros_like(matrix)
    assert tcu.scatter(matrix, order, out) is out
    assert (out[order] == matrix).all()


@pytest.mark.parametrize("dtype", ["uint8", "int32", "float32", "float64"])
def test_histogram(dtype):
    x = draw(dtype, 1000)
    levels = numpy.array([-8, -3, 0, 1, 9], "int64" if dtype[0] in "iu" else "float64")
    expected = [int(((x >= a) & (x < b)).sum()) for a, b in zip(levels, levels[1:])]
    assert tcu.histogram(x, levels).tolist() == expected
    assert tcu.histogram(x, 17, (-8, 9)).tolist() == [int((x == value).sum()) for value in range(-8, 9)]
    assert tcu.histogram(x, 4).sum() == 1000
    weights = draw("float64", 1000, seed=5)
    sums = [weights[x == value].sum() for value in range(-8, 9)]
    assert tcu.histogram(x, 17, (-8, 9), weights=weights).tolist() == sums
    assert tcu.histogram(x, levels, dtype="uint32").dtype == numpy.uint32


def test_objects_are_refused():
    with pytest.raises(TypeError, match="objects"):
        tcu.unique(numpy.array([1, "a"], object))
    with pytest.raises(TypeError, match="objects"):
        tcu.compact(numpy.zeros(2, [("a", object)]), numpy.ones(2, bool))


def test_columns():
    flags = draw("int8", 60) > 0
    columns = [draw("float32", 60), records(60), draw("int64", (60, 2))]
    for found, column in zip(tcu.compact_columns(columns, flags), columns):
        assert found.tolist() == column[flags].tolist()
    with pytest.raises(tcu.ArgumentError, match="column 1"):
        tcu.compact_columns([columns[0], columns[1][:5]], flags)


def test_channels():
    pixels = draw("uint8", (30, 40, 3))
    found = tcu.histogram_channels(pixels, [9, 0, 3], [(0, 9), (0, 1), (0, 9)])
    assert found[0].tolist() == [int((pixels[..., 0] == value).sum()) for value in range(9)]
    assert found[1] is None
    assert found[2].tolist() == [int((pixels[..., 2] // 3 == value).sum()) for value in range(3)]


def test_counts_in_memory():
    x = draw("int32", 100)
    kept = tcu.compact_into(x, x > 0)
    first = x[x > 0]
    assert tcu.reduce(kept.out, count=kept.count) == first.sum()
    assert tcu.extrema(kept.out, count=kept.count).argmax == first.argmax()
    assert tcu.dot(kept.out, kept.out, count=kept.count) == (first.astype("int64") ** 2).sum()
    for found, expected in (
        (tcu.scan(kept.out, count=kept.count), numpy.cumsum(first)),
        (tcu.sort(kept.out, count=kept.count), numpy.sort(first)),
        (tcu.argsort(kept.out, count=kept.count), numpy.argsort(first, kind="stable")),
        (tcu.gather(x, kept.out, count=kept.count), x[first]),
        (tcu.adjacent_difference(kept.out, count=kept.count), numpy.diff(first, prepend=0)),
    ):
        assert found[: first.size].tolist() == expected.tolist()
    groups = tcu.group_by(kept.out, ("sum", kept.out), count=kept.count)
    assert groups.lengths.sum() == first.size
    assert tcu.reduce_by_key(kept.out, kept.out, count=kept.count).values.sum() == first.sum()
    with pytest.raises(tcu.ElementTypeError, match="count"):
        tcu.reduce(x, count=numpy.ones(1, "int32"))
    with pytest.raises(tcu.ArgumentError, match="count"):
        tcu.reduce(x, count=numpy.ones(2, "int64"))
