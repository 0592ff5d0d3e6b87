/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which unit forms the sums, and how large a tile is, per element type: one row each, for reductions and scans alike
 * (a scan's upsweep is a reduction). Not tuned yet on any GPU: the rows take the matrix unit where a type has a path of
 * one product to it, and plain adds where it needs a split (16- and 32-bit integers by byte planes, f32 not at all).
 */
#ifndef TCUI_REDUCE_TUNING_H
#define TCUI_REDUCE_TUNING_H

#include "primitives/context/context_internal.h"
#include "tcu/types.h"

/* Threads of a block; a block sums one tile. */
enum { TCUI_SUM_THREADS = 256 };

/* Elements of a tile by the accumulator's size: shared memory holds a running sum for each in the worst case. */
enum { TCUI_SUM_ELEMENTS_ACC4 = 4096, TCUI_SUM_ELEMENTS_ACC8 = 2048 };

typedef struct tcui_sum_policy {
    tcu_arithmetic arithmetic; /* what TCU_ARITHMETIC_AUTO means */
} tcui_sum_policy;

static inline tcui_sum_policy tcui_sum_policy_of(tcu_type in_type)
{
    static const tcui_sum_policy rows[TCU_TYPE_COUNT] = {
        /* f16 */ {TCU_ARITHMETIC_MATRIX},
        /* bf16 */ {TCU_ARITHMETIC_MATRIX},
        /* f32 */ {TCU_ARITHMETIC_PLAIN},
        /* f64 */ {TCU_ARITHMETIC_MATRIX},
        /* i8 */ {TCU_ARITHMETIC_MATRIX},
        /* u8 */ {TCU_ARITHMETIC_MATRIX},
        /* i16 */ {TCU_ARITHMETIC_PLAIN},
        /* u16 */ {TCU_ARITHMETIC_PLAIN},
        /* i32 */ {TCU_ARITHMETIC_PLAIN},
        /* u32 */ {TCU_ARITHMETIC_PLAIN},
        /* i64 */ {TCU_ARITHMETIC_PLAIN},
        /* u64 */ {TCU_ARITHMETIC_PLAIN},
    };
    return rows[in_type];
}

/* The unit that a call of `context` uses for `in_type`. */
static inline bool tcui_sum_uses_matrix(const tcu_context *context, tcu_type in_type)
{
    const tcu_arithmetic wanted = context->arithmetic;
    return (wanted == TCU_ARITHMETIC_AUTO ? tcui_sum_policy_of(in_type).arithmetic : wanted) == TCU_ARITHMETIC_MATRIX;
}

#endif /* TCUI_REDUCE_TUNING_H */
