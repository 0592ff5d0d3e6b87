/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole arrays of bare keys of 8 or 16 bits: keys of one value are all the same, so it is enough to count them
 * (histogram_cuda.h, a bin a value), to find by an exclusive scan of the counts where each value's keys begin, and to
 * write them anew. The last key is read before the first is written, so `out` may be `in`.
 */
#include "radix_sort_cuda.h"

#include <algorithm>

#include "algorithms/histogram/histogram_cuda.h"
#include "primitives/pipeline/launch.cuh"
#include "radix_sort_counted_expand.cuh"

namespace
{

using namespace tcu;

/* A histogram of the keys' bits as they are; the order of values comes with the scan. */
struct placement {
    tcui_histogram_task histogram;
    void *histogram_workspace;
    uint64_t *counts;       /* of values */
    uint64_t *starts;       /* of 16-bit values in their order, in their group */
    uint64_t *group_counts; /* of those */
};

tcui_histogram_task histogram_of(const tcui_radix_sort_task *task, uint64_t *counts)
{
    const size_t key_bytes = tcu_type_size(task->key_type);
    const uint64_t values = uint64_t{1} << (8 * key_bytes);
    tcui_histogram_task histogram = {};
    histogram.samples = task->keys_in;
    histogram.sample_type = key_bytes == 1 ? TCU_TYPE_U8 : TCU_TYPE_U16;
    histogram.num_channels = 1;
    histogram.out_type = TCU_TYPE_U64;
    histogram.n = histogram.columns = task->segments.n;
    tcui_bins &bins = histogram.channels[0];
    bins.num_bins = values;
    bins.kind = TCU_BINS_EVEN;
    bins.level_type = histogram.sample_type;
    bins.integers.span = values - 1;
    bins.integers.width = values;
    bins.counts = counts;
    return histogram;
}

/* Reserves; with a base, also says where things are. */
tcu_status place(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout, void *base,
                 placement *placed)
{
    char *const bytes = static_cast<char *>(base);
    const auto reserve = [&](uint64_t count, size_t element_bytes) -> void * {
        const size_t offset = tcui_layout_reserve(layout, count, element_bytes);
        return bytes != nullptr ? bytes + offset : nullptr;
    };
    const auto reserve_counts = [&](uint64_t count) {
        return static_cast<uint64_t *>(reserve(count, sizeof(uint64_t)));
    };
    *placed = {};
    const bool has_groups = tcu_type_size(task->key_type) == 2;
    placed->counts = reserve_counts(has_groups ? count_groups * group_values : count_groups);
    placed->starts = reserve_counts(has_groups ? count_groups * group_values : 0);
    placed->group_counts = reserve_counts(has_groups ? count_groups : 0);
    placed->histogram = histogram_of(task, placed->counts);
    tcui_layout histogram_layout = {};
    const tcu_status status = tcui_histogram_cuda.plan(context, &placed->histogram, &histogram_layout);
    placed->histogram_workspace = reserve(histogram_layout.bytes, 1);
    return status;
}

constexpr int group_scan_warps = 4;

/* Of 16-bit values: where they begin in their group, and how many keys each group has. A warp a group. */
__global__ void __launch_bounds__(group_scan_warps *TCUI_WARP_LANES)
    scan_groups(const uint64_t *counts, const tcui_key_order order, uint64_t *starts, uint64_t *group_counts)
{
    wait_for_previous_kernel();
    let_next_kernel_begin();
    const uint32_t group = blockIdx.x * group_scan_warps + threadIdx.x / TCUI_WARP_LANES;
    const uint32_t first = group * group_values;
    const uint64_t total =
        scan_256_counts(starts + first, [&](uint32_t i) { return counts[tcui_key_of_order_bits(order, first + i)]; });
    if (threadIdx.x % TCUI_WARP_LANES == 0)
        group_counts[group] = total;
}

template <class Key, int Rows>
tcu_status launch_expansion(tcu_context *context, expansion task)
{
    constexpr int64_t keys = slice_vectors<Rows> * vector_elements<Key>;
    const int64_t resident = static_cast<int64_t>(context->properties.multiprocessors) * TCUI_EXPANSION_BLOCKS;
    task.slices = (task.phase + task.n - 1) / keys + 1;
    task.slices_of_block = static_cast<int>(std::max<int64_t>(
        1, std::min<int64_t>(TCUI_EXPANSION_SLICES, task.slices / (resident * TCUI_EXPANSION_WAVES))));
    return launch_as(launch_kind::overlapping, context, expand_counts<Key, Rows>,
                     divide_up(task.slices, task.slices_of_block), TCUI_EXPANSION_THREADS, 0, task);
}

template <class Key>
tcu_status expand(tcu_context *context, const tcui_radix_sort_task *task, const placement &placed)
{
    expansion described = {};
    described.counts = has_group_values<Key> ? placed.group_counts : placed.counts;
    described.starts = placed.starts;
    described.out = task->keys_out;
    described.n = static_cast<int64_t>(task->segments.n);
    described.phase = static_cast<int64_t>(reinterpret_cast<uintptr_t>(task->keys_out) % 16 / sizeof(Key));
    described.order = tcui_key_order_of(task->key_type, task->descending);
    const uint64_t slices = divide_up(task->segments.n, slice_vectors<TCUI_EXPANSION_ROWS> * vector_elements<Key>);
    const bool is_large = slices >= static_cast<uint64_t>(context->properties.multiprocessors) * TCUI_EXPANSION_BLOCKS;
    return is_large ? launch_expansion<Key, TCUI_EXPANSION_ROWS>(context, described)
                    : launch_expansion<Key, TCUI_EXPANSION_FEW_ROWS>(context, described);
}

} // namespace

bool tcui_sort_is_counted(const tcu_context *context, const tcui_radix_sort_task *task)
{
    (void)context;
    return tcui_is_bare(task) && tcu_type_size(task->key_type) <= 2 && task->segments.count == 1 &&
           task->segments.offsets == nullptr;
}

tcu_status tcui_sort_counted_plan(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    placement placed;
    return place(context, task, layout, nullptr, &placed);
}

tcu_status tcui_sort_counted_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    tcui_layout layout = {};
    placement placed;
    tcu_status status = place(context, task, &layout, workspace, &placed);
    if (status == TCU_SUCCESS)
        status = tcui_histogram_cuda.execute(context, &placed.histogram, placed.histogram_workspace);
    if (tcu_type_size(task->key_type) == 1)
        return status == TCU_SUCCESS ? expand<u8>(context, task, placed) : status;
    if (status == TCU_SUCCESS)
        status = launch_as(launch_kind::overlapping, context, scan_groups, count_groups / group_scan_warps,
                           group_scan_warps * TCUI_WARP_LANES, 0, placed.counts,
                           tcui_key_order_of(task->key_type, task->descending), placed.starts, placed.group_counts);
    return status == TCU_SUCCESS ? expand<u16>(context, task, placed) : status;
}
