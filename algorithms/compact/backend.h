/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for the compactions. One task describes all of them. */
#ifndef TCUI_COMPACT_BACKEND_H
#define TCUI_COMPACT_BACKEND_H

#include "primitives/context/path.h"
#include "primitives/context/segments.h"
#include "tcu/compact.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What makes an item a kept one. */
typedef enum tcui_selection {
    TCUI_SELECT_BYTES,     /* its byte of flags */
    TCUI_SELECT_BITS,      /* its bit of flags */
    TCUI_SELECT_PREDICATE, /* its comparison with values */
    TCUI_SELECT_HEADS      /* it differs from the item before it */
} tcui_selection;

/* Room for one element of any type. */
typedef union tcui_value {
    unsigned char bytes[8];
    uint64_t alignment;
} tcui_value;

/* Arguments are checked. `out` equals `in` in a task of one column only, and not where `keep_others`. */
typedef struct tcui_compact_task {
    tcui_selection selection;
    const void *flags; /* TCUI_SELECT_BYTES, _BITS */
    /* TCUI_SELECT_PREDICATE, on the items of columns[0]: values in context memory, or here. */
    tcu_type type;
    tcu_comparison comparison;
    const void *value_in_context, *upper_in_context; /* NULL: the values below */
    tcui_value value, upper;
    /* What is written for a kept item: itself in each column, its position, the length of its run. */
    tcu_column columns[TCU_MAX_COLUMNS];
    int num_columns;
    bool has_records; /* items that are no words (primitives/call/items.h), or in a query of columns may be none */
    /* TCUI_SELECT_HEADS: columns[0] are keys that are compared and not stored; `out` is NULL. */
    bool compares_keys_only;
    void *indices; /* or NULL */
    tcu_type index_type;
    uint64_t *run_lengths; /* or NULL */
    bool keep_others;      /* the other items follow the kept ones */
    bool in_place;
    uint64_t *count;
    uint64_t n;
    const uint64_t *length; /* in the context's memory: how many items there are, if fewer than n; NULL: n */
} tcui_compact_task;

/*
 * reserve() uses everything in the task but pointers; of indices and run_lengths, as in a call, whether they are NULL. A
 * query of columns gives items of 16 bytes that may be records: others need no more. n > 0.
 */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_COMPACT_BACKEND_H */
