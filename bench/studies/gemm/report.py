# SPDX-License-Identifier: Apache-2.0
"""Products of matrices and of a matrix and a vector: speed and error of each way."""

from figures import best, cell, panels, ratio, series, size, table

FIGURES = ("gemm",)
KINDS = (("gemm", "C = A B", "TFLOP/s"), ("gemv", "y = A x", "GB/s"))
PRECISIONS = (("mixed", "f16 operands, f32 accumulators"), ("half", "f16 operands, f16 accumulators"))


def of(rows, kind, precision):
    return [r for r in rows if r["kind"] == kind and r["precision"] == precision]


def cell_of(row, fastest):
    """Speed and error; how much of the fastest."""
    if row is None:
        return "-"
    part = ratio(row["speed"], fastest)
    return "%s (%s, %s)" % (cell(row["speed"], "%.4g"), cell(part and 100 * part, "%.0f%%"), cell(row["error"], "%.1e"))


def sections(rows):
    lines = ["In each cell: the speed, in parentheses what part it is of the fastest in its line, and the largest error of "
             "the elements that were checked, divided by the sum of the magnitudes of their products."]
    for kind, title, unit in KINDS:
        for precision, what in PRECISIONS:
            some = of(rows, kind, precision)
            if not some:
                continue
            methods = list(dict.fromkeys(r["method"] for r in some))
            by_n = {}
            for r in some:
                by_n.setdefault(r["n"], {})[r["method"]] = r

            def text(method):
                return lambda line: cell_of(line.get(method), best((r["speed"] for r in line.values()), max))

            columns = [("n", lambda line: size()(next(iter(line.values()))))] + [(m, text(m)) for m in methods]
            lines += ["", "### %s, %s, %s" % (title, what, unit), ""] + table(list(by_n.values()), columns)
    return lines


def draw(plot, name, gpu, rows):
    shown = [("%s, %s accumulators, %s" % (title, "f32" if precision == "mixed" else "f16", unit),
              series(of(rows, kind, precision), "method", "n", "speed"))
             for kind, title, unit in KINDS for precision, _ in PRECISIONS]
    panels(plot, name + "-gemm", "squares of n x n, " + gpu, shown, "n", "speed", log_y=False)
