/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every comparison of every element type as one test of integers: it holds for the items whose keys lie in an interval,
 * or for all others.
 *
 * An integer is its own key. Of negative reals all bits but the sign are inverted: as signed integers keys are then in
 * the numbers' order, -0.0 one before 0.0, NaNs beyond the infinities at both ends. So an interval between numbers has
 * no NaN in it, and takes both zeros or none. (No arithmetic of reals, so flushing denormals to zero changes nothing.)
 */
#ifndef TCUI_COMPACT_HOST_INTERVAL_H
#define TCUI_COMPACT_HOST_INTERVAL_H

#include "algorithms/compact/backend.h"
#include "primitives/context/types.h"

/* Keys low ... high of b bits, as the test (signed)(key + shift) <= limit, of which the lower b bits are meant. */
typedef struct tcui_interval {
    uint64_t shift; /* -low - 2^(b-1): low becomes the least signed number */
    uint64_t limit; /* high - low - 2^(b-1) */
    uint64_t flip;  /* all ones if the items outside are meant, else 0 */
} tcui_interval;

/* `value` and, for ranges only, `upper` point to elements of `type`. */
tcui_interval tcui_interval_of(tcu_type type, tcu_comparison comparison, const void *value, const void *upper);

/* The bytes that are not 0. */
tcui_interval tcui_interval_of_flags(void);

#endif /* TCUI_COMPACT_HOST_INTERVAL_H */
