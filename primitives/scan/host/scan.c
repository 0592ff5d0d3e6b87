/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host backend of the scans, level by level as in Dakkak et al. (ICS 2019):
 *
 *     warp   tile.h     algorithms 5 and 6: tiles of 16 x 16
 *     block  chunk.h    algorithm 7: chunks of equal work, one thread each, and their partial sums
 *     grid   this file  section 5.3, but reduce-then-scan, which reads twice instead of writing twice: partial sums of
 *                       all chunks in parallel, their exclusive scan in order, then the chunks' scans in parallel
 *
 * One thread alone takes the partial sums from the scans themselves, which form them by the same additions, and reads
 * everything once. So the results do not depend on the number of threads. TCU_ARITHMETIC_PLAIN makes no difference:
 * here the products with constant tiles are plain additions.
 */
#include "primitives/context/sum_pairs.h"
#include "primitives/reduce/host/sums.h"
#include "primitives/scan/backend.h"
#include "primitives/tile/tile_host_chunks.h"

/* A chunk; the sums that its first segment has before it, and that its last, open segment has in it. */
typedef struct tcui_scan_partial {
    tcui_chunk chunk;
    tcui_host_sum before;
    tcui_host_sum open;
} tcui_scan_partial;

#define TCUI_ACC      f64
#define TCUI_ACC_TYPE double
#include "tile.h"

#include "chunk.h"
#undef TCUI_ACC
#undef TCUI_ACC_TYPE

#define TCUI_ACC      u32
#define TCUI_ACC_TYPE uint32_t
#include "tile.h"

#include "chunk.h"
#undef TCUI_ACC
#undef TCUI_ACC_TYPE

#define TCUI_ACC      u64
#define TCUI_ACC_TYPE uint64_t
#include "tile.h"

#include "chunk.h"
#undef TCUI_ACC
#undef TCUI_ACC_TYPE

/* One instruction set's functions for one (in, acc, out) of sum_pairs.h. */
typedef struct tcui_scan_kernels {
    void (*small)(const tcui_scan_task *task, uint64_t first, uint64_t last);
    void (*partial)(const tcui_scan_task *task, tcui_scan_partial *partial);
    void (*chunk)(const tcui_scan_task *task, tcui_scan_partial *partial);
    tcui_host_sum (*carry)(const tcui_scan_partial *partial);
} tcui_scan_kernels;

#define TCUI_SCAN_NAME(what, in, acc, out) tcui_scan_##what##_##in##_##acc##_##out

#define TCUI_SCAN_LEVEL(level, target, in, acc, out)                                                                   \
    target static void TCUI_SCAN_NAME(small_##level, in, acc, out)(const tcui_scan_task *task, uint64_t first,         \
                                                                   uint64_t last)                                      \
    {                                                                                                                  \
        TCUI_HOST_FUNCTION(tcui_scan_small, acc)(TCUI_HOST_TYPES(in, out), task, first, last);                         \
    }                                                                                                                  \
    target static void TCUI_SCAN_NAME(partial_##level, in, acc, out)(const tcui_scan_task *task,                       \
                                                                     tcui_scan_partial *partial)                       \
    {                                                                                                                  \
        TCUI_HOST_FUNCTION(tcui_scan_partial, acc)(TCUI_HOST_TYPES(in, out), task, partial);                           \
    }                                                                                                                  \
    target static void TCUI_SCAN_NAME(chunk_##level, in, acc, out)(const tcui_scan_task *task,                         \
                                                                   tcui_scan_partial *partial)                         \
    {                                                                                                                  \
        TCUI_HOST_FUNCTION(tcui_scan_chunk, acc)(TCUI_HOST_TYPES(in, out), task, partial);                             \
    }

#define TCUI_SCAN_ROW(level, target, in, acc, out)                                                                     \
    {TCUI_SCAN_NAME(small_##level, in, acc, out), TCUI_SCAN_NAME(partial_##level, in, acc, out),                       \
     TCUI_SCAN_NAME(chunk_##level, in, acc, out), TCUI_HOST_FUNCTION(tcui_scan_carry, acc)},

#define TCUI_SCAN_KERNELS(in, acc, out)                                                                                \
    TCUI_FOR_EACH_LEVEL(TCUI_SCAN_LEVEL, in, acc, out)                                                                 \
    static const tcui_scan_kernels TCUI_SCAN_NAME(kernels, in, acc,                                                    \
                                                  out)[] = {TCUI_FOR_EACH_LEVEL(TCUI_SCAN_ROW, in, acc, out)};

TCUI_SUM_KERNELS(TCUI_SCAN_KERNELS)

static const tcui_scan_kernels *find_kernels(tcu_type in_type, tcu_type out_type)
{
#define TCUI_SCAN_FIND(IN, OUT, in, acc, out)                                                                          \
    if (in_type == TCU_TYPE_##IN && out_type == TCU_TYPE_##OUT) {                                                      \
        return &TCUI_SCAN_NAME(kernels, in, acc, out)[tcui_host_level()];                                              \
    }
    TCUI_SUM_PAIRS(TCUI_SCAN_FIND)
    return 0;
}

/* Segments of one size below this go 16 at a time through tiles of 16 rows (measured: beyond, the rows lie too far
 * apart and one segment after the other is faster). */
enum { TCUI_SCAN_SMALL = 64 };

/* Small segments need no partial sums: no thread shares one with another. */
static bool is_small(const tcui_segments *segments)
{
    return segments->offsets == 0 && segments->count > 1 && segments->size < TCUI_SCAN_SMALL;
}

static void scan_small(const tcui_scan_kernels *kernels, const tcui_scan_task *task, int threads)
{
    uint64_t step = TCUI_CHUNK / task->segments.size / TCUI_TILE_EDGE * TCUI_TILE_EDGE;
    int64_t steps = (int64_t)((task->segments.count - 1) / step + 1);
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) if (threads > 1 && steps > 1) schedule(dynamic, 1)
#endif
    for (int64_t i = 0; i < steps; i++) {
        uint64_t first = (uint64_t)i * step;
        uint64_t rest = task->segments.count - first;
        kernels->small(task, first, first + (rest < step ? rest : step));
    }
    (void)threads;
}

/* One chunk after the other. */
static void scan_chunks_in_order(const tcui_scan_kernels *kernels, const tcui_scan_task *task, uint64_t count)
{
    tcui_scan_partial partial = {.before = {.u64 = 0}};
    for (uint64_t i = 0; i < count; i++) {
        partial.chunk = tcui_chunk_at(&task->segments, i);
        kernels->chunk(task, &partial);
        partial.before = kernels->carry(&partial);
    }
}

/* Reduce, then scan. */
static void scan_chunks_in_parallel(const tcui_scan_kernels *kernels, const tcui_scan_task *task,
                                    tcui_scan_partial *partials, int64_t count, int threads)
{
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
#endif
    for (int64_t i = 0; i < count; i++) {
        partials[i].chunk = tcui_chunk_at(&task->segments, (uint64_t)i);
        kernels->partial(task, &partials[i]);
    }
    partials[0].before.u64 = 0;
    for (int64_t i = 1; i < count; i++) {
        partials[i].before = kernels->carry(&partials[i - 1]);
    }
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
#endif
    for (int64_t i = 0; i < count; i++) {
        kernels->chunk(task, &partials[i]);
    }
    (void)threads;
}

static tcu_status plan(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const tcui_scan_task *task = any_task;
    (void)context;
    /* (One chunk needs no partial sums.) */
    const uint64_t chunks = tcui_chunk_count_bound(&task->segments);
    tcui_layout_reserve(layout, chunks > 1 ? chunks : 0, sizeof(tcui_scan_partial));
    return TCU_SUCCESS;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_scan_task *task = any_task;
    const tcui_scan_kernels *kernels = find_kernels(task->in_type, task->out_type);
    int threads = context->properties.multiprocessors;
    if (task->segments.count == 0 || task->segments.n == 0) {
        return TCU_SUCCESS;
    }
    if (is_small(&task->segments)) {
        scan_small(kernels, task, threads);
        return TCU_SUCCESS;
    }
    uint64_t count = tcui_chunk_count(&task->segments);
    if (threads > 1 && count > 1) {
        scan_chunks_in_parallel(kernels, task, workspace, (int64_t)count, threads);
    } else {
        scan_chunks_in_order(kernels, task, count);
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "host", .plan = plan, .execute = execute}};

const tcui_operation tcui_scan_host = {.id = TCUI_SCAN, .name = "scan", .paths = paths, .num_paths = 1};
