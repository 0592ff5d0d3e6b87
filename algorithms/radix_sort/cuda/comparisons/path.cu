/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small arrays by ranks. The smallest are moved to their places at once, each key being compared with all. Longer ones
 * take two such steps: to their places in runs, and from there to those in the array, for which each key is searched
 * for in all runs. Between the steps they are in the workspace, or in the other one of two arrays; so the output may be
 * the input.
 */
#include <algorithm>

#include "algorithms/radix_sort/cuda/tuning.h"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

constexpr int run = TCUI_COMPARISONS_RUN;

bool has_wide_items(const tcui_radix_sort_task *task)
{
    return task->end_bit - task->begin_bit > 32;
}

size_t item_bytes(const tcui_radix_sort_task *task)
{
    return has_wide_items(task) ? sizeof(uint64_t) : sizeof(uint32_t);
}

/* (A thread moves one of its keys at most.) */
bool is_one_block(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return task->arrays == TCUI_SORT_IN_PLACE &&
           task->segments.n <= tcui_radix_sort_policy_of(context).comparisons_in_block;
}

/* By one kernel. */
bool is_at_once(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return is_one_block(context, task) || (task->arrays != TCUI_SORT_IN_PLACE &&
                                           task->segments.n <= tcui_radix_sort_policy_of(context).comparisons_at_once);
}

int round_up(int items, int multiple)
{
    return (items + multiple - 1) / multiple * multiple;
}

int power_from(int items)
{
    int power = run;
    while (power < items) {
        power *= 2;
    }
    return power;
}

/* Ranks in segments of so many keys. */
comparisons_shape shape_of(const tcui_radix_sort_task *task, int segment, int most_blocks)
{
    const int n = static_cast<int>(task->segments.n);
    comparisons_shape shape = {n, segment, 0, 0, task->segments.length};
    while ((TCUI_WARP_LANES << shape.log2_groups) * most_blocks < n) {
        shape.log2_groups++;
    }
    shape.room = round_up(std::min(n, segment), std::max<int>(run, TCUI_WARP_LANES << shape.log2_groups));
    return shape;
}

template <class Rank>
tcu_status launch_ranks(tcu_context *context, const tcui_radix_sort_task *task, const tcui_block_sort &sort,
                        const comparisons_shape &shape)
{
    /* Tasks without a length have kernels of their own, which have no use for one. */
    const auto of_64 =
                   shape.length == nullptr ? move_to_ranks<uint64_t, Rank, false> : move_to_ranks<uint64_t, Rank, true>,
               of_32 =
                   shape.length == nullptr ? move_to_ranks<uint32_t, Rank, false> : move_to_ranks<uint32_t, Rank, true>;
    return launch_as(launch_kind::overlapping, context, has_wide_items(task) ? of_64 : of_32,
                     divide_up(shape.n, TCUI_WARP_LANES << shape.log2_groups),
                     shape.n <= TCUI_COMPARISONS_FEW ? TCUI_COMPARISONS_FEW_THREADS : TCUI_COMPARISONS_THREADS,
                     shape.room * item_bytes(task), sort, shape);
}

/* Where the runs are. */
struct placement {
    void *keys, *values;
};

/* Reserves; with a base, also says where things are. */
placement place_runs(const tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout, void *base)
{
    if (is_at_once(context, task)) {
        return {};
    }
    if (task->arrays == TCUI_SORT_BUFFERS) {
        return {task->keys_other, task->values_other};
    }
    const uint64_t n = task->segments.n;
    void *const keys = tcui_layout_place(layout, base, n, tcu_type_size(task->key_type));
    return {keys, tcui_layout_place(layout, base, task->value_bytes > 0 ? n : 0, task->value_bytes)};
}

} // namespace

uint64_t tcui_sort_comparisons_items(const tcu_context *context, const tcui_radix_sort_task *task)
{
    const size_t shared_bytes = context->properties.shared_memory_per_block, of_ranks = TCUI_COMPARISONS_THREADS * 4;
    /* (Shared memory has room for whole runs.) */
    constexpr size_t of_run = run * sizeof(uint64_t);
    size_t bytes = tcui_radix_sort_policy_of(context).comparisons_bytes;
    while (bytes > 0 && divide_up(bytes, of_run) * of_run + of_ranks > shared_bytes) {
        bytes /= 2;
    }
    return bytes / item_bytes(task);
}

bool tcui_sort_is_by_comparisons(const tcu_context *context, const tcui_radix_sort_task *task)
{
    const tcui_segments &segments = task->segments;
    return tcui_segments_are_whole(&segments) && segments.n >= tcui_radix_sort_policy_of(context).comparisons_least &&
           segments.n <= tcui_sort_comparisons_items(context, task);
}

bool tcui_sort_comparisons_swaps(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return is_at_once(context, task);
}

tcu_status tcui_sort_comparisons_reserve(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    place_runs(context, task, layout, nullptr);
    return TCU_SUCCESS;
}

tcu_status tcui_sort_comparisons_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    const int n = static_cast<int>(task->segments.n);
    tcui_block_sort sort = tcui_block_sort_of(task);
    sort.place_bits = 0;
    sort.place_mask = 0;
    if (is_at_once(context, task)) {
        return launch_ranks<rank_among_all>(
            context, task, sort,
            shape_of(task, power_from(n), is_one_block(context, task) ? 1 : TCUI_COMPARISONS_BLOCKS));
    }
    tcui_layout layout = {};
    const placement placed = place_runs(context, task, &layout, workspace);
    tcui_block_sort to_runs = sort;
    to_runs.keys_out = placed.keys;
    to_runs.values_out = sort.values_out != nullptr ? placed.values : nullptr;
    const tcu_status status =
        launch_ranks<rank_among_all>(context, task, to_runs, shape_of(task, run, TCUI_COMPARISONS_BLOCKS));
    if (status != TCU_SUCCESS) {
        return status;
    }
    sort.keys_in = placed.keys;
    sort.values_in = placed.values;
    sort.makes_indices = false;
    return launch_ranks<rank_among_runs>(context, task, sort, shape_of(task, power_from(n), TCUI_COMPARISONS_BLOCKS));
}
