/* SPDX-License-Identifier: Apache-2.0 */
/* Which segments a kernel sorts: all of a task's, or those of a list (task.h). */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_SOURCE_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_SOURCE_CUH

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
    return source.list == nullptr ? source.most : *source.list_length;
}

/* Number k, if it has up to `most_items`. (Offsets may decrease.) */
__device__ __forceinline__ short_segment find_segment(const tcui_sort_source &source, uint64_t k, int most_items)
{
    if (source.list != nullptr) {
        return segment_of_entry(source.list[k]);
    }
    const uint64_t begin = segment_begin(source.segments, k), end = segment_begin(source.segments, k + 1);
    if (end <= begin || end - begin > static_cast<uint64_t>(most_items)) {
        return {begin, 0};
    }
    return {begin, static_cast<int>(end - begin)};
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_SOURCE_CUH */
