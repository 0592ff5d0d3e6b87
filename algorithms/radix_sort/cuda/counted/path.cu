/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole arrays of bare keys of 8 or 16 bits: keys of one value are all the same, so it is enough to count them (bytes
 * by a histogram, others by count.cuh), to find by an exclusive scan of the counts where each
 * value's keys begin, and to write them anew. The last key is read before the first is written, so `out` may be `in`.
 *
 * Each kernel lets the next begin before it waits for the one before itself: launches are much of what short arrays take.
 */
#include "algorithms/radix_sort/cuda/paths.h"

#include <algorithm>

#include "algorithms/histogram/backend.h"
#include "algorithms/radix_sort/cuda/tuning.h"
#include "block.cuh"
#include "count.cuh"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

bool fits_block(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return tcu_type_size(task->key_type) == 1 &&
           task->segments.n <= tcui_radix_sort_policy_of(context).counted_block_bytes;
}

/* counts[x] = bytes of value x, 256 of them. */
tcui_histogram_task histogram_of_bytes(const void *bytes, const tcui_segments &all, uint64_t *counts)
{
    tcui_histogram_task task = {};
    task.samples = bytes;
    task.sample_type = TCU_TYPE_U8;
    task.num_channels = 1;
    task.out_type = TCU_TYPE_U64;
    task.n = task.columns = all.n;
    task.count = all.length;
    tcui_bins &bins = task.channels[0];
    bins.num_bins = count_groups;
    bins.kind = TCU_BINS_EVEN;
    bins.level_type = TCU_TYPE_U8;
    bins.integers.width = count_groups;
    bins.integers.span = count_groups - 1;
    bins.counts = counts;
    return task;
}

struct placement {
    uint64_t *counts;              /* of the keys' bits as they are: the order of values comes with the scan */
    uint64_t *runs;                /* of 16-bit keys */
    uint64_t *group_counts;        /* and those of their groups */
    tcui_histogram_task histogram; /* of 8-bit keys */
    void *histogram_workspace;
};

/* Reserves; with a base, also says where things are. */
tcu_status place_arrays(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout, void *base,
                        placement *placed)
{
    *placed = {};
    if (fits_block(context, task)) {
        return TCU_SUCCESS;
    }
    if (tcu_type_size(task->key_type) == 2) {
        placed->counts = place<uint64_t>(layout, base, short_values);
        placed->runs = place<uint64_t>(layout, base, short_values);
        placed->group_counts = place<uint64_t>(layout, base, count_groups);
        return TCU_SUCCESS;
    }
    placed->counts = place<uint64_t>(layout, base, count_groups);
    placed->histogram = histogram_of_bytes(task->keys_in, task->segments, placed->counts);
    tcui_layout histogram_layout = {};
    const tcu_status status = tcui_reserve(context, &tcui_histogram_cuda, &placed->histogram, &histogram_layout);
    placed->histogram_workspace = tcui_layout_place(layout, base, histogram_layout.bytes, 1);
    return status;
}

/* The output in chunks. */
template <class Key, int Vectors>
expansion expansion_of(const tcui_radix_sort_task *task, const uint64_t *runs)
{
    constexpr int64_t keys = Vectors * vector_elements<Key>;
    expansion described = {};
    described.runs = runs;
    described.out = task->keys_out;
    described.n = static_cast<int64_t>(task->segments.n);
    described.length = task->segments.length;
    described.phase = static_cast<int64_t>(reinterpret_cast<uintptr_t>(task->keys_out) % 16 / sizeof(Key));
    described.order = tcui_key_order_of(task->key_type, task->descending);
    described.chunks = (described.phase + described.n - 1) / keys + 1;
    return described;
}

/* As many blocks as are resident together, or a multiple of that. */
template <class Key, int Vectors>
tcu_status launch_expansion(tcu_context *context, const tcui_radix_sort_task *task, const placement &placed)
{
    const expansion described = expansion_of<Key, Vectors>(task, placed.runs);
    const int64_t resident = static_cast<int64_t>(tcui_stream_multiprocessors(context)) * TCUI_EXPANSION_BLOCKS;
    const int64_t waves = std::max<int64_t>(1, described.chunks / (resident * TCUI_EXPANSION_CHUNKS));
    return launch_as(
        launch_kind::overlapping, context,
        described.length != nullptr ? expand_counts<Key, Vectors, true> : expand_counts<Key, Vectors, false>,
        static_cast<uint64_t>(std::min(described.chunks, resident * waves)), TCUI_EXPANSION_THREADS, 0, described,
        static_cast<const uint64_t *>(has_group_values<Key> ? placed.group_counts : placed.counts));
}

/* In the largest chunks of which all multiprocessors have some. */
template <class Key>
tcu_status expand(tcu_context *context, const tcui_radix_sort_task *task, const placement &placed)
{
    const uint64_t vectors = divide_up(task->segments.n, vector_elements<Key>);
    const uint64_t resident = static_cast<uint64_t>(tcui_stream_multiprocessors(context)) * TCUI_EXPANSION_BLOCKS;
    if (vectors >= resident * TCUI_EXPANSION_VECTORS) {
        return launch_expansion<Key, TCUI_EXPANSION_VECTORS>(context, task, placed);
    }
    if (vectors >= resident * TCUI_EXPANSION_FEW_VECTORS) {
        return launch_expansion<Key, TCUI_EXPANSION_FEW_VECTORS>(context, task, placed);
    }
    return launch_expansion<Key, TCUI_EXPANSION_LEAST_VECTORS>(context, task, placed);
}

tcu_status sort_bytes(tcu_context *context, const tcui_radix_sort_task *task, const placement &placed)
{
    if (fits_block(context, task)) {
        const auto kernel = task->segments.length == nullptr ? sort_bytes_in_block<TCUI_EXPANSION_VECTORS, false>
                                                             : sort_bytes_in_block<TCUI_EXPANSION_VECTORS, true>;
        return launch_as(launch_kind::overlapping, context, kernel, 1, TCUI_EXPANSION_THREADS,
                         sizeof(block_storage<TCUI_EXPANSION_VECTORS>),
                         array_as_row(task->keys_in, task->segments.n, task->segments.length),
                         expansion_of<u8, TCUI_EXPANSION_VECTORS>(task, nullptr));
    }
    const tcu_status status =
        tcui_execute(context, &tcui_histogram_cuda, &placed.histogram, placed.histogram_workspace);
    return status == TCU_SUCCESS ? expand<u8>(context, task, placed) : status;
}

tcu_status sort_shorts(tcu_context *context, const tcui_radix_sort_task *task, const placement &placed)
{
    constexpr int warps = TCUI_COUNTED_LISTING_WARPS;
    tcu_status status = count_shorts(context, task->keys_in, task->segments, placed.counts);
    if (status == TCU_SUCCESS) {
        status = launch_as(launch_kind::overlapping, context, list_values<warps>, count_groups / warps,
                           warps * TCUI_WARP_LANES, 0, placed.counts,
                           tcui_key_order_of(task->key_type, task->descending), placed.runs, placed.group_counts);
    }
    return status == TCU_SUCCESS ? expand<u16>(context, task, placed) : status;
}

} // namespace

bool tcui_sort_is_counted(const tcu_context *context, const tcui_radix_sort_task *task)
{
    const size_t key_bytes = tcu_type_size(task->key_type);
    const tcui_segments &segments = task->segments;
    return tcui_is_bare(task) && tcui_segments_are_whole(&segments) &&
           (key_bytes == 1 ||
            (key_bytes == 2 && segments.n >= tcui_radix_sort_policy_of(context).counted_least_shorts));
}

tcu_status tcui_sort_counted_reserve(tcu_context *context, const tcui_radix_sort_task *task, tcui_layout *layout)
{
    placement placed;
    return place_arrays(context, task, layout, nullptr, &placed);
}

tcu_status tcui_sort_counted_execute(tcu_context *context, const tcui_radix_sort_task *task, void *workspace)
{
    tcui_layout layout = {};
    placement placed;
    const tcu_status status = place_arrays(context, task, &layout, workspace, &placed);
    if (status != TCU_SUCCESS) {
        return status;
    }
    return tcu_type_size(task->key_type) == 1 ? sort_bytes(context, task, placed) : sort_shorts(context, task, placed);
}
