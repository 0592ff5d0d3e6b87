/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of an array, from a tree whose threads diverge to the matrix unit. */
#include <mma.h>

#include <tcu/tcu.h>

#include "task.h"

using namespace course;

constexpr int threads = 256, warps = threads / 32;

/* ------------------------------------------------------------------------------------------------ a tree a block --- */

/* The tile's element of this thread; behind the end 0, which changes no sum. */
__device__ float load(const float *x, size_t n)
{
    const size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    return i < n ? x[i] : 0;
}

/* 1. Neighbours are added, then sums of two, of four, ...: thread 0, 2, 4, ..., then 0, 4, 8, ... work. A warp runs as
 * long as one of its lanes has work, so most of its lanes wait. */
__global__ void divergent_kernel(const float *x, size_t n, float *sum)
{
    __shared__ float tile[threads];
    const int t = threadIdx.x;
    tile[t] = load(x, n);
    for (int distance = 1; distance < threads; distance *= 2) {
        __syncthreads();
        if (t % (2 * distance) == 0) {
            tile[t] += tile[t + distance];
        }
    }
    if (t == 0) {
        atomicAdd(sum, tile[0]);
    }
}

/* 2. The first threads work, so that whole warps have none. But lanes are 2, 4, ... elements apart: in the same bank. */
__global__ void compact_kernel(const float *x, size_t n, float *sum)
{
    __shared__ float tile[threads];
    const int t = threadIdx.x;
    tile[t] = load(x, n);
    for (int distance = 1; distance < threads; distance *= 2) {
        __syncthreads();
        const int i = 2 * distance * t;
        if (i < threads) {
            tile[i] += tile[i + distance];
        }
    }
    if (t == 0) {
        atomicAdd(sum, tile[0]);
    }
}

/* 3. Halves are added instead of neighbours: lanes use neighbouring elements, which lie in different banks. */
__global__ void halves_kernel(const float *x, size_t n, float *sum)
{
    __shared__ float tile[threads];
    const int t = threadIdx.x;
    tile[t] = load(x, n);
    for (int distance = threads / 2; distance > 0; distance /= 2) {
        __syncthreads();
        if (t < distance) {
            tile[t] += tile[t + distance];
        }
    }
    if (t == 0) {
        atomicAdd(sum, tile[0]);
    }
}

/* ------------------------------------------------------------------------------------- many elements each thread --- */

/* The sum of a warp's lanes, in lane 0: registers are exchanged, without shared memory and barriers. */
__device__ float sum_of_warp(float x)
{
    for (int distance = 16; distance > 0; distance /= 2) {
        x += __shfl_down_sync(0xffffffff, x, distance);
    }
    return x;
}

/* Adds what each thread holds to the sum: one atomic operation a block. */
__device__ void add_block(float own, float *sum)
{
    __shared__ float of_warps[warps];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    own = sum_of_warp(own);
    if (lane == 0) {
        of_warps[warp] = own;
    }
    __syncthreads();
    if (warp == 0) {
        own = sum_of_warp(lane < warps ? of_warps[lane] : 0);
        if (lane == 0) {
            atomicAdd(sum, own);
        }
    }
}

/* 4. Each thread adds elements that are a grid apart in a register, before it exchanges anything. */
__global__ void shuffle_kernel(const float *x, size_t n, float *sum)
{
    const size_t grid = gridDim.x * static_cast<size_t>(threads);
    float own = 0;
    for (size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x; i < n; i += grid) {
        own += x[i];
    }
    add_block(own, sum);
}

/* 5. V = P A + V: A is a tile of 16 x 16 elements, P is full of ones, so each row of V holds the sums of A's columns.
 * Elements are rounded to f16, which the matrix unit multiplies; it adds in f32. */
__global__ void matrix_kernel(const float *x, size_t n, float *sum)
{
    using namespace nvcuda::wmma;
    /* (Matrices have to be aligned to 32 bytes.) */
    __shared__ __align__(32) half tiles[warps][256];
    __shared__ __align__(32) float columns[warps][256];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    fragment<matrix_a, 16, 16, 16, half, row_major> p;
    fragment<matrix_b, 16, 16, 16, half, row_major> a;
    fragment<accumulator, 16, 16, 16, float> v;
    fill_fragment(p, __float2half(1));
    fill_fragment(v, 0.0f);
    const size_t grid = gridDim.x * static_cast<size_t>(warps);
    for (size_t tile = blockIdx.x * static_cast<size_t>(warps) + warp; tile * 256 < n; tile += grid) {
        for (int k = lane; k < 256; k += 32) {
            const size_t i = tile * 256 + k;
            tiles[warp][k] = __float2half(i < n ? x[i] : 0);
        }
        __syncwarp();
        load_matrix_sync(a, tiles[warp], 16);
        mma_sync(v, p, a, v);
        __syncwarp();
    }
    store_matrix_sync(columns[warp], v, 16, mem_row_major);
    __syncwarp();
    add_block(lane < 16 ? columns[warp][lane] : 0, sum);
}

/* ------------------------------------------------------------------------------------------------------ launches --- */

using kernel = void(const float *, size_t, float *);

/* A block a tile of one element a thread. */
static void run_tiles(kernel *k, const task &t)
{
    cudaMemsetAsync(t.sum, 0, sizeof(float), nullptr);
    launch(k, blocks_for(t.n, threads), threads, t.x, t.n, t.sum);
}

/* As many blocks as keep a GPU busy, however long the array is. */
static void run_grid(kernel *k, const task &t)
{
    const unsigned tiles = blocks_for(t.n, threads);
    cudaMemsetAsync(t.sum, 0, sizeof(float), nullptr);
    launch(k, tiles < 1024 ? (tiles + 3) / 4 : 1024u, threads, t.x, t.n, t.sum);
}

static void by_tcu(const task &t)
{
    expect_success(tcu_reduce(context(), t.x, TCU_TYPE_F32, t.sum, TCU_TYPE_F32, t.n, nullptr));
}

std::vector<version> course::versions()
{
    return {{"1 divergent", [](const task &t) { run_tiles(divergent_kernel, t); }},
            {"2 whole warps", [](const task &t) { run_tiles(compact_kernel, t); }},
            {"3 halves", [](const task &t) { run_tiles(halves_kernel, t); }},
            {"4 registers, shuffles", [](const task &t) { run_grid(shuffle_kernel, t); }},
            {"5 matrix unit", [](const task &t) { run_grid(matrix_kernel, t); }, true},
            {"6 tcu", by_tcu}};
}
