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

/* Arguments are checked. There may be no key (n is 0): the work is then num_out, and of quantiles NaNs and num_nans. */
typedef struct tcui_selection_task {
    tcui_selection_kind kind;
    const void *keys;
    tcu_type key_type;
    tcui_segments segments; /* `length` is the option `count` */
    bool descending;        /* the largest key first; of quantiles false */
    uint64_t k;             /* top-k: results a segment, a row's length, which may be more than n; nth: the rank */
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
    uint64_t num_q;
    tcu_quantile_method method;
    tcu_quantile_nan_mode nan_mode;
    uint64_t *num_nans; /* or NULL */
    void *out;
    tcu_type out_type;
} tcui_selection_task;

/* reserve() uses everything in the task but pointers (queries have none: not even which are NULL), and not *q. */

/* Keys that there are. Only where the host can read counts. */
static inline uint64_t tcui_selection_length(const tcui_selection_task *task)
{
    const uint64_t *length = task->segments.length;
    return length != NULL && *length < task->segments.n ? *length : task->segments.n;
}

#ifdef __cplusplus
}
#endif

#endif /* TCUI_SELECTION_BACKEND_H */
