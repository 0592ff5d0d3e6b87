/* SPDX-License-Identifier: Apache-2.0 */
/* Launches the kernels that sort segments by digits in shared memory. */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_LAUNCH_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_LAUNCH_CUH

#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

/* A block a segment; for a list, which may be short, no more than fill the device a few times. */
template <class Shape>
tcu_status launch_block_radix(tcu_context *context, const tcui_block_radix &sort, const tcui_sort_source &source)
{
    if (source.most == 0) {
        return TCU_SUCCESS;
    }
    const uint64_t full = static_cast<uint64_t>(context->properties.multiprocessors) * TCUI_BLOCK_RADIX_LIST_BLOCKS;
    const uint64_t blocks = min(source.most, source.list != nullptr ? full : most_grid_blocks);
    return launch_as(launch_kind::overlapping, context, sort_radix_segments<Shape>, blocks, Shape::threads,
                     sizeof(radix_shared<Shape>), sort, source);
}

/* Key: the register that holds a key. */
template <class Key, bool IsTagged, int Items, int Threads, int Blocks>
using radix_shape_of = radix_shape<Key, IsTagged, Threads, Items / Threads, Blocks>;

/* By the smallest shape that holds `most_items`. The numbers are blocks a multiprocessor. */
template <class Key, bool IsTagged, int Items, int Least, int Small, int Middle, int Large, int Most>
tcu_status launch_block_radix_by_size(tcu_context *context, const tcui_block_radix &sort,
                                      const tcui_sort_source &source, uint64_t most_items)
{
    if (most_items <= TCUI_BLOCK_RADIX_LEAST) {
        return launch_block_radix<
            radix_shape_of<Key, IsTagged, TCUI_BLOCK_RADIX_LEAST, TCUI_BLOCK_RADIX_LEAST_THREADS, Least>>(context, sort,
                                                                                                          source);
    }
    if (most_items <= TCUI_BLOCK_RADIX_SMALL) {
        return launch_block_radix<
            radix_shape_of<Key, IsTagged, TCUI_BLOCK_RADIX_SMALL, TCUI_BLOCK_RADIX_SMALL_THREADS, Small>>(context, sort,
                                                                                                          source);
    }
    if (most_items <= TCUI_BLOCK_RADIX_MIDDLE) {
        return launch_block_radix<
            radix_shape_of<Key, IsTagged, TCUI_BLOCK_RADIX_MIDDLE, TCUI_BLOCK_RADIX_MIDDLE_THREADS, Middle>>(
            context, sort, source);
    }
    if (most_items <= TCUI_BLOCK_RADIX_LARGE) {
        return launch_block_radix<
            radix_shape_of<Key, IsTagged, TCUI_BLOCK_RADIX_LARGE, TCUI_BLOCK_RADIX_LARGE_THREADS, Large>>(context, sort,
                                                                                                          source);
    }
    return launch_block_radix<radix_shape_of<Key, IsTagged, Items, TCUI_BLOCK_RADIX_MOST_THREADS, Most>>(context, sort,
                                                                                                         source);
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_LAUNCH_CUH */
