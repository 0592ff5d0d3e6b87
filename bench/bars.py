# SPDX-License-Identifier: Apache-2.0
"""The bars that the operations have to reach, held against measured rows."""

GIB = 1 << 30
SIZES = {"f16": 2, "bf16": 2, "f32": 4, "f64": 8, "i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4, "i64": 8,
         "u64": 8, "b128": 16}


def large(row):
    """Whether the input is far larger than the cache (whole segments make it a little less than a power of two)."""
    return row["n"] * SIZES[row["in"]] >= 0.98 * GIB


def of_roof(row):
    """Percent of the roof, or None; of time steps too, whose roof is that of one of them."""
    if not row["tcu_ms"] or not row["roof_ms"] or row["op"] == "stencil_iterate":
        return None
    return 100 * row["roof_ms"] / row["tcu_ms"]


def over_cub(row):
    """How many times the library's speed is CUB's, or None."""
    if not row["tcu_ms"] or not row["cub_ms"]:
        return None
    return row["cub_ms"] / row["tcu_ms"]


def over_plain(row):
    """How many times the library's speed is that of its path without the matrix unit, or None."""
    if not row["tcu_ms"] or not row["plain_ms"]:
        return None
    return row["plain_ms"] / row["tcu_ms"]


def matrix_over_plain(row):
    """How many times the speed without the matrix unit is that with it wherever it applies, or None."""
    if not row["plain_ms"] or not row.get("matrix_ms"):
        return None
    return row["plain_ms"] / row["matrix_ms"]


def over_sweeps(row):
    """How many times the speed of time steps is that of as many single sweeps, or None."""
    if not row["tcu_ms"] or not row.get("sweep_ms"):
        return None
    return row["param"] * row["sweep_ms"] / row["tcu_ms"]


def over_dense(row):
    """How many times the speed of weights that are products is that of a full box of weights, or None."""
    if not row["tcu_ms"] or not row.get("dense_ms"):
        return None
    return row["dense_ms"] / row["tcu_ms"]


def over_cudnn(row):
    """How many times the library's speed is cuDNN's, or None."""
    if not row["tcu_ms"] or not row.get("cudnn_ms"):
        return None
    return row["cudnn_ms"] / row["tcu_ms"]


def _segments(op, test, types=None):
    return lambda r: r["op"] == op and large(r) and test(r["param"]) and (types is None or r["in"] in types)


def _offsets(op, test):
    # param is the mean length; only the uniform lengths are told apart by it.
    return lambda r: r["op"] == op and r["in"] == "f16" and r["dist"] == "uniform" and test(r["param"])


def _irregular(op):
    return lambda r: r["op"] == op and r["in"] == "f16" and r["dist"] != "uniform"


def _small(op):
    return lambda r: r["op"] == op and r["n"] <= 1 << 22


def _kept(op, case, types):
    """Large rows of a compaction with a tenth, half or nine tenths kept at random."""
    return lambda r: (r["op"] == op and r["case"] == case and r["in"] in types and r["dist"] == "uniform" and
                      r["param"] in (0.1, 0.5, 0.9) and r["n"] >= 1 << 27)


def _runs(r):
    return r["op"] == "unique" and r["case"] is None and r["in"] == "u32" and r["n"] >= 1 << 27


def _bins(types, bins, test=lambda r: True):
    """Large rows of even bins with counts of 32 bits."""
    return lambda r: (r["op"] == "histogram_even" and r["in"] in types and r["param"] in bins and r["out"] == "u32" and
                      r["bytes"] >= 0.98 * GIB and test(r))


def _other_histogram(op, test=lambda r: True):
    return lambda r: r["op"] == op and r["bytes"] >= 0.98 * GIB and test(r)


def _sort(op, types, test=lambda r: True):
    """Large rows of a sort that leaves its input alone."""
    return lambda r: r["op"] == op and r["case"] is None and r["in"] in types and r["n"] > 1 << 24 and test(r)


def _polynomials(case, types, degrees, test=lambda r: True):
    """Large rows of polynomials; of grids and reductions those of 1024, unless `test` says more."""
    return lambda r: (r["op"] == "polynomial" and r["case"] == case and r["in"] in types and r["param"] in degrees and
                      r["polynomials"] * r["n"] >= 1 << 27 and test(r))


def _stencils(op, cases, types):
    """Large rows of stencils, convolutions and differences."""
    return lambda r: r["op"] == op and r["case"] in cases and r["in"] in types and r["n"] > 1 << 22


def _1024(r):
    return r["polynomials"] == 1024


def _16(r):
    return r["polynomials"] == 16


def _uniform(r):
    return r["dist"] == "uniform"


def of_fastest(row):
    """Percent of the speed at which the same histogram of the fastest distribution is made; set by judge()."""
    return 100 * row["fastest_ms"] / row["tcu_ms"] if row["tcu_ms"] else None


def enqueued(row):
    """Microseconds to enqueue a call with a workspace, or None."""
    return row.get("enqueue_us")


def enqueued_over_cub(row):
    """How many times the library's speed at enqueueing is CUB's, or None."""
    if not row.get("enqueue_us") or not row.get("cub_enqueue_us"):
        return None
    return row["cub_enqueue_us"] / row["enqueue_us"]


def without_workspace(row):
    """Microseconds that a call takes longer without a workspace, or None."""
    if not row.get("call_us") or not row.get("call_default_us"):
        return None
    return row["call_default_us"] - row["call_us"]


def _calls(r):
    return r["op"] == "calls"


# How a measure is written and which values reach a bar: the form of a bar, that of a value, decimals, and whether
# values have to be at most the bar instead of at least.
AT_LEAST_CUB = (">= %g times CUB", "%.2fx", 2, False)
MEASURES = {of_roof: (">= %d%% of the roof", "%.1f%%", 1, False),
            of_fastest: (">= %d%% of its speed", "%.1f%%", 1, False),
            over_cub: AT_LEAST_CUB,
            over_plain: (">= %g times plain", "%.2fx", 2, False),
            matrix_over_plain: (">= %g times plain", "%.2fx", 2, False),
            over_sweeps: (">= %g times single sweeps", "%.2fx", 2, False),
            over_dense: (">= %g times the full box", "%.2fx", 2, False),
            over_cudnn: (">= %g times cuDNN", "%.2fx", 2, False),
            enqueued_over_cub: AT_LEAST_CUB,
            enqueued: ("<= %g us", "%.2f us", 2, True),
            without_workspace: ("<= %g us", "%.2f us", 2, True)}

HISTOGRAMS = ("histogram_even", "histogram_range", "histogram_multi", "histogram_weighted")
SORTS = ("radix_sort", "radix_sort_pairs", "argsort", "segmented_sort", "segmented_sort_offsets")
HALVES, WORDS = ("u16", "f16", "bf16"), ("i32", "u32")
COMPACTIONS = ("compact", "compact_if", "compact_indices", "compact_columns", "partition", "partition_if", "unique")
STENCILS = ("adjacent_difference", "stencil", "stencil_iterate", "convolve", "convolution_layer")
# The operations of each family, one page each.
FAMILIES = {"reduce": ("reduce", "segmented_reduce", "segmented_reduce_offsets"),
            "scan": ("scan", "segmented_scan", "segmented_scan_offsets"),
            "compact": COMPACTIONS,
            "histogram": HISTOGRAMS,
            "radix_sort": SORTS,
            "polynomial": ("polynomial",),
            "stencil": STENCILS,
            "calls": ("calls",)}
KEYS = ("u32", "i32", "f32")
REALS = ("f64", "f32", "f16", "bf16")
DEGREES = (3, 7, 15, 31, 63, 127, 255)
REDUCED = ("f16", "bf16", "f32", "i8", "i32")
CSR_REDUCE, CSR_SCAN = "segmented_reduce_offsets", "segmented_scan_offsets"

DISTRIBUTIONS = {"four": "four values a byte", "two": "two values"}

# By family: (what, condition, measure, bar): `measure` has to reach the bar in every row that meets the condition.
BARS = {
    "reduce": [
        ("reduce, every type", lambda r: r["op"] == "reduce" and large(r), of_roof, 97),
        ("reduce, n = 2^10 ... 2^22, against CUB", _small("reduce"), over_cub, 1),
        ("segmented_reduce, segment >= 16 and multiple of 8",
         _segments("segmented_reduce", lambda s: 16 <= s < 1 << 14 and s % 8 == 0, REDUCED), of_roof, 93),
        ("segmented_reduce, segment >= 8, any size",
         _segments("segmented_reduce", lambda s: 8 <= s < 1 << 14, REDUCED), of_roof, 88),
        ("segmented_reduce, segment 1 ... 7", _segments("segmented_reduce", lambda s: s < 8, REDUCED), of_roof, 85),
        ("segmented_reduce, segment 2^14 ... 2^30",
         _segments("segmented_reduce", lambda s: s >= 1 << 14, REDUCED), of_roof, 97),
        ("segmented_reduce, against CUB", _segments("segmented_reduce", lambda s: True, REDUCED), over_cub, 1),
        ("segmented_reduce_offsets f16, mean length 8", _offsets(CSR_REDUCE, lambda m: m == 8), of_roof, 55),
        ("segmented_reduce_offsets f16, mean length 16", _offsets(CSR_REDUCE, lambda m: m == 16), of_roof, 70),
        ("segmented_reduce_offsets f16, mean length 32 ... 256",
         _offsets(CSR_REDUCE, lambda m: 32 <= m <= 256), of_roof, 75),
        ("segmented_reduce_offsets f16, longer", _offsets(CSR_REDUCE, lambda m: m > 256), of_roof, 85),
        ("segmented_reduce_offsets f16, power law, one giant, many empty", _irregular(CSR_REDUCE), of_roof, 70),
        ("segmented_reduce_offsets f16, against CUB",
         lambda r: r["op"] == CSR_REDUCE and r["in"] == "f16", over_cub, 1),
    ],
    "scan": [
        ("scan, 1-, 2- and 4-byte types in = out, inclusive and exclusive",
         lambda r: r["op"] == "scan" and large(r) and r["in"] == r["out"] and SIZES[r["in"]] <= 4, of_roof, 94),
        ("scan f64, i64, u64",
         lambda r: r["op"] == "scan" and large(r) and r["in"] == r["out"] and SIZES[r["in"]] == 8, of_roof, 92),
        ("scan, widening (f16 -> f32, u8 -> u32)",
         lambda r: r["op"] == "scan" and large(r) and r["in"] != r["out"], of_roof, 90),
        ("scan, n = 2^10 ... 2^22, against CUB", _small("scan"), over_cub, 1),
        ("segmented_scan, segment a multiple of 8, up to 65536",
         _segments("segmented_scan", lambda s: s % 8 == 0 and s <= 65536), of_roof, 93),
        ("segmented_scan, any other size, and any longer",
         _segments("segmented_scan", lambda s: s % 8 != 0 or s > 65536), of_roof, 85),
        ("segmented_scan_offsets f16, uniform lengths", _offsets(CSR_SCAN, lambda m: True), of_roof, 74),
        ("segmented_scan_offsets f16, power law, one giant, many empty", _irregular(CSR_SCAN), of_roof, 74),
    ],
    "compact": [
        ("compact_if u32 and f32, 10, 50, 90% kept", _kept("compact_if", "less", ("u32", "f32")), of_roof, 90),
        ("compact_if u32 and f32, against CUB", _kept("compact_if", "less", ("u32", "f32")), over_cub, 1.35),
        ("compact by bytes, u32, u16, u8, 10, 50, 90% kept",
         _kept("compact", "bytes", ("u32", "u16", "u8")), of_roof, 92),
        ("compact by bytes, u32, against CUB", _kept("compact", "bytes", ("u32",)), over_cub, 1.45),
        ("compact by bytes, u16, against CUB", _kept("compact", "bytes", ("u16",)), over_cub, 2.3),
        ("compact by bytes, u8, against CUB", _kept("compact", "bytes", ("u8",)), over_cub, 3.4),
        ("compact by bytes, items of 8 and 16 bytes", _kept("compact", "bytes", ("u64", "b128")), of_roof, 90),
        ("partition by bytes, u32", _kept("partition", "bytes", ("u32",)), of_roof, 85),
        ("unique u32, runs of 1, 4, 64", _runs, of_roof, 85),
        ("unique u32, against CUB", _runs, over_cub, 1.3),
        ("compact_columns, 4 x u32", _kept("compact_columns", "bytes", ("u32",)), of_roof, 88),
        ("compact_columns, 4 x u32, against 4 calls of CUB and a zip iterator",
         _kept("compact_columns", "bytes", ("u32",)), over_cub, 1),
        ("compactions, n = 2^10 ... 2^22, against CUB",
         lambda r: r["op"] in COMPACTIONS and r["n"] <= 1 << 22, over_cub, 1),
    ],
    "histogram": [
        ("histogram of u8, 256 bins, every distribution", _bins(("u8",), (256,)), of_roof, 92),
        ("histogram of u8, 256 bins, against the fastest distribution", _bins(("u8",), (256,)), of_fastest, 97),
        ("histogram of u8, 256 bins, against CUB", _bins(("u8",), (256,)), over_cub, 1.8),
        ("histogram of u16, f16, bf16, 256 and 1024 bins", _bins(HALVES, (256, 1024)), of_roof, 92),
        ("histogram of u16, f16, bf16, 4096 bins", _bins(HALVES, (4096,)), of_roof, 88),
        ("histogram of u16, f16, bf16, against CUB", _bins(HALVES, (256, 1024, 4096)), over_cub, 4),
        ("histogram of i32, u32, 256, 1024, 4096 bins", _bins(WORDS, (256, 1024, 4096)), of_roof, 94),
        ("histogram of i32, u32, 32768 bins", _bins(WORDS, (32768,)), of_roof, 91),
        ("histogram of i32, u32, against CUB", _bins(WORDS, (256, 1024, 4096, 32768)), over_cub, 4.5),
        ("histogram of f32, 256, 1024, 4096 bins", _bins(("f32",), (256, 1024, 4096)), of_roof, 94),
        ("histogram of f32, 256 bins, against CUB", _bins(("f32",), (256,)), over_cub, 1),
        ("histogram of f32, 1024 and 4096 bins, against CUB", _bins(("f32",), (1024, 4096)), over_cub, 2),
        ("histogram of u16, 65536 bins", _bins(("u16",), (65536,)), of_roof, 55),
        ("histogram of u16, 65536 bins, against CUB", _bins(("u16",), (65536,)), over_cub, 5),
        ("histogram of i32, 2^20 bins, uniform, against CUB",
         _bins(("i32",), (1 << 20,), lambda r: r["dist"] == "uniform"), over_cub, 2),
        ("histogram of i32, 2^20 bins, against CUB", _bins(("i32",), (1 << 20,)), over_cub, 1),
        ("histogram between 257 levels, f32", _other_histogram("histogram_range"), of_roof, 75),
        ("histogram between 257 levels, f32, against CUB", _other_histogram("histogram_range"), over_cub, 8),
        ("histograms of RGBA, 3 channels of u8", _other_histogram("histogram_multi"), of_roof, 92),
        ("histogram of f64, 256 bins", _bins(("f64",), (256,)), of_roof, 90),
        ("weighted histogram of f32, 256 bins", _other_histogram("histogram_weighted"), of_roof, 50),
        ("histograms of 256 bins, n = 2^10 ... 2^22, against CUB",
         lambda r: r["op"] in HISTOGRAMS and r["n"] <= 1 << 22, over_cub, 1),
    ],
    "radix_sort": [
        ("radix_sort u32, i32, f32, uniform", _sort("radix_sort", KEYS, _uniform), over_cub, 1.5),
        ("radix_sort u32, i32, f32, other distributions",
         _sort("radix_sort", KEYS, lambda r: not _uniform(r)), over_cub, 1.2),
        ("radix_sort u64, f64", _sort("radix_sort", ("u64", "f64")), over_cub, 1.3),
        ("radix_sort u8, i8", _sort("radix_sort", ("u8", "i8")), over_cub, 10),
        ("radix_sort u16, i16, f16, bf16", _sort("radix_sort", ("u16", "i16", "f16", "bf16")), over_cub, 5),
        ("radix_sort_pairs u32, uniform", _sort("radix_sort_pairs", ("u32",), _uniform), over_cub, 1.35),
        ("radix_sort_pairs u32, other distributions",
         _sort("radix_sort_pairs", ("u32",), lambda r: not _uniform(r)), over_cub, 1.05),
        ("radix_sort_pairs u64", _sort("radix_sort_pairs", ("u64",)), over_cub, 1.2),
        ("argsort u32", _sort("argsort", ("u32",)), over_cub, 1.35),
        ("radix_sort and radix_sort_pairs, n = 2^10 ... 2^24",
         lambda r: r["op"] in ("radix_sort", "radix_sort_pairs") and r["n"] <= 1 << 24, over_cub, 1),
        ("segmented_sort u32, segments of 16 ... 65536", _sort("segmented_sort", ("u32",)), over_cub, 1),
        ("segmented_sort_offsets u32, power law", _sort("segmented_sort_offsets", ("u32",)), over_cub, 1),
    ],
    "polynomial": [
        ("1024 polynomials, f64, d = 63", _polynomials("grid", ("f64",), (63,), _1024), over_plain, 1.7),
        ("1024 polynomials, f64, d = 255", _polynomials("grid", ("f64",), (255,), _1024), over_plain, 1.85),
        ("1024 polynomials, f32, d = 63", _polynomials("grid", ("f32",), (63,), _1024), over_plain, 1.9),
        ("1024 polynomials, f32, d = 255", _polynomials("grid", ("f32",), (255,), _1024), over_plain, 2.5),
        ("1024 polynomials, f16, d = 63", _polynomials("grid", ("f16",), (63,), _1024), over_plain, 1.9),
        ("1024 polynomials, f16, d = 255", _polynomials("grid", ("f16",), (255,), _1024), over_plain, 6),
        ("1024 polynomials, d <= 15", _polynomials("grid", REALS, (3, 7, 15), _1024), of_roof, 90),
        ("reduction over 1024, f64, d = 15", _polynomials("reduce", ("f64",), (15,)), over_plain, 1.3),
        ("reduction over 1024, f64, d = 63", _polynomials("reduce", ("f64",), (63,)), over_plain, 1.75),
        ("reduction over 1024, f32, d = 15", _polynomials("reduce", ("f32",), (15,)), over_plain, 2.1),
        ("reduction over 1024, f32, d = 63", _polynomials("reduce", ("f32",), (63,)), over_plain, 2.6),
        ("16 polynomials, d = 63 and 255", _polynomials("grid", REALS, (63, 255), _16), over_plain, 1.2),
        ("one polynomial, d <= 31", _polynomials("one", REALS, (3, 7, 15, 31)), of_roof, 93),
        ("one polynomial, against Thrust", _polynomials("one", REALS, DEGREES), over_cub, 1),
        ("one polynomial, f64, d = 255", _polynomials("one", ("f64",), (255,)), over_plain, 1.2),
        ("points of their own, f64, d = 255", _polynomials("own", ("f64",), (255,)), over_plain, 1.25),
        ("points of their own, f16, d = 255", _polynomials("own", ("f16",), (255,)), over_plain, 1.7),
        ("spline, f32, 1024 pieces, d = 3", _polynomials("table", ("f32",), (3,)), of_roof, 85),
        ("spline, f32, 1024 pieces, d = 7", _polynomials("table", ("f32",), (7,)), of_roof, 70),
    ],
    "stencil": [
        ("1D 17 taps, 2D 5 and 9 points, 3D 7 points, f64 and f32",
         _stencils("stencil", ("1d_17", "2d_5point", "2d_box9", "3d_7point"), ("f64", "f32")), of_roof, 85),
        ("2D 5 points, f16", _stencils("stencil", ("2d_5point",), ("f16",)), of_roof, 80),
        ("3D box of 27, f32", _stencils("stencil", ("3d_27box",), ("f32",)), of_roof, 72),
        ("3D star of 13, f64", _stencils("stencil", ("3d_13star",), ("f64",)), of_roof, 72),
        ("first difference", lambda r: r["op"] == "adjacent_difference" and r["n"] > 1 << 22, of_roof, 97),
        ("first difference, against CUB",
         lambda r: r["op"] == "adjacent_difference" and r["n"] > 1 << 22, over_cub, 1),
        ("2D box of 49, f16", _stencils("stencil", ("2d_box49",), ("f16",)), over_plain, 1.5),
        ("2D box of 81, f16", _stencils("stencil", ("2d_box81",), ("f16",)), over_plain, 2.2),
        ("2D box of 289, f16", _stencils("stencil", ("2d_box289",), ("f16",)), over_plain, 3),
        ("3D box of 125, f16", _stencils("stencil", ("3d_box125",), ("f16",)), over_plain, 2.2),
        ("1D 65 taps, f16", _stencils("stencil", ("1d_65",), ("f16",)), over_plain, 1.9),
        ("1D 129 taps, f16", _stencils("stencil", ("1d_129",), ("f16",)), over_plain, 2.8),
        ("2D box of 81 and 1D 129 taps, f32, on the matrix unit",
         _stencils("stencil", ("2d_box81", "1d_129"), ("f32",)), matrix_over_plain, 1.25),
        ("64 steps of 2D 5 points, f64 and f32",
         _stencils("stencil_iterate", ("2d_5point",), ("f64", "f32")), over_sweeps, 5),
        ("64 steps of 3D 7 points, f64 and f32",
         _stencils("stencil_iterate", ("3d_7point",), ("f64", "f32")), over_sweeps, 1.8),
        ("17 x 17 product, f32", _stencils("stencil", ("separable_17",), ("f32",)), over_dense, 3),
        ("u8 images, 5 x 5", _stencils("convolve", ("u8_5x5",), ("u8",)), of_roof, 70),
        ("convolution layer 3 x 3, f16", _stencils("convolution_layer", ("layer_3x3",), ("f16",)), over_cudnn, 0.6),
    ],
    "calls": [
        ("calls, to enqueue one", _calls, enqueued, 5.5),
        ("calls, to enqueue one, against CUB", _calls, enqueued_over_cub, 1),
        ("calls, what one takes longer without a workspace", _calls, without_workspace, 3),
    ],
}


# The host backend: on one thread no slower than the fastest of what users write, but for 5%; on all threads 0.8 times
# as many times as fast, where a copy of as many bytes gains as much from them, else what the copy gains.
HOST_BAR, HOST_THREADS_BAR, HOST_AVX2_BAR = 0.95, 0.8, 0.5


def over_best(row):
    """How many times the library's speed on one thread is that of the fastest yardstick, or None."""
    return row["best_ms"] / row["tcu_ms_min"] if row.get("best_ms") and row.get("tcu_ms_min") else None


def threads_over_best(row):
    """The same of the library's speed on all threads, or None."""
    return row["best_ms"] / row["threads_ms_min"] if row.get("best_ms") and row.get("threads_ms_min") else None


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


def label(row):
    """A row's name without its operation, but with the function that is called."""
    if row["op"] == "calls":
        segments = ", segment %d" % row["param"] if "segmented" in row["case"] else ""
        if row.get("polynomials"):
            segments = ", degree %d, %d polynomials" % (row["param"], row["polynomials"])
        return row["case"] + (", " + types(row) if row["in"] else "") + segments
    parts = [types(row)]
    if row["case"]:
        parts.append(row["case"])
    if row["op"] in HISTOGRAMS:
        parts.append("%s bins" % power(int(row["param"])))
        if row["dist"] != "uniform":
            parts.append(row["dist"])
    elif row["op"] in COMPACTIONS:
        if row["dist"] not in ("uniform", "geometric"):
            parts.append(row["dist"])
        parts.append("runs of %g" % row["param"] if row["op"] == "unique" else "%g%% kept" % (100 * row["param"]))
    elif row["op"] == "polynomial":
        if row["dist"] != "uniform":
            parts.append("%s breakpoints" % row["dist"])
        parts.append("degree %d" % row["param"])
        if row["polynomials"] > 1:
            parts.append("%d polynomials" % row["polynomials"])
    elif row["op"] in STENCILS:
        if row["param"]:
            parts.append("%d steps" % row["param"])
    elif row["dist"] != "uniform":
        parts.append(DISTRIBUTIONS.get(row["dist"], row["dist"]))
    elif row["param"]:
        parts.append(("mean " if row["op"].endswith("offsets") else "segment ") + power(row["param"]))
    return ", ".join(parts)


def power(n):
    """2^k where it is one and large, else the number."""
    return "2^%d" % (n.bit_length() - 1) if n >= 1 << 14 and n & (n - 1) == 0 else str(n)


def judge(family, rows):
    """Yields (what, bar text, worst value text, worst row, number of rows, verdict) for each bar of a family."""
    fastest = {}
    same = lambda r: tuple(r[k] for k in ("op", "case", "in", "out", "n", "param"))
    for row in rows:
        if row["tcu_ms"]:
            fastest[same(row)] = min(row["tcu_ms"], fastest.get(same(row), row["tcu_ms"]))
    rows = [dict(r, fastest_ms=fastest.get(same(r))) for r in rows]
    for what, condition, measure, bar in BARS[family]:
        values = [(measure(r), r) for r in rows if condition(r) and measure(r) is not None]
        bar_form, form, decimals, at_most = MEASURES[measure]
        bar_text = "no slower" if (bar_form, bar) == (AT_LEAST_CUB[0], 1) else bar_form % bar
        if not values:
            yield what, bar_text, "-", None, 0, "not measured"
            continue
        worst, row = (max if at_most else min)(values, key=lambda v: v[0])

        def misses(value): # as printed: a value that rounds to the bar has reached it
            shown = round(value, decimals)
            return shown > bar if at_most else shown < bar

        missed = sum(1 for v, _ in values if misses(v))
        reached = missed == 0 and all(r["verified"] for _, r in values)
        verdict = "pass" if reached else "**miss** (%d of %d)" % (missed, len(values))
        yield what, bar_text, form % worst, row, len(values), verdict
