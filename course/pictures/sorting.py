#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lesson 10: a radix sort pass by pass; neighbours by cells."""

import svg
from svg import BLUE, GREEN, LINE, ORANGE, QUIET, RED, SKY, WHITE, YELLOW, pale

# ------------------------------------------------------------------------------------------------------ passes ---

KEYS, BITS = [5, 1, 4, 6, 3, 1, 7, 2], 3
COLORS = [pale(ORANGE, 0.55), pale(SKY, 0.55), pale(GREEN, 0.5), pale(YELLOW, 0.75)]
CELL, HEIGHT, LEFT = 76, 42, 150


def middle(i):
    return LEFT + (i + 0.5) * CELL


def digit(key, shift, bits):
    return key >> shift & ((1 << bits) - 1)


def binary(value, bits):
    return "{:0{}b}".format(value, bits)


def draw_keys(drawing, y, items, label, shift=0, bits=0):
    """Keys, coloured by the digit at `shift`, if it has bits. Equal keys have a letter, in the order of the input."""
    drawing.text(LEFT - 14, y + HEIGHT / 2, label, 14, "end", QUIET)
    for i, (key, name) in enumerate(items):
        drawing.rect(LEFT + i * CELL, y, CELL, HEIGHT, COLORS[digit(key, shift, bits)] if bits else WHITE)
        drawing.text(middle(i), y + 13, "%d%s" % (key, name if KEYS.count(key) > 1 else ""), 16, bold=True)
        drawing.text(middle(i), y + 31, binary(key, BITS), 13)


def draw_moves(drawing, y, items, places, down):
    """Arrows to places; the items in their new order."""
    moved = [None] * len(items)
    for i, place in enumerate(places):
        drawing.arrow(middle(i), y, middle(place), y + down, BLUE, 1.5)
        moved[place] = items[i]
    return moved


def by_bits(drawing, y, items):
    drawing.text(16, y, "Bit by bit: 0 to the front, 1 behind", 16, "start", bold=True)
    drawing.text(LEFT + 8 * CELL, y, "z: zeros before a key", 14, "end", QUIET)
    y += 20
    for bit in range(BITS):
        draw_keys(drawing, y, items, "bit %d of" % bit, bit, 1)
        ones = [digit(key, bit, 1) for key, _ in items]
        zeros_before = [ones[:i].count(0) for i in range(len(items))]
        for i, zeros in enumerate(zeros_before):
            drawing.cell(LEFT + i * CELL, y + HEIGHT, CELL, 20, zeros, WHITE, 13, LINE, color=QUIET)
        drawing.text(LEFT - 14, y + HEIGHT + 10, "z, and Z = %d in all" % ones.count(0), 13, "end", QUIET)
        places = [
            ones.count(0) + i - zeros if one else zeros for i, (one, zeros) in enumerate(zip(ones, zeros_before))
        ]
        items = draw_moves(drawing, y + HEIGHT + 20, items, places, 44)
        y += HEIGHT + 64
    draw_keys(drawing, y, items, "sorted")
    return y + HEIGHT, items


def by_digits(drawing, y, items, most_bits):
    drawing.text(16, y, "By digits of %d bits: fewer passes" % most_bits, 16, "start", bold=True)
    y += 20
    for number, shift in enumerate(range(0, BITS, most_bits)):
        bits = min(most_bits, BITS - shift)
        digits = [digit(key, shift, bits) for key, _ in items]
        counts = [digits.count(d) for d in range(1 << bits)]
        begins = [sum(counts[:d]) for d in range(1 << bits)]
        draw_keys(drawing, y, items, "%s digit of" % ("high" if number else "low"), shift, bits)
        y += HEIGHT + 14
        rows = (("digit", [binary(d, bits) for d in range(1 << bits)]), ("count", counts), ("begins at", begins))
        for row, (label, values) in enumerate(rows):
            drawing.text(LEFT + 86, y + 10 + 21 * row, label, 14, "end", QUIET)
            for d, value in enumerate(values):
                drawing.cell(LEFT + 100 + d * 62, y + 21 * row, 62, 21, value, COLORS[d], 14)
        drawing.text(LEFT + 116 + 4 * 62, y + 31, "a histogram", 14, "start", QUIET)
        drawing.text(LEFT + 116 + 4 * 62, y + 52, "and its exclusive scan", 14, "start", QUIET)
        y += 72
        for i, d in enumerate(digits):
            drawing.rect(LEFT + i * CELL + 12, y, CELL - 24, 9, COLORS[d], line=0.8)
        # Each key goes to where its digit begins, plus how many keys with this digit stand before it.
        places = [begins[d] + digits[:i].count(d) for i, d in enumerate(digits)]
        items = draw_moves(drawing, y + 9, items, places, 48)
        y += 57
    draw_keys(drawing, y, items, "sorted")
    return y + HEIGHT, items


def passes():
    drawing = svg.Drawing(916, "The passes of a radix sort, bit by bit and by digits")
    items = [(key, "ab"[KEYS[:i].count(key)]) for i, key in enumerate(KEYS)]
    y, bits_sorted = by_bits(drawing, 20, items)
    y, digits_sorted = by_digits(drawing, y + 40, items, 2)
    if bits_sorted != sorted(items) or digits_sorted != sorted(items):
        raise ValueError("the passes do not sort, or are not stable")
    first, second = [name for key, name in items if key == 1]
    drawing.text(
        16,
        y + 26,
        "1%s stays before 1%s: passes are stable. Otherwise each would undo the one before." % (first, second),
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
