/* SPDX-License-Identifier: Apache-2.0 */
/* The list of all runs' tiles, for the passes. Task: sort_digits (count.cuh) of keys of any size. */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_DIGITS_TILE_LIST_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_DIGITS_TILE_LIST_CUH

#include "algorithms/radix_sort/cuda/passes/tiles.cuh"
#include "algorithms/radix_sort/cuda/paths.h"

namespace tcu
{

/* A grid's threads, in blocks of Threads. */
template <int Threads>
__device__ __forceinline__ uint64_t thread_of_grid()
{
    return static_cast<uint64_t>(blockIdx.x) * Threads + threadIdx.x;
}

template <int Threads>
__device__ __forceinline__ uint64_t threads_of_grid()
{
    return static_cast<uint64_t>(gridDim.x) * Threads;
}

/* By a warp. */
template <class Task>
__device__ __forceinline__ void list_run(const Task &task, uint64_t begin, uint64_t end, uint32_t run, uint32_t number)
{
    const uint64_t tile_items = task.tiles.run_tile_items;
    for (uint64_t i = threadIdx.x % TCUI_WARP_LANES; begin + i * tile_items < end; i += TCUI_WARP_LANES) {
        const uint64_t from = begin + i * tile_items;
        task.tile_list[number + i] = {from, static_cast<uint32_t>(min(end - from, tile_items)),
                                      2 * run + (i == 0 ? 1u : 0u)};
    }
}

/* By all threads of the grid, a run each. Which numbers a run's tiles get depends on timing, and changes no result. */
template <int Threads, class Task>
__device__ __forceinline__ void list_tiles(const Task &task, uint32_t runs)
{
    constexpr int lanes = TCUI_WARP_LANES;
    for (uint64_t first = thread_of_grid<Threads>() / lanes * lanes; first < runs;
         first += threads_of_grid<Threads>()) {
        const uint64_t run = first + threadIdx.x % lanes;
        const uint64_t begin = run < runs ? task.runs.begins[run] : 0, end = run < runs ? task.runs.ends[run] : 0;
        const uint32_t tiles =
            static_cast<uint32_t>((end - begin + task.tiles.run_tile_items - 1) / task.tiles.run_tile_items);
        const uint32_t number = tiles > 0 ? atomicAdd(task.tiles_listed, tiles) : 0;
        for (int lane = 0; lane < lanes; lane++) {
            list_run(task, __shfl_sync(all_lanes, begin, lane), __shfl_sync(all_lanes, end, lane),
                     static_cast<uint32_t>(first + lane), __shfl_sync(all_lanes, number, lane));
        }
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_DIGITS_TILE_LIST_CUH */
