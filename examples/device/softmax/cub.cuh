/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives of softmax.cuh by cub::BlockReduce, whose results one thread has and hands to the others. */
#ifndef TCU_EXAMPLES_DEVICE_SOFTMAX_CUB_CUH
#define TCU_EXAMPLES_DEVICE_SOFTMAX_CUB_CUH

#include <cub/block/block_reduce.cuh>

#include "softmax.cuh"

namespace example
{

template <int Threads>
struct cub_collectives {
    using reduce = cub::BlockReduce<float, Threads>;
    typename reduce::TempStorage of_maximum, of_sum;
    float greatest, total;

    __device__ __forceinline__ float maximum(float (&items)[softmax_items])
    {
        return in_every_thread(greatest, reduce(of_maximum).Reduce(items, tcu::device::plain::maximum{}));
    }
    __device__ __forceinline__ float sum(float (&items)[softmax_items])
    {
        return in_every_thread(total, reduce(of_sum).Sum(items));
    }

  private:
    __device__ __forceinline__ static float in_every_thread(float &shared, float value_of_first)
    {
        if (threadIdx.x == 0) {
            shared = value_of_first;
        }
        __syncthreads();
        return shared;
    }
};

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_SOFTMAX_CUB_CUH */
