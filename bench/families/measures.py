# SPDX-License-Identifier: Apache-2.0
"""What is measured of a row: how it compares with the roof, with CUB and with others; and how rows are written."""

GIB = 1 << 30
SIZES = {"f16": 2, "bf16": 2, "f32": 4, "f64": 8, "i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4, "i64": 8,
         "u64": 8, "b128": 16}


def large(row):
    """Whether the input is far larger than the cache (whole segments make it a little less than a power of two)."""
    return row["n"] * SIZES[row["in"]] >= 0.98 * GIB


def large_half(row):
    """The same of operations whose rows by offsets have half as many elements as others."""
    return row["n"] * SIZES[row["in"]] >= 0.49 * GIB


def of_roof(row):
    """Percent of the roof, or None; of time steps too, whose roof is that of one of them."""
    if not row["tcu_ms"] or not row["roof_ms"] or row["op"] == "stencil_iterate":
        return None
    return 100 * row["roof_ms"] / row["tcu_ms"]


def ratio(numerator, denominator="tcu_ms"):
    """A measure: how many times as long the first takes as the second, or None."""
    return lambda row: row[numerator] / row[denominator] if row.get(numerator) and row.get(denominator) else None


# How many times the library's speed is CUB's; that of its path without the matrix unit; of weights that are products that of
# a full box of weights; cuDNN's; PyTorch's; at enqueueing CUB's.
over_cub, over_plain, over_dense, over_cudnn = ratio("cub_ms"), ratio("plain_ms"), ratio("dense_ms"), ratio("cudnn_ms")
over_torch = ratio("torch_ms")
enqueued_over_cub = ratio("cub_enqueue_us", "enqueue_us")


def over_sweeps(row):
    """How many times the speed of time steps is that of as many single sweeps, or None."""
    return row["param"] * row["sweep_ms"] / row["tcu_ms"] if row["tcu_ms"] and row.get("sweep_ms") else None


def of_fastest(row):
    """Percent of the speed at which the same histogram of the fastest distribution is made; set by judge()."""
    return 100 * row["fastest_ms"] / row["tcu_ms"] if row["tcu_ms"] else None


def enqueued(row):
    """Microseconds to enqueue a call with a workspace, or None."""
    return row.get("enqueue_us")


def without_workspace(row):
    """Microseconds that a call takes longer without a workspace, or None."""
    if not row.get("call_us") or not row.get("call_default_us"):
        return None
    return row["call_default_us"] - row["call_us"]


# How a measure is written and which values reach a bar: the form of a bar, that of a value, decimals, and whether
# values have to be at most the bar instead of at least.
AT_LEAST_CUB = (">= %g times CUB", "%.2fx", 2, False)
MEASURES = {of_roof: (">= %d%% of the roof", "%.1f%%", 1, False),
            of_fastest: (">= %d%% of its speed", "%.1f%%", 1, False),
            over_cub: AT_LEAST_CUB,
            over_plain: (">= %g times plain", "%.2fx", 2, False),
            over_sweeps: (">= %g times single sweeps", "%.2fx", 2, False),
            over_dense: (">= %g times the full box", "%.2fx", 2, False),
            over_cudnn: (">= %g times cuDNN", "%.2fx", 2, False),
            over_torch: (">= %g times PyTorch", "%.2fx", 2, False),
            enqueued_over_cub: AT_LEAST_CUB,
            enqueued: ("<= %g us", "%.2f us", 2, True),
            without_workspace: ("<= %g us", "%.2f us", 2, True)}


# The host backend: on one thread no slower than the fastest of what users write, but for 5%; on all threads 0.8 times
# as many times as fast, where a copy of as many bytes gains as much from them, else what the copy gains.
HOST_BAR, HOST_THREADS_BAR, HOST_AVX2_BAR = 0.95, 0.8, 0.5


# How many times the library's speed on one thread is that of the fastest yardstick, and that on all threads.
over_best, threads_over_best = ratio("best_ms", "tcu_ms_min"), ratio("best_ms", "threads_ms_min")


def threads_bar(row, threads):
    """What threads_over_best() has to reach."""
    return max(HOST_BAR, HOST_THREADS_BAR * min(threads, row.get("copy_speed_up") or threads))


def over_avx2(row):
    """How many times the library's speed is that of a loop that was compiled for AVX2, or None."""
    loop = row.get("yardsticks", {}).get("AVX2 loop")
    return loop / row["tcu_ms_min"] if loop and row.get("tcu_ms_min") else None


def is_below(value, bar):
    """As printed: a value that rounds to the bar has reached it."""
    return value is not None and round(value, 2) < round(bar, 2)


def types(row):
    return row["in"] if row["in"] == row["out"] else row["in"] + " -> " + row["out"]


def power(n):
    """2^k where it is one and large, else the number."""
    return "2^%d" % (n.bit_length() - 1) if n >= 1 << 14 and n & (n - 1) == 0 else str(n)


def cell(value, form):
    return form % value if value is not None else "-"


def torch_columns(op):
    """Columns of a table whose operations bench/torch_rows.py measures."""
    return (["PyTorch ms", "times PyTorch"],
            [lambda r: cell(r.get("torch_ms"), "%.4g"), lambda r: cell(over_torch(r), "%.2f")])


def small(op):
    """A condition: rows of one operation up to 2^22 elements."""
    return lambda r: r["op"] == op and r["n"] <= 1 << 22
