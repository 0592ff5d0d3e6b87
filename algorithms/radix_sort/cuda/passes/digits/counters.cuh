/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A block's counters of digits in shared memory. They have copies side by side for the lanes of a warp, so that lanes with
 * equal digits do not hit the same address.
 */
#ifndef TCUI_RADIX_SORT_CUDA_PASSES_DIGITS_COUNTERS_CUH
#define TCUI_RADIX_SORT_CUDA_PASSES_DIGITS_COUNTERS_CUH

#include "algorithms/radix_sort/cuda/passes/schedule.cuh"
#include "algorithms/radix_sort/cuda/passes/tiles.cuh"
#include "algorithms/radix_sort/cuda/passes/tuning.h"
#include "algorithms/radix_sort/cuda/paths.h"
#include "primitives/pipeline/key_order.cuh"
#include "primitives/tile/lanes.h"

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
class digit_counters
{
    static constexpr int bins = sort_bins, loads = TCUI_SORT_DIGIT_LOADS;

  public:
    static constexpr size_t shared_bytes = sizeof(uint32_t) * Copies * bins * sort_most_passes<Key>;

    std::conditional_t<IsScheduled, counted_digits<Key>, const counted_digits<Key> &> digits;
    Key differing = 0; /* order bits in which keys differ from the first of their run */

    __device__ explicit digit_counters(const sort_digits<Key> &task)
        : digits(task.digits), task(task), counters(reinterpret_cast<uint32_t *>(dynamic_shared_memory())),
          own(shared_address(counters + threadIdx.x % Copies))
    {
    }

    __device__ __forceinline__ void clear()
    {
        for (int i = threadIdx.x; i < digits.passes * bins * Copies; i += Threads) {
            counters[i] = 0;
        }
    }

    /* Keys [begin, end) of a run. */
    __device__ __forceinline__ void count(bool is_of_runs, uint64_t run_begin, uint64_t begin, uint64_t end)
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

    /* Adds them to the run's counts in memory, and clears them. */
    __device__ __forceinline__ void flush(uint64_t *all_starts, uint32_t run)
    {
        unsigned long long *starts =
            reinterpret_cast<unsigned long long *>(all_starts) + static_cast<uint64_t>(run) * digits.passes * bins;
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

  private:
    /* Where constant bits are to be checked: not if all bits are counted. */
    template <int Digits>
    static constexpr bool may_differ = IsScheduled && Digits != sort_most_passes<Key>;

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

    const sort_digits<Key> &task;
    uint32_t *counters; /* [pass][bin][copy] */
    const uint32_t own; /* the thread's copy of the first */
    Key first = 0;      /* order bits of the run's first key */
};

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_PASSES_DIGITS_COUNTERS_CUH */
