/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for the reductions. One task describes all three operations: see segments.h. */
#ifndef TCUI_REDUCE_BACKEND_H
#define TCUI_REDUCE_BACKEND_H

#include "primitives/context/path.h"
#include "primitives/context/segments.h"
#include "tcu/reduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* out[k] = sum of segment k, for every k < segments.count. Arguments are checked; in and out do not overlap unless
 * segments.count is 1, so a backend need not mind in-place calls beyond reading all of `in` before it writes out[0]. */
typedef struct tcui_reduce_task {
    const void *in;
    tcu_type in_type;
    void *out;
    tcu_type out_type;
    tcui_segments segments;
    bool segmented;                 /* one of the segmented operations, even if there is one segment */
    tcu_reduce_algorithm algorithm; /* checked: what the backend has */
} tcui_reduce_task;

/*
 * reserve() uses types, n, count, size and algorithm; n > 0, and there is a segment.
 */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_REDUCE_BACKEND_H */
