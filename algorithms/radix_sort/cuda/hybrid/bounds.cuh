/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the segments begin that the passes over the upper bits leave: a binary search for each value of these bits.
 * After three passes long segments are cut into parts by the next bits.
 */
#ifndef TCUI_RADIX_SORT_CUDA_HYBRID_BOUNDS_CUH
#define TCUI_RADIX_SORT_CUDA_HYBRID_BOUNDS_CUH

#include "algorithms/radix_sort/cuda/segments/lists.cuh"
#include "survey.cuh"

namespace tcu
{

template <class Key>
struct sort_bounds {
    const Key *keys;
    uint64_t n;
    const uint64_t *length; /* or NULL: of the n keys those that there are */
    sort_order<Key> order;
    const sort_schedule *schedule;
    const sort_segments_schedule *segments;
    uint32_t prefixes; /* a power of two */
    int64_t *offsets;  /* one more */
    segment_lists lists;
    /* Segments and parts that are too long for blocks, from lists' runs, with room for as many. */
    uint64_t *begins, *ends;
    uint32_t *num_runs;
};

/* The first of the keys [low, high), which ascend in the bits from `bit` on as far as the mask goes, whose bits are not
 * less than `wanted`. */
template <class Key>
__device__ __forceinline__ uint64_t first_not_less(const sort_bounds<Key> &bounds, uint64_t low, uint64_t high, int bit,
                                                   uint32_t mask, uint32_t wanted)
{
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        const uint32_t bits = static_cast<uint32_t>(bounds.order.bits_of(bounds.keys[middle]) >> bit);
        if ((bits & mask) < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* All offsets are 0 if no segment is left. */
template <class Key>
__global__ void __launch_bounds__(TCUI_SORT_BOUNDS_THREADS) find_bounds(const __grid_constant__ sort_bounds<Key> bounds)
{
    const uint32_t prefix = blockIdx.x * TCUI_SORT_BOUNDS_THREADS + threadIdx.x;
    if (prefix == 0) {
        *bounds.num_runs = 0;
    }
    if (prefix > bounds.prefixes) {
        return;
    }
    const uint64_t n = bounds.schedule->counted[1].count > 0 ? length_now(bounds.n, bounds.length) : 0;
    const uint64_t first = prefix < bounds.prefixes
                               ? first_not_less(bounds, 0, n, bounds.segments->prefix_bit, bounds.prefixes - 1, prefix)
                               : n;
    bounds.offsets[prefix] = static_cast<int64_t>(first);
}

/* A block takes a run of the lists, a thread a part: to a list, or to the runs that are left. */
template <class Key>
__global__ void __launch_bounds__(sort_parts) divide_runs(const __grid_constant__ sort_bounds<Key> bounds)
{
    const segment_lists &lists = bounds.lists;
    const uint32_t listed = *lists.runs;
    const uint32_t part = threadIdx.x;
    if (listed > lists.most_runs) {
        if (blockIdx.x == 0 && part == 0) {
            *bounds.num_runs = listed;
        }
        return;
    }
    if (bounds.segments->part_bit == bounds.segments->prefix_bit) {
        if (blockIdx.x < listed && part == 0) {
            bounds.begins[blockIdx.x] = lists.run_begins[blockIdx.x];
            bounds.ends[blockIdx.x] = lists.run_ends[blockIdx.x];
        }
        if (blockIdx.x == 0 && part == 0) {
            *bounds.num_runs = listed;
        }
        return;
    }
    if (blockIdx.x >= listed) {
        return;
    }
    __shared__ uint64_t begins[sort_parts + 1];
    const uint64_t begin = lists.run_begins[blockIdx.x], end = lists.run_ends[blockIdx.x];
    begins[part] = first_not_less(bounds, begin, end, bounds.segments->part_bit, sort_parts - 1, part);
    if (part == 0) {
        begins[sort_parts] = end;
    }
    __syncthreads();
    if (list_part(lists, begins[part], begins[part + 1] - begins[part])) {
        const uint32_t run = atomicAdd(bounds.num_runs, 1u);
        if (run < lists.most_runs) {
            bounds.begins[run] = begins[part];
            bounds.ends[run] = begins[part + 1];
        }
    }
}

/* If there are too many runs, passes will sort all of the array (passes/digits/count.cuh): no block is to move what they
 * read. */
template <class Key>
__global__ void __launch_bounds__(TCUI_SORT_BOUNDS_THREADS)
    drop_lists_if_too_many(const __grid_constant__ sort_bounds<Key> bounds)
{
    const uint32_t thread = blockIdx.x * TCUI_SORT_BOUNDS_THREADS + threadIdx.x;
    if (*bounds.num_runs <= bounds.lists.most_runs) {
        return;
    }
    if (thread <= bounds.prefixes) {
        bounds.offsets[thread] = 0;
    }
    if (thread < bounds.lists.count) {
        bounds.lists.lengths[thread] = 0;
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_HYBRID_BOUNDS_CUH */
