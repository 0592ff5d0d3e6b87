/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reproducible sums (primitives/reduce/reproducible.h) on the host: the sum of a chunk, at each level, in vectors of
 * columns. How threads share segments: reproducible_parts.h.
 */
#include "reproducible.h"

#include <math.h>

#include "primitives/context/types.h"
#include "primitives/reduce/elements.h"
#include "primitives/threads/share.h"
#include "primitives/tile/host/tile.h"
#include "reproducible_parts.h"

/* Elements of a level: those of the array, or sums. */
typedef struct reproducible_source {
    tcu_type type;
    const void *array;
    tcu_map map;
} reproducible_source;

#define TCUI_TEMPLATE "primitives/reduce/host/reproducible_template.h"
#include "primitives/tile/host/vectors.h"

typedef double (*chunk_function)(const reproducible_source *from, uint64_t first, uint64_t count);

static const chunk_function chunks_in_f32[] = {TCUI_LEVELS(sum_of_chunk_f32)};
static const chunk_function chunks_in_f64[] = {TCUI_LEVELS(sum_of_chunk_f64)};

/* What threads share. */
typedef struct sum_work {
    const tcui_reduce_task *task;
    tcu_type t; /* that additions are done in */
    chunk_function sum_of_chunk;
} sum_work;

static void sum_elements(const void *data, double shift, uint64_t first, uint64_t count, void *slot)
{
    const sum_work *w = data;
    const reproducible_source elements = {w->task->in_type, w->task->in, w->task->reduction.map};
    (void)shift;
    tcui_element_store_f64(w->t, slot, 0, w->sum_of_chunk(&elements, first, count));
}

static void sum_slots(const void *data, const void *slots, uint64_t first, uint64_t count, void *slot)
{
    const sum_work *w = data;
    const reproducible_source sums = {w->t, slots, TCU_MAP_NONE};
    tcui_element_store_f64(w->t, slot, 0, w->sum_of_chunk(&sums, first, count));
}

static void store(const void *data, uint64_t k, double shift, uint64_t count, const void *slot)
{
    const sum_work *w = data;
    const tcui_reduce_task *task = w->task;
    double sum = tcui_element_load_f64(w->t, slot, 0);
    (void)shift, (void)count;
    if (task->reduction.has_initial) {
        const double initial = tcui_element_load_f64(task->out_type, &task->reduction.initial, 0);
        sum = w->t == TCU_TYPE_F64 ? initial + sum : (double)((float)initial + (float)sum);
    }
    if (isnan(sum)) {
        tcui_bits_store(task->out_type, task->out, k, tcui_quiet_nan_bits(task->out_type));
    } else {
        tcui_element_store_f64(task->out_type, task->out, k, sum);
    }
}

void tcui_reduce_host_reproducible_reserve(const tcui_reduce_task *task, tcui_layout *layout)
{
    tcui_reproducible_parts_reserve(&task->segments,
                                    tcu_type_size(tcui_reproducible_type(task->in_type, task->out_type)), layout);
}

void tcui_reduce_host_reproducible(const tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    const tcui_segments *segments = &task->segments;
    const tcu_type t = tcui_reproducible_type(task->in_type, task->out_type);
    const int level = tcui_host_level();
    const sum_work sums = {task, t, t == TCU_TYPE_F64 ? chunks_in_f64[level] : chunks_in_f32[level]};
    const tcui_reproducible_work work = {.data = &sums,
                                         .segments = segments,
                                         .slot_bytes = tcu_type_size(t),
                                         .slots = workspace,
                                         .sum_elements = sum_elements,
                                         .sum_slots = sum_slots,
                                         .store = store};
    const double bytes = (double)segments->n * (double)tcu_type_size(task->in_type);
    tcui_reproducible_parts(&work, tcui_threads_for_work(context, TCUI_PS_SUM_BYTE * bytes +
                                                                      TCUI_PS_SUM_SEGMENT * (double)segments->count));
}
