/* SPDX-License-Identifier: Apache-2.0 */
/* The levels of reproducible sums on the host's side: how many there are, and where their sums lie in the workspace. */
#ifndef TCUI_REDUCE_CUDA_SUMS_REPRODUCIBLE_LEVELS_CUH
#define TCUI_REDUCE_CUDA_SUMS_REPRODUCIBLE_LEVELS_CUH

#include <algorithm>

#include "primitives/context/workspace.h"
#include "primitives/reduce/cuda/kernels/reproducible_offsets.cuh"

namespace tcu
{

/* A level has a sum for 4096 elements of the one before, by offsets one slot for 2048; arrays have fewer than 2^63
 * elements. */
constexpr int most_levels = 6;

inline uint64_t blocks_of(uint64_t warps)
{
    return divide_up(warps, reproducible_warps);
}

/* Elements of the array, and of segments of one size those of one. */
inline uint64_t longest(const tcui_segments &segments)
{
    return segments.size > 0 ? std::min(segments.size, segments.n) : segments.n;
}

/* The sums of each level that are elements of a next one; returns the number of these levels. */
template <class Acc>
int place_sums(tcui_layout *layout, const tcui_segments &segments, void *base, Acc *(&sums)[most_levels])
{
    int levels = 0;
    for (uint64_t count = longest(segments); count > TCUI_REPRODUCIBLE_CHUNK; levels++) {
        if (segments.size > 0) {
            count = tcui_reproducible_chunks(count);
            sums[levels] = place<Acc>(layout, base, segments.count * count);
        } else {
            count = tcui_reproducible_slots(count);
            sums[levels] = place<Acc>(layout, base, count);
        }
    }
    return levels;
}

/* The same of segments by offsets, and where these are searched. */
template <class Acc>
slot_search place_search(tcui_layout *layout, const tcui_segments &segments, void *base, uint64_t **first_segment,
                         Acc *(&sums)[most_levels], int *levels)
{
    const uint64_t tiles = tcui_reproducible_slots(segments.n);
    *levels = place_sums(layout, segments, base, sums);
    *first_segment = *levels > 0 ? place<uint64_t>(layout, base, partition_entries(tiles)) : nullptr;
    return {segments, *first_segment, tiles};
}

inline tcu_status launch_search(tcu_context *context, const slot_search &search, uint64_t *first_segment)
{
    return launch_partition<1>(context, first_segment, search.segments, 0, search.tiles, TCUI_REPRODUCIBLE_CHUNK / 2,
                               0);
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_SUMS_REPRODUCIBLE_LEVELS_CUH */
