#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lesson 09: windows of an image as columns of a matrix (im2col)."""

import svg
from svg import BLUE, GREEN, GREY, ORANGE, QUIET, SKY, WHITE, pale

CHANNELS, SIDE, FILTERS, KERNEL = 2, 4, 2, 2
OUT = SIDE - KERNEL + 1
IMAGE = [
    [[3, 1, 4, 1], [5, 9, 2, 6], [5, 3, 5, 8], [9, 7, 9, 3]],
    [[2, 3, 8, 4], [6, 2, 6, 4], [3, 3, 8, 3], [2, 7, 9, 5]],
]
WEIGHTS = [[[[1, 0], [0, -1]], [[0, 1], [0, 0]]], [[[1, 1], [1, 1]], [[-1, 0], [0, 1]]]]
TAPS = [(c, r, s) for c in range(CHANNELS) for r in range(KERNEL) for s in range(KERNEL)]
WINDOWS = [(p, q) for p in range(OUT) for q in range(OUT)]
SHOWN = WINDOWS.index((1, 1))


def im2col():
    drawing = svg.Drawing(610, "A convolution layer as a product: filters times windows")
    matrix = [[IMAGE[c][p + r][q + s] for p, q in WINDOWS] for c, r, s in TAPS]
    filters = [[WEIGHTS[k][c][r][s] for c, r, s in TAPS] for k in range(FILTERS)]
    out = [
        [sum(f * row[w] for f, row in zip(filters[k], matrix)) for w in range(len(WINDOWS))] for k in range(FILTERS)
    ]
    colors = [pale(ORANGE, 0.55), pale(SKY, 0.55)]
    p, q = WINDOWS[SHOWN]
    side = 34
    drawing.text(
        16,
        22,
        "Each window of the image, with all its channels, becomes a column; each filter becomes a row.",
        15,
        "start",
    )
    # The image, channel by channel.
    for c in range(CHANNELS):
        left, top = 24, 74 + c * (SIDE * side + 44)
        drawing.text(left + 2 * side, top - 14, "image, channel %d" % c, 14, bold=True)
        drawing.matrix(
            left,
            top,
            side,
            IMAGE[c],
            lambda i, j, c=c: colors[c] if p <= i < p + KERNEL and q <= j < q + KERNEL else WHITE,
            15,
        )
        drawing.rect(left + q * side, top + p * side, KERNEL * side, KERNEL * side, line=3)
    # Windows as columns.
    left, top = 430, 96
    drawing.text(left + len(WINDOWS) * side / 2, top - 42, "windows as columns", 15, bold=True)
    for w, (a, b) in enumerate(WINDOWS):
        drawing.text(left + (w + 0.5) * side, top - 14, "%d,%d" % (a, b), 12.5, color=QUIET)
    drawing.matrix(left, top, side, matrix, lambda i, j: colors[TAPS[i][0]] if j == SHOWN else pale(GREY, 0.25), 15)
    drawing.rect(left + SHOWN * side, top, side, len(TAPS) * side, line=3)
    for i, (c, r, s) in enumerate(TAPS):
        drawing.text(left - 10, top + (i + 0.5) * side, "c=%d r=%d s=%d" % (c, r, s), 12.5, "end", QUIET)
    for c in range(CHANNELS):
        from_y = 74 + c * (SIDE * side + 44) + (p + 1) * side
        drawing.arrow(24 + (q + KERNEL) * side + 4, from_y, left - 104, top + (c * 4 + 2) * side, BLUE, 1.6)
    # Filters times windows.
    y = top + len(TAPS) * side + 62
    filters_left = 24
    drawing.text(filters_left + len(TAPS) * side / 2, y - 14, "filters as rows", 15, bold=True)
    drawing.matrix(filters_left, y, side, filters, lambda i, j: colors[TAPS[j][0]], 15)
    drawing.text((filters_left + len(TAPS) * side + left) / 2, y + side, "× windows =", 15)
    drawing.text(left + len(WINDOWS) * side / 2, y - 14, "outputs, filter by filter", 15, bold=True)
    drawing.matrix(left, y, side, out, lambda i, j: pale(GREEN, 0.6) if j == SHOWN else WHITE, 15)
    drawing.rect(left + SHOWN * side, y, side, FILTERS * side, line=3)
    terms = " + ".join(
        "%d*%d" % (f, row[SHOWN]) if f >= 0 else "(%d)*%d" % (f, row[SHOWN])
        for f, row in zip(filters[0], matrix)
        if f
    )
    drawing.text(
        16,
        y + 2 * side + 28,
        "Filter 0 at window %d,%d, terms that are not 0: %s = %d." % (p, q, terms, out[0][SHOWN]),
        14,
        "start",
    )
    inside = SIDE * SIDE * CHANNELS
    drawing.text(
        16,
        y + 2 * side + 52,
        "The matrix has %d elements, the image %d: %.2f times as many, and up to %d times of larger images."
        % (len(TAPS) * len(WINDOWS), inside, len(TAPS) * len(WINDOWS) / inside, KERNEL * KERNEL),
        14,
        "start",
    )
    drawing.text(
        16, y + 2 * side + 74, "tcu makes its elements where they are multiplied, and never stores it.", 14, "start"
    )
    return drawing


svg.main({"09_layer/im2col.svg": im2col})
