# SPDX-License-Identifier: Apache-2.0
"""Compactions: pages, bars, names of rows, columns, figures, NumPy (bench/families/bars.py says what each is)."""

from measures import of_roof, over_cub

PAGES = {"compact": ("compact", "compact_if", "compact_indices", "compact_columns", "partition", "partition_if",
                     "unique")}
FIGURES = {"compact": ("compaction", "compaction-small")}
SHOWS_FORMS = ("compact_columns",)


def _kept(op, case, types):
    """Large rows of a compaction with a tenth, half or nine tenths kept at random."""
    return lambda r: (r["op"] == op and r["case"] == case and r["in"] in types and r["dist"] == "uniform" and
                      r["param"] in (0.1, 0.5, 0.9) and r["n"] >= 1 << 27)


def _runs(r):
    return r["op"] == "unique" and r["case"] is None and r["in"] == "u32" and r["n"] >= 1 << 27


def _runs_with_lengths(r):
    return r["op"] == "unique" and r["case"] == "lengths" and r["n"] >= 1 << 27


def _large(op):
    return lambda r: r["op"] == op and r["n"] >= 1 << 27


BARS = {
    "compact": [
        ("compact_if u32 and f32, 10, 50, 90% kept", _kept("compact_if", "less", ("u32", "f32")), of_roof, 90),
        ("compact_if u32 and f32, against CUB", _kept("compact_if", "less", ("u32", "f32")), over_cub, 1.35),
        ("compact by bytes, u32, u16, u8, 10, 50, 90% kept",
         _kept("compact", "bytes", ("u32", "u16", "u8")), of_roof, 92),
        ("compact by bytes, u32, against CUB", _kept("compact", "bytes", ("u32",)), over_cub, 1.45),
        ("compact by bytes, u16, against CUB", _kept("compact", "bytes", ("u16",)), over_cub, 2.3),
        ("compact by bytes, u8, against CUB", _kept("compact", "bytes", ("u8",)), over_cub, 3.4),
        ("compact by bytes, items of 8 and 16 bytes", _kept("compact", "bytes", ("u64", "b128")), of_roof, 90),
        ("partition by bytes, u32", _kept("partition", "bytes", ("u32",)), of_roof, 85),
        ("unique u32, runs of 1, 4, 64", _runs, of_roof, 85),
        ("unique u32, against CUB", _runs, over_cub, 1.3),
        ("unique u32 with lengths, runs of 1, 4, 64, 256", _runs_with_lengths, of_roof, 80),
        ("unique u32 with lengths, against CUB", _runs_with_lengths, over_cub, 1),
        ("compact_indices", _large("compact_indices"), of_roof, 80),
        ("compact_indices, against CUB", _large("compact_indices"), over_cub, 1),
        ("partition by bytes, u8 and u16", _kept("partition", "bytes", ("u8", "u16")), of_roof, 80),
        ("partition, against CUB", _large("partition"), over_cub, 1),
        ("partition_if", _large("partition_if"), of_roof, 80),
        ("partition_if, against CUB, which reverses the others", _large("partition_if"), over_cub, 1),
        ("compact_columns, 4 x u32", _kept("compact_columns", "bytes", ("u32",)), of_roof, 88),
        ("compact_columns, 4 x u32, against 4 calls of CUB and a zip iterator",
         _kept("compact_columns", "bytes", ("u32",)), over_cub, 1),
        ("compactions, n = 2^10 ... 2^22, against CUB",
         lambda r: r["n"] <= 1 << 22, over_cub, 1),
    ],
}


def parts(row):
    dist = [row["dist"]] if row["dist"] not in ("uniform", "geometric") else []
    return dist + ["runs of %g" % row["param"] if row["op"] == "unique" else "%g%% kept" % (100 * row["param"])]


def draw(plot, name, gpu, rows):
    """By item size over the fraction that is kept; and small arrays over n."""
    def kept(op, case, in_type):
        return [dict(r, percent=100 * r["param"]) for r in rows
                if (r["op"], r["case"], r["in"], r["dist"]) == (op, case, in_type, "uniform") and r["n"] >= 1 << 27]

    def small(op, case, in_type):
        return [r for r in rows if (r["op"], r["case"], r["in"]) == (op, case, in_type) and r["n"] <= 1 << 22]

    large = [("compact by bytes, %s" % t, kept("compact", "bytes", t)) for t in ("u8", "u16", "u32", "u64", "b128")]
    plot.panels(name + "-compaction", "compaction, 2^28 items (b128: 2^27), " + gpu,
           large + [("compact_if, u32", kept("compact_if", "less", "u32"))], "percent", plot.gigabytes, "% kept",
           "GB/s", plot.SERIES)
    some = [("compact, u32, bytes", small("compact", "bytes", "u32")),
            ("compact_if, u32", small("compact_if", "less", "u32")),
            ("compact_columns, 4 x u32", small("compact_columns", "bytes", "u32")),
            ("partition, u32, bytes", small("partition", "bytes", "u32")),
            ("unique, u32, runs of 4", small("unique", None, "u32"))]
    plot.panels(name + "-compaction-small", "small arrays, half kept, one call after another, " + gpu, some, "n",
           lambda r, key: 1000 * r[key], "n", "us a call", plot.SERIES, log_x=True)


def threshold(row, kind):
    """The element below which the row's fraction of the elements lies."""
    if row["in"] in ("f32", "f64"):
        return kind(2 * row["param"] - 1)
    return kind(row["param"] * 2 ** (8 * kind().itemsize))


def numpy_function(numpy, row, x, generator):
    if row["op"] in ("compact_columns", "partition_if"):
        return None
    flags = generator.random(row["n"]) < row["param"]
    if row["op"] == "compact" and row["case"] == "bytes":
        return "numpy.compress", lambda: x[flags]
    if row["op"] == "compact_if" and row["case"] == "less":
        bound = threshold(row, x.dtype.type)
        return "x[x < value]", lambda: x[x < bound]
    if row["op"] == "compact_indices" and row["case"] == "bytes" and row["out"] == "u64":
        return "numpy.flatnonzero", lambda: numpy.flatnonzero(flags)
    if row["op"] == "partition" and row["case"] == "bytes":
        return "numpy.concatenate", lambda: numpy.concatenate((x[flags], x[~flags]))
    if row["op"] == "unique" and not row["case"]:
        def unique():
            begins = numpy.empty(x.size, bool)
            begins[0] = True
            numpy.not_equal(x[1:], x[:-1], out=begins[1:])
            return x[begins]
        return "x[x[1:] != x[:-1]]", unique
    return None
