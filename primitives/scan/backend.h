/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for the scans. One task describes all three operations: see segments.h. */
#ifndef TCUI_SCAN_BACKEND_H
#define TCUI_SCAN_BACKEND_H

#include "primitives/context/path.h"
#include "primitives/context/segments.h"
#include "primitives/reduce/backend.h"
#include "tcu/scan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* out[i] = prefix sum within i's segment, or what the reduction, which has no map, says. Arguments are checked; out may
 * equal in where the types have one size. */
typedef struct tcui_scan_task {
    tcu_scan_kind kind;
    const void *in;
    tcu_type in_type;
    void *out;
    tcu_type out_type;
    tcui_segments segments;
    tcui_reduction reduction; /* checked: operator and types go together */
    bool reproducible;        /* a sum of reals of the whole array in the order that scan.h states: reproducible.h */
} tcui_scan_task;

/*
 * reserve() uses types, n, count, size and the reduction without its initial value.
 */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_SCAN_BACKEND_H */
