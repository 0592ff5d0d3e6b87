/* SPDX-License-Identifier: Apache-2.0 */
/* Values of 16 bytes to their places, from where the keys came. */
#ifndef TCUI_RADIX_SORT_CUDA_BY_INDEX_KERNEL_CUH
#define TCUI_RADIX_SORT_CUDA_BY_INDEX_KERNEL_CUH

#include <cstdint>

#include "algorithms/radix_sort/cuda/paths.h"
#include "primitives/pipeline/length.cuh"
#include "tuning.h"

namespace tcu
{

template <class Index>
struct sort_gather {
    tcui_sort_moving values; /* paths.h; has_moved may be NULL: they have not */
    uint4 *to;
    const Index *indices; /* NULL: values that have not moved are copied */
    uint64_t n;
    const uint64_t *length; /* or NULL: of the n values those that there are */
};

/* to[i] = values[indices[i]]. A thread has several values in flight. */
template <class Index>
__global__ void __launch_bounds__(TCUI_SORT_GATHER_THREADS)
    gather_values(const __grid_constant__ sort_gather<Index> task)
{
    constexpr int threads = TCUI_SORT_GATHER_THREADS, values = TCUI_SORT_GATHER_VALUES;
    const bool has_moved = task.values.has_moved != nullptr && *task.values.has_moved != 0;
    if (has_moved && task.indices == nullptr) {
        return;
    }
    const uint4 *const from = static_cast<const uint4 *>(has_moved ? task.values.moved_values : task.values.values);
    const uint64_t first = static_cast<uint64_t>(blockIdx.x) * (threads * values) + threadIdx.x,
                   n = length_now(task.n, task.length);
    if (first >= n) {
        return;
    }
    uint64_t index[values];
    uint4 value[values];
#pragma unroll
    for (int k = 0; k < values; k++) {
        const uint64_t i = first + k * threads;
        index[k] = i >= n ? 0 : task.indices == nullptr ? i : __ldcs(task.indices + i);
    }
#pragma unroll
    for (int k = 0; k < values; k++) {
        value[k] = __ldg(from + index[k]);
    }
#pragma unroll
    for (int k = 0; k < values; k++) {
        if (first + k * threads < n) {
            __stcs(task.to + first + k * threads, value[k]);
        }
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BY_INDEX_KERNEL_CUH */
