/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for the reductions. One task describes all three operations: see segments.h. */
#ifndef TCUI_REDUCE_BACKEND_H
#define TCUI_REDUCE_BACKEND_H

#include "primitives/context/path.h"
#include "primitives/context/segments.h"
#include "tcu/reduce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A map that dot products alone have: each element times that of a second array at the same place. */
#define TCUI_MAP_TIMES ((tcu_map)(TCU_MAP_NONZERO + 1))

/* How elements become one: see operator.h. */
typedef struct tcui_reduction {
    tcu_operator op;
    tcu_map map;
    tcu_nan_mode nan_mode;
    bool has_initial;
    uint64_t initial; /* the bits of an element of the output's type, in the lowest bytes */
} tcui_reduction;

/* Sums of the elements themselves, which have kernels of their own. */
static inline bool tcui_is_plain_sum(const tcui_reduction *reduction)
{
    return reduction->op == TCU_OPERATOR_SUM && reduction->map == TCU_MAP_NONE && !reduction->has_initial;
}

/* out[k] = sum of segment k, or what the reduction says, for every k < segments.count. Arguments are checked; in and
 * out do not overlap unless segments.count is 1, so a backend need not mind in-place calls beyond reading all of `in`
 * before it writes out[0]. */
typedef struct tcui_reduce_task {
    const void *in;
    tcu_type in_type;
    void *out;
    tcu_type out_type;
    tcui_segments segments;
    bool segmented;                 /* one of the segmented operations, even if there is one segment */
    tcu_reduce_algorithm algorithm; /* checked: what the backend has */
    tcui_reduction reduction;       /* checked: operator, map and types go together */
    bool reproducible;              /* a sum of reals in the order that reduce.h states: reproducible.h */
    const void *second;             /* of TCUI_MAP_TIMES: n elements of in_type, which do not overlap `out` */
} tcui_reduce_task;

/* What reductions ask of a backend besides their paths: the extension of its table, NULL where the host can read counts. */
typedef struct tcui_reduce_extension {
    /* to[k] = from[k], or where `from` is NULL the element whose bits `element` begins with, for every segment k that
     * there is when the work runs; of 1, 2, 4 or 8 bytes, ordered on the stream. segments->count is not 0. */
    tcu_status (*write_results)(tcu_context *context, void *to, const void *from, uint64_t element,
                                size_t element_bytes, const tcui_segments *segments);
} tcui_reduce_extension;

/* Checks options, and that they go together with the task's types; then sets the task's algorithm and reduction. */
tcu_status tcui_reduce_set_options(tcu_context *context, tcui_reduce_task *task, const tcu_reduce_options *options);

/*
 * reserve() uses types, n, count, size, algorithm and the reduction without its initial value; n > 0, and there is a
 * segment.
 */

#ifdef __cplusplus
}
#endif

#endif /* TCUI_REDUCE_BACKEND_H */
