#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures PyTorch on the rows of a GPU's results that it has a function for, and joins the times to them.

torch_rows.py FILE      FILE is what `tcu-bench --backend cuda --json FILE` wrote; it is written anew, with torch_ms in the
                        large rows. Median of calls between two events of a stream, with inputs of the same size and a
                        similar distribution. PyTorch takes its memory from its own cache, where it stays. Needs PyTorch.
"""

import json
import os
import sys

try:
    import torch
except ImportError:
    sys.exit("torch_rows.py: no PyTorch here: the results stay as they are")

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "families"))
from bars import MODULE_OF
from measures import SIZES
from report import write

TYPES = {"i8": torch.int8, "u8": torch.uint8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64,
         "f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64,
         # (PyTorch has few functions of unsigned integers: as many bits with a sign are as much work.)
         "u16": torch.int16, "u32": torch.int32, "u64": torch.int64}
LEAST_BYTES, CALLS, MOST_MILLISECONDS = 1 << 26, 15, 2000


def elements(row):
    kind = TYPES[row["in"]]
    if kind.is_floating_point:
        return torch.empty(row["n"], dtype=kind, device="cuda").uniform_(-1, 1)
    limits = torch.iinfo(kind)
    return torch.randint(limits.min, limits.max, (row["n"],), dtype=kind, device="cuda")


def median(function):
    """Milliseconds. (Of functions that take seconds fewer calls.)"""
    function()
    times = []
    while len(times) < CALLS and sum(times) < MOST_MILLISECONDS:
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        function()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end))
    return sorted(times)[len(times) // 2]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        data = json.load(file)
    for row in data["rows"]:
        make = getattr(MODULE_OF.get(row["op"]), "torch_function", None)
        if not make or row.get("error") or row["in"] not in TYPES or row["n"] * SIZES[row["in"]] < LEAST_BYTES:
            continue
        found = make(torch, row, elements(row))
        if found:
            row["torch_variant"], function = found
            try:
                row["torch_ms"] = float("%.6g" % median(function))
            except RuntimeError as error: # it has no such function for a type, or not for as many elements
                print("%s: %s" % (row["torch_variant"], str(error).splitlines()[0]), flush=True)
                continue
            print("%-16s %-5s n = %d, parameter %s: %s %.4g ms, tcu %.4g ms" %
                  (row["op"], row["in"], row["n"], row["param"], row["torch_variant"], row["torch_ms"],
                   row["tcu_ms"] or float("nan")), flush=True)
        del found
        torch.cuda.empty_cache()
    data["header"]["torch"] = torch.__version__
    write(sys.argv[1], data["header"], data["rows"])


if __name__ == "__main__":
    main()
