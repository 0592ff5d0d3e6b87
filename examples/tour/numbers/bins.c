/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Edges are decimal numbers, k * digits * 10^exponent, and become doubles as the numbers of a file do, by strtod(). So
 * the number 0.3 of a file is equal to the edge 0.3, and belongs to the bin that begins there.
 */
#include "numbers/bins.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A bin's width: tenths * 10^(exponent - 1). */
typedef struct width {
    int tenths, exponent;
} width;

static double level(width w, long long k)
{
    char text[64];
    snprintf(text, sizeof text, "%llde%d", k * w.tenths, w.exponent - 1);
    return strtod(text, NULL);
}

static width round_up(double least)
{
    static const int steps[] = {10, 20, 25, 50, 100};
    width w = {10, (int)floor(log10(least))};
    for (int s = 0; s < 5 && level(w, 1) < least; s++) {
        w.tenths = steps[s];
    }
    return w;
}

bins bins_choose(double smallest, double largest)
{
    enum { WANTED = BINS_MOST - 2 }; /* one more at each end, where the numbers begin and end within a bin */
    const double magnitude = fmax(fabs(smallest), fabs(largest));
    double least = (largest - smallest) / WANTED;
    if (least == 0) {
        least = magnitude > 0 ? magnitude / WANTED : 1;
    }
    /* (Neighbouring edges have to be different doubles.) */
    const width w = round_up(fmax(least, magnitude * 0x1p-48));

    long long first = (long long)floor(smallest / level(w, 1)), last = (long long)floor(largest / level(w, 1)) + 1;
    /* (The quotients are rounded.) */
    while (level(w, first) > smallest) {
        first--;
    }
    while (level(w, first + 1) <= smallest) {
        first++;
    }
    while (level(w, last) <= largest) {
        last++;
    }
    while (level(w, last - 1) > largest) {
        last--;
    }
    bins b = {.count = (int)(last - first)};
    for (int k = 0; k <= b.count; k++) {
        b.levels[k] = level(w, first + k);
    }
    const int last_digit = w.exponent - (w.tenths % 10 != 0);
    b.decimals = magnitude >= 1e12 || last_digit < -9 ? -1 : last_digit < 0 ? -last_digit : 0;
    return b;
}

void bins_edge_text(const bins *b, int edge, char text[32])
{
    if (b->decimals < 0) {
        snprintf(text, 32, "%.17g", b->levels[edge]);
    } else {
        snprintf(text, 32, "%.*f", b->decimals, b->levels[edge]);
    }
}

int bins_find(const bins *b, double value)
{
    if (!(value >= b->levels[0])) {
        return -1;
    }
    int k = 0;
    while (k < b->count && value >= b->levels[k + 1]) {
        k++;
    }
    return k < b->count ? k : -1;
}
