/* SPDX-License-Identifier: Apache-2.0 */
/* Bins with round edges for a histogram that people read. */
#ifndef TCU_EXAMPLES_TOUR_BINS_H
#define TCU_EXAMPLES_TOUR_BINS_H

#include <stddef.h>
#include <stdint.h>

enum { BINS_MOST = 18 };

typedef struct bins {
    int count;
    int decimals;                 /* that an edge needs when it is printed; -1: to be printed with an exponent */
    double levels[BINS_MOST + 1]; /* bin k: levels[k] <= x < levels[k + 1] */
} bins;

/* Bins for numbers from `smallest` to `largest`: up to BINS_MOST, as wide as 1, 2, 2.5 or 5 times a power of ten. */
bins bins_choose(double smallest, double largest);

/* The text of an edge, as many characters wide as there are, at the most 31. */
void bins_edge_text(const bins *b, int edge, char text[32]);

/* Which bin holds a number; -1 if none does. */
int bins_find(const bins *b, double value);

#endif /* TCU_EXAMPLES_TOUR_BINS_H */
