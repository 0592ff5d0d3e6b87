/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results of a warp that belong some bytes behind the vectors they were formed from: each lane joins the end of the
 * results of the lane before it and the beginning of its own, so that it still writes whole vectors, at its own place.
 */
#ifndef TCUI_SCAN_CUDA_ONE_PASS_SHIFT_CUH
#define TCUI_SCAN_CUDA_ONE_PASS_SHIFT_CUH

#include "primitives/tile/lanes.h"
#include "primitives/tile/vector_join.cuh"

namespace tcu
{

class vector_shift
{
  public:
    /* 0 <= bytes < 16, the same in all lanes. */
    __device__ __forceinline__ explicit vector_shift(int bytes) : bytes(bytes), last() {}

    /* The vector in the lane's place of the next group, `own` being its results. */
    __device__ __forceinline__ uint4 next(const uint32_t (&own)[4])
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        uint32_t before[4];
#pragma unroll
        for (int w = 0; w < 4; w++) {
            const uint32_t rotated = __shfl_sync(all_lanes, own[w], (lane + TCUI_WARP_LANES - 1) % TCUI_WARP_LANES);
            before[w] = lane > 0 ? rotated : last[w];
            last[w] = rotated;
        }
        return join_vectors(before, own, bytes);
    }

    /* The vector behind the last group, in lane 0; its bytes behind the results are undefined. */
    __device__ __forceinline__ uint4 end() const { return join_vectors(last, last, bytes); }

  private:
    const int bytes;
    uint32_t last[4]; /* in lane 0: the last lane's results of the group before */
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_ONE_PASS_SHIFT_CUH */
