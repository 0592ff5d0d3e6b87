/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts what is sorted into buckets. Each block has an equal share of the samples, in order of buckets and tiles,
 * whatever their distribution: a part of one bucket, or of several. It counts a bucket in shared memory, by increments
 * that the hardware merges where lanes meet, and adds its counts to the totals.
 */
#ifndef TCUI_HISTOGRAM_CUDA_BUCKETS_COUNT_CUH
#define TCUI_HISTOGRAM_CUDA_BUCKETS_COUNT_CUH

#include "task.cuh"

namespace tcu
{

constexpr int count_threads = TCUI_HISTOGRAM_BUCKET_THREADS;
constexpr uint32_t count_warps = count_threads / TCUI_WARP_LANES;

/* Of a bucket, and behind them the one of numbers that fill up vectors, which nobody reads. */
inline uint64_t counter_bytes_of(uint32_t bucket_bits)
{
    return ((uint64_t{1} << bucket_bits) + 1) * sizeof(uint32_t);
}

struct tile_range {
    uint32_t begin, end;
};

/* Of a bucket's tiles those whose first sample is the bucket's first-th or a later one, and before the end-th: so
 * each tile is in one share. By all threads of a block. */
__device__ __forceinline__ tile_range tiles_of_share(const uint32_t *runs, uint32_t tiles, uint32_t first, uint32_t end)
{
    __shared__ uint32_t of_warp[count_warps], begin_tile, end_tile;
    const uint32_t lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    const uint32_t own_tiles = (tiles + count_threads - 1) / count_threads;
    const uint32_t own_begin = min(threadIdx.x * own_tiles, tiles), own_end = min(own_begin + own_tiles, tiles);
    uint32_t own = 0;
    for (uint32_t tile = own_begin; tile < own_end; tile++) {
        own += count_of(runs[tile]);
    }
    uint32_t up_to = own;
#pragma unroll
    for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
        add_from_left(up_to, distance, 0);
    }
    if (lane == TCUI_WARP_LANES - 1) {
        of_warp[warp] = up_to;
    }
    if (threadIdx.x == 0) {
        begin_tile = end_tile = 0;
    }
    __syncthreads();
    uint32_t before = up_to - own, before_first = 0, before_end = 0;
    for (uint32_t w = 0; w < warp; w++) {
        before += of_warp[w];
    }
    for (uint32_t tile = own_begin; tile < own_end; tile++) {
        before_first += before < first;
        before_end += before < end;
        before += count_of(runs[tile]);
    }
    before_first = __reduce_add_sync(all_lanes, before_first);
    before_end = __reduce_add_sync(all_lanes, before_end);
    if (lane == 0) {
        atomicAdd(&begin_tile, before_first);
        atomicAdd(&end_tile, before_end);
    }
    __syncthreads();
    const tile_range range = {begin_tile, end_tile};
    __syncthreads();
    return range;
}

/* Counts of the rests of a range of a bucket's tiles. */
__device__ __forceinline__ void count_tiles(const bucket_task &task, const uint32_t *runs, tile_range range)
{
    constexpr uint32_t at_once = TCUI_HISTOGRAM_VECTORS_AT_ONCE;
    const uint32_t counters = shared_address(dynamic_shared_memory());
    const auto count_rest = [counters](uint32_t rest) { count_shared(counters + rest * sizeof(uint32_t)); };
    const uint32_t lane = threadIdx.x % task.run_lanes, step = count_threads / task.run_lanes;
    uint32_t tile = range.begin + threadIdx.x / task.run_lanes;
    uint32_t run = tile < range.end ? runs[tile] : 0;
    while (tile < range.end) {
        const uint32_t next = tile + step, next_run = next < range.end ? runs[next] : 0;
        const uint4 *const from = task.rests + tile * tile_vectors_of(task.buckets) + first_vector_of(run);
        const uint32_t vectors = (count_of(run) + vector_rests - 1) / vector_rests;
        for (uint32_t v = lane; v < vectors; v += at_once * task.run_lanes) {
            uint4 x[at_once];
#pragma unroll
            for (uint32_t i = 0; i < at_once; i++) {
                if (v + i * task.run_lanes < vectors) {
                    x[i] = __ldcs(from + v + i * task.run_lanes);
                }
            }
#pragma unroll
            for (uint32_t i = 0; i < at_once; i++) {
                if (v + i * task.run_lanes < vectors) {
                    const uint32_t words[4] = {x[i].x, x[i].y, x[i].z, x[i].w};
#pragma unroll
                    for (int w = 0; w < 4; w++) {
                        count_rest(words[w] & 0xffffu);
                        count_rest(words[w] >> 16);
                    }
                }
            }
        }
        tile = next;
        run = next_run;
    }
}

/* Adds a bucket's counts to the totals, and clears the counters. */
template <class Total>
__device__ __forceinline__ void add_counts(const bucket_task &task, uint32_t bucket)
{
    uint32_t *const counters = reinterpret_cast<uint32_t *>(dynamic_shared_memory());
    const uint64_t first = static_cast<uint64_t>(bucket) << task.bucket_bits;
    const uint32_t slots =
        static_cast<uint32_t>(min(task.copy.outputs.slots - first, static_cast<uint64_t>(1) << task.bucket_bits));
    for (uint32_t i = threadIdx.x; i < slots; i += count_threads) {
        const uint32_t count = counters[i];
        if (count > 0) {
            add_sum(static_cast<Total *>(task.copy.totals) + first + i, count);
            counters[i] = 0;
        }
    }
}

template <class Total>
__global__ void __launch_bounds__(count_threads, 1)
    count_buckets(const __grid_constant__ bucket_task task, tile_round round)
{
    __shared__ uint32_t samples_of[most_buckets];
    uint32_t *const counters = reinterpret_cast<uint32_t *>(dynamic_shared_memory());
    for (uint32_t i = threadIdx.x; i < 1u << task.bucket_bits; i += count_threads) {
        counters[i] = 0;
    }
    wait_for_previous_kernel();
    if (levels_are_bad(task.copy.verdicts)) {
        return;
    }
    const uint32_t lane = threadIdx.x % TCUI_WARP_LANES;
    for (uint32_t bucket = threadIdx.x / TCUI_WARP_LANES; bucket < task.buckets; bucket += count_warps) {
        uint32_t samples = 0;
        for (uint32_t block = lane; block < task.blocks; block += TCUI_WARP_LANES) {
            samples += task.block_counts[static_cast<uint64_t>(bucket) * task.blocks + block];
        }
        samples = __reduce_add_sync(all_lanes, samples);
        if (lane == 0) {
            samples_of[bucket] = samples;
        }
    }
    __syncthreads();
    uint64_t all = 0;
    for (uint32_t bucket = 0; bucket < task.buckets; bucket++) {
        all += samples_of[bucket];
    }
    /* The block's share of all samples. */
    const uint64_t begin = all * blockIdx.x / gridDim.x, end = all * (blockIdx.x + 1) / gridDim.x;
    uint64_t first = 0; /* sample of the bucket */
    for (uint32_t bucket = 0; bucket < task.buckets && first < end; bucket++) {
        const uint64_t behind = first + samples_of[bucket];
        if (behind > begin && behind > first) {
            const uint32_t *const runs = task.runs + static_cast<uint64_t>(bucket) * task.round_tiles;
            const uint32_t from = static_cast<uint32_t>(max(begin, first) - first),
                           to = static_cast<uint32_t>(min(end, behind) - first);
            count_tiles(task, runs, tiles_of_share(runs, round.tiles, from, to));
            __syncthreads();
            add_counts<Total>(task, bucket);
            __syncthreads();
        }
        first = behind;
    }
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_BUCKETS_COUNT_CUH */
