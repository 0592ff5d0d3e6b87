/* SPDX-License-Identifier: Apache-2.0 */
/* Reproducible moments of segments on the host (algorithms/moments/reproducible.h); how threads share segments:
 * primitives/reduce/host/reproducible_parts.h. */
#include "algorithms/moments/reproducible.h"

#include "kernels.h"
#include "primitives/reduce/host/reproducible_parts.h"
#include "primitives/threads/share.h"
#include "primitives/tile/host/tile.h"

/* Both sums of columns, by halves. */
TCUI_ALWAYS_INLINE void add_halves(double *D, double *Q, double *sums)
{
    for (int half = TCUI_REPRODUCIBLE_COLUMNS / 2; half > 0; half /= 2) {
        for (int c = 0; c < half; c++) {
            D[c] += D[c + half];
            Q[c] += Q[c + half];
        }
    }
    sums[0] = D[0];
    sums[1] = Q[0];
}

#define TCUI_LEVEL_TEMPLATE "algorithms/moments/host/reproducible_template.h"
#include "primitives/tile/host/for_each_level.h"

typedef void (*sum_function)(tcu_type type, const void *in, double shift, uint64_t first, uint64_t count, double *sums);
static const sum_function sum_functions[] = {TCUI_LEVELS(sum_any_deviations)};

static double shift_of(const void *data, uint64_t first, uint64_t count)
{
    const tcui_moments_task *task = data;
    const uint64_t head = count < TCUI_REPRODUCIBLE_CHUNK ? count : TCUI_REPRODUCIBLE_CHUNK;
    if (count == 0) {
        return 0;
    }
    const double x = number_at_baseline(task->in_type, task->in, first);
    double sums[2];
    sum_functions[tcui_host_level()](task->in_type, task->in, x, first, head, sums);
    return tcui_moments_shift(x, sums[0], head);
}

static void sum_elements(const void *data, double shift, uint64_t first, uint64_t count, void *slot)
{
    const tcui_moments_task *task = data;
    sum_functions[tcui_host_level()](task->in_type, task->in, shift, first, count, slot);
}

static void sum_slots(const void *data, const void *slots, uint64_t first, uint64_t count, void *slot)
{
    const double *const pairs = (const double *)slots + 2 * first;
    double D[TCUI_REPRODUCIBLE_COLUMNS] = {0}, Q[TCUI_REPRODUCIBLE_COLUMNS] = {0};
    (void)data;
    for (uint64_t i = 0; i < count; i++) {
        D[i % TCUI_REPRODUCIBLE_COLUMNS] += pairs[2 * i];
        Q[i % TCUI_REPRODUCIBLE_COLUMNS] += pairs[2 * i + 1];
    }
    add_halves(D, Q, slot);
}

static void store(const void *data, uint64_t k, double shift, uint64_t count, const void *slot)
{
    const double *const sums = slot;
    tcui_moments_store_reproducible(data, k, count, shift, sums[0], sums[1]);
}

void tcui_moments_host_reproducible_reserve(const tcui_moments_task *task, tcui_layout *layout)
{
    tcui_reproducible_parts_reserve(&task->segments, 2 * sizeof(double), layout);
}

void tcui_moments_host_reproducible(const tcu_context *context, const tcui_moments_task *task, void *workspace)
{
    const tcui_segments *segments = &task->segments;
    const tcui_reproducible_work work = {.data = task,
                                         .segments = segments,
                                         .slot_bytes = 2 * sizeof(double),
                                         .slots = workspace,
                                         .shift = shift_of,
                                         .sum_elements = sum_elements,
                                         .sum_slots = sum_slots,
                                         .store = store};
    const double ps = TCUI_PS_MOMENTS_ELEMENT * (double)segments->n + TCUI_PS_SUM_SEGMENT * (double)segments->count;
    if (segments->count > 0) {
        tcui_reproducible_parts(&work, tcui_threads_for_work(context, ps));
    }
}
