/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves the kept items of a slice side by side, items of one byte, or their positions: a lane has neighbouring ones in
 * registers and appends the kept ones of eight at a time behind those of the lanes to the left (marks/byte_writer.cuh).
 */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_BYTES_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_BYTES_CUH

#include "algorithms/compact/cuda/marks/byte_writer.cuh"
#include "byte_marker.cuh"

namespace tcu
{

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
            writer.append_kept(block.shared.kept, own, x.word[w], x.word[w + 1]);
        }
        __syncwarp();
        writer.finish();
    }

    /*
     * Positions of the kept items in the slice, by rank: each lane stores those of its own marks, one of each word in a
     * turn, from the last to the first. So it takes as many turns as the fullest word has marks.
     */
    __device__ __forceinline__ void rank_positions(const marks_type &marks, uint32_t before, uint16_t *positions) const
    {
        constexpr int items = layout::bytes_a_lane, words = (items + 31) / 32;
        uint32_t left[words], place[words]; /* marks, and the shared_address() of the last one's position */
        uint32_t end = shared_address(positions + before);
#pragma unroll
        for (int w = 0; w < words; w++) {
            left[w] = marks.words[w];
            end += static_cast<uint32_t>(sizeof(uint16_t)) * static_cast<uint32_t>(__popc(left[w]));
            place[w] = end - static_cast<uint32_t>(sizeof(uint16_t));
        }
        const auto is_left = [&] {
            uint32_t any = 0;
#pragma unroll
            for (const uint32_t word : left) {
                any |= word;
            }
            return any != 0;
        };
        while (is_left()) {
#pragma unroll
            for (int w = 0; w < words; w++) {
                const int bit = highest_bit(left[w]); /* (-1 if there is none) */
                store_shared_if(left[w], place[w], static_cast<uint16_t>(block.lane * items + 32 * w + bit));
                left[w] &= ~(1u << (bit & 31));
                place[w] -= static_cast<uint32_t>(sizeof(uint16_t));
            }
        }
    }

  private:
    const Block &block;
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_BYTES_CUH */
