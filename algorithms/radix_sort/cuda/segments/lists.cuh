/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of segments by their lengths. Places in a list are handed out by atomic additions, in no order; nothing depends
 * on it, since each segment is sorted by itself.
 */
#ifndef TCUI_RADIX_SORT_CUDA_SEGMENTS_LISTS_CUH
#define TCUI_RADIX_SORT_CUDA_SEGMENTS_LISTS_CUH

#include "algorithms/radix_sort/cuda/block/radix/tuning.h"
#include "algorithms/radix_sort/cuda/block/source.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/tile/lanes.h"
#include "short.h"

namespace tcu
{

/* The list of a length: -1 if it is not listed, lists.count if it is a run's. */
__device__ __forceinline__ int list_of(const segment_lists &lists, uint64_t length)
{
    int list = -1;
#pragma unroll
    for (int l = 0; l <= most_segment_lists; l++) {
        list += l <= lists.count && length > lists.longest[l];
    }
    return list;
}

/* The first of `wanted` new places; offsets that decrease may ask for more than there is room for. */
__device__ __forceinline__ uint64_t extend(unsigned long long *length, unsigned wanted, uint64_t most)
{
    const uint64_t first = atomicAdd(length, static_cast<unsigned long long>(wanted));
    const uint64_t room = first < most ? most - first : 0;
    /* Returns the places that are too many, so that the list's length ends at `most`. */
    if (room < wanted) {
        atomicAdd(length, static_cast<unsigned long long>(room - wanted));
    }
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
    if (r >= lists.most_runs) { /* or runs_are_invalid */
        return;
    }
    lists.run_begins[r] = begin;
    lists.run_ends[r] = begin + length;
}

/* A place in the list for each lane of a warp that has one; by the whole warp, -1: none. */
__device__ __forceinline__ uint64_t place_in_list(const segment_lists &lists, int list)
{
    const unsigned peers = __match_any_sync(all_lanes, list);
    const int lane = threadIdx.x % TCUI_WARP_LANES, leader = __ffs(peers) - 1;
    uint64_t first = 0;
    if (lane == leader && list >= 0) {
        first = extend(&lists.lengths[list], static_cast<unsigned>(__popc(peers)), lists.most[list]);
    }
    return __shfl_sync(all_lanes, first, leader) + __popc(peers & ((1u << lane) - 1u));
}

/*
 * Lists of parts of runs have room that is reckoned by the shortest segments of each. Parts may be shorter, and go to the
 * first list all the same, as only segments are looked for by those that sort the shortest; but a run is so long that its
 * parts have room.
 */
constexpr int most_parts_of_run = 1 << TCUI_DIGIT_BITS;
static_assert(block_radix_items(radix_row::wide, block_radix_sizes - 2) + 1 >=
                  most_parts_of_run * (TCUI_SORT_UNLISTED_ITEMS + 1),
              "a run's parts have room");

/* By a whole warp, a part for each lane: lists it, if a block holds it. Whether it is too long for that. */
__device__ __forceinline__ bool list_part(const segment_lists &lists, uint64_t begin, uint64_t length)
{
    const int list = length == 0 ? -1 : max(list_of(lists, length), 0);
    const bool is_long = list == lists.count;
    const uint64_t to = place_in_list(lists, is_long ? -1 : list);
    if (list >= 0 && !is_long && to < lists.most[list]) {
        lists.entries[list][to] = entry_of({begin, static_cast<int>(length)});
    }
    return is_long;
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_SEGMENTS_LISTS_CUH */
