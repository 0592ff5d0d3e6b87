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

/* Whether kernels find out how many segments there are, or elements: these are kernels of their own (Counted), so that
 * others have nothing to do before they load keys. Lists have no segments that are not there. */
inline bool is_counted(const tcui_sort_source &source)
{
    return source.list == nullptr && tcui_segments_count_of(&source.segments) != nullptr;
}

template <bool Counted>
__device__ __forceinline__ uint64_t segments_of(const tcui_sort_source &source)
{
    if constexpr (Counted) {
        return min(source.most, segment_count(source.segments));
    }
    return source.list == nullptr ? source.most : *source.list_length;
}

/* Elements that segments may have, for find_segment(): a kernel reads a length once. Segments behind them are empty. */
template <bool Counted>
__device__ __forceinline__ uint64_t elements_of(const tcui_sort_source &source)
{
    return Counted ? length_now(source.segments.n, source.segments.length) : source.segments.n;
}

/* Number k, if it has up to `most_items`. (Offsets may decrease.) Counted: of the first `elements`. */
template <bool Counted>
__device__ __forceinline__ short_segment find_segment(const tcui_sort_source &source, uint64_t elements, uint64_t k,
                                                      int most_items)
{
    if (!Counted && source.list != nullptr) {
        return segment_of_entry(source.list[k]);
    }
    const uint64_t begin = segment_begin(source.segments, k), known_end = segment_begin(source.segments, k + 1);
    const uint64_t end = Counted ? min(known_end, elements) : known_end;
    if (end <= begin || end - begin > static_cast<uint64_t>(most_items)) {
        return {begin, 0};
    }
    return {begin, static_cast<int>(end - begin)};
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_SOURCE_CUH */
