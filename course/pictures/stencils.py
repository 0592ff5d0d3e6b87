#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lesson 07: the points that a stencil reads in one, two and three dimensions; time steps that are fused."""

import svg
from svg import BLUE, GREY, ORANGE, QUIET, RED, SKY, WHITE, pale

CENTRE, NEIGHBOUR, OTHER = pale(ORANGE, 0.8), pale(SKY, 0.75), WHITE


def star(dimensions):
    """Offsets of a point and of its neighbours along each axis."""
    offsets = [(0,) * dimensions]
    for axis in range(dimensions):
        for step in (-1, 1):
            offsets.append(tuple(step if a == axis else 0 for a in range(dimensions)))
    return offsets


def color_of(offset):
    return None if offset not in star(len(offset)) else NEIGHBOUR if any(offset) else CENTRE


def neighbours():
    drawing = svg.Drawing(456, "The points that a Jacobi step reads in one, two and three dimensions")
    side = 36
    # 1D
    left, y = 26, 200
    drawing.text(left + 2.5 * side, 30, "1D", 18, bold=True)
    for x in range(-2, 3):
        drawing.rect(left + (x + 2) * side, y - side / 2, side, side, color_of((x,)) or OTHER)
    drawing.text(left + 2.5 * side, y, "x", 14)
    drawing.text(left + 1.5 * side, y, "x-1", 13)
    drawing.text(left + 3.5 * side, y, "x+1", 13)
    # 2D
    left = 260
    top = y - 2.5 * side
    drawing.text(left + 2.5 * side, 30, "2D", 18, bold=True)
    for row in range(-2, 3):
        for x in range(-2, 3):
            drawing.rect(
                left + (x + 2) * side, top + (row + 2) * side, side, side, color_of((row, x)) or OTHER, svg.INK
            )
    drawing.text(left + 2.5 * side, y, "y,x", 13)
    drawing.text(left + 2.5 * side, y - side, "y-1", 13)
    drawing.text(left + 2.5 * side, y + side, "y+1", 13)
    drawing.text(left + 1.5 * side, y, "x-1", 13)
    drawing.text(left + 3.5 * side, y, "x+1", 13)
    # 3D: three planes, drawn from above at an angle.
    drawing.text(616, 30, "3D", 18, bold=True)
    unit, slant, flat = 34, 17, 19
    apart = 94
    for z in (1, 0, -1):
        base_x, base_y = 566, y + apart * z - 2
        for row in range(-1, 2):
            for x in range(-1, 2):
                corner_x = base_x + (x + 1) * unit - row * slant
                corner_y = base_y + (row - 0.5) * flat
                drawing.polygon(
                    [
                        (corner_x, corner_y),
                        (corner_x + unit, corner_y),
                        (corner_x + unit - slant, corner_y + flat),
                        (corner_x - slant, corner_y + flat),
                    ],
                    color_of((z, row, x)) or OTHER,
                )
        middle_x = base_x + 1.5 * unit - slant / 2
        if z > -1:  # (The plane above covers the line's upper end.)
            drawing.line(middle_x, base_y, middle_x, base_y - apart, RED, 1.6, "5 4")
        drawing.circle(middle_x, base_y, 2.5, RED, RED)
        drawing.text(
            base_x + 3 * unit + 24,
            base_y,
            "plane z%s" % ("" if z == 0 else " %s 1" % ("-" if z < 0 else "+")),
            14,
            "start",
            QUIET,
        )
    y = 350
    for dimensions, x in ((1, 26 + 2.5 * side), (2, 260 + 2.5 * side), (3, 616)):
        drawing.text(x, y, "reads %d points" % len(star(dimensions)), 15)
    drawing.text(
        26,
        y + 86,
        "A step makes every point from old values only, so it reads one array and writes another.",
        14,
        "start",
    )
    for x, fill, text in (
        (26, CENTRE, "the point itself"),
        (200, NEIGHBOUR, "its neighbours along each axis"),
        (500, OTHER, "not read"),
    ):
        drawing.rect(x, y + 42, 18, 18, fill)
        drawing.text(x + 26, y + 51, text, 14, "start")
    return drawing


# ------------------------------------------------------------------------------------------------ fused steps ---

TILE, STEPS, POINTS = 8, 3, 24


def draw_steps(drawing, left, top, title, ranges, tile, cell=28, row=42):
    """`ranges`: the points that a block computes at each time, time 0 being what it reads."""
    drawing.text(16, top, title, 16, "start", bold=True)
    y = top + 34
    for time, held in enumerate(ranges):
        drawing.text(left - 14, y + 11, "time %d" % time, 13.5, "end", QUIET)
        for i in range(POINTS):
            inside = i in held
            fill = (
                WHITE
                if not inside
                else pale(GREY, 0.7) if time == 0 else pale(ORANGE, 0.6) if i in tile else pale(RED, 0.35)
            )
            drawing.rect(left + i * cell, y, cell, 22, fill, svg.INK if inside else "#dddddd")
        if time > 0:
            for i in (held[0], held[-1]):
                for neighbour in (i - 1, i, i + 1):
                    drawing.arrow(
                        left + (neighbour + 0.5) * cell,
                        y - row + 22,
                        left + (i + 0.5) * cell + 4 * (neighbour - i),
                        y,
                        BLUE,
                        1.1,
                        5,
                    )
        y += row
    return y


def fused():
    drawing = svg.Drawing(556, "Time steps in passes of their own, and fused in one pass")
    tile = range(TILE, 2 * TILE)
    cell, left = 28, 92
    # One pass a step: every pass reads the tile and one point on each side.
    y = 22
    drawing.text(
        16,
        y,
        "A pass for each step: the tile and 1 point on each side are read, %d times" % STEPS,
        16,
        "start",
        bold=True,
    )
    y += 26
    reads = 0
    for step in range(STEPS):
        held = range(tile[0] - 1, tile[-1] + 2)
        reads += len(held)
        drawing.text(left - 14, y + 11, "time %d" % step, 13.5, "end", QUIET)
        drawing.text(left - 14, y + 37, "time %d" % (step + 1), 13.5, "end", QUIET)
        for i in range(POINTS):
            drawing.rect(
                left + i * cell,
                y,
                cell,
                22,
                pale(GREY, 0.7) if i in held else WHITE,
                svg.INK if i in held else "#dddddd",
            )
            drawing.rect(
                left + i * cell,
                y + 26,
                cell,
                22,
                pale(ORANGE, 0.6) if i in tile else WHITE,
                svg.INK if i in tile else "#dddddd",
            )
        y += 62
    y += 8
    drawing.text(
        left,
        y,
        "%d points read and %d written for %d steps of %d points" % (reads, STEPS * TILE, STEPS, TILE),
        14,
        "start",
    )
    ranges = [range(tile[0] - (STEPS - t), tile[-1] + 1 + (STEPS - t)) for t in range(STEPS + 1)]
    y = draw_steps(
        drawing,
        left,
        y + 44,
        "Fused: %d steps in shared memory, with a halo of %d" % (STEPS, STEPS),
        ranges,
        tile,
        cell,
    )
    again = sum(len(held) - TILE for held in ranges[1:])
    drawing.text(
        left,
        y + 2,
        "%d points read and %d written; %d of %d results are computed by two blocks"
        % (len(ranges[0]), TILE, again, sum(len(held) for held in ranges[1:])),
        14,
        "start",
    )
    y += 40
    for x, fill, text in (
        (92, pale(GREY, 0.7), "read from global memory"),
        (312, pale(ORANGE, 0.6), "the tile's results"),
        (490, pale(RED, 0.35), "a neighbour's, computed again"),
    ):
        drawing.rect(x, y - 9, 18, 18, fill)
        drawing.text(x + 25, y, text, 14, "start")
    return drawing


svg.main({"07_stencils/neighbours.svg": neighbours, "07_stencils/fused.svg": fused})
