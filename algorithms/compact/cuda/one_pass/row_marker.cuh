/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which items of a slice are kept, items of 2 bytes and more (rows.cuh).
 *
 * A lane has 16 marks of a batch, four items in each of up to four rows; those of two batches share a word: the mark of
 * item i in row r of batch b is bit 8 i + 4 (b mod 2) + r. So an item's bits are a byte, four rows are four bits of
 * each byte, and counts of a row's marks are sums of bytes.
 */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_ROW_MARKER_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_ROW_MARKER_CUH

#include "block.cuh"
#include "row_lane.cuh"

namespace tcu
{

/* How a slice is cut: a lane has four neighbouring items in each row of a batch. */
template <class Layout>
struct row_shape {
    static constexpr int lane_items = 4;
    static constexpr int row_items = lane_items * TCUI_WARP_LANES;
    static constexpr int rows = Layout::slice_items / row_items;
    static constexpr int batch_rows = rows < 4 ? rows : 4;
    static constexpr int batches = rows / batch_rows;
    static_assert(batches * batch_rows * row_items == Layout::slice_items, "whole batches");
};

template <int Batches>
struct row_marks {
    uint32_t words[(Batches + 1) / 2];
    unsigned kept; /* of the whole slice */

    __device__ __forceinline__ static int first_bit(int batch, int row) { return batch % 2 * 4 + row; }
};

/* Bit 0 of each byte. */
constexpr uint32_t byte_ones = 0x01010101u;

/* Bit i to bit 0 of byte i, of four bits. */
__device__ __forceinline__ uint32_t bits_to_bytes(uint32_t bits)
{
    return (bits & 15u) * 0x00204081u & byte_ones;
}

template <class Block>
class row_marker
{
    static constexpr int Bytes = Block::item_bytes;
    static constexpr tcui_selection selection = Block::selection;
    using layout = typename Block::layout;
    using shape = row_shape<layout>;
    using Word = key_word<Bytes>;

    /*
     * Keys of f32 that lie in an interval are numbers that do, unless it is all keys, NaNs too: two instructions an
     * item, not four.
     */
    static constexpr bool compares_floats = selection == TCUI_SELECT_PREDICATE && Bytes == 4;

  public:
    using marks_type = row_marks<shape::batches>;

    __device__ __forceinline__ explicit row_marker(const Block &block) : block(block), slots(block.lane)
    {
        if constexpr (selection == TCUI_SELECT_PREDICATE) {
            range = block.shared.range;
        }
        if constexpr (compares_floats) {
            lowest = __uint_as_float(range.key(range.low));
            highest = __uint_as_float(range.key(range.low + range.span));
        }
    }

    /* Marks the warp's slice of the tile of this iteration; its items, or flags, are there. */
    __device__ __forceinline__ marks_type mark(int iteration) const
    {
        marks_type marks = {};
        if constexpr (selection == TCUI_SELECT_PREDICATE) {
            if (range.negative_flips != 0 && !(compares_floats && range.span == ~Word(0))) {
                mark_rows<true>(marks, iteration);
            } else {
                mark_rows<false>(marks, iteration);
            }
            constexpr uint32_t rows = (1u << shape::batch_rows) - 1u, batches = shape::batches > 1 ? 0x11u : 1u;
            if (range.complement) {
#pragma unroll
                for (uint32_t &word : marks.words) {
                    word ^= rows * batches * byte_ones;
                }
            }
        } else if (selection == TCUI_SELECT_BYTES && block.flag_shift % 32 != 0) {
            mark_rows<true>(marks, iteration);
        } else {
            mark_rows<false>(marks, iteration);
        }
        if (block.is_edge(iteration)) {
            correct_edge(marks, iteration);
        }
        unsigned kept = 0;
#pragma unroll
        for (uint32_t word : marks.words) {
            kept += static_cast<unsigned>(__popc(word));
        }
        marks.kept = __reduce_add_sync(all_lanes, kept);
        return marks;
    }

    /* How many items of the slice there are up to the last one that is kept, the same in all lanes. */
    __device__ __forceinline__ unsigned up_to_last(const marks_type &marks) const
    {
        unsigned up_to = 0;
#pragma unroll
        for (int w = 0; w < static_cast<int>(sizeof marks.words / sizeof marks.words[0]); w++) {
            const uint32_t word = marks.words[w];
            if (word != 0) {
                const int row = highest_bit((word | word >> 8 | word >> 16 | word >> 24) & 0xffu);
                const int item = highest_bit(word >> row & byte_ones) / 8;
                up_to = static_cast<unsigned>((2 * w * shape::batch_rows + row) * shape::row_items +
                                              block.lane * shape::lane_items + item + 1);
            }
        }
        return __reduce_max_sync(all_lanes, up_to);
    }

  private:
    /* `Rare`: keys differ from items (marks/range.cuh); bytes of flags are not at words. */
    template <bool Rare>
    __device__ __forceinline__ void mark_rows(marks_type &marks, int iteration) const
    {
#pragma unroll
        for (int b = 0; b < shape::batches; b++) {
#pragma unroll
            for (int r = 0; r < shape::batch_rows; r++) {
                marks.words[b / 2] |= marks_of_row<Rare>(iteration, b * shape::batch_rows + r) << marks.first_bit(b, r);
            }
        }
    }

    /* Bit 0 of byte i: item i of the lane in that row of the slice. */
    template <bool Rare>
    __device__ __forceinline__ uint32_t marks_of_row(int iteration, int row) const
    {
        if constexpr (selection == TCUI_SELECT_BYTES) {
            return fields_set<1>(flag_word<8, !Rare>(iteration, row)) >> 7;
        } else if constexpr (selection == TCUI_SELECT_BITS) {
            return bits_to_bytes(flag_word<1, false>(iteration, row));
        } else {
            const unsigned char *items = block.shared_memory + block.slice_in_stage(iteration, block.warp) +
                                         layout::lead + row * (shape::row_items * Bytes);
            row_items<Bytes> x;
            x.load(items, block.lane, slots);
            if constexpr (selection == TCUI_SELECT_PREDICATE) {
                return marks_in_range<Rare>(x);
            } else {
                return marks_of_heads(x, items);
            }
        }
    }

    /* The flags of the lane's items, of so many bits each, and what follows them; in shared memory at any bit. */
    template <int FlagBits, bool AtWord>
    __device__ __forceinline__ uint32_t flag_word(int iteration, int row) const
    {
        const int item = block.warp * layout::slice_items + row * shape::row_items + block.lane * shape::lane_items;
        const int bit = block.flag_shift + item * FlagBits;
        const uint32_t *words =
            reinterpret_cast<const uint32_t *>(block.shared_memory + block.flags_in_stage(iteration));
        const uint32_t word = words[bit / 32];
        if (AtWord) {
            return word;
        }
        const bool crosses = bit % 32 > 32 - FlagBits * shape::lane_items;
        return __funnelshift_r(word, crosses ? words[bit / 32 + 1] : 0u, static_cast<unsigned>(bit % 32));
    }

    template <bool Flips>
    __device__ __forceinline__ uint32_t marks_in_range(const row_items<Bytes> &x) const
    {
        if constexpr (compares_floats && Flips) {
            uint32_t marks = 0;
#pragma unroll
            for (int k = 0; k < shape::lane_items; k++) {
                const float item = __uint_as_float(x.at(k));
                marks |= item >= lowest && item <= highest ? 1u << (8 * slots.item(k)) : 0u;
            }
            return marks;
        } else if constexpr (Bytes >= 4) {
            uint32_t marks = 0;
#pragma unroll
            for (int k = 0; k < shape::lane_items; k++) {
                marks |= range.template has<Flips>(x.at(k)) ? 1u << (8 * slots.item(k)) : 0u;
            }
            return marks;
        } else {
            const packed_key_range<Bytes> packed(range);
            return marks_of_fields(packed.template fields_inside<Flips>(x.word[0]),
                                   packed.template fields_inside<Flips>(x.word[1]));
        }
    }

    __device__ __forceinline__ uint32_t marks_of_heads(const row_items<Bytes> &x, const unsigned char *items) const
    {
        if constexpr (Bytes >= 8) {
            row_items<Bytes> before;
            before.load_before(items, block.lane, slots);
            uint32_t marks = 0;
#pragma unroll
            for (int k = 0; k < shape::lane_items; k++) {
                marks |= differs(x.at(k), before.at(k)) ? 1u << (8 * slots.item(k)) : 0u;
            }
            return marks;
        } else {
            /* The word before the lane's is another lane's, or before the row. */
            uint32_t before = __shfl_up_sync(all_lanes, x.word[Bytes - 1], 1);
            if (block.lane == 0) {
                before = reinterpret_cast<const uint32_t *>(items)[-1];
            }
            if constexpr (Bytes == 4) {
                uint32_t marks = 0;
#pragma unroll
                for (int k = 0; k < shape::lane_items; k++) {
                    marks |= differs(x.word[k], k > 0 ? x.word[k - 1] : before) ? 1u << (8 * k) : 0u;
                }
                return marks;
            } else {
                return marks_of_fields(fields_set<Bytes>(differences<Bytes>(x.word[0], before)),
                                       fields_set<Bytes>(differences<Bytes>(x.word[1], x.word[0])));
            }
        }
    }

    /* From the highest bits of two halves in each of two words. */
    __device__ __forceinline__ static uint32_t marks_of_fields(uint32_t low, uint32_t high)
    {
        return permute_bytes(low, high, 0x7531u) >> 7;
    }

    /* No marks outside the array; its first item begins a run. */
    __device__ __forceinline__ void correct_edge(marks_type &marks, int iteration) const
    {
        const int64_t begin = block.slice_begin(iteration, block.warp);
        const int from = static_cast<int>(min(max(-begin, int64_t(0)), int64_t(layout::slice_items)));
        const int to = static_cast<int>(min(max(block.n() - begin, int64_t(0)), int64_t(layout::slice_items)));
#pragma unroll
        for (int b = 0; b < shape::batches; b++) {
#pragma unroll 1
            for (int r = 0; r < shape::batch_rows; r++) {
                const int first = (b * shape::batch_rows + r) * shape::row_items + block.lane * shape::lane_items;
                uint32_t inside = 0;
#pragma unroll
                for (int i = 0; i < shape::lane_items; i++) {
                    inside |= static_cast<uint32_t>(first + i >= from && first + i < to) << i;
                }
                const int bit = marks.first_bit(b, r);
                uint32_t &word = marks.words[b / 2];
                word &= bits_to_bytes(inside) << bit | ~(byte_ones << bit);
                const int64_t first_item = -(begin + first);
                if (selection == TCUI_SELECT_HEADS && first_item >= 0 && first_item < shape::lane_items &&
                    block.n() > 0) {
                    word |= 1u << (8 * static_cast<int>(first_item) + bit);
                }
            }
        }
    }

    const Block &block;
    const lane_slots<Bytes> slots;
    key_range<key_word<Bytes>> range;
    float lowest, highest; /* of the range, if items are compared as floats */
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_ROW_MARKER_CUH */
