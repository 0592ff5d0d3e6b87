# SPDX-License-Identifier: Apache-2.0
"""The bars that the operations have to reach, held against measured rows; the modules of families, which say them.

families/<family>/report.py says of a family of operations
  PAGES, FIGURES, BARS     by page of docs/benchmarks/: operations; figures, each docs/figures/<gpu>-<figure>.svg; and
                           bars, (what, condition, measure, bar): `measure` has to reach the bar in every row of the page
                           that meets the condition
  parts(row)               what stands in the name of a row behind its types and its case
and, where there is something to say,
  SHOWS_FORMS              operations whose tables show the times of all of CUB's forms
  columns(op)              what tables show besides: headings, and functions of a row
  draw(plot, name, gpu, rows)                   its figures
  numpy_function(numpy, row, x, generator)      (name, function) that does a row's work on the array x by NumPy, or None
  torch_function(torch, row, x)                 the same by PyTorch, on a GPU
"""

import importlib.util
import os
import re

from measures import AT_LEAST_CUB, MEASURES, enqueued, enqueued_over_cub, types, without_workspace

FAMILIES = os.path.dirname(os.path.abspath(__file__))


def load_modules():
    """The modules of the families, in the order of operations.h."""
    with open(os.path.join(os.path.dirname(FAMILIES), "operations.h"), encoding="utf-8") as file:
        names = re.findall(r"^    M\((\w+)\)", file.read(), re.MULTILINE)
    for name in names:
        path = os.path.join(FAMILIES, name, "report.py")
        spec = importlib.util.spec_from_file_location("bench_" + name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module


MODULES = list(load_modules())
# The operations of each page; the bars of each; of each operation the module.
PAGES = {page: ops for module in MODULES for page, ops in module.PAGES.items()}
PAGES["calls"] = ("calls",)
FIGURES = {page: figures for module in MODULES for page, figures in module.FIGURES.items()}
BARS = {page: bars for module in MODULES for page, bars in module.BARS.items()}
MODULE_OF = {op: module for module in MODULES for ops in module.PAGES.values() for op in ops}


def _calls(r):
    return r["op"] == "calls"


BARS["calls"] = [
    ("calls, to enqueue one", _calls, enqueued, 5.5),
    ("calls, to enqueue one, against CUB", _calls, enqueued_over_cub, 1),
    ("calls, what one takes longer without a workspace", _calls, without_workspace, 3),
]


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
    parts += MODULE_OF[row["op"]].parts(row)
    return ", ".join(parts)


def judge(page, rows):
    """Yields (what, bar text, worst value text, worst row, number of rows, verdict) for each bar of a page."""
    fastest = {}
    same = lambda r: tuple(r[k] for k in ("op", "case", "in", "out", "n", "param"))
    for row in rows:
        if row["tcu_ms"]:
            fastest[same(row)] = min(row["tcu_ms"], fastest.get(same(row), row["tcu_ms"]))
    rows = [dict(r, fastest_ms=fastest.get(same(r))) for r in rows]
    for what, condition, measure, bar in BARS[page]:
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
