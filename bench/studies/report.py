#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the measured parts of docs/studies/*.md from bench/studies/results/*.json, which tcu-study writes, and draws their
figures. What stands outside the markers of these files stays.

report.py                    Writes the pages.
report.py --draw             Draws docs/figures/studies-*.svg before (needs matplotlib).
report.py --check            Writes nothing: fails, with a line for each page that is not what would be written.
report.py --name-of RUN      Prints what the result file of a run's GPU is called: as the benchmarks' one, if there is one.
report.py --merge OUT IN...  Joins result files of one GPU into one: of a study that is in several, the last one stays.

bench/studies/<study>/report.py says of a study
  sections(rows)             lines of Markdown: its tables
and, where there is something to say,
  FIGURES                    names, each docs/figures/studies-<gpu>-<figure>.svg
  draw(plot, name, gpu, rows)    draws them: `plot` is bench/plot.py, figures.py has more
  FROM_BENCHMARKS            true: its rows are those of the benchmarks, bench/results/*.json
  OTHER_PAGES                {path from the top of the tree: function of rows}: tables for pages with the same markers
Any number of a row may be null: a wrong result has no error, and then the page says how many rows are wrong.
"""

import argparse
import glob
import importlib.util
import json
import os
import re
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
# (bench/ before this folder, so that `report` is the benchmarks' module wherever it is imported.)
sys.path[:0] = [os.path.dirname(HERE), HERE]
import report as benchmarks

TOP = benchmarks.TOP
FOLDER = os.path.join("docs", "studies") # of the pages, from the top of the tree
RESULTS = os.path.join(HERE, "results")
BEGIN, END = "<!-- measured: written by bench/studies/report.py -->\n", "<!-- end of measured -->\n"
NOTHING = "Not measured yet: `scripts/studies.sh` on a machine with a GPU writes the tables and figures of this page."


def load_module(study):
    spec = importlib.util.spec_from_file_location("study_" + study, os.path.join(HERE, study, "report.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_modules():
    """The module of each study, by name."""
    return {study: load_module(study)
            for study in sorted(os.path.basename(os.path.dirname(path))
                                for path in glob.glob(os.path.join(HERE, "*", "report.py")))}


def load_results(folder=RESULTS):
    """(name, data) of each result file."""
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(path, encoding="utf-8") as file:
            yield os.path.splitext(os.path.basename(path))[0], json.load(file)


def runs_of(study, module, results):
    """(name of the file, GPU, a line about the run, rows) of each GPU on which a study was measured."""
    if getattr(module, "FROM_BENCHMARKS", False):
        for name, header, rows in sorted(benchmarks.load_results(), key=benchmarks.last_first):
            yield name, header["gpu"], "Rows of `bench/results/%s.json`." % name, rows
        return
    for name, data in results:
        for run in data["studies"]:
            if run["name"] == study and run["rows"]:
                header = data["header"]
                about = "Driver %s, CUDA %s; %s, commit %s, `%s`, %.0f s." % (
                    header["driver"], header["cuda"], run["date"][:10], run["commit"][:12], run["command"],
                    run["seconds"])
                yield name, header["gpu"], about, run["rows"]


def figure_of(name, figure):
    return "studies-%s-%s" % (name, figure)


def page(study, module, results, top, sections, with_figures):
    """The measured part of a study's page, or of another page by that page's `sections`."""
    lines = []
    for name, gpu, about, rows in runs_of(study, module, results):
        wrong = sum(1 for row in rows if row.get("right") is False)
        lines += ["## %s" % gpu, "", about, ""]
        if wrong:
            lines += ["**%d of %d rows are wrong.**" % (wrong, len(rows)), ""]
        lines += sections(rows) + [""]
        for figure in getattr(module, "FIGURES", ()) if with_figures else ():
            path = figure_of(name, figure) + ".svg"
            if os.path.exists(os.path.join(top, "docs", "figures", path)):
                lines += ["![%s](../figures/%s)" % (figure.replace("_", " "), path), ""]
    return lines or [NOTHING, ""]


def check_studies(modules, results, top):
    """Every study has a page, every page and every result a study."""
    found = glob.glob(os.path.join(top, FOLDER, "*.md"))
    pages = {os.path.splitext(os.path.basename(path))[0] for path in found} - {"README"}
    measured = {run["name"] for _, data in results for run in data["studies"]}
    for what, names in (("docs/studies/%s.md is not there", set(modules) - pages),
                        ("docs/studies/%s.md: no study has this name", pages - set(modules)),
                        ("%s is measured, but bench/studies/ has no report.py of it", measured - set(modules))):
        if names:
            sys.exit("report.py: " + "; ".join(what % name for name in sorted(names)))


def write_pages(modules, results, top=TOP, check=False):
    """Whether all pages below `top` were already what they are to be."""
    check_studies(modules, results, top)
    same = True
    for study, module in modules.items():
        lines = page(study, module, results, top, module.sections, True)
        same &= benchmarks.write_between(os.path.join(top, FOLDER, study + ".md"), BEGIN, END, lines, check)
        for path, sections in getattr(module, "OTHER_PAGES", {}).items():
            lines = page(study, module, results, top, sections, False)
            same &= benchmarks.write_between(os.path.join(top, path), BEGIN, END, lines, check)
    if check and not same:
        print("(These pages are written from bench/studies/results/ by bench/studies/report.py.)")
    return same


def write_all(check):
    """Writes or checks all pages of this tree; for bench/report.py."""
    return write_pages(load_modules(), list(load_results()), check=check)


def draw(modules, results, top):
    import plot # needs matplotlib

    plot.FIGURES = os.path.join(top, "docs", "figures")
    for study, module in modules.items():
        if hasattr(module, "draw"):
            for name, gpu, _, rows in runs_of(study, module, results):
                module.draw(plot, "studies-" + name, gpu, rows)


def name_of(path):
    """NVIDIA H200: h200."""
    with open(path, encoding="utf-8") as file:
        gpu = json.load(file)["header"]["gpu"]
    known = {header["gpu"]: name for name, header, _ in benchmarks.load_results()}
    return known.get(gpu) or re.sub("[^a-z0-9-]", "", re.sub("^nvidia-", "", gpu.lower().replace(" ", "-")))


def merge(out, paths):
    header, studies = None, {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        if header and header["gpu"] != data["header"]["gpu"]:
            sys.exit("report.py: %s is of another GPU" % path)
        header = data["header"]
        studies.update((run["name"], run) for run in data["studies"])
    with open(out, "w", encoding="utf-8") as file:
        file.write('{\n  "header": %s,\n  "studies": [\n' % json.dumps(header))
        runs = []
        for _, run in sorted(studies.items()):
            rows = ",\n      ".join(map(json.dumps, run.pop("rows")))
            runs.append('    %s, "rows": [\n      %s\n    ]}' % (json.dumps(run)[:-1], rows))
        file.write(",\n".join(runs) + "\n  ]\n}\n")


def main():
    parser = argparse.ArgumentParser(description="Writes docs/studies/*.md from bench/studies/results/*.json.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is not what would be written")
    parser.add_argument("--draw", action="store_true", help="draw docs/figures/studies-*.svg before (needs matplotlib)")
    parser.add_argument("--merge", nargs="+", metavar=("OUT", "IN"), help="join result files of one GPU instead")
    parser.add_argument("--name-of", metavar="RUN", help="print the name of the result file of a run's GPU instead")
    parser.add_argument("--results", default=RESULTS, metavar="FOLDER", help="result files that lie elsewhere")
    parser.add_argument("--top", default=TOP, metavar="FOLDER", help="the top of another tree whose pages are written")
    options = parser.parse_args()
    if options.merge:
        return merge(options.merge[0], options.merge[1:])
    if options.name_of:
        return print(name_of(options.name_of))
    modules, results = load_modules(), list(load_results(options.results))
    if options.draw:
        draw(modules, results, options.top)
    same = write_pages(modules, results, options.top, options.check)
    return 1 if options.check and not same else 0


if __name__ == "__main__":
    sys.exit(main())
