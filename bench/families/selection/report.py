# SPDX-License-Identifier: Apache-2.0
"""Selections: pages, bars, names of rows, figures, NumPy (bench/families/bars.py says what each is)."""

from measures import large, of_roof, over_cub, power

PAGES = {"selection": ("top_k", "top_k_segmented", "nth_element", "quantiles")}
FIGURES = {"selection": ()}
TOP_K, ROWS, NTH, QUANTILES = PAGES["selection"]


def _top_k(least, most):
    return lambda r: r["op"] == TOP_K and r["in"] == "f32" and large(r) and least <= r["param"] <= most


BARS = {
    "selection": [
        ("top_k f32, k = 10 ... 10^5", _top_k(10, 10**5), of_roof, 60),
        # (CUB's own top-k from CCCL 3.2 on, before that its sort; of rows its segmented sort.)
        ("top_k f32, k = 10 ... 10^7, against CUB", _top_k(10, 10**7), over_cub, 2),
        ("top_k of rows of 128 and of 10^4, against CUB's sort", lambda r: r["op"] == ROWS and large(r), over_cub, 1.5),
        ("3 quantiles f32, in 2.5 reads", lambda r: r["op"] == QUANTILES and r["in"] == "f32" and large(r), of_roof, 40),
    ],
}


def parts(row):
    if not row["param"]:
        return []
    return [("segment %s" if row["op"] == ROWS else "%s quantiles" if row["op"] == QUANTILES else "k = %s") %
            power(row["param"])]


def numpy_function(numpy, row, x, generator):
    """The largest by NumPy are partitioned off and sorted."""
    if row["op"] == NTH:
        middle = x.size // 2
        return "numpy.partition", lambda: numpy.partition(x, middle)[middle]
    if row["op"] == QUANTILES:
        count = int(row["param"])
        q = [(j + 1) / (count + 1) for j in range(count)]
        return "numpy.quantile", lambda: numpy.quantile(x, q)
    k = int(row["param"])
    if row["op"] == ROWS:
        rows, k = x.reshape(-1, k), k // 16 if k < 1000 else k // 100
        return "numpy.partition", lambda: numpy.sort(numpy.partition(rows, rows.shape[1] - k, axis=1)[:, -k:], axis=1)
    return "numpy.partition", lambda: numpy.sort(numpy.partition(x, x.size - k)[-k:])
