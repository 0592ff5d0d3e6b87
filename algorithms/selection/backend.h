/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for selections: top-k, one place of the order, quantiles. One task describes them all. */
#ifndef TCUI_SELECTION_BACKEND_H
#define TCUI_SELECTION_BACKEND_H

#include "primitives/context/key_order.h"
#include "primitives/context/path.h"
#include "primitives/context/segments.h"
#include "tcu/selection.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tcui_selection_kind {
    TCUI_SELECTION_TOP_K,    /* the first k of each segment's order */
    TCUI_SELECTION_NTH,      /* the one of rank k, of the whole array */
    TCUI_SELECTION_QUANTILES /* of the whole array */
} tcui_selection_kind;

/*
 * Arguments are checked. n > 0, there is a segment, and of top-k k > 0 (calls that select nothing do not come here). But
 * the count may be 0. A whole array then has no keys: num_out is 0, quantiles are NaN where out_type is a real type. Of
 * segments behind a count nothing is written.
 */
typedef struct tcui_selection_task {
    tcui_selection_kind kind;
    const void *keys;
    tcu_type key_type;
    tcui_segments segments; /* with the option `count` (tcui_segments_count_of()) */
    bool descending;        /* the largest key first; of quantiles false */
    uint64_t k;             /* top-k: results a segment, a row's length, up to n if it is whole; nth: the rank */
    void *keys_out;         /* or NULL */

    /* Of top-k and nth. */
    void *indices_out;       /* or NULL */
    tcu_type index_type;     /* u32 or u64, also where there are none */
    bool indices_in_segment; /* else within the whole array */
    uint64_t first_index;    /* of keys[0]: not 0 where a backend takes a row as a whole array */
    uint64_t *num_out;       /* a value a segment, or NULL */

    /* Of top-k. */
    bool input_order;
    const void *values; /* of value_bytes each, at any address */
    void *values_out;
    size_t value_bytes; /* 0: none */

    /* Of quantiles. */
    const double *q; /* in host memory, of the caller's: not to be read after execute() */
    uint64_t num_q;  /* may be 0 where there is num_nans */
    tcu_quantile_method method;
    tcu_quantile_nan_mode nan_mode;
    uint64_t *num_nans; /* or NULL */
    void *out;
    tcu_type out_type;
} tcui_selection_task;

/* reserve() uses everything in the task but pointers (queries have none: not even which are NULL), and not *q. */

/* The lesser of two counts. */
static inline uint64_t tcui_selection_least(uint64_t x, uint64_t y)
{
    return x < y ? x : y;
}

/* Keys of the whole array that there are. Only where the host can read counts. */
static inline uint64_t tcui_selection_length(const tcui_selection_task *task)
{
    return tcui_length_now(task->segments.n, task->segments.length);
}

typedef struct tcui_selection_segment {
    uint64_t begin, end;
} tcui_selection_segment;

/* Segment s of those that there are (tcui_segments_now()). */
static inline tcui_selection_segment tcui_selection_segment_of(const tcui_segments *now, uint64_t s)
{
    if (now->size == 0) {
        return (tcui_selection_segment){(uint64_t)now->offsets[s], (uint64_t)now->offsets[s + 1]};
    }
    const uint64_t begin = s * now->size, left = now->n - begin;
    return (tcui_selection_segment){begin, begin + tcui_selection_least(left, now->size)};
}

#ifdef __cplusplus
}
#endif

#endif /* TCUI_SELECTION_BACKEND_H */
