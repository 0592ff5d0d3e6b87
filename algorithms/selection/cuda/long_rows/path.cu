/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Top-k of few long rows of one size: one row after the other, each as a whole array by all multiprocessors (array/).
 * Where a count says how many keys there are a kernel writes first how many each row has, and a row's selection is told
 * its own number as its count.
 */
#include "path.h"

#include <algorithm>

#include "algorithms/selection/cuda/array/path.h"
#include "algorithms/selection/cuda/tuning.h"
#include "primitives/context/workspace.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"

namespace
{

using namespace tcu;

constexpr int lengths_threads = 128;

/* The numbers of keys that rows have. */
__global__ void __launch_bounds__(lengths_threads)
    write_row_lengths(const __grid_constant__ tcui_segments segments, uint64_t *lengths)
{
    const uint64_t n = with_length(segments).n, step = static_cast<uint64_t>(gridDim.x) * lengths_threads;
    for (uint64_t s = static_cast<uint64_t>(blockIdx.x) * lengths_threads + threadIdx.x; s < segments.count;
         s += step) {
        const uint64_t begin = min(s * segments.size, n);
        lengths[s] = min(n - begin, segments.size);
    }
}

template <class T>
T *moved(T *array, uint64_t bytes)
{
    using byte = std::conditional_t<std::is_const_v<T>, const char, char>;
    return array == nullptr ? nullptr : static_cast<T *>(static_cast<byte *>(array) + bytes);
}

/* Row s as a whole array; lengths: NULL, or those of all rows. */
tcui_selection_task row_of(const tcui_selection_task *task, uint64_t s, const uint64_t *lengths)
{
    const tcui_segments &segments = task->segments;
    const uint64_t begin = s * segments.size, first = s * task->k, key_bytes = tcu_type_size(task->key_type);
    tcui_selection_task row = *task;
    row.segments = tcui_segments_whole(std::min(segments.size, segments.n - begin));
    row.segments.whole = false; /* a row that is not there has no number of results */
    row.segments.length = lengths == nullptr ? nullptr : lengths + s;
    row.k = std::min(task->k, row.segments.n);
    row.first_index = task->indices_in_segment ? 0 : begin;
    row.keys = moved(task->keys, begin * key_bytes);
    row.values = moved(task->values, begin * task->value_bytes);
    row.keys_out = moved(task->keys_out, first * key_bytes);
    row.indices_out = moved(task->indices_out, first * tcu_type_size(task->index_type));
    row.values_out = moved(task->values_out, first * task->value_bytes);
    row.num_out = task->num_out == nullptr ? nullptr : task->num_out + s;
    return row;
}

} // namespace

bool tcui_selection_has_rows(const tcu_context *, const tcui_selection_task *task)
{
    return task->kind == TCUI_SELECTION_TOP_K && task->segments.size > 0 && task->segments.count > 1;
}

bool tcui_selection_long_rows_pay(const tcu_context *context, const tcui_selection_task *task)
{
    const tcui_segments &segments = task->segments;
    return segments.count < static_cast<uint64_t>(context->properties.multiprocessors) &&
           segments.size / segments.count >= tcui_selection_policy_of(context).row_items;
}

/* The last row may be shorter than the others, and need more. */
tcu_status tcui_selection_long_rows_reserve(tcu_context *context, const tcui_selection_task *task, tcui_layout *layout)
{
    tcui_layout_reserve(layout, task->segments.count, sizeof(uint64_t));
    const tcui_layout before = *layout;
    for (uint64_t s : {UINT64_C(0), task->segments.count - 1}) {
        const tcui_selection_task row = row_of(task, s, nullptr);
        tcui_layout one = before;
        const tcu_status status = tcui_selection_array_reserve(context, &row, &one);
        if (status != TCU_SUCCESS) {
            return status;
        }
        layout->bytes = std::max(layout->bytes, one.bytes);
    }
    return TCU_SUCCESS;
}

tcu_status tcui_selection_long_rows_execute(tcu_context *context, const tcui_selection_task *task, void *workspace)
{
    const tcui_segments &segments = task->segments;
    tcui_layout layout = {};
    uint64_t *const lengths = place<uint64_t>(&layout, workspace, segments.count);
    void *const rest = tcui_layout_rest(&layout, workspace);
    tcu_status status = TCU_SUCCESS;
    if (segments.length != nullptr) {
        status = launch(context, write_row_lengths, divide_up(segments.count, lengths_threads), lengths_threads, 0,
                        segments, lengths);
    }
    for (uint64_t s = 0; s < segments.count && status == TCU_SUCCESS; s++) {
        const tcui_selection_task row = row_of(task, s, segments.length == nullptr ? nullptr : lengths);
        status = tcui_selection_array_execute(context, &row, rest);
    }
    return status;
}
