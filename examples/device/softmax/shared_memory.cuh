/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Collectives of softmax.cuh by nvcuda::wmma: a warp's 256 numbers become a matrix of 16 x 16 in shared memory, in two
 * halves each (x = high + low / 2^11), which two products with ones sum row by row; 16 lanes read the rows' sums from
 * shared memory and add them by shuffles. Which number is where in the matrix does not matter for its sum, so a lane
 * stores its eight by one access of 16 bytes. The sum is in f32 as there. (Numbers up to 65504, f16's range: rows of less
 * than 2^25 elements.)
 */
#ifndef TCU_EXAMPLES_DEVICE_SOFTMAX_SHARED_MEMORY_CUH
#define TCU_EXAMPLES_DEVICE_SOFTMAX_SHARED_MEMORY_CUH

#include <mma.h>

#include "softmax.cuh"

namespace example
{

template <int Threads>
struct wmma_collectives {
    static constexpr int size = 16, warps = Threads / 32;
    static_assert(softmax_items * 32 == size * size, "a warp's numbers are a matrix");
    static_assert(softmax_items == eight, "a lane's numbers are one access");
    static constexpr float scale = 2048;

    tcu::device::block_storage<float, Threads> of_maximum; /* (by plain instructions, as there) */
    __align__(32) __half parts[warps][2][size * size];
    __align__(32) float rows[warps][size * size];
    float totals[warps];

    __device__ __forceinline__ float maximum(float (&items)[softmax_items])
    {
        return tcu::device::plain::block_reduce<Threads>(items, of_maximum, tcu::device::plain::maximum{});
    }

    __device__ __forceinline__ float sum(float (&items)[softmax_items])
    {
        using namespace nvcuda;
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        uint32_t words[2][softmax_items / 2];
#pragma unroll
        for (int i = 0; i < softmax_items; i += 2) {
            const __half high[2] = {__float2half_rn(items[i]), __float2half_rn(items[i + 1])};
            words[0][i / 2] = word_of(high[0], high[1]);
            words[1][i / 2] = word_of(__float2half_rn((items[i] - __half2float(high[0])) * scale),
                                      __float2half_rn((items[i + 1] - __half2float(high[1])) * scale));
        }
#pragma unroll
        for (int part = 0; part < 2; part++) {
            store_eight<true>(words[part], parts[warp][part], lane * eight, size * size);
        }
        __syncwarp();
        wmma::fragment<wmma::matrix_a, size, size, size, __half, wmma::row_major> x;
        wmma::fragment<wmma::matrix_b, size, size, size, __half, wmma::row_major> ones;
        wmma::fragment<wmma::accumulator, size, size, size, float> high, low;
        wmma::fill_fragment(ones, __float2half(1.0f));
        wmma::fill_fragment(high, 0.0f);
        wmma::fill_fragment(low, 0.0f);
        wmma::load_matrix_sync(x, parts[warp][0], size);
        wmma::mma_sync(high, x, ones, high);
        wmma::load_matrix_sync(x, parts[warp][1], size);
        wmma::mma_sync(low, x, ones, low);
        for (int e = 0; e < high.num_elements; e++) {
            high.x[e] = fmaf(low.x[e], 1 / scale, high.x[e]);
        }
        wmma::store_matrix_sync(rows[warp], high, size, wmma::mem_row_major);
        __syncwarp();
        /* All columns are the same; places on the diagonal are in different banks. (The other 16 lanes: once more.) */
        float total = rows[warp][lane % size * (size + 1)];
        for (int distance = size / 2; distance > 0; distance /= 2) {
            total += __shfl_xor_sync(~0u, total, distance);
        }
        if (lane == 0) {
            totals[warp] = total;
        }
        __syncthreads();
        total = 0;
        for (int w = 0; w < warps; w++) {
            total += totals[w];
        }
        return total;
    }
};

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_SOFTMAX_SHARED_MEMORY_CUH */
