# SPDX-License-Identifier: Apache-2.0
"""Operations by key: pages, bars, names of rows, figures (bench/families/bars.py says what each is)."""

from measures import SIZES, large, of_roof, over_cub, power

PAGES = {"by_key": ("reduce_by_key", "scan_by_key", "unique_by_key", "group_by")}
FIGURES = {"by_key": ("by-key",)}
REDUCE, SCAN, UNIQUE, GROUPS = PAGES["by_key"]


def _rows(*ops):
    return lambda r: r["op"] in ops and large(r)


BARS = {
    "by_key": [
        ("reduce_by_key, unique_by_key u32, f32, runs of 1, 4, 16, 256", _rows(REDUCE, UNIQUE), of_roof, 85),
        ("reduce_by_key, unique_by_key, against CUB", _rows(REDUCE, UNIQUE), over_cub, 1.25),
        ("scan_by_key u32, f32", _rows(SCAN), of_roof, 88),
        ("group_by u32, f32, against CUB's sort and ReduceByKey", _rows(GROUPS), over_cub, 1.3),
    ],
}


def parts(row):
    return ["%s groups" % power(row["param"]) if row["op"] == GROUPS else "runs of %g" % row["param"]]


def draw(plot, name, gpu, rows):
    plot.lines(name + "-by-key", "reduce_by_key, u32 keys, f32 values, " + gpu,
               [r for r in rows if r["op"] == REDUCE and large(r)], "param", "mean length of runs")


def numpy_function(numpy, row, x, generator):
    """Groups by pandas, where it is installed, else by NumPy's sort."""
    if row["op"] != GROUPS:
        return None
    keys = generator.integers(0, int(row["param"]), row["n"]).astype(x.dtype)
    values = generator.random(row["n"]).astype(numpy.dtype(row["out"][0] + str(SIZES[row["out"]])))
    try:
        import pandas
    except ImportError:
        def sums():
            order = numpy.argsort(keys, kind="stable")
            in_order = keys[order]
            begins = numpy.flatnonzero(numpy.concatenate(([True], in_order[1:] != in_order[:-1])))
            return in_order[begins], numpy.add.reduceat(values[order], begins)
        return "numpy.argsort, add.reduceat", sums
    grouped = pandas.DataFrame({"key": keys, "value": values})
    return "pandas groupby.sum", lambda: grouped.groupby("key")["value"].sum()
