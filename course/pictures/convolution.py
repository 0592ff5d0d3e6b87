#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lesson 05: a tile with its halo; what lies outside of a signal; which bytes a warp reads."""

import svg
from svg import BLUE, GREEN, GREY, LINE, ORANGE, PURPLE, QUIET, RED, SKY, WHITE, YELLOW, pale

RADIUS = 2
TAPS = 2 * RADIUS + 1

# ------------------------------------------------------------------------------------------------------ halo ---

TILE, SIGNAL, BLOCK = 8, 24, 1  # outputs of a block, points of the signal, the block that is shown


def halo():
    drawing = svg.Drawing(520, "A tile with its halo in shared memory")
    cell, left = 30, 56
    first, last = BLOCK * TILE, BLOCK * TILE + TILE
    held = range(first - RADIUS, last + RADIUS)

    def color(i):
        return WHITE if i not in held else pale(ORANGE, 0.55) if first <= i < last else pale(SKY, 0.6)

    drawing.text(
        16,
        20,
        "The signal in global memory. Block %d computes outputs %d to %d, and needs %d inputs more on each side:"
        % (BLOCK, first, last - 1, RADIUS),
        14,
        "start",
    )
    y = 62
    for block in range(SIGNAL // TILE):
        x = left + block * TILE * cell
        drawing.text(x + TILE * cell / 2, y - 18, "tile of block %d" % block, 13, color=QUIET)
        drawing.line(x, y - 8, x, y + 36, svg.INK, 2)
    drawing.line(left + SIGNAL * cell, y - 8, left + SIGNAL * cell, y + 36, svg.INK, 2)
    for i in range(SIGNAL):
        drawing.cell(left + i * cell, y, cell, 28, i, color(i), 13)
    # Loads: thread t has element first - RADIUS + t; the first threads have a second one.
    shared_y, shared_left = 190, left + (first - RADIUS) * cell
    for place, i in enumerate(held):
        x = shared_left + (place + 0.5) * cell
        second = place >= TILE
        drawing.arrow(x, y + 28, x, shared_y, RED if second else BLUE, 1.4)
        drawing.cell(shared_left + place * cell, shared_y, cell, 28, place, color(i), 13)
        drawing.text(x, shared_y + 44, "t%d" % (place % TILE), 12, color=RED if second else BLUE)
    drawing.text(shared_left - 14, shared_y + 14, "shared memory", 14, "end", QUIET)
    drawing.text(shared_left - 14, shared_y + 44, "loaded by", 14, "end", QUIET)
    right = shared_left + len(held) * cell + 14
    drawing.text(right, shared_y + 5, "%d threads, %d elements:" % (TILE, len(held)), 13.5, "start", QUIET)
    drawing.text(right, shared_y + 25, "one each,", 13.5, "start", BLUE)
    drawing.text(right, shared_y + 45, "then %d a second one" % (len(held) - TILE), 13.5, "start", RED)
    # Outputs.
    out_y = 330
    out_left = left + first * cell
    shown = 5
    for t in range(TILE):
        chosen = t == shown
        drawing.cell(out_left + t * cell, out_y, cell, 28, first + t, pale(GREEN, 0.6) if chosen else WHITE, 13)
        drawing.text(out_left + (t + 0.5) * cell, out_y + 44, "t%d" % t, 12, color=QUIET)
    for tap in range(TAPS):
        x = shared_left + (shown + tap + 0.5) * cell
        drawing.arrow(x, shared_y + 54, out_left + (shown + 0.5) * cell + (tap - RADIUS) * 3, out_y, GREEN, 1.4)
    drawing.text(out_left - 14, out_y + 14, "outputs", 14, "end", QUIET)
    drawing.text(out_left - 14, out_y + 44, "written by", 14, "end", QUIET)
    drawing.text(right, out_y - 22, "after the barrier", 13.5, "start", QUIET)
    drawing.text(
        right, out_y + 14, "t%d: elements %d to %d" % (shown, shown, shown + TAPS - 1), 13.5, "start", GREEN
    )
    drawing.text(right, out_y + 34, "times %d weights" % TAPS, 13.5, "start", GREEN)
    y = 420
    for x, fill, text in (
        (56, pale(ORANGE, 0.55), "the block's own elements"),
        (300, pale(SKY, 0.6), "halo: %d on each side, elements of its neighbours" % RADIUS),
    ):
        drawing.rect(x, y - 9, 18, 18, fill)
        drawing.text(x + 26, y, text, 14, "start")
    drawing.text(
        16,
        y + 36,
        "Each output reads %d inputs, but the block reads only %d from global memory for %d outputs: %.1f each."
        % (TAPS, len(held), TILE, len(held) / TILE),
        14,
        "start",
    )
    drawing.text(
        16,
        y + 60,
        "With tiles of 256 it is %d for 256: %.2f each." % (256 + 2 * RADIUS, (256 + 2 * RADIUS) / 256),
        14,
        "start",
    )
    return drawing


# ------------------------------------------------------------------------------------------------ boundaries ---


def outside(policy, i, n):
    """The index that is read in the place of i, or a value."""
    if 0 <= i < n:
        return i
    if policy == "CLAMP":
        return min(max(i, 0), n - 1)
    if policy == "PERIODIC":
        return i % n
    if policy == "REFLECT":
        i %= 2 * (n - 1)
        return i if i < n else 2 * (n - 1) - i
    if policy == "SYMMETRIC":
        i %= 2 * n
        return i if i < n else 2 * n - 1 - i
    return {"ZERO": "0", "CONSTANT": "k"}[policy]


def boundaries():
    signal, weights = [1, 2, 3, 4, 5, 6, 7], [3, 4, 5, 4, 3]
    n, beyond, radius, constant = len(signal), 3, len(weights) // 2, 9
    policies = [
        ("ZERO", "zeros"),
        ("CONSTANT", "any number, here %d" % constant),
        ("CLAMP", "the nearest element"),
        ("REFLECT", "mirrored at its ends"),
        ("SYMMETRIC", "mirrored behind them"),
        ("PERIODIC", "begins again"),
    ]
    drawing = svg.Drawing(434, "What six boundary policies read outside of a signal")
    cell, left, row = 33, 112, 50
    colors = [pale(color, 0.55) for color in (ORANGE, SKY, GREEN, YELLOW, BLUE, RED, PURPLE)]
    inside = left + beyond * cell
    drawing.text(16, 20, "The signal 1 ... 7, and what a policy puts outside of it:", 15, "start")
    drawing.text(inside + n * cell / 2, 48, "the signal", 14, color=QUIET)
    drawing.text(586, 48, "output 0", 14, color=QUIET)
    y = 64
    for policy, words in policies:

        def value(i, policy=policy):
            at = outside(policy, i, n)
            return {"0": 0, "k": constant}[at] if isinstance(at, str) else signal[at]

        drawing.text(16, y + 15, policy, 13.5, "start", bold=True)
        for i in range(-beyond, n + beyond):
            at = outside(policy, i, n)
            fill = pale(GREY, 0.5) if isinstance(at, str) else colors[at]
            drawing.cell(
                left + (i + beyond) * cell, y, cell, 30, value(i), fill, 15, svg.INK if 0 <= i < n else "#d8d8d8"
            )
        drawing.rect(inside, y, n * cell, 30, line=2.5)
        drawing.text(586, y + 15, sum(w * value(i - radius) for i, w in enumerate(weights)), 15)
        drawing.text(626, y + 15, words, 14, "start", QUIET)
        y += row
    drawing.text(
        16,
        y + 6,
        "Equal colours: the same element. Grey: none. Output 0 with the weights 3 4 5 4 3 reads %d elements on the left"
        % radius,
        14,
        "start",
    )
    drawing.text(
        16, y + 28, "of the signal. Only outputs whose window leaves the signal depend on the policy.", 14, "start"
    )
    return drawing


# ------------------------------------------------------------------------------------------------------ reads ---

SECTOR, LANES, ELEMENT = 32, 32, 4


def sectors_of(first, count, stride=1):
    """The pieces of 32 bytes in which elements first, first + stride, ... lie."""
    return sorted({(first + i * stride) * ELEMENT // SECTOR for i in range(count)})


def draw_read(drawing, y, label, first, count, left, width, stride=1):
    touched = sectors_of(first, count, stride)
    base = -1
    for sector in range(base, 6):
        drawing.rect(
            left + (sector - base) * 8 * width,
            y,
            8 * width,
            20,
            pale(YELLOW, 0.7) if sector in touched else WHITE,
            LINE,
        )
    for i in range(count):
        x = left + (first + i * stride - 8 * base) * width
        drawing.rect(x + 0.8, y + 4, width - 1.6, 12, BLUE, "none")
    drawing.text(left - 10, y + 10, label, 13, "end")
    return touched


def reads():
    drawing = svg.Drawing(640, "Which bytes a warp reads from global memory")
    width, left = 9, 208
    right = left + 7 * 8 * width + 8
    drawing.text(
        16,
        20,
        "Global memory is read in pieces of 32 bytes, 8 numbers f32. A block of one warp, %d weights:" % TAPS,
        14,
        "start",
    )
    y = 54
    drawing.text(16, y, "Versions 1 and 2: a read for each weight", 15, "start", bold=True)
    drawing.text(right + 34, y, "pieces", 13, color=QUIET)
    total = 0
    for tap in range(TAPS):
        y += 30
        first = tap - RADIUS
        touched = draw_read(
            drawing,
            y,
            "x[i %s %d]" % ("-" if first < 0 else "+", abs(first)) if first else "x[i]",
            first,
            LANES,
            left,
            width,
        )
        drawing.text(right + 34, y + 10, len(touched), 14)
        total += len(touched)
    y += 44
    drawing.text(right + 34, y, total, 15, bold=True)
    drawing.text(right, y, "together:", 14, "end")
    y += 40
    drawing.text(16, y, "Versions 3 and 4: a tile with its halo, each element once", 15, "start", bold=True)
    tiled = 0
    for label, first, count in (
        ("x[i - %d]" % RADIUS, -RADIUS, LANES),
        ("the last %d" % (2 * RADIUS), LANES - RADIUS, 2 * RADIUS),
    ):
        y += 30
        touched = draw_read(drawing, y, label, first, count, left, width)
        drawing.text(right + 34, y + 10, len(touched), 14)
        tiled += len(touched)
    y += 44
    drawing.text(right + 34, y, tiled, 15, bold=True)
    drawing.text(right, y, "together:", 14, "end")
    y += 40
    drawing.text(16, y, "For comparison, the same 32 lanes with other addresses", 15, "start", bold=True)
    for label, first, count, stride in (("aligned: x[i]", 0, LANES, 1), ("misaligned: x[i + 1]", 1, LANES, 1)):
        y += 30
        touched = draw_read(drawing, y, label, first, count, left, width, stride)
        drawing.text(right + 34, y + 10, len(touched), 14)
    for stride in (2, 8):
        y += 30
        drawing.text(left - 10, y + 10, "stride %d: x[%d i]" % (stride, stride), 13, "end")
        shown = [i for i in range(LANES) if i * stride < 48]
        draw_read(drawing, y, "", 0, len(shown), left, width, stride)
        drawing.text(right + 34, y + 10, len(sectors_of(0, LANES, stride)), 14)
    y += 46
    for x, fill, text in (
        (16, BLUE, "an element that a lane reads"),
        (290, pale(YELLOW, 0.7), "a piece that is moved"),
        (510, WHITE, "a piece that is not"),
    ):
        drawing.rect(x, y - 8, 16, 16, fill)
        drawing.text(x + 24, y, text, 14, "start")
    return drawing


svg.main(
    {
        "05_convolution/halo.svg": halo,
        "05_convolution/boundaries.svg": boundaries,
        "05_convolution/reads.svg": reads,
    }
)
