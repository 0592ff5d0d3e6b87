#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws docs/figures/*.svg from bench/results/*.json, after the figures of Dakkak et al. (ICS 2019), and brings
docs/benchmarks/ and README.md's table up to date. Needs matplotlib."""

import os
import sys

try:
    import matplotlib
except ImportError:
    sys.exit("plot.py: needs matplotlib (Debian: python3-matplotlib)")
matplotlib.use("svg")
import matplotlib.pyplot as plt

sys.dont_write_bytecode = True
import report
from bars import HISTOGRAMS

FIGURES = os.path.join(report.TOP, "docs", "figures")
# key of the row, legend, colour, marker
SERIES = [("tcu_ms", "tcu", "#1f77b4", "o"), ("matrix_ms", "tcu, matrix unit", "#2ca02c", "^"),
          ("plain_ms", "tcu, plain adds", "#ff7f0e", "v"), ("cub_ms", "CUB, its fastest form", "#d62728", "s"),
          ("roof_ms", "roof", "#7f7f7f", "")]
plt.rcParams.update({"font.size": 9, "axes.grid": True, "grid.alpha": 0.3, "svg.hashsalt": "tcu", "figure.dpi": 100})


def gigabytes(row, key):
    return row["bytes"] / row[key] * 1e-6 if row.get(key) else None


def save(figure, name):
    os.makedirs(FIGURES, exist_ok=True)
    figure.savefig(os.path.join(FIGURES, name + ".svg"), bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    print("docs/figures/%s.svg" % name)


def lines(name, title, rows, x, xlabel):
    """GB/s over x, a line a contestant."""
    rows = sorted((r for r in rows if r[x]), key=lambda r: r[x])
    if len(rows) < 2:
        return
    figure, axes = plt.subplots(figsize=(7, 3.8))
    for key, legend, colour, marker in SERIES:
        points = [(r[x], gigabytes(r, key)) for r in rows if gigabytes(r, key)]
        if points:
            axes.plot(*zip(*points), label=legend, color=colour, marker=marker, markersize=3.5, linewidth=1.2,
                      linestyle="--" if key == "roof_ms" else "-")
    axes.set_xscale("log", base=2)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(xlabel)
    axes.set_ylabel("GB/s, every byte counted once")
    axes.set_title(title)
    axes.legend(fontsize=8)
    save(figure, name)


def offset_name(row):
    return row["dist"] if row["dist"] != "uniform" else "mean %s" % report.power(row["param"])


def offset_bars(name, gpu, rows):
    """Percent of the roof for each distribution of segment lengths; reduce above, scan below."""
    shown = [[r for r in rows if r["op"] == op and r["in"] == "f16" and r["case"] != "exclusive" and r["roof_ms"]]
             for op in ("segmented_reduce_offsets", "segmented_scan_offsets")]
    if not all(shown):
        return
    figure, both = plt.subplots(2, 1, figsize=(7, 6.4))
    titles = ("segmented_reduce_offsets (of reading)", "segmented_scan_offsets (of a copy)")
    for axes, some, title in zip(both, shown, titles):
        series = [s for s in SERIES if s[0] != "roof_ms"]
        for k, (key, legend, colour, _) in enumerate(series):
            places = [i + 0.2 * (k - 1.5) for i in range(len(some))]
            axes.bar(places, [100 * r["roof_ms"] / r[key] if r.get(key) else 0 for r in some], 0.2, label=legend,
                     color=colour)
        axes.set_xticks(range(len(some)), [offset_name(r) for r in some], rotation=30, ha="right")
        axes.set_ylabel("% of the roof")
        axes.set_title("%s, f16, n = %s, %s" % (title, report.power(some[0]["n"]), gpu))
        axes.set_ylim(0, 130)  # room for the legend
        axes.axhline(100, color="#7f7f7f", linestyle="--", linewidth=1)
    both[0].legend(fontsize=8, ncols=2)
    figure.tight_layout()
    save(figure, name)


def panels(name, title, shown, x, value, xlabel, ylabel, series, log_x=False):
    """A small diagram for each (title, rows), a line a contestant, in three columns."""
    shown = [(what, sorted(rows, key=lambda r: r[x])) for what, rows in shown if len(rows) >= 2]
    if not shown:
        return
    figure, grid = plt.subplots((len(shown) + 2) // 3, 3, figsize=(9.5, 2.7 * ((len(shown) + 2) // 3)), squeeze=False)
    for axes in grid.flat[len(shown):]:
        axes.axis("off")
    for axes, (what, rows) in zip(grid.flat, shown):
        for key, legend, colour, marker in series:
            points = [(r[x], value(r, key)) for r in rows if r.get(key)]
            if points:
                axes.plot(*zip(*points), label=legend, color=colour, marker=marker, markersize=3.5, linewidth=1.2,
                          linestyle="--" if key == "roof_ms" else "-")
        if log_x:
            axes.set_xscale("log", base=2)
        axes.set_ylim(bottom=0)
        axes.set_title(what, fontsize=9)
        axes.set_xlabel(xlabel)
        axes.set_ylabel(ylabel)
    handles, legends = grid.flat[0].get_legend_handles_labels()
    figure.legend(handles, legends, fontsize=8, ncols=len(series), loc="lower center", bbox_to_anchor=(0.5, -0.04))
    figure.suptitle(title)
    figure.tight_layout()
    save(figure, name)


def compaction(name, gpu, rows):
    """By item size over the fraction that is kept; and small arrays over n."""
    def kept(op, case, in_type):
        return [dict(r, percent=100 * r["param"]) for r in rows
                if (r["op"], r["case"], r["in"], r["dist"]) == (op, case, in_type, "uniform") and r["n"] >= 1 << 27]

    def small(op, case, in_type):
        return [r for r in rows if (r["op"], r["case"], r["in"]) == (op, case, in_type) and r["n"] <= 1 << 22]

    large = [("compact by bytes, %s" % t, kept("compact", "bytes", t)) for t in ("u8", "u16", "u32", "u64", "b128")]
    panels(name + "-compaction", "compaction, 2^28 items (b128: 2^27), " + gpu,
           large + [("compact_if, u32", kept("compact_if", "less", "u32"))], "percent", gigabytes, "% kept",
           "GB/s", SERIES)
    some = [("compact, u32, bytes", small("compact", "bytes", "u32")),
            ("compact_if, u32", small("compact_if", "less", "u32")),
            ("compact_columns, 4 x u32", small("compact_columns", "bytes", "u32")),
            ("partition, u32, bytes", small("partition", "bytes", "u32")),
            ("unique, u32, runs of 4", small("unique", None, "u32"))]
    panels(name + "-compaction-small", "small arrays, half kept, one call after another, " + gpu, some, "n",
           lambda r, key: 1000 * r[key], "n", "us a call", SERIES, log_x=True)


def histogram_case(row):
    """A case's place in the order of the figure, and its name."""
    types = ["u8", "u16", "f16", "bf16", "i32", "u32", "f32", "f64"]
    bins = report.power(int(row["param"]))
    if row["op"] == "histogram_even":
        return (0, types.index(row["in"]), row["param"]), "%s, %s" % (row["in"], bins)
    if row["op"] == "histogram_range":
        return (1, row["case"]), "range, " + row["case"]
    return (2, row["op"]), "RGBA" if row["op"] == "histogram_multi" else "weighted"


def histogram(name, gpu, rows):
    """Percent of the read roof by case, a diagram for each distribution; and small arrays over n."""
    rows = [r for r in rows if r["op"] in HISTOGRAMS]
    large = [r for r in rows if r["n"] > 1 << 22 and r["out"] != "u64" and r["roof_ms"]]
    shown = [(dist, sorted((r for r in large if r["dist"] == dist), key=lambda r: histogram_case(r)[0]))
             for dist in ("uniform", "zipf", "peak", "constant")]
    if all(some for _, some in shown):
        figure, grid = plt.subplots(4, 1, figsize=(9.5, 11), sharex=True)
        titles = {"uniform": "uniform over the bins", "zipf": "Zipf, exponent 1.1", "peak": "78% in one bin",
                  "constant": "all in one bin"}
        for axes, (dist, some) in zip(grid, shown):
            for k, (key, legend, colour, _) in enumerate([SERIES[0], SERIES[3]]):
                places = [i + 0.4 * (k - 0.5) for i in range(len(some))]
                axes.bar(places, [100 * r["roof_ms"] / r[key] if r.get(key) else 0 for r in some], 0.4, label=legend,
                         color=colour)
            axes.set_ylabel("% of the read roof")
            axes.set_title(titles[dist], fontsize=9)
            axes.set_ylim(0, 105)
            axes.axhline(100, color="#7f7f7f", linestyle="--", linewidth=1)
            axes.set_xticks(range(len(some)), [histogram_case(r)[1] for r in some], rotation=45, ha="right")
        handles, legends = grid[0].get_legend_handles_labels()
        figure.legend(handles, legends, fontsize=8, ncols=2, loc="lower center", bbox_to_anchor=(0.5, -0.02))
        figure.suptitle("histograms of 2 GiB: samples and bins, " + gpu)
        figure.tight_layout()
        save(figure, name + "-histogram")
    small = [("histogram of %s, 256 bins" % t, [r for r in rows if r["op"] == "histogram_even" and r["in"] == t and
                                                r["param"] == 256 and r["dist"] == "uniform" and r["n"] <= 1 << 22])
             for t in ("u8", "i32", "f32")]
    panels(name + "-histogram-small", "small arrays, one call after another, " + gpu, small, "n",
           lambda r, key: 1000 * r[key], "n", "us a call", SERIES, log_x=True)


def sort_groups(rows):
    """(title, rows in their order) of the large sorts of keys and of pairs, by distribution."""
    order = ["uniform", "sorted", "reversed", "four", "two", "zipf", "constant"]
    for op, types in (("radix_sort", ("u32", "i32", "f32")), ("radix_sort_pairs", ("u32",))):
        for t in types:
            some = [r for r in rows if r["op"] == op and r["in"] == t and r["case"] is None and r["n"] > 1 << 24]
            yield "%s, %s" % (op, t), sorted(some, key=lambda r: order.index(r["dist"]))


def sort(name, gpu, rows):
    """Gkeys/s by distribution, over the size of segments, and times of small arrays over n."""
    series = [("tcu_ms", "tcu", "#1f77b4", "o"), ("documented_ms", "tcu, documented ranking", "#9467bd", "^"), SERIES[3]]
    shown = [(what, some) for what, some in sort_groups(rows) if len(some) > 1]
    if shown:
        figure, grid = plt.subplots(2, 2, figsize=(9.5, 6.4), squeeze=False)
        for axes in grid.flat[len(shown):]:
            axes.axis("off")
        for axes, (what, some) in zip(grid.flat, shown):
            for k, (key, legend, colour, _) in enumerate(series):
                places = [i + 0.27 * (k - 1) for i in range(len(some))]
                axes.bar(places, [report.gigakeys(r, key) or 0 for r in some], 0.27, label=legend, color=colour)
            axes.set_xticks(range(len(some)), [r["dist"] for r in some], rotation=30, ha="right")
            axes.set_ylabel("Gkeys/s")
            axes.set_title("%s, n = %s" % (what, report.power(some[0]["n"])), fontsize=9)
        handles, legends = grid.flat[0].get_legend_handles_labels()
        figure.legend(handles, legends, fontsize=8, ncols=3, loc="lower center", bbox_to_anchor=(0.5, -0.04))
        figure.suptitle("sorts, " + gpu)
        figure.tight_layout()
        save(figure, name + "-sort")
    segmented = [r for r in rows if r["op"] == "segmented_sort"]
    panels(name + "-sort-segments", "sorts of segments, " + gpu, [("segmented_sort, u32, 2^28 keys", segmented)],
           "param", report.gigakeys, "segment size", "Gkeys/s", series, log_x=True)

    def of_size(op, in_type):
        return [r for r in rows if r["op"] == op and r["in"] == in_type and r["n"] <= 1 << 24 and r["case"] is None]

    small = [("%s, %s" % (op, t), of_size(op, t)) for op, t in (
        ("radix_sort", "u32"), ("radix_sort_pairs", "u32"), ("radix_sort", "u8"), ("radix_sort", "u16"))]
    panels(name + "-sort-small", "short arrays, uniform, one call after another, " + gpu, small, "n",
           report.gigakeys, "n", "Gkeys/s", series, log_x=True)


def polynomial(name, gpu, rows):
    """Gvalues/s over the degree, a diagram for each form and type."""
    series = [SERIES[0], SERIES[1], ("plain_ms", "tcu, plain Horner", *SERIES[2][2:]),
              ("cub_ms", "CUB or Thrust, the faster", *SERIES[3][2:]), SERIES[4]]
    titles = (("grid", 1024, "1024 polynomials at 2^20 points"), ("reduce", 1024, "their maximum"),
              ("one", 1, "one polynomial at 2^27 points"))
    shown = [("%s, %s" % (title, t), [r for r in rows if r["op"] == "polynomial" and r["polynomials"] == number and
                                      (r["case"], r["in"], r["out"]) == (case, t, t) and r["n"] >= 1 << 20])
             for case, number, title in titles for t in ("f64", "f32", "f16")]
    panels(name + "-polynomial", "polynomials, " + gpu, shown, "param", report.gigavalues, "degree", "Gvalues/s",
           series, log_x=True)


def stencil(name, gpu, rows):
    """Gpoints/s by case, a diagram for each type, the copy roof as a mark."""
    series = [SERIES[0], SERIES[1], SERIES[2], ("cub_ms", "a transform by CUB", *SERIES[3][2:])]
    shown = [(t, [r for r in rows if r["op"] == "stencil" and r["in"] == t and r["n"] > 1 << 22 and r["roof_ms"]])
             for t in ("f64", "f32", "f16")]
    if not all(some for _, some in shown):
        return
    figure, grid = plt.subplots(3, 1, figsize=(9.5, 9))
    for axes, (t, some) in zip(grid, shown):
        for k, (key, legend, colour, _) in enumerate(series):
            places = [i + 0.2 * (k - 1.5) for i in range(len(some))]
            axes.bar(places, [report.gigapoints(r, key) or 0 for r in some], 0.2, label=legend, color=colour)
        for i, r in enumerate(some):
            axes.plot([i - 0.45, i + 0.45], [report.gigapoints(r, "roof_ms")] * 2, color="#7f7f7f", linestyle="--",
                      linewidth=1)
        axes.set_xticks(range(len(some)), [r["case"] for r in some], rotation=30, ha="right")
        axes.set_ylabel("Gpoints/s")
        axes.set_title("%s; dashes: a copy" % t, fontsize=9)
    handles, legends = grid[0].get_legend_handles_labels()
    figure.legend(handles, legends, fontsize=8, ncols=4, loc="lower center", bbox_to_anchor=(0.5, -0.03))
    figure.suptitle("stencils, one sweep, " + gpu)
    figure.tight_layout()
    save(figure, name + "-stencil")


def main():
    drawn = False
    for name, header, rows in report.load_results():
        drawn = True
        gpu = header["gpu"]

        def of(op, in_type, out_type, case=None):
            return [r for r in rows if (r["op"], r["in"], r["out"], r["case"]) == (op, in_type, out_type, case)]

        lines(name + "-segmented-reduce", "segmented_reduce, f16 -> f32, 2^30 elements, " + gpu,
              of("segmented_reduce", "f16", "f32"), "param", "segment size")
        lines(name + "-segmented-scan", "segmented_scan, f16, inclusive, 2^30 elements, " + gpu,
              of("segmented_scan", "f16", "f16", "inclusive"), "param", "segment size")
        lines(name + "-reduce", "reduce, f16 -> f32, " + gpu, of("reduce", "f16", "f32"), "n", "n")
        lines(name + "-scan", "scan, f16, inclusive, " + gpu, of("scan", "f16", "f16", "inclusive"), "n", "n")
        offset_bars(name + "-offsets", gpu, rows)
        compaction(name, gpu, rows)
        histogram(name, gpu, rows)
        sort(name, gpu, rows)
        polynomial(name, gpu, rows)
        stencil(name, gpu, rows)
    if not drawn:
        print("plot.py: no results of a GPU in bench/results/")
    report.write_pages()
    print("docs/benchmarks/*.md, README.md")


if __name__ == "__main__":
    main()
