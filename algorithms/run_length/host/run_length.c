/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run-length decoding on the host: the scan of the lengths gives the offsets of segments, which are the runs. Elements and
 * ends of runs as one merged sequence are cut into chunks of equal work (primitives/threads/chunks.h), so that threads have
 * equal shares of a giant run, and of many empty ones.
 */
#include "ends.h"
#include "primitives/threads/chunks.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"

typedef struct work {
    const tcui_run_length_task *task;
    tcui_segments segments;
} work;

/* Elements begin ... end - 1 are of run k. */
static void store_run(const tcui_run_length_task *task, uint64_t k, uint64_t begin, uint64_t end)
{
    if (task->out != NULL) {
        tcui_run_length_repeat((unsigned char *)task->out + begin * task->item_bytes,
                               (const unsigned char *)task->items + k * task->item_bytes, task->item_bytes,
                               end - begin);
    }
    if (task->runs != NULL && task->run_type == TCU_TYPE_U32) {
        const uint32_t number = (uint32_t)k;
        tcui_run_length_repeat((uint32_t *)task->runs + begin, &number, sizeof number, end - begin);
    } else if (task->runs != NULL) {
        tcui_run_length_repeat((uint64_t *)task->runs + begin, &k, sizeof k, end - begin);
    }
}

static void decode_chunk(const void *data, int64_t i, int thread)
{
    const work *w = data;
    const tcui_chunk chunk = tcui_chunk_at(&w->segments, (uint64_t)i);
    uint64_t begin = chunk.begin;
    (void)thread;
    for (uint64_t k = chunk.first; k < chunk.last; k++) {
        const uint64_t end = tcui_segment_end(&w->segments, k);
        store_run(w->task, k, begin, end);
        begin = end;
    }
    if (begin < chunk.end) {
        store_run(w->task, chunk.last, begin, chunk.end);
    }
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_run_length_task *task = any_task;
    tcui_ends ends;
    const tcu_status status = tcui_run_length_find_ends(context, task, workspace, &ends);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (task->count != NULL) {
        *task->count = ends.elements;
    }
    if (ends.num_runs == 0 || (task->out == NULL && task->runs == NULL)) {
        return TCU_SUCCESS;
    }
    const uint64_t stored = (uint64_t)ends.offsets[ends.num_runs];
    const work w = {.task = task, .segments = tcui_segments_offsets(stored, ends.offsets, ends.num_runs)};
    const double ps =
        (double)TCUI_PS_REPEATED_RUN * (double)ends.num_runs +
        (double)stored * ((double)TCUI_PS_REPEATED_ELEMENT + (double)TCUI_PS_REPEATED_BYTE * (double)task->item_bytes);
    tcui_for_each(tcui_threads_for_work(context, ps), (int64_t)tcui_chunk_count(&w.segments), decode_chunk, &w);
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "host", .reserve = tcui_run_length_reserve, .execute = execute}};

const tcui_operation tcui_run_length_host = {
    .id = TCUI_RUN_LENGTH, .name = "run_length", .paths = paths, .num_paths = 1};
