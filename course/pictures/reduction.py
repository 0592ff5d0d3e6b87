#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lesson 01: which threads work in each step of three trees; which lane holds which element of a matrix."""

import svg
from svg import BLUE, GREEN, GREY, INK, ORANGE, QUIET, RED, SKY, WHITE, YELLOW, pale

VALUES = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3]
THREADS = len(VALUES)
LANES = 4  # of the picture's warps, and banks of its shared memory


def steps(version):
    """Of each step: {thread: (its element, the one it adds)}."""
    distances = [1, 2, 4, 8] if version != "halves" else [8, 4, 2, 1]
    for distance in distances:
        work = {}
        for thread in range(THREADS):
            if version == "divergent" and thread % (2 * distance) == 0:
                work[thread] = (thread, thread + distance)
            elif version == "whole warps" and 2 * distance * thread < THREADS:
                work[thread] = (2 * distance * thread, 2 * distance * thread + distance)
            elif version == "halves" and thread < distance:
                work[thread] = (thread, thread + distance)
        yield work


def waits(work, warp):
    """How often a warp's reads of its own elements wait for a bank."""
    banks = [0] * LANES
    for thread, (own, _) in work.items():
        if thread // LANES == warp:
            banks[own % LANES] += 1
    return max(max(banks) - 1, 0)


def draw_version(drawing, top, name, label):
    cell, left, thread_cell, right = 27, 14, 15, 470
    drawing.text(left, top, label, 16, "start", bold=True)
    drawing.text(right, top, "threads that work", 13, "start", QUIET)
    values, y = list(VALUES), top + 16
    drawing.cells(left, y, cell, 22, values, WHITE, 13)
    for work in steps(name):
        y += 46
        warps = sorted({thread // LANES for thread in work})
        for own, other in work.values():
            drawing.arrow(left + (own + 0.5) * cell, y - 24, left + (own + 0.5) * cell, y, svg.LINE)
            drawing.arrow(left + (other + 0.5) * cell, y - 24, left + (own + 0.5) * cell + 3, y, BLUE)
            values[own] += values[other]
        changed = {own: thread for thread, (own, _) in work.items()}
        for i in range(THREADS):
            if i in changed:
                drawing.cell(left + i * cell, y, cell, 22, values[i], pale(ORANGE, 0.55), 13)
            else:
                drawing.rect(left + i * cell, y, cell, 22, WHITE, pale(GREY))
        for thread in range(THREADS):
            x = right + thread * thread_cell + thread // LANES * 7
            runs = thread // LANES in warps
            fill = ORANGE if thread in work else pale(GREY) if runs else WHITE
            drawing.rect(x, y + 3, thread_cell, 16, fill, INK if runs else GREY)
        lanes = 100 * len(work) / (LANES * len(warps))
        conflicts = sum(waits(work, warp) for warp in warps)
        note = "%d warp%s, %d%% of lanes%s" % (
            len(warps),
            "s" if len(warps) > 1 else "",
            lanes,
            ", %d conflicts" % conflicts if conflicts > 1 else ", 1 conflict" if conflicts else "",
        )
        drawing.text(right, y - 8, note, 12, "start", RED if conflicts or lanes < 50 else QUIET)
    return y + 22


def tree():
    drawing = svg.Drawing(830, "Which threads work in each step of three trees")
    y = draw_version(drawing, 18, "divergent", "1. Divergent: neighbours are added")
    y = draw_version(drawing, y + 34, "whole warps", "2. Whole warps: the same, by the first threads")
    y = draw_version(drawing, y + 34, "halves", "3. Halves: the upper is added to the lower")
    y += 27
    for x, fill, text in (
        (14, ORANGE, "adds"),
        (80, pale(GREY), "waits in a warp that runs"),
        (272, WHITE, "in a warp without work"),
    ):
        drawing.rect(x, y - 8, 16, 16, fill)
        drawing.text(x + 22, y, text, 13, "start")
    drawing.text(
        14,
        y + 26,
        "Here a warp has 4 lanes and shared memory 4 banks; on a GPU both are 32. Conflicts are those of one read.",
        12.5,
        "start",
        QUIET,
    )
    return drawing


def place(use, lane, i):
    """Row and column of element i of a lane: fragments of mma.m16n8k16 (PTX ISA); of B and of the sums two, side by
    side."""
    group, in_group = lane // 4, lane % 4
    if use == "B":
        return 2 * in_group + i % 2 + 8 * (i // 2 % 2), group + 8 * (i // 4)
    return group + 8 * (i // 2 % 2), 2 * in_group + i % 2 + 8 * (i // 4)


def draw_fragment(drawing, use, left, top, title, shown):
    side = 22.5
    drawing.text(left + 8 * side, top - 44, title, 15, bold=True)
    colors = [pale(SKY), pale(YELLOW), pale(GREEN), pale(ORANGE)]
    for lane in range(32):
        for i in range(8):
            row, column = place(use, lane, i)
            fill = RED if lane == shown else colors[lane % 4]
            drawing.cell(
                left + column * side,
                top + row * side,
                side,
                side,
                lane,
                fill,
                12,
                svg.LINE,
                color=WHITE if lane == shown else INK,
                bold=lane == shown,
            )
    for row in range(2):
        for column in range(2):
            drawing.rect(left + 8 * column * side, top + 8 * row * side, 8 * side, 8 * side, line=2)
            held = [
                i
                for i in range(8)
                if all(8 * half <= at < 8 * half + 8 for half, at in zip((row, column), place(use, 0, i)))
            ]
            y = top - 16 if row == 0 else top + 16 * side + 16
            drawing.text(left + (8 * column + 4) * side, y, ", ".join("x[%d]" % i for i in held), 14, color=BLUE)
    return top + 16 * side + 16


def fragment():
    drawing = svg.Drawing(560, "Which lane holds which element of a 16 x 16 matrix")
    shown = 9
    y = draw_fragment(drawing, "A", 28, 68, "A, and the sums V", shown)
    draw_fragment(drawing, "B", 412, 68, "B", shown)
    drawing.text(
        16,
        y + 32,
        "Numbers are lanes. Each of the 32 lanes holds 8 elements, x[0] to x[7]: those of lane %d are red." % shown,
        13.5,
        "start",
    )
    drawing.text(
        16,
        y + 54,
        "One mma.m16n8k16 multiplies A by the left half of B (x[0] to x[3]), another by its right half.",
        13.5,
        "start",
        QUIET,
    )
    drawing.text(
        16,
        y + 76,
        "With g = lane / 4 and t = lane % 4, x[0] is A(g, 2t), V(g, 2t) and B(2t, g).",
        13.5,
        "start",
        QUIET,
    )
    return drawing


svg.main({"01_reduction/tree.svg": tree, "01_reduction/fragment.svg": fragment})
