/* SPDX-License-Identifier: Apache-2.0 */
#include "natural_spline.h"

#include <stdlib.h>

/* Times are floats; their differences are formed in double. */
static double width(const float *times, int i)
{
    return (double)times[i + 1] - (double)times[i];
}

static double slope(const float *times, const double *values, int i)
{
    return (values[i + 1] - values[i]) / width(times, i);
}

/*
 * The spline's second derivatives m[i] at the samples. That its first derivative is continuous at sample i says
 *
 *     h[i-1] m[i-1] + 2 (h[i-1] + h[i]) m[i] + h[i] m[i+1] = 6 (slope[i] - slope[i-1]),    m[0] = m[pieces] = 0
 *
 * with h the widths of pieces: a tridiagonal system. Going up, m[i] = right[i] - ratio[i] m[i+1] takes the place of
 * equation i; going down, m[i+1] is known. (No pivoting: 2 (h[i-1] + h[i]) exceeds what stands beside it.)
 */
static void second_derivatives(const float *times, const double *values, int pieces, double *ratio, double *m)
{
    ratio[0] = m[0] = m[pieces] = 0;
    for (int i = 1; i < pieces; i++) {
        const double before = width(times, i - 1), behind = width(times, i);
        const double pivot = 2 * (before + behind) - before * ratio[i - 1];
        const double right = 6 * (slope(times, values, i) - slope(times, values, i - 1));
        ratio[i] = behind / pivot;
        m[i] = (right - before * m[i - 1]) / pivot;
    }
    for (int i = pieces - 1; i > 0; i--) {
        m[i] -= ratio[i] * m[i + 1];
    }
}

int natural_spline(const float *times, const double *values, int pieces, float *coefficients)
{
    double *ratio = calloc((size_t)pieces, sizeof *ratio);
    double *m = calloc((size_t)pieces + 1, sizeof *m);
    const int result = ratio != NULL && m != NULL ? 0 : -1;
    if (result == 0) {
        second_derivatives(times, values, pieces, ratio, m);
    }
    for (int i = 0; result == 0 && i < pieces; i++) {
        float *c = coefficients + (size_t)i * SPLINE_COEFFICIENTS;
        c[0] = (float)values[i];
        c[1] = (float)(slope(times, values, i) - width(times, i) * (2 * m[i] + m[i + 1]) / 6);
        c[2] = (float)(m[i] / 2);
        c[3] = (float)((m[i + 1] - m[i]) / (6 * width(times, i)));
    }
    free(ratio);
    free(m);
    return result;
}
