/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moments of segments on the host: chunks of equal work, whatever the segments look like (primitives/threads/chunks.h), then
 * the parts of segments that cross chunks, in order. Neither depends on the number of threads.
 */
#include "kernels.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"

typedef struct chunk_work {
    const tcui_moments_kernels *kernels;
    const tcui_moments_task *task;
    tcui_moments_partial *partials; /* of each chunk */
} chunk_work;

static void do_chunk(const void *data, int64_t i, int thread)
{
    const chunk_work *w = data;
    (void)thread;
    w->partials[i].chunk = tcui_chunk_at(&w->task->segments, (uint64_t)i);
    w->kernels->chunk(w->task, &w->partials[i]);
}

/* A segment's moments are what chunks left open of it, and the head of the chunk where it ends. */
static void join_partials(const tcui_moments_task *task, const tcui_moments_partial *partials, uint64_t count)
{
    tcui_moments_tree open;
    open.parts = 0;
    for (const tcui_moments_partial *partial = partials; partial < partials + count; partial++) {
        if (partial->chunk.first < partial->chunk.last) {
            tcui_tree_add(&open, partial->head);
            tcui_moments_store(task, partial->chunk.first, tcui_tree_total(&open));
            open.parts = 0;
        }
        tcui_tree_add(&open, partial->tail);
    }
}

void tcui_moments_host_segments_reserve(const tcui_moments_task *task, tcui_layout *layout)
{
    const uint64_t chunks = tcui_chunk_count_bound(&task->segments);
    tcui_layout_reserve(layout, chunks > 1 ? chunks : 0, sizeof(tcui_moments_partial));
}

void tcui_moments_host_segments(const tcu_context *context, const tcui_moments_task *task, void *workspace)
{
    const tcui_segments *segments = &task->segments;
    const double ps = TCUI_PS_MOMENTS_ELEMENT * (double)segments->n + TCUI_PS_SUM_SEGMENT * (double)segments->count;
    tcui_moments_partial one;
    const chunk_work w = {.kernels = tcui_moments_host_kernels(),
                          .task = task,
                          .partials = tcui_chunk_count_bound(segments) > 1 ? workspace : &one};
    const uint64_t count = tcui_chunk_count(segments);
    tcui_for_each(tcui_threads_for_work(context, ps), (int64_t)count, do_chunk, &w);
    join_partials(task, w.partials, count);
}
