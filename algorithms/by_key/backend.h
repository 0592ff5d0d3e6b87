/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a backend implements for operations by key. They stand on compactions, which say where runs begin, and on
 * reductions and scans of segments by offsets; runs.h puts these together on every backend.
 */
#ifndef TCUI_BY_KEY_BACKEND_H
#define TCUI_BY_KEY_BACKEND_H

#include "primitives/context/path.h"
#include "primitives/reduce/backend.h"
#include "tcu/by_key.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What becomes of the values. */
typedef enum tcui_by_key_kind {
    TCUI_BY_KEY_REDUCE, /* the reduction of each run; nothing where `out` is NULL */
    TCUI_BY_KEY_SCAN,   /* the scan of each run */
    TCUI_BY_KEY_UNIQUE  /* the first value of each run */
} tcui_by_key_kind;

/* Arguments are checked, n > 0. */
typedef struct tcui_by_key_task {
    tcui_by_key_kind kind;
    const void *keys;
    size_t key_bytes;
    const void *values;
    tcu_type value_type; /* UNIQUE has value_bytes instead */
    size_t value_bytes;
    void *out;
    tcu_type out_type;
    uint64_t n;
    tcu_runs runs;            /* NULL: not wanted */
    tcui_reduction reduction; /* REDUCE, and SCAN without a map */
    tcu_scan_kind scan_kind;  /* SCAN */
} tcui_by_key_task;

/* to[i] = from[index[i]] for i < n. */
typedef struct tcui_gather {
    const void *from;
    void *to;
    size_t item_bytes; /* 1, 2, 4 or 8 */
    const void *index;
    size_t index_bytes; /* 4 or 8 */
    uint64_t n;
} tcui_gather;

/* Something of each run that needs no other elements of it. */
typedef enum tcui_picked { TCUI_PICK_FIRST, TCUI_PICK_LAST, TCUI_PICK_LENGTH } tcui_picked;

typedef struct tcui_pick {
    tcui_picked what;
    const void *from; /* elements in the order of runs, or by `index` in another one */
    size_t item_bytes;
    const void *index;  /* NULL: from[i] is element i's */
    size_t index_bytes; /* 4 or 8 */
    void *out;          /* an element of each run; lengths have 8 bytes */
    const int64_t *offsets;
    const uint64_t *count;
    uint64_t n; /* at most as many runs */
} tcui_pick;

/* What operations by key ask of a backend besides, ordered on the context's stream: the extension of their tables. */
typedef struct tcui_by_key_extension {
    tcu_status (*gather)(tcu_context *context, const tcui_gather *gather);
    tcu_status (*pick)(tcu_context *context, const tcui_pick *pick);
    /* offsets[*count] = n. */
    tcu_status (*end_offsets)(tcu_context *context, int64_t *offsets, const uint64_t *count, uint64_t n);
} tcui_by_key_extension;

/*
 * reserve() uses everything in the task but pointers; of `out` and the pointers of `runs`, as in a call, whether they
 * are NULL.
 */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_BY_KEY_BACKEND_H */
