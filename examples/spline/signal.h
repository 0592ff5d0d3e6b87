/* SPDX-License-Identifier: Apache-2.0 */
/* The signal: one second of three tones, known everywhere, so that a spline through samples of it can be checked. */
#ifndef TCU_EXAMPLES_SPLINE_SIGNAL_H
#define TCU_EXAMPLES_SPLINE_SIGNAL_H

/* The j-th derivative at a time in seconds, 0 <= j <= 1. */
double signal_at(double time, int j);

/* No j-th derivative is larger in magnitude, 0 <= j <= 4. */
double signal_largest(int j);

#endif /* TCU_EXAMPLES_SPLINE_SIGNAL_H */
