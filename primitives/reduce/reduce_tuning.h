/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reductions' policy: which unit forms the sums, one row an element type, and how large a tile is.
 *
 * Arithmetic, measured on an H200 (sm_90), 2 GiB, whole array (tcu-bench --op reduce), ms on the matrix unit / with
 * plain adds; a tie goes to the matrix unit. On sm_80 and sm_100, and for segments, the rows are untuned.
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
        /* f16 */ {TCU_ARITHMETIC_MATRIX},  /* 0.466 / 0.465: a tie */
        /* bf16 */ {TCU_ARITHMETIC_MATRIX}, /* 0.466 / 0.466 */
        /* f32 */ {TCU_ARITHMETIC_PLAIN},   /* no path to the matrix unit */
        /* f64 */ {TCU_ARITHMETIC_MATRIX},  /* 0.468 / 0.466 */
        /* i8 */ {TCU_ARITHMETIC_MATRIX},
        /* u8 */ {TCU_ARITHMETIC_MATRIX},
        /* i16 */ {TCU_ARITHMETIC_PLAIN}, /* byte planes, two products a row, only for segments */
        /* u16 */ {TCU_ARITHMETIC_PLAIN},
        /* i32 */ {TCU_ARITHMETIC_PLAIN}, /* byte planes, four products a row, only for segments */
        /* u32 */ {TCU_ARITHMETIC_PLAIN},
        /* i64 */ {TCU_ARITHMETIC_PLAIN}, /* no path to the matrix unit */
        /* u64 */ {TCU_ARITHMETIC_PLAIN},
    };
    return rows[in_type];
}

/* The unit that a call of `context` uses for `in_type`. */
static inline bool tcui_sum_uses_matrix(const tcu_context *context, tcu_type in_type)
{
    return tcui_uses_matrix(context, tcui_sum_policy_of(in_type).arithmetic);
}

#endif /* TCUI_REDUCE_TUNING_H */
