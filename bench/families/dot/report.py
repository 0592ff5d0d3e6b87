# SPDX-License-Identifier: Apache-2.0
"""Dot products: pages, bars, names of rows, figures, NumPy (bench/families/bars.py says what each is)."""

from measures import large, of_roof, over_cub, power, small

PAGES = {"dot": ("dot", "segmented_dot")}
FIGURES = {"dot": ()}
WHOLE, SEGMENTS = PAGES["dot"]

BARS = {
    "dot": [
        ("dot", lambda r: r["op"] == WHOLE and large(r), of_roof, 92),
        ("dot, against CUB", lambda r: r["op"] == WHOLE and large(r), over_cub, 1),
        ("dot, n = 2^10 ... 2^22, against CUB", small(WHOLE), over_cub, 1),
        ("segmented_dot, against CUB", lambda r: r["op"] == SEGMENTS and large(r), over_cub, 1),
    ],
}


def parts(row):
    return ["segment " + power(row["param"])] if row["param"] else []


def numpy_function(numpy, row, x, generator):
    if row["op"] == SEGMENTS or row["in"] not in ("f32", "f64"):
        return None
    y = x[::-1].copy()
    return "numpy.dot", lambda: numpy.dot(x, y)
