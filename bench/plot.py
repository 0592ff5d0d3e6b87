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
import report # (before the others: it says where the modules of the families are)
import overview
from bars import MODULES

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


def draw_overview(header, rows):
    """README's figure: for each group of operations the median of its rows in times CUB's speed, slowest to fastest."""
    spreads = list(overview.spreads(rows))[::-1]
    figure, axes = plt.subplots(figsize=(8, 4.4))
    for y, (_, slowest, median, fastest, _) in enumerate(spreads):
        axes.barh(y, median - 1, left=1, height=0.62, color="#1f77b4", zorder=2)
        axes.plot([slowest, fastest], [y, y], color="#222222", linewidth=1, marker="|", markersize=7, zorder=3)
        axes.text(1.02, y, "%.2f" % median, transform=axes.get_yaxis_transform(), va="center", fontweight="bold")
        axes.text(1.10, y, "%.2f to %.3g" % (slowest, fastest), transform=axes.get_yaxis_transform(), va="center")
    axes.text(1.02, len(spreads) - 0.4, "median", transform=axes.get_yaxis_transform(), fontsize=8)
    axes.text(1.12, len(spreads) - 0.4, "all rows", transform=axes.get_yaxis_transform(), fontsize=8)
    axes.axvline(1, color="#d62728", linewidth=1.4, zorder=4)
    axes.set_xscale("log")
    axes.set_xlim(0.8, 300)
    axes.set_ylim(-0.6, len(spreads) - 0.4)
    axes.set_xticks([1, 2, 5, 10, 20, 50, 100, 200], ["1 = CUB", "2", "5", "10", "20", "50", "100", "200"])
    axes.set_yticks(range(len(spreads)), ["%s (%d rows)" % (words, count) for words, *_, count in spreads])
    axes.minorticks_off()
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("times the speed of CUB %s (bar: median; line: slowest to fastest row)" % header["cccl"])
    axes.set_title("%s, large arrays" % header["gpu"])
    save(figure, "times-cub")


def main():
    drawn = False
    for name, header, rows in report.load_results():
        drawn = True
        for module in MODULES:
            if hasattr(module, "draw"):
                ops = [op for some in module.PAGES.values() for op in some]
                module.draw(sys.modules[__name__], name, header["gpu"], [r for r in rows if r["op"] in ops])
    if drawn:
        draw_overview(*min(report.load_results(), key=report.last_first)[1:])
    else:
        print("plot.py: no results of a GPU in bench/results/")
    report.write_pages()
    print("docs/benchmarks/*.md, README.md")


if __name__ == "__main__":
    main()
