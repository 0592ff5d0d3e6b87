/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host backend of the scans, level by level as in Dakkak et al. (ICS 2019):
 *
 *     warp   neighbours.h  algorithm 6 on rows of 4, of 8 for integers of 32 bits
 *     block  chunk.h       algorithm 7: chunks of equal work, one thread each, in blocks
 *     grid   rounds.c      section 5.3, but reduce-then-scan, which reads twice instead of writing twice
 *
 * TCU_ARITHMETIC_PLAIN makes no difference: here the products with constant tiles are plain additions.
 */
#include "primitives/context/sum_pairs.h"
#include "primitives/context/types.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"
#include "rounds.h"

/* Elements that are scanned together, from and into a buffer of accumulators where types differ. */
enum { TCUI_SCAN_BLOCK = 512 };

#define TCUI_L_(name, acc, level)  name##_##acc##_##level
#define TCUI_L__(name, acc, level) TCUI_L_(name, acc, level)
/* `name` with the names of accumulator and level behind it. */
#define TCUI_L(name) TCUI_L__(name, TCUI_ACC, TCUI_LEVEL)

#define TCUI_LEVEL        baseline
#define TCUI_LEVEL_NUMBER 0
#define TCUI_TARGET
#include "of_level.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>
#define TCUI_LEVEL        avx2
#define TCUI_LEVEL_NUMBER 1
#define TCUI_TARGET       __attribute__((target("avx2")))
#include "masks.h"
#include "of_level.h"

#define TCUI_LEVEL        avx512
#define TCUI_LEVEL_NUMBER 2
#define TCUI_TARGET       __attribute__((target(TCUI_AVX512)))
#include "of_level.h"
#endif

/* The levels of an accumulator of sum_pairs.h, and the one to use. */
#define TCUI_SCAN_LEVELS_f32       TCUI_FOR_EACH_WIDE_LEVEL
#define TCUI_SCAN_LEVELS_f64       TCUI_FOR_EACH_WIDE_LEVEL
#define TCUI_SCAN_LEVELS_u32       TCUI_FOR_EACH_LEVEL
#define TCUI_SCAN_LEVELS_u64       TCUI_FOR_EACH_LEVEL
#define TCUI_SCAN_BEST_LEVEL_f32() tcui_host_wide_level()
#define TCUI_SCAN_BEST_LEVEL_f64() tcui_host_wide_level()
#define TCUI_SCAN_BEST_LEVEL_u32() tcui_host_level()
#define TCUI_SCAN_BEST_LEVEL_u64() tcui_host_level()

#define TCUI_SCAN_NAME(what, in, acc, out)   tcui_scan_##what##_##in##_##acc##_##out
#define TCUI_SCAN_FUNCTION(name, acc, level) TCUI_L__(name, tcui_host_acc_##acc, level)

#define TCUI_SCAN_LEVEL(level, target, in, acc, out)                                                                   \
    target static void TCUI_SCAN_NAME(small_##level, in, acc, out)(const tcui_scan_task *task, uint64_t first,         \
                                                                   uint64_t last)                                      \
    {                                                                                                                  \
        if (task->kind == TCU_SCAN_EXCLUSIVE) {                                                                        \
            TCUI_SCAN_FUNCTION(scan_small, acc, level)(TCUI_HOST_TYPES(in, out), true, task, first, last);             \
        } else {                                                                                                       \
            TCUI_SCAN_FUNCTION(scan_small, acc, level)(TCUI_HOST_TYPES(in, out), false, task, first, last);            \
        }                                                                                                              \
    }                                                                                                                  \
    target static tcui_host_sum TCUI_SCAN_NAME(sum_##level, in, acc, out)(const tcui_scan_task *task,                  \
                                                                          const tcui_chunk *chunk)                     \
    {                                                                                                                  \
        return (tcui_host_sum){.tcui_host_acc_##acc =                                                                  \
                                   TCUI_SCAN_FUNCTION(scan_sum, acc, level)(TCUI_HOST_TYPES(in, out), task, chunk)};   \
    }                                                                                                                  \
    target static tcui_host_sum TCUI_SCAN_NAME(chunk_##level, in, acc, out)(                                           \
        const tcui_scan_task *task, const tcui_chunk *chunk, const tcui_scan_carry *carry, bool sums)                  \
    {                                                                                                                  \
        tcui_host_sum s = carry->sum;                                                                                  \
        s.tcui_host_acc_##acc += carry->lost.tcui_host_acc_##acc;                                                      \
        if (task->kind == TCU_SCAN_EXCLUSIVE) {                                                                        \
            s.tcui_host_acc_##acc = TCUI_SCAN_FUNCTION(scan_chunk, acc, level)(TCUI_HOST_TYPES(in, out), true, task,   \
                                                                               chunk, s.tcui_host_acc_##acc, sums);    \
        } else {                                                                                                       \
            s.tcui_host_acc_##acc = TCUI_SCAN_FUNCTION(scan_chunk, acc, level)(TCUI_HOST_TYPES(in, out), false, task,  \
                                                                               chunk, s.tcui_host_acc_##acc, sums);    \
        }                                                                                                              \
        return s;                                                                                                      \
    }

#define TCUI_SCAN_ROW(level, target, in, acc, out)                                                                     \
    {TCUI_SCAN_NAME(small_##level, in, acc, out), TCUI_SCAN_NAME(sum_##level, in, acc, out),                           \
     TCUI_SCAN_NAME(advance, in, acc, out), TCUI_SCAN_NAME(chunk_##level, in, acc, out)},

#define TCUI_SCAN_FUNCTIONS(in, acc, out) TCUI_SCAN_LEVELS_##acc(TCUI_SCAN_LEVEL, in, acc, out)
#define TCUI_SCAN_KERNELS(in, acc, out)                                                                                \
    static void TCUI_SCAN_NAME(advance, in, acc, out)(tcui_scan_carry * carry, const tcui_chunk *chunk,                \
                                                      tcui_host_sum sum)                                               \
    {                                                                                                                  \
        if (chunk->first < chunk->last) {                                                                              \
            *carry = (tcui_scan_carry){.sum = {.u64 = 0}};                                                             \
        }                                                                                                              \
        TCUI_HOST_FUNCTION(tcui_add, acc)                                                                              \
        (&carry->sum.tcui_host_acc_##acc, &carry->lost.tcui_host_acc_##acc, sum.tcui_host_acc_##acc);                  \
    }                                                                                                                  \
    static const tcui_scan_kernels TCUI_SCAN_NAME(kernels, in, acc,                                                    \
                                                  out)[] = {TCUI_SCAN_LEVELS_##acc(TCUI_SCAN_ROW, in, acc, out)};

TCUI_SUM_KERNELS(TCUI_SCAN_FUNCTIONS)
TCUI_SUM_KERNELS(TCUI_SCAN_KERNELS)

static const tcui_scan_kernels *find_kernels(tcu_type in_type, tcu_type out_type)
{
    switch ((int)in_type * TCU_TYPE_COUNT + (int)out_type) {
#define TCUI_SCAN_FIND(IN, OUT, in, acc, out)                                                                          \
    case (int)TCU_TYPE_##IN *TCU_TYPE_COUNT + (int)TCU_TYPE_##OUT:                                                     \
        return &TCUI_SCAN_NAME(kernels, in, acc, out)[TCUI_SCAN_BEST_LEVEL_##acc()];
        TCUI_SUM_PAIRS(TCUI_SCAN_FIND)
    default:
        return 0;
    }
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

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_scan_task *task = any_task;
    const tcui_scan_kernels *kernels = find_kernels(task->in_type, task->out_type);
    const double ps = tcui_is_real(task->in_type) ? TCUI_PS_SCAN_REAL : TCUI_PS_SCAN_INTEGER;
    const int threads = tcui_threads_for_work(context, ps * (double)tcui_segments_work(&task->segments));
    (void)workspace;
    if (task->segments.count == 0 || task->segments.n == 0) {
        return TCU_SUCCESS;
    }
    if (is_small(&task->segments)) {
        scan_small(kernels, task, threads);
        return TCU_SUCCESS;
    }
    tcui_scan_rounds(kernels, task, threads);
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "host", .execute = execute}};

const tcui_operation tcui_scan_host = {.id = TCUI_SCAN, .name = "scan", .paths = paths, .num_paths = 1};
