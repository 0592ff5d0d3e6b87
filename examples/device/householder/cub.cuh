/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same by plain multiply-adds and cub::WarpReduce of four lanes, which take two columns: so a warp has 16 columns, as in
 * householder.cuh, and global memory is read and written by the same accesses, as many of them at once.
 */
#ifndef TCU_EXAMPLES_DEVICE_HOUSEHOLDER_CUB_CUH
#define TCU_EXAMPLES_DEVICE_HOUSEHOLDER_CUB_CUH

#include <cub/warp/warp_reduce.cuh>

#include "householder.cuh"

namespace example
{

template <bool Aligned>
__global__ void __launch_bounds__(reflect_threads)
    reflect_cub(const __half *matrices, const __half *vectors, __half *results, uint32_t batch, int m, int n)
{
    constexpr int lanes = reflect_stride / eight, groups = 32 / lanes; /* of a column; of a warp */
    using reduce = cub::WarpReduce<float, lanes>;
    __shared__ typename reduce::TempStorage storage[2][reflect_threads / lanes];
    const int lane = threadIdx.x % warpSize, group = lane / lanes, in_group = lane % lanes;
    const uint32_t warp = blockIdx.x * (blockDim.x / warpSize) + threadIdx.x / warpSize;
    const uint32_t tiles = (n + reflect_columns - 1) / reflect_columns, b = warp / tiles;
    if (b >= batch) {
        return;
    }
    const int first_column = static_cast<int>(warp % tiles) * reflect_columns + group;
    const int columns[2] = {first_column, first_column + groups};
    const int lengths[2] = {columns[0] < n ? m : 0, columns[1] < n ? m : 0};
    const int64_t at[2] = {(static_cast<int64_t>(b) * n + columns[0]) * m,
                           (static_cast<int64_t>(b) * n + columns[1]) * m};
    const __half *v = vectors + static_cast<int64_t>(b) * m;
    uint32_t of_c[2][reflect_eights][4], of_v[reflect_eights][4];
    const auto load = [&](int row) {
        load_eights<Aligned, reflect_stride>(of_c[0], matrices + at[0], row, lengths[0]);
        load_eights<Aligned, reflect_stride>(of_c[1], matrices + at[1], row, lengths[1]);
        load_eights<Aligned, reflect_stride>(of_v, v, row, m);
    };
    float w[2] = {};
    for (int first = 0; first < m; first += reflect_depth) {
        load(first + in_group * eight);
#pragma unroll
        for (int i = 0; i < 2 * reflect_eights * eight; i++) {
            const int side = i % 2, e = i / 2 / eight, word = i / 4 % 4, half = i / 2 % 2;
            w[side] = fmaf(half_of(of_c[side][e][word], half), half_of(of_v[e][word], half), w[side]);
        }
    }
#pragma unroll
    for (int side = 0; side < 2; side++) {
        w[side] = reduce(storage[side][threadIdx.x / lanes]).Sum(w[side]);
        w[side] = __shfl_sync(~0u, w[side], 0, lanes);
    }
    for (int first = 0; first < m; first += reflect_depth) {
        const int row = first + in_group * eight;
        if (m > reflect_depth) {
            load(row);
        }
#pragma unroll
        for (int side = 0; side < 2; side++) {
            store_reflected<Aligned, reflect_stride>(of_c[side], of_v, w[side], results + at[side], row, lengths[side]);
        }
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_HOUSEHOLDER_CUB_CUH */
