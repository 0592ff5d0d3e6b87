/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for minima and maxima with their positions. One task describes all operations. */
#ifndef TCUI_EXTREMA_BACKEND_H
#define TCUI_EXTREMA_BACKEND_H

#include "primitives/context/path.h"
#include "primitives/context/segments.h"
#include "tcu/extrema.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Results k of segment k, for every k < segments.count; outputs that are NULL are not wanted. Arguments are checked;
 * n > 0, and there is a segment. */
typedef struct tcui_extrema_task {
    const void *in;
    tcu_type type;
    void *min, *max;
    int64_t *argmin, *argmax;
    tcui_segments segments;
    tcu_nan_mode nan_mode;
} tcui_extrema_task;

/* reserve() uses the type, n, count and size. */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_EXTREMA_BACKEND_H */
