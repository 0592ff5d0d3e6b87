/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads with neighbouring items of one byte in registers bring those that are kept side by side in shared memory. One
 * store an item would make them limited by instructions, not by memory; so they store words.
 *
 *     1. eight bytes at a time: two byte permutations bring the kept ones to the front, by digits that a table has for
 *        the marks of the eight
 *     2. they are put behind the thread's last four by funnel shifts, and words that are complete then are stored
 *     3. when all threads have done so, each stores the bytes of its last word, which was not complete, one by one
 *
 * The word in which a thread's bytes begin has bytes of threads to the left, too. The thread that completes it stores
 * anything in their places, and step 3 of the others repairs that.
 */
#ifndef TCUI_COMPACT_CUDA_MARKS_BYTE_WRITER_CUH
#define TCUI_COMPACT_CUDA_MARKS_BYTE_WRITER_CUH

#include "kept_bytes.cuh"

namespace tcu
{

/* Appends bytes in shared memory. */
class byte_writer
{
  public:
    /* From a shared_address() on. */
    __device__ __forceinline__ explicit byte_writer(uint32_t address) : begin(address), end(address), last(0) {}

    /* The first `count` of eight. */
    __device__ __forceinline__ void append(uint32_t low, uint32_t high, uint32_t count)
    {
        const uint32_t word = end & ~3u, filled = end + count - word;
        const uint32_t shift = 8 * end; /* modulo 32 */
        store_shared_if(filled >= 4, word, __funnelshift_l(last, low, shift));
        store_shared_if(filled >= 8, word + 4, __funnelshift_l(low, high, shift));
        /* Shifts by more than 32 are by 32. */
        last = __funnelshift_rc(last, low, 8 * count);
        last = __funnelshift_rc(last, high, static_cast<uint32_t>(max(8 * static_cast<int>(count) - 32, 0)));
        end += count;
    }

    /* What is left, when all threads have appended all. */
    __device__ __forceinline__ void finish() const
    {
        const uint32_t left = min(end & 3u, end - begin);
#pragma unroll
        for (uint32_t k = 1; k <= 3; k++) {
            store_shared_if(left >= k, end - k, static_cast<uint8_t>(last >> (32 - 8 * k)));
        }
    }

    /* Of eight those that are marked. */
    __device__ __forceinline__ void append_kept(const kept_bytes &kept, uint32_t marks, uint32_t low, uint32_t high)
    {
        const uint32_t digits = kept.digits[marks];
        append(permute_bytes(low, high, digits), permute_bytes(low, high, digits >> 16),
               static_cast<uint32_t>(__popc(marks)));
    }

  private:
    uint32_t begin, end;
    uint32_t last; /* the last four bytes */
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_MARKS_BYTE_WRITER_CUH */
