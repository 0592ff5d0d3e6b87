/* SPDX-License-Identifier: Apache-2.0 */
/* The scan of an array in three steps. Each step's kernel is complete but for one hole. */
#include "task.h"

using namespace course;

constexpr int threads = 256, warps = threads / 32;

/* Step 1: a tile after Hillis and Steele. tile[t] holds this thread's element. For distance = 1, 2, 4, ... each thread
 * adds tile[t - distance] to tile[t], if there is one. No thread may write before all have read, nor read before all have
 * written: two barriers a step, neither of them inside of an `if`. */
__device__ float scan_of_block(float own)
{
    __shared__ float tile[threads];
    const int t = threadIdx.x;
    tile[t] = own;
    __syncthreads();
    /* FILL IN 1 */
    return tile[t];
}

/* Step 2: the scan of a warp without shared memory: lane l returns the sum of what lanes 0 to l hold in `own`.
 * __shfl_up_sync(0xffffffff, own, d) gives lane l what lane l - d holds (lanes that have none get their own); all lanes
 * have to call it. */
__device__ float scan_of_warp(float own, int lane)
{
    /* FILL IN 2 */
    return own;
}

__device__ float scan_by_warps(float own)
{
    __shared__ float of_warps[warps];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    own = scan_of_warp(own, lane);
    if (lane == 31) {
        of_warps[warp] = own;
    }
    __syncthreads();
    for (int w = 0; w < warp; w++) {
        own += of_warps[w];
    }
    return own;
}

/* What tiles have published, for step 3: a status, and a sum. */
enum : unsigned { nothing, own_sum, whole_sum };
struct state {
    unsigned status;
    float sum;
};

__device__ state read(unsigned long long *states, size_t tile)
{
    const unsigned long long word = atomicAdd(&states[tile], 0);
    return {static_cast<unsigned>(word >> 32), __uint_as_float(static_cast<unsigned>(word))};
}

__device__ void publish(unsigned long long *states, size_t tile, state s)
{
    atomicExch(&states[tile], static_cast<unsigned long long>(s.status) << 32 | __float_as_uint(s.sum));
}

/* Step 3: look-back, by one thread. Go from tile - 1 to the left, and add the sums that you find with read(states, i). A
 * status `nothing` means that the tile's block has not published yet: read again. `own_sum` is the sum of that tile alone:
 * add it and go on to the left. `whole_sum` is the sum of that tile and all before it: add it and stop. Stop, too, when
 * no tile is left. (The emulated device runs blocks one after the other, so only on a GPU one finds `nothing`.) */
__device__ float look_back(unsigned long long *states, size_t tile)
{
    float before = 0;
    /* FILL IN 3 */
    return before;
}

/* Needs neither step 1 nor step 2: one thread scans the tile. Of four tiles one publishes its whole sum, so that
 * look-back has to pass the others on every device. */
__global__ void one_pass_kernel(const float *x, size_t n, float *y, unsigned long long *states)
{
    __shared__ float sums[threads];
    __shared__ unsigned long long taken;
    const int t = threadIdx.x;
    if (t == 0) {
        taken = atomicAdd(&states[0], 1); /* the next tile that no block has; states of tiles follow */
    }
    __syncthreads();
    const size_t tile = taken, i = tile * threads + t;
    sums[t] = i < n ? x[i] : 0;
    __syncthreads();
    if (t == 0) {
        float sum = 0;
        for (int k = 0; k < threads; k++) {
            sum += sums[k];
        }
        publish(states + 1, tile, {own_sum, sum});
        float before = look_back(states + 1, tile);
        if (tile % 4 == 0) {
            publish(states + 1, tile, {whole_sum, before + sum});
        }
        for (int k = 0; k < threads; k++) {
            sums[k] = before += sums[k];
        }
    }
    __syncthreads();
    if (i < n) {
        y[i] = sums[t];
    }
}

static void one_pass(const task &t)
{
    const unsigned tiles = blocks_for(t.n, threads);
    cudaMemsetAsync(t.scratch, 0, (1 + tiles) * sizeof *t.scratch, nullptr);
    launch(one_pass_kernel, tiles, threads, t.x, t.n, t.y, t.scratch);
}

/* What the block's last thread has in `own`, for all its threads. */
__device__ float of_last_thread(float own)
{
    __shared__ float last;
    __syncthreads();
    if (threadIdx.x == threads - 1) {
        last = own;
    }
    __syncthreads();
    return last;
}

/* For steps 1 and 2: one block, tile by tile; `before` is the sum of the tiles before. */
template <float (*scan)(float)>
__global__ void one_block_kernel(const float *x, size_t n, float *y)
{
    float before = 0;
    for (size_t first = 0; first < n; first += threads) {
        const size_t i = first + threadIdx.x;
        const float sum = scan(i < n ? x[i] : 0);
        if (i < n) {
            y[i] = before + sum;
        }
        before += of_last_thread(sum);
    }
}

template <float (*scan)(float)>
static void one_block(const task &t)
{
    launch(one_block_kernel<scan>, 1, threads, t.x, t.n, t.y);
}

std::vector<version> course::versions()
{
    return {{"1 a tile after Hillis and Steele", one_block<scan_of_block>},
            {"2 the scan of a warp", one_block<scan_by_warps>},
            {"3 look-back", one_pass}};
}
