# SPDX-License-Identifier: Apache-2.0
"""Collectives of warps and blocks: latency, throughput, and which implementation to take."""

import statistics

from figures import panels, table

OPERATIONS = ("warp_reduce", "warp_inclusive_scan", "warp_exclusive_scan", "warp_segmented_reduce",
              "warp_segmented_scan", "block_reduce", "block_inclusive_scan", "block_exclusive_scan")
TYPES = ("f16", "bf16", "f32", "f64", "u8", "i32")
LEGENDS = {"matrix": "matrix", "plain": "plain", "cub": "CUB"}
CHOICE = tuple(LEGENDS) # of which one is taken
FIGURES = tuple("collectives_" + operation for operation in OPERATIONS)
LOOPS = {"bf16": "f16", "i32": "f32"} # types with the same registers: the loop without a collective is measured once
DRAWN_ITEMS = 8 # with which all sizes of segments are measured
SEGMENTS = (16, 32, 64, 128, 256)
EVEN = 1.03 # a lead below this one is none


def is_segmented(operation):
    return "segmented" in operation


def number(value):
    return "%.0f" % value if value >= 100 else "%.1f" % value if value >= 10 else "%.2f" % value


class Cell:
    """One operation on one type with one number of items, by each implementation; of CUB's forms the best one."""

    def __init__(self):
        self.rows = {}

    def add(self, row):
        self.rows.setdefault(row["by"], []).append(row)

    def latency(self, by): # cycles
        return self.best(by, "latency", min)

    def full(self, by): # elements a cycle and multiprocessor
        return self.best(by, "full", max)

    def best(self, by, key, choose):
        return choose((r[key] for r in self.rows.get(by, ()) if r.get(key)), default=None)

    def rates(self):
        """Speeds by which implementations are compared: of throughput, and of latency its inverse."""
        for value in (self.full, lambda by: self.latency(by) and 1 / self.latency(by)):
            yield {by: value(by) for by in CHOICE if value(by)}


def key_of(row):
    return row["operation"], row["segment"] if is_segmented(row["operation"]) else None, row["items"]


def loop_of(rows, key, t):
    """The rows of the loop alone that has as many registers (loop_alone.cu)."""
    operation, _, items = key
    same = operation.split("_")[0] + ("_inclusive_scan" if operation.endswith("scan") else "_reduce")
    return [r for r in rows if r["by"] == "loop" and r["operation"] == same and r["items"] == items
            and r["type"] == LOOPS.get(t, t)]


def cells_of(rows):
    """{(operation, segment or None, items): {type: Cell}}, in the order of tables."""
    cells = {}
    for row in rows:
        cells.setdefault(key_of(row), {}).setdefault(row["type"], Cell()).add(row)
    for key, of_type in cells.items():
        for t, cell in of_type.items():
            if "loop" not in cell.rows:
                for row in loop_of(rows, key, t):
                    cell.add(row)
    return {key: cells[key] for key in sorted(cells, key=lambda key: (OPERATIONS.index(key[0]), key[1] or 0, key[2]))}


def name_of(key):
    operation, segment, items = key
    name = operation.replace("_", " ")
    return "%s%s, %d item%s" % (name, " of %d" % segment if segment else "", items, "s" if items > 1 else "")


def winner(rates):
    """(which is fastest, how many times as fast as the next one), or None where nothing is compared."""
    ordered = sorted(rates, key=rates.get, reverse=True)
    return (ordered[0], rates[ordered[0]] / rates[ordered[1]]) if len(ordered) > 1 else None


def choice(rates):
    """The text of a winner."""
    found = winner(rates)
    if not found:
        return "-"
    return "even" if found[1] < EVEN else "%s %.2f" % (LEGENDS[found[0]], found[1])


def by_type(cells, text):
    """A table of a row for each operation, segment size and number of items, and a column for each type."""
    columns = [("", name_of)] + [(t, lambda key, t=t: text(cells[key][t]) if t in cells[key] else "-") for t in TYPES]
    return table(cells, columns) + [""]


def values(measure, best):
    """The text of a cell: matrix / plain / CUB, the best one bold, and in brackets the loop alone."""

    def text(cell):
        found = {by: measure(cell, by) for by in CHOICE}
        first = best((v for v in found.values() if v), default=None)
        shown = ["-" if not v else "**%s**" % number(v) if v == first else number(v) for v in found.values()]
        loop = measure(cell, "loop")
        return " / ".join(shown) + (" (%s)" % number(loop) if loop else "")

    return text


def times(cell, index):
    """How many times CUB's speed is that of the matrix unit, of throughput (0) or latency (1)."""
    rates = list(cell.rates())[index]
    return rates["matrix"] / rates["cub"] if "matrix" in rates and "cub" in rates else None


def spread(cells, index):
    ratios = [r for r in (times(cell, index) for cell in cells) if r]
    if not ratios:
        return "-"
    return "%.2f (%.2f to %.2f)" % (statistics.median(ratios), min(ratios), max(ratios))


def summary(cells):
    """How often which implementation is fastest, an operation a row."""

    def of(operation):
        return [cell for key in cells if key[0] == operation for cell in cells[key].values()]

    def wins(operation, index):
        found = [winner(list(cell.rates())[index]) for cell in of(operation)]
        count = {by: sum(1 for w in found if w and w[0] == by and w[1] >= EVEN) for by in CHOICE}
        even = sum(1 for w in found if w and w[1] < EVEN)
        return " / ".join(str(count[by]) for by in CHOICE) + (", %d even" % even if even else "")

    operations = [o for o in OPERATIONS if of(o)]
    columns = [("", lambda o: o.replace("_", " ")), ("throughput: fastest", lambda o: wins(o, 0)),
               ("matrix, times CUB's", lambda o: spread(of(o), 0)), ("latency: fastest", lambda o: wins(o, 1)),
               ("matrix, times CUB's speed", lambda o: spread(of(o), 1))]
    return table(operations, columns) + [""]


def claims(cells):
    """The paper's claims about halves beside what is measured."""

    def measured(operation, items, segment=None):
        cell = cells.get((operation, segment, items), {}).get("f16")
        if not cell or not times(cell, 0) or not times(cell, 1):
            return "-"
        return "%.2f, %.2f" % (times(cell, 0), times(cell, 1))

    rows = [("256 in a warp: 64 cycles instead of 256 by its count of instructions", "4", ("warp_reduce", DRAWN_ITEMS))]
    for name, operation in (("reduction", "warp_segmented_reduce"), ("scan", "warp_segmented_scan")):
        for segment in SEGMENTS:
            rows.append(("%s, segments of %d: faster" % (name, segment), "> 1", (operation, DRAWN_ITEMS, segment)))
    for name, operation in (("reduction", "block_reduce"), ("scan", "block_inclusive_scan")):
        rows.append(("%s of a block, large segments: comparable" % name, "1", (operation, 16)))
    columns = [("claim, halves", lambda r: r[0]), ("paper, times CUB", lambda r: r[1]),
               ("here, times CUB: throughput, latency", lambda r: measured(*r[2]))]
    return table(rows, columns) + [""]


def spreads(rows):
    """Words about how far multiprocessors differ."""
    found = sorted(r["spread"] for r in rows if r.get("spread") is not None)
    if not found:
        return []
    return ["Between the fastest and the slowest multiprocessor of a launch lie %.1f %% of its time in the median, and "
            "%.1f %% in one of 20 launches or more." % (100 * statistics.median(found), 100 * found[len(found) * 19 // 20]),
            ""]


def spilled(rows):
    """Words about kernels whose registers did not suffice."""
    names = {"%s of %s by %s" % (name_of(key_of(r)), r["type"], LEGENDS.get(r["by"], r["by"]))
             for r in rows if r["local_bytes"]}
    return ["Registers were kept in memory by: %s." % "; ".join(sorted(names)), ""] if names else []


WINS = """Of all types and numbers of items: how often matrix / plain / CUB is fastest; a lead below %.0f %% counts as
even. Beside it the median, least and greatest of how many times CUB's speed is that of the matrix unit.""" % (
    100 * EVEN - 100)
CHOICES = """The fastest at full occupancy, and how many times as fast as the next one; behind the stroke the same of
latency."""
LATENCY = """Cycles of a call with one warp a multiprocessor, of blocks with one block: matrix / plain / CUB; in brackets
the loop alone."""
THROUGHPUT = """Elements a cycle and multiprocessor with as many warps as fit: matrix / plain / CUB; in brackets the loop
alone."""


def sections(rows):
    cells = cells_of(rows)
    return (["### Wins and losses", "", WINS, ""] + summary(cells) +
            ["### When to take which", "", CHOICES, ""] +
            by_type(cells, lambda cell: " / ".join(map(choice, cell.rates()))) +
            ["### Latency", "", LATENCY, ""] + by_type(cells, values(Cell.latency, min)) +
            ["### Throughput", "", THROUGHPUT, ""] + by_type(cells, values(Cell.full, max)) + spreads(rows) + spilled(rows) +
            ["### The paper's claims", ""] + claims(cells))


def over_warps(cell):
    """[(legend, warps, elements a cycle)] of one type; of CUB's forms the one that is fastest at full occupancy."""
    for by in CHOICE:
        rows = [row for row in cell.rows.get(by, ()) if row["full"]]
        if rows:
            row = max(rows, key=lambda r: r["full"])
            points = {int(key[1:]): value for key, value in row.items()
                      if key[0] == "w" and key[1:].isdigit() and value}
            points[row["full_warps"]] = row["full"]
            yield LEGENDS[by], *zip(*sorted(points.items()))


def over_segments(cells):
    """The same over the size of segments at full occupancy: [(size, Cell)]. This is Figure 11."""
    for by in CHOICE:
        points = [(size, cell.full(by)) for size, cell in cells if cell.full(by)]
        if points:
            yield LEGENDS[by], *zip(*points)


def draw(plot, name, gpu, rows):
    cells = cells_of(rows)
    for operation in OPERATIONS:
        ours = {key: cells[key] for key in cells if key[0] == operation and key[2] == DRAWN_ITEMS}
        of_type = {t: [(key[1], ours[key][t]) for key in ours if t in ours[key]] for t in TYPES}
        segmented = is_segmented(operation)
        shown = [(t, list(over_segments(found) if segmented else over_warps(found[0][1])))
                 for t, found in of_type.items() if found]
        panels(plot, "%s-collectives_%s" % (name, operation),
               "%s, %d items a thread, %s" % (operation.replace("_", " "), DRAWN_ITEMS, gpu), shown,
               "elements of a segment" if segmented else "warps a multiprocessor",
               "elements a cycle and multiprocessor", columns=3, log_y=not segmented)
