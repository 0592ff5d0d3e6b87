/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scan of compact.cuh by nvcuda::wmma: the tile's flags lie in shared memory as 16 matrices of 16 x 16, row by row.
 * The product with the triangle of ones that has zeros on the diagonal is each row's exclusive scan; it goes back
 * through shared memory to the threads that own the elements. The rows' sums, one a thread, are scanned by shuffles. The
 * triangle is stored column by column, as the unit takes operands of bytes; rows of sums are four numbers longer than they
 * need, so that they begin in different banks.
 */
#ifndef TCU_EXAMPLES_DEVICE_COMPACT_SHARED_MEMORY_CUH
#define TCU_EXAMPLES_DEVICE_COMPACT_SHARED_MEMORY_CUH

#include <mma.h>

#include "compact.cuh"

namespace example
{

struct wmma_scan : compact_vectors {
    static constexpr int size = 16, pitch = size + 4, warps = compact_threads / 32;
    static constexpr int lanes_of_row = size / vector, rows_of_round = compact_threads / lanes_of_row;
    static_assert(compact_tile == compact_threads * size, "a row of a matrix for each thread");

    __align__(32) uint8_t flags_of_tile[compact_tile], triangle[size * size];
    __align__(32) int32_t ranks_in_row[compact_threads][pitch];
    uint32_t row_offsets[compact_threads], warp_sums[warps]; /* offsets: from the first row of 32 */

    __device__ __forceinline__ uint32_t scan(const uint8_t (&flags)[compact_items], uint32_t (&ranks)[compact_items])
    {
        using namespace nvcuda;
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, thread = static_cast<int>(threadIdx.x);
#pragma unroll
        for (int i = 0; i < compact_items; i += vector) {
            *reinterpret_cast<uchar4 *>(flags_of_tile + place(i)) =
                make_uchar4(flags[i], flags[i + 1], flags[i + 2], flags[i + 3]);
        }
        if (thread < size * size) {
            triangle[thread] = thread % size < thread / size; /* row < column */
        }
        __syncthreads();
        wmma::fragment<wmma::matrix_a, size, size, size, unsigned char, wmma::row_major> x;
        wmma::fragment<wmma::matrix_b, size, size, size, unsigned char, wmma::col_major> ones_above;
        wmma::fragment<wmma::accumulator, size, size, size, int> sums;
        wmma::load_matrix_sync(ones_above, triangle, size);
        for (int row = warp * size; row < compact_threads; row += warps * size) {
            wmma::fill_fragment(sums, 0);
            wmma::load_matrix_sync(x, flags_of_tile + row * size, size);
            wmma::mma_sync(sums, x, ones_above, sums);
            wmma::store_matrix_sync(ranks_in_row[row], sums, pitch, wmma::mem_row_major);
        }
        __syncthreads();
        /* The sum of row `thread`: what comes before its last element, and that. */
        const uint32_t of_row =
            static_cast<uint32_t>(ranks_in_row[thread][size - 1]) + flags_of_tile[thread * size + size - 1];
        uint32_t up_to_row = of_row;
        for (int distance = 1; distance < 32; distance *= 2) {
            const uint32_t of_lane = __shfl_up_sync(~0u, up_to_row, distance);
            up_to_row += lane >= distance ? of_lane : 0;
        }
        if (lane == 31) {
            warp_sums[warp] = up_to_row;
        }
        row_offsets[thread] = up_to_row - of_row;
        __syncthreads();
        /* Of each round: the thread's row, and what all rows of the warps before that row's come to. */
        uint32_t before[vectors] = {}, total = 0;
#pragma unroll
        for (int w = 0; w < warps; w++) {
#pragma unroll
            for (int v = 0; v < vectors; v++) {
                before[v] += w < (v * rows_of_round + thread / lanes_of_row) / 32 ? warp_sums[w] : 0;
            }
            total += warp_sums[w];
        }
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            const int row = v * rows_of_round + thread / lanes_of_row;
            const int4 in_row = *reinterpret_cast<const int4 *>(&ranks_in_row[row][thread % lanes_of_row * vector]);
            const uint32_t before_row = before[v] + row_offsets[row];
            ranks[v * vector] = before_row + static_cast<uint32_t>(in_row.x);
            ranks[v * vector + 1] = before_row + static_cast<uint32_t>(in_row.y);
            ranks[v * vector + 2] = before_row + static_cast<uint32_t>(in_row.z);
            ranks[v * vector + 3] = before_row + static_cast<uint32_t>(in_row.w);
        }
        return total;
    }
};

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_COMPACT_SHARED_MEMORY_CUH */
