/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend implements for the moments. One task describes all three operations. */
#ifndef TCUI_MOMENTS_BACKEND_H
#define TCUI_MOMENTS_BACKEND_H

#include "primitives/context/path.h"
#include "primitives/context/segments.h"
#include "tcu/moments.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The pairs of moments.h: X(IN, OUT, in, real), `real` being what deviations from a shift are formed in on devices. */
#define TCUI_MOMENTS_PAIRS(X)                                                                                          \
    X(F16, F32, f16, f32)                                                                                              \
    X(BF16, F32, bf16, f32)                                                                                            \
    X(F32, F32, f32, f32)                                                                                              \
    X(F32, F64, f32, f64)                                                                                              \
    X(F64, F64, f64, f64)                                                                                              \
    X(I8, F32, i8, f32)                                                                                                \
    X(U8, F32, u8, f32)                                                                                                \
    X(I16, F32, i16, f32)                                                                                              \
    X(U16, F32, u16, f32)

/* A row-major matrix; its elements are in[row * row_stride + column]. */
typedef struct tcui_moments_matrix {
    uint64_t rows; /* with `row_count` the most that there can be */
    uint64_t columns;
    uint64_t row_stride;
    /* In the context's memory: how many rows there are, if fewer than `rows`; NULL: `rows`. */
    const uint64_t *row_count;
} tcui_moments_matrix;

/*
 * Of every segment, or of every column, count, mean and variance, of which those are stored that are not NULL. Arguments
 * are checked; there is a result, and no array overlaps another.
 */
typedef struct tcui_moments_task {
    const void *in;
    tcu_type in_type;
    uint64_t *count;
    void *mean;
    void *variance;
    tcu_type out_type;
    uint64_t correction;
    bool reproducible;          /* as moments.h states: reproducible.h; of segments alone */
    bool of_columns;            /* of `matrix`, else of `segments` */
    tcui_segments segments;     /* n and count may be 0 */
    tcui_moments_matrix matrix; /* rows may be 0 */
} tcui_moments_task;

/* reserve() uses all but the pointers. */

/* The option `count`, or NULL. */
static inline const uint64_t *tcui_moments_count_of(const tcui_moments_task *task)
{
    return task->of_columns ? task->matrix.row_count : tcui_segments_count_of(&task->segments);
}

/* The task of the rows or segments that there are, now that the work runs: on the host, where counts can be read. */
static inline tcui_moments_task tcui_moments_now(const tcui_moments_task *given)
{
    tcui_moments_task now = *given;
    now.segments = tcui_segments_now(&given->segments);
    now.matrix.rows = tcui_length_now(given->matrix.rows, given->matrix.row_count);
    now.matrix.row_count = NULL;
    return now;
}

#ifdef __cplusplus
}
#endif

#endif /* TCUI_MOMENTS_BACKEND_H */
