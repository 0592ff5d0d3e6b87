/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Same-address shared-memory atomics serialise, so a warp in which many lanes have equal digits ranks them by masks of
 * these lanes instead: MATCH.ANY, two to three times slower than atomics without conflicts. Its order is documented,
 * that of atomics is not, so TCU_RANKING_DOCUMENTED always takes this branch.
 */
#ifndef TCUI_RADIX_SORT_CUDA_RANKING_RANK_CUH
#define TCUI_RADIX_SORT_CUDA_RANKING_RANK_CUH

#include "digit.cuh"
#include "rows.cuh"
#include "tuning.h"

namespace tcu
{

/* How many lanes have the same digit in this row as this one. */
__device__ __forceinline__ int lanes_with_equal(uint32_t digit)
{
    return __popc(__match_any_sync(all_lanes, digit));
}

/* Whether in a warp's rows many lanes have equal digits. Judged by its first row and its ninth, or the last; each missing
 * item is unlike all others. */
template <class Item, int Items>
__device__ __forceinline__ bool are_crowded(const Item (&item)[Items], const radix_rows &rows, sort_digit digit)
{
    constexpr int other = Items > 8 ? 8 : Items - 1;
    const uint32_t none = 1u << 31 | threadIdx.x;
    const int lanes = max(lanes_with_equal(rows.has(0) ? digit.in(item[0]) : none),
                          lanes_with_equal(rows.has(other) ? digit.in(item[other]) : none));
    return __reduce_max_sync(all_lanes, static_cast<unsigned>(lanes)) >= TCUI_SORT_CROWD;
}

/* All lanes of a row; `counter` is the same where digits are. */
__device__ __forceinline__ uint32_t rank_by_mask(uint32_t counter, bool is_there)
{
    const uint32_t equal = __match_any_sync(all_lanes, is_there ? counter : 0xffffffffu);
    const uint32_t place = load_shared(counter) + __popc(equal & lanes_before());
    __syncwarp();
    if (is_there && equal >> (threadIdx.x % TCUI_WARP_LANES) == 1) { /* the last lane with this digit */
        store_shared(counter, place + 1);
    }
    __syncwarp();
    return place;
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_RANKING_RANK_CUH */
