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
 * *length, and with it any segment, may be 0: num_out is then 0, quantiles are NaN where out_type is a real type.
 */
typedef struct tcui_selection_task {
    tcui_selection_kind kind;
    const void *keys;
    tcu_type key_type;
    tcui_segments segments; /* `length` is the option `count` */
    bool descending;        /* the largest key first; of quantiles false */
    uint64_t k;             /* top-k: results a segment, a row's length, up to n if it is whole; nth: the rank */
    void *keys_out;         /* or NULL */

    /* Of top-k and nth. */
    void *positions_out;       /* or NULL */
    tcu_type position_type;    /* u32 or u64, also where there are none */
    bool positions_in_segment; /* else within the whole array */

    /* Of top-k. */
    bool input_order;
    const void *values; /* of value_bytes each, at any address */
    void *values_out;
    size_t value_bytes; /* 0: none */
    uint64_t *num_out;  /* a value a segment, or NULL */

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

/* Keys that there are, and segment s of these. Only where the host can read counts. */
static inline uint64_t tcui_selection_length(const tcui_selection_task *task)
{
    const uint64_t *length = task->segments.length;
    return length != NULL && *length < task->segments.n ? *length : task->segments.n;
}

typedef struct tcui_selection_segment {
    uint64_t begin, end;
} tcui_selection_segment;

static inline tcui_selection_segment tcui_selection_segment_of(const tcui_selection_task *task, uint64_t s)
{
    const tcui_segments *segments = &task->segments;
    const uint64_t n = tcui_selection_length(task);
    uint64_t begin = 0, end = n;
    if (segments->size == 0) {
        begin = (uint64_t)segments->offsets[s];
        end = (uint64_t)segments->offsets[s + 1];
    } else if (segments->count > 1) {
        begin = s * segments->size;
        end = s + 1 < segments->count ? begin + segments->size : n;
    }
    return (tcui_selection_segment){begin < n ? begin : n, end < n ? end : n};
}

#ifdef __cplusplus
}
#endif

#endif /* TCUI_SELECTION_BACKEND_H */
