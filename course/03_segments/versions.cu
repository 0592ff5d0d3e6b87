/* SPDX-License-Identifier: Apache-2.0 */
/* Scans and sums of segments: a thread or a warp a segment, and flags, with which it does not matter where segments lie. */
#include <tcu/tcu.h>

#include "look_back.h"
#include "task.h"

using namespace course;

constexpr int threads = 256, warps = threads / 32, rows = 8;
constexpr unsigned all_lanes = 0xffffffff;

/* 1. A thread a segment. Neighbouring lanes read elements that are far apart, and a warp takes as long as the longest of
 * its 32 segments. */
__global__ void thread_kernel(const float *x, const int64_t *offsets, size_t segments, float *y, float *sums)
{
    const size_t k = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    if (k < segments) {
        float sum = 0;
        for (int64_t i = offsets[k]; i < offsets[k + 1]; i++) {
            sum += x[i];
            y[i] = sum;
        }
        sums[k] = sum;
    }
}

/* Lane l gets the sum of lanes l - reach to l. */
__device__ float scan_of_warp(float x, int reach)
{
    for (int distance = 1; distance < 32; distance *= 2) {
        const float left = __shfl_up_sync(all_lanes, x, distance);
        x += reach >= distance ? left : 0;
    }
    return x;
}

/* 2. A warp a segment: it reads 32 neighbours at a time. Lanes of short segments have no element, and a long segment still
 * is one warp's. */
__global__ void warp_kernel(const float *x, const int64_t *offsets, size_t segments, float *y, float *sums)
{
    const size_t k = blockIdx.x * static_cast<size_t>(warps) + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    if (k < segments) {
        float before = 0;
        for (int64_t first = offsets[k]; first < offsets[k + 1]; first += 32) {
            const bool is_inside = first + lane < offsets[k + 1];
            const float sum = before + scan_of_warp(is_inside ? x[first + lane] : 0, lane);
            if (is_inside) {
                y[first + lane] = sum;
            }
            before = __shfl_sync(all_lanes, sum, 31);
        }
        if (lane == 0) {
            sums[k] = before;
        }
    }
}

/* --------------------------------------------------------------------------------------------------- flags: pairs --- */

__global__ void set_flags_kernel(const int64_t *offsets, size_t segments, unsigned char *flags)
{
    const size_t k = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    if (k < segments && offsets[k] < offsets[k + 1]) {
        flags[offsets[k]] = 1;
    }
}

/* 3. Pairs: a value, and a flag that says that a segment begins in what the value sums. Their scan needs no offsets, and
 * every thread has one element. Writes flags, too: whether a segment begins in the tile up to the element. */
__global__ void pairs_kernel(const float *x, unsigned char *flags, size_t n, float *y, float *totals,
                             unsigned char *total_flags)
{
    __shared__ float values[2][threads];
    __shared__ bool begins[2][threads];
    const int t = threadIdx.x;
    const size_t i = blockIdx.x * static_cast<size_t>(threads) + t;
    int from = 0;
    values[0][t] = i < n ? x[i] : 0;
    begins[0][t] = i < n && flags[i] != 0;
    for (int distance = 1; distance < threads; distance *= 2) {
        __syncthreads();
        float value = values[from][t];
        bool is_begun = begins[from][t];
        if (t >= distance) {
            value += is_begun ? 0 : values[from][t - distance];
            is_begun = is_begun || begins[from][t - distance];
        }
        from = 1 - from;
        values[from][t] = value;
        begins[from][t] = is_begun;
    }
    if (i < n) {
        y[i] = values[from][t];
        flags[i] = begins[from][t];
    }
    if (t == threads - 1) {
        totals[blockIdx.x] = values[from][t];
        total_flags[blockIdx.x] = begins[from][t];
    }
}

/* What comes before a tile belongs to its elements up to the first segment that begins in it: block b adds to tile
 * b + 1. */
__global__ void add_kernel(float *y, unsigned char *flags, size_t n, const float *totals)
{
    const size_t i = (blockIdx.x + size_t{1}) * threads + threadIdx.x;
    if (i < n && flags[i] == 0) {
        y[i] += totals[blockIdx.x];
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

/* ------------------------------------------------------------------------------------------ flags: bits, one pass --- */

__global__ void set_bits_kernel(const int64_t *offsets, size_t segments, unsigned *bits)
{
    const size_t k = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    if (k < segments && offsets[k] < offsets[k + 1]) {
        atomicOr(&bits[offsets[k] / 32], 1u << offsets[k] % 32);
    }
}

struct pair {
    float value;
    bool is_begun;
};

/* From the pairs of the block's warps, which their last lanes know: that of all before this warp, and the tile's. */
__device__ pair before_warp(pair own, pair *tile)
{
    __shared__ float values[warps];
    __shared__ bool begins[warps];
    if (threadIdx.x % 32 == 31) {
        values[threadIdx.x / 32] = own.value;
        begins[threadIdx.x / 32] = own.is_begun;
    }
    __syncthreads();
    pair before = {0, false};
    *tile = {0, false};
    for (int w = 0; w < warps; w++) {
        if (w == static_cast<int>(threadIdx.x) / 32) {
            before = *tile;
        }
        *tile = {values[w] + (begins[w] ? 0 : tile->value), begins[w] || tile->is_begun};
    }
    return before;
}

/* 4. A flag is a bit: a word has those of a warp's row, and tells each lane how far it has to reach to the left. Tiles are
 * joined in one pass, as in lesson 02. What leaves a tile in which a segment begins does not depend on tiles before it. */
__global__ void one_pass_kernel(const float *x, const unsigned *bits, size_t n, float *y, word *next_tile, word *states)
{
    const size_t tile = take_tile(next_tile);
    const int lane = threadIdx.x % 32;
    const size_t first = (tile * warps + threadIdx.x / 32) * 32 * rows + lane;
    const unsigned up_to_lane = (2u << lane) - 1;
    float v[rows];
    unsigned begins[rows]; /* of segments in the row */
    pair own = {0, false}, whole;
    for (int r = 0; r < rows; r++) {
        const size_t i = first + 32 * r;
        v[r] = i < n ? x[i] : 0;
        begins[r] = i - lane < n ? bits[i / 32] : 0;
    }
    for (int r = 0; r < rows; r++) {
        const unsigned left = begins[r] & up_to_lane;
        v[r] = scan_of_warp(v[r], left != 0 ? lane - (31 - __clz(left)) : lane);
    }
    for (int r = 0; r < rows; r++) {
        v[r] += (begins[r] & up_to_lane) != 0 ? 0 : own.value;
        own = {__shfl_sync(all_lanes, v[r], 31), own.is_begun || begins[r] != 0};
    }
    pair before = before_warp(own, &whole);
    const float before_tile = join_tile(states, tile, whole.value, whole.is_begun);
    before.value += before.is_begun ? 0 : before_tile;
    bool is_begun = false;
    for (int r = 0; r < rows; r++) {
        if (first + 32 * r < n) {
            y[first + 32 * r] = v[r] + (is_begun || (begins[r] & up_to_lane) != 0 ? 0 : before.value);
        }
        is_begun = is_begun || begins[r] != 0;
    }
}

/* ------------------------------------------------------------------------------------------------------ launches --- */

static void scan_pairs(const float *x, unsigned char *flags, size_t n, float *y, float *totals)
{
    const unsigned tiles = blocks_for(n, threads);
    unsigned char *const total_flags = reinterpret_cast<unsigned char *>(totals + tiles);
    launch(pairs_kernel, tiles, threads, x, flags, n, y, totals, total_flags);
    if (tiles > 1) {
        scan_pairs(totals, total_flags, tiles, totals, totals + 2 * tiles);
        launch(add_kernel, tiles - 1, threads, y, flags, n, totals);
    }
}

static void by_pairs(const task &t)
{
    unsigned char *const flags = reinterpret_cast<unsigned char *>(t.scratch);
    cudaMemsetAsync(flags, 0, t.n, nullptr);
    launch(set_flags_kernel, blocks_for(t.segments, threads), threads, t.offsets, t.segments, flags);
    scan_pairs(t.x, flags, t.n, t.y, reinterpret_cast<float *>(t.scratch + t.n / 8 + 1));
    launch(last_kernel, blocks_for(t.segments, threads), threads, t.y, t.offsets, t.segments, t.sums);
}

static void one_pass(const task &t)
{
    const unsigned tiles = blocks_for(t.n, threads * rows);
    unsigned *const bits = reinterpret_cast<unsigned *>(t.scratch);
    word *const next_tile = t.scratch + t.n / 64 + 1;
    cudaMemsetAsync(t.scratch, 0, (t.n / 64 + 2 + tiles) * sizeof(word), nullptr);
    launch(set_bits_kernel, blocks_for(t.segments, threads), threads, t.offsets, t.segments, bits);
    launch(one_pass_kernel, tiles, threads, t.x, bits, t.n, t.y, next_tile, next_tile + 1);
    launch(last_kernel, blocks_for(t.segments, threads), threads, t.y, t.offsets, t.segments, t.sums);
}

static void by_tcu(const task &t)
{
    const tcu_type f32 = TCU_TYPE_F32;
    expect_success(tcu_segmented_scan_offsets(context(), TCU_SCAN_INCLUSIVE, t.x, f32, t.y, f32, t.n, t.offsets,
                                              t.segments, nullptr));
    expect_success(tcu_segmented_reduce_offsets(context(), t.x, f32, t.sums, f32, t.n, t.offsets, t.segments, nullptr));
}

/* With `each` segments a block. */
template <int each>
static void by_segments(void (*k)(const float *, const int64_t *, size_t, float *, float *), const task &t)
{
    launch(k, blocks_for(t.segments, each), threads, t.x, t.offsets, t.segments, t.y, t.sums);
}

std::vector<version> course::versions()
{
    return {{"1 a thread a segment", [](const task &t) { by_segments<threads>(thread_kernel, t); }},
            {"2 a warp a segment", [](const task &t) { by_segments<warps>(warp_kernel, t); }},
            {"3 flags: pairs", by_pairs},
            {"4 bits, one pass", one_pass},
            {"5 tcu", by_tcu}};
}
