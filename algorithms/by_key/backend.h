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
    const uint64_t *length;   /* in the context's memory: how many elements there are, if fewer than n; NULL: n */
} tcui_by_key_task;

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

/* Groups of keys in any order, n > 0: what a stable sort and the runs of the sorted keys would give. */
typedef struct tcui_few_groups_task {
    const void *keys;
    tcu_type key_type;
    uint64_t n;
    tcu_runs groups;      /* offsets and count are not NULL */
    const void *values;   /* what comes into `payload` in the keys' order; NULL: positions */
    size_t payload_bytes; /* of each: 1, 2, 4 or 8; of positions 4 or 8 */
    void *payload;        /* NULL: nothing does */
    void *numbers;        /* room for n keys */
    void *workspace;      /* that and `numbers` stay as they are for columns */
} tcui_few_groups_task;

/* What operations by key ask of a backend besides, ordered on the context's stream: the extension of their tables. */
typedef struct tcui_by_key_extension {
    tcu_status (*pick)(tcu_context *context, const tcui_pick *pick);
    /* offsets[*count] = n, or *length, if there is one and it is less. */
    tcu_status (*end_offsets)(tcu_context *context, int64_t *offsets, const uint64_t *count, uint64_t n,
                              const uint64_t *length);
    /* NULL, or of a backend that finds few groups faster without a sort: the bytes of workspace that it needs for that,
     * 0 if it never does, and the attempt. false: there are too many, only `numbers` and the workspace are written. */
    size_t (*few_groups_bytes)(const tcu_context *context, size_t key_bytes, uint64_t n);
    bool (*few_groups)(tcu_context *context, const tcui_few_groups_task *task);
    /* Once these are found: n items of another column, 1, 2, 4 or 8 bytes each, in the keys' order. */
    void (*few_groups_column)(tcu_context *context, const tcui_few_groups_task *task, const void *values, void *to,
                              size_t item_bytes);
} tcui_by_key_extension;

/*
 * reserve() uses everything in the task but pointers; of `out` and the pointers of `runs`, as in a call, whether they
 * are NULL.
 */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_BY_KEY_BACKEND_H */
