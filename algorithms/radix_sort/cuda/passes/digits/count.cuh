/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Before the passes, in one kernel: counts the digits of all passes in one read of the keys, for each run, and scans
 * the counts, so that it is known where in the output each digit's keys begin. The kernel also lists the tiles of runs,
 * and clears the look-back's first slots. A block takes neighbouring tiles, and adds its counters to those in memory
 * when the run ends.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_DIGITS_COUNT_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_DIGITS_COUNT_CUH

#include <cooperative_groups.h>

#include "algorithms/radix_sort/cuda/scan_256.cuh"
#include "counters.cuh"
#include "primitives/tile/lanes.h"
#include "tile_list.cuh"

namespace tcu
{

template <class Key, int Copies, int Threads, bool IsScheduled>
class digit_counter
{
    static constexpr int lanes = TCUI_WARP_LANES, bins = sort_bins;

  public:
    __device__ explicit digit_counter(const sort_digits<Key> &task)
        : task(task), counters(task), is_of_runs(task.runs.most != 0)
    {
    }

    __device__ __forceinline__ void run()
    {
        const auto grid = cooperative_groups::this_grid();
        uint32_t runs = is_of_runs ? *task.runs.count : 1;
        const bool are_too_many = is_of_runs && runs > task.runs.most;
        if constexpr (IsScheduled) {
            if (are_too_many) {
                /* All of the array is sorted again, by all digits. (The schedule is not read before a barrier: a thread
                 * rewrites it.) */
                is_of_runs = false;
                runs = 1;
                schedule_all(false);
            } else {
                const sort_passes counted = task.schedule->counted[task.number];
                if (counted.count == 0) {
                    return; /* no pass of this schedule comes next */
                }
                counters.digits = counted_digits<Key>::of(counted);
            }
        } else if (are_too_many) {
            runs = 0;
        }
#pragma unroll 1
        for (;;) {
            clear(runs);
            grid.sync();
            if (is_of_runs) {
                list_tiles<Threads>(task, runs);
                grid.sync();
                clear_slots(task.slots, *task.tiles.listed);
            }
            count_tiles();
            grid.sync();
            if (!IsScheduled || task.schedule->has_others == 0) {
                break;
            }
            /* Bits that the schedule took for constant are not. */
            grid.sync();
            schedule_all(true);
        }
        scan(runs);
    }

  private:
    __device__ __forceinline__ void schedule_all(bool is_input)
    {
        if constexpr (IsScheduled) {
            counters.digits = task.digits;
        }
        if (thread_of_grid<Threads>() == 0) {
            schedule_all_digits(*task.schedule, task.passes, is_of_runs ? sort_scope::runs : sort_scope::whole,
                                is_input);
        }
    }

    __device__ __forceinline__ uint64_t *all_starts() const { return is_of_runs ? task.starts_of_runs : task.starts; }

    __device__ __forceinline__ void clear(uint32_t runs)
    {
        counters.clear();
        const uint64_t starts = static_cast<uint64_t>(runs) * counters.digits.passes * bins;
        for (uint64_t i = thread_of_grid<Threads>(); i < starts; i += threads_of_grid<Threads>()) {
            all_starts()[i] = 0;
        }
        if (!is_of_runs) {
            clear_slots(task.slots, task.slot_rows);
            if (IsScheduled) {
                clear_slots(task.other_slots, task.slot_rows);
            }
        } else if (thread_of_grid<Threads>() == 0) {
            *task.tiles_listed = 0;
        }
    }

    __device__ __forceinline__ void clear_slots(uint32_t *slots, uint64_t rows)
    {
        for (uint64_t i = thread_of_grid<Threads>(); i < rows * bins; i += threads_of_grid<Threads>()) {
            slots[i] = 0;
        }
    }

    __device__ __forceinline__ void count_tiles()
    {
        const uint64_t elements = task.tiles.elements(), tiles = task.tiles.count(is_of_runs, elements);
        const uint32_t begin = static_cast<uint32_t>(tiles * blockIdx.x / gridDim.x),
                       end = static_cast<uint32_t>(tiles * (blockIdx.x + 1) / gridDim.x);
        if (begin == end) {
            return;
        }
        if (!is_of_runs) {
            const sort_tile back = task.tiles.at(end - 1, false, elements);
            counters.count(false, 0, task.tiles.at(begin, false, elements).begin, back.begin + back.items);
            counters.flush(all_starts(), 0);
        } else {
            /* Tiles of a run together. */
            for (uint32_t index = begin; index < end;) {
                const sort_tile tile = task.tiles.at(index, true, elements);
                const uint64_t run_end = task.runs.ends[tile.run()], tile_items = task.tiles.run_tile_items;
                const uint32_t same = static_cast<uint32_t>(
                    min((run_end - tile.begin + tile_items - 1) / tile_items, static_cast<uint64_t>(end - index)));
                counters.count(true, task.runs.begins[tile.run()], tile.begin,
                               min(run_end, tile.begin + same * tile_items));
                counters.flush(all_starts(), tile.run());
                index += same;
            }
        }
        if (IsScheduled && (counters.differing & static_cast<Key>(task.schedule->constant_bits)) != 0) {
            atomicOr(&task.schedule->has_others, 1u);
        }
    }

    /* A digit of a run by a warp. */
    __device__ __forceinline__ void scan(uint32_t runs)
    {
        const uint64_t rows = static_cast<uint64_t>(runs) * counters.digits.passes;
        for (uint64_t row = thread_of_grid<Threads>() / lanes; row < rows; row += threads_of_grid<Threads>() / lanes) {
            uint64_t *const starts = all_starts() + row * bins;
            const uint64_t begin = !is_of_runs ? 0 : task.runs.begins[row / counters.digits.passes];
            scan_256_counts([&](int i) { return starts[i]; },
                            [&](int i, const element_vector<u64, 2> &, const element_vector<u64, 2> &before) {
                                starts[i] = begin + before.at(0);
                                starts[i + 1] = begin + before.at(1);
                            });
        }
    }

    const sort_digits<Key> &task;
    digit_counters<Key, Copies, Threads, IsScheduled> counters;
    std::conditional_t<IsScheduled, bool, const bool> is_of_runs;
};

template <class Key, int Copies, int Threads, bool IsScheduled>
__global__ void __launch_bounds__(Threads) sort_digits_kernel(const __grid_constant__ sort_digits<Key> task)
{
    digit_counter<Key, Copies, Threads, IsScheduled>(task).run();
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_DIGITS_COUNT_CUH */
