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
from report import write

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TYPES = {"u8": numpy.uint8, "u16": numpy.uint16, "i32": numpy.int32, "u32": numpy.uint32, "u64": numpy.uint64,
         "f32": numpy.float32, "f64": numpy.float64}
LEAST_SECONDS, FEWEST, MOST = 0.3, 3, 1000
# Where a row of histograms begins and ends (families/histogram/family.cpp), but for one bin a value.
LEVELS = {"u8": (0, 256), "u16": (100, 60100), "i32": (-1e9, 1000000007), "u32": (0, 4000000007), "f32": (-1.5, 1.5),
          "f64": (-1.5, 1.5)}


def elements(generator, row):
    """As bench_serial_fill() draws them, or runs of the mean length of the row."""
    kind = TYPES[row["in"]]
    if row["dist"] == "geometric":
        begins = generator.random(row["n"]) < 1 / row["param"]
        return numpy.cumsum(begins).astype(kind)
    if row["in"] in ("f32", "f64"):
        return (generator.random(row["n"]) * 2 - 1).astype(kind)
    limits = numpy.iinfo(kind)
    return generator.integers(limits.min, limits.max, row["n"], kind, endpoint=True)


def threshold(row):
    """The element below which the row's fraction of the elements lies."""
    kind = TYPES[row["in"]]
    if row["in"] in ("f32", "f64"):
        return kind(2 * row["param"] - 1)
    return kind(row["param"] * 2 ** (8 * kind().itemsize))


def sums(row, x):
    out = TYPES[row["out"]]
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


def compactions(row, x, generator):
    flags = generator.random(row["n"]) < row["param"]
    if row["op"] == "compact" and row["case"] == "bytes":
        return "numpy.compress", lambda: x[flags]
    if row["op"] == "compact_if" and row["case"] == "less":
        bound = threshold(row)
        return "x[x < value]", lambda: x[x < bound]
    if row["op"] == "compact_indices" and row["case"] == "bytes" and row["out"] == "u64":
        return "numpy.flatnonzero", lambda: numpy.flatnonzero(flags)
    if row["op"] == "partition" and row["case"] == "bytes":
        return "numpy.concatenate", lambda: numpy.concatenate((x[flags], x[~flags]))
    if row["op"] == "unique" and not row["case"]:
        def unique():
            begins = numpy.empty(x.size, bool)
            begins[0] = True
            numpy.not_equal(x[1:], x[:-1], out=begins[1:])
            return x[begins]
        return "x[x[1:] != x[:-1]]", unique
    return None


def histograms(row, x):
    bins = int(row["param"])
    if row["op"] != "histogram_even" or row["dist"] != "uniform":
        return None
    if bins == 65536 or (row["in"] == "u8" and bins == 256):
        samples = x if row["in"] in ("u8", "u16") else (x % bins).astype(x.dtype)
        return "numpy.bincount", lambda: numpy.bincount(samples, minlength=bins)
    return "numpy.histogram", lambda: numpy.histogram(x, bins, LEVELS[row["in"]])


def sorts(row, x):
    if row["dist"] != "uniform" or row["case"]:
        return None
    if row["op"] == "radix_sort":
        return "numpy.sort", lambda: numpy.sort(x)
    if row["op"] == "argsort":
        return "numpy.argsort", lambda: numpy.argsort(x, kind="stable")
    if row["op"] == "segmented_sort":
        table = x.reshape(-1, int(row["param"]))
        return "numpy.sort", lambda: numpy.sort(table, axis=1)
    return None


def function_of(row, generator):
    """(name, function) that does a row's work, or None."""
    if row["in"] not in TYPES or row["out"] not in TYPES:
        return None
    x = elements(generator, row)
    if row["op"] in ("reduce", "scan", "segmented_reduce", "segmented_scan"):
        return sums(row, x)
    if row["op"] in ("compact", "compact_if", "compact_indices", "partition", "unique"):
        return compactions(row, x, generator)
    if row["op"].startswith("histogram"):
        return histograms(row, x)
    if row["op"] in ("radix_sort", "argsort", "segmented_sort"):
        return sorts(row, x)
    if row["op"] == "adjacent_difference":
        result = numpy.empty_like(x)
        return "numpy.subtract", lambda: numpy.subtract(x[1:], x[:-1], out=result[1:])
    if row["op"] == "polynomial" and row["case"] == "one":
        coefficients = generator.random(int(row["param"]) + 1).astype(x.dtype)
        return "numpy.polyval", lambda: numpy.polyval(coefficients, x)
    return None


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
