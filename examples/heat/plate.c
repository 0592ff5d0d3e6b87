/* SPDX-License-Identifier: Apache-2.0 */
#include "plate.h"

#include <float.h>
#include <math.h>

static const double pi = 3.141592653589793, height = 0.75, width = 1;

/* Hot from `begin` to `end` of the height and the width. */
static const struct square {
    double temperature;
    struct {
        double begin, end;
    } y, x;
} squares[] = {{1.0, {0.20, 0.50}, {0.15, 0.40}}, {0.7, {0.45, 0.85}, {0.55, 0.90}}};
enum { SQUARES = sizeof squares / sizeof squares[0], TERMS = 24 };

plate plate_make(bool is_periodic)
{
    plate p = {.is_periodic = is_periodic};
    p.dy = height / (is_periodic ? PLATE_HEIGHT : PLATE_HEIGHT - 1);
    p.dx = width / (is_periodic ? PLATE_WIDTH : PLATE_WIDTH - 1);
    p.dt = 0.45 / (1 / (p.dy * p.dy) + 1 / (p.dx * p.dx)); /* steps are stable up to 0.5 */
    return p;
}

/* ------------------------------------------------------------------------------------------- along one axis --- */

/* coefficient * sin(wave * x), or of a periodic axis coefficient * cos(wave * (x - middle)). */
typedef struct term {
    double coefficient, wave;
} term;

/*
 * Term k of the Fourier series of a function that is 1 from `begin` to `end`, 0 <= k < TERMS. Lanczos' factors take the
 * overshoot at the jumps away.
 */
static term term_of(bool is_periodic, double length, double begin, double end, int k)
{
    const int harmonic = is_periodic ? k : k + 1;
    const double smooth = pi * harmonic / (TERMS + 1), factor = harmonic == 0 ? 1 : sin(smooth) / smooth;
    term t = {factor, (is_periodic ? 2 : 1) * pi * harmonic / length};
    if (!is_periodic) {
        t.coefficient *= 2 / (t.wave * length) * (cos(t.wave * begin) - cos(t.wave * end));
    } else if (harmonic == 0) {
        t.coefficient *= (end - begin) / length;
    } else {
        t.coefficient *= 4 / (t.wave * length) * sin(t.wave * (end - begin) / 2);
    }
    return t;
}

/* The series after a time, at all points of the axis. */
static void series_at(bool is_periodic, double length, double begin, double end, double time, double spacing,
                      int points, double *values)
{
    for (int i = 0; i < points; i++) {
        values[i] = 0;
    }
    for (int k = 0; k < TERMS; k++) {
        const term t = term_of(is_periodic, length, begin, end, k);
        const double now = t.coefficient * exp(-t.wave * t.wave * time);
        for (int i = 0; i < points; i++) {
            const double x = spacing * i;
            values[i] += now * (is_periodic ? cos(t.wave * (x - (begin + end) / 2)) : sin(t.wave * x));
        }
    }
}

/* ------------------------------------------------------------------------------------------------- the plate --- */

void plate_temperature(const plate *p, double time, double *u)
{
    double y[PLATE_HEIGHT], x[PLATE_WIDTH];
    for (int i = 0; i < PLATE_POINTS; i++) {
        u[i] = 0;
    }
    for (int s = 0; s < SQUARES; s++) {
        const struct square *q = &squares[s];
        series_at(p->is_periodic, height, q->y.begin * height, q->y.end * height, time, p->dy, PLATE_HEIGHT, y);
        series_at(p->is_periodic, width, q->x.begin * width, q->x.end * width, time, p->dx, PLATE_WIDTH, x);
        for (int row = 0; row < PLATE_HEIGHT; row++) {
            for (int column = 0; column < PLATE_WIDTH; column++) {
                u[row * PLATE_WIDTH + column] += q->temperature * y[row] * x[column];
            }
        }
    }
}

/* What the second difference of a wave multiplies it by, but for the sign; the second derivative: wave^2. */
static double second_difference(double wave, double spacing)
{
    const double s = 2 / spacing * sin(wave * spacing / 2);
    return s * s;
}

double plate_error_bound(const plate *p, int steps)
{
    double bound = 0, largest = 0;
    for (int s = 0; s < SQUARES; s++) {
        const struct square *q = &squares[s];
        for (int k = 0; k < TERMS * TERMS; k++) {
            const term y = term_of(p->is_periodic, height, q->y.begin * height, q->y.end * height, k / TERMS);
            const term x = term_of(p->is_periodic, width, q->x.begin * width, q->x.end * width, k % TERMS);
            const double exact = exp(-(y.wave * y.wave + x.wave * x.wave) * (p->dt * steps));
            const double step = 1 - p->dt * (second_difference(y.wave, p->dy) + second_difference(x.wave, p->dx));
            const double size = q->temperature * fabs(y.coefficient * x.coefficient);
            bound += size * fabs(pow(step, steps) - exact);
            largest += size;
        }
    }
    /* A step adds at most 7 roundings (tcu/stencil.h) of at most `largest`, and some of the weights. */
    return bound + 8 * DBL_EPSILON * (steps + 1) * largest;
}
