#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lesson 03: sizes, offsets and flags of segments; a segmented scan that carries flags."""

import svg
from svg import BLUE, GREEN, GREY, LINE, ORANGE, QUIET, RED, SKY, WHITE, pale

VALUES = [3, 1, 4, 1, 5, 9, 2, 6]
SIZES = [3, 0, 4, 1]
COLORS = [pale(ORANGE, 0.5), WHITE, pale(SKY, 0.5), pale(GREEN, 0.5)]
CELL, HEIGHT, LEFT = 62, 28, 168


def offsets_of(sizes):
    offsets = [0]
    for size in sizes:
        offsets.append(offsets[-1] + size)
    return offsets


OFFSETS = offsets_of(SIZES)
OWNER = [next(s for s in range(len(SIZES)) if OFFSETS[s] <= i < OFFSETS[s + 1]) for i in range(len(VALUES))]


def middle(i):
    return LEFT + (i + 0.5) * CELL


def pairs(drawing, y, values, flags, label):
    drawing.text(LEFT - 16, y + HEIGHT / 2, label, 14, "end", QUIET)
    for i, value in enumerate(values):
        drawing.cell(LEFT + i * CELL, y, CELL, HEIGHT, value, COLORS[OWNER[i]], 15)
        if flags[i]:
            drawing.polygon(
                [(LEFT + i * CELL + 5, y + 4), (LEFT + i * CELL + 15, y + 8.5), (LEFT + i * CELL + 5, y + 13)],
                RED,
                RED,
            )
            drawing.line(LEFT + i * CELL + 5, y + 4, LEFT + i * CELL + 5, y + 23, RED, 1.5)


def flags():
    drawing = svg.Drawing(520, "Segments, and a scan of each of them that carries flags")
    n = len(VALUES)
    y = 14
    drawing.text(LEFT - 16, y + 14, "sizes", 14, "end", QUIET)
    for s, size in enumerate(SIZES):
        drawing.cell(LEFT + s * CELL, y, CELL, HEIGHT, size, COLORS[s], 15)
    drawing.text(LEFT + 4 * CELL + 16, y + 14, "segment 1 is empty", 14, "start", QUIET)
    y += 42
    drawing.text(LEFT - 16, y + 14, "offsets", 14, "end", QUIET)
    for s, offset in enumerate(OFFSETS):
        drawing.cell(LEFT + s * CELL, y, CELL, HEIGHT, offset, COLORS[s] if s < len(SIZES) else pale(GREY), 15)
    drawing.text(LEFT + 5 * CELL + 16, y + 14, "the exclusive scan of the sizes", 14, "start", QUIET)
    # Where each segment begins. The offsets of an empty segment and of the next one are the same.
    y += 76
    for s, offset in enumerate(OFFSETS):
        if offset < n:
            shift = -10 if s == 1 else 0
            drawing.arrow(LEFT + (s + 0.5) * CELL, y - 76 + HEIGHT, LEFT + offset * CELL + 14 + shift, y, LINE)
    values, heads = list(VALUES), [int(i in OFFSETS) for i in range(n)]
    pairs(drawing, y, values, heads, "values, flags")
    distance = 1
    while distance < n:
        new_values, new_flags = list(values), list(heads)
        for i in range(n):
            drawing.arrow(middle(i), y + HEIGHT, middle(i), y + 74, LINE)
        for i in range(distance, n):
            if heads[i]:
                # What comes from the left ends here: a segment begins among the elements that this sum has.
                begin, end = middle(i - distance), middle(i) - 8
                drawing.line(
                    begin,
                    y + HEIGHT,
                    begin + 0.55 * (end - begin),
                    y + HEIGHT + 0.55 * (74 - HEIGHT),
                    RED,
                    1.2,
                    "4 3",
                )
                x, cross = begin + 0.58 * (end - begin), y + HEIGHT + 0.58 * (74 - HEIGHT)
                drawing.line(x - 4, cross - 4, x + 4, cross + 4, RED, 1.6)
                drawing.line(x - 4, cross + 4, x + 4, cross - 4, RED, 1.6)
            else:
                drawing.arrow(middle(i - distance), y + HEIGHT, middle(i) - 8, y + 74, BLUE, 1.4)
                new_values[i] += values[i - distance]
            new_flags[i] |= heads[i - distance]
        values, heads = new_values, new_flags
        y += 74
        pairs(drawing, y, values, heads, "distance %d" % distance)
        distance *= 2
    plain = [sum(VALUES[: i + 1]) for i in range(n)]
    y += 52
    drawing.text(LEFT - 16, y + 14, "without flags", 14, "end", QUIET)
    drawing.cells(
        LEFT,
        y,
        CELL,
        HEIGHT,
        plain,
        [COLORS[OWNER[i]] if plain[i] == values[i] else pale(RED, 0.2) for i in range(n)],
        15,
    )
    drawing.text(LEFT + n * CELL + 12, y + 14, "across segments", 13, "start", RED)
    y += 54
    drawing.text(
        16,
        y,
        "A flag says: a segment begins among the elements of this sum. Nothing from its left is added (dashed).",
        14,
        "start",
    )
    drawing.text(
        16,
        y + 24,
        "Two neighbouring pairs (flag, value), (f, a) and (g, b), make (f or g, g ? b : a + b): associative.",
        14,
        "start",
    )
    return drawing


svg.main({"03_segments/flags.svg": flags})
