/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host backend of the recurrences: chunks of equal work, whatever the segments look like (primitives/threads/chunks.h),
 * which threads take in turn. A thread composes the pairs (a, b) of its chunk's last segment, waits for what comes
 * before the chunk, passes on what comes behind it, and then, the chunk being in its cache, forms x:
 *
 *     thread 0   compose 0, apply 0,             compose 2, apply 2, ...
 *     thread 1   compose 1,          apply 1,    compose 3, ...
 *
 * One thread has no need to compose: applying pairs finds the same pair of a chunk on the way. So results depend neither
 * on threads nor on their number.
 */
#include "kernels.h"
#include "primitives/threads/chunks.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"
#include "primitives/threads/turn.h"
#include "primitives/tile/host/tile.h"

typedef struct recurrence_work {
    const tcui_recurrence_kernels *kernels;
    const tcui_recurrence_task *task;
    uint64_t chunks;
    double before; /* the x before the chunk whose turn it is */
    tcui_turn turn;
} recurrence_work;

static double initial_of(const tcui_recurrence_task *task, uint64_t segment)
{
    return task->initial != NULL ? tcui_element_load_f64(task->type, task->initial, segment) : 0;
}

/* Passes on the x behind what the chunk has of the segment that it leaves open; `pair` is of those elements. */
static void advance(recurrence_work *w, const tcui_chunk *chunk, tcui_recurrence_pair pair)
{
    const tcui_segments *segments = &w->task->segments;
    if (chunk->last < segments->count && tcui_segment_begin(segments, chunk->last) >= chunk->begin) {
        w->before = initial_of(w->task, chunk->last);
    }
    w->before = pair.a * w->before + pair.b;
}

/* Returns the pair of what the chunk has of the segment that it leaves open. */
static tcui_recurrence_pair apply_chunk(const recurrence_work *w, const tcui_chunk *chunk, double before)
{
    const tcui_segments *segments = &w->task->segments;
    tcui_recurrence_pair pair = {1, 0};
    for (uint64_t k = chunk->first; k <= chunk->last && k < segments->count; k++) {
        const uint64_t of_segment = tcui_segment_begin(segments, k), end = tcui_segment_end(segments, k);
        const uint64_t begin = of_segment < chunk->begin ? chunk->begin : of_segment;
        const uint64_t to = end < chunk->end ? end : chunk->end;
        const double x = of_segment < chunk->begin ? before : initial_of(w->task, k);
        if (k < chunk->last && begin < to && to - begin <= TCUI_RECURRENCE_FEW) {
            w->kernels->apply_few(w->task, begin, to, x);
        } else if (begin < to) {
            pair = w->kernels->apply(w->task, begin, to, x);
        }
        if (k < chunk->last) {
            pair = (tcui_recurrence_pair){1, 0};
        }
    }
    return pair;
}

static void do_all_chunks(recurrence_work *w)
{
    for (uint64_t i = 0; i < w->chunks; i++) {
        const tcui_chunk chunk = tcui_chunk_at(&w->task->segments, i);
        advance(w, &chunk, apply_chunk(w, &chunk, w->before));
    }
}

static void do_chunks(void *data, uint64_t member, uint64_t members)
{
    recurrence_work *w = data;
    if (members == 1) {
        do_all_chunks(w);
        return;
    }
    for (uint64_t i = member; i < w->chunks; i += members) {
        const tcui_chunk chunk = tcui_chunk_at(&w->task->segments, i);
        const uint64_t open = tcui_chunk_open_begin(&w->task->segments, &chunk);
        const tcui_recurrence_pair pair = w->kernels->compose(w->task, open, chunk.end);
        tcui_turn_await(&w->turn, i);
        const double before = w->before;
        advance(w, &chunk, pair);
        tcui_turn_pass(&w->turn, i);
        apply_chunk(w, &chunk, before);
    }
}

static tcu_status solve_segments(tcu_context *context, const tcui_recurrence_task *task, void *workspace)
{
    const double ps = TCUI_PS_RECURRENCE_ELEMENT * (double)tcui_segments_work(&task->segments);
    recurrence_work w = {
        .kernels = tcui_recurrence_host_kernels(task->type), .task = task, .chunks = tcui_chunk_count(&task->segments)};
    (void)workspace;
    tcui_turn_begin(&w.turn);
    tcui_with_team(tcui_threads_for(tcui_threads_for_work(context, ps), (int64_t)w.chunks), do_chunks, &w);
    return TCU_SUCCESS;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_recurrence_task *task = any_task;
    if (tcui_segments_count_of(&task->segments) == NULL) {
        return solve_segments(context, task, workspace);
    }
    tcui_recurrence_task now = *task;
    now.segments = tcui_segments_now(&task->segments);
    return solve_segments(context, &now, workspace);
}

static const tcui_path paths[] = {{.name = "host", .execute = execute}};

const tcui_operation tcui_recurrence_host = {
    .id = TCUI_RECURRENCE, .name = "recurrence", .paths = paths, .num_paths = 1};
