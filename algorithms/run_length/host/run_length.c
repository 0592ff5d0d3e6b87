/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run-length decoding on the host: the scan of the lengths gives the offsets of segments, which are the runs. Elements and
 * ends of runs as one merged sequence are cut into chunks of equal work (primitives/threads/chunks.h), so that threads have
 * equal shares of a giant run, and of many empty ones.
 */
#include <string.h>

#include "ends.h"
#include "primitives/threads/chunks.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"
#include "primitives/tile/host/compiler.h"

typedef struct work {
    const tcui_run_length_task *task;
    tcui_segments segments;
} work;

/* Copies of one item. Inlined with a constant size: a store each. */
TCUI_ALWAYS_INLINE void repeat(unsigned char *to, const void *item, size_t bytes, uint64_t copies)
{
    for (uint64_t i = 0; i < copies; i++) {
        memcpy(to + i * bytes, item, bytes);
    }
}

/* The chunk's elements of an array: copies of their runs' items, or with `items` NULL of the runs' numbers. */
TCUI_ALWAYS_INLINE void decode(const tcui_segments *segments, const tcui_chunk *chunk, const unsigned char *items,
                               unsigned char *out, size_t bytes)
{
    const int64_t *const offsets = segments->offsets;
    uint64_t begin = chunk->begin;
    for (uint64_t k = chunk->first; k <= chunk->last && begin < chunk->end; k++) {
        const uint32_t short_number = (uint32_t)k;
        const void *const number = bytes == sizeof short_number ? (const void *)&short_number : (const void *)&k;
        const uint64_t run_end = (uint64_t)offsets[k + 1], end = run_end < chunk->end ? run_end : chunk->end;
        repeat(out + begin * bytes, items != NULL ? items + k * bytes : number, bytes, end - begin);
        begin = end;
    }
}

static void decode_items(const tcui_segments *segments, const tcui_chunk *chunk, const void *items, void *out,
                         size_t bytes)
{
    switch (bytes) {
    case 1:
        decode(segments, chunk, items, out, 1);
        break;
    case 2:
        decode(segments, chunk, items, out, 2);
        break;
    case 4:
        decode(segments, chunk, items, out, 4);
        break;
    case 8:
        decode(segments, chunk, items, out, 8);
        break;
    case 16:
        decode(segments, chunk, items, out, 16);
        break;
    default:
        decode(segments, chunk, items, out, bytes);
        break;
    }
}

static void decode_chunk(const void *data, int64_t i, int thread)
{
    const work *w = data;
    const tcui_run_length_task *task = w->task;
    const tcui_chunk chunk = tcui_chunk_at(&w->segments, (uint64_t)i);
    (void)thread;
    if (task->out != NULL) {
        decode_items(&w->segments, &chunk, task->items, task->out, task->item_bytes);
    }
    if (task->runs != NULL && task->run_type == TCU_TYPE_U32) {
        decode(&w->segments, &chunk, NULL, task->runs, sizeof(uint32_t));
    } else if (task->runs != NULL) {
        decode(&w->segments, &chunk, NULL, task->runs, sizeof(uint64_t));
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
