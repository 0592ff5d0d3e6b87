/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same by plain multiply-adds and cub::WarpReduce: a warp takes a row, each lane eight neighbours at a time by the
 * same accesses of 16 bytes, and the lanes' sums are added in the end.
 */
#ifndef TCU_EXAMPLES_DEVICE_GEMV_CUB_CUH
#define TCU_EXAMPLES_DEVICE_GEMV_CUB_CUH

#include <cub/warp/warp_reduce.cuh>

#include "gemv.cuh"

namespace example
{

template <bool Aligned>
__global__ void __launch_bounds__(gemv_threads, gemv_blocks)
    gemv_cub(const __half *matrices, const __half *vectors, float *results, uint32_t batch, int m, int n)
{
    using reduce = cub::WarpReduce<float>;
    __shared__ typename reduce::TempStorage storage[gemv_threads / 32];
    constexpr int stride = 32 * eight;
    const int lane = threadIdx.x % warpSize;
    const uint32_t row = blockIdx.x * (blockDim.x / warpSize) + threadIdx.x / warpSize;
    if (row >= static_cast<uint64_t>(batch) * m) {
        return;
    }
    const __half *line = matrices + static_cast<int64_t>(row) * n, *x = vectors + static_cast<int64_t>(row / m) * n;
    float sum = 0;
    for (int column = lane * eight; column < n; column += gemv_eights * stride) {
        uint32_t of_a[gemv_eights][4], of_x[gemv_eights][4];
        load_eights<Aligned, stride>(of_a, line, column, n);
        load_eights<Aligned, stride>(of_x, x, column, n);
#pragma unroll
        for (int i = 0; i < gemv_eights * eight; i++) {
            const int e = i / eight, word = i / 2 % 4;
            sum = fmaf(half_of(of_a[e][word], i % 2), half_of(of_x[e][word], i % 2), sum);
        }
    }
    sum = reduce(storage[threadIdx.x / warpSize]).Sum(sum);
    if (lane == 0) {
        results[row] = sum;
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_GEMV_CUB_CUH */
