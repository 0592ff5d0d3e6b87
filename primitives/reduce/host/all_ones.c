/* SPDX-License-Identifier: Apache-2.0 */
/*
 * R. Carrasco, R. Vega, C. A. Navarro: "Analyzing GPU Tensor Core Potential for Fast Reductions", SCCC 2018, section
 * IV. With M(A) = 1 * (A * 1) a group of 256 numbers becomes one; a level does so with all groups of 256, and levels
 * follow until one number is left:
 *
 *     R(x_1 ... x_n) = R(M(x_1 ... x_256), M(x_257 ... x_512), ...)
 *
 * Between levels the numbers are f64, the host's accumulator of all floating-point sums.
 */
#include "all_ones.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"
#include "sums.h"

/* Groups that one thread takes at a time. */
enum { TCUI_ALL_ONES_GROUPS = 128 };

typedef void (*all_ones_kernel)(const void *in, uint64_t n, double *out, uint64_t first, uint64_t last);

#define TCUI_LEVEL_TEMPLATE "primitives/reduce/host/all_ones_template.h"
#include "primitives/tile/host/for_each_level.h"

/* The kernel for floating-point elements, NULL for others. */
static all_ones_kernel find_kernel(tcu_type type)
{
    static const all_ones_kernel of_types[TCU_TYPE_COUNT][TCUI_LEVEL_COUNT] = {
        [TCU_TYPE_F16] = {TCUI_LEVELS_UP_TO_AVX2(tcui_all_ones_f16)},
        [TCU_TYPE_BF16] = {TCUI_LEVELS_UP_TO_AVX2(tcui_all_ones_bf16)},
        [TCU_TYPE_F32] = {TCUI_LEVELS_UP_TO_AVX2(tcui_all_ones_f32)},
        [TCU_TYPE_F64] = {TCUI_LEVELS_UP_TO_AVX2(tcui_all_ones_f64)}};
    return of_types[type][tcui_host_level()];
}

static uint64_t group_count(uint64_t n)
{
    return n / TCUI_TILE_ELEMENTS + (n % TCUI_TILE_ELEMENTS != 0);
}

/* A level of the recursion. */
typedef struct level_work {
    all_ones_kernel kernel;
    const void *in;
    uint64_t n;
    double *out;
} level_work;

static void reduce_groups(const void *data, int64_t step, int thread)
{
    const level_work *l = data;
    const uint64_t groups = group_count(l->n), first = (uint64_t)step * TCUI_ALL_ONES_GROUPS;
    const uint64_t last = groups - first < TCUI_ALL_ONES_GROUPS ? groups : first + TCUI_ALL_ONES_GROUPS;
    (void)thread;
    l->kernel(l->in, l->n, l->out, first, last);
}

/* out[g] = M(group g of in) for every group. */
static void reduce_level(all_ones_kernel kernel, const void *in, uint64_t n, double *out, int threads)
{
    const level_work l = {kernel, in, n, out};
    const uint64_t groups = group_count(n);
    tcui_for_each(threads, (int64_t)((groups + TCUI_ALL_ONES_GROUPS - 1) / TCUI_ALL_ONES_GROUPS), reduce_groups, &l);
}

tcu_status tcui_reduce_host_all_ones_reserve(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout)
{
    const tcui_segments *segments = &task->segments;
    (void)context;
    /* Two levels are alive at a time. */
    tcui_layout_reserve(layout, group_count(segments->n), sizeof(double));
    tcui_layout_reserve(layout, group_count(group_count(segments->n)), sizeof(double));
    return TCU_SUCCESS;
}

void tcui_reduce_host_all_ones(const tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    const uint64_t n = task->segments.n;
    const int threads = tcui_threads_for_work(context, TCUI_PS_ALL_ONES_ELEMENT * (double)n);
    double sum = 0;
    if (n > 0) {
        tcui_layout layout = {0};
        double *level = tcui_layout_place(&layout, workspace, group_count(n), sizeof(double));
        double *next = tcui_layout_place(&layout, workspace, group_count(group_count(n)), sizeof(double));
        reduce_level(find_kernel(task->in_type), task->in, n, level, threads);
        for (uint64_t left = group_count(n); left > 1; left = group_count(left)) {
            reduce_level(find_kernel(TCU_TYPE_F64), level, left, next, threads);
            double *swap = level;
            level = next;
            next = swap;
        }
        sum = level[0];
    }
    tcui_element_store_f64(task->out_type, task->out, 0, sum);
}
