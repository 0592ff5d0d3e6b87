/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for the recurrences. One task describes all three operations: see segments.h. */
#ifndef TCUI_RECURRENCE_BACKEND_H
#define TCUI_RECURRENCE_BACKEND_H

#include "primitives/context/path.h"
#include "primitives/context/segments.h"
#include "tcu/recurrence.h"

#ifdef __cplusplus
extern "C" {
#endif

/* x[i] = a[i] x[i-1] + scale_b b[i] within i's segment. Arguments are checked, and there are elements; x may equal b.
 * */
typedef struct tcui_recurrence_task {
    const void *a; /* NULL: each is constant_a */
    const void *b;
    const void *initial; /* an element a segment, or NULL for zeros */
    void *x;
    tcu_type type;
    double constant_a, scale_b;
    tcui_segments segments;
} tcui_recurrence_task;

/* reserve() uses the type, n and size. */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_RECURRENCE_BACKEND_H */
