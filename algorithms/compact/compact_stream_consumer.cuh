/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The warps of the one-pass compaction (compact_stream.cuh) that mark slices and, some tiles later, when the kept items
 * before them are known, move kept items side by side and store them.
 *
 * The place of an item is found for four rows at once. A lane counts its marks in each row, a byte a row; one scan over
 * the lanes gives the marks before the lane's in all four; and what comes before an item then is a sum of bytes, an
 * instruction (dp4a) whose weights also make it an address.
 */
#ifndef TCUI_COMPACT_STREAM_CONSUMER_CUH
#define TCUI_COMPACT_STREAM_CONSUMER_CUH

#include "compact_stream_marker.cuh"

namespace tcu
{

template <class Block>
class compact_consumer
{
    static constexpr int Bytes = Block::item_bytes;
    using layout = typename Block::layout;
    using marks_type = slice_marks<layout::batches>;
    using Item = typename row_items<Bytes>::Item;
    static constexpr int rows = layout::batch_rows;
    static constexpr uint32_t item_weights = Bytes * byte_ones; /* four counts -> bytes of items */

  public:
    __device__ __forceinline__ explicit compact_consumer(const Block &block)
        : block(block), marker(block), slots(block.lane)
    {
    }

    __device__ __forceinline__ void run()
    {
        marks_type ahead[layout::lag + 1] = {}; /* of the next tiles to be stored */
        for (int i = 0; i < block.iterations + layout::lag; ++i) {
            if (i < block.iterations)
                ahead[layout::lag] = mark(i);
            if (i >= layout::lag) {
                release_items(i - layout::lag - 1);
                store(i - layout::lag, ahead[0]);
            }
#pragma unroll
            for (int t = 0; t < layout::lag; ++t)
                ahead[t] = ahead[t + 1];
        }
        if (block.lane == 0)
            bulk_store_wait_all();
    }

  private:
    __device__ __forceinline__ marks_type mark(int iteration) const
    {
        if constexpr (layout::has_flags)
            block.shared.flags.wait_full(iteration);
        else
            block.shared.items.wait_full(iteration);
        const marks_type marks = marker.run(iteration);
        if (block.lane == 0) {
            if constexpr (layout::has_flags)
                block.shared.flags.release(iteration);
            const unsigned entry = block.entry_of(iteration);
            block.shared.slice_sum[entry][block.warp] = marks.kept;
            block.shared.summed[entry].arrive();
        }
        return marks;
    }

    /* The stage is free when all lanes have read it, and the bulk store too. */
    __device__ __forceinline__ void release_items(int iteration) const
    {
        __syncwarp();
        if (iteration >= 0 && block.lane == 0) {
            bulk_store_wait_read<0>();
            block.shared.items.release(iteration);
        }
    }

    /* Batches that are counted together: more would take too many registers. */
    static constexpr int together = layout::batches < 4 ? layout::batches : 4;
    static_assert(layout::batches % together == 0, "whole groups");

    /* Counts of a batch's marks, row r in byte r: in all lanes, and in those before the lane. */
    struct batch_counts {
        uint32_t all, before;
    };

    __device__ __forceinline__ void store(int iteration, const marks_type &marks) const
    {
        batch_counts counts[together];
        count(counts, marks, 0);
        if constexpr (layout::has_flags)
            block.shared.items.wait_full(iteration);
        block.wait_carried(iteration);
        const unsigned entry = block.entry_of(iteration);
        const uint64_t before = block.shared.tile_carry[entry] + block.shared.slice_carry[entry][block.warp];
        unsigned char *out = block.task.out + before * Bytes;
        const unsigned slice = block.slice_in_stage(iteration, block.warp);
        const unsigned out_phase = static_cast<unsigned>(reinterpret_cast<uintptr_t>(out) % 16);
        compact(slice, out_phase, marks, counts);
        fence_before_bulk_copy();
        __syncwarp();
        if (block.is_in_place() && block.lane == 0)
            fence_all_before_bulk_copy();
        store_compacted(out - out_phase, block.shared_memory + slice, out_phase,
                        out_phase + marks.kept * static_cast<unsigned>(Bytes));
        if (block.warp == layout::consumers - 1 && block.lane == 0 && iteration == block.last_tile)
            *block.task.count = before + marks.kept;
    }

    /* Bit 8 i + r: item i of row r. */
    __device__ __forceinline__ static uint32_t marks_of_batch(const marks_type &marks, int batch)
    {
        return marks.words[batch / 2] >> marks.first_bit(batch, 0);
    }

    /* Some batches, step by step together. */
    __device__ __forceinline__ static void count(batch_counts (&counts)[together], const marks_type &marks, int first)
    {
        uint32_t own[together], up_to[together];
#pragma unroll
        for (int b = 0; b < together; ++b) {
            own[b] = 0;
#pragma unroll
            for (int r = rows - 1; r >= 0; --r)
                own[b] = (own[b] << 8) + __dp4a(marks_of_batch(marks, first + b) >> r & byte_ones, byte_ones, 0u);
            up_to[b] = own[b];
        }
        /* No row has more than 128: bytes do not run over. */
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2)
#pragma unroll
            for (int b = 0; b < together; ++b)
                add_from_left(up_to[b], distance, 0);
#pragma unroll
        for (int b = 0; b < together; ++b)
            counts[b] = {__shfl_sync(all_lanes, up_to[b], TCUI_WARP_LANES - 1), up_to[b] - own[b]};
    }

    /*
     * Moves the kept items of the slice, whose lead is at the offset `slice`, to `out_phase` behind that. The first
     * batches are counted.
     */
    __device__ __forceinline__ void compact(unsigned slice, unsigned out_phase, const marks_type &marks,
                                            batch_counts (&counts)[together]) const
    {
        const unsigned char *items = block.shared_memory + slice + layout::lead;
        uint32_t place = shared_address(block.shared_memory + slice) + out_phase;
        row_items<Bytes> x[rows], next[rows];
        load_batch(x, items, 0);
#pragma unroll
        for (int b = 0; b < layout::batches; ++b) {
            if (b + 1 < layout::batches)
                load_batch(next, items, b + 1);
            if (b > 0 && b % together == 0)
                count(counts, marks, b);
            __syncwarp(); /* all have read what is written over */
            compact_batch(x, marks_of_batch(marks, b), counts[b % together], place);
            place = __dp4a(counts[b % together].all, item_weights, place);
#pragma unroll
            for (int r = 0; r < rows; ++r)
                if (b + 1 < layout::batches)
                    x[r] = next[r];
        }
    }

    __device__ __forceinline__ void load_batch(row_items<Bytes> (&x)[rows], const unsigned char *items, int batch) const
    {
#pragma unroll
        for (int r = 0; r < rows; ++r)
            x[r].load(items + (batch * rows + r) * (layout::row_items * Bytes), block.lane, slots);
    }

    /* `place` is a shared_address(). */
    __device__ __forceinline__ void compact_batch(const row_items<Bytes> (&x)[rows], uint32_t marks,
                                                  const batch_counts &counts, uint32_t place) const
    {
#pragma unroll
        for (int r = 0; r < rows; ++r) {
            const uint32_t of_row = r == 0 ? place : __dp4a(counts.all, item_weights >> (8 * (4 - r)), place);
            const uint32_t of_lane = __dp4a(counts.before, static_cast<unsigned>(Bytes) << (8 * r), of_row);
#pragma unroll
            for (int k = 0; k < layout::lane_items; ++k) {
                const int item = slots.item(k);
                const unsigned earlier_items = item == 0 ? 0u : item_weights >> (32 - 8 * item);
                store_shared_if(marks & (1u << 8 * item) << r, __dp4a(marks >> r & byte_ones, earlier_items, of_lane),
                                x[r].at(k));
            }
        }
    }

    /*
     * Bytes [from, end) of the slice, from < 16, to as many behind `out`, which is at a multiple of 16: whole vectors
     * by one bulk store, the items before and behind them one by one.
     */
    __device__ __forceinline__ void store_compacted(unsigned char *out, const unsigned char *slice, unsigned from,
                                                    unsigned end) const
    {
        const unsigned bulk_from = from > 0 ? 16 : 0, bulk_to = end / 16 * 16;
        if (block.lane == 0) {
            if (bulk_to > bulk_from)
                bulk_store(out + bulk_from, slice + bulk_from, bulk_to - bulk_from);
            bulk_store_commit();
        }
        if constexpr (Bytes < 16) {
            const bool is_head = block.lane < 16;
            const unsigned at = is_head ? from + block.lane * Bytes
                                        : max(bulk_from, bulk_to) + (block.lane - 16) * static_cast<unsigned>(Bytes);
            if (at < (is_head ? min(bulk_from, end) : end))
                *reinterpret_cast<Item *>(out + at) = *reinterpret_cast<const Item *>(slice + at);
        }
    }

    const Block &block;
    const slice_marker<Block> marker;
    const lane_slots<Bytes> slots;
};

} // namespace tcu

#endif /* TCUI_COMPACT_STREAM_CONSUMER_CUH */
