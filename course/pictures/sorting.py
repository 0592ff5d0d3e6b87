#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lesson 10: a radix sort pass by pass; neighbours by cells."""

import svg
from svg import BLUE, GREEN, LINE, ORANGE, QUIET, RED, SKY, WHITE, YELLOW, pale

# ------------------------------------------------------------------------------------------------------ passes ---

KEYS = [13, 6, 3, 9, 6, 0, 14, 5]
BITS, DIGITS = 2, 4  # of a digit
COLORS = [pale(ORANGE, 0.55), pale(SKY, 0.55), pale(GREEN, 0.5), pale(YELLOW, 0.75)]


def binary(key):
    return "{:02b} {:02b}".format(key >> BITS, key & (DIGITS - 1))


def passes():
    drawing = svg.Drawing(574, "A radix sort pass by pass")
    cell, height, left = 76, 44, 150
    names = ["a", "b", "c", "d", "e", "f", "g", "h"]
    items = list(zip(KEYS, names))

    def show(y, digit_of, label):
        drawing.text(left - 14, y + height / 2, label, 14, "end", QUIET)
        for i, (key, name) in enumerate(items):
            x = left + i * cell
            drawing.rect(x, y, cell, height, COLORS[digit_of(key)] if digit_of else WHITE)
            drawing.text(x + cell / 2, y + 14, "%d%s" % (key, name if KEYS.count(key) > 1 else ""), 16, bold=True)
            drawing.text(x + cell / 2, y + 33, binary(key), 13)

    drawing.text(
        16,
        20,
        "8 keys of 4 bits in two passes. A pass sorts by one digit of 2 bits and leaves equal digits in their order.",
        14,
        "start",
    )
    y = 44
    for number, shift in enumerate(range(0, 2 * BITS, BITS)):

        def digit_of(key, shift=shift):
            return key >> shift & (DIGITS - 1)

        show(y, digit_of, "input" if number == 0 else "after pass 1")
        counts = [sum(1 for key, _ in items if digit_of(key) == d) for d in range(DIGITS)]
        offsets = [sum(counts[:d]) for d in range(DIGITS)]
        y += height + 22
        drawing.text(16, y + 12, "pass %d: the" % (number + 1), 14, "start", bold=True)
        drawing.text(16, y + 32, "%s digit" % ("low" if shift == 0 else "high"), 14, "start", bold=True)
        for row, (label, values) in enumerate(
            (("digit", ["{:02b}".format(d) for d in range(DIGITS)]), ("count", counts), ("begins at", offsets))
        ):
            drawing.text(left + 86, y + 11 + 24 * row, label, 14, "end", QUIET)
            for d, value in enumerate(values):
                drawing.cell(left + 100 + d * 62, y + 24 * row, 62, 24, value, COLORS[d], 14)
        drawing.text(left + 100 + 4 * 62 + 16, y + 59, "the exclusive scan of the counts", 14, "start", QUIET)
        drawing.text(left + 100 + 4 * 62 + 16, y + 35, "a histogram", 14, "start", QUIET)
        # Each key goes to where its digit begins, plus how many keys with this digit stand before it.
        y += 84
        next_place, moved = list(offsets), [None] * len(items)
        for i, (key, name) in enumerate(items):
            place = next_place[digit_of(key)]
            next_place[digit_of(key)] += 1
            moved[place] = (key, name)
            drawing.arrow(left + (i + 0.5) * cell, y + 6, left + (place + 0.5) * cell, y + 66, BLUE, 1.5)
            drawing.line(left + (i + 0.5) * cell, y, left + (i + 0.5) * cell, y + 6, BLUE, 1.5)
        for i, (key, _) in enumerate(items):
            drawing.rect(left + i * cell + 12, y - 9, cell - 24, 9, COLORS[digit_of(key)], svg.INK, 0.8)
        items = moved
        y += 66
    show(y, None, "sorted")
    if [key for key, _ in items] != sorted(KEYS):
        raise ValueError("the passes do not sort")
    drawing.text(
        16,
        y + height + 26,
        "6b stays before 6e: passes are stable. Without that the second would undo the first.",
        14,
        "start",
    )
    return drawing


# ------------------------------------------------------------------------------------------------------- cells ---

GRID = 4  # cells along each axis


def points(n):
    """In the square from 0 to GRID, none too near another: a picture of them is to be readable."""
    state, found = 12345, []
    while len(found) < n:
        place = []
        for _ in range(2):
            state = (state * 1103515245 + 12345) % 2**31
            place.append(round(0.12 + (GRID - 0.24) * state / 2**31, 3))
        if all((x - place[0]) ** 2 + (y - place[1]) ** 2 > 0.36**2 for x, y in found) and all(
            abs(at - round(at)) > 0.1 for at in place
        ):
            found.append(tuple(place))
    return found


def cells():
    drawing = svg.Drawing(624, "Neighbours of a point by cells")
    n = 18
    all_points = points(n)
    cell_of = [int(y) * GRID + int(x) for x, y in all_points]
    order = sorted(range(n), key=lambda i: cell_of[i])  # stable
    counts = [cell_of.count(c) for c in range(GRID * GRID)]
    offsets = [sum(counts[:c]) for c in range(GRID * GRID + 1)]
    shown = next(i for i in range(n) if cell_of[i] in (5, 6, 9, 10))
    row, column = divmod(cell_of[shown], GRID)
    near_cells = [r * GRID + c for r in range(row - 1, row + 2) for c in range(column - 1, column + 2)]
    px, py = all_points[shown]
    near = [i for i in range(n) if i != shown and (all_points[i][0] - px) ** 2 + (all_points[i][1] - py) ** 2 < 1]
    side, left, top = 96, 20, 36
    drawing.text(left + 2 * side, 18, "points and their cells; cells are as wide as the radius", 14, color=QUIET)
    for c in range(GRID * GRID):
        y, x = divmod(c, GRID)
        drawing.rect(
            left + x * side, top + y * side, side, side, pale(SKY, 0.45) if c in near_cells else WHITE, LINE
        )
        drawing.text(left + x * side + 4, top + y * side + 9, c, 12, "start", QUIET)
    drawing.circle(left + px * side, top + py * side, side, "none", RED, 1.8)
    for i, (x, y) in enumerate(all_points):
        fill = RED if i == shown else pale(GREEN, 0.8) if i in near else WHITE
        drawing.circle(left + x * side, top + y * side, 10.5, fill)
        drawing.text(
            left + x * side, top + y * side, i, 12, color=WHITE if i == shown else svg.INK, bold=i == shown
        )
    # What is done, step by step.
    x, y = 428, 60
    steps = [
        "1. The cell of each point:",
        "    cell = floor(y) * %d + floor(x)" % GRID,
        "2. A radix sort of the points by cell.",
        "3. Counts of the cells, and their scan:",
        "    where each cell begins.",
        "4. Point %d lies in cell %d. All points within" % (shown, cell_of[shown]),
        "    the radius lie in 3 x 3 cells, which are",
        "    3 runs of the sorted array.",
    ]
    for line, text in enumerate(steps):
        drawing.text(x + (0 if text[0] != " " else 20), y + 25 * line, text.strip(), 14, "start")
    y += 25 * len(steps) + 18
    tested = sum(counts[c] for c in near_cells) - 1
    drawing.text(x, y, "%d distances are computed" % tested, 14, "start", BLUE)
    drawing.text(x, y + 22, "instead of %d; %d are within the radius." % (n - 1, len(near)), 14, "start", BLUE)
    for line, (fill, text) in enumerate(
        ((RED, "the point"), (pale(GREEN, 0.8), "within the radius"), (WHITE, "not"))
    ):
        drawing.circle(x + 10 + (0, 108, 270)[line], y + 62, 9, fill)
        drawing.text(x + 24 + (0, 108, 270)[line], y + 62, text, 14, "start")
    # The sorted array, with the begins of cells.
    top = 470
    width = 36
    left = 92
    drawing.text(16, top + 14, "sorted", 14, "start", QUIET)
    for place, i in enumerate(order):
        fill = RED if i == shown else pale(GREEN, 0.8) if i in near else WHITE
        drawing.cell(left + place * width, top, width, 28, i, fill, 14, color=WHITE if i == shown else svg.INK)
        drawing.cell(
            left + place * width,
            top + 34,
            width,
            24,
            cell_of[i],
            pale(SKY, 0.45) if cell_of[i] in near_cells else WHITE,
            13,
            LINE,
        )
    drawing.text(16, top + 46, "its cell", 14, "start", QUIET)
    for r in range(row - 1, row + 2):
        first, last = offsets[r * GRID + column - 1], offsets[r * GRID + column + 2]
        if first == last:
            continue
        a, b = left + first * width, left + last * width
        drawing.line(a + 2, top + 68, b - 2, top + 68, BLUE, 3)
        drawing.text(
            (a + b) / 2,
            top + 82,
            "cells %d to %d" % (r * GRID + column - 1, r * GRID + column + 1),
            12.5,
            color=BLUE,
        )
        drawing.text((a + b) / 2, top + 98, "%d ... %d" % (first, last - 1), 12.5, color=BLUE)
    drawing.text(16, top + 98, "places", 14, "start", QUIET)
    drawing.text(
        16,
        top + 134,
        "Neighbours in space are neighbours in memory now: a warp that takes sorted points reads few pieces.",
        14,
        "start",
    )
    return drawing


svg.main({"10_sorting/passes.svg": passes, "10_sorting/cells.svg": cells})
