/* SPDX-License-Identifier: Apache-2.0 */
/*
 * C_b = A_b B_b of a batch of small f32 matrices, m x k and k x n, row by row without gaps, on the matrix unit with f32
 * accuracy: each operand is split into two f16, whose products are three, and that of the high parts is added outside
 * of the unit (Ootomo, Yokota, "Recovering single precision accuracy from Tensor Cores while surpassing the FP32
 * theoretical peak performance", 2022). Elements have to be within f16's range; corrected_mma.cuh has the bounds.
 *
 * A warp forms 32 x 32 elements of C, 16 of k at a time. With g = lane / 4 and t = lane % 4 a lane reads and writes
 * four neighbours by each access, and no shared memory, as which k and which column a place of a fragment stands for is
 * free as long as all operands agree:
 *
 *     places 2t, 2t + 1, 2t + 8, 2t + 9 of k   are   4t, 4t + 1, 4t + 2, 4t + 3,
 *     place g of the columns of tile j = 0..3  is    column 4g + j.
 */
#ifndef TCU_EXAMPLES_DEVICE_GEMM_CUH
#define TCU_EXAMPLES_DEVICE_GEMM_CUH

#include <cstdint>

#include <tcu/device/corrected_mma.cuh>

#include "../harness/floats.cuh"

namespace example
{

/* Rows and columns of a warp's part of C, its depth at a time; threads of a block. */
constexpr int gemm_size = 32, gemm_depth = 16, gemm_threads = 128;

/* A batch of products. */
struct gemm_task {
    const float *a, *b;
    float *c;
    uint32_t batch;
    int m, n, k;
};

/* What a warp forms of it: C of matrix `index` from (row, column) on. */
struct gemm_part {
    const float *a, *b;
    float *c;
    int row, column;
    bool is_there;

    __device__ __forceinline__ explicit gemm_part(const gemm_task &task)
    {
        const uint32_t warp = blockIdx.x * (blockDim.x / warpSize) + threadIdx.x / warpSize;
        const uint32_t across = (task.n + gemm_size - 1) / gemm_size, down = (task.m + gemm_size - 1) / gemm_size;
        const uint32_t tile = warp % (across * down);
        const int64_t index = warp / (across * down);
        a = task.a + index * task.m * task.k;
        b = task.b + index * task.k * task.n;
        c = task.c + index * task.m * task.n;
        row = static_cast<int>(tile / across) * gemm_size;
        column = static_cast<int>(tile % across) * gemm_size;
        is_there = index < task.batch;
    }
};

template <bool Aligned>
__global__ void __launch_bounds__(gemm_threads) gemm(gemm_task task)
{
    using namespace tcu::device;
    using shape = m16n8k16;
    constexpr int tiles_down = gemm_size / shape::m, tiles_across = gemm_size / shape::n;
    const gemm_part part(task);
    if (!part.is_there) {
        return;
    }
    const int lane = threadIdx.x % warpSize, group = lane / 4, in_group = lane % 4;
    fragment<use::accumulator, shape, float> c[tiles_down][tiles_across];
    for (auto &row_of_tiles : c) {
        for (auto &tile : row_of_tiles) {
            fill(tile, 0.0f);
        }
    }

    for (int first = 0; first < task.k; first += gemm_depth) {
        const int k = first + 4 * in_group;
        corrected_fragment<use::a, shape, f16> a[tiles_down];
#pragma unroll
        for (int i = 0; i < tiles_down; i++) {
            float of_a[2][4];
#pragma unroll
            for (int half = 0; half < 2; half++) {
                const int row = part.row + shape::m * i + shape::m / 2 * half + group;
                load_four<Aligned>(of_a[half], part.a + static_cast<int64_t>(row) * task.k, k,
                                   row < task.m ? task.k : 0);
            }
            assign(a[i], [&](int e) { return of_a[e / 2 % 2][e / 4 * 2 + e % 2]; });
        }
        float of_b[4][tiles_across];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            load_four<Aligned>(of_b[i], part.b + static_cast<int64_t>(k + i) * task.n, part.column + 4 * group,
                               k + i < task.k ? task.n : 0);
        }
#pragma unroll
        for (int j = 0; j < tiles_across; j++) {
            corrected_fragment<use::b, shape, f16> b;
            assign(b, [&](int e) { return of_b[e][j]; });
#pragma unroll
            for (int i = 0; i < tiles_down; i++) {
                corrected_mma(c[i][j], a[i], b, c[i][j]);
            }
        }
    }
    /* Of a row, places 2t and 2t + 1 of all tiles: columns 8t to 8t + 7. */
#pragma unroll
    for (int e = 0; e < 4 * tiles_down; e++) {
        const int i = e / 4, row = part.row + shape::m * i + shape::m / 2 * (e / 2 % 2) + group;
        const float four[4] = {c[i][0].x[e % 4], c[i][1].x[e % 4], c[i][2].x[e % 4], c[i][3].x[e % 4]};
        store_four<Aligned>(four, part.c + static_cast<int64_t>(row) * task.n, part.column + 4 * (2 * in_group + e % 2),
                            row < task.m ? task.n : 0);
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_GEMM_CUH */
