/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves the kept items of a slice side by side, items of one byte. One store an item would make them limited by
 * instructions, not by memory. So a lane has neighbouring bytes in registers, makes words of the kept ones, and stores
 * words.
 *
 *     1. eight bytes at a time: two byte permutations bring the kept ones to the front, by digits that a table has for
 *        the marks of the eight
 *     2. they are put behind the lane's last four by funnel shifts, and words that are complete then are stored
 *     3. when all lanes have done so, each stores the bytes of its last word, which was not complete, one by one
 *
 * The word in which a lane's bytes begin has bytes of lanes to the left, too. The lane that completes it stores
 * anything in their places, and step 3 of the others repairs that.
 */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_BYTES_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_BYTES_CUH

#include "byte_marker.cuh"

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

    /* What is left, when all lanes have appended all. */
    __device__ __forceinline__ void finish() const
    {
        const uint32_t left = min(end & 3u, end - begin);
#pragma unroll
        for (uint32_t k = 1; k <= 3; k++) {
            store_shared_if(left >= k, end - k, static_cast<uint8_t>(last >> (32 - 8 * k)));
        }
    }

  private:
    uint32_t begin, end;
    uint32_t last; /* the last four bytes */
};

template <class Block>
class byte_compactor
{
    using layout = typename Block::layout;

  public:
    using marker_type = byte_marker<Block>;
    using marks_type = typename marker_type::marks_type;

    __device__ __forceinline__ explicit byte_compactor(const Block &block) : block(block) {}

    __device__ __forceinline__ static uint32_t count(const marks_type &marks) { return marks.before; }

    /* Moves the kept items of the slice, whose lead is at the offset `slice`, to `out_phase` behind that. */
    __device__ __forceinline__ void compact(unsigned slice, unsigned out_phase, const marks_type &marks,
                                            uint32_t before) const
    {
        lane_bytes<layout> x;
        x.load(block.shared_memory + slice + layout::lead, block.lane);
        byte_writer writer(shared_address(block.shared_memory + slice) + out_phase + before);
        __syncwarp(); /* all have read what is written over */
#pragma unroll
        for (int w = 0; w < lane_bytes<layout>::words; w += 2) {
            /* (As a permutation it is one instruction.) */
            const uint32_t own = permute_bytes(marks.words[w / 8], 0u, 0x4440u + w / 2 % 4);
            const uint32_t digits = block.shared.kept.digits[own];
            writer.append(permute_bytes(x.word[w], x.word[w + 1], digits),
                          permute_bytes(x.word[w], x.word[w + 1], digits >> 16), static_cast<uint32_t>(__popc(own)));
        }
        __syncwarp();
        writer.finish();
    }

  private:
    const Block &block;
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_BYTES_CUH */
