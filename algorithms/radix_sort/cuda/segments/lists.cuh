/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of segments by their lengths. Places in a list are handed out by atomic additions, in no order; nothing depends
 * on it, since each segment is sorted by itself.
 */
#ifndef TCUI_RADIX_SORT_CUDA_SEGMENTS_LISTS_CUH
#define TCUI_RADIX_SORT_CUDA_SEGMENTS_LISTS_CUH

#include "algorithms/radix_sort/cuda/block/moves.cuh"
#include "primitives/pipeline/launch.cuh"
#include "short.h"

namespace tcu
{

constexpr int classify_threads = TCUI_SORT_CLASSIFY_THREADS, classify_rows = TCUI_SORT_CLASSIFY_ROWS;
constexpr uint64_t classified_a_block = static_cast<uint64_t>(classify_threads) * classify_rows;

__global__ void clear_lengths(const __grid_constant__ segment_lists lists)
{
    if (threadIdx.x < lists.count)
        lists.lengths[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        *lists.runs = *lists.items_of_runs = 0;
}

/* The list of a length: -1 if it is not listed, lists.count if it is a run's. */
__device__ __forceinline__ int list_of(const segment_lists &lists, uint64_t length)
{
    int list = -1;
#pragma unroll
    for (int l = 0; l <= most_segment_lists; ++l)
        list += l <= lists.count && length > lists.longest[l];
    return list;
}

/* The first of `wanted` new places; offsets that decrease may ask for more than there is room for. */
__device__ __forceinline__ uint64_t extend(unsigned long long *length, unsigned wanted, uint64_t most)
{
    const uint64_t first = atomicAdd(length, static_cast<unsigned long long>(wanted));
    const uint64_t room = first < most ? most - first : 0;
    /* Returns the places that are too many, so that the list's length ends at `most`. */
    if (room < wanted)
        atomicAdd(length, static_cast<unsigned long long>(room - wanted));
    return first;
}

/* Offsets that decrease make segments that overlap. Each short one is sorted in one place all the same; but passes of
 * runs that overlap would change each other's keys after they have been counted, and so lead outside. */
constexpr uint32_t runs_are_invalid = 1u << 31;

/* There are few of these. All together they have no more items than the array, whatever the offsets are. */
__device__ __forceinline__ void add_run(const segment_lists &lists, uint64_t begin, uint64_t length, uint64_t n)
{
    const unsigned long long items = length;
    if (atomicAdd(lists.items_of_runs, items) > n - length) {
        atomicAdd(lists.items_of_runs, 0ull - items);
        return;
    }
    const uint32_t r = atomicAdd(lists.runs, 1u);
    if (r >= lists.most_runs) /* or runs_are_invalid */
        return;
    lists.run_begins[r] = begin;
    lists.run_ends[r] = begin + length;
}

__global__ void __launch_bounds__(classify_threads)
    list_segments(const __grid_constant__ segment_lists lists, const __grid_constant__ tcui_segments segments)
{
    __shared__ unsigned counts[most_segment_lists];
    __shared__ uint64_t firsts[most_segment_lists];
    const int thread = threadIdx.x, lane = thread % TCUI_WARP_LANES;
    if (thread < most_segment_lists)
        counts[thread] = 0;
    __syncthreads();

    uint64_t begin[classify_rows], length[classify_rows];
    unsigned place[classify_rows];
#pragma unroll
    for (int row = 0; row < classify_rows; ++row) {
        const uint64_t k = blockIdx.x * classified_a_block + row * classify_threads + thread;
        begin[row] = length[row] = 0;
        if (k < segments.count) {
            begin[row] = segment_begin(segments, k);
            const uint64_t end = segment_begin(segments, k + 1);
            if (end < begin[row])
                atomicOr(lists.runs, runs_are_invalid);
            length[row] = end > begin[row] ? end - begin[row] : 0;
        }
    }
#pragma unroll
    for (int row = 0; row < classify_rows; ++row) {
        const int list = list_of(lists, length[row]);
        const unsigned peers = __match_any_sync(all_lanes, list);
        const int leader = __ffs(peers) - 1;
        unsigned first = 0;
        if (lane == leader && list >= 0 && list < lists.count)
            first = atomicAdd(&counts[list], static_cast<unsigned>(__popc(peers)));
        place[row] = __shfl_sync(all_lanes, first, leader) + __popc(peers & ((1u << lane) - 1u));
    }
    __syncthreads();
    if (thread < lists.count && counts[thread] > 0)
        firsts[thread] = extend(&lists.lengths[thread], counts[thread], lists.most[thread]);
    __syncthreads();

#pragma unroll
    for (int row = 0; row < classify_rows; ++row) {
        const int list = list_of(lists, length[row]);
        if (list == lists.count)
            add_run(lists, begin[row], length[row], segments.n);
        if (list < 0 || list == lists.count)
            continue;
        const uint64_t to = firsts[list] + place[row];
        if (to < lists.most[list])
            lists.entries[list][to] = entry_of({begin[row], static_cast<int>(length[row])});
    }
}

/* All segments of one size. */
__global__ void __launch_bounds__(classify_threads)
    list_runs(const __grid_constant__ segment_lists lists, const __grid_constant__ tcui_segments segments)
{
    const uint64_t k = static_cast<uint64_t>(blockIdx.x) * classify_threads + threadIdx.x;
    if (k < segments.count) {
        lists.run_begins[k] = segment_begin(segments, k);
        lists.run_ends[k] = segment_begin(segments, k + 1);
    }
    if (k == 0)
        *lists.runs = static_cast<uint32_t>(segments.count);
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_SEGMENTS_LISTS_CUH */
