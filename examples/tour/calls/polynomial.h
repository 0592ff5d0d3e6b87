/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tour's polynomial: log(1 + t) / t up to degree 7, of t = x / (the largest |x|). So it has a value of ordinary size
 * for numbers of any size.
 */
#ifndef TCU_EXAMPLES_TOUR_POLYNOMIAL_H
#define TCU_EXAMPLES_TOUR_POLYNOMIAL_H

#include "calls/operations.h"

enum { POLYNOMIAL_DEGREE = 7 };

/* Makes p->polynomial, for the elements p->host_in. Returns 0, or -1 after a sentence on standard error. */
int polynomial_make(problem *p);
void polynomial_free(problem *p);

/* At x, by a plain loop; *magnitude is the sum of the terms' magnitudes. */
long double polynomial_value(const problem *p, double x, long double *magnitude);

#endif /* TCU_EXAMPLES_TOUR_POLYNOMIAL_H */
