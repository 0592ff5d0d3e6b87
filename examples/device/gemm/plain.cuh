/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same by f32 multiply-adds (CUB has no products of matrices): 32 x 16 elements of A and 16 x 32 of B lie in shared
 * memory, and each lane forms 8 x 4 elements of C.
 */
#ifndef TCU_EXAMPLES_DEVICE_GEMM_PLAIN_CUH
#define TCU_EXAMPLES_DEVICE_GEMM_PLAIN_CUH

#include "staged.cuh"

namespace example
{

template <bool Aligned>
__global__ void __launch_bounds__(gemm_threads) gemm_plain(gemm_task task)
{
    constexpr int rows = 8, pitch = gemm_size + 4;
    __shared__ __align__(16) float all_a[gemm_threads / 32][gemm_depth][pitch]; /* a column of A is a line */
    __shared__ __align__(16) float all_b[gemm_threads / 32][gemm_depth][pitch];
    float(&a)[gemm_depth][pitch] = all_a[threadIdx.x / warpSize];
    float(&b)[gemm_depth][pitch] = all_b[threadIdx.x / warpSize];
    const gemm_part part(task);
    if (!part.is_there) {
        return;
    }
    const int lane = threadIdx.x % warpSize, own_row = lane / 8 * rows, own_column = lane % 8 * 4;
    float c[rows][4] = {};
    for (int first = 0; first < task.k; first += gemm_depth) {
        gemm_staged staged;
        staged.load<Aligned>(task, part, first);
        __syncwarp(); /* (behind the reads, which are all in flight, and behind what reads shared memory before) */
#pragma unroll
        for (int i = 0; i < staged.reads; i++) {
            for (int j = 0; j < 4; j++) {
                a[staged.first_a() + j][staged.line_a(i)] = staged.a[i][j];
            }
            store_four<true>(staged.b[i], b[staged.line_b(i)], staged.first_b(), gemm_size);
        }
        __syncwarp();
#pragma unroll
        for (int k = 0; k < gemm_depth; k++) {
            float of_a[2][4], of_b[4];
            load_four<true>(of_a[0], a[k], own_row, gemm_size);
            load_four<true>(of_a[1], a[k], own_row + 4, gemm_size);
            load_four<true>(of_b, b[k], own_column, gemm_size);
#pragma unroll
            for (int i = 0; i < rows * 4; i++) {
                c[i / 4][i % 4] = fmaf(of_a[i / 16][i / 4 % 4], of_b[i % 4], c[i / 4][i % 4]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < rows; i++) {
        const int row = part.row + own_row + i;
        store_four<Aligned>(c[i], part.c + static_cast<int64_t>(row) * task.n, part.column + own_column,
                            row < task.m ? task.n : 0);
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_GEMM_PLAIN_CUH */
