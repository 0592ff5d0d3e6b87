/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that list segments by their lengths (lists.cuh). */
#ifndef TCUI_RADIX_SORT_CUDA_SEGMENTS_KERNELS_CUH
#define TCUI_RADIX_SORT_CUDA_SEGMENTS_KERNELS_CUH

#include "lists.cuh"

namespace tcu
{

constexpr int classify_threads = TCUI_SORT_CLASSIFY_THREADS, classify_rows = TCUI_SORT_CLASSIFY_ROWS;
constexpr uint64_t classified_a_block = static_cast<uint64_t>(classify_threads) * classify_rows;

__global__ void clear_lengths(const __grid_constant__ segment_lists lists)
{
    if (threadIdx.x < lists.count) {
        lists.lengths[threadIdx.x] = 0;
    }
    if (threadIdx.x == 0) {
        *lists.runs = *lists.items_of_runs = 0;
    }
}

__global__ void __launch_bounds__(classify_threads)
    list_segments(const __grid_constant__ segment_lists lists, const __grid_constant__ tcui_segments segments)
{
    __shared__ unsigned counts[most_segment_lists];
    __shared__ uint64_t firsts[most_segment_lists];
    const int thread = threadIdx.x, lane = thread % TCUI_WARP_LANES;
    if (thread < most_segment_lists) {
        counts[thread] = 0;
    }
    __syncthreads();

    const uint64_t count = segment_count(segments);
    uint64_t begin[classify_rows], length[classify_rows];
    unsigned place[classify_rows];
#pragma unroll
    for (int row = 0; row < classify_rows; row++) {
        const uint64_t k = blockIdx.x * classified_a_block + row * classify_threads + thread;
        begin[row] = length[row] = 0;
        if (k < count) {
            begin[row] = segment_begin(segments, k);
            const uint64_t end = segment_begin(segments, k + 1);
            if (end < begin[row]) {
                atomicOr(lists.runs, runs_are_invalid);
            }
            length[row] = end > begin[row] ? end - begin[row] : 0;
        }
    }
#pragma unroll
    for (int row = 0; row < classify_rows; row++) {
        const int list = list_of(lists, length[row]);
        const unsigned peers = __match_any_sync(all_lanes, list);
        const int leader = __ffs(peers) - 1;
        unsigned first = 0;
        if (lane == leader && list >= 0 && list < lists.count) {
            first = atomicAdd(&counts[list], static_cast<unsigned>(__popc(peers)));
        }
        place[row] = __shfl_sync(all_lanes, first, leader) + __popc(peers & ((1u << lane) - 1u));
    }
    __syncthreads();
    if (thread < lists.count && counts[thread] > 0) {
        firsts[thread] = extend(&lists.lengths[thread], counts[thread], lists.most[thread]);
    }
    __syncthreads();

#pragma unroll
    for (int row = 0; row < classify_rows; row++) {
        const int list = list_of(lists, length[row]);
        if (list == lists.count) {
            add_run(lists, begin[row], length[row], segments.n);
        }
        if (list < 0 || list == lists.count) {
            continue;
        }
        const uint64_t to = firsts[list] + place[row];
        if (to < lists.most[list]) {
            lists.entries[list][to] = entry_of({begin[row], static_cast<int>(length[row])});
        }
    }
}

/* All segments of one size. */
__global__ void __launch_bounds__(classify_threads)
    list_runs(const __grid_constant__ segment_lists lists, const __grid_constant__ tcui_segments most)
{
    const uint64_t k = static_cast<uint64_t>(blockIdx.x) * classify_threads + threadIdx.x;
    if (has_segment(most, k)) {
        const tcui_segments segments = with_length(most);
        lists.run_begins[k] = segment_begin(segments, k);
        lists.run_ends[k] = segment_begin(segments, k + 1);
    }
    if (k == 0) {
        *lists.runs = static_cast<uint32_t>(segments_now(most).count);
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_SEGMENTS_KERNELS_CUH */
