/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same by nvcuda::wmma, whose fragments have no documented layout: a warp puts 16 x 64 elements of the matrix,
 * and 64 of the vector as a column of a matrix that is 0 else, into shared memory, loads fragments from there, and in
 * the end stores Y there to find its first column. Global memory is read by the same accesses as in gemv.cuh.
 */
#ifndef TCU_EXAMPLES_DEVICE_GEMV_SHARED_MEMORY_CUH
#define TCU_EXAMPLES_DEVICE_GEMV_SHARED_MEMORY_CUH

#include <mma.h>

#include "gemv.cuh"

namespace example
{

template <bool Aligned>
__global__ void __launch_bounds__(gemv_threads, gemv_blocks)
    gemv_shared_memory(const __half *matrices, const __half *vectors, float *results, uint32_t batch, int m, int n)
{
    using namespace nvcuda;
    constexpr int depth = gemv_depth, pitch = depth + eight; /* eight more: rows begin in different banks */
    constexpr int size = gemv_rows, warps = gemv_threads / 32;
    __shared__ __align__(32) __half tiles_a[warps][size][pitch], tiles_x[warps][size][pitch];
    __shared__ __align__(32) float tiles_y[warps][size][size]; /* a column is a line, so that y is read as it lies */
    const int lane = threadIdx.x % warpSize, group = lane / 4, in_group = lane % 4;
    const int own = threadIdx.x / warpSize;
    const uint32_t warp = blockIdx.x * warps + own;
    const uint32_t tiles = (m + size - 1) / size, b = warp / tiles;
    if (b >= batch) {
        return;
    }
    const int first = static_cast<int>(warp % tiles) * size;
    const __half *matrix = matrices + static_cast<int64_t>(b) * m * n, *x = vectors + static_cast<int64_t>(b) * n;
    for (int i = lane; i < size * pitch; i += warpSize) {
        tiles_x[own][i / pitch][i % pitch] = __ushort_as_half(0);
    }
    wmma::fragment<wmma::accumulator, size, size, size, float> y;
    wmma::fill_fragment(y, 0.0f);

    for (int k = 0; k < n; k += depth) {
        const int column = k + in_group * eight;
        uint32_t of_a[2][gemv_eights][4], of_x[gemv_eights][4];
#pragma unroll
        for (int half = 0; half < 2; half++) {
            const int row = first + group + half * size / 2;
            load_eights<Aligned, gemv_stride>(of_a[half], matrix + static_cast<int64_t>(row) * n, column,
                                              row < m ? n : 0);
        }
        load_eights<Aligned, gemv_stride>(of_x, x, column, group == 0 ? n : 0);
        __syncwarp(); /* (behind the reads, which are all in flight, and behind the loads of fragments before) */
#pragma unroll
        for (int e = 0; e < gemv_eights; e++) {
            const int at = e * gemv_stride + in_group * eight;
            store_eight<true>(of_a[0][e], tiles_a[own][group], at, depth);
            store_eight<true>(of_a[1][e], tiles_a[own][group + size / 2], at, depth);
            store_eight<true>(of_x[e], tiles_x[own][0], at, group == 0 ? depth : 0);
        }
        __syncwarp();
#pragma unroll
        for (int step = 0; step < depth; step += size) {
            wmma::fragment<wmma::matrix_a, size, size, size, __half, wmma::row_major> a;
            wmma::fragment<wmma::matrix_b, size, size, size, __half, wmma::col_major> of_x;
            wmma::load_matrix_sync(a, &tiles_a[own][0][step], pitch);
            wmma::load_matrix_sync(of_x, &tiles_x[own][0][step], pitch);
            wmma::mma_sync(y, a, of_x, y);
        }
    }
    wmma::store_matrix_sync(&tiles_y[own][0][0], y, size, wmma::mem_col_major);
    __syncwarp();
    if (lane < size && first + lane < m) {
        results[static_cast<int64_t>(b) * m + first + lane] = tiles_y[own][0][lane];
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_GEMV_SHARED_MEMORY_CUH */
