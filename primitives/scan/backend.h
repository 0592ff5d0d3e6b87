/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for the scans. One task describes all three operations: see segments.h. */
#ifndef TCUI_SCAN_BACKEND_H
#define TCUI_SCAN_BACKEND_H

#include "primitives/context/context_internal.h"
#include "primitives/context/segments.h"
#include "primitives/context/workspace.h"
#include "tcu/scan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* out[i] = prefix sum within i's segment. Arguments are checked; out may equal in where the types have one size. */
typedef struct tcui_scan_task {
    tcu_scan_kind kind;
    const void *in;
    tcu_type in_type;
    void *out;
    tcu_type out_type;
    tcui_segments segments;
} tcui_scan_task;

typedef struct tcui_scan_backend {
    /* Adds what execute() needs to the layout, from types, n, count and size only (never from pointers). */
    tcu_status (*plan)(tcu_context *context, const tcui_scan_task *task, tcui_layout *layout);
    /* `workspace` is what plan() reserved, aligned to TCUI_WORKSPACE_ALIGNMENT, full of garbage. */
    tcu_status (*execute)(tcu_context *context, const tcui_scan_task *task, void *workspace);
} tcui_scan_backend;

extern const tcui_scan_backend tcui_scan_host;
#ifdef TCU_WITH_CUDA
extern const tcui_scan_backend tcui_scan_cuda;
#endif

#ifdef __cplusplus
}
#endif

#endif /* TCUI_SCAN_BACKEND_H */
