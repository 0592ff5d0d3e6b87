#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lesson 04: where counters live and how long additions to them wait; counts as a product with one-hot rows."""

import svg
from svg import BLUE, GREEN, GREY, ORANGE, PURPLE, QUIET, RED, SKY, WHITE, YELLOW, pale

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
    drawing = svg.Drawing(930, "Additions to one histogram, to copies, aggregated, and to a counter a lane")
    blocks = [SAMPLES[b : b + THREADS] for b in range(0, len(SAMPLES), THREADS)]
    total, width = counts_of(SAMPLES), 40

    # 1. Everybody adds to the counters in global memory.
    y = 20
    drawing.text(14, y, "1. Global atomics: one histogram", 16, "start", bold=True)
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
    drawing.text(14, y, "2. Private copies: one for each block", 16, "start", bold=True)
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
        y + 182,
        "The first of equal lanes adds their number: %s additions instead of %d, none waits."
        % (" and ".join(str(a) for a in additions), THREADS),
        14,
        "start",
    )
    # 5. Each lane has counters of its own.
    y = 660
    drawing.text(
        14, y, "5. A counter a lane: each bin has one for each lane, in a bank of its own", 16, "start", bold=True
    )
    drawing.text(14, y + 39, "samples", 14, "start", QUIET)
    xs = samples_row(drawing, y + 26)
    for i, sample in enumerate(SAMPLES):
        for k in range(BINS):
            drawing.cell(
                xs[i] - 19,
                y + 86 + 21 * k,
                38,
                21,
                "+1" if k == sample else "",
                COLORS[k] if k == sample else WHITE,
                13,
            )
        drawing.arrow(xs[i], y + 52, xs[i], y + 86 + 21 * sample, BLUE, 1.4)
        drawing.text(xs[i], y + 86 + 21 * BINS + 12, i % THREADS, 13, color=QUIET)
    for k in range(BINS):
        drawing.text(140, y + 96 + 21 * k, "bin %d" % k, 13, "end", QUIET)
    drawing.text(140, y + 86 + 21 * BINS + 12, "bank", 13, "end", QUIET)
    drawing.text(
        150, y + 208, "No two lanes meet in a counter or in a bank, whatever the samples are.", 14, "start"
    )
    drawing.text(150, y + 228, "At the end the counters of a bin are added.", 14, "start")
    drawing.text(
        14,
        y + 256,
        "Here: 16 samples, 4 bins, 2 blocks of one warp, which has %d lanes and banks. A GPU has 32 of both."
        % THREADS,
        13,
        "start",
        QUIET,
    )
    return drawing


def draw_ones(drawing, top):
    """Ones times the rows of the one-hot matrix."""
    samples = SAMPLES[:8]
    hot = [[int(sample == b) for b in range(BINS)] for sample in samples]
    counts = [sum(row[b] for row in hot) for b in range(BINS)]
    side, left = 32, 16
    drawing.text(
        left,
        top,
        "A row for each sample, a column for each bin: ones times this matrix are the counts",
        16,
        "start",
        bold=True,
    )
    y = top + 50
    middle = y + len(samples) / 2 * side
    drawing.matrix(left, middle - side / 2, side, [[1] * len(samples)], pale(GREY), 16)
    x = left + len(samples) * side
    drawing.text(x + 24, middle, "×", 18)
    x += 120
    for b in range(BINS):
        drawing.text(x + (b + 0.5) * side, y - 12, "bin %d" % b, 11, color=QUIET)
    for i, sample in enumerate(samples):
        drawing.text(x - 10, y + (i + 0.5) * side, "sample %d" % sample, 13, "end", QUIET)
    drawing.matrix(x, y, side, hot, lambda i, b: COLORS[b] if hot[i][b] else WHITE, 16)
    x += BINS * side
    drawing.text(x + 30, middle, "=", 18)
    x += 60
    drawing.matrix(x, middle - side / 2, side, [counts], lambda _, b: COLORS[b], 16)
    drawing.text(x + BINS * side + 14, middle, "counts", 15, "start", bold=True)
    return y + len(samples) * side


def draw_digits(drawing, top):
    """Upper digits times lower digits: counters of all values."""
    samples, base = [9, 4, 9, 14], 4
    upper = [[int(sample // base == h) for sample in samples] for h in range(base)]
    lower = [[int(sample % base == l) for l in range(base)] for sample in samples]
    result = [
        [sum(upper[h][i] * lower[i][l] for i in range(len(samples))) for l in range(base)] for h in range(base)
    ]
    if any(result[value // base][value % base] != samples.count(value) for value in range(base * base)):
        raise ValueError("the product does not count")
    side, left, apart = 40, 96, 82
    drawing.text(16, top, "Two digits a sample: one product counts all values", 16, "start", bold=True)
    names = ["%d = %d*%d+%d" % (sample, base, sample // base, sample % base) for sample in samples]
    drawing.text(16, top + 24, "The samples: " + ",  ".join(names), 14, "start", QUIET)
    y = top + 84
    seen = pale(PURPLE, 0.55)
    for column, (name, rows, words) in enumerate(
        (("H: upper digits", upper, samples), ("L: lower digits", lower, range(base)), ("H L", result, range(base)))
    ):
        x = left + column * (base * side + apart)
        drawing.text(x + 2 * side, y - 34, name, 15, bold=True)
        for i, word in enumerate(words):
            drawing.text(x + (i + 0.5) * side, y - 12, word, 13, color=QUIET)
        fill = seen if column == 2 else pale(SKY, 0.55)
        drawing.matrix(x, y, side, rows, lambda i, j, rows=rows, fill=fill: fill if rows[i][j] else WHITE, 16)
        for i, word in enumerate(samples if column == 1 else range(base)):
            drawing.text(x - 12, y + (i + 0.5) * side, word, 13, color=QUIET)
        if column < 2:
            drawing.text(x + base * side + apart / 2 - 8, y + 2 * side, "×" if column == 0 else "=", 18)
    value = max(samples, key=samples.count)
    y += base * side + 24
    drawing.text(
        16,
        y,
        "Row h, column l of H L counts the value %d h + l: %d samples are %d, row %d, column %d."
        % (base, samples.count(value), value, value // base, value % base),
        14,
        "start",
    )
    drawing.text(
        16,
        y + 22,
        "Grey: samples along H's columns and L's rows, digits otherwise. Bytes have digits of 16: 16 x 16.",
        14,
        "start",
    )


def one_hot():
    drawing = svg.Drawing(672, "Counts as products of one-hot matrices")
    y = draw_ones(drawing, 20)
    draw_digits(drawing, y + 36)
    return drawing


svg.main({"04_histogram/copies.svg": copies, "04_histogram/one_hot.svg": one_hot})
