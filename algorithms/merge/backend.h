/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for merges and searches. Both follow the merge path of two arrays: one task describes them. */
#ifndef TCUI_MERGE_BACKEND_H
#define TCUI_MERGE_BACKEND_H

#include "primitives/context/key_order.h"
#include "primitives/context/path.h"
#include "tcu/merge.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sorted array of keys; of searches b may be in any order. */
typedef struct tcui_merge_array {
    const void *keys;
    const void *values;    /* of merges of pairs */
    uint64_t n;            /* the capacity */
    const uint64_t *count; /* in the context's memory space, or NULL: there are n elements */
} tcui_merge_array;

/* Elements that there are. Only where the host can read counts. */
static inline uint64_t tcui_merge_length(const tcui_merge_array *array)
{
    return array->count != NULL && *array->count < array->n ? *array->count : array->n;
}

typedef enum tcui_merge_kind {
    TCUI_MERGE_KEYS,   /* keys_out, and values_out where value_bytes > 0 */
    TCUI_MERGE_SEARCH, /* positions in a of the keys of b, which are in any order */
    TCUI_MERGE_RANKS   /* the same where b is sorted as well */
} tcui_merge_kind;

/* Arguments are checked; there is something to write if counts say so. */
typedef struct tcui_merge_task {
    tcui_merge_kind kind;
    tcui_merge_array a, b;
    tcu_type key_type;
    bool descending;
    bool a_first; /* of equal keys those of a come first: merges and upper bounds; else those of b: lower bounds */
    void *keys_out, *values_out;
    size_t value_bytes; /* 0: keys alone */
    void *indices;
    tcu_type index_type;
} tcui_merge_task;

/* reserve() uses everything in the task but pointers. */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_MERGE_BACKEND_H */
