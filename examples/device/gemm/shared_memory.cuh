/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same by nvcuda::wmma, whose fragments have no documented layout: the f16 parts of 32 x 16 elements of A and
 * of 16 x 32 of B go through shared memory into fragments, and C through it to where it is written. The same three
 * products, added in the same way; global memory is read and written by accesses of the same width.
 */
#ifndef TCU_EXAMPLES_DEVICE_GEMM_SHARED_MEMORY_CUH
#define TCU_EXAMPLES_DEVICE_GEMM_SHARED_MEMORY_CUH

#include <mma.h>

#include "../harness/halves.cuh"
#include "staged.cuh"

namespace example
{

/* Of a warp. Lines are eight halves, or four floats, longer than they need: so they begin in different banks. */
struct gemm_shared {
    static constexpr int pitch_a = gemm_depth + 8, pitch_b = gemm_size + 8, pitch_c = gemm_size + 4;
    union {
        struct {
            __half a[2][gemm_size][pitch_a], b[2][gemm_depth][pitch_b]; /* high parts, low parts times 2^11 */
        };
        float c[gemm_size][pitch_c];
    };
};

/* Four elements in two halves each, as corrected_mma.cuh splits them. */
__device__ __forceinline__ void store_split(const float (&x)[4], __half *high, __half *low)
{
    __half of_high[4], of_low[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        of_high[i] = __float2half_rn(x[i]);
        of_low[i] = __float2half_rn((x[i] - __half2float(of_high[i])) * tcu::device::corrected_scale);
    }
    *reinterpret_cast<uint2 *>(high) = make_uint2(word_of(of_high[0], of_high[1]), word_of(of_high[2], of_high[3]));
    *reinterpret_cast<uint2 *>(low) = make_uint2(word_of(of_low[0], of_low[1]), word_of(of_low[2], of_low[3]));
}

template <bool Aligned>
__global__ void __launch_bounds__(gemm_threads) gemm_shared_memory(gemm_task task)
{
    using namespace nvcuda;
    constexpr int size = 16, tiles = gemm_size / size;
    using sums = wmma::fragment<wmma::accumulator, size, size, size, float>;
    __shared__ __align__(32) gemm_shared all_shared[gemm_threads / 32];
    gemm_shared &shared = all_shared[threadIdx.x / warpSize];
    const gemm_part part(task);
    if (!part.is_there) {
        return;
    }
    const int lane = threadIdx.x % warpSize;
    sums c[tiles][tiles];
    for (auto &row_of_tiles : c) {
        for (auto &tile : row_of_tiles) {
            wmma::fill_fragment(tile, 0.0f);
        }
    }
    for (int first = 0; first < task.k; first += gemm_depth) {
        gemm_staged staged;
        staged.load<Aligned>(task, part, first);
        __syncwarp(); /* (behind the reads, which are all in flight, and behind the loads of fragments before) */
#pragma unroll
        for (int i = 0; i < staged.reads; i++) {
            const int row = staged.line_a(i), of_row = staged.first_a(), k = staged.line_b(i), of_k = staged.first_b();
            store_split(staged.a[i], &shared.a[0][row][of_row], &shared.a[1][row][of_row]);
            store_split(staged.b[i], &shared.b[0][k][of_k], &shared.b[1][k][of_k]);
        }
        __syncwarp();
        wmma::fragment<wmma::matrix_a, size, size, size, __half, wmma::row_major> a[2];
        wmma::fragment<wmma::matrix_b, size, size, size, __half, wmma::row_major> b[2][tiles];
#pragma unroll
        for (int tile = 0; tile < 2 * tiles; tile++) {
            wmma::load_matrix_sync(b[tile % 2][tile / 2], &shared.b[tile % 2][0][tile / 2 * size], shared.pitch_b);
        }
#pragma unroll
        for (int tile = 0; tile < tiles * tiles; tile++) {
            const int i = tile / tiles, j = tile % tiles;
            if (j == 0) {
                wmma::load_matrix_sync(a[0], &shared.a[0][i * size][0], shared.pitch_a);
                wmma::load_matrix_sync(a[1], &shared.a[1][i * size][0], shared.pitch_a);
            }
            sums product, correction;
            wmma::fill_fragment(product, 0.0f);
            wmma::fill_fragment(correction, 0.0f);
            wmma::mma_sync(correction, a[1], b[0][j], correction);
            wmma::mma_sync(correction, a[0], b[1][j], correction);
            wmma::mma_sync(product, a[0], b[0][j], product);
            for (int e = 0; e < product.num_elements; e++) {
                c[i][j].x[e] += fmaf(correction.x[e], 1 / tcu::device::corrected_scale, product.x[e]);
            }
        }
    }
    __syncwarp();
#pragma unroll
    for (int tile = 0; tile < tiles * tiles; tile++) {
        const int i = tile / tiles, j = tile % tiles;
        wmma::store_matrix_sync(&shared.c[i * size][j * size], c[i][j], shared.pitch_c, wmma::mem_row_major);
    }
    __syncwarp();
    for (int i = lane; i < gemm_size * gemm_size / 4; i += warpSize) {
        const int row = i / (gemm_size / 4), column = i % (gemm_size / 4) * 4;
        float four[4];
        load_four<true>(four, shared.c[row], column, gemm_size);
        store_four<Aligned>(four, part.c + static_cast<int64_t>(part.row + row) * task.n, part.column + column,
                            part.row + row < task.m ? task.n : 0);
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_GEMM_SHARED_MEMORY_CUH */
