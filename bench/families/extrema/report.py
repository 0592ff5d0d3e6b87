# SPDX-License-Identifier: Apache-2.0
"""Extrema with positions: pages, bars, names of rows, figures, NumPy (bench/families/bars.py says what each is)."""

from measures import large, large_half, of_roof, over_cub, power, small

PAGES = {"extrema": ("reduce_extrema", "segmented_reduce_extrema", "segmented_reduce_extrema_offsets")}
FIGURES = {"extrema": ()}
WHOLE, SEGMENTS, OFFSETS = PAGES["extrema"]


def _rows(op, types=("f32", "u32", "f16"), params=None):
    return lambda r: r["op"] == op and large(r) and r["in"] in types and (params is None or r["param"] in params)


BARS = {
    "extrema": [
        ("reduce_extrema f32, u32, f16", _rows(WHOLE), of_roof, 97),
        ("segmented_reduce_extrema f32, u32, f16, segments of 16 to 1024",
         _rows(SEGMENTS, params=(16, 64, 256, 1024)), of_roof, 92),
        ("reduce_extrema, against CUB", _rows(WHOLE), over_cub, 1),
        ("reduce_extrema, n = 2^10 ... 2^22, against CUB", small(WHOLE), over_cub, 1),
        ("segmented_reduce_extrema, against CUB", _rows(SEGMENTS), over_cub, 1),
        ("segmented_reduce_extrema_offsets, against CUB", lambda r: r["op"] == OFFSETS and large_half(r), over_cub, 1),
    ],
}


def parts(row):
    if row["dist"] != "uniform":
        return [row["dist"]]
    names = {WHOLE: "%s", SEGMENTS: "segment %s", OFFSETS: "mean %s"}
    return [names[row["op"]] % power(row["param"])] if row["param"] else []


def numpy_function(numpy, row, x, generator):
    if row["op"] == OFFSETS:
        return None
    table = x if row["op"] == WHOLE else x[:x.size - x.size % int(row["param"])].reshape(-1, int(row["param"]))
    axis = 0 if row["op"] == WHOLE else 1
    return "numpy.argmin, numpy.argmax, and the values", lambda: (
        numpy.min(table, axis), numpy.argmin(table, axis), numpy.max(table, axis), numpy.argmax(table, axis))
