/* SPDX-License-Identifier: Apache-2.0 */
/* Which items of a segment, or of a tile, a thread of a block has. */
#ifndef TCUI_RADIX_SORT_CUDA_RANKING_ROWS_CUH
#define TCUI_RADIX_SORT_CUDA_RANKING_ROWS_CUH

#include "primitives/tile/lanes.h"

namespace tcu
{

/* Items first, first + 32, ... of a segment or tile: rows of a warp's part of it. All warps have as many rows. */
struct radix_rows {
    uint32_t first;
    int left;  /* from `first` to the end of the warp's part */
    int whole; /* items of the warp's part */
    int count; /* of rows */

    /* Of so many items. Opaque, so that nothing that follows from it is kept in registers from before. */
    template <class Shape>
    static __device__ __forceinline__ radix_rows of(uint32_t all_items)
    {
        const int items = static_cast<int>(opaque(all_items));
        const int rows = (items + Shape::threads - 1) / Shape::threads;
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        const int begin = threadIdx.x / TCUI_WARP_LANES * TCUI_WARP_LANES * rows;
        const int whole = min(items - begin, TCUI_WARP_LANES * rows);
        return {static_cast<uint32_t>(begin + lane), whole - lane, whole, rows};
    }

    /* Of as many as the shape has room for: the compiler knows that all are there. */
    template <class Shape>
    static __device__ __forceinline__ radix_rows all()
    {
        constexpr int rows = Shape::items / Shape::threads, whole = TCUI_WARP_LANES * rows;
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        return {threadIdx.x / TCUI_WARP_LANES * whole + lane, whole - lane, whole, rows};
    }

    __device__ __forceinline__ uint32_t at(int k) const { return first + TCUI_WARP_LANES * k; }
    __device__ __forceinline__ bool has(int k) const { return TCUI_WARP_LANES * k < left; }

    /* Whether the warp has the item behind row k of this lane. */
    __device__ __forceinline__ bool has_next(int k) const { return TCUI_WARP_LANES * k + 1 < left; }

    /* Whether all lanes have rows 0 ... k - 1. */
    __device__ __forceinline__ bool has_all(int k) const { return TCUI_WARP_LANES * k <= whole; }

    /*
     * Calls function(k, has) for some rows after the other, of `batch` rows k each time: has(j) is whether the thread
     * has row k + j. For most warps it has, and that is decided once.
     */
    template <int Most, int Batch, class Function>
    __device__ __forceinline__ void in_batches(Function function) const
    {
#pragma unroll
        for (int k = 0; k < Most; k += Batch) {
            if (k + Batch <= Most && has_all(k + Batch)) {
                function(k, [](int) { return true; });
            } else {
                if (k >= count) {
                    break;
                }
                function(k, [&](int j) { return k + j < Most && has(k + j); });
            }
        }
    }
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_RANKING_ROWS_CUH */
