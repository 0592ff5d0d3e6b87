# SPDX-License-Identifier: Apache-2.0
"""Gathers, scatters, run-length decoding: pages, bars, names of rows, NumPy (bench/families/bars.py says what each is)."""

from measures import of_roof, over_cub, power

PAGES = {"gather": ("gather", "scatter", "run_length_decode")}
FIGURES = {"gather": ()}
GATHER, SCATTER, DECODE = PAGES["gather"]


def _rows(op, *params):
    return lambda r: r["op"] == op and r["n"] >= 1 << 24 and (not params or r["param"] in params)


BARS = {
    "gather": [
        ("gather of items of 24 bytes, against thrust::gather of a structure", _rows(GATHER, 24), over_cub, 1),
        ("gather of other items, against Thrust", _rows(GATHER, 4, 8, 12, 16, 32, 64, 128), over_cub, 0.95),
        ("scatter, against Thrust", _rows(SCATTER), over_cub, 0.95),
        ("run_length_decode u32, runs of 16 and more", _rows(DECODE, 16, 256, 1 << 16), of_roof, 70),
        ("run_length_decode, against a scan, a search and a gather", _rows(DECODE), over_cub, 1.5),
    ],
}


def parts(row):
    if row["op"] == DECODE:
        return ["runs of %s" % power(row["param"])]
    return ["%g bytes" % row["param"]]


def numpy_function(numpy, row, x, generator):
    n = row["n"]
    if row["op"] == DECODE:
        mean = int(row["param"])
        first = generator.integers(0, 2 * mean, n // mean // 2, endpoint=True)
        lengths = numpy.stack((first, 2 * mean - first), 1).reshape(-1)
        items = x[:lengths.size]
        return "numpy.repeat", lambda: numpy.repeat(items, lengths)
    items = generator.integers(0, 255, n * int(row["param"]), numpy.uint8).view("V%d" % int(row["param"]))
    order, out = generator.permutation(n), numpy.empty_like(items)
    if row["op"] == GATHER:
        return "numpy.take", lambda: numpy.take(items, order, out=out, mode="clip")

    def scatter():
        out[order] = items
    return "out[order] = items", scatter
