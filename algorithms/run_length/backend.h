/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a backend implements for run-length decoding. On every backend it stands on a scan of the lengths, whose prefix sums
 * are where runs end.
 */
#ifndef TCUI_RUN_LENGTH_BACKEND_H
#define TCUI_RUN_LENGTH_BACKEND_H

#include "primitives/context/path.h"
#include "primitives/scan/backend.h"
#include "tcu/run_length.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Arguments are checked, num_runs > 0, and something is wanted. */
typedef struct tcui_run_length_task {
    const void *lengths;
    tcu_type length_type;               /* u32 or u64 */
    uint64_t num_runs;                  /* with `num_runs_in_memory` the most that there can be */
    const uint64_t *num_runs_in_memory; /* in the context's memory: how many there are; NULL: num_runs */
    const void *items;
    void *out;         /* NULL: not wanted */
    size_t item_bytes; /* 0 without `out` */
    void *runs;        /* NULL: not wanted */
    tcu_type run_type; /* u32 or u64 */
    uint64_t *count;   /* NULL: not wanted */
    uint64_t capacity; /* elements that `out` and `runs` have room for */
} tcui_run_length_task;

/* The scan of n lengths of a type: ends[k] is where run k ends. */
static inline tcui_scan_task tcui_scan_of_lengths(const void *lengths, tcu_type type, uint64_t n, uint64_t *ends)
{
    tcui_scan_task scan = {.kind = TCU_SCAN_INCLUSIVE};
    scan.in = lengths;
    scan.in_type = type;
    scan.out = ends;
    scan.out_type = TCU_TYPE_U64;
    scan.segments = tcui_segments_whole(n);
    return scan;
}

/*
 * reserve() uses everything in the task but pointers.
 */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_RUN_LENGTH_BACKEND_H */
