#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a call from Python takes besides the work: microseconds of calls on 100 elements, beside the array's library.

On NumPy's arrays, and where PyTorch is installed on tensors of the CPU and, if there is one, of the GPU, where a call returns
when its work is enqueued. Each number is the median of rounds of calls, of which every second round is the other library's.
"""

from __future__ import annotations

import importlib.util
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy
import tcu

ROUNDS, CALLS, SIZE = 21, 1000, 100


def microseconds(call: Callable[[], Any], wait: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    for _ in range(CALLS):
        call()
    taken = time.perf_counter() - begin
    wait()
    return taken / CALLS * 1e6


def compare(place: str, x: Any, out: Any, theirs: dict[str, Callable[[], Any]], wait: Callable[[], Any]) -> None:
    ours = {
        "scan": lambda: tcu.scan(x),
        "scan, out": lambda: tcu.scan(x, out=out),
        "reduce": lambda: tcu.reduce(x),
        "sort": lambda: tcu.sort(x),
    }
    for name, call in ours.items():
        rounds = [(microseconds(call, wait), microseconds(theirs[name], wait)) for _ in range(ROUNDS)]
        mine, other = (statistics.median(column) for column in zip(*rounds))
        print(f"| {place} | {name} | {mine:.1f} | {other:.1f} |")


def main() -> None:
    print("| arrays | call | tcu, us | their library, us |\n|---|---|---|---|")
    x = numpy.ones(SIZE, numpy.float32)
    out = numpy.empty_like(x)
    theirs = {
        "scan": lambda: numpy.cumsum(x),
        "scan, out": lambda: numpy.cumsum(x, out=out),
        "reduce": lambda: numpy.sum(x),
        "sort": lambda: numpy.sort(x),
    }
    compare("numpy", x, out, theirs, lambda: None)
    if importlib.util.find_spec("torch") is None:
        return
    import torch

    for device in ["cpu"] + (["cuda"] if torch.cuda.is_available() else []):
        t = torch.ones(SIZE, device=device)
        into = torch.empty_like(t)
        theirs = {
            "scan": lambda t=t: torch.cumsum(t, 0),
            "scan, out": lambda t=t, into=into: torch.cumsum(t, 0, out=into),
            "reduce": lambda t=t: torch.sum(t),
            "sort": lambda t=t: torch.sort(t),
        }
        compare(f"torch, {device}", t, into, theirs, torch.cuda.synchronize if device == "cuda" else lambda: None)


if __name__ == "__main__":
    main()
