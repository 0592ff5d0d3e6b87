# SPDX-License-Identifier: Apache-2.0
"""Selections: pages, bars, names of rows, figures, NumPy (bench/families/bars.py says what each is)."""

from measures import large, of_roof, over_cub, over_torch, power, torch_columns

PAGES = {"selection": ("top_k", "segmented_top_k", "nth_element", "quantiles")}
FIGURES = {"selection": ()}
TOP_K, ROWS, NTH, QUANTILES = PAGES["selection"]


def _top_k(least, most):
    return lambda r: r["op"] == TOP_K and r["in"] == "f32" and large(r) and least <= r["param"] <= most


BARS = {
    "selection": [
        ("top_k f32, k = 10 ... 10^5", _top_k(10, 10**5), of_roof, 60),
        # (By CUB's own top-k, whose results are then sorted, from CCCL 3.2 on, of rows from 3.5 on.)
        ("top_k f32, k = 10 ... 10^7, against CUB", _top_k(10, 10**7), over_cub, 2),
        ("top_k of rows of 128 and of 10^4, against CUB", lambda r: r["op"] == ROWS and large(r), over_cub, 1.5),
        ("top_k of rows of 128 and of 10^4, against PyTorch", lambda r: r["op"] == ROWS and large(r), over_torch, 1.5),
        ("3 quantiles f32, in 2.5 reads", lambda r: r["op"] == QUANTILES and r["in"] == "f32" and large(r), of_roof, 40),
    ],
}

columns = torch_columns


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
        rows, k = x.reshape(-1, k), results_of_rows(k)
        return "numpy.partition", lambda: numpy.sort(numpy.partition(rows, rows.shape[1] - k, axis=1)[:, -k:], axis=1)
    return "numpy.partition", lambda: numpy.sort(numpy.partition(x, x.size - k)[-k:])


def results_of_rows(size):
    """How many the benchmarks choose of each row."""
    return size // 16 if size < 1000 else size // 100


def torch_function(torch, row, x):
    """The largest, sorted; quantiles by sorting, for torch.quantile takes no more than 2^24 elements."""
    if row["op"] == NTH:
        return "torch.kthvalue", lambda: torch.kthvalue(x, x.numel() // 2 + 1)
    if row["op"] == QUANTILES:
        return "torch.sort", lambda: torch.sort(x)
    k = int(row["param"])
    if row["op"] == ROWS:
        rows, k = x.view(-1, k), results_of_rows(k)
        return "torch.topk", lambda: torch.topk(rows, k)
    return "torch.topk", lambda: torch.topk(x, k)
