/* SPDX-License-Identifier: Apache-2.0 */
/* The cubic spline through samples of a signal. */
#ifndef TCU_EXAMPLES_NATURAL_SPLINE_H
#define TCU_EXAMPLES_NATURAL_SPLINE_H

enum { SPLINE_DEGREE = 3, SPLINE_COEFFICIENTS = SPLINE_DEGREE + 1 };

/*
 * Of the samples (times[i], values[i]), 0 <= i <= pieces, times increasing: piece i is, as a function of t = x - times[i],
 *
 *     coefficients[4 i] + coefficients[4 i + 1] t + coefficients[4 i + 2] t^2 + coefficients[4 i + 3] t^3
 *
 * Values and two derivatives are continuous, and the second derivative is 0 at both ends. Returns 0, or -1 if memory ran
 * out.
 */
int natural_spline(const float *times, const double *values, int pieces, float *coefficients);

#endif /* TCU_EXAMPLES_NATURAL_SPLINE_H */
