# SPDX-License-Identifier: Apache-2.0
"""Recurrences: pages, bars, names of rows, figures, NumPy (bench/families/bars.py says what each is)."""

from measures import large, large_half, of_roof, over_cub, power, small

PAGES = {"recurrence": ("linear_recurrence", "segmented_linear_recurrence", "segmented_linear_recurrence_offsets")}
FIGURES = {"recurrence": ()}
WHOLE, SEGMENTS, OFFSETS = PAGES["recurrence"]


def _rows(op, types=("f32", "f16", "bf16", "f64")):
    return lambda r: r["op"] == op and large(r) and r["in"] in types


BARS = {
    "recurrence": [
        ("linear_recurrence f32", _rows(WHOLE, ("f32",)), of_roof, 85),
        ("linear_recurrence, other types", _rows(WHOLE, ("f16", "bf16", "f64")), of_roof, 80),
        ("linear_recurrence, against CUB", _rows(WHOLE), over_cub, 1),
        ("linear_recurrence, n = 2^10 ... 2^22, against CUB", small(WHOLE), over_cub, 1),
        ("segmented_linear_recurrence, against CUB", _rows(SEGMENTS), over_cub, 1),
        ("segmented_linear_recurrence_offsets, against CUB",
         lambda r: r["op"] == OFFSETS and large_half(r), over_cub, 1),
    ],
}


def parts(row):
    if row["dist"] != "uniform":
        return [row["dist"]]
    if row["param"]:
        return [("mean " if row["op"] == OFFSETS else "segment ") + power(row["param"])]
    return []


def numpy_function(numpy, row, x, generator):
    return None  # it has no function for recurrences
