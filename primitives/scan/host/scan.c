/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host backend of the scans, level by level as in Dakkak et al. (ICS 2019):
 *
 *     warp   neighbours.h  algorithm 6 on rows of 4, of 8 for integers of 32 bits
 *     block  chunk.h       algorithm 7: chunks of equal work, one thread each, in blocks
 *     grid   rounds.c      section 5.3, but reduce-then-scan, which reads twice instead of writing twice
 *
 * Plain sums, that is: other operators have a plain loop for each chunk, and the same rounds (operators.c).
 *
 * Reproducible sums: reproducible.c.
 *
 * TCU_ARITHMETIC_PLAIN makes no difference: here the products with constant tiles are plain additions.
 */
#include "operators.h"
#include "primitives/context/sum_pairs.h"
#include "primitives/context/types.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"
#include "reproducible.h"
#include "rounds.h"

/* Elements that are scanned together, from and into a buffer of accumulators where types differ. */
enum { TCUI_SCAN_BLOCK = 512 };
_Static_assert((int)TCUI_SCAN_BLOCK == (int)TCUI_SUM_TILE, "a block that is scanned is a tile that sums take");

#define TCUI_SCAN_NAME(what, in, acc, out) tcui_scan_##what##_##in##_##acc##_##out

#define TCUI_SCAN_ADVANCE(in, acc, out)                                                                                \
    static void TCUI_SCAN_NAME(advance, in, acc, out)(tcui_scan_carry * carry, const tcui_chunk *chunk,                \
                                                      tcui_host_sum sum)                                               \
    {                                                                                                                  \
        if (chunk->first < chunk->last) {                                                                              \
            *carry = (tcui_scan_carry){.sum = {.u64 = 0}};                                                             \
        }                                                                                                              \
        TCUI_HOST_FUNCTION(tcui_add, acc)                                                                              \
        (&carry->sum.tcui_host_acc_##acc, &carry->lost.tcui_host_acc_##acc, sum.tcui_host_acc_##acc);                  \
        TCUI_HOST_FUNCTION(tcui_one_nan, acc)(&carry->sum.tcui_host_acc_##acc);                                        \
    }
TCUI_SUM_KERNELS(TCUI_SCAN_ADVANCE)

#define TCUI_LEVEL_TEMPLATE "primitives/scan/host/scan_template.h"
#include "primitives/tile/host/for_each_level.h"

#define TCUI_SCAN_REAL_LEVELS(in, acc, out)                                                                            \
    static const tcui_scan_kernels *const TCUI_SCAN_NAME(kernels, in, acc, out)[] = {                                  \
        TCUI_LEVELS(&TCUI_SCAN_NAME(kernels, in, acc, out))};
#define TCUI_SCAN_INTEGER_LEVELS(in, acc, out)                                                                         \
    static const tcui_scan_kernels *const TCUI_SCAN_NAME(kernels, in, acc, out)[] = {                                  \
        TCUI_LEVELS_UP_TO_AVX2(&TCUI_SCAN_NAME(kernels, in, acc, out))};
TCUI_SUM_REAL_KERNELS(TCUI_SCAN_REAL_LEVELS)
TCUI_SUM_INTEGER_KERNELS(TCUI_SCAN_INTEGER_LEVELS)

static const tcui_scan_kernels *find_kernels(const tcui_scan_task *task)
{
    if (!tcui_is_plain_sum(&task->reduction)) {
        return tcui_scan_host_operator(task);
    }
#define TCUI_SCAN_FIND(IN, OUT, in, acc, out) [TCU_TYPE_##IN][TCU_TYPE_##OUT] = TCUI_SCAN_NAME(kernels, in, acc, out),
    static const tcui_scan_kernels *const *const of_types[TCU_TYPE_COUNT][TCU_TYPE_COUNT] = {
        TCUI_SUM_PAIRS(TCUI_SCAN_FIND)};
    return of_types[task->in_type][task->out_type][tcui_host_level()];
}

/* Segments of one size up to this are scanned several in a block. */
enum { TCUI_SCAN_SMALL = TCUI_SCAN_BLOCK / 4 };

/* Small segments need no sums: no thread shares one with another. */
static bool is_small(const tcui_segments *segments)
{
    return segments->offsets == 0 && segments->count > 1 && segments->size <= TCUI_SCAN_SMALL;
}

/* What threads share of small segments, `step` of which one takes at a time. */
typedef struct small_work {
    const tcui_scan_kernels *kernels;
    const tcui_scan_task *task;
    uint64_t step;
} small_work;

static void scan_small_step(const void *data, int64_t i, int thread)
{
    const small_work *w = data;
    const uint64_t first = (uint64_t)i * w->step, rest = w->task->segments.count - first;
    (void)thread;
    w->kernels->small(w->task, first, first + (rest < w->step ? rest : w->step));
}

static void scan_small(const tcui_scan_kernels *kernels, const tcui_scan_task *task, int threads)
{
    const small_work w = {kernels, task, TCUI_CHUNK / task->segments.size};
    tcui_for_each(threads, (int64_t)((task->segments.count - 1) / w.step + 1), scan_small_step, &w);
}

static tcu_status scan_segments(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    const double ps = tcui_is_real(task->in_type) ? TCUI_PS_SCAN_REAL : TCUI_PS_SCAN_INTEGER;
    const int threads = tcui_threads_for_work(context, ps * (double)tcui_segments_work(&task->segments));
    (void)workspace;
    if (task->segments.count == 0 || task->segments.n == 0) {
        return TCU_SUCCESS;
    }
    if (task->reproducible) {
        tcui_scan_host_reproducible(task, threads);
        return TCU_SUCCESS;
    }
    const tcui_scan_kernels *kernels = find_kernels(task);
    if (is_small(&task->segments)) {
        scan_small(kernels, task, threads);
        return TCU_SUCCESS;
    }
    tcui_scan_rounds(kernels, task, threads);
    return TCU_SUCCESS;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_scan_task *task = any_task;
    if (tcui_segments_count_of(&task->segments) == NULL) {
        return scan_segments(context, task, workspace);
    }
    tcui_scan_task now = *task;
    now.segments = tcui_segments_now(&task->segments);
    return scan_segments(context, &now, workspace);
}

static const tcui_path paths[] = {{.name = "host", .execute = execute}};

const tcui_operation tcui_scan_host = {.id = TCUI_SCAN, .name = "scan", .paths = paths, .num_paths = 1};
