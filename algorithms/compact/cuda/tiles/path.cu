/* SPDX-License-Identifier: Apache-2.0 */
/* The compactions by tiles: the workspace and the order of the kernels (cuda/paths.h). */
#include "algorithms/compact/cuda/paths.h"

#include "primitives/call/items.h"
#include "primitives/scan/backend.h"

namespace
{

using namespace tcu;

/* What the kernels share, and the scan of the granules' counts with a workspace of its own. */
struct placement {
    tcui_compact_marks marks;
    uint8_t *heads; /* of runs of records; else NULL */
    tcui_scan_task scan;
    void *scan_workspace;
};

bool has_runs_of_records(const tcui_compact_task *task)
{
    return task->selection == TCUI_SELECT_HEADS && !tcui_is_word(task->columns[0].item_bytes);
}

/* In place: a value for what each block reads. */
uint64_t read_marks_of(const tcui_compact_task *task, uint64_t granules)
{
    const size_t item_bytes = task->columns[0].item_bytes;
    return tcui_is_word(item_bytes) ? granules : tcui_compact_record_blocks(granules, task->n, item_bytes);
}

/* Reserves; with a base, also says where things are. */
tcu_status place_arrays(tcu_context *context, const tcui_compact_task *task, tcui_layout *layout, void *base,
                        placement *placed)
{
    /* Room for every phase: the layout must not depend on pointers. */
    constexpr uint64_t tile = TCUI_COMPACT_GRANULE * TCUI_COMPACT_MOST_GRANULES;
    const uint64_t tiles = (task->n + (task->n > UINT64_MAX - 2 * tile ? 0 : TCUI_COMPACT_MOST_PHASE)) / tile + 1;
    const uint64_t granules = tiles * TCUI_COMPACT_MOST_GRANULES;
    *placed = {};
    placed->marks.granules = granules;
    placed->marks.n = task->n;
    placed->marks.length = task->length;
    placed->marks.bits = static_cast<uint32_t *>(tcui_layout_place(layout, base, granules, TCUI_COMPACT_GRANULE / 8));
    placed->marks.kept_before = place<uint64_t>(layout, base, granules + 1);
    if (task->in_place) {
        placed->marks.is_read = place<uint32_t>(layout, base, read_marks_of(task, granules));
        placed->marks.turn = place<uint32_t>(layout, base, 1);
    }
    placed->heads = place<uint8_t>(layout, base, has_runs_of_records(task) ? task->n : 0);
    placed->scan = {TCU_SCAN_EXCLUSIVE,
                    placed->marks.kept_before,
                    TCU_TYPE_U64,
                    placed->marks.kept_before,
                    TCU_TYPE_U64,
                    tcui_segments_whole(granules + 1),
                    {}};
    tcui_layout scan_layout = {};
    const tcu_status status = tcui_reserve(context, &tcui_scan_cuda, &placed->scan, &scan_layout);
    placed->scan_workspace = tcui_layout_place(layout, base, scan_layout.bytes, 1);
    return status;
}

/* Items between a boundary that loads need and the first that is looked at. */
int phase_of(const tcui_compact_task *task)
{
    const uintptr_t flags = reinterpret_cast<uintptr_t>(task->flags);
    switch (task->selection) {
    case TCUI_SELECT_BYTES:
        return static_cast<int>(flags % 16);
    case TCUI_SELECT_BITS:
        return static_cast<int>(flags % 4 * 8);
    default:
        return static_cast<int>(reinterpret_cast<uintptr_t>(task->columns[0].in) % 16 / task->columns[0].item_bytes);
    }
}

} // namespace

tcu_status tcui_compact_tiles_reserve(tcu_context *context, const tcui_compact_task *task, tcui_layout *layout)
{
    placement placed;
    return place_arrays(context, task, layout, nullptr, &placed);
}

tcu_status tcui_compact_tiles_execute(tcu_context *context, const tcui_compact_task *task, void *workspace)
{
    tcui_layout layout = {};
    placement placed;
    tcu_status status = place_arrays(context, task, &layout, workspace, &placed);
    tcui_compact_marks &marks = placed.marks;
    tcui_compact_task marked = *task;
    if (placed.heads != nullptr && status == TCU_SUCCESS) {
        marked.selection = TCUI_SELECT_BYTES;
        marked.flags = placed.heads;
        status = tcui_compact_find_record_heads(context, task, placed.heads);
    }
    marks.phase = phase_of(&marked);
    if (status == TCU_SUCCESS) {
        status = tcui_compact_mark(context, &marked, &marks);
    }
    if (status == TCU_SUCCESS) {
        status = tcui_execute(context, &tcui_scan_cuda, &placed.scan, placed.scan_workspace);
    }

    uint64_t *count = task->count; /* written by the first of these */
    for (int c = task->compares_keys_only ? 1 : 0; c < task->num_columns && status == TCU_SUCCESS; c++) {
        status = tcui_compact_store_items(context, &marks, &task->columns[c], task->keep_others, count);
        count = nullptr;
    }
    if (task->indices != nullptr && status == TCU_SUCCESS) {
        status = tcui_compact_store_positions(context, &marks, task->indices, task->index_type, count);
        count = nullptr;
    }
    if (task->run_lengths != nullptr && status == TCU_SUCCESS) {
        status = tcui_compact_store_run_lengths(context, &marks, task->run_lengths);
    }
    if (count != nullptr && status == TCU_SUCCESS) {
        status = context->backend->copy(context, count, marks.kept_before + marks.granules, sizeof *count);
    }
    return status;
}
