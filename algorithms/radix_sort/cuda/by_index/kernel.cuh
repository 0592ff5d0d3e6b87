/* SPDX-License-Identifier: Apache-2.0 */
/* Values of 16 bytes to their places, from where the keys came. */
#ifndef TCUI_RADIX_SORT_CUDA_BY_INDEX_KERNEL_CUH
#define TCUI_RADIX_SORT_CUDA_BY_INDEX_KERNEL_CUH

#include <cstdint>

#include "tuning.h"

namespace tcu
{

/* to[i] = from[indices[i]], or from[i] if indices is NULL. A thread has several values in flight. */
template <class Index>
__global__ void __launch_bounds__(TCUI_SORT_GATHER_THREADS)
    gather_values(const uint4 *from, uint4 *to, const Index *indices, uint64_t n)
{
    constexpr int threads = TCUI_SORT_GATHER_THREADS, values = TCUI_SORT_GATHER_VALUES;
    const uint64_t first = static_cast<uint64_t>(blockIdx.x) * (threads * values) + threadIdx.x;
    uint64_t index[values];
    uint4 value[values];
#pragma unroll
    for (int k = 0; k < values; k++) {
        index[k] = first + k * threads >= n ? 0
                   : indices == nullptr     ? first + k * threads
                                            : __ldcs(indices + first + k * threads);
    }
#pragma unroll
    for (int k = 0; k < values; k++) {
        value[k] = __ldg(from + index[k]);
    }
#pragma unroll
    for (int k = 0; k < values; k++) {
        if (first + k * threads < n) {
            __stcs(to + first + k * threads, value[k]);
        }
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BY_INDEX_KERNEL_CUH */
