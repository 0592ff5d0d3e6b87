/* SPDX-License-Identifier: Apache-2.0 */
/* Launch of the one-pass compaction for the selections of one translation unit. */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_LAUNCH_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_LAUNCH_CUH

#include <algorithm>

#include "algorithms/compact/cuda/paths.h"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

template <int Bytes, tcui_selection Selection, compact_output Output>
tcu_status launch_compact_one_pass(tcu_context *context, const tcui_compact_task *task, void *workspace)
{
    using block = compact_block<Bytes, Selection, Output, false>;
    using layout = typename block::layout;
    const tcu_column &items = task->columns[0];
    const int64_t positions = static_cast<int64_t>(task->n + reinterpret_cast<uintptr_t>(items.in) % 16 / Bytes);
    compact_one_pass_task<Bytes> work = {};
    work.in = static_cast<const unsigned char *>(items.in);
    work.out = static_cast<unsigned char *>(layout::has_items ? items.out : task->indices);
    work.run_lengths = task->run_lengths;
    work.flags = static_cast<const unsigned char *>(task->flags);
    if constexpr (Selection == TCUI_SELECT_PREDICATE) {
        work.predicate = key_predicate<Bytes>(task);
    }
    work.count = task->count;
    tcui_layout places = {};
    work.slots = tcui_compact_one_pass_place_slots(context, &places, workspace);
    work.n = static_cast<int64_t>(task->n);
    work.length = task->length;
    work.tiles = block::tiles_of(positions);
    /* (One block needs no slots: for small arrays on streams without clusters, which have no workspace.) */
    const int most_blocks = work.slots != nullptr ? look_back_blocks(tcui_stream_multiprocessors(context)) : 1;
    const uint64_t blocks = std::min<uint64_t>(static_cast<uint64_t>(work.tiles), most_blocks);
    /* Tasks without a length have kernels of their own, which have no use for one. */
    const auto kernel = task->length == nullptr ? compact_one_pass_kernel<Bytes, Selection, Output, false>
                                                : compact_one_pass_kernel<Bytes, Selection, Output, true>;
    return launch_as(blocks > 1 ? launch_kind::cooperative : launch_kind::overlapping, context, kernel, blocks,
                     layout::threads, layout::shared_bytes, work);
}

/* For items of any size; a predicate's have 8 bytes at most. */
template <tcui_selection Selection, compact_output Output>
tcu_status compact_one_pass_execute(tcu_context *context, const tcui_compact_task *task, void *workspace)
{
    switch (task->columns[0].item_bytes) {
    case 1:
        return launch_compact_one_pass<1, Selection, Output>(context, task, workspace);
    case 2:
        return launch_compact_one_pass<2, Selection, Output>(context, task, workspace);
    case 4:
        return launch_compact_one_pass<4, Selection, Output>(context, task, workspace);
    case 8:
        return launch_compact_one_pass<8, Selection, Output>(context, task, workspace);
    default:
        if constexpr (Selection != TCUI_SELECT_PREDICATE) {
            return launch_compact_one_pass<16, Selection, Output>(context, task, workspace);
        } else {
            return tcui_fail_unreachable(context, "a predicate of items of 16 bytes");
        }
    }
}

/* The positions of flagged items. */
template <tcui_selection Selection>
tcu_status compact_positions_execute(tcu_context *context, const tcui_compact_task *task, void *workspace)
{
    return task->index_type == TCU_TYPE_U32
               ? launch_compact_one_pass<1, Selection, compact_output::positions_u32>(context, task, workspace)
               : launch_compact_one_pass<1, Selection, compact_output::positions_u64>(context, task, workspace);
}

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_LAUNCH_CUH */
