/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves the kept items of a slice side by side, items of 2 bytes and more, or their positions: a lane has four
 * neighbouring items in each row of a batch, and stores each by itself.
 *
 * The places of a lane's items are found for four rows at once. A lane counts its marks in each row, a byte a row; one
 * scan over the lanes gives the marks before the lane's in all four rows; and what comes before an item is then a sum
 * of bytes, one instruction (dp4a), whose weights also make it an address.
 */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_ROWS_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_ROWS_CUH

#include "row_marker.cuh"

namespace tcu
{

template <class Block>
class row_compactor
{
    static constexpr int Bytes = Block::item_bytes;
    using layout = typename Block::layout;
    using shape = row_shape<layout>;
    static constexpr int rows = shape::batch_rows;

    /* Batches that are counted together: more would take too many registers. */
    static constexpr int together = shape::batches < 4 ? shape::batches : 4;
    static_assert(shape::batches % together == 0, "whole groups");

    /* Counts of a batch's marks, row r in byte r: in all lanes, and in those before the lane. */
    struct batch_counts {
        uint32_t all, before;
    };

  public:
    using marker_type = row_marker<Block>;
    using marks_type = typename marker_type::marks_type;
    struct counts_type {
        batch_counts of[together];
    };

    __device__ __forceinline__ explicit row_compactor(const Block &block) : block(block), slots(block.lane) {}

    /* Of the batches that are counted first; compact() counts the others when it has moved these. */
    __device__ __forceinline__ static counts_type count(const marks_type &marks)
    {
        counts_type counts;
        count(counts, marks, 0);
        return counts;
    }

    /* Moves the kept items of the slice, whose lead is at the offset `slice`, to `out_phase` behind that. */
    __device__ __forceinline__ void compact(unsigned slice, unsigned out_phase, const marks_type &marks,
                                            counts_type counts) const
    {
        const unsigned char *items = block.shared_memory + slice + layout::lead;
        uint32_t place = shared_address(block.shared_memory + slice) + out_phase;
        row_items<Bytes> x[rows], next[rows];
        load_batch(x, items, 0);
#pragma unroll
        for (int b = 0; b < shape::batches; b++) {
            if (b + 1 < shape::batches) {
                load_batch(next, items, b + 1);
            }
            if (b > 0 && b % together == 0) {
                count(counts, marks, b);
            }
            __syncwarp(); /* all have read what is written over */
            place = store_batch<Bytes>([&](int r, int k) { return x[r].at(k); }, marks_of_batch(marks, b),
                                       counts.of[b % together], place);
#pragma unroll
            for (int r = 0; r < rows; r++) {
                if (b + 1 < shape::batches) {
                    x[r] = next[r];
                }
            }
        }
    }

    /* Positions of the kept items in the slice, by rank. */
    __device__ __forceinline__ void rank_positions(const marks_type &marks, counts_type counts,
                                                   uint16_t *positions) const
    {
        uint32_t place = shared_address(positions);
#pragma unroll
        for (int b = 0; b < shape::batches; b++) {
            if (b > 0 && b % together == 0) {
                count(counts, marks, b);
            }
            const int first = b * rows * shape::row_items + block.lane * shape::lane_items;
            place = store_batch<sizeof(uint16_t)>(
                [&](int r, int k) { return static_cast<uint16_t>(first + r * shape::row_items + slots.item(k)); },
                marks_of_batch(marks, b), counts.of[b % together], place);
        }
    }

  private:
    /* Bit 8 i + r: item i of row r. */
    __device__ __forceinline__ static uint32_t marks_of_batch(const marks_type &marks, int batch)
    {
        return marks.words[batch / 2] >> marks.first_bit(batch, 0);
    }

    /* Some batches, step by step together. */
    __device__ __forceinline__ static void count(counts_type &counts, const marks_type &marks, int first)
    {
        uint32_t own[together], up_to[together];
#pragma unroll
        for (int b = 0; b < together; b++) {
            own[b] = 0;
#pragma unroll
            for (int r = rows - 1; r >= 0; r--) {
                own[b] = (own[b] << 8) + __dp4a(marks_of_batch(marks, first + b) >> r & byte_ones, byte_ones, 0u);
            }
            up_to[b] = own[b];
        }
        /* No row has more than 128: bytes do not run over. */
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
#pragma unroll
            for (int b = 0; b < together; b++) {
                add_from_left(up_to[b], distance, 0);
            }
        }
#pragma unroll
        for (int b = 0; b < together; b++) {
            counts.of[b] = {__shfl_sync(all_lanes, up_to[b], TCUI_WARP_LANES - 1), up_to[b] - own[b]};
        }
    }

    __device__ __forceinline__ void load_batch(row_items<Bytes> (&x)[rows], const unsigned char *items, int batch) const
    {
#pragma unroll
        for (int r = 0; r < rows; r++) {
            x[r].load(items + (batch * rows + r) * (shape::row_items * Bytes), block.lane, slots);
        }
    }

    /* Stores what(r, k), of so many bytes, for the kept item in slot k of row r, from the shared_address() `place` on;
     * returns the place behind the batch's last one. */
    template <int StoredBytes, class What>
    __device__ __forceinline__ uint32_t store_batch(What what, uint32_t marks, const batch_counts &counts,
                                                    uint32_t place) const
    {
        constexpr uint32_t weights = StoredBytes * byte_ones; /* four counts -> bytes of what is stored */
#pragma unroll
        for (int r = 0; r < rows; r++) {
            const uint32_t of_row = r == 0 ? place : __dp4a(counts.all, weights >> (8 * (4 - r)), place);
            const uint32_t of_lane = __dp4a(counts.before, static_cast<unsigned>(StoredBytes) << (8 * r), of_row);
#pragma unroll
            for (int k = 0; k < shape::lane_items; k++) {
                const int item = slots.item(k);
                const unsigned earlier_items = item == 0 ? 0u : weights >> (32 - 8 * item);
                store_shared_if(marks & (1u << 8 * item) << r, __dp4a(marks >> r & byte_ones, earlier_items, of_lane),
                                what(r, k));
            }
        }
        return __dp4a(counts.all, weights, place);
    }

    const Block &block;
    const lane_slots<Bytes> slots;
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_ROWS_CUH */
