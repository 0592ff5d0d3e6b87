/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A chunk of a reproducible scan, at a level and in TCUI_ACC, row by row. A row's 32 groups of 8 are a matrix of 8 rows of
 * 32 columns, a group each, so that loops over groups become vectors.
 */
#include "primitives/tile/host/widen_template.h"

/* What comes before each of 32 numbers, and their total: Hillis and Steele's five steps. */
TCUI_ALWAYS_INLINE TCUI_ACC_TYPE TCUI_V(scan_fan)(const TCUI_ACC_TYPE *x, TCUI_ACC_TYPE *before)
{
    TCUI_ACC_TYPE sums[2][TCUI_SCAN_FAN];
    const TCUI_ACC_TYPE *from = x;
    for (int s = 0; s < TCUI_SCAN_STEPS; s++) {
        TCUI_ACC_TYPE *const to = sums[s % 2];
        const int distance = 1 << s;
        for (int i = 0; i < distance; i++) {
            to[i] = from[i];
        }
        for (int i = distance; i < TCUI_SCAN_FAN; i++) {
            to[i] = from[i - distance] + from[i];
        }
        from = to;
    }
    before[0] = 0;
    for (int i = 1; i < TCUI_SCAN_FAN; i++) {
        before[i] = from[i - 1];
    }
    return from[TCUI_SCAN_FAN - 1];
}

/* The prefixes in each group of `n` elements from `first` on, with zeros behind them, groups side by side. */
TCUI_ALWAYS_INLINE void TCUI_V(scan_groups)(tcu_type type, const void *in, uint64_t first, uint64_t n,
                                            TCUI_ACC_TYPE groups[TCUI_SCAN_GROUP][TCUI_SCAN_FAN])
{
    TCUI_ACC_TYPE x[TCUI_SCAN_ROW];
    TCUI_V(widen_row)(type, in, first, n, x);
    for (uint64_t i = n; i < TCUI_SCAN_ROW; i++) {
        x[i] = 0;
    }
    for (uint64_t g = 0; g < TCUI_SCAN_FAN; g++) {
        groups[0][g] = 0 + x[g * TCUI_SCAN_GROUP];
    }
    for (uint64_t j = 1; j < TCUI_SCAN_GROUP; j++) {
        for (uint64_t g = 0; g < TCUI_SCAN_FAN; g++) {
            groups[j][g] = groups[j - 1][g] + x[g * TCUI_SCAN_GROUP + j];
        }
    }
}

/* Stores a row's results. All NaN become one. */
TCUI_ALWAYS_INLINE void TCUI_V(store_row)(tcu_type type, const tcui_scan_task *task, const TCUI_ACC_TYPE *results,
                                          uint64_t first, uint64_t n)
{
    TCUI_ACC_TYPE y[TCUI_SCAN_ROW];
    const TCUI_ACC_TYPE initial = task->reduction.has_initial
                                      ? TCUI_JOIN(tcui_element_load, TCUI_ACC)(type, &task->reduction.initial, 0)
                                      : (TCUI_ACC_TYPE)-0.0; /* which changes no number */
    for (int i = 0; i < TCUI_SCAN_ROW; i++) {
        const TCUI_ACC_TYPE result = initial + results[i];
        y[i] = result == result ? result : (TCUI_ACC_TYPE)NAN;
    }
    for (uint64_t i = 0; i < n; i++) {
        TCUI_JOIN(tcui_element_store, TCUI_ACC)(type, task->out, first + i, y[i]);
    }
}

/* The results of a row, before whose groups `before` comes. */
TCUI_ALWAYS_INLINE void TCUI_V(scan_row)(const tcui_scan_task *task, const TCUI_ACC_TYPE *before,
                                         TCUI_ACC_TYPE groups[TCUI_SCAN_GROUP][TCUI_SCAN_FAN], uint64_t first,
                                         uint64_t n)
{
    TCUI_ACC_TYPE results[TCUI_SCAN_ROW];
    const uint64_t behind = task->kind == TCU_SCAN_EXCLUSIVE;
    for (uint64_t g = 0; behind && g < TCUI_SCAN_FAN; g++) {
        results[g * TCUI_SCAN_GROUP] = before[g];
    }
    for (uint64_t j = behind; j < TCUI_SCAN_GROUP; j++) {
        for (uint64_t g = 0; g < TCUI_SCAN_FAN; g++) {
            results[g * TCUI_SCAN_GROUP + j] = before[g] + groups[j - behind][g];
        }
    }
    switch (task->out_type) {
#if TCUI_ACC_BYTES == 4
    case TCU_TYPE_F16:
        TCUI_V(store_row)(TCU_TYPE_F16, task, results, first, n);
        break;
    case TCU_TYPE_BF16:
        TCUI_V(store_row)(TCU_TYPE_BF16, task, results, first, n);
        break;
    default:
        TCUI_V(store_row)(TCU_TYPE_F32, task, results, first, n);
#else
    default:
        TCUI_V(store_row)(TCU_TYPE_F64, task, results, first, n);
#endif
    }
}

/* The total of the chunk that begins at `first`, and where `stores` its results, before which `before` comes. */
TCUI_ALWAYS_INLINE double TCUI_V(scan_any_chunk)(tcu_type type, const tcui_scan_task *task, uint64_t first,
                                                 double before, bool stores)
{
    const uint64_t left = task->segments.n - first, count = left < TCUI_SCAN_CHUNK ? left : TCUI_SCAN_CHUNK;
    /* Totals after each step, of which a row's are added when it is done: scan_fan() step by step. */
    TCUI_ACC_TYPE sums[TCUI_SCAN_STEPS + 1][TCUI_SCAN_FAN] = {{0}};
    for (uint64_t row = 0; row * TCUI_SCAN_ROW < count; row++) {
        const uint64_t at = row * TCUI_SCAN_ROW, n = count - at < TCUI_SCAN_ROW ? count - at : TCUI_SCAN_ROW;
        TCUI_ACC_TYPE groups[TCUI_SCAN_GROUP][TCUI_SCAN_FAN], of_group[TCUI_SCAN_FAN];
        TCUI_V(scan_groups)(type, task->in, first + at, n, groups);
        sums[0][row] = TCUI_V(scan_fan)(groups[TCUI_SCAN_GROUP - 1], of_group);
        for (int s = 0; s < TCUI_SCAN_STEPS; s++) {
            const uint64_t distance = (uint64_t)1 << s;
            sums[s + 1][row] = row >= distance ? sums[s][row - distance] + sums[s][row] : sums[s][row];
        }
        if (stores) {
            const TCUI_ACC_TYPE rows = row > 0 ? sums[TCUI_SCAN_STEPS][row - 1] : 0;
            const TCUI_ACC_TYPE of_row = (TCUI_ACC_TYPE)before + rows;
            for (uint64_t g = 0; g < TCUI_SCAN_FAN; g++) {
                of_group[g] = of_row + of_group[g];
            }
            TCUI_V(scan_row)(task, of_group, groups, first + at, n);
        }
    }
    return sums[TCUI_SCAN_STEPS][TCUI_SCAN_FAN - 1];
}

/* (Of a chunk that is not whole the total is not asked for.) */
static double TCUI_V(scan_chunk)(const tcui_scan_task *task, uint64_t first, double before, bool stores)
{
    switch (task->in_type) {
#if TCUI_ACC_BYTES == 4
    case TCU_TYPE_F16:
        return TCUI_V(scan_any_chunk)(TCU_TYPE_F16, task, first, before, stores);
    case TCU_TYPE_BF16:
        return TCUI_V(scan_any_chunk)(TCU_TYPE_BF16, task, first, before, stores);
#else
    case TCU_TYPE_F64:
        return TCUI_V(scan_any_chunk)(TCU_TYPE_F64, task, first, before, stores);
#endif
    default:
        return TCUI_V(scan_any_chunk)(TCU_TYPE_F32, task, first, before, stores);
    }
}
