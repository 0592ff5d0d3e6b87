/* SPDX-License-Identifier: Apache-2.0 */
/* The indices 0 ... n - 1, each of which names the item at its own place. */
#include "numbers.h"

#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"
#include "tuning.h"

namespace
{

using namespace tcu;

constexpr int threads = TCUI_GATHER_THREADS, numbers_of_thread = TCUI_GATHER_NUMBERS;

template <class Index>
__global__ void __launch_bounds__(threads) store_numbers(Index *indices, uint64_t n, const uint64_t *count)
{
    n = length_now(n, count);
    const uint64_t first = static_cast<uint64_t>(blockIdx.x) * (threads * numbers_of_thread) + threadIdx.x;
#pragma unroll
    for (int k = 0; k < numbers_of_thread; k++) {
        const uint64_t i = first + k * threads;
        if (i < n) {
            indices[i] = static_cast<Index>(i);
        }
    }
}

template <class Index>
tcu_status number_by(tcu_context *context, void *indices, uint64_t n, const uint64_t *count)
{
    return launch(context, store_numbers<Index>, divide_up(n, threads * numbers_of_thread), threads, 0,
                  static_cast<Index *>(indices), n, count);
}

} // namespace

tcu_status tcui_gather_cuda_number(tcu_context *context, void *indices, size_t index_bytes, uint64_t n,
                                   const uint64_t *count)
{
    return index_bytes == sizeof(uint32_t) ? number_by<uint32_t>(context, indices, n, count)
                                           : number_by<uint64_t>(context, indices, n, count);
}
