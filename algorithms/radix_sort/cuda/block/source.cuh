/* SPDX-License-Identifier: Apache-2.0 */
/* Which segments a kernel sorts: all of a task's, or those of a list (task.h). */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_SOURCE_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_SOURCE_CUH

#include "primitives/pipeline/length.cuh"
#include "primitives/pipeline/segment_begin.cuh"
#include "primitives/tile/instructions.cuh"
#include "task.h"

namespace tcu
{

/* A segment that is short enough; without items if there is none. */
struct short_segment {
    uint64_t begin;
    int items;
};

__device__ __forceinline__ uint64_t entry_of(const short_segment &segment)
{
    return segment.begin << TCUI_SORT_LENGTH_BITS | static_cast<unsigned>(segment.items);
}

__device__ __forceinline__ short_segment segment_of_entry(uint64_t entry)
{
    return {entry >> TCUI_SORT_LENGTH_BITS, static_cast<int>(entry & ((1u << TCUI_SORT_LENGTH_BITS) - 1))};
}

__device__ __forceinline__ uint64_t segments_of(const tcui_sort_source &source)
{
    return source.list == nullptr ? min(source.most, segment_count(source.segments)) : *source.list_length;
}

/* Elements that segments may have, for find_segment(): a kernel reads a length once. Segments behind them are empty. */
__device__ __forceinline__ uint64_t elements_of(const tcui_sort_source &source)
{
    return length_now(source.segments.n, source.segments.length);
}

/* Number k of the first `elements`, if it has up to `most_items`. (Offsets may decrease.) */
__device__ __forceinline__ short_segment find_segment(const tcui_sort_source &source, uint64_t elements, uint64_t k,
                                                      int most_items)
{
    if (source.list != nullptr) {
        return segment_of_entry(source.list[k]);
    }
    const uint64_t begin = segment_begin(source.segments, k),
                   end = min(segment_begin(source.segments, k + 1), elements);
    if (end <= begin || end - begin > static_cast<uint64_t>(most_items)) {
        return {begin, 0};
    }
    return {begin, static_cast<int>(end - begin)};
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_SOURCE_CUH */
