/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first product of matrices that one writes with mma.sync: each warp forms a tile of 16 x 8 of C and loads its operands
 * from global memory, two halves at a time. Every element of A is loaded n / 8 times and every one of B m / 16 times, so
 * what limits it is the L1 and L2 caches.
 */
#ifndef TCU_BENCH_STUDIES_GEMM_NAIVE_CUH
#define TCU_BENCH_STUDIES_GEMM_NAIVE_CUH

#include "bench/studies/gemm/operands.cuh"

namespace study
{
constexpr int kNaiveThreads = 128; // of a block, whose warps are side by side along n

template <class Out>
__global__ void __launch_bounds__(kNaiveThreads) naive_gemm_kernel(Problem p, Out *c)
{
    const int lane = threadIdx.x % kWarp;
    const int row = blockIdx.y * kTileRows;
    const int column = (blockIdx.x * (kNaiveThreads / kWarp) + threadIdx.x / kWarp) * kTileColumns;
    const __half *rows[2], *const of_b = line(p.b, p.stride, column + group_of(lane), p.n);
    for (int half = 0; half < 2; half++) { // registers 0 and 1 of A differ in their row only
        rows[half] = line(p.a, p.stride, row + LayoutOfA::at(lane, half, 0).row, p.m);
    }
    Accumulators<Out> sum;
    for (int k = 0; k < p.k; k += kTileDepth) {
        uint32_t a[4], b[2];
        for (int r = 0; r < 4; r++) {
            uint32_t word[1];
            load_along<kPacked>(rows[r % 2], k + LayoutOfA::at(lane, r, 0).column, p.k, word);
            a[r] = word[0];
        }
        for (int r = 0; r < 2; r++) {
            uint32_t word[1];
            load_along<kPacked>(of_b, k + LayoutOfB::at(lane, r, 0).row, p.k, word);
            b[r] = word[0];
        }
        sum.multiply(a, b);
    }
    store_tile(sum, c, p, row, column);
}

template <class Out>
void enqueue_naive_gemm(cudaStream_t stream, const Problem &p, Out *c)
{
    const dim3 blocks(unsigned(divide_up(p.n, kTileColumns * (kNaiveThreads / kWarp))),
                      unsigned(divide_up(p.m, kTileRows)));
    launch(stream, blocks, kNaiveThreads, naive_gemm_kernel<Out>, p, c);
}
} // namespace study

#endif
