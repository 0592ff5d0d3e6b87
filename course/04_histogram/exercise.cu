/* SPDX-License-Identifier: Apache-2.0 */
/* A histogram of bytes in three steps. Each step's kernel is complete but for one hole. */
#include <mma.h>

#include "task.h"

using namespace course;

constexpr int threads = 256, warps = threads / 32;

/* A block's own histogram in shared memory: cleared by its threads, one counter each; added to the result. */
__device__ void clear(unsigned (&copy)[threads])
{
    copy[threadIdx.x] = 0;
    __syncthreads();
}
__device__ void add_to(unsigned long long *counts, const unsigned (&copy)[threads])
{
    __syncthreads();
    if (copy[threadIdx.x] != 0) {
        atomicAdd(&counts[threadIdx.x], copy[threadIdx.x]);
    }
}

/* Step 1: a private copy. The thread counts samples i, i + grid, i + 2 grid, ... below n, each in copy[sample]. Other
 * threads of the block do the same at the same time: atomicAdd(&copy[sample], 1u). */
__device__ void count_own(unsigned (&copy)[threads], const uint8_t *samples, size_t n, size_t i, size_t grid)
{
    /* FILL IN 1 */
}

__global__ void private_kernel(const uint8_t *samples, size_t n, unsigned long long *counts)
{
    __shared__ unsigned copy[threads];
    const size_t grid = gridDim.x * static_cast<size_t>(threads);
    clear(copy);
    count_own(copy, samples, n, blockIdx.x * static_cast<size_t>(threads) + threadIdx.x, grid);
    add_to(counts, copy);
}

/* Step 2: aggregated. All lanes of a warp call count_together, each with a sample, or with 256, which is not counted. Of
 * lanes with equal samples one adds for all. __match_any_sync(0xffffffff, sample) returns a word whose bit l is set if
 * lane l has the same sample as this one; __ffs(word) - 1 is the place of its lowest bit, __popc(word) the number of its
 * bits. */
__device__ void count_together(unsigned (&copy)[threads], unsigned sample, int lane)
{
    /* FILL IN 2 */
}

__global__ void aggregated_kernel(const uint8_t *samples, size_t n, unsigned long long *counts)
{
    __shared__ unsigned copy[threads];
    const int lane = threadIdx.x % 32;
    const size_t grid = gridDim.x * static_cast<size_t>(threads);
    clear(copy);
    for (size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x; i - lane < n; i += grid) {
        count_together(copy, i < n ? samples[i] : 256, lane);
    }
    add_to(counts, copy);
}

/* Step 3: one-hot matrices of 16 samples, which the lanes of a warp write together. Lane l has sample k = l % 16 in
 * `sample`. Lanes 0 to 15 set the 1 of their sample in H: h[16 k + its upper four bits]. Lanes 16 to 31 do so in L:
 * l[16 k + its lower four bits]. All other elements are 0 already. A lane without a sample (`is_there` is false) sets
 * nothing. */
__device__ void set_ones(unsigned char (&h)[256], unsigned char (&l)[256], int lane, unsigned sample, bool is_there)
{
    /* FILL IN 3 */
}

/* Row i and column j of H L is the number of samples 16 i + j. A warp does 16 samples at a time. */
__global__ void matrix_kernel(const uint8_t *samples, size_t n, unsigned long long *counts)
{
    using namespace nvcuda::wmma;
    /* H by columns, L by rows. (Matrices have to be aligned to 32 bytes.) */
    __shared__ __align__(32) unsigned char h[warps][256], l[warps][256];
    __shared__ __align__(32) int of_warps[warps][256];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    fragment<matrix_a, 16, 16, 16, unsigned char, col_major> left;
    fragment<matrix_b, 16, 16, 16, unsigned char, row_major> right;
    fragment<accumulator, 16, 16, 16, int> sums;
    fill_fragment(sums, 0);
    const size_t grid = gridDim.x * static_cast<size_t>(warps) * 16;
    for (size_t first = (blockIdx.x * static_cast<size_t>(warps) + warp) * 16; first < n; first += grid) {
        for (int k = lane; k < 256; k += 32) {
            h[warp][k] = l[warp][k] = 0;
        }
        __syncwarp();
        const size_t i = first + lane % 16;
        set_ones(h[warp], l[warp], lane, i < n ? samples[i] : 0, i < n);
        __syncwarp();
        load_matrix_sync(left, h[warp], 16);
        load_matrix_sync(right, l[warp], 16);
        mma_sync(sums, left, right, sums);
        __syncwarp();
    }
    store_matrix_sync(of_warps[warp], sums, 16, mem_row_major);
    __syncthreads();
    for (int w = 0; w < warps; w++) {
        atomicAdd(&counts[threadIdx.x], static_cast<unsigned long long>(of_warps[w][threadIdx.x]));
    }
}

static void run(void (*kernel)(const uint8_t *, size_t, unsigned long long *), const task &t)
{
    cudaMemsetAsync(t.counts, 0, 256 * sizeof *t.counts, nullptr);
    launch(kernel, t.n > 0 ? 2 : 0, threads, t.samples, t.n, t.counts);
}

std::vector<version> course::versions()
{
    return {{"1 private copies", [](const task &t) { run(private_kernel, t); }},
            {"2 aggregated within a warp", [](const task &t) { run(aggregated_kernel, t); }},
            {"3 one-hot matrices", [](const task &t) { run(matrix_kernel, t); }}};
}
