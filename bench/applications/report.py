#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the measured part of docs/benchmarks/applications.md from what tcu-applications writes.

report.py FILE...     Writes the page from these results, by default those of bench/applications/results/*.json.
report.py --check     Writes nothing: fails if the page is not what would be written.
report.py --merge OUT FILE...
                      Joins results of one GPU into OUT: of an application that is in several, those of the last one stay.

What stands outside the two marker lines of the page stays.
"""

import argparse
import glob
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "..", "..", "docs", "benchmarks", "applications.md")
BEGIN = "<!-- measured: written by bench/applications/report.py -->"
END = "<!-- end of measured -->"


def row_of(row):
    """A line of the table; a wrong result has no time."""
    if not row["equal"]:
        return f"| {row['case']} | results differ | | | {row['tcu_lines']} | {row['cub_lines']} |"
    times = row["cub_ms"] / row["tcu_ms"]
    return (
        f"| {row['case']} | {row['tcu_ms']:.3f} | {row['cub_ms']:.3f} | {times:.2f} "
        f"| {row['tcu_lines']} | {row['cub_lines']} |"
    )


def losses(rows):
    """A sentence about the rows in which CUB is faster, or none."""
    lost = [row for row in rows if row["equal"] and row["cub_ms"] < 0.99 * row["tcu_ms"]]
    if not lost:
        return []
    names = ", ".join(f"{row['case']} ({row['cub_ms'] / row['tcu_ms']:.2f})" for row in lost)
    return ["", f"CUB is faster in: {names}."]


def section_of(run):
    """The lines of a GPU."""
    size = " **Small inputs, of a test: these are not times to compare.**" if run["small"] else ""
    return [
        f"## {run['gpu']}",
        "",
        "| application | tcu ms | CUB ms | times CUB | lines | lines of CUB |",
        "|---|---|---|---|---|---|",
        *[row_of(row) for row in run["rows"]],
        *losses(run["rows"]),
        "",
        f"CUB {run['cub']}, CUDA {run['cuda']}, {run['rounds']} rounds, commit {run['commit'][:12]}.{size}",
    ]


def measured(runs):
    """All that stands between the markers."""
    if not runs:
        return ["", "Not measured yet.", ""]
    lines = [""]
    for run in sorted(runs, key=lambda run: run["gpu"]):
        lines += section_of(run) + [""]
    return lines


def page_with(text, runs):
    """The page with its measured part anew."""
    before, rest = text.split(BEGIN)
    behind = rest.split(END)[1]
    return before + BEGIN + "\n" + "\n".join(measured(runs)) + "\n" + END + behind


def merge(out, runs):
    """Writes the runs as one, which is otherwise as the last of them."""
    if len({run["gpu"] for run in runs}) != 1:
        sys.exit("report.py: these are results of different GPUs, or none")
    rows = {}
    for run in runs:
        rows.update({(row["application"], row["case"]): row for row in run["rows"]})
    with open(out, "w", encoding="utf-8") as file:
        json.dump({**runs[-1], "rows": list(rows.values())}, file, indent=1)
        file.write("\n")


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="results; default: those of bench/applications/results")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is another one")
    parser.add_argument("--merge", metavar="OUT", help="join the results into this file, and write no page")
    arguments = parser.parse_args()
    if arguments.merge:
        merge(arguments.merge, [load(path) for path in arguments.files])
        return 0
    files = arguments.files or sorted(glob.glob(os.path.join(HERE, "results", "*.json")))
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    new = page_with(text, [load(path) for path in files])
    if arguments.check:
        if new != text:
            print("docs/benchmarks/applications.md is not what bench/applications/report.py writes", file=sys.stderr)
            return 1
        return 0
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
