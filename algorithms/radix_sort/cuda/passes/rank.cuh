/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Additions of lanes with equal digits are served one by one. Where a warp has many of those it ranks by masks of the
 * lanes with equal digits instead: MATCH.ANY, two to three times slower than additions without conflicts, and in order
 * by what is documented. So TCU_RANKING_DOCUMENTED is this branch alone.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_RANK_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_RANK_CUH

#include "primitives/tile/row_tile.cuh"
#include "tuning.h"

namespace tcu
{

/* Of a row: how many lanes have the same digit as this one. */
__device__ __forceinline__ int lanes_with_equal(uint32_t digit)
{
    return __popc(__match_any_sync(all_lanes, digit));
}

/* Whether some lane is one of many, in either of two rows. */
__device__ __forceinline__ bool are_crowded(int lanes, int others)
{
    return __reduce_max_sync(all_lanes, static_cast<unsigned>(max(lanes, others))) >= TCUI_SORT_CROWD;
}

/* All lanes of a row; `counter` is the same where digits are. */
__device__ __forceinline__ uint32_t rank_by_mask(uint32_t counter, bool is_there)
{
    const uint32_t equal = __match_any_sync(all_lanes, is_there ? counter : 0xffffffffu);
    const uint32_t place = load_shared(counter) + __popc(equal & lanes_before());
    __syncwarp();
    if (is_there && equal >> (threadIdx.x % TCUI_WARP_LANES) == 1) /* the last of them */
        store_shared(counter, place + 1);
    __syncwarp();
    return place;
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_RANK_CUH */
