/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernel that is measured: a loop of dependent repetitions of one collective, data in registers.
 *
 * After each repetition the results are fed back into the items: item word ^= result words & mask. The mask is read
 * from memory and 0, which the compiler cannot know: so the items stay as they are, every repetition has the same results,
 * and yet none can begin before the one before it, none can be dropped, and nothing of it can be moved out of the loop.
 * This takes one or two logical instructions for each register of items, in all implementations the same.
 *
 * Items are packed in registers, as vector loads leave them: 2 halves or 4 bytes to a register.
 */
#ifndef TCU_BENCH_STUDIES_COLLECTIVES_LOOP_CUH
#define TCU_BENCH_STUDIES_COLLECTIVES_LOOP_CUH

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <cuda_runtime.h>

#include <tcu/device/collectives.cuh>

#include "bench/studies/collectives/collective.h"

namespace study::collectives
{
/** A collective on elements of type T: what all implementations agree on. */
template <Operation operation_, class T, int items_, int segment_>
struct Case {
    using Element = T;
    using Sum = tcu::device::accumulator_t<T>;
    static constexpr Operation operation = operation_;
    static constexpr int items = items_, segment = segment_;
    static constexpr int threads = group_threads(operation);
    static constexpr int results = result_count(operation, items);
    static constexpr int segment_threads = segment / items;
    static constexpr bool of_block = is_of_block(operation), scan = is_scan(operation);
    static constexpr bool exclusive = is_exclusive(operation);
    static constexpr tcu::device::scan_kind kind =
        exclusive ? tcu::device::scan_kind::exclusive : tcu::device::scan_kind::inclusive;
};

/** When a warp began and ended its repetitions, by its multiprocessor's clock. */
struct Span {
    int64_t begin, end;
    uint32_t multiprocessor;
};

constexpr int kPasses = 2; // the first one loads instructions and data, the last one counts

/** The registers of a thread's items. */
template <class T, int items>
struct Registers {
    static constexpr int bytes = items * sizeof(T);
    using Word = std::conditional_t<bytes % 4 == 0, uint32_t, std::conditional_t<bytes == 2, uint16_t, uint8_t>>;
    static constexpr int words = bytes / sizeof(Word);
    Word word[words];

    __device__ __forceinline__ void unpack(T (&item)[items]) const { memcpy(item, word, sizeof item); }

    /** Instead of a collective: words of the next registers. */
    template <class Sum, int results>
    __device__ __forceinline__ void copy_next(Sum (&result)[results]) const
    {
        uint32_t to[results * sizeof(Sum) / sizeof(uint32_t)];
#pragma unroll
        for (int r = 0; r < int(results * sizeof(Sum) / sizeof(uint32_t)); r++) {
            to[r] = word[(r + 1) % words];
        }
        memcpy(result, to, sizeof to);
    }

    template <class Sum, int results>
    __device__ __forceinline__ void feed_back(const Sum (&result)[results], uint32_t mask)
    {
        constexpr int result_words = results * sizeof(Sum) / sizeof(uint32_t);
        constexpr int group = result_words >= words ? result_words / words : result_words; // those that meet in a word
        uint32_t from[result_words];
        memcpy(from, result, sizeof from);
#pragma unroll
        for (int w = 0; w < words; w++) {
            const int first = w * group % result_words;
            uint32_t any = from[first];
#pragma unroll
            for (int r = 1; r < group; r++) {
                any |= from[first + r]; // (with ^ equal results would cancel)
            }
            word[w] ^= Word(any & mask);
        }
    }
};

/** What the loop does; read from memory, so that it stays in registers. */
struct Control {
    int repetitions;
    uint32_t mask; // 0
};

__device__ inline uint32_t multiprocessor()
{
    uint32_t number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    return number;
}

/** Waits until all blocks of the grid, all of them resident, have come here `times` times. */
__device__ inline void meet(unsigned *arrived, unsigned times)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (*static_cast<volatile unsigned *>(arrived) < times * gridDim.x) {
        }
    }
    __syncthreads();
}

/**
 * Every group of Case::threads threads has the same elements, `in`. The results of the last repetition go to `out`, thread
 * by thread, the spans of warps to `spans`. `arrived` is 0 before. A cooperative launch, since blocks wait for each other;
 * blocks of any number of warps, or of Case::threads where these are a block.
 */
template <class Kernel>
__global__ void __launch_bounds__(kBlockThreads, 1)
    loop_kernel(const void *in, typename Kernel::Case::Sum *out, Span *spans, unsigned *arrived,
                const volatile Control *control)
{
    using Case = typename Kernel::Case;
    using T = typename Case::Element;
    using Items = Registers<T, Case::items>;
    constexpr int results = Case::results;
    __shared__ typename Kernel::Storage storage;
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int repetitions = control->repetitions;
    const uint32_t mask = control->mask;

    Items registers = static_cast<const Items *>(in)[threadIdx.x % Case::threads];
    typename Case::Sum result[results] = {};
    int64_t begin = 0, end = 0;
#pragma unroll 1
    for (unsigned pass = 1; pass <= kPasses; pass++) {
        meet(arrived, pass);
        begin = clock64();
#pragma unroll 1
        for (int r = 0; r < repetitions; r++) {
            if constexpr (Kernel::implementation == Implementation::loop) {
                registers.copy_next(result);
            } else {
                T item[Case::items];
                registers.unpack(item);
                Kernel::call(item, result, storage);
            }
            registers.feed_back(result, mask);
            if constexpr (Case::of_block) {
                __syncthreads(); // before the storage is used again
            }
        }
        end = clock64();
    }
    if (threadIdx.x % kLanes == 0) {
        spans[thread / kLanes] = {begin, end, multiprocessor()};
    }
#pragma unroll
    for (int r = 0; r < results; r++) {
        out[thread * results + r] = result[r];
    }
}
} // namespace study::collectives

#endif
