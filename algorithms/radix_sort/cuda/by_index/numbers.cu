/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers 0 ... n - 1, which stand for values that are records while their keys are sorted (../../records.h). */
#include "algorithms/radix_sort/cuda/paths.h"
#include "primitives/pipeline/launch.cuh"
#include "tuning.h"

namespace
{

using namespace tcu;

constexpr int threads = TCUI_SORT_NUMBER_THREADS, numbers_of_thread = TCUI_SORT_NUMBERS;

template <class Number>
__global__ void __launch_bounds__(threads) store_numbers(Number *numbers, uint64_t n)
{
    const uint64_t first = static_cast<uint64_t>(blockIdx.x) * (threads * numbers_of_thread) + threadIdx.x;
#pragma unroll
    for (int k = 0; k < numbers_of_thread; k++) {
        const uint64_t i = first + k * threads;
        if (i < n) {
            numbers[i] = static_cast<Number>(i);
        }
    }
}

template <class Number>
tcu_status number_by(tcu_context *context, void *numbers, uint64_t n)
{
    return launch(context, store_numbers<Number>, divide_up(n, threads * numbers_of_thread), threads, 0,
                  static_cast<Number *>(numbers), n);
}

} // namespace

tcu_status tcui_sort_cuda_number(tcu_context *context, void *numbers, size_t number_bytes, uint64_t n)
{
    return number_bytes == sizeof(uint32_t) ? number_by<uint32_t>(context, numbers, n)
                                            : number_by<uint64_t>(context, numbers, n);
}
