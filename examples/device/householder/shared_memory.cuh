/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same by nvcuda::wmma, of whose fragments nobody may know the layout: 16 x 32 elements of C^T, and 32 of v as a
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
    constexpr int depth = 4 * eight, pitch = depth + eight; /* eight more: rows begin in different banks */
    constexpr int size = reflect_columns, warps = reflect_threads / 32;
    __shared__ __align__(32) __half tiles_c[warps][size][pitch], tiles_v[warps][size][pitch];
    __shared__ __align__(32) float tiles_w[warps][size][size];
    const int lane = threadIdx.x % warpSize, group = lane / 4, in_group = lane % 4;
    const int own = threadIdx.x / warpSize;
    const uint32_t warp = blockIdx.x * warps + own;
    const uint32_t tiles = (n + size - 1) / size, b = warp / tiles;
    if (b >= batch) {
        return;
    }
    const int first = static_cast<int>(warp % tiles) * size;
    const __half *v = vectors + static_cast<int64_t>(b) * m;
    for (int i = lane; i < size * pitch; i += warpSize) {
        tiles_v[own][i / pitch][i % pitch] = __ushort_as_half(0);
    }
    wmma::fragment<wmma::accumulator, size, size, size, float> w;
    wmma::fill_fragment(w, 0.0f);
    __syncwarp();

    for (int k = 0; k < m; k += depth) {
        const int row = k + in_group * eight;
        uint32_t words[4];
#pragma unroll
        for (int column = group; column < size; column += size / 2) {
            const int length = first + column < n ? m : 0;
            load_eight<Aligned>(words, matrices + (static_cast<int64_t>(b) * n + first + column) * m, row, length);
            store_eight<true>(words, tiles_c[own][column], in_group * eight, depth);
        }
        if (group == 0) {
            load_eight<Aligned>(words, v, row, m);
            store_eight<true>(words, tiles_v[own][0], in_group * eight, depth);
        }
        __syncwarp();
#pragma unroll
        for (int step = 0; step < depth; step += size) {
            wmma::fragment<wmma::matrix_a, size, size, size, __half, wmma::row_major> c;
            wmma::fragment<wmma::matrix_b, size, size, size, __half, wmma::col_major> of_v;
            wmma::load_matrix_sync(c, &tiles_c[own][0][step], pitch);
            wmma::load_matrix_sync(of_v, &tiles_v[own][0][step], pitch);
            wmma::mma_sync(w, c, of_v, w);
        }
        __syncwarp();
    }
    wmma::store_matrix_sync(&tiles_w[own][0][0], w, size, wmma::mem_row_major);
    __syncwarp();
    for (int row = in_group * eight; row < m; row += depth) {
        uint32_t of_v[4];
        load_eight<Aligned>(of_v, v, row, m);
#pragma unroll
        for (int column = group; column < size; column += size / 2) {
            const int64_t at = (static_cast<int64_t>(b) * n + first + column) * m;
            reflect_eight<Aligned>(matrices + at, results + at, of_v, tiles_w[own][column][0], row,
                                   first + column < n ? m : 0);
        }
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_HOUSEHOLDER_SHARED_MEMORY_CUH */
