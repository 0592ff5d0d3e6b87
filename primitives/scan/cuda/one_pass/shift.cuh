/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results of a warp that belong some bytes behind the vectors they were formed from: each lane joins the end of the
 * results of the lane before it and the beginning of its own, so that it still writes whole vectors, at its own place.
 * Element by element, u8 ran at 64% of a copy.
 */
#ifndef TCUI_SCAN_CUDA_ONE_PASS_SHIFT_CUH
#define TCUI_SCAN_CUDA_ONE_PASS_SHIFT_CUH

#include "primitives/tile/row_tile.cuh"

namespace tcu
{

class vector_shift
{
  public:
    /* 0 <= bytes < 16, the same in all lanes. */
    __device__ __forceinline__ explicit vector_shift(int bytes) : words(bytes / 4), bits(bytes % 4 * 8), last() {}

    /* The vector in the lane's place of the next group, `own` being its results. */
    __device__ __forceinline__ uint4 next(const uint32_t (&own)[4])
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        uint32_t before[4];
#pragma unroll
        for (int w = 0; w < 4; ++w) {
            const uint32_t rotated = __shfl_sync(all_lanes, own[w], (lane + TCUI_WARP_LANES - 1) % TCUI_WARP_LANES);
            before[w] = lane > 0 ? rotated : last[w];
            last[w] = rotated;
        }
        return joined(before, own);
    }

    /* The vector behind the last group, in lane 0; its bytes behind the results are undefined. */
    __device__ __forceinline__ uint4 end() const
    {
        return joined(last, last);
    }

  private:
    __device__ __forceinline__ uint4 joined(const uint32_t (&before)[4], const uint32_t (&own)[4]) const
    {
        const uint32_t all[8] = {before[0], before[1], before[2], before[3], own[0], own[1], own[2], own[3]};
        uint32_t by_two[6], by_one[5];
#pragma unroll
        for (int i = 0; i < 6; ++i)
            by_two[i] = words & 2 ? all[i] : all[i + 2];
#pragma unroll
        for (int i = 0; i < 5; ++i)
            by_one[i] = words & 1 ? by_two[i] : by_two[i + 1];
        return make_uint4(__funnelshift_l(by_one[0], by_one[1], bits), __funnelshift_l(by_one[1], by_one[2], bits),
                          __funnelshift_l(by_one[2], by_one[3], bits), __funnelshift_l(by_one[3], by_one[4], bits));
    }

    const int words, bits;
    uint32_t last[4]; /* in lane 0: the last lane's results of the group before */
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_ONE_PASS_SHIFT_CUH */
