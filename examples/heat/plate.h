/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plate with two hot squares, whose temperature is known at every time: the initial one is a sum of products of short
 * Fourier series, and each of their terms decays by itself.
 */
#ifndef TCU_EXAMPLES_HEAT_PLATE_H
#define TCU_EXAMPLES_HEAT_PLATE_H

#include <stdbool.h>

enum { PLATE_HEIGHT = 192, PLATE_WIDTH = 256, PLATE_POINTS = PLATE_HEIGHT * PLATE_WIDTH };

/* Of the heat equation du/dt = d^2u/dy^2 + d^2u/dx^2 on a plate that is 0.75 by 1. */
typedef struct plate {
    bool is_periodic; /* what leaves the plate on one side comes in on the other; else its rim is kept at 0 */
    double dy, dx;    /* distance of neighbouring points */
    double dt;        /* of a step */
} plate;

plate plate_make(bool is_periodic);

/* The exact temperature of every point after a time, row by row. */
void plate_temperature(const plate *p, double time, double *u);

/*
 * How far the temperatures after so many steps may be from the exact ones. Every term of the series keeps its shape on the
 * grid too, so it is known how much faster or slower it decays there; besides, results are rounded.
 */
double plate_error_bound(const plate *p, int steps);

#endif /* TCU_EXAMPLES_HEAT_PLATE_H */
