/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of a matrix and a vector, y = A x, which read A once and so are limited by memory, whatever multiplies:
 *
 * - naive: a warp forms 16 elements of y, loads its operands two halves at a time. x stands in all 8 columns of B.
 * - wide: a lane loads 8 neighbours of a row, four times as many bytes at a time. They are operands of two products, in
 *   which they stand at other places of k than in memory; so do those of x, so each meets its own. 8 warps share 16 rows.
 * - plain: a warp forms an element of y by multiply-adds in f32.
 */
#ifndef TCU_BENCH_STUDIES_GEMM_GEMV_CUH
#define TCU_BENCH_STUDIES_GEMM_GEMV_CUH

#include "bench/studies/gemm/operands.cuh"

namespace study
{
constexpr int kGemvThreads = 256;
constexpr int kGemvWarps = kGemvThreads / kWarp;
constexpr int kLanesOfRow = 4;                    // that hold a row's operands
constexpr int kWideDepth = kLanesOfRow * kVector; // of two products
constexpr int kWideRegisters = kVector / kPacked; // of a row

/** y[row of register r] of a tile whose columns are all the same. */
template <class Out>
__device__ void store_column(const Accumulators<Out> &sum, Out *y, int row, int m)
{
    for (int r = 0; r < 4; r++) {
        const position at = LayoutOfC::at(threadIdx.x % kWarp, r, 0);
        if (at.column == 0 && row + at.row < m) {
            y[row + at.row] = rounded<Out>(sum.element(r));
        }
    }
}

template <class Out>
__global__ void __launch_bounds__(kGemvThreads) naive_gemv_kernel(Problem p, Out *y)
{
    const int lane = threadIdx.x % kWarp;
    const int row = (blockIdx.x * kGemvWarps + threadIdx.x / kWarp) * kTileRows;
    Accumulators<Out> sum;
    for (int k = 0; k < p.k; k += kTileDepth) {
        uint32_t a[4], b[2];
        for (int r = 0; r < 4; r++) {
            const position at = LayoutOfA::at(lane, r, 0);
            uint32_t word[1];
            load_along<kPacked>(line(p.a, p.stride, row + at.row, p.m), k + at.column, p.k, word);
            a[r] = word[0];
        }
        for (int r = 0; r < 2; r++) {
            uint32_t word[1];
            load_along<kPacked>(p.b, k + LayoutOfB::at(lane, r, 0).row, p.k, word);
            b[r] = word[0];
        }
        sum.multiply(a, b);
    }
    store_column(sum, y, row, p.m);
}

template <class Out>
__global__ void __launch_bounds__(kGemvThreads) wide_gemv_kernel(Problem p, Out *y)
{
    __shared__ float partial[kGemvWarps][kTileRows];
    const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp, row = blockIdx.x * kTileRows;
    const __half *const low = line(p.a, p.stride, row + group_of(lane), p.m);
    const __half *const high = line(p.a, p.stride, row + group_of(lane) + kTileRows / 2, p.m);
    Accumulators<Out> sum;
#pragma unroll 4 // loads in flight
    for (int k = warp * kWideDepth; k < p.k; k += kGemvWarps * kWideDepth) {
        uint32_t of_low[kWideRegisters], of_high[kWideRegisters], of_x[kWideRegisters];
        const int at = k + lane_in_group(lane) * kVector;
        load_along<kVector>(low, at, p.k, of_low);
        load_along<kVector>(high, at, p.k, of_high);
        load_along<kVector>(p.b, at, p.k, of_x);
        for (int r = 0; r < kWideRegisters; r += 2) {
            const uint32_t a[4] = {of_low[r], of_high[r], of_low[r + 1], of_high[r + 1]}, b[2] = {of_x[r], of_x[r + 1]};
            sum.multiply(a, b);
        }
    }
    store_column<float>({{sum.element(0), sum.element(1), sum.element(2), sum.element(3)}}, partial[warp], 0,
                        kTileRows);
    __syncthreads();
    if (threadIdx.x < kTileRows && row + int(threadIdx.x) < p.m) {
        float whole = 0;
        for (int w = 0; w < kGemvWarps; w++) {
            whole += partial[w][threadIdx.x];
        }
        y[row + threadIdx.x] = rounded<Out>(whole);
    }
}

static __global__ void __launch_bounds__(kGemvThreads) plain_gemv_kernel(Problem p, float *y)
{
    const int lane = threadIdx.x % kWarp, row = blockIdx.x * kGemvWarps + threadIdx.x / kWarp;
    const __half *const of_a = line(p.a, p.stride, row, p.m);
    float sum = 0;
#pragma unroll 4 // loads in flight
    for (int k = lane * kVector; k < p.k; k += kWarp * kVector) {
        uint32_t words[2][kVector / kPacked];
        load_along<kVector>(of_a, k, p.k, words[0]);
        load_along<kVector>(p.b, k, p.k, words[1]);
        __half a[kVector], x[kVector];
        memcpy(a, words[0], sizeof a);
        memcpy(x, words[1], sizeof x);
        for (int e = 0; e < kVector; e++) {
            sum = fmaf(__half2float(a[e]), __half2float(x[e]), sum);
        }
    }
    for (int distance = kWarp / 2; distance > 0; distance /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, distance);
    }
    if (lane == 0 && row < p.m) {
        y[row] = sum;
    }
}

template <class Out>
void enqueue_naive_gemv(cudaStream_t stream, const Problem &p, Out *y)
{
    launch(stream, dim3(unsigned(divide_up(p.m, kTileRows * kGemvWarps))), kGemvThreads, naive_gemv_kernel<Out>, p, y);
}

template <class Out>
void enqueue_wide_gemv(cudaStream_t stream, const Problem &p, Out *y)
{
    launch(stream, dim3(unsigned(divide_up(p.m, kTileRows))), kGemvThreads, wide_gemv_kernel<Out>, p, y);
}

inline void enqueue_plain_gemv(cudaStream_t stream, const Problem &p, float *y)
{
    launch(stream, dim3(unsigned(divide_up(p.m, kGemvWarps))), kGemvThreads, plain_gemv_kernel, p, y);
}
} // namespace study

#endif
