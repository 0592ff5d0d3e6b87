# SPDX-License-Identifier: Apache-2.0
"""The error of sums of halves, by method."""

from figures import number, panels, series, size, table

FIGURES = ("precision",)


def error(row):
    return "overflow" if row["relative_error"] is None else "%.1e" % row["relative_error"]


def sections(rows):
    lines = ["In each cell the relative error of the sum; *condition* is the sum of all magnitudes, divided by that of the "
             "exact sum."]
    for name in dict.fromkeys(r["input"] for r in rows):
        of_input = [r for r in rows if r["input"] == name]
        methods = list(dict.fromkeys(r["method"] for r in of_input))
        by_n = {}
        for r in of_input:
            by_n.setdefault(r["n"], {})[r["method"]] = r
        first = methods[0]
        columns = [("n", lambda of: size()(of[first])), ("condition", lambda of: number("condition", "%.3g")(of[first]))]
        columns += [(m, lambda of, m=m: error(of[m])) for m in methods]
        lines += ["", "### %s" % name, ""] + table(list(by_n.values()), columns)
    return lines


def draw(plot, name, gpu, rows):
    shown = [("%s" % what, series([r for r in rows if r["input"] == what], "method", "n", "relative_error"))
             for what in dict.fromkeys(r["input"] for r in rows)]
    panels(plot, name + "-precision", "sums of n halves, " + gpu, shown, "n", "relative error")
