#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lesson 02: two trees of a scan; a scan as products of matrices; blocks that look back."""

import svg
from svg import BLUE, GREEN, GREY, LINE, ORANGE, QUIET, RED, SKY, WHITE, YELLOW, pale

VALUES = [3, 1, 4, 1, 5, 9, 2, 6]
CELL, HEIGHT, ROW = 44, 26, 58


class Rows:
    """Rows of cells, from top to bottom; arrows from a row to the next."""

    def __init__(self, drawing, left, top):
        self.drawing, self.left, self.y = drawing, left, top

    def middle(self, i):
        return self.left + (i + 0.5) * CELL

    def show(self, values, changed, label, color=ORANGE):
        for i, value in enumerate(values):
            self.drawing.cell(
                self.left + i * CELL, self.y, CELL, HEIGHT, value, pale(color, 0.55) if i in changed else WHITE, 15
            )
        self.drawing.text(self.left + len(values) * CELL + 18, self.y + HEIGHT / 2, label, 13.5, "start", QUIET)

    def next(self, arrows):
        """`arrows`: (from, to, colour)."""
        for source, target, color in arrows:
            shift = 0 if source == target else 8 if source > target else -8
            self.drawing.arrow(
                self.middle(source), self.y + HEIGHT, self.middle(target) + shift, self.y + ROW, color, 1.4
            )
        self.y += ROW


def hillis_steele(drawing, left, top):
    values, n = list(VALUES), len(VALUES)
    drawing.text(left, top, "Hillis and Steele: log2(n) steps, about n additions in each", 16, "start", bold=True)
    rows = Rows(drawing, left, top + 20)
    rows.show(values, [], "the input")
    distance, additions = 1, 0
    while distance < n:
        changed = range(distance, n)
        values = [values[i] + (values[i - distance] if i >= distance else 0) for i in range(n)]
        rows.next([(i, i, LINE) for i in range(n)] + [(i - distance, i, BLUE) for i in changed])
        rows.show(values, changed, "distance %d: %d additions" % (distance, len(changed)))
        additions += len(changed)
        distance *= 2
    drawing.text(
        left,
        rows.y + HEIGHT + 20,
        "%d steps, %d additions. The last row is the inclusive scan." % (distance.bit_length() - 1, additions),
        14,
        "start",
    )
    return rows.y + HEIGHT + 20


def blelloch(drawing, left, top):
    values, n = list(VALUES), len(VALUES)
    drawing.text(left, top, "Blelloch: a tree up, a tree down, 2 (n - 1) additions", 16, "start", bold=True)
    rows = Rows(drawing, left, top + 20)
    rows.show(values, [], "the input")
    distance, additions, levels = 1, 0, 0
    while distance < n:
        changed = range(2 * distance - 1, n, 2 * distance)
        rows.next([(i, i, LINE) for i in changed] + [(i - distance, i, BLUE) for i in changed])
        for i in changed:
            values[i] += values[i - distance]
        additions, levels, distance = additions + len(changed), levels + 1, 2 * distance
        rows.show(values, changed, "up: %d addition%s" % (len(changed), "s" if len(changed) > 1 else ""))
    values[n - 1] = 0
    rows.next([])
    rows.show(values, [n - 1], "the total is replaced by 0", SKY)
    while distance > 1:
        distance //= 2
        changed = range(2 * distance - 1, n, 2 * distance)
        rows.next(
            [(i, i - distance, GREEN) for i in changed]
            + [(i - distance, i, BLUE) for i in changed]
            + [(i, i, LINE) for i in changed]
        )
        for i in changed:
            values[i - distance], values[i] = values[i], values[i] + values[i - distance]
        additions, levels = additions + len(changed), levels + 1
        rows.show(
            values,
            [j for i in changed for j in (i - distance, i)],
            "down: %d addition%s, %d cop%s"
            % (len(changed), "s" if len(changed) > 1 else "", len(changed), "ies" if len(changed) > 1 else "y"),
            YELLOW,
        )
    drawing.text(
        left,
        rows.y + HEIGHT + 20,
        "%d steps, %d additions. The last row is the exclusive scan." % (levels, additions),
        14,
        "start",
    )
    return rows.y + HEIGHT + 20


def trees():
    drawing = svg.Drawing(802, "The trees of two scans")
    y = hillis_steele(drawing, 40, 22)
    y = blelloch(drawing, 40, y + 44)
    for x, color, text in ((500, BLUE, "is added"), (610, LINE, "stays"), (690, GREEN, "is copied")):
        drawing.arrow(x, y, x + 26, y, color, 1.6)
        drawing.text(x + 32, y, text, 13, "start")
    return drawing


# ------------------------------------------------------------------------------------------------- matrices ---

NUMBERS = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3]
SIDE = 4


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(SIDE)) for j in range(SIDE)] for i in range(SIDE)]


def matrix():
    drawing = svg.Drawing(580, "A scan as products of matrices: A U + (L A) 1")
    a = [NUMBERS[SIDE * i : SIDE * i + SIDE] for i in range(SIDE)]
    upper = [[int(k <= j) for j in range(SIDE)] for k in range(SIDE)]
    lower = [[int(k < i) for k in range(SIDE)] for i in range(SIDE)]
    ones = [[1] * SIDE for _ in range(SIDE)]
    rows_scanned, above = product(a, upper), product(lower, a)
    carried = product(above, ones)
    result = [[rows_scanned[i][j] + carried[i][j] for j in range(SIDE)] for i in range(SIDE)]

    side, gap = 34, 44
    step = SIDE * side + gap

    def put(column, top, values, name, fill, sign=""):
        left = 110 + column * step
        drawing.text(left + 2 * side, top - 15, name, 16, bold=True)
        drawing.matrix(left, top, side, values, fill, 15)
        if sign:
            drawing.text(left - gap / 2, top + 2 * side, sign, 20)

    def in_triangle(values):
        return lambda i, j: pale(GREY) if values[i][j] else WHITE

    top = 72
    drawing.text(
        16, 20, "16 numbers lie in A row by row. Three products and an addition make their scan:", 15, "start"
    )
    drawing.text(16, top + 2 * side - 8, "each row", 13.5, "start", QUIET)
    drawing.text(16, top + 2 * side + 10, "by itself", 13.5, "start", QUIET)
    put(0, top, a, "A", pale(ORANGE))
    put(1, top, upper, "U", in_triangle(upper), "×")
    put(2, top, rows_scanned, "A U", pale(SKY), "=")
    top += 178
    drawing.text(16, top + 2 * side - 8, "what rows", 13.5, "start", QUIET)
    drawing.text(16, top + 2 * side + 10, "above hold", 13.5, "start", QUIET)
    put(0, top, lower, "L", in_triangle(lower))
    put(1, top, a, "A", pale(ORANGE), "×")
    put(2, top, above, "L A", pale(GREEN), "=")
    top += 178
    drawing.text(16, top + 2 * side - 8, "added along", 13.5, "start", QUIET)
    drawing.text(16, top + 2 * side + 10, "the rows", 13.5, "start", QUIET)
    put(0, top, above, "L A", pale(GREEN))
    put(1, top, ones, "1", pale(GREY), "×")
    put(2, top, carried, "(L A) 1", pale(YELLOW), "=")
    # The result stands beside the two sums that it is made of.
    left, middle = 110 + 3 * step - 6, 72 + 178 + 2 * side
    drawing.text(left + 2 * side, middle - 2 * side - 15, "A U + (L A) 1", 15, bold=True)
    drawing.matrix(left, middle - 2 * side, side, result, pale(RED, 0.3), 15)
    from_x = 110 + 2 * step + SIDE * side
    drawing.arrow(from_x + 4, 72 + 2 * side, left + side, middle - 2 * side - 28, BLUE, 1.6)
    drawing.arrow(from_x + 4, top + 2 * side, left + side, middle + 2 * side + 6, BLUE, 1.6)
    drawing.text(left + 2 * side, top + 3 * side, "row by row the", 13.5, color=QUIET)
    drawing.text(left + 2 * side, top + 3 * side + 18, "inclusive scan", 13.5, color=QUIET)
    return drawing


# ------------------------------------------------------------------------------------------------ look-back ---

TILES = [5, 2, 7, 1, 4, 6]  # the sum of each tile
NOTHING, AGGREGATE, PREFIX = "X", "A", "P"


def look_back(states, tile):
    """What a tile reads: tiles back to the first that has its prefix, or to one that has nothing yet; and the sum."""
    read, total = [], 0
    for before in range(tile - 1, -1, -1):
        state, value = states[before]
        read.append(before)
        if state == NOTHING:
            return read, None
        total += value
        if state == PREFIX:
            return read, total
    return read, total


def draw_look(drawing, states, tile, middle, y):
    """Draws what a tile reads and finds; its state afterwards."""
    read, total = look_back(states, tile)
    for before in read:
        drawing.arrow(middle(before), y + 16, middle(before), y + 2, BLUE, 1.6)
    drawing.line(middle(tile), y, middle(tile), y + 16, BLUE, 1.6)
    drawing.line(middle(read[-1]), y + 16, middle(tile), y + 16, BLUE, 1.6)
    terms = " + ".join(str(states[before][1]) for before in read)
    if total is None:
        say = "tile %d reads %s, but tile %d has nothing yet: it waits" % (
            tile,
            " and ".join(str(states[before][1]) for before in read[:-1]),
            read[-1],
        )
    else:
        say = "tile %d: %s = %d before it, and with its own %d: P = %d" % (
            tile,
            terms,
            total,
            TILES[tile],
            total + TILES[tile],
        )
    right = max(middle(tile), middle(0) + svg.text_width(say, 14) - 40)
    drawing.text(right, y + 31, say, 14, "end", BLUE)
    return states[tile] if total is None else (PREFIX, total + TILES[tile])


def lookback():
    drawing = svg.Drawing(470, "A scan in one pass: each tile looks back until it finds a prefix")
    n, left, width, height, row = len(TILES), 118, 104, 46, 96
    colors = {NOTHING: WHITE, AGGREGATE: pale(SKY, 0.6), PREFIX: pale(GREEN, 0.6)}
    drawing.text(
        16,
        22,
        "Each tile publishes the sum of its own elements (A), then the sum of all up to its end (P).",
        15,
        "start",
    )
    drawing.text(16, 64, "tile", 14, "start", QUIET)
    for tile in range(n):
        drawing.text(left + (tile + 0.5) * width, 64, tile, 14, color=QUIET)
    # Of each moment: the tiles that know their own sum, and which one looks back. (Tile 3 is late.)
    moments = [([0, 1, 2], 2), ([0, 1, 2, 4, 5], 5), ([0, 1, 2, 3, 4, 5], 5), ([0, 1, 2, 3, 4, 5], None)]
    states = [(NOTHING, None)] * n
    y = 84
    for moment, (known, looking) in enumerate(moments):
        for tile in known:
            if states[tile][0] == NOTHING:
                states[tile] = (PREFIX if tile == 0 else AGGREGATE, TILES[tile])
        if looking is None:
            for tile in range(n):
                states[tile] = (PREFIX, look_back(states, tile)[1] + TILES[tile])
        drawing.text(16, y + height / 2, "moment %d" % (moment + 1), 14, "start", QUIET)
        for tile, (state, value) in enumerate(states):
            text = "nothing yet" if state == NOTHING else "%s = %d" % (state, value)
            drawing.cell(
                left + tile * width + 4,
                y,
                width - 8,
                height,
                text,
                colors[state],
                15 if value is not None else 13,
                color=svg.INK if value is not None else QUIET,
            )
        if looking is not None:
            states[looking] = draw_look(
                drawing, states, looking, lambda tile: left + (tile + 0.5) * width, y + height
            )
        y += row
    drawing.text(
        16, y - 26, "All have looked back: what P says of tile t is the sum before tile t + 1.", 15, "start"
    )
    return drawing


svg.main({"02_scan/trees.svg": trees, "02_scan/matrix.svg": matrix, "02_scan/lookback.svg": lookback})
