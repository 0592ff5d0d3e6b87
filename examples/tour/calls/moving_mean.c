/* SPDX-License-Identifier: Apache-2.0 */
#include "calls/moving_mean.h"

#include "numbers/elements.h"
#include <math.h>
#include <stdio.h>

static double weight(int tap)
{
    return (tap == 0 || tap == MEAN_TAPS - 1 ? 0.5 : 1.0) / HOURS_A_DAY;
}

int moving_mean_make(problem *p)
{
    double weights[MEAN_TAPS];
    for (int tap = 0; tap < MEAN_TAPS; tap++) {
        weights[tap] = weight(tap);
    }
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.type = p->in_type;
    desc.dimensions = 1;
    desc.extents[0] = p->n;
    desc.boundaries[0] = TCU_BOUNDARY_PERIODIC;
    desc.weights = weights;
    desc.box[0] = MEAN_TAPS;
    desc.origin[0] = MEAN_RADIUS;
    if (tcu_stencil_create(p->context, &desc, &p->moving_mean) == TCU_SUCCESS) {
        return 0;
    }
    fprintf(stderr, "tour: no stencil of %s: %s\n", tcu_type_name(p->in_type), tcu_context_last_error(p->context));
    return -1;
}

void moving_mean_free(problem *p)
{
    tcu_stencil_destroy(p->moving_mean);
    p->moving_mean = NULL;
}

long double moving_mean_value(const problem *p, uint64_t i, long double *magnitude)
{
    long double sum = 0, sum_of_magnitudes = 0;
    /* Where the first tap is, counted from the end if need be. */
    uint64_t at = (i + p->n - MEAN_RADIUS % p->n) % p->n;
    for (int tap = 0; tap < MEAN_TAPS; tap++) {
        const long double term = weight(tap) * (long double)element_value(p->host_in, p->in_type, at);
        sum += term;
        sum_of_magnitudes += fabsl(term);
        at = at + 1 < p->n ? at + 1 : 0;
    }
    *magnitude = sum_of_magnitudes;
    return sum;
}
