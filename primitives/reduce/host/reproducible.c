/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reproducible sums (primitives/reduce/reproducible.h) on the host:
 *
 *     1. threads take parts of equal work, whatever the segments look like (primitives/threads/chunks.h): of a segment of
 *        one chunk that ends in its part a thread stores the result; of longer ones it leaves the sums of the chunks
 *        that begin in its part in their slots
 *     2. of the longer ones that end in its part a thread adds the slots, level by level in place
 *
 * A part may begin anywhere in a chunk: who sums a chunk decides nothing about how it is summed.
 */
#include "reproducible.h"

#include <math.h>

#include "primitives/context/types.h"
#include "primitives/reduce/elements.h"
#include "primitives/reduce/reproducible.h"
#include "primitives/threads/chunks.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"
#include "primitives/tile/host/tile.h"

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
typedef struct work {
    const tcui_reduce_task *task;
    tcu_type t; /* that additions are done in */
    chunk_function sum_of_chunk;
    void *slots; /* of type t; NULL: no segment has more than one chunk */
} work;

static void store(const work *w, uint64_t k, double sum)
{
    const tcui_reduce_task *task = w->task;
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

static void sum_part(const void *data, int64_t i, int thread)
{
    const work *w = data;
    const tcui_segments *segments = &w->task->segments;
    const reproducible_source elements = {w->task->in_type, w->task->in, w->task->reduction.map};
    const tcui_chunk part = tcui_chunk_at(segments, (uint64_t)i);
    (void)thread;
    for (uint64_t k = part.first; k <= part.last && k < segments->count; k++) {
        const uint64_t begin = tcui_segment_begin(segments, k), end = tcui_segment_end(segments, k);
        if (end - begin <= TCUI_REPRODUCIBLE_CHUNK) {
            if (k < part.last) {
                store(w, k, w->sum_of_chunk(&elements, begin, end - begin));
            }
            continue;
        }
        const uint64_t before = part.begin > begin ? part.begin - begin : 0, last = end < part.end ? end : part.end;
        uint64_t chunk = tcui_reproducible_chunks(before);
        for (uint64_t first; (first = begin + chunk * TCUI_REPRODUCIBLE_CHUNK) < last; chunk++) {
            const uint64_t left = end - first;
            tcui_element_store_f64(
                w->t, w->slots, tcui_reproducible_slot(begin) + chunk,
                w->sum_of_chunk(&elements, first, left < TCUI_REPRODUCIBLE_CHUNK ? left : TCUI_REPRODUCIBLE_CHUNK));
        }
    }
}

/* The sum of `count` slots. */
static double sum_slots(const work *w, uint64_t slot, uint64_t count)
{
    char *const from = (char *)w->slots + slot * tcu_type_size(w->t);
    const reproducible_source sums = {w->t, from, TCU_MAP_NONE};
    while (count > 1) {
        const uint64_t chunks = tcui_reproducible_chunks(count);
        for (uint64_t chunk = 0; chunk < chunks; chunk++) {
            const uint64_t first = chunk * TCUI_REPRODUCIBLE_CHUNK, left = count - first;
            tcui_element_store_f64(
                w->t, from, chunk,
                w->sum_of_chunk(&sums, first, left < TCUI_REPRODUCIBLE_CHUNK ? left : TCUI_REPRODUCIBLE_CHUNK));
        }
        count = chunks;
    }
    return tcui_element_load_f64(w->t, from, 0);
}

static void finish_part(const void *data, int64_t i, int thread)
{
    const work *w = data;
    const tcui_segments *segments = &w->task->segments;
    const tcui_chunk part = tcui_chunk_at(segments, (uint64_t)i);
    (void)thread;
    for (uint64_t k = part.first; k < part.last; k++) {
        const uint64_t begin = tcui_segment_begin(segments, k), end = tcui_segment_end(segments, k);
        if (end - begin > TCUI_REPRODUCIBLE_CHUNK) {
            store(w, k, sum_slots(w, tcui_reproducible_slot(begin), tcui_reproducible_chunks(end - begin)));
        }
    }
}

void tcui_reduce_host_reproducible_reserve(const tcui_reduce_task *task, tcui_layout *layout)
{
    if (tcui_reproducible_may_be_long(&task->segments)) {
        tcui_layout_reserve(layout, tcui_reproducible_slots(task->segments.n),
                            tcu_type_size(tcui_reproducible_type(task->in_type, task->out_type)));
    }
}

void tcui_reduce_host_reproducible(const tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    const tcui_segments *segments = &task->segments;
    const tcu_type t = tcui_reproducible_type(task->in_type, task->out_type);
    const int level = tcui_host_level();
    const work w = {.task = task,
                    .t = t,
                    .sum_of_chunk = t == TCU_TYPE_F64 ? chunks_in_f64[level] : chunks_in_f32[level],
                    .slots = workspace};
    const int threads =
        tcui_threads_for_work(context, TCUI_PS_SUM_BYTE * (double)segments->n * (double)tcu_type_size(task->in_type) +
                                           TCUI_PS_SUM_SEGMENT * (double)segments->count);
    const int64_t parts = (int64_t)tcui_chunk_count(segments);
    tcui_for_each(threads, parts, sum_part, &w);
    if (tcui_reproducible_may_be_long(segments)) {
        tcui_for_each(threads, parts, finish_part, &w);
    }
}
