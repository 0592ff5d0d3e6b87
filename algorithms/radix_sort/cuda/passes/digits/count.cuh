/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Before the passes, in one kernel: counts the digits of all passes in one read of the keys, for each run, and scans
 * the counts, so that it is known where in the output each digit's keys begin. The kernel also lists the tiles of runs,
 * and clears the look-back's first slots.
 *
 * Counters in shared memory have copies side by side for the lanes of a warp, so that lanes with equal digits do not
 * hit the same address. A block takes neighbouring tiles and adds its counters to those in memory when the run ends.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_DIGITS_COUNT_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_DIGITS_COUNT_CUH

#include <cooperative_groups.h>

#include "algorithms/radix_sort/cuda/order.cuh"
#include "algorithms/radix_sort/cuda/passes/schedule.cuh"
#include "algorithms/radix_sort/cuda/passes/tuning.h"
#include "algorithms/radix_sort/cuda/ranking/digit.cuh"
#include "algorithms/radix_sort/cuda/scan_256.cuh"
#include "primitives/tile/lanes.h"
#include "tile_list.cuh"

namespace tcu
{

template <class Key>
constexpr int sort_most_passes = sizeof(Key);

/* The digits that are counted: digits are bytes of the compared bits, shifted down to bit 0. */
template <class Key>
struct counted_digits {
    int passes, begin_bit;
    Key mask;

    __host__ __device__ static counted_digits of(const sort_passes &passes)
    {
        const bool has_bits =
            passes.end_bit > passes.begin_bit; /* (nothing is shifted out by as many bits as there are) */
        return {passes.count, has_bits ? passes.begin_bit : 0, static_cast<Key>(passes.mask())};
    }
};

template <class Key>
struct sort_digits {
    sort_tiles tiles;
    tcui_sort_runs runs;  /* most is 0: the whole array */
    sort_tile *tile_list; /* to be written, as what follows */
    uint32_t *tiles_listed;
    uint64_t *starts, *starts_of_runs; /* [pass][bin], [run][pass][bin] */
    uint32_t *slots, *other_slots;     /* of the next pass; other_slots: or it is the next but one */
    uint64_t slot_rows;                /* of the whole array; tiles of runs have one each */
    const void *keys;
    int key_bytes;
    sort_order<Key> order;
    sort_passes passes;
    counted_digits<Key> digits; /* of `passes` */
    sort_schedule *schedule;
    int number; /* of the schedule's counts */
};

/* IsScheduled: which digits, and of what, is in a schedule. */
template <class Key, int Copies, int Threads, bool IsScheduled>
class digit_counter
{
    static constexpr int lanes = TCUI_WARP_LANES, bins = sort_bins, loads = TCUI_SORT_DIGIT_LOADS;

  public:
    static constexpr size_t shared_bytes = sizeof(uint32_t) * Copies * bins * sort_most_passes<Key>;

    __device__ explicit digit_counter(const sort_digits<Key> &task)
        : task(task), digits(task.digits), is_of_runs(task.runs.most != 0),
          counters(reinterpret_cast<uint32_t *>(dynamic_shared_memory())),
          own(shared_address(counters + threadIdx.x % Copies))
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
                digits = counted_digits<Key>::of(counted);
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
                clear_slots(task.slots, task.tiles.count(true));
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
            digits = task.digits;
        }
        if (thread_of_grid<Threads>() == 0) {
            schedule_all_digits(*task.schedule, task.passes, is_of_runs ? sort_scope::runs : sort_scope::whole,
                                is_input);
        }
    }

    __device__ __forceinline__ uint64_t *all_starts() const { return is_of_runs ? task.starts_of_runs : task.starts; }

    __device__ __forceinline__ void clear(uint32_t runs)
    {
        for (int i = threadIdx.x; i < digits.passes * bins * Copies; i += Threads) {
            counters[i] = 0;
        }
        const uint64_t starts = static_cast<uint64_t>(runs) * digits.passes * bins;
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
        const uint64_t tiles = task.tiles.count(is_of_runs);
        const uint32_t begin = static_cast<uint32_t>(tiles * blockIdx.x / gridDim.x),
                       end = static_cast<uint32_t>(tiles * (blockIdx.x + 1) / gridDim.x);
        if (begin == end) {
            return;
        }
        if (!is_of_runs) {
            const sort_tile back = task.tiles.at(end - 1, false);
            count(0, task.tiles.at(begin, false).begin, back.begin + back.items);
            flush(0);
        } else {
            /* Tiles of a run together. */
            for (uint32_t index = begin; index < end;) {
                const sort_tile tile = task.tiles.at(index, true);
                const uint64_t run_end = task.runs.ends[tile.run()], tile_items = task.tiles.run_tile_items;
                const uint32_t same = static_cast<uint32_t>(
                    min((run_end - tile.begin + tile_items - 1) / tile_items, static_cast<uint64_t>(end - index)));
                count(task.runs.begins[tile.run()], tile.begin, min(run_end, tile.begin + same * tile_items));
                flush(tile.run());
                index += same;
            }
        }
        if (IsScheduled && (differing & static_cast<Key>(task.schedule->constant_bits)) != 0) {
            atomicOr(&task.schedule->has_others, 1u);
        }
    }

    /* Where constant bits are to be checked: not if all bits are counted. */
    template <int Digits>
    static constexpr bool may_differ = IsScheduled && Digits != sort_most_passes<Key>;

    /* Keys [begin, end) of a run. */
    __device__ __forceinline__ void count(uint64_t run_begin, uint64_t begin, uint64_t end)
    {
        if constexpr (IsScheduled) {
            first = task.order.template bits_of<8 * sizeof(Key)>(static_cast<const Key *>(task.keys)[run_begin]);
            if (digits.passes == 1) {
                count_as<Key, 1>(begin, end);
            } else if (!is_of_runs && digits.passes == 2) {
                count_as<Key, 2>(begin, end);
            } else if (digits.passes == sort_most_passes<Key>) {
                count_as<Key, sort_most_passes<Key>>(begin, end);
            } else {
                count_as<Key, 0>(begin, end);
            }
        } else {
            if (sizeof(Key) == 4 && task.key_bytes == 1) {
                count_as<uint8_t, 0>(begin, end);
            } else if (sizeof(Key) == 4 && task.key_bytes == 2) {
                count_as<uint16_t, 0>(begin, end);
            } else {
                count_as<Key, 0>(begin, end);
            }
        }
    }

    /* By vectors of 16 bytes, of which the next ones are in flight while some are counted; the ends by keys. Digits:
     * how many, or 0: digits.passes. */
    template <class Stored, int Digits>
    __device__ __forceinline__ void count_as(uint64_t begin, uint64_t end)
    {
        constexpr uint64_t vector = 16 / sizeof(Stored);
        const Stored *keys = static_cast<const Stored *>(task.keys);
        const uint64_t phase = reinterpret_cast<uintptr_t>(keys + begin) / sizeof(Stored) % vector;
        const uint64_t body = min(begin + (vector - phase) % vector, end), vectors = (end - body) / vector;
        for (uint64_t i = begin + threadIdx.x; i < body; i += Threads) {
            count_key<Stored, Digits>(keys[i]);
        }
        for (uint64_t i = body + vectors * vector + threadIdx.x; i < end; i += Threads) {
            count_key<Stored, Digits>(keys[i]);
        }
        const uint4 *from = reinterpret_cast<const uint4 *>(keys + body);
        uint4 some[loads];
        load(some, from, threadIdx.x, vectors);
        for (uint64_t i = threadIdx.x; i < vectors; i += loads * Threads) {
            uint4 next[loads];
            load(next, from, i + loads * Threads, vectors);
#pragma unroll
            for (int j = 0; j < loads; j++) {
                if (i + j * Threads < vectors) {
                    count_vector<Stored, Digits>(some[j]);
                }
            }
#pragma unroll
            for (int j = 0; j < loads; j++) {
                some[j] = next[j];
            }
        }
    }

    __device__ __forceinline__ static void load(uint4 (&some)[loads], const uint4 *from, uint64_t i, uint64_t vectors)
    {
#pragma unroll
        for (int j = 0; j < loads; j++) {
            if (i + j * Threads < vectors) {
                some[j] = from[i + j * Threads];
            }
        }
    }

    template <class Stored, int Digits>
    __device__ __forceinline__ void count_vector(uint4 vector)
    {
        const uint32_t words[4] = {vector.x, vector.y, vector.z, vector.w};
#pragma unroll
        for (int w = 0; w < 4; w++) {
            if constexpr (sizeof(Stored) == 8) {
                if (w % 2 == 0) {
                    count_key<Stored, Digits>(static_cast<uint64_t>(words[w + 1]) << 32 | words[w]);
                }
            } else {
#pragma unroll
                for (int byte = 0; byte < 4; byte += sizeof(Stored)) {
                    count_key<Stored, Digits>(static_cast<Stored>(words[w] >> (8 * byte)));
                }
            }
        }
    }

    template <class Stored, int Digits>
    __device__ __forceinline__ void count_key(Stored key)
    {
        constexpr int copies_bytes = Copies * sizeof(uint32_t);
        const Key order_bits = task.order.template bits_of<8 * sizeof(Stored)>(key);
        if constexpr (may_differ<Digits>) {
            differing |= order_bits ^ first;
        }
        const Key bits = order_bits >> digits.begin_bit & digits.mask;
#pragma unroll
        for (int pass = 0; pass < (Digits != 0 ? Digits : sort_most_passes<Key>); pass++) {
            if (Digits != 0 || pass < digits.passes) {
                const uint32_t word = static_cast<uint32_t>(bits >> (pass / 4 * 32));
                const uint32_t digit = permute_bytes(word, 0, 0x4440u + pass % 4);
                count_shared(own + digit * copies_bytes + pass * bins * copies_bytes);
            }
        }
    }

    /* Adds the block's counters to the run's, and clears them. */
    __device__ __forceinline__ void flush(uint32_t run)
    {
        unsigned long long *starts =
            reinterpret_cast<unsigned long long *>(all_starts()) + static_cast<uint64_t>(run) * digits.passes * bins;
        __syncthreads();
        for (int i = threadIdx.x; i < digits.passes * bins; i += Threads) {
            uint32_t sum = 0;
#pragma unroll 8
            for (int copy = 0; copy < Copies; copy++) {
                uint32_t &counter = counters[i * Copies + (copy + i) % Copies];
                sum += counter;
                counter = 0;
            }
            if (sum > 0) {
                atomicAdd(starts + i, static_cast<unsigned long long>(sum));
            }
        }
        __syncthreads();
    }

    /* A digit of a run by a warp. */
    __device__ __forceinline__ void scan(uint32_t runs)
    {
        const uint64_t rows = static_cast<uint64_t>(runs) * digits.passes;
        for (uint64_t row = thread_of_grid<Threads>() / lanes; row < rows; row += threads_of_grid<Threads>() / lanes) {
            uint64_t *const starts = all_starts() + row * bins;
            const uint64_t begin = !is_of_runs ? 0 : task.runs.begins[row / digits.passes];
            scan_256_counts([&](int i) { return starts[i]; },
                            [&](int i, const element_vector<u64, 2> &, const element_vector<u64, 2> &before) {
                                starts[i] = begin + before.at(0);
                                starts[i + 1] = begin + before.at(1);
                            });
        }
    }

    const sort_digits<Key> &task;
    std::conditional_t<IsScheduled, counted_digits<Key>, const counted_digits<Key> &> digits;
    std::conditional_t<IsScheduled, bool, const bool> is_of_runs;
    uint32_t *counters;           /* [pass][bin][copy] */
    const uint32_t own;           /* the thread's copy of the first */
    Key first = 0, differing = 0; /* order bits: of the run's first key, and those in which others differ from it */
};

template <class Key, int Copies, int Threads, bool IsScheduled>
__global__ void __launch_bounds__(Threads) sort_digits_kernel(const __grid_constant__ sort_digits<Key> task)
{
    digit_counter<Key, Copies, Threads, IsScheduled>(task).run();
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_DIGITS_COUNT_CUH */
