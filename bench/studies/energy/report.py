# SPDX-License-Identifier: Apache-2.0
"""Joules of sums."""

from figures import COLOURS, cell, number, ratio, table, text

FIGURES = ("energy",)


def pairs(rows):
    """(matrix, plain) of each array and type."""
    found = {}
    for r in rows:
        found.setdefault((r["array"], r["type"]), {})[r["arithmetic"]] = r
    return [(of["matrix"], of["plain"]) for of in found.values() if len(of) == 2]


def saved(row, rows):
    """Of a row on the matrix unit: how many times as many joules plain adds take."""
    for matrix, plain in pairs(rows):
        if row is matrix:
            return cell(ratio(plain["joules_per_gb"], matrix["joules_per_gb"]), "%.2f")
    return "-"


def sections(rows):
    lines = ["Idle power, %s W, is subtracted; in parentheses: with it. The last column says how many times as many "
             "joules plain adds take; *difference* is that of two measurements of the same sum."
             % cell(rows[0]["idle_watts"], "%.0f"), ""]
    return lines + table(rows, [
        ("array", text("array")), ("type", text("type")), ("arithmetic", text("arithmetic")), ("ms", number("ms")),
        ("J/GB", lambda r: "%s (%s)" % (cell(r["joules_per_gb"], "%.3f"), cell(r["joules_per_gb_raw"], "%.3f"))),
        ("difference", lambda r: cell(r.get("difference") and 100 * r["difference"], "%.1f%%")),
        ("W", number("watts", "%.0f")), ("SM clock, MHz", number("sm_mhz", "%.0f")),
        ("error", number("error", "%.1e")), ("plain / matrix", lambda r: saved(r, rows))])


def draw(plot, name, gpu, rows):
    shown = pairs(rows)
    figure, axes = plot.plt.subplots(figsize=(7, 3.8))
    for k, arithmetic in enumerate(("matrix unit", "plain adds")):
        axes.bar([i + 0.4 * (k - 0.5) for i in range(len(shown))], [pair[k]["joules_per_gb"] or 0 for pair in shown], 0.4,
                 label=arithmetic, color=COLOURS[k + 1])
    axes.set_xticks(range(len(shown)), ["%s\n%s" % (pair[0]["type"], pair[0]["array"]) for pair in shown])
    axes.set_ylabel("J/GB, idle power subtracted")
    axes.set_title("sums of an array in memory, and of one in L2, " + gpu)
    axes.legend(fontsize=8)
    plot.save(figure, name + "-energy")
