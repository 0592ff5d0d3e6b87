/* SPDX-License-Identifier: Apache-2.0 */
/*
 * y_b = A_b x_b of a batch: A_b is m x n in f16, row by row without gaps, x_b in f16, y_b and all sums in f32. A warp
 * takes 16 rows of a matrix; with X = (x x ... x), eight columns,
 *
 *     Y = A X,  16 x 8,  as a chain of products of 16 x 16 and 16 x 8.
 *
 * Every column of Y is y, so all lanes load x alike, and the vector needs no shared memory.
 * A sum over k may be formed in any order: lanes read eight neighbours of a row at once and use them as the k that
 * their fragments hold, A and X alike. Vectors as operands without shared memory: Ootomo, Yokota, "An extension of the
 * WMMA API by the structure of fragments", 2020.
 */
#ifndef TCU_EXAMPLES_DEVICE_GEMV_CUH
#define TCU_EXAMPLES_DEVICE_GEMV_CUH

#include <cstdint>

#include <tcu/device/fragment.cuh>

#include "../harness/halves.cuh"

namespace example
{

/* Rows that a warp of the matrix unit takes, and how it goes along them: by eights of four lanes, some of them at once.
 * Of all versions: threads of a block. */
constexpr int gemv_rows = 16, gemv_eights = 2, gemv_stride = 4 * eight, gemv_depth = gemv_eights * gemv_stride;
constexpr int gemv_threads = 256;
/* Blocks that registers have to leave room for. nvcc 13.0 left to itself takes fewer registers and waits for reads one
 * after the other: on an H200 92 us instead of 70, with CUB 71 instead of 65. */
constexpr int gemv_blocks = 2;

template <bool Aligned>
__global__ void __launch_bounds__(gemv_threads, gemv_blocks)
    gemv(const __half *matrices, const __half *vectors, float *results, uint32_t batch, int m, int n)
{
    using namespace tcu::device;
    const int lane = threadIdx.x % warpSize, group = lane / 4, in_group = lane % 4;
    const uint32_t warp = blockIdx.x * (blockDim.x / warpSize) + threadIdx.x / warpSize;
    const uint32_t tiles = (m + gemv_rows - 1) / gemv_rows, b = warp / tiles;
    if (b >= batch) {
        return;
    }
    /* The rows of the lane's registers; one behind the last reads zeros. */
    const int top = static_cast<int>(warp % tiles) * gemv_rows + group, bottom = top + gemv_rows / 2;
    const __half *matrix = matrices + static_cast<int64_t>(b) * m * n, *x = vectors + static_cast<int64_t>(b) * n;
    fragment<use::accumulator, m16n8k16, float> y;
    fill(y, 0.0f);

    for (int first = 0; first < n; first += gemv_depth) {
        const int column = first + in_group * eight;
        uint32_t above[gemv_eights][4], below[gemv_eights][4], of_x[gemv_eights][4];
        load_eights<Aligned, gemv_stride>(above, matrix + static_cast<int64_t>(top) * n, column, top < m ? n : 0);
        load_eights<Aligned, gemv_stride>(below, matrix + static_cast<int64_t>(bottom) * n, column, bottom < m ? n : 0);
        load_eights<Aligned, gemv_stride>(of_x, x, column, n);
#pragma unroll
        for (int step = 0; step < 2 * gemv_eights; step++) {
            const int e = step / 2, i = step % 2 * 2;
            fragment<use::a, m16n8k16, __half> a;
            fragment<use::b, m16n8k16, __half> b_of_x;
            a.x[0] = above[e][i];
            a.x[1] = below[e][i];
            a.x[2] = above[e][i + 1];
            a.x[3] = below[e][i + 1];
            b_of_x.x[0] = of_x[e][i];
            b_of_x.x[1] = of_x[e][i + 1];
            mma(y, a, b_of_x, y);
        }
    }
    /* Column 0 of Y: lanes 0, 4, 8, ... */
    if (in_group == 0 && top < m) {
        results[static_cast<int64_t>(b) * m + top] = y.x[0];
    }
    if (in_group == 0 && bottom < m) {
        results[static_cast<int64_t>(b) * m + bottom] = y.x[2];
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_GEMV_CUH */
