/* SPDX-License-Identifier: Apache-2.0 */
/* The sum of an array in three steps. Each step's kernel is complete but for one hole. */
#include "task.h"

using namespace course;

constexpr int threads = 256, warps = threads / 32;

/* Step 1: a tree in shared memory. tile[t] holds this thread's element. Add the upper half of the tile to the lower one,
 * then the upper half of what is left, ..., until tile[0] is the sum. A barrier has to come before each addition that
 * reads what another thread has written. */
__global__ void tree_kernel(const float *x, size_t n, float *sum)
{
    __shared__ float tile[threads];
    const int t = threadIdx.x;
    const size_t i = blockIdx.x * static_cast<size_t>(threads) + t;
    tile[t] = i < n ? x[i] : 0;
    /* FILL IN 1 */
    for (int distance = threads / 2; distance > 0; distance /= 2) {
        __syncthreads();
        if (t < distance) {
            tile[t] += tile[t + distance];
        }
    }
    /* END */
    if (t == 0) {
        atomicAdd(sum, tile[0]);
    }
}

/* Step 2: the sum of the 32 values of a warp, in lane 0, without shared memory: __shfl_down_sync(0xffffffff, own, d)
 * gives lane l what lane l + d holds in `own`. */
__device__ float sum_of_warp(float own)
{
    /* FILL IN 2 */
    for (int distance = 16; distance > 0; distance /= 2) {
        own += __shfl_down_sync(0xffffffff, own, distance);
    }
    /* END */
    return own;
}

__device__ void add_block(float own, float *sum)
{
    __shared__ float of_warps[warps];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    own = sum_of_warp(own);
    if (lane == 0) {
        of_warps[warp] = own;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        float total = 0;
        for (int w = 0; w < warps; w++) {
            total += of_warps[w];
        }
        atomicAdd(sum, total);
    }
}

__global__ void warp_kernel(const float *x, size_t n, float *sum)
{
    const size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    add_block(i < n ? x[i] : 0, sum);
}

/* Step 3: more work for each thread. There are as many blocks as a GPU runs at a time, however long the array is: each
 * thread adds the elements i, i + grid, i + 2 grid, ... in `own`, where i is its number in the grid and `grid` the number
 * of the grid's threads. (It needs step 2.) */
__global__ void grid_kernel(const float *x, size_t n, float *sum)
{
    float own = 0;
    /* FILL IN 3 */
    const size_t grid = gridDim.x * static_cast<size_t>(threads);
    for (size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x; i < n; i += grid) {
        own += x[i];
    }
    /* END */
    add_block(own, sum);
}

using kernel = void(const float *, size_t, float *);

static void run(kernel *k, unsigned blocks, const task &t)
{
    cudaMemsetAsync(t.sum, 0, sizeof(float), nullptr);
    launch(k, blocks, threads, t.x, t.n, t.sum);
}

std::vector<version> course::versions()
{
    return {{"1 a tree in shared memory", [](const task &t) { run(tree_kernel, blocks_for(t.n, threads), t); }},
            {"2 the sum of a warp", [](const task &t) { run(warp_kernel, blocks_for(t.n, threads), t); }},
            {"3 many elements each thread", [](const task &t) { run(grid_kernel, 2, t); }}};
}
