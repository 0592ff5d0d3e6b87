#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lesson 04: where counters live and how long additions to them wait; counts as a product with one-hot rows."""

import svg
from svg import BLUE, GREEN, GREY, LINE, ORANGE, QUIET, RED, SKY, WHITE, YELLOW, pale

SAMPLES = [2, 0, 2, 2, 1, 2, 2, 3, 2, 2, 0, 2, 1, 2, 2, 2]
BINS, THREADS = 4, 8  # threads of a block
COLORS = [pale(ORANGE, 0.55), pale(SKY, 0.55), pale(GREEN, 0.5), pale(YELLOW, 0.7)]


def counts_of(samples):
    return [samples.count(b) for b in range(BINS)]


def histogram_row(drawing, x, y, counts, width=40, fill=None):
    drawing.cells(x, y, width, 26, counts, fill or COLORS, 15)


def samples_row(drawing, y, left=150, width=38):
    for i, sample in enumerate(SAMPLES):
        drawing.cell(left + i * width + i // THREADS * 12, y, width, 26, sample, COLORS[sample], 15)
    return [left + (i + 0.5) * width + i // THREADS * 12 for i in range(len(SAMPLES))]


def copies():
    drawing = svg.Drawing(660, "Additions to one histogram, to copies, and aggregated")
    blocks = [SAMPLES[b : b + THREADS] for b in range(0, len(SAMPLES), THREADS)]
    total, width = counts_of(SAMPLES), 40

    # 1. Everybody adds to the counters in global memory.
    y = 20
    drawing.text(14, y, "1. One histogram in global memory", 16, "start", bold=True)
    drawing.text(14, y + 39, "samples", 14, "start", QUIET)
    xs = samples_row(drawing, y + 26)
    left = 440 - 2 * width
    for i, x in enumerate(xs):
        drawing.arrow(x, y + 52, left + (SAMPLES[i] + 0.5) * width, y + 110, BLUE, 1)
    histogram_row(drawing, left, y + 110, total)
    drawing.text(14, y + 123, "global memory", 14, "start", QUIET)
    drawing.text(
        left + 4 * width + 20,
        y + 123,
        "bin %d: %d additions, one by one" % (total.index(max(total)), max(total)),
        14,
        "start",
        RED,
    )

    # 2. Each block has counters of its own in shared memory.
    y = 200
    drawing.text(14, y, "2. A copy for each block in shared memory", 16, "start", bold=True)
    drawing.text(14, y + 39, "samples", 14, "start", QUIET)
    xs = samples_row(drawing, y + 26)
    lefts = [sum(xs[b * THREADS : b * THREADS + THREADS]) / THREADS - 2 * width for b in range(len(blocks))]
    for i, x in enumerate(xs):
        drawing.arrow(x, y + 52, lefts[i // THREADS] + (SAMPLES[i] + 0.5) * width, y + 96, BLUE, 1)
    for b, block in enumerate(blocks):
        histogram_row(drawing, lefts[b], y + 96, counts_of(block), width)
        for k in range(BINS):
            drawing.arrow(lefts[b] + (k + 0.5) * width, y + 122, left + (k + 0.5) * width, y + 166, GREEN, 1)
    drawing.text(14, y + 109, "shared memory", 14, "start", QUIET)
    histogram_row(drawing, left, y + 166, [sum(counts_of(block)[k] for block in blocks) for k in range(BINS)])
    drawing.text(14, y + 179, "global memory", 14, "start", QUIET)
    in_shared = max(max(counts_of(block)) for block in blocks)
    drawing.text(left + 4 * width + 20, y + 172, "one by one: %d in shared memory," % in_shared, 14, "start", RED)
    drawing.text(left + 4 * width + 20, y + 192, "%d in global memory" % len(blocks), 14, "start", RED)

    # 3. Equal samples of a warp are added at once.
    y = 436
    drawing.text(14, y, "3. Aggregated: lanes with equal samples add once", 16, "start", bold=True)
    drawing.text(14, y + 39, "samples", 14, "start", QUIET)
    xs = samples_row(drawing, y + 26)
    for b, block in enumerate(blocks):
        for k in range(BINS):
            lanes = [b * THREADS + i for i, sample in enumerate(block) if sample == k]
            if lanes:
                leader, depth = lanes[0], y + 60 + 9 * k
                for i in lanes:
                    drawing.line(xs[i], y + 52, xs[i], depth, svg.INK, 1)
                drawing.line(xs[leader], depth, xs[lanes[-1]], depth, svg.INK, 1)
                drawing.arrow(xs[leader], depth, lefts[b] + (k + 0.5) * width, y + 136, BLUE, 1.4)
        histogram_row(drawing, lefts[b], y + 136, ["+%d" % c if c else "" for c in counts_of(block)], width)
    drawing.text(14, y + 149, "shared memory", 14, "start", QUIET)
    additions = [sum(1 for c in counts_of(block) if c) for block in blocks]
    drawing.text(
        150,
        y + 186,
        "The first of equal lanes adds their number: %s additions instead of %d, none waits."
        % (" and ".join(str(a) for a in additions), THREADS),
        14,
        "start",
    )
    drawing.text(
        150,
        y + 208,
        "Here: 16 samples, 4 bins, 2 blocks of one warp, which has %d lanes. A GPU's warp has 32." % THREADS,
        13,
        "start",
        QUIET,
    )
    return drawing


def one_hot():
    samples = SAMPLES[:8]
    drawing = svg.Drawing(470, "Counts as a product of ones and one-hot rows")
    side = 32
    hot = [[int(sample == k) for k in range(BINS)] for sample in samples]
    counts = [sum(row[k] for row in hot) for k in range(BINS)]
    if counts != counts_of(samples):
        raise ValueError("the product does not count")
    drawing.text(
        16,
        22,
        "A sample becomes a row that is 1 in the column of its bin. Ones times these rows count them:",
        15,
        "start",
    )
    top, sample_x, hot_x = 92, 300, 400
    drawing.text(sample_x + side / 2, top - 34, "samples", 14, color=QUIET)
    drawing.text(hot_x + 2 * side, top - 34, "one-hot rows H", 15, bold=True)
    for k in range(BINS):
        drawing.text(hot_x + (k + 0.5) * side, top - 12, "bin %d" % k, 10.5, color=QUIET)
    for i, sample in enumerate(samples):
        drawing.cell(sample_x, top + i * side, side, side, sample, COLORS[sample], 16)
        drawing.arrow(sample_x + side + 8, top + (i + 0.5) * side, hot_x - 8, top + (i + 0.5) * side, LINE)
    drawing.matrix(hot_x, top, side, hot, lambda i, j: COLORS[j] if hot[i][j] else WHITE, 16)
    y = top + len(samples) * side + 46
    ones_x = 16
    drawing.text(ones_x + 4 * side, y - 16, "ones", 15, bold=True)
    drawing.matrix(ones_x, y, side, [[1] * len(samples)], pale(GREY), 16)
    drawing.text(ones_x + 8 * side + 60, y + side / 2, "× H =", 17)
    drawing.matrix(hot_x, y, side, [counts], lambda i, j: COLORS[j], 16)
    for k in range(BINS):
        drawing.arrow(hot_x + (k + 0.5) * side, y - 40, hot_x + (k + 0.5) * side, y - 6, LINE)
    drawing.text(hot_x + 4 * side + 18, y + side / 2, "counts", 15, "start", bold=True)
    x = hot_x + 4 * side + 18
    for line, text in enumerate(
        (
            "On the matrix unit H is",
            "16 samples x 16 bins;",
            "the ones fill 16 rows,",
            "so that every row of",
            "the result is the same.",
        )
    ):
        drawing.text(x, top + 60 + 22 * line, text, 14, "start", QUIET)
    return drawing


svg.main({"04_histogram/copies.svg": copies, "04_histogram/one_hot.svg": one_hot})
