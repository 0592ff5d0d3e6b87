#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lesson 09: windows of a picture as columns of a matrix (im2col)."""

import svg
from svg import GREEN, GREY, LINE, ORANGE, QUIET, SKY, WHITE, YELLOW, pale

PICTURE = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
FILTERS = [[[1, 0], [0, -1]], [[1, 1], [1, 1]]]
EXTENT = len(FILTERS[0])
OUT = len(PICTURE) - EXTENT + 1
TAPS = [(r, s) for r in range(EXTENT) for s in range(EXTENT)]
WINDOWS = [(p, q) for p in range(OUT) for q in range(OUT)]
COLORS = [pale(ORANGE, 0.55), pale(SKY, 0.55), pale(GREEN, 0.5), pale(YELLOW, 0.75)]


def draw_windows(drawing, top, side, middles):
    """The picture once for each window, which is coloured."""
    n = len(PICTURE)
    for w, (p, q) in enumerate(WINDOWS):
        left = middles[w] - n * side / 2

        def fill(i, j, p=p, q=q, w=w):
            return COLORS[w] if p <= i < p + EXTENT and q <= j < q + EXTENT else WHITE

        drawing.text(middles[w], top - 14, "window %d" % w, 14, bold=True)
        drawing.matrix(left, top, side, PICTURE, fill, 15)
        drawing.rect(left + q * side, top + p * side, EXTENT * side, EXTENT * side, line=3)
    return top + n * side


def im2col():
    drawing = svg.Drawing(604, "A convolution layer as a product: filters times windows")
    side, matrix_side = 32, 44
    matrix = [[PICTURE[p + r][q + s] for p, q in WINDOWS] for r, s in TAPS]
    filters = [[f[r][s] for r, s in TAPS] for f in FILTERS]
    out = [[sum(f * row[w] for f, row in zip(rows, matrix)) for w in range(len(WINDOWS))] for rows in filters]
    drawing.text(16, 20, "Each window of the picture becomes a column, each filter a row:", 15, "start")
    middles = [340 + 122 * w for w in range(len(WINDOWS))]
    y = draw_windows(drawing, 66, side, middles)

    left, top = 430, y + 84
    columns = [left + (w + 0.5) * matrix_side for w in range(len(WINDOWS))]
    for w, middle in enumerate(middles):
        drawing.arrow(middle, y + 6, columns[w], top - 6, LINE, 1.6)
    drawing.matrix(left, top, matrix_side, matrix, lambda i, j: COLORS[j], 17)
    drawing.text(left + len(WINDOWS) * matrix_side + 14, top + 78, "windows", 15, "start", bold=True)
    drawing.text(left + len(WINDOWS) * matrix_side + 14, top + 98, "as columns", 15, "start", bold=True)
    for i, (r, s) in enumerate(TAPS):
        drawing.text(left - 12, top + (i + 0.5) * matrix_side, "row %d, column %d" % (r, s), 13, "end", QUIET)

    # The filters stand on the left of the results, at the height of their rows.
    y, filters_left = top + len(TAPS) * matrix_side + 20, 110
    drawing.text(filters_left + 2 * matrix_side, y - 14, "filters as rows", 15, bold=True)
    for k, rows in enumerate(filters):
        drawing.text(filters_left - 14, y + (k + 0.5) * matrix_side, "filter %d" % k, 14, "end", QUIET)
    drawing.matrix(filters_left, y, matrix_side, filters, pale(GREY, 0.7), 17)
    drawing.text((filters_left + 4 * matrix_side + left) / 2, y + matrix_side, "× windows =", 16)
    drawing.matrix(left, y, matrix_side, out, lambda k, w: COLORS[w], 17)
    drawing.text(left + len(WINDOWS) * matrix_side + 14, y + matrix_side, "results", 15, "start", bold=True)
    terms = " + ".join(
        "%d*%d" % (f, row[0]) if f >= 0 else "(%d)*%d" % (f, row[0]) for f, row in zip(filters[0], matrix)
    )
    y += 2 * matrix_side + 26
    drawing.text(16, y, "Filter 0, window 0: %s = %d." % (terms, out[0][0]), 14, "start")
    drawing.text(
        16,
        y + 24,
        "With C channels a column has C such parts below each other; a filter's row has them side by side.",
        14,
        "start",
    )
    return drawing


svg.main({"09_layer/im2col.svg": im2col})
