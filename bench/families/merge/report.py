# SPDX-License-Identifier: Apache-2.0
"""Merges and searches: pages, bars, names of rows, figures, NumPy (bench/families/bars.py says what each is)."""

from measures import of_roof, over_cub, over_torch, power, torch_columns

PAGES = {"merge": ("merge", "search_sorted")}
FIGURES = {"merge": ()}
MERGE, SEARCH = PAGES["merge"]


def _searches(case, length):
    return lambda r: (r["op"] == SEARCH and r["case"] == case and r["in"] == "u32" and r["n"] == 1 << 26 and
                      r["param"] == length)


BARS = {
    "merge": [
        ("merge u32 of two halves", lambda r: r["op"] == MERGE and r["in"] == "u32" and r["n"] == 1 << 27,
         of_roof, 85),
        ("search_sorted of 2^26 sorted values in 2^20", _searches("ordered", 1 << 20), over_cub, 1.2),
        ("search_sorted of 2^26 values in 2^20", _searches(None, 1 << 20), over_cub, 1),
        ("the same, against PyTorch", _searches(None, 1 << 20), over_torch, 1),
    ],
}

columns = torch_columns


def parts(row):
    return ["in %s" % power(row["param"])] if row["param"] else []


def numpy_function(numpy, row, x, generator):
    """Merges by NumPy are sorts of both arrays behind each other, which its stable sort takes as runs."""
    if row["op"] == MERGE:
        half = x.size // 2
        both = numpy.concatenate((numpy.sort(x[:half]), numpy.sort(x[half:])))
        return "numpy.sort, stable", lambda: numpy.sort(both, kind="stable")
    keys = numpy.sort(generator.choice(x, int(row["param"])))
    values = numpy.sort(x) if row["case"] == "ordered" else x
    return "numpy.searchsorted", lambda: numpy.searchsorted(keys, values)


def torch_function(torch, row, x):
    """Searches alone: PyTorch has no merge."""
    if row["op"] == MERGE:
        return None
    keys = torch.sort(x[torch.randint(0, x.numel(), (int(row["param"]),), device=x.device)]).values
    values = torch.sort(x).values if row["case"] == "ordered" else x
    return "torch.searchsorted", lambda: torch.searchsorted(keys, values, out_int32=True)
