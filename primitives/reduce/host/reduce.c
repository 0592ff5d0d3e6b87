/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host backend of the reductions, level by level as in Dakkak et al. (ICS 2019):
 *
 *     warp   sums.h     sums of neighbours: integers.h, reals.h; tile.h those of short segments
 *     block  chunk.h    algorithm 4: partial sums of chunks of equal work, one thread each
 *     grid   this file  chunks in parallel, then the partial sums of segments that cross chunks, in order
 *
 * These are plain sums; other operators, maps and initial values: operators/. Reproducible sums: reproducible.c.
 *
 * Neither the chunks nor the order in which partial sums are added depend on the number of threads, so the results do
 * not either. TCU_ARITHMETIC_PLAIN makes no difference: here the products with constant tiles are plain additions.
 */
#include "all_ones.h"
#include "primitives/context/sum_pairs.h"
#include "primitives/context/types.h"
#include "primitives/reduce/host/operators/operators.h"
#include "primitives/threads/chunks.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"
#include "reproducible.h"
#include "sums.h"

/* What a chunk of one thread leaves for tcui_reduce_combine. */
typedef struct tcui_reduce_partial {
    tcui_chunk chunk;
    tcui_host_sum head;
    tcui_host_sum tail;
} tcui_reduce_partial;

/* Columns of this height, of 16, are summed one by one: of reals 1.1 to 1.4 times as fast; never of integers, whose
 * columns are faster side by side at any height. */
enum { tcui_least_row_f64 = 9, tcui_least_row_u32 = TCUI_TILE_EDGE + 1, tcui_least_row_u64 = TCUI_TILE_EDGE + 1 };

#define TCUI_ACC f64
#include "chunk.h"
#undef TCUI_ACC

#define TCUI_ACC u32
#include "chunk.h"
#undef TCUI_ACC

#define TCUI_ACC u64
#include "chunk.h"
#undef TCUI_ACC

/* One instruction set's functions for one (in, acc, out) of sum_pairs.h. */
typedef struct tcui_reduce_kernels {
    void (*one)(const tcui_reduce_task *task, uint64_t k, uint64_t first, uint64_t count);
    void (*small)(const tcui_reduce_task *task, uint64_t first, uint64_t last);
    void (*chunk)(const tcui_reduce_task *task, tcui_reduce_partial *partial);
    void (*combine)(const tcui_reduce_task *task, const tcui_reduce_partial *partials, uint64_t count);
} tcui_reduce_kernels;

#define TCUI_REDUCE_NAME(what, in, acc, out) tcui_reduce_##what##_##in##_##acc##_##out

#define TCUI_REDUCE_COMBINE(in, acc, out)                                                                              \
    static void TCUI_REDUCE_NAME(combine, in, acc, out)(const tcui_reduce_task *task,                                  \
                                                        const tcui_reduce_partial *partials, uint64_t count)           \
    {                                                                                                                  \
        TCUI_HOST_FUNCTION(tcui_reduce_combine, acc)(TCUI_HOST_TYPES(in, out), task, partials, count);                 \
    }
TCUI_SUM_KERNELS(TCUI_REDUCE_COMBINE)

#define TCUI_LEVEL_TEMPLATE "primitives/reduce/host/reduce_template.h"
#include "primitives/tile/host/for_each_level.h"

#define TCUI_REDUCE_LEVELS(in, acc, out)                                                                               \
    static const tcui_reduce_kernels *const TCUI_REDUCE_NAME(kernels, in, acc, out)[] = {                              \
        TCUI_LEVELS(&TCUI_REDUCE_NAME(kernels, in, acc, out))};
TCUI_SUM_KERNELS(TCUI_REDUCE_LEVELS)

/* Vectors of 64 bytes take longer than those of 32 (which are taken makes no difference to sums)
 * - of short segments of integers: most of their elements would be left to loops behind the last whole vector;
 * - of one array in memory, on AMD's Zen 4: 30 GB/s for 34 (u32), 30 for 33 (f64), 31 for 38 (u8). In the last-level
 *   cache neither is always faster. Narrower reals are limited by their conversion to f64. */
enum { TCUI_REDUCE_LEAST_BYTES = 128, TCUI_REDUCE_UNCACHED_BYTES = 1 << 26 };

static int level_of(const tcui_reduce_task *task)
{
    const tcui_segments *segments = &task->segments;
    const uint64_t bytes = tcu_type_size(task->in_type);
    const bool is_real = tcui_is_real(task->in_type);
    if (segments->count == 1 && (!is_real || task->in_type == TCU_TYPE_F64)) {
        return segments->n < TCUI_REDUCE_UNCACHED_BYTES / bytes ? tcui_host_level() : tcui_host_level_up_to_avx2();
    }
    const bool is_short =
        segments->count > 1 && !is_real && segments->n / segments->count * bytes < TCUI_REDUCE_LEAST_BYTES;
    return is_short ? tcui_host_level_up_to_avx2() : tcui_host_level();
}

static const tcui_reduce_kernels *find_kernels(const tcui_reduce_task *task)
{
#define TCUI_REDUCE_FIND(IN, OUT, in, acc, out)                                                                        \
    [TCU_TYPE_##IN][TCU_TYPE_##OUT] = TCUI_REDUCE_NAME(kernels, in, acc, out),
    static const tcui_reduce_kernels *const *const of_types[TCU_TYPE_COUNT][TCU_TYPE_COUNT] = {
        TCUI_SUM_PAIRS(TCUI_REDUCE_FIND)};
    return of_types[task->in_type][task->out_type][level_of(task)];
}

/* Small segments need no partial sums: no thread shares one with another. */
static bool is_small(const tcui_segments *segments)
{
    return segments->offsets == 0 && segments->count > 1 && segments->size <= TCUI_TILE_EDGE;
}

/* What threads share. */
typedef struct work {
    const tcui_reduce_kernels *kernels;
    const tcui_reduce_task *task;
    tcui_reduce_partial *partials; /* of each chunk */
    uint64_t step;                 /* small segments that a thread takes at a time */
} work;

static void reduce_small_step(const void *data, int64_t i, int thread)
{
    const work *w = data;
    const uint64_t first = (uint64_t)i * w->step, rest = w->task->segments.count - first;
    (void)thread;
    w->kernels->small(w->task, first, first + (rest < w->step ? rest : w->step));
}

static void reduce_small(const tcui_reduce_kernels *kernels, const tcui_reduce_task *task, int threads)
{
    const uint64_t step = TCUI_CHUNK / task->segments.size / TCUI_TILE_EDGE * TCUI_TILE_EDGE;
    const work w = {.kernels = kernels, .task = task, .step = step};
    tcui_for_each(threads, (int64_t)((task->segments.count - 1) / step + 1), reduce_small_step, &w);
}

/* One sum that one thread forms. */
static bool is_one_chunk(const tcui_segments *segments)
{
    return segments->count == 1 && segments->size > 0 && segments->n <= TCUI_CHUNK;
}

static void reduce_chunk(const void *data, int64_t i, int thread)
{
    const work *w = data;
    (void)thread;
    w->partials[i].chunk = tcui_chunk_at(&w->task->segments, (uint64_t)i);
    w->kernels->chunk(w->task, &w->partials[i]);
}

static void reduce_chunks(const tcui_reduce_kernels *kernels, const tcui_reduce_task *task,
                          tcui_reduce_partial *partials, int threads)
{
    const uint64_t count = tcui_chunk_count(&task->segments);
    const work w = {.kernels = kernels, .task = task, .partials = partials};
    tcui_for_each(threads, (int64_t)count, reduce_chunk, &w);
    kernels->combine(task, partials, count);
}

static int threads_for(const tcu_context *context, const tcui_reduce_task *task)
{
    const tcui_segments *segments = &task->segments;
    const double bytes = (double)segments->n * (double)tcu_type_size(task->in_type);
    return tcui_threads_for_work(context, TCUI_PS_SUM_BYTE * bytes + TCUI_PS_SUM_SEGMENT * (double)segments->count);
}

static tcu_status reserve(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const tcui_reduce_task *task = any_task;
    if (task->algorithm == TCU_REDUCE_ALGORITHM_ALL_ONES) {
        return tcui_reduce_host_all_ones_reserve(context, task, layout);
    }
    if (task->reproducible) {
        tcui_reduce_host_reproducible_reserve(task, layout);
        return TCU_SUCCESS;
    }
    if (!tcui_is_plain_sum(&task->reduction)) {
        tcui_reduce_host_operator_reserve(task, layout);
        return TCU_SUCCESS;
    }
    /* (The partial sums of one chunk have room on the stack.) */
    const uint64_t chunks = tcui_chunk_count_bound(&task->segments);
    tcui_layout_reserve(layout, chunks > 1 ? chunks : 0, sizeof(tcui_reduce_partial));
    return TCU_SUCCESS;
}

static tcu_status reduce_segments(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    if (task->segments.count == 0) {
        return TCU_SUCCESS;
    }
    if (task->algorithm == TCU_REDUCE_ALGORITHM_ALL_ONES) {
        tcui_reduce_host_all_ones(context, task, workspace);
        return TCU_SUCCESS;
    }
    if (task->reproducible) {
        tcui_reduce_host_reproducible(context, task, workspace);
        return TCU_SUCCESS;
    }
    if (!tcui_is_plain_sum(&task->reduction)) {
        tcui_reduce_host_operator(context, task, workspace);
        return TCU_SUCCESS;
    }
    const tcui_reduce_kernels *kernels = find_kernels(task);
    if (is_one_chunk(&task->segments)) {
        kernels->one(task, 0, 0, task->segments.n);
    } else if (is_small(&task->segments)) {
        reduce_small(kernels, task, threads_for(context, task));
    } else {
        tcui_reduce_partial one;
        reduce_chunks(kernels, task, tcui_chunk_count_bound(&task->segments) > 1 ? workspace : &one,
                      threads_for(context, task));
    }
    return TCU_SUCCESS;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_reduce_task *task = any_task;
    if (tcui_segments_count_of(&task->segments) == NULL) {
        return reduce_segments(context, task, workspace);
    }
    tcui_reduce_task now = *task;
    now.segments = tcui_segments_now(&task->segments);
    return reduce_segments(context, &now, workspace);
}

static const tcui_path paths[] = {{.name = "host", .reserve = reserve, .execute = execute}};

const tcui_operation tcui_reduce_host = {.id = TCUI_REDUCE, .name = "reduce", .paths = paths, .num_paths = 1};
