/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Marks the items that are kept and counts them by granules; a warp a granule. Comparisons of a size share a kernel,
 * all twelve types have four (marks/range.cuh).
 *
 * Granules behind the items that there are have no marks, so the kernels after this one need not know how many there are
 * but where items that are not kept count, too.
 *
 * Granules are marked from the last to the first, and then stored from the first to the last: so the items that were
 * compared last, which L2 still holds, are the first that are loaded again.
 */
#include "algorithms/compact/cuda/paths.h"

#include "algorithms/compact/cuda/marks/granule.cuh"
#include "algorithms/compact/cuda/tuning.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"

namespace
{

using namespace tcu;

constexpr int mark_threads = TCUI_COMPACT_MARK_THREADS;
constexpr int mark_warps = mark_threads / TCUI_WARP_LANES;

template <class Mark>
__device__ __forceinline__ void mark_granule(const tcui_compact_marks &marks, Mark mark)
{
    const int64_t block = static_cast<int64_t>(gridDim.x) - 1 - blockIdx.x;
    const int64_t granule = block * mark_warps + threadIdx.x / TCUI_WARP_LANES;
    if (granule >= static_cast<int64_t>(marks.granules)) {
        return;
    }
    uint32_t own[granule_lane_words] = {};
    mark(granule, own);
    const unsigned count = count_of(own);
    if (threadIdx.x % TCUI_WARP_LANES != 0) {
        return;
    }
    marks.kept_before[granule] = count;
    if (granule == 0) {
        marks.kept_before[marks.granules] = 0;
    }
    if (marks.turn != nullptr) {
        marks.is_read[granule] = 0;
        if (granule == 0) {
            *marks.turn = 0;
        }
    }
}

/* Counted: how many items there are is in memory. (Else n takes no register.) */
template <int Bytes, mark_rule Rule, bool Counted>
__global__ void __launch_bounds__(mark_threads)
    mark_items(mark_source<Bytes> source, const key_predicate<Bytes> predicate, const tcui_compact_marks marks)
{
    if constexpr (Rule == mark_rule::in_range) {
        source.range = predicate.range_now();
    }
    if constexpr (Counted) {
        source.n = static_cast<int64_t>(length_now(marks.n, marks.length));
    }
    mark_granule(marks, [&](int64_t granule, uint32_t(&own)[granule_lane_words]) {
        using marker = std::conditional_t<(Bytes < 4), vector_marker<Bytes>, item_marker<Bytes>>;
        marker::template run<Rule>(source, marks.bits, granule, own);
    });
}

template <bool Counted>
__global__ void __launch_bounds__(mark_threads) mark_bits(mark_source<1> source, const tcui_compact_marks marks)
{
    if constexpr (Counted) {
        source.n = static_cast<int64_t>(length_now(marks.n, marks.length));
    }
    mark_granule(marks, [&](int64_t granule, uint32_t(&own)[granule_lane_words]) {
        bits_marker::run(source, marks.bits, granule, own);
    });
}

uint64_t mark_blocks(const tcui_compact_marks *marks)
{
    return (marks->granules + mark_warps - 1) / mark_warps;
}

template <int Bytes>
mark_source<Bytes> source_of(const void *items, const tcui_compact_marks *marks)
{
    mark_source<Bytes> source = {};
    source.items = items;
    source.n = static_cast<int64_t>(marks->n);
    source.phase = marks->phase;
    return source;
}

template <int Bytes, mark_rule Rule>
tcu_status launch_mark(tcu_context *context, const tcui_compact_task *task, const tcui_compact_marks *marks,
                       const void *items)
{
    key_predicate<Bytes> predicate = {};
    if constexpr (Rule == mark_rule::in_range) {
        predicate = key_predicate<Bytes>(task);
    }
    const auto kernel = marks->length == nullptr ? mark_items<Bytes, Rule, false> : mark_items<Bytes, Rule, true>;
    return launch(context, kernel, mark_blocks(marks), mark_threads, 0, source_of<Bytes>(items, marks), predicate,
                  *marks);
}

} // namespace

tcu_status tcui_compact_mark(tcu_context *context, const tcui_compact_task *task, const tcui_compact_marks *marks)
{
    const void *items = task->columns[0].in;
    switch (task->selection) {
    case TCUI_SELECT_BYTES:
        return launch_mark<1, mark_rule::set>(context, task, marks, task->flags);
    case TCUI_SELECT_BITS:
        return launch(context, marks->length == nullptr ? mark_bits<false> : mark_bits<true>, mark_blocks(marks),
                      mark_threads, 0, source_of<1>(task->flags, marks), *marks);
    case TCUI_SELECT_PREDICATE:
        switch (tcu_type_size(task->type)) {
        case 1:
            return launch_mark<1, mark_rule::in_range>(context, task, marks, items);
        case 2:
            return launch_mark<2, mark_rule::in_range>(context, task, marks, items);
        case 4:
            return launch_mark<4, mark_rule::in_range>(context, task, marks, items);
        default:
            return launch_mark<8, mark_rule::in_range>(context, task, marks, items);
        }
    default:
        switch (task->columns[0].item_bytes) {
        case 1:
            return launch_mark<1, mark_rule::head>(context, task, marks, items);
        case 2:
            return launch_mark<2, mark_rule::head>(context, task, marks, items);
        case 4:
            return launch_mark<4, mark_rule::head>(context, task, marks, items);
        case 8:
            return launch_mark<8, mark_rule::head>(context, task, marks, items);
        default:
            return launch_mark<16, mark_rule::head>(context, task, marks, items);
        }
    }
}
