/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the roles of a block of the one-pass compaction share: the layout of its shared memory, the barriers between
 * them, and where tiles and slices are.
 *
 * The array of items is seen from the last multiple of 16 bytes at or before it, so every vector of items is aligned.
 * Flags keep their own alignment in shared memory.
 *
 * Each slice has 16 bytes before it in its stage. Heads find there the item before the slice; and kept items are moved
 * left to there, at the output's phase modulo 16, so that none is written over one that has not been read.
 */
#ifndef TCUI_COMPACT_CUDA_ONE_PASS_BLOCK_CUH
#define TCUI_COMPACT_CUDA_ONE_PASS_BLOCK_CUH

#include "algorithms/compact/cuda/marks/kept_bytes.cuh"
#include "algorithms/compact/cuda/marks/range.cuh"
#include "algorithms/compact/cuda/paths.h"
#include "algorithms/compact/cuda/tuning.h"
#include "head_counts.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/pipeline/one_pass.cuh"
#include "primitives/pipeline/stage_ring.cuh"

namespace tcu
{

template <int Bytes, tcui_selection Selection, compact_output Output>
struct compact_layout {
    static constexpr bool has_flags = Selection == TCUI_SELECT_BYTES || Selection == TCUI_SELECT_BITS;
    static constexpr bool has_items = Output == compact_output::items || Output == compact_output::items_and_lengths;
    static constexpr bool has_lengths = Output == compact_output::items_and_lengths;
    static constexpr bool has_positions = Output != compact_output::items;
    static constexpr int consumers = TCUI_COMPACT_CONSUMERS;
    static constexpr int lag = has_flags     ? TCUI_COMPACT_FLAG_LAG
                               : has_lengths ? TCUI_COMPACT_LENGTHS_LAG
                                             : TCUI_COMPACT_LAG;
    static constexpr int polls_behind = TCUI_COMPACT_POLLS_BEHIND;
    /* Items and flags have a warp each that loads them. */
    static constexpr int threads = (consumers + 3 + (has_items && has_flags)) * TCUI_WARP_LANES;

    /* Items of one byte are compacted by bytes.cuh, all others by rows.cuh. Where there are only flags, `Bytes` is 1. */
    static constexpr bool of_bytes = Bytes == 1;
    static_assert(has_items || of_bytes, "marks of flags alone are as those of bytes");
    static constexpr int bytes_a_lane = 16 * TCUI_COMPACT_BYTE_VECTORS;
    static_assert(TCUI_COMPACT_BYTE_VECTORS % 2 == 1, "vectors of neighbouring lanes are in different banks");

    static constexpr int slice_bytes = of_bytes ? bytes_a_lane * TCUI_WARP_LANES : TCUI_COMPACT_SLICE_BYTES;
    static constexpr int slice_items = slice_bytes / Bytes;
    static constexpr int tile_items = slice_items * consumers;
    static constexpr int lead = 16; /* bytes before a slice */
    static constexpr int pitch = lead + slice_bytes;
    static constexpr int stage_bytes = has_items ? pitch * consumers : 0;

    static constexpr int flag_bytes = !has_flags ? 0 : Selection == TCUI_SELECT_BYTES ? tile_items : tile_items / 8;
    static constexpr int flag_stages = !has_flags   ? 1
                                       : !has_items ? TCUI_COMPACT_POSITION_STAGES
                                                    : TCUI_COMPACT_FLAG_STAGES;
    static constexpr int flag_stage_bytes = has_flags ? flag_bytes + 16 : 0; /* 16 more where they are misaligned */

    static constexpr int block_bytes = 227 * 1024;               /* what a block of sm_90 and sm_100 may have */
    static constexpr int control_bytes = of_bytes ? 2304 : 2048; /* of it, at most: the block checks that */
    /* Positions of a slice's kept items, in the slice, by rank. */
    static constexpr int slice_position_bytes = has_positions ? slice_items * static_cast<int>(sizeof(uint16_t)) : 0;
    static constexpr int bytes_for_stages =
        block_bytes - control_bytes - flag_stages * flag_stage_bytes - consumers * slice_position_bytes;
    static_assert(bytes_for_stages >= 0, "flags and positions fit");
    static constexpr int stages_that_fit = has_items ? bytes_for_stages / pitch / consumers : flag_stages;
    static constexpr int stages = stages_that_fit < TCUI_COMPACT_STAGES ? stages_that_fit : TCUI_COMPACT_STAGES;
    static_assert(stages >= (has_flags ? 3 : lag + 2), "items that are looked at for marks stay until they are stored");
    static_assert(tile_items < 1 << 16, "what head_counts can count");

    /* Places in shared memory. */
    static constexpr int flags_at = control_bytes + stages * stage_bytes;
    static constexpr int positions_at = flags_at + flag_stages * flag_stage_bytes;
    static constexpr int shared_bytes = positions_at + consumers * slice_position_bytes;

    /*
     * Tiles whose sums and carries are kept. A warp that marks tile i has the carry into tile i - lag - 1, so all warps
     * have marked that, and have stored all tiles before i - 2 lag - 1.
     */
    static constexpr int ring = 2 * lag + 2;
    /* The same as for scans: primitives/scan/cuda/one_pass/block.cuh. */
    static_assert(2 * lag + 4 <= look_back_ring, "slots are read before they are written anew");
};

template <int Bytes>
struct compact_one_pass_task {
    const unsigned char *in;
    unsigned char *out; /* of items or of positions */
    const unsigned char *flags;
    key_predicate<Bytes> predicate;
    uint64_t *run_lengths;
    uint64_t *count;
    uint64_t *slots;
    int64_t n;
    int64_t tiles;
    const uint64_t *length; /* how many of the n items there are; nullptr: all */
};

struct no_kept_bytes {
};

template <int Bytes, class Layout>
struct compact_control {
    stage_ring<Layout::stages> items;
    stage_ring<Layout::flag_stages> flags;
    carry_barriers<Layout::ring> carries;
    key_range<key_word<Bytes>> range;
    std::conditional_t<Layout::of_bytes, kept_bytes, no_kept_bytes> kept;
    std::conditional_t<Layout::has_lengths, heads_before, uint64_t> tile_carry[Layout::ring];
    uint32_t slice_sum[Layout::ring][Layout::consumers];   /* kept items; with lengths, head_counts */
    uint32_t slice_carry[Layout::ring][Layout::consumers]; /* from earlier slices of the tile */
};

/* A block as one of its warps sees it. Counted: the task has a length, and this is made behind wait_for_previous_kernel().
 * (Else n takes no register.) */
template <int Bytes, tcui_selection Selection, compact_output Output, bool Counted>
struct compact_block {
    using acc_type = uint32_t;
    using layout = compact_layout<Bytes, Selection, Output>;
    using control = compact_control<Bytes, layout>;
    using operator_type = std::conditional_t<layout::has_lengths, head_counts, look_back_sum<uint32_t, uint64_t>>;
    static constexpr bool segmented = false, carries_in_order = layout::has_lengths;
    static constexpr int item_bytes = Bytes;
    static constexpr compact_output output = Output;
    static constexpr tcui_selection selection = Selection;
    static constexpr int flag_bits = Selection == TCUI_SELECT_BITS ? 1 : 8; /* of an item */
    static_assert(sizeof(control) <= layout::control_bytes, "more than was left for it");

    __device__ compact_block(const compact_one_pass_task<Bytes> &task, unsigned char *shared_memory)
        : task(task), shared(*reinterpret_cast<control *>(shared_memory)), shared_memory(shared_memory),
          lane(threadIdx.x % TCUI_WARP_LANES), warp(threadIdx.x / TCUI_WARP_LANES),
          phase(static_cast<int>(reinterpret_cast<uintptr_t>(task.in) % 16 / Bytes)),
          flag_shift(layout::has_flags ? first_flag_bit() : 0),
          counted(Counted ? static_cast<int64_t>(length_now(static_cast<uint64_t>(task.n), task.length)) : 0),
          iterations(static_cast<int>((tiles() - blockIdx.x + gridDim.x - 1) / gridDim.x)),
          last_tile(tile_of(iterations - 1) == tiles() - 1 ? iterations - 1 : -1), slots{task.slots}
    {
    }

    /* One also of no items: it writes the count. */
    __host__ __device__ __forceinline__ static int64_t tiles_of(int64_t positions)
    {
        return positions > layout::tile_items ? (positions - 1) / layout::tile_items + 1 : 1;
    }

    /* Items that there are, and their tiles. */
    __device__ __forceinline__ int64_t n() const { return Counted ? counted : task.n; }
    __device__ __forceinline__ int64_t tiles() const { return Counted ? tiles_of(n() + phase) : task.tiles; }

    __device__ __forceinline__ void init_barriers() const
    {
        shared.items.init(layout::consumers);
        shared.flags.init(layout::consumers);
        shared.carries.init(layout::consumers, layout::consumers);
        fence_barrier_init();
    }

    __device__ __forceinline__ static unsigned entry_of(unsigned iteration) { return iteration % layout::ring; }

    __device__ __forceinline__ operator_type op() const
    {
        if constexpr (layout::has_lengths) {
            return {layout::tile_items};
        } else {
            return {};
        }
    }

    __device__ __forceinline__ void set_slice_carry(int entry, int slice, uint32_t kept, bool) const
    {
        shared.slice_carry[entry][slice] = kept;
    }

    template <class Carry>
    __device__ __forceinline__ void set_tile_carry(int entry, const Carry &kept) const
    {
        shared.tile_carry[entry] = kept;
    }

    /* Before the warp's slice of a tile whose carry is known: how many items are kept; and the last one's position. */
    __device__ __forceinline__ uint64_t kept_before(int iteration) const
    {
        const unsigned entry = entry_of(iteration);
        if constexpr (layout::has_lengths) {
            return shared.tile_carry[entry].count + head_counts::heads(shared.slice_carry[entry][warp]);
        } else {
            return shared.tile_carry[entry] + shared.slice_carry[entry][warp];
        }
    }

    __device__ __forceinline__ int64_t last_before(int iteration) const
    {
        const unsigned entry = entry_of(iteration);
        const unsigned in_tile = head_counts::up_to_last(shared.slice_carry[entry][warp]);
        return in_tile > 0 ? tile_of(iteration) * layout::tile_items + in_tile - 1 : shared.tile_carry[entry].last;
    }

    /*
     * In place a block writes over tiles that others have read, and a tile's count says that it was. So a count is
     * published behind a fence, and what follows from counts comes behind a fence too; then bulk copies, which are
     * ordered by a fence of their own.
     */
    __device__ __forceinline__ bool is_in_place() const { return task.in == task.out; }

    __device__ __forceinline__ void before_publishing() const
    {
        if (is_in_place()) {
            __threadfence();
        }
    }

    __device__ __forceinline__ void after_polling() const
    {
        if (is_in_place()) {
            __threadfence();
            __syncwarp();
        }
    }

    __device__ __forceinline__ int64_t tile_of(int iteration) const
    {
        return static_cast<int64_t>(iteration) * gridDim.x + blockIdx.x;
    }

    /* First item of a slice; negative in a first tile that begins before the array. */
    __device__ __forceinline__ int64_t slice_begin(int iteration, int slice) const
    {
        return tile_of(iteration) * layout::tile_items + slice * layout::slice_items - phase;
    }

    /* The array's first and last tile: of no other one a part is outside the array. */
    __device__ __forceinline__ bool is_edge(int iteration) const
    {
        return (iteration == 0 && blockIdx.x == 0) || iteration == last_tile;
    }

    /* Places in shared memory as offsets. */
    __device__ __forceinline__ unsigned slice_in_stage(int iteration, int slice) const
    {
        return layout::control_bytes + shared.items.stage_of(iteration) * layout::stage_bytes + slice * layout::pitch;
    }

    __device__ __forceinline__ unsigned flags_in_stage(int iteration) const
    {
        return layout::flags_at + shared.flags.stage_of(iteration) * layout::flag_stage_bytes;
    }

    /* Of the warp's kept items, where there is room for them. */
    __device__ __forceinline__ uint16_t *positions() const
    {
        return reinterpret_cast<uint16_t *>(shared_memory + layout::positions_at + warp * layout::slice_position_bytes);
    }

    const compact_one_pass_task<Bytes> &task;
    control &shared;
    unsigned char *shared_memory;
    const int lane, warp;
    const int phase;       /* items from the 16-byte boundary before the array to the array */
    const int flag_shift;  /* bits from such a boundary to a tile's flags */
    const int64_t counted; /* items, if they are */
    const int iterations;
    const int last_tile; /* the iteration of the array's last tile; -1 if it is another block's */
    const look_back_slots<uint32_t> slots;

  private:
    __device__ __forceinline__ int first_flag_bit() const
    {
        return static_cast<int>((reinterpret_cast<uintptr_t>(task.flags) % 16 * 8 - phase * flag_bits) % 128);
    }
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_ONE_PASS_BLOCK_CUH */
