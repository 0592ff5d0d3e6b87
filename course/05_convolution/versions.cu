/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions of a signal, from reads of neighbours out of global memory to windows in registers. */
#include <mma.h>

#include <tcu/tcu.h>

#include "task.h"

using namespace course;

constexpr int threads = 256;

/* ------------------------------------------------------------------------------------------------ one read each --- */

/* x[i], or what the policy puts there if i is outside of 0 ... n - 1. */
__device__ float value_at(const float *x, long long n, long long i, boundary outside)
{
    if (i >= 0 && i < n) {
        return x[i];
    }
    if (outside == boundary::zero) {
        return 0;
    }
    if (outside == boundary::clamp) {
        return x[i < 0 ? 0 : n - 1];
    }
    /* Mirrored at both ends, the signal repeats itself after 2 (n - 1) elements. */
    const long long period = outside == boundary::periodic ? n : n == 1 ? 1 : 2 * (n - 1);
    i %= period;
    i = i < 0 ? i + period : i;
    return x[i < n ? i : period - i];
}

/* 1. A thread an output, which reads its neighbours and the weights from global memory. */
__global__ void naive_kernel(const float *x, long long n, const float *weights, int width, boundary outside, float *y)
{
    const long long i = blockIdx.x * static_cast<long long>(threads) + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int j = 0; j < width; j++) {
            sum += weights[j] * value_at(x, n, i - width / 2 + j, outside);
        }
        y[i] = sum;
    }
}

/* All threads of a warp use the same weight at the same time. That is what constant memory is for: its cache gives one
 * word to all lanes, beside the path of global memory. */
__constant__ float constant_weights[most_weights];

/* 2. Weights in constant memory. */
__global__ void constant_kernel(const float *x, long long n, int width, boundary outside, float *y)
{
    const long long i = blockIdx.x * static_cast<long long>(threads) + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int j = 0; j < width; j++) {
            sum += constant_weights[j] * value_at(x, n, i - width / 2 + j, outside);
        }
        y[i] = sum;
    }
}

/* ----------------------------------------------------------------------------------------------- a tile a block --- */

/* 3. The block reads what its outputs need once: a tile, and a halo of width / 2 elements on the left, the rest of
 * width - 1 on the right. Only these reads have to look whether an element is outside. */
__global__ void tile_kernel(const float *x, long long n, int width, boundary outside, float *y)
{
    __shared__ float tile[threads + most_weights - 1];
    const int t = threadIdx.x;
    const long long begin = blockIdx.x * static_cast<long long>(threads), i = begin + t;
    for (int k = t; k < threads + width - 1; k += threads) {
        tile[k] = value_at(x, n, begin - width / 2 + k, outside);
    }
    __syncthreads();
    if (i < n) {
        float sum = 0;
        for (int j = 0; j < width; j++) {
            sum += constant_weights[j] * tile[t + j];
        }
        y[i] = sum;
    }
}

/* ------------------------------------------------------------------------------------ four outputs each thread --- */

constexpr int each = 4, outputs = each * threads;

/* Four neighbouring outputs, as one vector where the address allows it. */
__device__ void store(const float (&sums)[each], long long n, long long i, float *y)
{
    if (i + each <= n && reinterpret_cast<uintptr_t>(y + i) % sizeof(float4) == 0) {
        *reinterpret_cast<float4 *>(y + i) = make_float4(sums[0], sums[1], sums[2], sums[3]);
        return;
    }
    for (int o = 0; o < each; o++) {
        if (i + o < n) {
            y[i + o] = sums[o];
        }
    }
}

/* 4. Windows of neighbouring outputs overlap in all but one element each. A thread with four outputs holds eight
 * elements in registers: four weights times four outputs for every read of four elements. */
__global__ void register_kernel(const float *x, long long n, int width, boundary outside, float *y)
{
    __shared__ float4 tile[(outputs + most_weights) / 4 + 1];
    float *const elements = reinterpret_cast<float *>(tile);
    const int t = threadIdx.x, needed = outputs + (width + 3) / 4 * 4;
    const long long begin = blockIdx.x * static_cast<long long>(outputs);
    for (int k = t; k < needed; k += threads) {
        elements[k] = value_at(x, n, begin - width / 2 + k, outside);
    }
    __syncthreads();
    float sums[each] = {0, 0, 0, 0};
    float4 low = tile[t];
    for (int j = 0; j < width; j += 4) {
        const float4 high = tile[t + j / 4 + 1];
        const float window[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll
        for (int k = 0; k < 4; k++) {
            if (j + k < width) {
#pragma unroll
                for (int o = 0; o < each; o++) {
                    sums[o] += constant_weights[j + k] * window[o + k];
                }
            }
        }
        low = high;
    }
    store(sums, n, begin + each * t, y);
}

/* ------------------------------------------------------------------------------------------------ 256 a product --- */

constexpr int warps = threads / 32, warp_outputs = 256, block_outputs = warps * warp_outputs;
constexpr int most_parts = (15 + most_weights + 15) / 16;

/* 5. A is 16 x 16 elements of the signal in f16, each row 16 further than the one before; column o of W has the
 * weights from row o on. Then row r of A W, summed over the parts of 16 rows that W has, is outputs 16 r to 16 r +
 * 15. (So an element that is NaN spoils all outputs of its row: 0 * NaN is NaN.) */
__global__ void matrix_kernel(const float *x, long long n, int width, boundary outside, float *y)
{
    using namespace nvcuda::wmma;
    __shared__ __align__(32) half tile[block_outputs + 16 * (most_parts - 1)], w[most_parts][256];
    __shared__ __align__(32) float out[block_outputs];
    const int t = threadIdx.x, warp = t / 32, parts = (15 + width + 15) / 16;
    const long long begin = blockIdx.x * static_cast<long long>(block_outputs);
    for (int k = t; k < block_outputs + 16 * (parts - 1); k += threads) {
        tile[k] = __float2half(value_at(x, n, begin - width / 2 + k, outside));
    }
    for (int part = 0; part < parts; part++) {
        const int j = 16 * part + t / 16 - t % 16; /* of row t / 16 and column t % 16 */
        w[part][t] = __float2half(j >= 0 && j < width ? constant_weights[j] : 0);
    }
    __syncthreads();
    fragment<matrix_a, 16, 16, 16, half, row_major> a;
    fragment<matrix_b, 16, 16, 16, half, row_major> b;
    fragment<accumulator, 16, 16, 16, float> sums;
    fill_fragment(sums, 0.0f);
    for (int part = 0; part < parts; part++) {
        load_matrix_sync(a, tile + warp * warp_outputs + 16 * part, 16);
        load_matrix_sync(b, w[part], 16);
        mma_sync(sums, a, b, sums);
    }
    store_matrix_sync(out + warp * warp_outputs, sums, 16, mem_row_major);
    __syncthreads();
    for (int k = t; k < block_outputs && begin + k < n; k += threads) {
        y[begin + k] = out[k];
    }
}

/* ----------------------------------------------------------------------------------------------------- launches --- */

static void run_naive(const task &t)
{
    launch(naive_kernel, blocks_for(t.n, threads), threads, t.x, t.n, t.weights, t.width, t.outside, t.y);
}

using kernel = void(const float *, long long, int, boundary, float *);

/* A kernel that finds the weights in constant memory, with so many outputs a block. */
static void run(kernel *k, int outputs_of_block, const task &t)
{
    cudaMemcpyToSymbol(constant_weights, t.host_weights, static_cast<size_t>(t.width) * sizeof(float));
    launch(k, blocks_for(t.n, static_cast<size_t>(outputs_of_block)), threads, t.x, t.n, t.width, t.outside, t.y);
}

static void by_tcu(const task &t)
{
    if (t.n == 0) {
        return; /* tcu takes no signals without elements */
    }
    const tcu_boundary boundaries[] = {TCU_BOUNDARY_ZERO, TCU_BOUNDARY_CLAMP, TCU_BOUNDARY_REFLECT,
                                       TCU_BOUNDARY_PERIODIC};
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    desc.width = t.n;
    desc.padding = TCU_PADDING_SAME;
    desc.kind = TCU_CORRELATION;
    desc.boundary = boundaries[static_cast<int>(t.outside)];
    expect_success(tcu_convolve_1d(context(), &desc, t.x, t.weights, static_cast<uint64_t>(t.width), t.y, nullptr));
}

std::vector<version> course::versions()
{
    return {{"1 naive", run_naive},
            {"2 constant memory", [](const task &t) { run(constant_kernel, threads, t); }},
            {"3 tile with halo", [](const task &t) { run(tile_kernel, threads, t); }},
            {"4 four each thread", [](const task &t) { run(register_kernel, outputs, t); }},
            {"5 matrix unit", [](const task &t) { run(matrix_kernel, block_outputs, t); }, true},
            {"6 tcu", by_tcu}};
}
