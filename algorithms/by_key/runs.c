/* SPDX-License-Identifier: Apache-2.0 */
#include "runs.h"

#include "algorithms/compact/backend.h"
#include "primitives/call/call.h"
#include "primitives/call/items.h"
#include "primitives/scan/backend.h"

/* The arrays of a call in its workspace, and what the operations that it calls one after the other have of it. */
typedef struct places {
    int64_t *offsets; /* or NULL: neither wanted nor needed */
    uint64_t *count;
    void *rest;
} places;

static bool needs_segments(const tcui_by_key_task *task)
{
    return task->kind == TCUI_BY_KEY_SCAN || (task->kind == TCUI_BY_KEY_REDUCE && task->out != NULL);
}

/* An output that the user wants, else an array in the workspace. While bytes are only added up it is a placeholder. */
static void *wanted_or_placed(void *wanted, tcui_layout *layout, void *base, uint64_t count, size_t element_bytes)
{
    return wanted != NULL ? wanted : tcui_or_placeholder(tcui_layout_place(layout, base, count, element_bytes));
}

static places place_arrays(const tcui_by_key_task *task, tcui_layout *layout, void *base)
{
    places at = {0};
    if (needs_segments(task) || task->runs.offsets != NULL) {
        at.offsets = wanted_or_placed(task->runs.offsets, layout, base, task->n + 1, sizeof *at.offsets);
    }
    at.count = wanted_or_placed(task->runs.count, layout, base, 1, sizeof *at.count);
    at.rest = tcui_layout_rest(layout, base);
    return at;
}

/* The keys that begin runs, and with them the first values. */
static tcui_compact_task heads_of(const tcui_by_key_task *task, const places *at)
{
    tcui_compact_task heads = {.selection = TCUI_SELECT_HEADS,
                               .num_columns = 1,
                               .compares_keys_only = task->runs.keys == NULL,
                               .indices = at->offsets,
                               .index_type = TCU_TYPE_U64,
                               .run_lengths = task->runs.lengths,
                               .count = at->count,
                               .n = task->n,
                               .length = task->length};
    heads.columns[0] = (tcu_column){task->keys, task->runs.keys, task->key_bytes};
    if (task->kind == TCUI_BY_KEY_UNIQUE) {
        heads.columns[1] = (tcu_column){task->values, task->out, task->value_bytes};
        heads.num_columns = 2;
        heads.has_records = !tcui_is_word(task->value_bytes);
    }
    return heads;
}

static tcui_reduce_task reduction_of(const tcui_by_key_task *task, tcui_segments segments)
{
    return (tcui_reduce_task){.in = task->values,
                              .in_type = task->value_type,
                              .out = task->out,
                              .out_type = task->out_type,
                              .segments = segments,
                              .segmented = true,
                              .algorithm = TCU_REDUCE_ALGORITHM_AUTO,
                              .reduction = task->reduction};
}

static tcui_scan_task scan_of(const tcui_by_key_task *task, tcui_segments segments)
{
    return (tcui_scan_task){.kind = task->scan_kind,
                            .in = task->values,
                            .in_type = task->value_type,
                            .out = task->out,
                            .out_type = task->out_type,
                            .segments = segments,
                            .reduction = task->reduction};
}

static const tcui_operation *compaction_of(const tcu_context *context)
{
    return tcui_operation_of(context, TCUI_COMPACT);
}

static tcu_status reserve_segments(tcu_context *context, const tcui_by_key_task *task, tcui_layout *layout)
{
    const tcui_segments most = tcui_segments_offsets(task->n, NULL, task->n);
    if (task->kind == TCUI_BY_KEY_SCAN) {
        const tcui_scan_task scan = scan_of(task, most);
        return tcui_reserve(context, tcui_operation_of(context, TCUI_SCAN), &scan, layout);
    }
    const tcui_reduce_task reduction = reduction_of(task, most);
    return tcui_reserve(context, tcui_operation_of(context, TCUI_REDUCE), &reduction, layout);
}

tcui_segments tcui_segments_of_runs(const tcu_context *context, uint64_t n, const int64_t *offsets,
                                    const uint64_t *count)
{
    tcui_segments segments = tcui_segments_offsets(n, offsets, n);
    if (tcui_is_on_host(context)) {
        segments.count = *count;
    } else {
        segments.count_on_device = count;
    }
    return segments;
}

static tcu_status execute_segments(tcu_context *context, const tcui_by_key_task *task, const places *at)
{
    const uint64_t n = tcui_is_on_host(context) ? tcui_length_now(task->n, task->length) : task->n;
    const tcui_segments segments = tcui_segments_of_runs(context, n, at->offsets, at->count);
    if (task->kind == TCUI_BY_KEY_SCAN) {
        const tcui_scan_task scan = scan_of(task, segments);
        return tcui_execute(context, tcui_operation_of(context, TCUI_SCAN), &scan, at->rest);
    }
    const tcui_reduce_task reduction = reduction_of(task, segments);
    return tcui_execute(context, tcui_operation_of(context, TCUI_REDUCE), &reduction, at->rest);
}

tcu_status tcui_by_key_runs_reserve(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const tcui_by_key_task *task = any_task;
    const places at = place_arrays(task, layout, NULL);
    const tcui_compact_task heads = heads_of(task, &at);
    tcui_layout of_heads = *layout, of_segments = *layout;
    tcu_status status = tcui_reserve(context, compaction_of(context), &heads, &of_heads);
    if (status == TCU_SUCCESS && needs_segments(task)) {
        status = reserve_segments(context, task, &of_segments);
    }
    layout->bytes = of_heads.bytes > of_segments.bytes ? of_heads.bytes : of_segments.bytes;
    return status;
}

tcu_status tcui_by_key_runs_execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_by_key_task *task = any_task;
    const tcui_by_key_extension *backend = tcui_operation_of(context, TCUI_BY_KEY)->extension;
    tcui_layout layout = {0};
    const places at = place_arrays(task, &layout, workspace);
    const tcui_compact_task heads = heads_of(task, &at);
    tcu_status status = tcui_execute(context, compaction_of(context), &heads, at.rest);
    if (status == TCU_SUCCESS && at.offsets != NULL) {
        status = backend->end_offsets(context, at.offsets, at.count, task->n, task->length);
    }
    return status == TCU_SUCCESS && needs_segments(task) ? execute_segments(context, task, &at) : status;
}
