/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same by nvcuda::wmma, whose fragments have no documented layout: 16 x 64 elements of C^T, and 64 of v as a
 * column of a matrix that is 0 else, go through shared memory into fragments, and W through it to the lanes that update
 * C. Global memory is read and written by the same accesses as in householder.cuh.
 */
#ifndef TCU_EXAMPLES_DEVICE_HOUSEHOLDER_SHARED_MEMORY_CUH
#define TCU_EXAMPLES_DEVICE_HOUSEHOLDER_SHARED_MEMORY_CUH

#include <mma.h>

#include "householder.cuh"

namespace example
{

template <bool Aligned>
__global__ void __launch_bounds__(reflect_threads)
    reflect_shared_memory(const __half *matrices, const __half *vectors, __half *results, uint32_t batch, int m, int n)
{
    using namespace nvcuda;
    constexpr int depth = reflect_depth, pitch = depth + eight; /* eight more: rows begin in different banks */
    constexpr int size = reflect_columns, warps = reflect_threads / 32;
    __shared__ __align__(32) __half tiles_c[warps][size][pitch], tiles_v[warps][size][pitch];
    __shared__ __align__(32) float tiles_w[warps][size][size]; /* a column is a line, so that w is read as it lies */
    const int lane = threadIdx.x % warpSize, group = lane / 4, in_group = lane % 4;
    const int own = threadIdx.x / warpSize;
    const uint32_t warp = blockIdx.x * warps + own;
    const uint32_t tiles = (n + size - 1) / size, b = warp / tiles;
    if (b >= batch) {
        return;
    }
    const int first = static_cast<int>(warp % tiles) * size;
    const __half *v = vectors + static_cast<int64_t>(b) * m;
    /* The lane's columns, as it reads and writes them. */
    const int columns[2] = {first + group, first + group + size / 2};
    const int lengths[2] = {columns[0] < n ? m : 0, columns[1] < n ? m : 0};
    const int64_t at[2] = {(static_cast<int64_t>(b) * n + columns[0]) * m,
                           (static_cast<int64_t>(b) * n + columns[1]) * m};
    uint32_t of_c[2][reflect_eights][4], of_v[reflect_eights][4];
    const auto load = [&](int row) {
        load_eights<Aligned, reflect_stride>(of_c[0], matrices + at[0], row, lengths[0]);
        load_eights<Aligned, reflect_stride>(of_c[1], matrices + at[1], row, lengths[1]);
        load_eights<Aligned, reflect_stride>(of_v, v, row, m);
    };
    for (int i = lane; i < size * pitch; i += warpSize) {
        tiles_v[own][i / pitch][i % pitch] = __ushort_as_half(0);
    }
    wmma::fragment<wmma::accumulator, size, size, size, float> w;
    wmma::fill_fragment(w, 0.0f);

    for (int k = 0; k < m; k += depth) {
        load(k + in_group * eight);
        __syncwarp(); /* (behind the reads, which are all in flight, and behind the loads of fragments before) */
#pragma unroll
        for (int e = 0; e < reflect_eights; e++) {
            const int place = e * reflect_stride + in_group * eight;
            store_eight<true>(of_c[0][e], tiles_c[own][group], place, depth);
            store_eight<true>(of_c[1][e], tiles_c[own][group + size / 2], place, depth);
            store_eight<true>(of_v[e], tiles_v[own][0], place, group == 0 ? depth : 0);
        }
        __syncwarp();
#pragma unroll
        for (int step = 0; step < depth; step += size) {
            wmma::fragment<wmma::matrix_a, size, size, size, __half, wmma::row_major> c;
            wmma::fragment<wmma::matrix_b, size, size, size, __half, wmma::col_major> all_v;
            wmma::load_matrix_sync(c, &tiles_c[own][0][step], pitch);
            wmma::load_matrix_sync(all_v, &tiles_v[own][0][step], pitch);
            wmma::mma_sync(w, c, all_v, w);
        }
    }
    wmma::store_matrix_sync(&tiles_w[own][0][0], w, size, wmma::mem_col_major);
    __syncwarp();
    for (int k = 0; k < m; k += depth) {
        const int row = k + in_group * eight;
        if (m > depth) {
            load(row);
        }
#pragma unroll
        for (int side = 0; side < 2; side++) {
            store_reflected<Aligned, reflect_stride>(of_c[side], of_v, tiles_w[own][0][group + side * size / 2],
                                                     results + at[side], row, lengths[side]);
        }
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_HOUSEHOLDER_SHARED_MEMORY_CUH */
