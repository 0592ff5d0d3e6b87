/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which items of one byte of a slice are kept (bytes.cuh): a lane has neighbouring items, and bit i of its marks is
 * item i. The four items, or bytes of flags, in a word are tested together; the results are the highest bits of four
 * bytes, which multiplications by powers of two bring side by side.
 */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_BYTE_MARKER_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_BYTE_MARKER_CUH

#include "algorithms/compact/cuda/marks/granule.cuh"
#include "block.cuh"
#include "byte_lane.cuh"

namespace tcu
{

template <int Items>
struct byte_marks {
    uint32_t words[(Items + 31) / 32];
    unsigned kept;   /* of the whole slice */
    unsigned before; /* of it, in lanes to the left */
};

template <class Block>
class byte_marker
{
    static constexpr tcui_selection selection = Block::selection;
    using layout = typename Block::layout;
    static constexpr int items = layout::bytes_a_lane;
    static_assert(items % 16 == 0, "whole vectors");

  public:
    using marks_type = byte_marks<items>;

    __device__ __forceinline__ explicit byte_marker(const Block &block) : block(block)
    {
        if constexpr (selection == TCUI_SELECT_PREDICATE) {
            range = block.shared.range;
        }
    }

    /* Marks the warp's slice of the tile of this iteration; its items, or flags, are there. */
    __device__ __forceinline__ marks_type mark(int iteration) const
    {
        marks_type marks = {};
        if constexpr (selection == TCUI_SELECT_BYTES) {
            mark_by_bytes(marks, iteration);
        } else if constexpr (selection == TCUI_SELECT_BITS) {
            mark_by_bits(marks, iteration);
        } else {
            mark_by_items(marks, iteration);
        }
        if (block.is_edge(iteration)) {
            correct_edge(marks, iteration);
        }
        unsigned own = 0;
#pragma unroll
        for (uint32_t word : marks.words) {
            own += static_cast<unsigned>(__popc(word));
        }
        unsigned up_to = own;
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            add_from_left(up_to, distance, 0);
        }
        marks.before = up_to - own;
        marks.kept = __shfl_sync(all_lanes, up_to, TCUI_WARP_LANES - 1);
        return marks;
    }

    /* How many items of the slice there are up to the last one that is kept, the same in all lanes. */
    __device__ __forceinline__ unsigned up_to_last(const marks_type &marks) const
    {
        unsigned up_to = 0;
#pragma unroll
        for (int first = 0; first < items; first += 32) {
            if (marks.words[first / 32] != 0) {
                up_to = static_cast<unsigned>(block.lane * items + first + highest_bit(marks.words[first / 32]) + 1);
            }
        }
        return __reduce_max_sync(all_lanes, up_to);
    }

  private:
    /* All marks of a word. */
    __device__ __forceinline__ static constexpr uint32_t word_of_items(int first)
    {
        return items - first < 32 ? (1u << (items - first)) - 1u : ~0u;
    }

    /* fields(w): the highest bits of those bytes of word w whose items are kept. */
    template <class Fields>
    __device__ __forceinline__ static void gather(marks_type &marks, Fields fields)
    {
#pragma unroll
        for (int first = 0; first < items; first += 16) {
            uint32_t bits = 0; /* from bit 7 on */
#pragma unroll
            for (int at = first + 8; at >= first; at -= 8) {
                bits = __dp4a(fields(at / 4 + 1), 0x80402010u, __dp4a(fields(at / 4), 0x08040201u, bits << 8));
            }
            marks.words[first / 32] |= first % 32 == 0 ? bits >> 7 : bits << 9;
        }
    }

    __device__ __forceinline__ void mark_by_bytes(marks_type &marks, int iteration) const
    {
        const unsigned char *slice =
            block.shared_memory + block.flags_in_stage(iteration) + block.warp * layout::slice_items;
        lane_bytes<layout> flags;
        if (block.flag_shift == 0) {
            flags.load(slice, block.lane);
        } else {
            flags.load(slice, block.lane, static_cast<unsigned>(block.flag_shift) / 8);
        }
        gather(marks, [&](int w) { return fields_set<1>(flags.word[w]); });
    }

    __device__ __forceinline__ void mark_by_bits(marks_type &marks, int iteration) const
    {
        const int bit = block.flag_shift + block.warp * layout::slice_items + block.lane * items;
        const uint32_t *own =
            reinterpret_cast<const uint32_t *>(block.shared_memory + block.flags_in_stage(iteration)) + bit / 32;
        const unsigned shift = static_cast<unsigned>(bit % 32);
        uint32_t word = own[0];
#pragma unroll
        for (int first = 0; first < items; first += 32) {
            const uint32_t next = shift + (items - first) > 32 ? own[first / 32 + 1] : 0u;
            marks.words[first / 32] = __funnelshift_r(word, next, shift) & word_of_items(first);
            word = next;
        }
    }

    __device__ __forceinline__ void mark_by_items(marks_type &marks, int iteration) const
    {
        const unsigned char *slice = block.shared_memory + block.slice_in_stage(iteration, block.warp) + layout::lead;
        lane_bytes<layout> x;
        x.load(slice, block.lane);
        if constexpr (selection == TCUI_SELECT_HEADS) {
            const uint32_t before =
                *reinterpret_cast<const uint32_t *>(slice + block.lane * layout::bytes_a_lane - sizeof(uint32_t));
            gather(marks,
                   [&](int w) { return fields_set<1>(differences<1>(x.word[w], w > 0 ? x.word[w - 1] : before)); });
        } else {
            const packed_key_range<1> packed(range);
            gather(marks, [&](int w) { return packed.fields_inside(x.word[w]); });
            if (range.complement) {
#pragma unroll
                for (int first = 0; first < items; first += 32) {
                    marks.words[first / 32] ^= word_of_items(first);
                }
            }
        }
    }

    /* No marks outside the array; its first item begins a run. */
    __device__ __forceinline__ void correct_edge(marks_type &marks, int iteration) const
    {
        const int64_t first = block.slice_begin(iteration, block.warp) + block.lane * items;
        const int from = static_cast<int>(min(max(-first, int64_t(0)), int64_t(items)));
        const int to = static_cast<int>(min(max(block.n() - first, int64_t(0)), int64_t(items)));
#pragma unroll
        for (int w = 0; w < (items + 31) / 32; w++) {
            /* Masks of as many low bits. */
            const uint32_t behind = __funnelshift_lc(~0u, 0u, static_cast<unsigned>(max(from - 32 * w, 0)));
            const uint32_t up_to = __funnelshift_lc(~0u, 0u, static_cast<unsigned>(max(to - 32 * w, 0)));
            if (selection == TCUI_SELECT_HEADS && first <= 0 && -first < items && -first / 32 == w && block.n() > 0) {
                marks.words[w] |= 1u << (-first % 32);
            }
            marks.words[w] &= ~behind & up_to;
        }
    }

    const Block &block;
    key_range<key_word<1>> range;
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_BYTE_MARKER_CUH */
