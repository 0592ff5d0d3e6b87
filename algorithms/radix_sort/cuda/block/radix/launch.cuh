/* SPDX-License-Identifier: Apache-2.0 */
/* Launches the kernels that sort segments by digits in shared memory. */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_LAUNCH_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_LAUNCH_CUH

#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

/* Of sizes from this one on the first that holds the segments. */
template <class Kind, int Size>
tcu_status launch_from_size(tcu_context *context, const tcui_block_radix &sort, const tcui_sort_source &source,
                            uint64_t most_items)
{
    using shape = radix_shape<Kind, Size>;
    if constexpr (Size + 1 < block_radix_sizes) {
        if (most_items > shape::items) {
            return launch_from_size<Kind, Size + 1>(context, sort, source, most_items);
        }
    }
    /* A block a segment; for a list, which may be short, no more than fill the device a few times. */
    const uint64_t full = static_cast<uint64_t>(tcui_stream_multiprocessors(context)) * TCUI_BLOCK_RADIX_LIST_BLOCKS;
    const uint64_t blocks = min(source.most, source.list != nullptr ? full : most_grid_blocks);
    const auto kernel = is_counted(source) ? sort_radix_segments<shape, true> : sort_radix_segments<shape, false>;
    return launch_as(launch_kind::overlapping, context, kernel, blocks, shape::threads, sizeof(radix_shared<shape>),
                     sort, source);
}

template <class Kind>
tcu_status launch_block_radix(tcu_context *context, const tcui_block_radix &sort, const tcui_sort_source &source,
                              uint64_t most_items)
{
    return source.most == 0 ? TCU_SUCCESS : launch_from_size<Kind, 0>(context, sort, source, most_items);
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_LAUNCH_CUH */
