/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same by plain multiply-adds and cub::WarpReduce of eight lanes, which take a column, eight neighbours each at a
 * time by accesses of 16 bytes: so 64 rows keep all lanes of a warp busy.
 */
#ifndef TCU_EXAMPLES_DEVICE_HOUSEHOLDER_CUB_CUH
#define TCU_EXAMPLES_DEVICE_HOUSEHOLDER_CUB_CUH

#include <cub/warp/warp_reduce.cuh>

#include "householder.cuh"

namespace example
{

constexpr int reflect_cub_lanes = 8; /* of a column */

template <bool Aligned>
__global__ void __launch_bounds__(reflect_threads)
    reflect_cub(const __half *matrices, const __half *vectors, __half *results, uint32_t batch, int m, int n)
{
    using reduce = cub::WarpReduce<float, reflect_cub_lanes>;
    __shared__ typename reduce::TempStorage storage[reflect_threads / reflect_cub_lanes];
    const int lane = threadIdx.x % reflect_cub_lanes;
    const uint32_t column = blockIdx.x * (reflect_threads / reflect_cub_lanes) + threadIdx.x / reflect_cub_lanes;
    const bool is_there = column < static_cast<uint64_t>(batch) * n; /* (Lanes of a warp stay together.) */
    const int length = is_there ? m : 0;
    const __half *v = vectors + (is_there ? static_cast<int64_t>(column / n) * m : 0);
    const int64_t at = is_there ? static_cast<int64_t>(column) * m : 0;
    constexpr int depth = reflect_cub_lanes * eight;
    uint32_t of_c[1][4], of_v[1][4]; /* (a multiple of 64 rows: as many as the other versions read at once) */
    const auto load = [&](int row) {
        load_eight<Aligned>(of_c[0], matrices + at, row, length);
        load_eight<Aligned>(of_v[0], v, row, length);
    };
    float w = 0;
    for (int row = lane * eight; row < length; row += depth) {
        load(row);
#pragma unroll
        for (int i = 0; i < eight; i++) {
            w = fmaf(half_of(of_c[0][i / 2], i % 2), half_of(of_v[0][i / 2], i % 2), w);
        }
    }
    w = reduce(storage[threadIdx.x / reflect_cub_lanes]).Sum(w);
    w = __shfl_sync(~0u, w, 0, reflect_cub_lanes);
    for (int row = lane * eight; row < length; row += depth) {
        if (length > depth) {
            load(row);
        }
        store_reflected<Aligned, depth>(of_c, of_v, w, results + at, row, length);
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_HOUSEHOLDER_CUB_CUH */
