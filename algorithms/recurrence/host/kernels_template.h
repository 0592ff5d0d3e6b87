/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels of the host's recurrences in TCUI_ACC at a level; vectors.h includes this. In a plain loop each step waits
 * for the one before it. Here a block of elements is cut into 8 lanes, whose steps wait for their own lane alone: first
 * the pair of each lane, from which follows what comes before each, then x.
 */
#include "primitives/tile/host/element_template.h"

/* A block's a and b in the accumulator's type: they stand in the arrays, or are converted. */
typedef struct TCUI_V(tcui_recurrence_block) {
    const TCUI_ACC_TYPE *a, *b;
    TCUI_ACC_TYPE a_buffer[TCUI_RECURRENCE_BLOCK], b_buffer[TCUI_RECURRENCE_BLOCK];
} TCUI_V(tcui_recurrence_block);

/* Before the first block: a constant a is as many equal ones. */
static void TCUI_V(tcui_recurrence_begin)(const tcui_recurrence_task *task, TCUI_V(tcui_recurrence_block) * block)
{
    if (task->a == NULL) {
        for (int i = 0; i < TCUI_RECURRENCE_BLOCK; i++) {
            block->a_buffer[i] = (TCUI_ACC_TYPE)task->constant_a;
        }
    }
    block->a = block->a_buffer;
    block->b = block->b_buffer;
}

static void TCUI_V(tcui_recurrence_load)(const tcui_recurrence_task *task, uint64_t first, uint64_t n,
                                         TCUI_V(tcui_recurrence_block) * block)
{
    const bool is_half = task->type == TCU_TYPE_F16 || task->type == TCU_TYPE_BF16;
    if (!is_half) {
        block->b = (const TCUI_ACC_TYPE *)task->b + first;
        block->a = task->a != NULL ? (const TCUI_ACC_TYPE *)task->a + first : block->a_buffer;
        return;
    }
    TCUI_V(widen)(task->type, task->b, first, 1, n, 1, block->b_buffer);
    if (task->a != NULL) {
        TCUI_V(widen)(task->type, task->a, first, 1, n, 1, block->a_buffer);
    }
}

/* The pairs of lanes of `n` elements each, side by side. */
TCUI_ALWAYS_INLINE void TCUI_V(tcui_recurrence_lanes)(const TCUI_V(tcui_recurrence_block) * block, uint64_t n,
                                                      TCUI_ACC_TYPE scale, TCUI_ACC_TYPE *a, TCUI_ACC_TYPE *b)
{
    for (int l = 0; l < TCUI_RECURRENCE_LANES; l++) {
        a[l] = 1;
        b[l] = 0;
    }
    for (uint64_t i = 0; i < n; i++) {
        TCUI_UNROLL
        for (uint64_t l = 0; l < TCUI_RECURRENCE_LANES; l++) {
            const TCUI_ACC_TYPE factor = block->a[l * n + i];
            a[l] *= factor;
            b[l] = factor * b[l] + scale * block->b[l * n + i];
        }
    }
}

/* The pair of what came before, and of a block of `n` elements behind it, whose lanes have these pairs. */
static tcui_recurrence_pair TCUI_V(tcui_recurrence_join)(const TCUI_V(tcui_recurrence_block) * block, uint64_t n,
                                                         TCUI_ACC_TYPE scale, const TCUI_ACC_TYPE *a,
                                                         const TCUI_ACC_TYPE *b, tcui_recurrence_pair all)
{
    for (int l = 0; l < TCUI_RECURRENCE_LANES; l++) {
        all = (tcui_recurrence_pair){(double)a[l] * all.a, (double)a[l] * all.b + (double)b[l]};
    }
    for (uint64_t i = n - n % TCUI_RECURRENCE_LANES; i < n; i++) {
        const double factor = (double)block->a[i], term = (double)(scale * block->b[i]);
        all = (tcui_recurrence_pair){factor * all.a, factor * all.b + term};
    }
    return all;
}

static tcui_recurrence_pair TCUI_V(tcui_recurrence_compose)(const tcui_recurrence_task *task, uint64_t begin,
                                                            uint64_t end)
{
    const TCUI_ACC_TYPE scale = (TCUI_ACC_TYPE)task->scale_b;
    TCUI_V(tcui_recurrence_block) block;
    tcui_recurrence_pair all = {1, 0};
    TCUI_V(tcui_recurrence_begin)(task, &block);
    for (uint64_t first = begin; first < end; first += TCUI_RECURRENCE_BLOCK) {
        const uint64_t n = end - first < TCUI_RECURRENCE_BLOCK ? end - first : TCUI_RECURRENCE_BLOCK;
        TCUI_ACC_TYPE a[TCUI_RECURRENCE_LANES], b[TCUI_RECURRENCE_LANES];
        TCUI_V(tcui_recurrence_load)(task, first, n, &block);
        TCUI_V(tcui_recurrence_lanes)(&block, n / TCUI_RECURRENCE_LANES, scale, a, b);
        all = TCUI_V(tcui_recurrence_join)(&block, n, scale, a, b, all);
    }
    return all;
}

/* x of a block, whose lanes have these pairs; returns what comes behind it. */
TCUI_ALWAYS_INLINE double TCUI_V(tcui_recurrence_apply_block)(const TCUI_V(tcui_recurrence_block) * block, uint64_t n,
                                                              TCUI_ACC_TYPE scale, const TCUI_ACC_TYPE *a,
                                                              const TCUI_ACC_TYPE *b, double before, TCUI_ACC_TYPE *to)
{
    const uint64_t of_lane = n / TCUI_RECURRENCE_LANES;
    TCUI_ACC_TYPE x[TCUI_RECURRENCE_LANES];
    for (int l = 0; l < TCUI_RECURRENCE_LANES; l++) {
        x[l] = (TCUI_ACC_TYPE)before;
        before = (double)a[l] * before + (double)b[l];
    }
    for (uint64_t i = 0; i < of_lane; i++) {
        TCUI_UNROLL
        for (uint64_t l = 0; l < TCUI_RECURRENCE_LANES; l++) {
            const uint64_t at = l * of_lane + i;
            x[l] = block->a[at] * x[l] + scale * block->b[at];
            to[at] = x[l];
        }
    }
    for (uint64_t i = of_lane * TCUI_RECURRENCE_LANES; i < n; i++) {
        before = (double)block->a[i] * before + (double)(scale * block->b[i]);
        to[i] = (TCUI_ACC_TYPE)before;
    }
    return before;
}

static tcui_recurrence_pair TCUI_V(tcui_recurrence_apply)(const tcui_recurrence_task *task, uint64_t begin,
                                                          uint64_t end, double before)
{
    const bool is_half = task->type == TCU_TYPE_F16 || task->type == TCU_TYPE_BF16;
    const TCUI_ACC_TYPE scale = (TCUI_ACC_TYPE)task->scale_b;
    TCUI_V(tcui_recurrence_block) block;
    TCUI_ACC_TYPE results[TCUI_RECURRENCE_BLOCK];
    tcui_recurrence_pair all = {1, 0};
    TCUI_V(tcui_recurrence_begin)(task, &block);
    for (uint64_t first = begin; first < end; first += TCUI_RECURRENCE_BLOCK) {
        const uint64_t n = end - first < TCUI_RECURRENCE_BLOCK ? end - first : TCUI_RECURRENCE_BLOCK;
        TCUI_ACC_TYPE a[TCUI_RECURRENCE_LANES], b[TCUI_RECURRENCE_LANES];
        TCUI_V(tcui_recurrence_load)(task, first, n, &block);
        TCUI_V(tcui_recurrence_lanes)(&block, n / TCUI_RECURRENCE_LANES, scale, a, b);
        all = TCUI_V(tcui_recurrence_join)(&block, n, scale, a, b, all); /* before x takes the place of b */
        before = TCUI_V(tcui_recurrence_apply_block)(&block, n, scale, a, b, before,
                                                     is_half ? results : (TCUI_ACC_TYPE *)task->x + first);
        if (is_half) {
            TCUI_V(narrow)(task->type, results, n, 1, 1, task->x, first);
        }
    }
    return all;
}

/* A plain loop; `type` is a constant. */
TCUI_ALWAYS_INLINE void TCUI_V(tcui_recurrence_loop)(tcu_type type, const tcui_recurrence_task *task, uint64_t begin,
                                                     uint64_t end, double before)
{
    const TCUI_ACC_TYPE scale = (TCUI_ACC_TYPE)task->scale_b, constant = (TCUI_ACC_TYPE)task->constant_a;
    TCUI_ACC_TYPE x = (TCUI_ACC_TYPE)before;
    for (uint64_t i = begin; i < end; i++) {
        const TCUI_ACC_TYPE a = task->a != NULL ? TCUI_JOIN(tcui_element_load, TCUI_ACC)(type, task->a, i) : constant;
        x = a * x + scale * TCUI_JOIN(tcui_element_load, TCUI_ACC)(type, task->b, i);
        TCUI_JOIN(tcui_element_store, TCUI_ACC)(type, task->x, i, x);
    }
}

static void TCUI_V(tcui_recurrence_apply_few)(const tcui_recurrence_task *task, uint64_t begin, uint64_t end,
                                              double before)
{
    if (task->type == TCU_TYPE_F16) {
        TCUI_V(tcui_recurrence_loop)(TCU_TYPE_F16, task, begin, end, before);
    } else if (task->type == TCU_TYPE_BF16) {
        TCUI_V(tcui_recurrence_loop)(TCU_TYPE_BF16, task, begin, end, before);
    } else {
        TCUI_V(tcui_recurrence_loop)((tcu_type)TCUI_T(tcui_element), task, begin, end, before);
    }
}

static const tcui_recurrence_kernels TCUI_V(tcui_recurrence_kernels) = {
    TCUI_V(tcui_recurrence_compose), TCUI_V(tcui_recurrence_apply), TCUI_V(tcui_recurrence_apply_few)};
