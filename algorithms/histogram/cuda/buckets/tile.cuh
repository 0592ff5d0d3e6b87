/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tile of slots in a block's shared memory, put in order of buckets:
 *
 *     staged    rests in order of buckets; before, the slots of tiles that are found by the definition
 *     counters  buckets and one behind them for samples without a slot, x lanes: first counts, then places
 *     firsts    of each bucket: how many rests, then its first vector
 *     sorted    of each bucket: how many rests of all tiles
 *
 * A lane counts in its own column, so lanes of a warp never meet in one bank: the speed does not depend on the data.
 */
#ifndef TCUI_HISTOGRAM_CUDA_BUCKETS_TILE_CUH
#define TCUI_HISTOGRAM_CUDA_BUCKETS_TILE_CUH

#include "task.cuh"

namespace tcu
{

/* Where a byte is staged: vectors are in another order. Where all samples of a tile are in a few buckets, lanes
 * store at distances of a power of two, of 1024 bytes in one: that would be one bank. */
__device__ __forceinline__ uint32_t staged_byte(uint32_t byte)
{
    constexpr uint32_t bank_bytes = 128; /* of all banks */
    constexpr uint32_t lane_bytes = tile_samples / TCUI_WARP_LANES * sizeof(rest);
    return byte ^ byte / (lane_bytes / sizeof(uint4)) % bank_bytes / sizeof(uint4) * sizeof(uint4);
}

constexpr uint32_t staged_words = tile_samples;
static_assert((tile_samples + vector_rests * (most_buckets + 1)) * sizeof(rest) <= staged_words * sizeof(uint32_t),
              "rests take less room than slots");

inline uint64_t tile_bytes_of(uint32_t buckets)
{
    return (staged_words + static_cast<uint64_t>(buckets + 1) * (TCUI_WARP_LANES + 2)) * sizeof(uint32_t);
}

class bucket_tile
{
  public:
    __device__ __forceinline__ explicit bucket_tile(const bucket_task &task)
        : task(task), staged(reinterpret_cast<uint32_t *>(dynamic_shared_memory())), counters(staged + staged_words),
          firsts(counters + (task.buckets + 1) * TCUI_WARP_LANES), sorted(firsts + task.buckets + 1),
          lane(threadIdx.x % TCUI_WARP_LANES), warp(threadIdx.x / TCUI_WARP_LANES)
    {
    }

    __device__ __forceinline__ void begin() const
    {
        clear_counters();
        for (uint32_t bucket = threadIdx.x; bucket < task.buckets; bucket += tile_threads) {
            sorted[bucket] = 0;
        }
        __syncthreads();
    }

    /* A slot of the thread, for itself: until the tile is sorted. */
    __device__ __forceinline__ uint32_t &slot_of_thread(uint32_t i) const
    {
        return staged[i * tile_threads + threadIdx.x];
    }

    /* Stages the rests, and stores where they are. */
    __device__ __forceinline__ void sort(const uint32_t (&slot)[thread_samples], uint32_t tile) const
    {
        const uint32_t column = shared_address(counters + lane);
#pragma unroll
        for (int i = 0; i < thread_samples; i++) {
            count_shared(counter_of(column, slot[i], task.bucket_bits));
        }
        __syncthreads();
        for (uint32_t bucket = warp; bucket <= task.buckets; bucket += tile_warps) {
            const uint32_t count = counters[bucket * TCUI_WARP_LANES + lane], up_to = sum_up_to_lane(count);
            counters[bucket * TCUI_WARP_LANES + lane] = up_to - count;
            if (lane == TCUI_WARP_LANES - 1) {
                firsts[bucket] = up_to;
            }
        }
        __syncthreads();
        if (warp == 0) {
            place_buckets(tile);
        }
        __syncthreads();
        for (uint32_t bucket = warp; bucket <= task.buckets; bucket += tile_warps) {
            counters[bucket * TCUI_WARP_LANES + lane] += firsts[bucket] * vector_rests;
        }
        __syncthreads();
        stage(slot, column);
        __syncthreads();
    }

    /* What is sorted goes to the workspace. */
    __device__ __forceinline__ void store(uint32_t tile) const
    {
        uint4 *const to = task.rests + tile * tile_vectors_of(task.buckets);
        const unsigned char *const bytes = reinterpret_cast<const unsigned char *>(staged);
        const uint32_t count = firsts[task.buckets];
        for (uint32_t v = threadIdx.x; v < count; v += tile_threads) {
            to[v] = *reinterpret_cast<const uint4 *>(bytes + staged_byte(v * sizeof(uint4)));
        }
        clear_counters();
        __syncthreads();
    }

    /* A tile without samples: the blocks that count add up the runs of all tiles. */
    __device__ __forceinline__ void store_empty(uint32_t tile) const
    {
        for (uint32_t bucket = threadIdx.x; bucket < task.buckets; bucket += tile_threads) {
            run_in_memory(bucket, tile) = run_of(0, 0);
        }
    }

    __device__ __forceinline__ void finish() const
    {
        for (uint32_t bucket = threadIdx.x; bucket < task.buckets; bucket += tile_threads) {
            task.block_counts[static_cast<uint64_t>(bucket) * task.blocks + blockIdx.x] = sorted[bucket];
        }
    }

  private:
    static constexpr uint32_t tile_warps = tile_threads / TCUI_WARP_LANES;

    __device__ __forceinline__ void clear_counters() const
    {
        for (uint32_t i = threadIdx.x; i < (task.buckets + 1) * TCUI_WARP_LANES; i += tile_threads) {
            counters[i] = 0;
        }
    }

    __device__ __forceinline__ uint32_t counter_of(uint32_t column, uint32_t slot, uint32_t bucket_bits) const
    {
        return column + min(slot >> bucket_bits, task.buckets) * (TCUI_WARP_LANES * sizeof(uint32_t));
    }

    __device__ __forceinline__ uint32_t &run_in_memory(uint32_t bucket, uint32_t tile) const
    {
        return task.runs[static_cast<uint64_t>(bucket) * task.round_tiles + tile];
    }

    __device__ __forceinline__ static uint32_t sum_up_to_lane(uint32_t sum)
    {
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            add_from_left(sum, distance, 0);
        }
        return sum;
    }

    /* By one warp: buckets begin at whole vectors, the last of which are filled up. */
    __device__ __forceinline__ void place_buckets(uint32_t tile) const
    {
        uint32_t first = 0;
        for (uint32_t begin = 0; begin <= task.buckets; begin += TCUI_WARP_LANES) {
            const uint32_t bucket = begin + lane, count = bucket <= task.buckets ? firsts[bucket] : 0;
            const uint32_t vectors = (count + vector_rests - 1) / vector_rests, up_to = sum_up_to_lane(vectors);
            const uint32_t own = first + up_to - vectors;
            if (bucket <= task.buckets) {
                firsts[bucket] = own;
            }
            if (bucket < task.buckets) {
                sorted[bucket] += count;
                run_in_memory(bucket, tile) = run_of(own, count);
                for (uint32_t i = count; i < vectors * vector_rests; i++) {
                    stage_rest(own * vector_rests + i, 1u << task.bucket_bits);
                }
            }
            first += __shfl_sync(all_lanes, up_to, TCUI_WARP_LANES - 1);
        }
    }

    /* Places are taken some at a time, so that a store does not wait for each. In which order is undefined, and of no
     * effect on counts. */
    __device__ __forceinline__ void stage(const uint32_t (&slot)[thread_samples], uint32_t column) const
    {
        constexpr int at_once = TCUI_HISTOGRAM_STAGED_AT_ONCE;
        static_assert(thread_samples % at_once == 0, "whole rounds");
        /* Else the compiler keeps the addresses of all counters since they were counted: registers spill. */
        const uint32_t bucket_bits = opaque(task.bucket_bits);
#pragma unroll
        for (int first = 0; first < thread_samples; first += at_once) {
            uint32_t place[at_once];
#pragma unroll
            for (int i = 0; i < at_once; i++) {
                place[i] = take_number_shared(counter_of(column, slot[first + i], bucket_bits));
            }
#pragma unroll
            for (int i = 0; i < at_once; i++) {
                stage_rest(place[i], slot[first + i] & ((1u << bucket_bits) - 1));
            }
        }
    }

    __device__ __forceinline__ void stage_rest(uint32_t place, uint32_t lower) const
    {
        unsigned char *const bytes = reinterpret_cast<unsigned char *>(staged);
        *reinterpret_cast<rest *>(bytes + staged_byte(place * sizeof(rest))) = static_cast<rest>(lower);
    }

    const bucket_task &task;
    uint32_t *const staged, *const counters, *const firsts, *const sorted;
    const uint32_t lane, warp;
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_BUCKETS_TILE_CUH */
