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

/* What the shapes of a kind of items have in common: the register that holds a key, and whether a tag is beside it. */
template <class Key, bool IsTagged>
struct radix_kind {
    template <int Items, int Threads, int Blocks>
    using shape = radix_shape<Key, IsTagged, Threads, Items / Threads, Blocks>;
};

/* The most items, and how many blocks of each size a multiprocessor has. */
struct radix_bare : radix_kind<uint32_t, false> {
    static constexpr int items = TCUI_BLOCK_RADIX_ITEMS;
    static constexpr int least = TCUI_BLOCK_RADIX_BARE_LEAST_BLOCKS, small = TCUI_BLOCK_RADIX_BARE_SMALL_BLOCKS;
    static constexpr int middle = TCUI_BLOCK_RADIX_BARE_MIDDLE_BLOCKS, large = TCUI_BLOCK_RADIX_BARE_LARGE_BLOCKS;
    static constexpr int most = TCUI_BLOCK_RADIX_BARE_MOST_BLOCKS;
};

struct radix_tagged : radix_kind<uint32_t, true> {
    static constexpr int items = TCUI_BLOCK_RADIX_ITEMS;
    static constexpr int least = TCUI_BLOCK_RADIX_TAGGED_LEAST_BLOCKS, small = TCUI_BLOCK_RADIX_TAGGED_SMALL_BLOCKS;
    static constexpr int middle = TCUI_BLOCK_RADIX_TAGGED_MIDDLE_BLOCKS, large = TCUI_BLOCK_RADIX_TAGGED_LARGE_BLOCKS;
    static constexpr int most = TCUI_BLOCK_RADIX_TAGGED_MOST_BLOCKS;
};

struct radix_tagged_wide : radix_kind<uint64_t, true> {
    static constexpr int items = TCUI_BLOCK_RADIX_WIDE_ITEMS;
    static constexpr int least = TCUI_BLOCK_RADIX_WIDE_LEAST_BLOCKS, small = TCUI_BLOCK_RADIX_WIDE_SMALL_BLOCKS;
    static constexpr int middle = TCUI_BLOCK_RADIX_WIDE_MIDDLE_BLOCKS, large = TCUI_BLOCK_RADIX_WIDE_LARGE_BLOCKS;
    static constexpr int most = TCUI_BLOCK_RADIX_WIDE_MOST_BLOCKS;
};

template <class Kind>
tcu_status launch_block_radix_by_size(tcu_context *context, const tcui_block_radix &sort,
                                      const tcui_sort_source &source, uint64_t most_items)
{
    if (most_items <= TCUI_BLOCK_RADIX_LEAST) {
        using shape =
            typename Kind::template shape<TCUI_BLOCK_RADIX_LEAST, TCUI_BLOCK_RADIX_LEAST_THREADS, Kind::least>;
        return launch_block_radix<shape>(context, sort, source);
    }
    if (most_items <= TCUI_BLOCK_RADIX_SMALL) {
        using shape =
            typename Kind::template shape<TCUI_BLOCK_RADIX_SMALL, TCUI_BLOCK_RADIX_SMALL_THREADS, Kind::small>;
        return launch_block_radix<shape>(context, sort, source);
    }
    if (most_items <= TCUI_BLOCK_RADIX_MIDDLE) {
        using shape =
            typename Kind::template shape<TCUI_BLOCK_RADIX_MIDDLE, TCUI_BLOCK_RADIX_MIDDLE_THREADS, Kind::middle>;
        return launch_block_radix<shape>(context, sort, source);
    }
    if (most_items <= TCUI_BLOCK_RADIX_LARGE) {
        using shape =
            typename Kind::template shape<TCUI_BLOCK_RADIX_LARGE, TCUI_BLOCK_RADIX_LARGE_THREADS, Kind::large>;
        return launch_block_radix<shape>(context, sort, source);
    }
    using shape = typename Kind::template shape<Kind::items, TCUI_BLOCK_RADIX_MOST_THREADS, Kind::most>;
    return launch_block_radix<shape>(context, sort, source);
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_RADIX_LAUNCH_CUH */
