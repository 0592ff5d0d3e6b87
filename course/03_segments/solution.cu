/* SPDX-License-Identifier: Apache-2.0 */
/* Scans and sums of segments in three steps. Each step's kernel is complete but for one hole. */
#include "task.h"

using namespace course;

constexpr int threads = 256, warps = threads / 32;
constexpr unsigned all_lanes = 0xffffffff;

/* Lane l gets the sum of what lanes 0 to l hold in x. All lanes have to call it. */
__device__ float scan_of_warp(float x)
{
    for (int distance = 1; distance < 32; distance *= 2) {
        const float left = __shfl_up_sync(all_lanes, x, distance);
        x += threadIdx.x % 32 >= distance ? left : 0;
    }
    return x;
}

/* Step 1: the warp scans segment begin <= i < end of x into y, 32 elements at a time, and returns the segment's sum in all
 * lanes. Lane l takes element first + l, where first is begin, begin + 32, ...: all lanes stay in the loop as long as
 * first < end, and one behind the end takes 0 and writes nothing. `before` is what comes before the row, and is added to
 * the row's scan. Then it becomes the sum up to the row's end, which lane 31 has: __shfl_sync(all_lanes, value, 31) tells
 * all lanes. */
__device__ float scan_segment(const float *x, int64_t begin, int64_t end, float *y, int lane)
{
    float before = 0;
    /* FILL IN 1 */
    for (int64_t first = begin; first < end; first += 32) {
        const float own = first + lane < end ? x[first + lane] : 0;
        const float sum = before + scan_of_warp(own);
        if (first + lane < end) {
            y[first + lane] = sum;
        }
        before = __shfl_sync(all_lanes, sum, 31);
    }
    /* END */
    return before;
}

__global__ void warp_kernel(const float *x, const int64_t *offsets, size_t segments, float *y, float *sums)
{
    const size_t k = blockIdx.x * static_cast<size_t>(warps) + threadIdx.x / 32;
    if (k < segments) {
        const float sum = scan_segment(x, offsets[k], offsets[k + 1], y, threadIdx.x % 32);
        if (threadIdx.x % 32 == 0) {
            sums[k] = sum;
        }
    }
}

/* A value, and a flag that says that a segment begins in what the value sums. */
struct pair {
    float value;
    bool flag;
};

/* Step 2: the pair of both, where `left` stands before `right`: values are added unless a segment begins on the right, and
 * a segment begins in both if it does in one of them. */
__device__ pair combine(pair left, pair right)
{
    pair both = right;
    /* FILL IN 2 */
    if (!right.flag) {
        both.value = left.value + right.value;
        both.flag = left.flag;
    }
    /* END */
    return both;
}

/* One block, tile by tile; `before` is the pair of all elements before. */
__global__ void pairs_kernel(const float *x, const unsigned *bits, size_t n, float *y)
{
    __shared__ float values[threads];
    __shared__ bool flags[threads];
    const int t = threadIdx.x;
    pair before = {0, false};
    for (size_t first = 0; first < n; first += threads) {
        const size_t i = first + t;
        pair own = {i < n ? x[i] : 0, i < n && (bits[i / 32] >> i % 32 & 1) != 0};
        for (int distance = 1; distance < threads; distance *= 2) {
            values[t] = own.value;
            flags[t] = own.flag;
            __syncthreads();
            if (t >= distance) {
                own = combine({values[t - distance], flags[t - distance]}, own);
            }
            __syncthreads();
        }
        own = combine(before, own);
        if (i < n) {
            y[i] = own.value;
        }
        values[t] = own.value;
        flags[t] = own.flag;
        __syncthreads();
        before = {values[threads - 1], flags[threads - 1]};
        __syncthreads();
    }
}

/* Step 3: flags as bits. Bit l of `bits` says that a segment begins at the element of lane l. How many lanes to the left of
 * `lane` hold elements of the same segment? That is the distance to the nearest lane at or before it whose bit is set, and
 * `lane` if there is none. __clz(b) counts the zeros in front of the highest bit of b that is set, of 32 bits: with
 * only bit 5 set, or 5 and lower ones, it is 26. (2u << lane) - 1 has bits 0 to lane. */
__device__ int reach_of(unsigned bits, int lane)
{
    int reach = 0;
    /* FILL IN 3 */
    const unsigned up_to_lane = bits & ((2u << lane) - 1);
    reach = lane;
    if (up_to_lane != 0) {
        reach = lane - (31 - __clz(up_to_lane));
    }
    /* END */
    return reach;
}

/* One warp, row by row. */
__global__ void bits_kernel(const float *x, const unsigned *bits, size_t n, float *y)
{
    const int lane = threadIdx.x;
    float before = 0;
    for (size_t first = 0; first < n; first += 32) {
        const size_t i = first + lane;
        const unsigned row = bits[first / 32];
        const int reach = reach_of(row, lane);
        float sum = i < n ? x[i] : 0;
        for (int distance = 1; distance < 32; distance *= 2) {
            const float left = __shfl_up_sync(all_lanes, sum, distance);
            sum += reach >= distance ? left : 0;
        }
        const bool is_begun = (row & ((2u << lane) - 1)) != 0;
        sum += is_begun ? 0 : before;
        if (i < n) {
            y[i] = sum;
        }
        before = __shfl_sync(all_lanes, sum, 31);
    }
}

__global__ void set_bits_kernel(const int64_t *offsets, size_t segments, unsigned *bits)
{
    const size_t k = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    if (k < segments && offsets[k] < offsets[k + 1]) {
        atomicOr(&bits[offsets[k] / 32], 1u << offsets[k] % 32);
    }
}

/* The sum of a segment is the last of its scan. */
__global__ void last_kernel(const float *y, const int64_t *offsets, size_t segments, float *sums)
{
    const size_t k = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    if (k < segments) {
        sums[k] = offsets[k] < offsets[k + 1] ? y[offsets[k + 1] - 1] : 0;
    }
}

static void by_warps(const task &t)
{
    launch(warp_kernel, blocks_for(t.segments, warps), threads, t.x, t.offsets, t.segments, t.y, t.sums);
}

static void by_flags(void (*kernel)(const float *, const unsigned *, size_t, float *), int block, const task &t)
{
    unsigned *const bits = reinterpret_cast<unsigned *>(t.scratch);
    cudaMemsetAsync(bits, 0, (t.n / 32 + 1) * sizeof *bits, nullptr);
    launch(set_bits_kernel, blocks_for(t.segments, threads), threads, t.offsets, t.segments, bits);
    launch(kernel, 1, block, t.x, bits, t.n, t.y);
    launch(last_kernel, blocks_for(t.segments, threads), threads, t.y, t.offsets, t.segments, t.sums);
}

std::vector<version> course::versions()
{
    return {{"1 a warp a segment", by_warps},
            {"2 pairs of a value and a flag", [](const task &t) { by_flags(pairs_kernel, threads, t); }},
            {"3 flags as bits", [](const task &t) { by_flags(bits_kernel, 32, t); }}};
}
