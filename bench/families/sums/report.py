# SPDX-License-Identifier: Apache-2.0
"""Reductions and scans: pages, bars, names of rows, columns, figures, NumPy (bench/families/bars.py says what each is)."""

from measures import SIZES, large, of_roof, over_cub, power, small

PAGES = {"reduce": ("reduce", "segmented_reduce", "segmented_reduce_offsets"),
         "scan": ("scan", "segmented_scan", "segmented_scan_offsets")}
FIGURES = {"reduce": ("reduce", "segmented-reduce", "offsets"), "scan": ("scan", "segmented-scan", "offsets")}
REDUCED = ("f16", "bf16", "f32", "i8", "i32")
CSR_REDUCE, CSR_SCAN = "segmented_reduce_offsets", "segmented_scan_offsets"


EXTREMA = ("min", "max")
OPERATORS = EXTREMA + ("product",)
# Sums in one order, which have bars of their own.
OTHERS = OPERATORS + ("reproducible",)


def _segments(op, test, types=None):
    return lambda r: (r["op"] == op and r["case"] not in OTHERS and large(r) and test(r["param"]) and
                      (types is None or r["in"] in types))


def _offsets(op, test):
    # param is the mean length; only the uniform lengths are told apart by it.
    return lambda r: r["op"] == op and r["in"] == "f16" and r["dist"] == "uniform" and test(r["param"])


def _irregular(op):
    return lambda r: r["op"] == op and r["in"] == "f16" and r["dist"] != "uniform"


BARS = {
    "reduce": [
        ("reduce, every type", lambda r: r["op"] == "reduce" and r["case"] is None and large(r), of_roof, 97),
        ("reduce by min and max",
         lambda r: r["op"] == "reduce" and r["case"] in EXTREMA and large(r), of_roof, 97),
        ("segmented_reduce by min and max, segment 16 ... 1024",
         lambda r: r["op"] == "segmented_reduce" and r["case"] in EXTREMA and large(r), of_roof, 92),
        ("min and max, against CUB",
         lambda r: r["op"] in ("reduce", "segmented_reduce") and r["case"] in EXTREMA, over_cub, 1),
        ("reduce, reproducible", lambda r: r["op"] == "reduce" and r["case"] == "reproducible", of_roof, 83),
        ("reduce, n = 2^10 ... 2^22, against CUB", small("reduce"), over_cub, 1),
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
         lambda r: (r["op"] == "scan" and r["case"] not in OTHERS and large(r) and r["in"] == r["out"] and
                    SIZES[r["in"]] <= 4), of_roof, 94),
        ("scan by max and product", lambda r: r["op"] == "scan" and r["case"] in OPERATORS and large(r), of_roof, 85),
        ("scan by max and product, against CUB", lambda r: r["op"] == "scan" and r["case"] in OPERATORS, over_cub, 1),
        ("scan, reproducible", lambda r: r["op"] == "scan" and r["case"] == "reproducible", of_roof, 80),
        ("scan f64, i64, u64",
         lambda r: (r["op"] == "scan" and r["case"] not in OTHERS and large(r) and r["in"] == r["out"] and
                    SIZES[r["in"]] == 8), of_roof, 92),
        ("scan, widening (f16 -> f32, u8 -> u32)",
         lambda r: r["op"] == "scan" and large(r) and r["in"] != r["out"], of_roof, 90),
        ("scan, n = 2^10 ... 2^22, against CUB", small("scan"), over_cub, 1),
        ("segmented_scan, segment a multiple of 8, up to 65536",
         _segments("segmented_scan", lambda s: s % 8 == 0 and s <= 65536), of_roof, 93),
        ("segmented_scan, any other size, and any longer",
         _segments("segmented_scan", lambda s: s % 8 != 0 or s > 65536), of_roof, 85),
        ("segmented_scan_offsets f16, uniform lengths", _offsets(CSR_SCAN, lambda m: True), of_roof, 74),
        ("segmented_scan_offsets f16, power law, one giant, many empty", _irregular(CSR_SCAN), of_roof, 74),
    ],
}


def parts(row):
    if row["dist"] != "uniform":
        return [row["dist"]]
    if row["param"]:
        return [("mean " if row["op"].endswith("offsets") else "segment ") + power(row["param"])]
    return []


def offset_name(row):
    return row["dist"] if row["dist"] != "uniform" else "mean %s" % power(row["param"])


def offset_bars(plot, name, gpu, rows):
    """Percent of the roof for each distribution of segment lengths; reduce above, scan below."""
    shown = [[r for r in rows if r["op"] == op and r["in"] == "f16" and r["case"] != "exclusive" and r["roof_ms"]]
             for op in ("segmented_reduce_offsets", "segmented_scan_offsets")]
    if not all(shown):
        return
    figure, both = plot.plt.subplots(2, 1, figsize=(7, 6.4))
    titles = ("segmented_reduce_offsets (of reading)", "segmented_scan_offsets (of a copy)")
    for axes, some, title in zip(both, shown, titles):
        series = [s for s in plot.SERIES if s[0] != "roof_ms"]
        for k, (key, legend, colour, _) in enumerate(series):
            places = [i + 0.2 * (k - 1.5) for i in range(len(some))]
            axes.bar(places, [100 * r["roof_ms"] / r[key] if r.get(key) else 0 for r in some], 0.2, label=legend,
                     color=colour)
        axes.set_xticks(range(len(some)), [offset_name(r) for r in some], rotation=30, ha="right")
        axes.set_ylabel("% of the roof")
        axes.set_title("%s, f16, n = %s, %s" % (title, power(some[0]["n"]), gpu))
        axes.set_ylim(0, 130)  # room for the legend
        axes.axhline(100, color="#7f7f7f", linestyle="--", linewidth=1)
    both[0].legend(fontsize=8, ncols=2)
    figure.tight_layout()
    plot.save(figure, name)


def draw(plot, name, gpu, rows):
    def of(op, in_type, out_type, case=None):
        return [r for r in rows if (r["op"], r["in"], r["out"], r["case"]) == (op, in_type, out_type, case)]

    plot.lines(name + "-segmented-reduce", "segmented_reduce, f16 -> f32, 2^30 elements, " + gpu,
               of("segmented_reduce", "f16", "f32"), "param", "segment size")
    plot.lines(name + "-segmented-scan", "segmented_scan, f16, inclusive, 2^30 elements, " + gpu,
               of("segmented_scan", "f16", "f16", "inclusive"), "param", "segment size")
    plot.lines(name + "-reduce", "reduce, f16 -> f32, " + gpu, of("reduce", "f16", "f32"), "n", "n")
    plot.lines(name + "-scan", "scan, f16, inclusive, " + gpu, of("scan", "f16", "f16", "inclusive"), "n", "n")
    offset_bars(plot, name + "-offsets", gpu, rows)


def numpy_function(numpy, row, x, generator):
    out = numpy.dtype(row["out"][0] + str(SIZES[row["out"]]))  # "f4"
    if row["op"] == "scan" and row["case"] in EXTREMA:
        maxima = numpy.empty(x.size, out)
        return "numpy.maximum.accumulate", lambda: numpy.maximum.accumulate(x, out=maxima)
    if row["case"] == "product":
        products, signs = numpy.empty(x.size, out), numpy.sign(x)  # (whose products are as long as the benchmark's)
        return "numpy.cumprod", lambda: numpy.cumprod(signs, dtype=out, out=products)
    if row["case"] in EXTREMA:
        name, function = "numpy." + row["case"], numpy.min if row["case"] == "min" else numpy.max
        table = x.reshape(-1, int(row["param"])) if row["op"] == "segmented_reduce" else x
        return name, lambda: function(table, axis=-1)
    if row["case"] == "reproducible":
        return None
    if row["op"] == "reduce":
        return "numpy.sum", lambda: numpy.sum(x, dtype=out)
    if row["op"] == "scan" and row["case"] == "inclusive":
        result = numpy.empty(x.size, out)
        return "numpy.cumsum", lambda: numpy.cumsum(x, dtype=out, out=result)
    if row["op"] == "segmented_reduce":
        table = x.reshape(-1, int(row["param"]))
        return "numpy.sum", lambda: table.sum(axis=1, dtype=out)
    if row["op"] == "segmented_scan":
        table, result = x.reshape(-1, int(row["param"])), numpy.empty(x.size, out)
        return "numpy.cumsum", lambda: table.cumsum(axis=1, dtype=out, out=result.reshape(table.shape))
    return None
