/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reductions' policy on CUDA devices, one row an element type: which unit forms the sums, and which segments of one
 * size are summed by a thread, a few lanes, a warp or by slices (reduce_cuda.cu).
 *
 * Measured on an H200 (sm_90) over 2 GiB, each way timed alone over the sizes below; figures are % of the read roof.
 * tcu-tune does the same on the GPU at hand and prints such rows. sm_80 and sm_100 use these rows, untuned: the
 * kernels' shared memory (48 KB at most) and registers fit them too.
 *
 * Where the ways meet, f16 -> f32: 13 elements by threads 97, 33: 95, 100: 94, but 16, whole vectors: 66, by lanes 96.
 * Whole vectors by lanes: 1000 elements 98, 3000: 85, by a warp each 99. 12,288 by a warp 99, by slices 100, 24,576:
 * 98, 100, 65,536: 95, 100. Other types are alike at the same number of bytes. Sums by lanes of segments that are not
 * whole vectors have to be measured again: what was timed (91 to 96) left out their edges.
 */
#ifndef TCUI_REDUCE_TUNING_H
#define TCUI_REDUCE_TUNING_H

#include "primitives/context/context_internal.h"
#include "tcu/types.h"

typedef struct tcui_sum_policy {
    /* What TCU_ARITHMETIC_AUTO means: by slices (whole arrays, long segments), and for shorter segments. */
    tcu_arithmetic slices;
    tcu_arithmetic segments;
    /* A thread sums segments of up to so many elements, or of up to so many bytes if they are not whole vectors. */
    uint32_t thread_elements;
    uint32_t thread_bytes;
    /* Up to so many bytes a few lanes sum a segment, then a warp. */
    uint32_t lanes_bytes;
    uint32_t warp_bytes;
} tcui_sum_policy;

static inline tcui_sum_policy tcui_sum_policy_of(const tcu_context *context, tcu_type in_type)
{
    if (context->sum_policy != NULL)
        return *context->sum_policy;
    const tcu_arithmetic matrix = TCU_ARITHMETIC_MATRIX, plain = TCU_ARITHMETIC_PLAIN;
    /* A tie goes to the matrix unit. i16 ... u64 have no path to it that is not slower, f32 none at all. */
    static const tcui_sum_policy rows[TCU_TYPE_COUNT] = {
        /* Slices 99.3 on the matrix unit, 99.3 plain; by lanes 96, 96; by warps 97, 98. */
        /* f16 */ {matrix, plain, 15, 256, 3072, 16384},
        /* bf16 */ {matrix, plain, 15, 256, 3072, 16384}, /* as f16 */
        /* f32 */ {plain, plain, 7, 256, 3072, 16384},
        /* f64 */ {matrix, plain, 3, 256, 3072, 16384}, /* slices 99.8 / 100 */
        /* i8 */ {matrix, plain, 15, 256, 3072, 16384}, /* slices 100 / 100 */
        /* u8 */ {matrix, plain, 15, 256, 3072, 16384},
        /* i16 */ {plain, plain, 15, 256, 3072, 16384},
        /* u16 */ {plain, plain, 15, 256, 3072, 16384},
        /* i32 */ {plain, plain, 7, 256, 3072, 16384},
        /* u32 */ {plain, plain, 7, 256, 3072, 16384},
        /* i64 */ {plain, plain, 3, 256, 3072, 16384},
        /* u64 */ {plain, plain, 3, 256, 3072, 16384},
    };
    return rows[in_type];
}

#endif /* TCUI_REDUCE_TUNING_H */
