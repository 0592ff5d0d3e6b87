# SPDX-License-Identifier: Apache-2.0
"""README's table of ten rows, and what its figure shows: how many times as fast as CUB each group of operations is."""

import statistics

from measures import large, over_best, over_cub

# (What it does, in README's words; its operation; what tells its row on a GPU from the operation's others; the same of
# the host backend.)
ROWS = (
    ("sum of an array (f32)", "reduce", {"in": "f32", "out": "f32", "case": None, "n": 1 << 29},
     {"in": "f32", "out": "f32", "case": None, "n": 1 << 26}),
    ("sums of segments of about 256 (f32)", "segmented_reduce_offsets",
     {"in": "f32", "param": 256, "dist": "uniform", "n": 1 << 28},
     {"in": "f32", "param": 256, "n": 1 << 22}),
    ("prefix sums (f32)", "scan", {"in": "f32", "out": "f32", "case": "inclusive", "n": 1 << 29},
     {"in": "f32", "out": "f32", "case": "inclusive", "n": 1 << 26}),
    ("keep flagged items, one of two (u32)", "compact",
     {"in": "u32", "case": "bytes", "param": 0.5, "dist": "uniform", "n": 1 << 28},
     {"in": "u32", "case": "bytes", "param": 0.5, "n": 1 << 26}),
    ("group-by, sums of 1024 groups (u32, f32)", "group_by", {"param": 1 << 10, "n": 1 << 28},
     {"param": 1 << 10, "n": 1 << 22}),
    ("histogram of bytes, 256 bins", "histogram_even", {"in": "u8", "out": "u32", "dist": "uniform", "n": 1 << 31},
     {"in": "u8", "out": "u32", "dist": "uniform", "n": 1 << 26}),
    ("sort 32-bit keys", "radix_sort", {"in": "u32", "case": None, "dist": "uniform", "n": 1 << 28},
     {"in": "u32", "case": None, "dist": "uniform", "n": 1 << 24}),
    ("sort 32-bit keys with 32-bit values", "radix_sort_pairs",
     {"in": "u32", "out": "u32", "case": None, "dist": "uniform", "n": 1 << 28},
     {"in": "u32", "out": "u32", "case": None, "dist": "uniform", "n": 1 << 22}),
    ("1024 polynomials of degree 63 (f32; 16 on the CPU)", "polynomial",
     {"in": "f32", "out": "f32", "case": "grid", "param": 63, "polynomials": 1024, "n": 1 << 20},
     {"in": "f32", "out": "f32", "case": "grid", "param": 63, "polynomials": 16, "n": 1 << 18}),
    ("stencil of 3 x 3 x 3 points (f32)", "stencil", {"in": "f32", "case": "3d_27box", "n": 1 << 27},
     {"in": "f32", "case": "3d_27box", "n": 1 << 26}),
)

# Bars of the figure: words, operations.
GROUPS = (
    ("sum of an array", ("reduce",)),
    ("sums of segments", ("segmented_reduce", "segmented_reduce_offsets")),
    ("prefix sums", ("scan",)),
    ("prefix sums of segments", ("segmented_scan", "segmented_scan_offsets")),
    ("keep or split items",
     ("compact", "compact_if", "compact_indices", "compact_columns", "partition", "partition_if")),
    ("runs of equal items", ("unique",)),
    ("items by indices, repeated items", ("gather", "scatter", "run_length_decode")),
    ("by key, groups", ("reduce_by_key", "scan_by_key", "unique_by_key", "group_by")),
    ("extrema and where", ("reduce_extrema", "segmented_reduce_extrema", "segmented_reduce_extrema_offsets")),
    ("linear recurrences", ("linear_recurrence", "segmented_linear_recurrence")),
    ("histograms", ("histogram_even", "histogram_range", "histogram_multi", "histogram_weighted")),
    ("sorts", ("radix_sort", "radix_sort_pairs", "argsort")),
    ("sorts of segments", ("segmented_sort", "segmented_sort_offsets")),
    ("polynomials", ("polynomial",)),
    ("stencils", ("stencil", "adjacent_difference")),
)


def is_large(row):
    """Of the large set: whole arrays of reductions and scans also take sizes in between, for the figures."""
    return large(row) if row["op"] in ("reduce", "scan") else row["n"] * (row.get("polynomials") or 1) > 1 << 24


def find(rows, op, wanted):
    """The one row of an operation with these values."""
    found = [r for r in rows if r["op"] == op and all(r.get(k) == v for k, v in wanted.items())]
    if len(found) != 1:
        raise SystemExit("overview.py: %d rows of %s have %s" % (len(found), op, wanted))
    return found[0]


def rate(row, milliseconds):
    """10^9 elements a second, of polynomials values, in three digits."""
    value = row["n"] * (row.get("polynomials") or 1) / row[milliseconds] * 1e-6
    return "%.*f" % (0 if value >= 100 else 1 if value >= 10 else 2, value)


def table(gpu, host):
    """README's lines; `gpu` and `host` are (name, header, rows) as report.load_results() yields them."""
    head = "| 10^9 elements per second | %s | times CUB %s | %s, one thread | times the fastest of std::, loops, NumPy |"
    lines = [head % (gpu[1]["gpu"], gpu[1]["cccl"], host[1]["host"]), "|---|---|---|---|---|"]
    for words, op, on_gpu, on_host in ROWS:
        a, b = find(gpu[2], op, on_gpu), find(host[2], op, on_host)
        lines.append("| %s | %s | %.2f | %s | %.2f (%s) |" % (
            words, rate(a, "tcu_ms"), over_cub(a), rate(b, "tcu_ms_min"), over_best(b), b["best"].split(",")[0]))
    return lines


def spreads(rows):
    """(words, slowest, median, fastest, number of rows) of each group: large arrays, in times CUB's speed."""
    for words, ops in GROUPS:
        values = [over_cub(r) for r in rows
                  if r["op"] in ops and r["case"] not in ("min", "max") and is_large(r) and over_cub(r) is not None]
        if values:
            yield words, min(values), statistics.median(values), max(values), len(values)
