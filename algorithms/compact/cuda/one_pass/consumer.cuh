/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The consumer warps of the one-pass compaction: they mark slices and, some tiles later, when the number of kept items
 * before them is known, move the kept items side by side and store them, or what follows from their positions.
 */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_CONSUMER_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_CONSUMER_CUH

#include "bytes.cuh"
#include "positions.cuh"
#include "rows.cuh"

namespace tcu
{

/*
 * How items are marked and moved is left to a compactor, row_compactor or byte_compactor, which has
 *
 *     marker_type         mark(iteration): a lane's marks of its warp's slice of the tile; the tile's items, or flags,
 *                         are in shared memory
 *                         up_to_last(marks): the slice's items up to the last kept one
 *     marks_type          such marks; `kept`: how many items of the slice are kept, the same in all lanes
 *     count(marks)        what the next two need and can be counted before it is known where the slice goes: by rows of
 *                         some batches only, by bytes of the whole slice
 *     compact(slice, out_phase, marks, counts)
 *                         moves the kept items of the slice; call __syncwarp() before what was moved is read
 *     rank_positions(marks, counts, positions)
 *                         the positions of the kept items in the slice, by rank; the same
 */
template <class Block>
class compact_consumer
{
    static constexpr int Bytes = Block::item_bytes;
    using layout = typename Block::layout;
    using compactor_type = std::conditional_t<layout::of_bytes, byte_compactor<Block>, row_compactor<Block>>;
    using marker_type = typename compactor_type::marker_type;
    using marks_type = typename compactor_type::marks_type;
    using Item = item_of<Bytes>;

  public:
    __device__ __forceinline__ explicit compact_consumer(const Block &block)
        : block(block), marker(block), compactor(block)
    {
    }

    __device__ __forceinline__ void run()
    {
        marks_type ahead[layout::lag + 1] = {}; /* marks of tiles that are marked and not yet stored */
        for (int i = 0; i < block.iterations + layout::lag; i++) {
            if (i < block.iterations) {
                ahead[layout::lag] = mark(i);
            }
            if (i >= layout::lag) {
                release_items(i - layout::lag - 1);
                store(i - layout::lag, ahead[0]);
            }
#pragma unroll
            for (int t = 0; t < layout::lag; t++) {
                ahead[t] = ahead[t + 1];
            }
        }
        if (block.lane == 0) {
            bulk_store_wait_all();
        }
    }

  private:
    __device__ __forceinline__ marks_type mark(int iteration) const
    {
        if constexpr (layout::has_flags) {
            block.shared.flags.wait_full(iteration);
        } else {
            block.shared.items.wait_full(iteration);
        }
        const marks_type marks = marker.mark(iteration);
        const uint32_t sum = sum_of(marks);
        if constexpr (layout::has_flags) {
            __syncwarp(); /* all lanes have read them */
        }
        if (block.lane == 0) {
            if constexpr (layout::has_flags) {
                block.shared.flags.release(iteration);
            }
            const unsigned entry = block.entry_of(iteration);
            block.shared.slice_sum[entry][block.warp] = sum;
            block.shared.carries.summed[entry].arrive();
        }
        return marks;
    }

    /* What is summed of a slice. */
    __device__ __forceinline__ uint32_t sum_of(const marks_type &marks) const
    {
        if constexpr (layout::has_lengths) {
            const unsigned up_to_last = marker.up_to_last(marks);
            return head_counts::of(marks.kept, up_to_last + (up_to_last > 0 ? block.warp * layout::slice_items : 0));
        } else {
            return marks.kept;
        }
    }

    /* The stage is free when all lanes have read it, and the bulk store too. */
    __device__ __forceinline__ void release_items(int iteration) const
    {
        __syncwarp();
        if (layout::has_items && iteration >= 0 && block.lane == 0) {
            bulk_store_wait_read<0>();
            block.shared.items.release(iteration);
        }
    }

    __device__ __forceinline__ void store(int iteration, const marks_type &marks) const
    {
        const auto counts = compactor.count(marks);
        if constexpr (layout::has_flags && layout::has_items) {
            block.shared.items.wait_full(iteration);
        }
        block.shared.carries.wait_carried(iteration);
        const uint64_t before = block.kept_before(iteration);
        if constexpr (layout::has_items) {
            store_items(iteration, marks, counts, before);
        }
        if constexpr (layout::has_positions) {
            const ranked_positions<Block> positions(block, iteration, marks.kept, before);
            if (!positions.are_all()) {
                compactor.rank_positions(marks, counts, block.positions());
                __syncwarp();
            }
            positions.store();
        }
        if (block.warp == layout::consumers - 1 && block.lane == 0 && iteration == block.last_tile) {
            *block.task.count = before + marks.kept;
        }
    }

    template <class Counts>
    __device__ __forceinline__ void store_items(int iteration, const marks_type &marks, const Counts &counts,
                                                uint64_t before) const
    {
        unsigned char *out = block.task.out + before * Bytes;
        const unsigned slice = block.slice_in_stage(iteration, block.warp);
        const unsigned out_phase = static_cast<unsigned>(reinterpret_cast<uintptr_t>(out) % 16);
        if (!stays_in_place(iteration, before, marks.kept)) {
            compactor.compact(slice, out_phase, marks, counts);
            fence_before_bulk_copy();
            __syncwarp();
            if (block.is_in_place() && block.lane == 0) {
                fence_all_before_bulk_copy();
            }
            store_compacted(out - out_phase, block.shared_memory + slice, out_phase,
                            out_phase + marks.kept * static_cast<unsigned>(Bytes));
        }
    }

    /* A slice whose items are where they belong. Heads must not store it: others may be reading its last item. */
    __device__ __forceinline__ bool stays_in_place(int iteration, uint64_t before, unsigned kept) const
    {
        return Block::selection == TCUI_SELECT_HEADS && block.is_in_place() && kept == layout::slice_items &&
               static_cast<int64_t>(before) == block.slice_begin(iteration, block.warp);
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
            if (bulk_to > bulk_from) {
                bulk_store(out + bulk_from, slice + bulk_from, bulk_to - bulk_from);
            }
            bulk_store_commit();
        }
        if constexpr (Bytes < 16) {
            const bool is_head = block.lane < 16;
            const unsigned at = is_head ? from + block.lane * Bytes
                                        : max(bulk_from, bulk_to) + (block.lane - 16) * static_cast<unsigned>(Bytes);
            if (at < (is_head ? min(bulk_from, end) : end)) {
                *reinterpret_cast<Item *>(out + at) = *reinterpret_cast<const Item *>(slice + at);
            }
        }
    }

    const Block &block;
    const marker_type marker;
    const compactor_type compactor;
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_CONSUMER_CUH */
