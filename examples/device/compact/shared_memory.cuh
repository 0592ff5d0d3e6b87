/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scan of compact.cuh by nvcuda::wmma: the tile's flags lie in shared memory as 16 matrices of 16 x 16, row by row.
 * The product with the triangle of ones that has zeros on the diagonal is each row's exclusive scan; it goes back
 * through shared memory to the threads that own the elements. The rows' sums, one a thread, are scanned by shuffles.
 */
#ifndef TCU_EXAMPLES_DEVICE_COMPACT_SHARED_MEMORY_CUH
#define TCU_EXAMPLES_DEVICE_COMPACT_SHARED_MEMORY_CUH

#include <mma.h>

#include "compact.cuh"

namespace example
{

struct wmma_scan : compact_vectors {
    static constexpr int size = 16, warps = compact_threads / 32;
    static_assert(compact_tile == compact_threads * size, "a row of a matrix for each thread");

    __align__(32) uint8_t flags_of_tile[compact_tile], triangle[size * size];
    __align__(32) int32_t ranks_in_row[compact_tile];
    uint32_t row_offsets[compact_threads], warp_sums[warps];

    __device__ __forceinline__ uint32_t scan(const uint8_t (&flags)[compact_items], uint32_t (&ranks)[compact_items])
    {
        using namespace nvcuda;
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, thread = static_cast<int>(threadIdx.x);
#pragma unroll
        for (int i = 0; i < compact_items; i++) {
            flags_of_tile[place(i)] = flags[i];
        }
        if (thread < size * size) {
            triangle[thread] = thread / size < thread % size; /* row < column */
        }
        __syncthreads();
        wmma::fragment<wmma::matrix_a, size, size, size, unsigned char, wmma::row_major> x;
        wmma::fragment<wmma::matrix_b, size, size, size, unsigned char, wmma::row_major> ones_above;
        wmma::fragment<wmma::accumulator, size, size, size, int> sums;
        wmma::load_matrix_sync(ones_above, triangle, size);
        for (int first = warp * size * size; first < compact_tile; first += warps * size * size) {
            wmma::fill_fragment(sums, 0);
            wmma::load_matrix_sync(x, flags_of_tile + first, size);
            wmma::mma_sync(sums, x, ones_above, sums);
            wmma::store_matrix_sync(ranks_in_row + first, sums, size, wmma::mem_row_major);
        }
        __syncthreads();
        /* The sum of row `thread`: what comes before its last element, and that. */
        const int last = thread * size + size - 1;
        const uint32_t of_row = static_cast<uint32_t>(ranks_in_row[last]) + flags_of_tile[last];
        uint32_t up_to_row = of_row;
        for (int distance = 1; distance < 32; distance *= 2) {
            const uint32_t of_lane = __shfl_up_sync(~0u, up_to_row, distance);
            up_to_row += lane >= distance ? of_lane : 0;
        }
        if (lane == 31) {
            warp_sums[warp] = up_to_row;
        }
        __syncthreads();
        uint32_t before = 0, total = 0;
        for (int w = 0; w < warps; w++) {
            before += w < warp ? warp_sums[w] : 0;
            total += warp_sums[w];
        }
        row_offsets[thread] = before + up_to_row - of_row;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < compact_items; i++) {
            ranks[i] = row_offsets[place(i) / size] + static_cast<uint32_t>(ranks_in_row[place(i)]);
        }
        return total;
    }
};

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_COMPACT_SHARED_MEMORY_CUH */
