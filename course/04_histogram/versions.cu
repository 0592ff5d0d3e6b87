/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms of bytes: where counters lie, and how lanes that meet in one of them get out of each other's way. */
#include <mma.h>

#include <tcu/tcu.h>

#include "task.h"

using namespace course;

constexpr int threads = 256, warps = threads / 32;
constexpr unsigned all_lanes = 0xffffffff;
using count = unsigned long long;

/* Threads take samples that are a grid apart: this thread's first one, and how far it is to the next. */
__device__ size_t first_sample()
{
    return blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
}
__device__ size_t grid()
{
    return gridDim.x * static_cast<size_t>(threads);
}

/* 1. One histogram in global memory. All threads of the GPU change the same 256 counters. */
__global__ void global_kernel(const uint8_t *samples, size_t n, count *counts)
{
    for (size_t i = first_sample(); i < n; i += grid()) {
        atomicAdd(&counts[samples[i]], 1);
    }
}

/* A block's own histogram in shared memory, one counter for each of the block's threads: cleared; added to the result.
 * (32 bits are enough: no block sees 2^32 samples.) */
__device__ void clear(unsigned (&copy)[threads])
{
    copy[threadIdx.x] = 0;
    __syncthreads();
}
__device__ void add_to(count *counts, const unsigned (&copy)[threads])
{
    __syncthreads();
    if (copy[threadIdx.x] != 0) {
        atomicAdd(&counts[threadIdx.x], copy[threadIdx.x]);
    }
}

/* 2. Private copies: blocks count into their own shared memory, and add up what they have counted at the end. */
__global__ void private_kernel(const uint8_t *samples, size_t n, count *counts)
{
    __shared__ unsigned copy[threads];
    clear(copy);
    for (size_t i = first_sample(); i < n; i += grid()) {
        atomicAdd(&copy[samples[i]], 1u);
    }
    add_to(counts, copy);
}

/* 3. Aggregated: lanes with equal samples find each other, and the first of them adds for all. Equal samples wait for each
 * other no more. (All lanes take part as long as one has a sample.) */
__global__ void aggregated_kernel(const uint8_t *samples, size_t n, count *counts)
{
    __shared__ unsigned copy[threads];
    const unsigned lane = threadIdx.x % 32, none = 256;
    clear(copy);
    for (size_t i = first_sample(); i - lane < n; i += grid()) {
        const unsigned sample = i < n ? samples[i] : none;
        const unsigned equal = __match_any_sync(all_lanes, sample);
        if (sample != none && __ffs(static_cast<int>(equal)) - 1 == static_cast<int>(lane)) {
            atomicAdd(&copy[sample], static_cast<unsigned>(__popc(equal)));
        }
    }
    add_to(counts, copy);
}

/* 4. The matrix unit, without atomic operations: of 16 samples, H has a 1 in row h and column k where the upper four bits
 * of sample k are h, and L a 1 in row k and column l where its lower four bits are l. So row h and column l of H L counts
 * the samples 16 h + l: all 256 bins by one product. */
__global__ void matrix_kernel(const uint8_t *samples, size_t n, count *counts)
{
    using namespace nvcuda::wmma;
    /* H by columns, L by rows. (Matrices have to be aligned to 32 bytes.) */
    __shared__ __align__(32) unsigned char one_hot[warps][2][256];
    __shared__ __align__(32) int of_warps[warps][256];
    __shared__ unsigned copy[threads];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, is_low = lane / 16, k = lane % 16;
    fragment<matrix_a, 16, 16, 16, unsigned char, col_major> h;
    fragment<matrix_b, 16, 16, 16, unsigned char, row_major> l;
    fragment<accumulator, 16, 16, 16, int> sums;
    fill_fragment(sums, 0);
    for (int i = lane; i < 512; i += 32) {
        one_hot[warp][i / 256][i % 256] = 0;
    }
    __syncwarp();
    const size_t step = grid() / 2; /* 16 samples a warp */
    for (size_t i = (blockIdx.x * static_cast<size_t>(warps) + warp) * 16 + k; i - k < n; i += step) {
        const int sample = i < n ? samples[i] : 0;
        unsigned char *const one = &one_hot[warp][is_low][16 * k + (is_low ? sample % 16 : sample / 16)];
        *one = i < n;
        __syncwarp();
        load_matrix_sync(h, one_hot[warp][0], 16);
        load_matrix_sync(l, one_hot[warp][1], 16);
        mma_sync(sums, h, l, sums);
        __syncwarp();
        *one = 0;
    }
    store_matrix_sync(of_warps[warp], sums, 16, mem_row_major);
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < warps; w++) {
        sum += static_cast<unsigned>(of_warps[w][threadIdx.x]);
    }
    copy[threadIdx.x] = sum;
    add_to(counts, copy);
}

/* 5. A counter of each bin for each lane: lane l's are in bank l, so that lanes never meet. And 16 samples are read by one
 * instruction, where the array is aligned to 16 bytes: `head` samples come before, fewer than 16 behind. */
__global__ void lanes_kernel(const uint8_t *samples, size_t n, size_t head, count *counts)
{
    __shared__ unsigned copies[256][32];
    const int lane = threadIdx.x % 32;
    for (int i = threadIdx.x; i < 256 * 32; i += threads) {
        copies[i / 32][i % 32] = 0;
    }
    __syncthreads();
    const size_t vectors = (n - head) / 16, tail = head + 16 * vectors;
    for (size_t i = first_sample(); i < vectors; i += grid()) {
        const int4 vector = reinterpret_cast<const int4 *>(samples + head)[i];
        const int words[4] = {vector.x, vector.y, vector.z, vector.w};
        for (int word : words) {
            for (int shift = 0; shift < 32; shift += 8) {
                atomicAdd(&copies[word >> shift & 255][lane], 1u); /* other warps have the same counter */
            }
        }
    }
    if (first_sample() < head) {
        atomicAdd(&copies[samples[first_sample()]][lane], 1u);
    }
    if (tail + first_sample() < n) {
        atomicAdd(&copies[samples[tail + first_sample()]][lane], 1u);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int i = 0; i < 32; i++) {
        sum += copies[threadIdx.x][(lane + i) % 32]; /* each lane begins at another bank */
    }
    if (sum != 0) {
        atomicAdd(&counts[threadIdx.x], sum);
    }
}

/* ------------------------------------------------------------------------------------------------------ launches --- */

/* At least 16 samples a thread, and not more blocks than a GPU needs to be busy to the end. */
static unsigned blocks_of(const task &t)
{
    const unsigned most = 4096, blocks = blocks_for(t.n, 16 * threads);
    return blocks < most ? blocks : most;
}

static void run(void (*kernel)(const uint8_t *, size_t, count *), const task &t)
{
    cudaMemsetAsync(t.counts, 0, 256 * sizeof(count), nullptr);
    launch(kernel, blocks_of(t), threads, t.samples, t.n, t.counts);
}

static void by_lanes(const task &t)
{
    const size_t before = (16 - reinterpret_cast<uintptr_t>(t.samples) % 16) % 16, head = before < t.n ? before : t.n;
    cudaMemsetAsync(t.counts, 0, 256 * sizeof(count), nullptr);
    launch(lanes_kernel, blocks_of(t), threads, t.samples, t.n, head, t.counts);
}

static void by_tcu(const task &t)
{
    const int32_t lower = 0, upper = 256;
    expect_success(tcu_histogram_even(context(), t.samples, TCU_TYPE_U8, t.counts, TCU_TYPE_U64, 256, &lower, &upper,
                                      TCU_TYPE_I32, t.n, nullptr));
}

std::vector<version> course::versions()
{
    return {{"1 global atomics", [](const task &t) { run(global_kernel, t); }},
            {"2 private copies", [](const task &t) { run(private_kernel, t); }},
            {"3 aggregated", [](const task &t) { run(aggregated_kernel, t); }},
            {"4 one-hot matrices", [](const task &t) { run(matrix_kernel, t); }},
            {"5 a counter a lane", by_lanes},
            {"6 tcu", by_tcu}};
}
