#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures NumPy on the rows of a host's results that it has a function for, and joins the times to their yardsticks.

numpy_rows.py [FILE]    FILE is what `tcu-bench --backend host --json FILE` wrote, default bench/results/host.json; it is
                        written anew. One thread; minimum of many calls with inputs of the same distribution and size.
                        Results go into arrays given beforehand where NumPy takes them. Needs NumPy.
"""

import json
import os
import sys
import time

try:
    import numpy
except ImportError:
    sys.exit("numpy_rows.py: no NumPy here: the results stay as they are")

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "families"))
from bars import MODULE_OF
from report import write

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TYPES = {"u8": numpy.uint8, "u16": numpy.uint16, "i32": numpy.int32, "u32": numpy.uint32, "u64": numpy.uint64,
         "f32": numpy.float32, "f64": numpy.float64}
LEAST_SECONDS, FEWEST, MOST = 0.3, 3, 1000


def elements(generator, row):
    """As host/elements.cpp draws them, or runs of the mean length of the row."""
    kind = TYPES[row["in"]]
    if row["dist"] == "geometric":
        begins = generator.random(row["n"]) < 1 / row["param"]
        return numpy.cumsum(begins).astype(kind)
    if row["in"] in ("f32", "f64"):
        return (generator.random(row["n"]) * 2 - 1).astype(kind)
    limits = numpy.iinfo(kind)
    return generator.integers(limits.min, limits.max, row["n"], kind, endpoint=True)


def function_of(row, generator):
    """(name, function) that does a row's work, or None."""
    if row["in"] not in TYPES or row["out"] not in TYPES:
        return None
    make = getattr(MODULE_OF.get(row["op"]), "numpy_function", None)
    return make(numpy, row, elements(generator, row), generator) if make else None


def minimum(function):
    """Milliseconds."""
    function()
    times = []
    while len(times) < FEWEST or (sum(times) < LEAST_SECONDS and len(times) < MOST):
        begin = time.perf_counter()
        function()
        times.append(time.perf_counter() - begin)
    return 1000 * min(times)


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(TOP, "bench", "results", "host.json")
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    generator = numpy.random.default_rng(20260)
    for index, row in enumerate(data["rows"]):
        found = None if row.get("error") or "yardsticks" not in row else function_of(row, generator)
        if not found:
            continue
        print("\r[%d of %d] %-60s" % (index + 1, len(data["rows"]), row["op"]), end="", file=sys.stderr)
        name, function = found
        row["yardsticks"][name] = float("%.6g" % minimum(function))
        if row["yardsticks"][name] < row["best_ms"]:
            row["best"], row["best_ms"] = name, row["yardsticks"][name]
    print("\r%80s\r" % "", end="", file=sys.stderr)
    data["header"]["numpy"] = numpy.__version__
    write(path, data["header"], data["rows"])


if __name__ == "__main__":
    main()
