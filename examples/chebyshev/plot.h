/* SPDX-License-Identifier: Apache-2.0 */
/* A picture of errors by degree, as an SVG file. */
#ifndef TCU_EXAMPLES_CHEBYSHEV_PLOT_H
#define TCU_EXAMPLES_CHEBYSHEV_PLOT_H

/*
 * errors[i], between 1e-17 and 10, belongs to degree i * step. Returns 0, or -1 after a sentence on standard error if the
 * file cannot be written.
 */
int plot_errors(const char *path, const char *title, const double *errors, int count, int step);

#endif /* TCU_EXAMPLES_CHEBYSHEV_PLOT_H */
