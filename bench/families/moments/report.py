# SPDX-License-Identifier: Apache-2.0
"""Moments: pages, bars, names of rows, figures, NumPy (bench/families/bars.py says what each is)."""

from measures import large, of_roof, over_cub, power

PAGES = {"moments": ("segmented_moments", "segmented_moments_offsets", "column_moments")}
FIGURES = {"moments": ("segmented-moments",)}
SEGMENTS, OFFSETS, COLUMNS = PAGES["moments"]


def _rows(op, params, types=("f32",)):
    return lambda r: r["op"] == op and large(r) and r["in"] in types and r["in"] != "f64" and r["param"] in params


BARS = {
    "moments": [
        ("segmented_moments f32, segments of 2^10 and 2^16", _rows(SEGMENTS, (1 << 10, 1 << 16)), of_roof, 92),
        ("segmented_moments f16, bf16, u8, segments of 2^10 and 2^16",
         _rows(SEGMENTS, (1 << 10, 1 << 16), ("f16", "bf16", "u8")), of_roof, 85),
        ("segmented_moments f32, segments of 16 and 256", _rows(SEGMENTS, (16, 256)), of_roof, 70),
        ("column_moments f32, 2^12 columns", _rows(COLUMNS, (1 << 12,)), of_roof, 85),
        ("segmented_moments, against CUB", lambda r: r["op"] == SEGMENTS and large(r), over_cub, 1),
        ("segmented_moments_offsets, against CUB", lambda r: r["op"] == OFFSETS and large(r), over_cub, 1),
    ],
}


def parts(row):
    if row["dist"] != "uniform":
        return [row["dist"]]
    names = {SEGMENTS: "segment %s", OFFSETS: "mean %s", COLUMNS: "%s columns"}
    return [names[row["op"]] % power(row["param"])] if row["param"] else []


def draw(plot, name, gpu, rows):
    plot.lines(name + "-segmented-moments", "segmented_moments, f32, 2^29 elements, " + gpu,
               [r for r in rows if r["op"] == SEGMENTS and r["in"] == "f32" and r["out"] == "f32" and large(r)], "param",
               "segment size")


def numpy_function(numpy, row, x, generator):
    if row["op"] == OFFSETS or not row["param"]:
        return None
    table = x[:x.size - x.size % int(row["param"])].reshape(-1, int(row["param"]))
    axis = 0 if row["op"] == COLUMNS else 1
    return "numpy.mean, numpy.var", lambda: (numpy.mean(table, axis), numpy.var(table, axis))
