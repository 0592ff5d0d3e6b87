# SPDX-License-Identifier: Apache-2.0
"""Recent work's criterion for gains by the matrix unit, beside the benchmarks' rows that have both arithmetics."""

import statistics

from bars import label
from figures import size, table
from measures import large_half, over_sweeps

FROM_BENCHMARKS = True
FIGURES = ("criterion",)

# Sums and scans, polynomials and boxes have a variant on the unit for these types (include/tcu/context.h,
# TCU_ARITHMETIC_MATRIX).
SUMS = ("reduce", "segmented_reduce", "segmented_reduce_offsets", "scan", "segmented_scan", "segmented_scan_offsets")
F64, HALVES = ("f64",), ("f16", "bf16")
# How many times as fast as plain arithmetic the unit is, in FLOP/s: A100 and H100, f64. Of halves no bound is drawn from it.
F64_RATIO = 2.0


def has_unit(row):
    """Whether a row was measured with and without the unit, on arrays that no cache holds."""
    if not (row.get("plain_ms") and row.get("matrix_ms") and row["in"] in F64 + HALVES):
        return False
    if row["op"] == "polynomial": # (of many polynomials it is the values that are many)
        return row["bytes"] >= 1 << 30 and row["case"] in ("grid", "one", "own")
    if not large_half(row):
        return False
    if row["op"] in SUMS:
        return row["case"] not in ("min", "max")
    return row["op"] == "stencil" and row["in"] in HALVES and ("box" in row["case"] or row["case"].startswith("1d_"))


def bandwidth(rows):
    """Bytes a millisecond of a copy."""
    return statistics.median(r["bytes"] / r["roof_ms"] for r in rows if r.get("roof") == "copy" and r["bytes"] >= 1 << 30)


def points(rows):
    """(row, plain time in units of moving its bytes, plain time / time on the unit)."""
    speed = bandwidth(rows)
    for r in rows:
        if has_unit(r):
            memory = r.get("roof_ms") or r["bytes"] / speed
            yield r, r["plain_ms"] / memory, r["plain_ms"] / r["matrix_ms"]


def bound(over_memory, ratio):
    """The largest gain, if moving bytes and arithmetic do not overlap: (M + C) / (M + C / ratio), M = 1."""
    return over_memory / (1 + (over_memory - 1) / ratio) if over_memory > 1 else 1.0


def spread(values):
    return "-" if not values else "%.2f (%.2f to %.2f)" % (statistics.median(values), min(values), max(values))


def families(rows, types):
    """A line for each operation and whether memory or arithmetic takes longer."""
    groups = {}
    for r, over_memory, gain in points(rows):
        if r["in"] in types:
            groups.setdefault((r["op"], over_memory <= 2), []).append((r, over_memory, gain))
    for (op, bound_by_memory), some in groups.items():
        best = max(some, key=lambda p: p[2])
        yield {"op": op, "by": "memory" if bound_by_memory else "arithmetic", "rows": len(some),
               "gain": spread([gain for _, _, gain in some]), "best": "%s, n = %s" % (label(best[0]), size()(best[0])),
               "at": "%.2f" % best[1]}


def sections(rows):
    lines = []
    for types, title in ((F64, "f64: no more than 4/3 where memory is the limit"),
                         (HALVES, "f16 and bf16: no more than 2 there")):
        lines += ["", "### %s" % title, ""]
        lines += table(list(families(rows, types)), [
            ("operation", lambda g: "`%s`" % g["op"]), ("limit", lambda g: g["by"]), ("rows", lambda g: str(g["rows"])),
            ("plain / unit: median (range)", lambda g: g["gain"]), ("largest at", lambda g: g["best"]),
            ("its plain time / memory's", lambda g: g["at"])])
    steps = [r for r in rows if r["op"] == "stencil_iterate" and over_sweeps(r)]
    if steps:
        lines += ["", "### Time steps of stencils", ""]
        lines += table(steps, [
            ("stencil", label), ("n", size()), ("one sweep, ms", lambda r: "%.4g" % r["sweep_ms"]),
            ("fused, ms a step", lambda r: "%.4g" % (r["tcu_ms"] / r["param"])),
            ("gain of fusing", lambda r: "%.2f" % over_sweeps(r)),
            ("plain / unit, fused", lambda r: "%.2f" % (r["plain_ms"] / r["matrix_ms"]) if r.get("matrix_ms") else "-")])
    return lines[1:]


def draw(plot, name, gpu, rows):
    figure, axes = plot.plt.subplots(figsize=(7.5, 4.6))
    found = list(points(rows))
    for types, legend, colour, marker in ((F64, "f64", "#1f77b4", "o"), (HALVES, "f16, bf16", "#ff7f0e", "v")):
        some = [(x, y) for r, x, y in found if r["in"] in types]
        if some:
            axes.plot(*zip(*some), label=legend, color=colour, marker=marker, markersize=4, linestyle="", alpha=0.7)
    xs = [2 ** (k / 20) for k in range(0, 101)]
    axes.plot(xs, [bound(x, F64_RATIO) for x in xs], color="#1f77b4", linewidth=1.2,
              label="f64, no overlap, unit 2 x as fast")
    axes.plot(xs, xs, color="#ff7f0e", linewidth=1.2, linestyle="--", label="if arithmetic on the unit took no time")
    axes.axvline(2, color="#7f7f7f", linewidth=1, linestyle=":", label="left of it memory is the limit")
    axes.axhline(4 / 3, color="#d62728", linewidth=1, linestyle=":", label="4/3")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.set_xlim(0.9, 34)
    axes.set_ylim(0.04, 16)
    for axis, ticks in ((axes.xaxis, (1, 2, 4, 8, 16, 32)), (axes.yaxis, (0.0625, 0.125, 0.25, 0.5, 1, 2, 4, 8, 16))):
        axis.set_ticks(ticks, ["%g" % tick for tick in ticks])
    axes.set_xlabel("time by plain arithmetic / time of moving the bytes")
    axes.set_ylabel("plain time / time on the unit")
    axes.set_title("what the matrix unit gains, " + gpu)
    axes.legend(fontsize=8, loc="lower right")
    plot.save(figure, name + "-criterion")
