/* SPDX-License-Identifier: Apache-2.0 */
/* The library's results, held against plain loops. */
#ifndef TCU_EXAMPLES_TOUR_CHECK_H
#define TCU_EXAMPLES_TOUR_CHECK_H

#include "calls/operations.h"
#include <stdbool.h>

typedef struct verdict {
    bool agrees;
    double error; /* of reals: the largest |result - value| / sum of the terms' magnitudes */
} verdict;

/* `written`: how many results p->host_out holds. */
verdict check(const problem *p, uint64_t written);

#endif /* TCU_EXAMPLES_TOUR_CHECK_H */
