/* SPDX-License-Identifier: Apache-2.0 */
/* Edges of a picture: how hysteresis spreads, and how edge points are collected. */
#include <tcu/tcu.h>

#include "canny.h"

using namespace course;

/* 1. A kernel a stage, a thread a point, in canny.h: hysteresis advances by one point in each launch, and each edge
 * point takes its place from one counter. */

constexpr int side = 32; /* of a tile of side x side points, which a block of 32 x 8 threads has */

/* ---------------------------------------------------------------------------------------- hysteresis in tiles --- */

/* 2. A block goes on in shared memory until nothing changes in its tile; launches follow only where edges cross the
 * borders of tiles. */
__global__ void tile_kernel(picture_of<uint8_t> in, uint8_t *out, int *changed)
{
    __shared__ uint8_t marks[side + 2][side + 2]; /* with the points around the tile */
    const int top = static_cast<int>(blockIdx.y) * side, left = static_cast<int>(blockIdx.x) * side;
    const int t = static_cast<int>(threadIdx.y * columns + threadIdx.x);
    for (int k = t; k < (side + 2) * (side + 2); k += threads) {
        const int y = k / (side + 2), x = k % (side + 2);
        marks[y][x] = in.or_zero(top + y - 1, left + x - 1);
    }
    const auto at = [](int y, int x) { return marks[y][x]; };
    const int first = static_cast<int>(threadIdx.y) + 1, x = static_cast<int>(threadIdx.x) + 1;
    int grown = 0, growing = 1;
    while (growing != 0) {
        __syncthreads();
        bool grows[side / rows];
        int any = 0;
        for (int k = 0; k < side / rows; k++) {
            const int y = first + k * rows;
            grows[k] = marks[y][x] == weak && touches_strong(at, y, x);
            any |= grows[k];
        }
        growing = __syncthreads_or(any); /* (no thread writes before all have read) */
        grown |= growing;
        for (int k = 0; k < side / rows; k++) {
            if (grows[k]) {
                marks[first + k * rows][x] = strong;
            }
        }
    }
    for (int y = first; y <= side; y += rows) {
        if (in.has(top + y - 1, left + x - 1)) {
            out[(top + y - 1) * static_cast<size_t>(in.width) + left + x - 1] = marks[y][x];
        }
    }
    if (grown != 0 && t == 0) {
        atomicExch(changed, 1);
    }
}

static const uint8_t *spread_in_tiles(const task &t)
{
    return spread(tile_kernel, side, t);
}

/* -------------------------------------------------------------------------------- one atomic operation a warp --- */

/* 3. The lanes of a warp vote; one takes places for all of them, and each lane finds its own by counting the votes of
 * the lanes before it. Still warps come in any order. (Of atomic_kernel, where all lanes add to
 * one address, nvcc makes the same by itself.) */
__global__ void ballot_kernel(const uint8_t *marks, size_t n, uint32_t *positions, unsigned long long *count)
{
    const size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    const int lane = static_cast<int>(threadIdx.x % 32);
    const bool is_edge = i < n && marks[i] == strong;
    const unsigned votes = __ballot_sync(0xffffffff, is_edge);
    unsigned long long first = 0;
    if (lane == 0 && votes != 0) {
        first = atomicAdd(count, static_cast<unsigned long long>(__popc(votes)));
    }
    first = __shfl_sync(0xffffffff, first, 0);
    if (is_edge) {
        positions[first + static_cast<unsigned>(__popc(votes & ((1u << lane) - 1)))] = static_cast<uint32_t>(i);
    }
}

static void collect_by_ballots(const uint8_t *marks, const task &t)
{
    cudaMemsetAsync(t.count, 0, sizeof *t.count, nullptr);
    launch(ballot_kernel, blocks_for(points_of(t), threads), threads, marks, points_of(t), t.positions, t.count);
}

/* ------------------------------------------------------------------------------------------- places by a scan --- */

constexpr size_t chunk = 16 * threads; /* of points, a block */

/* 4. Places that depend on nothing but the points: count in each chunk, scan the counts, write. Positions ascend. */
__global__ void count_kernel(const uint8_t *marks, size_t n, uint32_t *counts)
{
    const size_t begin = blockIdx.x * static_cast<size_t>(chunk), end = min(begin + chunk, n);
    int found = 0;
    for (size_t first = begin; first < end; first += threads) {
        const size_t i = first + threadIdx.x;
        found += __syncthreads_count(i < n && marks[i] == strong);
    }
    if (threadIdx.x == 0) {
        counts[blockIdx.x] = static_cast<uint32_t>(found);
    }
}

/* One block: the exclusive scan of the counts, in place; each thread has a part of them. */
__global__ void scan_kernel(uint32_t *counts, unsigned n, unsigned long long *count)
{
    __shared__ uint32_t sums[threads];
    const unsigned t = threadIdx.x, part = (n + threads - 1) / threads;
    const unsigned begin = min(t * part, n), end = min(begin + part, n);
    uint32_t sum = 0;
    for (unsigned i = begin; i < end; i++) {
        sum += counts[i];
    }
    sums[t] = sum;
    for (unsigned distance = 1; distance < threads; distance *= 2) {
        __syncthreads();
        const uint32_t before = t >= distance ? sums[t - distance] : 0;
        __syncthreads();
        sums[t] += before;
    }
    uint32_t place = sums[t] - sum;
    for (unsigned i = begin; i < end; i++) {
        const uint32_t own = counts[i];
        counts[i] = place;
        place += own;
    }
    if (t == threads - 1) {
        *count = sums[t];
    }
}

__global__ void place_kernel(const uint8_t *marks, size_t n, const uint32_t *places, uint32_t *positions)
{
    __shared__ uint32_t of_warps[threads / 32];
    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    const size_t begin = blockIdx.x * static_cast<size_t>(chunk), end = min(begin + chunk, n);
    uint32_t place = places[blockIdx.x];
    for (size_t first = begin; first < end; first += threads) {
        const size_t i = first + threadIdx.x;
        const bool is_edge = i < n && marks[i] == strong;
        const unsigned votes = __ballot_sync(0xffffffff, is_edge);
        if (lane == 0) {
            of_warps[warp] = static_cast<uint32_t>(__popc(votes));
        }
        __syncthreads();
        uint32_t own = place + static_cast<uint32_t>(__popc(votes & ((1u << lane) - 1)));
        for (int w = 0; w < threads / 32; w++) {
            own += w < warp ? of_warps[w] : 0;
            place += of_warps[w];
        }
        if (is_edge) {
            positions[own] = static_cast<uint32_t>(i);
        }
        __syncthreads(); /* before the next round's counts */
    }
}

static void collect_by_scan(const uint8_t *marks, const task &t)
{
    const unsigned chunks = blocks_for(points_of(t), chunk);
    launch(count_kernel, chunks, threads, marks, points_of(t), t.counts);
    launch(scan_kernel, 1, threads, t.counts, chunks, t.count);
    launch(place_kernel, chunks, threads, marks, points_of(t), t.counts, t.positions);
}

/* --------------------------------------------------------------------------------------- stages in one kernel --- */

/* 5. A block reads its tile of the picture once, with four points around it, and hands what the stages need from one to
 * the next in shared memory: two points around it are smoothed, one has a gradient. */
__global__ void fused_kernel(picture_of<uint8_t> in, int low, int high, uint8_t *out)
{
    constexpr int a = side + 8, b = side + 4, c = side + 2;
    __shared__ uint8_t points[a][a], smooth[b][b];
    __shared__ uint16_t along_rows[a][b], gradients[c][c];
    const int top = static_cast<int>(blockIdx.y) * side, left = static_cast<int>(blockIdx.x) * side;
    const int t = static_cast<int>(threadIdx.y * columns + threadIdx.x), tall = min(side, in.height - top);
    for (int k = t; k < (tall + 8) * a; k += threads) {
        points[k / a][k % a] = in.nearest(top + k / a - 4, left + k % a - 4);
    }
    __syncthreads();
    /* Beyond the border the nearest smoothed point is wanted, which is not what smoothing the nearest points gives. */
    for (int k = t; k < (tall + 8) * b; k += threads) {
        const uint8_t *row = points[k / b];
        const int x = clamped(left + k % b - 2, in.width) - left + 4;
        along_rows[k / b][k % b] = static_cast<uint16_t>(binomial([=](int j) { return row[j]; }, x));
    }
    __syncthreads();
    for (int k = t; k < (tall + 4) * b; k += threads) {
        const int x = k % b, y = clamped(top + k / b - 2, in.height) - top + 4;
        smooth[k / b][x] = static_cast<uint8_t>((binomial([=](int i) { return along_rows[i][x]; }, y) + 128) >> 8);
    }
    __syncthreads();
    for (int k = t; k < (tall + 2) * c; k += threads) {
        const int y = top + k / c - 1, x = left + k % c - 1;
        gradients[k / c][k % c] = in.has(y, x)
                                      ? gradient([=](int i, int j) { return smooth[i - top + 2][j - left + 2]; }, y, x)
                                      : uint16_t{0};
    }
    __syncthreads();
    for (int k = t; k < tall * side; k += threads) {
        const int y = top + k / side, x = left + k % side;
        if (in.has(y, x)) {
            out[y * static_cast<size_t>(in.width) + x] =
                thinned([=](int i, int j) { return gradients[i - top + 1][j - left + 1]; }, y, x, low, high);
        }
    }
}

static void stages_at_once(const task &t)
{
    launch(fused_kernel, blocks_of(t, side), dim3(columns, rows), picture_of<uint8_t>{t.picture, t.height, t.width},
           t.low, t.high, t.marks[0]);
}

/* -------------------------------------------------------------------------------------------------------- tcu --- */

/* A flag a point: bytes that are not 0 are kept, so that weak points have to go. */
__global__ void flag_kernel(const uint8_t *marks, size_t n, uint8_t *flags)
{
    const size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    if (i < n) {
        flags[i] = marks[i] == strong;
    }
}

static void collect_by_tcu(const uint8_t *marks, const task &t)
{
    launch(flag_kernel, blocks_for(points_of(t), threads), threads, marks, points_of(t), t.smooth);
    expect_success(tcu_compact_indices(context(), t.smooth, TCU_FLAGS_BYTES, t.positions, TCU_TYPE_U32,
                                       reinterpret_cast<uint64_t *>(t.count), points_of(t), nullptr));
}

template <auto Stages, auto Spread, auto Collect>
static void run(const task &t)
{
    Stages(t);
    Collect(Spread(t), t);
}

std::vector<version> course::versions()
{
    return {{"1 sweeps, a counter", run<stage_by_stage, spread_by_sweeps, collect_by_atomics>, false, true},
            {"2 hysteresis in tiles", run<stage_by_stage, spread_in_tiles, collect_by_atomics>, false, true},
            {"3 ballots of warps", run<stage_by_stage, spread_in_tiles, collect_by_ballots>, false, true},
            {"4 places by a scan", run<stage_by_stage, spread_in_tiles, collect_by_scan>},
            {"5 stages in one kernel", run<stages_at_once, spread_in_tiles, collect_by_scan>},
            {"6 tcu_compact_indices", run<stages_at_once, spread_in_tiles, collect_by_tcu>}};
}
