/* SPDX-License-Identifier: Apache-2.0 */
/* The one-pass compaction: which tasks take it, its workspace, and the dispatch to the instances. */
#include "algorithms/compact/cuda/paths.h"
#include "algorithms/compact/cuda/tuning.h"
#include "primitives/pipeline/look_back.cuh"

using namespace tcu;

static bool selects_by_flags(const tcui_compact_task *task)
{
    return task->selection == TCUI_SELECT_BYTES || task->selection == TCUI_SELECT_BITS;
}

/* (Items selected by flags are loaded late, when other blocks may have written where they are.) */
bool tcui_compact_fits_one_pass(const tcu_context *context, const tcui_compact_task *task)
{
    if (!context->has_bulk_copies || task->has_records) {
        return false;
    }
    if (task->indices != nullptr) {
        return selects_by_flags(task) && task->num_columns == 0;
    }
    return task->num_columns == 1 && !task->compares_keys_only && !task->keep_others &&
           !(selects_by_flags(task) && task->in_place);
}

bool tcui_compact_one_pass_pays(const tcu_context *context, const tcui_compact_task *task)
{
    const tcui_compact_policy policy = tcui_compact_policy_of(context);
    const uint64_t item_bytes = task->columns[0].item_bytes;
    return policy.one_pass &&
           (!selects_by_flags(task) || task->indices != nullptr || item_bytes <= policy.one_pass_flagged_bytes ||
            task->n < policy.one_pass_array_bytes / item_bytes);
}

uint64_t *tcui_compact_one_pass_place_slots(const tcu_context *context, tcui_layout *layout, void *base)
{
    return place<uint64_t>(layout, base, look_back_words<u32>(look_back_blocks(context->properties.multiprocessors)));
}

tcu_status tcui_compact_one_pass_reserve(tcu_context *context, const tcui_compact_task *, tcui_layout *layout)
{
    tcui_compact_one_pass_place_slots(context, layout, nullptr);
    return TCU_SUCCESS;
}

tcu_status tcui_compact_one_pass_execute(tcu_context *context, const tcui_compact_task *task, void *workspace)
{
    constexpr compact_output items = compact_output::items, with_lengths = compact_output::items_and_lengths;
    const bool by_bytes = task->selection == TCUI_SELECT_BYTES;
    if (task->indices != nullptr) {
        return by_bytes ? tcu::compact_positions_execute<TCUI_SELECT_BYTES>(context, task, workspace)
                        : tcu::compact_positions_execute<TCUI_SELECT_BITS>(context, task, workspace);
    }
    switch (task->selection) {
    case TCUI_SELECT_BYTES:
        return tcu::compact_one_pass_execute<TCUI_SELECT_BYTES, items>(context, task, workspace);
    case TCUI_SELECT_BITS:
        return tcu::compact_one_pass_execute<TCUI_SELECT_BITS, items>(context, task, workspace);
    case TCUI_SELECT_PREDICATE:
        return tcu::compact_one_pass_execute<TCUI_SELECT_PREDICATE, items>(context, task, workspace);
    default:
        return task->run_lengths == nullptr
                   ? tcu::compact_one_pass_execute<TCUI_SELECT_HEADS, items>(context, task, workspace)
                   : tcu::compact_one_pass_execute<TCUI_SELECT_HEADS, with_lengths>(context, task, workspace);
    }
}
