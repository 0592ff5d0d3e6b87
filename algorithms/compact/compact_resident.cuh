/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compactions of so few items that one resident grid holds them in its registers, by one kernel: a lane has an item of
 * each of a warp's rows of 32.
 *
 *     1. a warp loads its rows, all of them in flight, and votes: a row's votes are its marks
 *     2. the warps of a block exchange how many items they keep, then the blocks
 *     3. a lane stores its items, each at the place that the votes to its left give it
 *
 * Blocks exchange as in the scan of such arrays (scan_resident.cuh): one block needs nothing, blocks of a cluster leave
 * their counts in each other's shared memory, a larger grid leaves them in the workspace and synchronises. All items
 * are in registers by then, so results may be written over them.
 *
 * Of several columns each is a cluster's or a block's own, which finds the same marks again: that takes less time than
 * one column after the other. In a grid blocks take them in turn.
 */
#ifndef TCUI_COMPACT_RESIDENT_CUH
#define TCUI_COMPACT_RESIDENT_CUH

#include <cooperative_groups.h>

#include "compact_mark.cuh"
#include "compact_tile.cuh"
#include "primitives/tile/row_tile.cuh"

namespace tcu
{

/* Of a block at most, so that each lane may have 128 registers. */
constexpr int compact_resident_warps = 16;
constexpr int compact_resident_cluster_blocks = 16; /* at most */

enum class kept_exchange { in_block, in_cluster, in_grid };

/* Of a part of the items, and, summed up, of all before one: how many are kept, and one more than the last that is. */
struct kept_part {
    uint32_t kept, behind_last;

    __device__ __forceinline__ kept_part followed_by(const kept_part &next) const
    {
        return {kept + next.kept, max(behind_last, next.behind_last)};
    }
};

/* What is stored for a kept item. */
struct resident_result {
    const void *in; /* NULL: the item's position */
    void *out;
    int item_bytes;
};

struct resident_compaction {
    const unsigned char *flags; /* else the first result's items are looked at */
    bool whole_flag_loads;      /* bytes of flags are at a multiple of what a lane loads at once */
    key_range<uint64_t> range;  /* of a predicate whose values are not in the context's memory */
    const void *value, *upper;  /* there, or NULL */
    tcu_type type;
    tcu_comparison comparison;
    resident_result results[TCU_MAX_COLUMNS];
    int num_results;
    bool keep_others;
    uint64_t *run_lengths; /* or NULL */
    uint64_t *count;
    uint32_t n;
    kept_exchange exchange;
    int column_groups;        /* 1, or num_results: each result is a group of blocks' own */
    unsigned blocks_of_group; /* in_cluster: the cluster */
    kept_part *block_parts;   /* in_grid: one a block */
};

/* Blocks of a cluster write into each other's. */
struct resident_compaction_storage {
    kept_part warp_part[compact_resident_warps];
    kept_part block_part[compact_resident_cluster_blocks];
    kept_part before, all;
};

template <int Words>
struct alignas(4 * Words) lane_flags {
    uint32_t words[Words];
};

/* From so many on, flags of as many rows come by one load. */
constexpr int least_lane_flags = 4;

template <tcui_selection Selection, int Rows>
class resident_compactor
{
  public:
    __device__ __forceinline__ resident_compactor(const resident_compaction &task, resident_compaction_storage &shared)
        : task(task), shared(shared), lane(threadIdx.x % TCUI_WARP_LANES), warp(threadIdx.x / TCUI_WARP_LANES),
          group(task.column_groups > 1 ? blockIdx.x / task.blocks_of_group : 0),
          rank(blockIdx.x - group * task.blocks_of_group),
          first((rank * (blockDim.x / TCUI_WARP_LANES) + warp) * Rows * TCUI_WARP_LANES + lane)
    {
    }

    __device__ __forceinline__ void run()
    {
        wait_for_previous_kernel();
        let_next_kernel_begin();
        const resident_result &result = task.results[group];
        /* No predicate is about items of 16 bytes. */
        with_item<Selection != TCUI_SELECT_PREDICATE>(result.item_bytes, [&](auto item) {
            using Item = decltype(item);
            Item x[Rows];
            load(x, result);
            if constexpr (Selection == TCUI_SELECT_PREDICATE)
                mark_in_range(x);
            else if constexpr (Selection == TCUI_SELECT_HEADS)
                mark_heads(x, static_cast<const Item *>(result.in));
            else
                mark_flagged();
            store_all(x, result);
        });
    }

  private:
    template <bool Widest, class Function>
    __device__ __forceinline__ static void with_item(int bytes, Function function)
    {
        switch (bytes) {
        case 1:
            return function(uint8_t());
        case 2:
            return function(uint16_t());
        case 4:
            return function(uint32_t());
        case 8:
            return function(uint64_t());
        default:
            if constexpr (Widest)
                return function(uint4());
        }
    }

    __device__ __forceinline__ uint32_t item_of(int row) const { return first + row * TCUI_WARP_LANES; }

    template <class Item>
    __device__ __forceinline__ void load(Item (&x)[Rows], const resident_result &result) const
    {
        const Item *in = static_cast<const Item *>(result.in);
#pragma unroll
        for (int r = 0; r < Rows; ++r) {
            x[r] = Item{};
            if (item_of(r) < task.n) {
                if constexpr (sizeof(Item) == 4 || sizeof(Item) == 8)
                    x[r] = in != nullptr ? in[item_of(r)] : static_cast<Item>(item_of(r));
                else
                    x[r] = in[item_of(r)];
            }
        }
    }

    /* ---- the marks ---- */

    __device__ __forceinline__ void vote(int row, bool kept)
    {
        marks[row] = __ballot_sync(all_lanes, kept);
    }

    __device__ __forceinline__ void mark_flagged()
    {
        if constexpr (Selection == TCUI_SELECT_BITS)
            return mark_by_bits();
        if constexpr (Rows >= least_lane_flags)
            if (task.whole_flag_loads && first - lane + Rows * TCUI_WARP_LANES <= task.n)
                return mark_by_lane_flags();
        mark_by_bytes();
    }

    __device__ __forceinline__ void mark_by_bytes()
    {
        unsigned char flag[Rows];
#pragma unroll
        for (int r = 0; r < Rows; ++r)
            flag[r] = item_of(r) < task.n ? task.flags[item_of(r)] : 0;
#pragma unroll
        for (int r = 0; r < Rows; ++r)
            vote(r, flag[r] != 0);
    }

    /* A lane loads as many flags as there are rows, by one load, and the lanes that have a row's put them together. */
    __device__ __forceinline__ void mark_by_lane_flags()
    {
        constexpr int words = Rows / 4;
        const auto loaded = *reinterpret_cast<const lane_flags<words> *>(task.flags + (first - lane) + lane * Rows);
        uint32_t own = 0;
#pragma unroll
        for (int w = 0; w < words; ++w)
            own |= gather_fields<1>(fields_set<1>(loaded.words[w])) << (4 * w);
        own <<= lane * Rows % TCUI_WARP_LANES;
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES / Rows; distance *= 2)
            own |= __shfl_xor_sync(all_lanes, own, distance);
#pragma unroll
        for (int r = 0; r < Rows; ++r)
            marks[r] = __shfl_sync(all_lanes, own, r * (TCUI_WARP_LANES / Rows));
    }

    /* Lane r has row r's, four bytes. */
    __device__ __forceinline__ void mark_by_bits()
    {
        uint32_t own = 0;
        if (lane < Rows)
#pragma unroll
            for (uint32_t b = 0; b < 4; ++b) {
                const uint32_t item = first - lane + lane * TCUI_WARP_LANES + 8 * b;
                if (item < task.n)
                    own |= static_cast<uint32_t>(task.flags[item / 8] &
                                                 (item + 8 <= task.n ? 0xffu : (1u << (task.n - item)) - 1u))
                           << (8 * b);
            }
#pragma unroll
        for (int r = 0; r < Rows; ++r)
            marks[r] = __shfl_sync(all_lanes, own, r);
    }

    template <class Item>
    __device__ __forceinline__ void mark_in_range(const Item (&x)[Rows])
    {
        constexpr int bytes = sizeof(Item);
        using Word = key_word<bytes>;
        key_range<Word> range;
        if (task.value == nullptr)
            range = {static_cast<Word>(task.range.low), static_cast<Word>(task.range.span),
                     static_cast<Word>(task.range.negative_flips), task.range.complement};
        else
            range = key_range_of<bytes>(task.type, task.comparison, task.value, task.upper);
#pragma unroll
        for (int r = 0; r < Rows; ++r)
            vote(r, item_of(r) < task.n &&
                        range.has(static_cast<Word>(x[r]) << (8 * (sizeof(Word) - bytes))) != range.complement);
    }

    template <class Item>
    __device__ __forceinline__ void mark_heads(const Item (&x)[Rows], const Item *items)
    {
        Item last = {}; /* of the row before */
        if (lane == 0 && first > 0 && first < task.n)
            last = items[first - 1];
#pragma unroll
        for (int r = 0; r < Rows; ++r) {
            const Item left = shuffle_up(x[r]);
            const bool is_new = differs(x[r], lane == 0 ? last : left);
            vote(r, item_of(r) < task.n && (is_new || item_of(r) == 0));
            last = shuffle_last(x[r]);
        }
    }

    template <class Item>
    __device__ __forceinline__ static Item shuffle_up(const Item &x)
    {
        if constexpr (sizeof(Item) == 16)
            return {__shfl_up_sync(all_lanes, x.x, 1), __shfl_up_sync(all_lanes, x.y, 1),
                    __shfl_up_sync(all_lanes, x.z, 1), __shfl_up_sync(all_lanes, x.w, 1)};
        else if constexpr (sizeof(Item) == 8)
            return __shfl_up_sync(all_lanes, static_cast<unsigned long long>(x), 1);
        else
            return static_cast<Item>(__shfl_up_sync(all_lanes, static_cast<unsigned>(x), 1));
    }

    template <class Item>
    __device__ __forceinline__ static Item shuffle_last(const Item &x)
    {
        constexpr int from = TCUI_WARP_LANES - 1;
        if constexpr (sizeof(Item) == 16)
            return {__shfl_sync(all_lanes, x.x, from), __shfl_sync(all_lanes, x.y, from),
                    __shfl_sync(all_lanes, x.z, from), __shfl_sync(all_lanes, x.w, from)};
        else if constexpr (sizeof(Item) == 8)
            return __shfl_sync(all_lanes, static_cast<unsigned long long>(x), from);
        else
            return static_cast<Item>(__shfl_sync(all_lanes, static_cast<unsigned>(x), from));
    }

    /* ---- what lies to the left ---- */

    __device__ __forceinline__ kept_part own_part() const
    {
        kept_part part = {0, 0};
        const uint32_t begin = first - lane;
#pragma unroll
        for (int r = 0; r < Rows; ++r)
            part = part.followed_by({static_cast<uint32_t>(__popc(marks[r])),
                                     marks[r] == 0 ? 0 : begin + r * TCUI_WARP_LANES + highest_bit(marks[r]) + 1});
        return part;
    }

    /* Of one part a lane: of the lanes below `lanes`, and of all. */
    __device__ __forceinline__ static kept_part sum_of_lanes_below(unsigned lanes, const kept_part &part)
    {
        const bool counts = threadIdx.x % TCUI_WARP_LANES < lanes;
        return {__reduce_add_sync(all_lanes, counts ? part.kept : 0u),
                __reduce_max_sync(all_lanes, counts ? part.behind_last : 0u)};
    }

    /* Sets `all`; returns what comes before the warp. */
    __device__ __forceinline__ kept_part exchange(kept_part &all)
    {
        if (lane == 0)
            shared.warp_part[warp] = own_part();
        /* Blocks have to have begun before others write to them. */
        if (task.exchange == kept_exchange::in_cluster)
            meet_cluster();
        __syncthreads();
        const kept_part part = lane < blockDim.x / TCUI_WARP_LANES ? shared.warp_part[lane] : kept_part{0, 0};
        const kept_part in_block = sum_of_lanes_below(warp, part);
        all = sum_of_lanes_below(TCUI_WARP_LANES, part);
        if (task.exchange == kept_exchange::in_block)
            return in_block;
        const kept_part before =
            task.exchange == kept_exchange::in_cluster ? exchange_in_cluster(all) : exchange_in_grid(all);
        return before.followed_by(in_block);
    }

    __device__ __forceinline__ kept_part exchange_in_cluster(kept_part &all)
    {
        const auto cluster = cooperative_groups::this_cluster();
        if (warp == 0 && lane < task.blocks_of_group)
            cluster.map_shared_rank(&shared, lane)->block_part[rank] = all;
        cluster.sync();
        const kept_part part = lane < task.blocks_of_group ? shared.block_part[lane] : kept_part{0, 0};
        all = sum_of_lanes_below(TCUI_WARP_LANES, part);
        return sum_of_lanes_below(rank, part);
    }

    __device__ __forceinline__ kept_part exchange_in_grid(kept_part &all)
    {
        if (threadIdx.x == 0)
            task.block_parts[rank] = all;
        cooperative_groups::this_grid().sync();
        if (warp == 0) {
            kept_part before = {0, 0}, sum = {0, 0};
            for (unsigned block = lane; block < gridDim.x; block += TCUI_WARP_LANES) {
                const kept_part part = task.block_parts[block];
                sum = sum.followed_by(part);
                if (block < rank)
                    before = before.followed_by(part);
            }
            before = sum_of_lanes_below(TCUI_WARP_LANES, before);
            sum = sum_of_lanes_below(TCUI_WARP_LANES, sum);
            if (lane == 0) {
                shared.before = before;
                shared.all = sum;
            }
        }
        __syncthreads();
        all = shared.all;
        return shared.before;
    }

    /* ---- the results ---- */

    template <class Item>
    __device__ __forceinline__ void store_all(const Item (&x)[Rows], const resident_result &result)
    {
        kept_part all;
        const kept_part before = exchange(all);
        if (rank == 0 && group == 0 && threadIdx.x == 0)
            *task.count = all.kept;
        store(x, static_cast<Item *>(result.out), before.kept, all.kept);
        if (Selection == TCUI_SELECT_HEADS && task.run_lengths != nullptr)
            store_run_lengths(before, all);
        if (task.column_groups == 1)
            for (int other = 1; other < task.num_results; ++other) {
                const resident_result &next = task.results[other];
                with_item<true>(next.item_bytes, [&](auto item) {
                    using Other = decltype(item);
                    Other y[Rows];
                    load(y, next);
                    store(y, static_cast<Other *>(next.out), before.kept, all.kept);
                });
            }
    }

    template <class Item>
    __device__ __forceinline__ void store(const Item (&x)[Rows], Item *out, uint32_t before, uint32_t all_kept) const
    {
#pragma unroll
        for (int r = 0; r < Rows; ++r) {
            const uint32_t place = before + __popc(marks[r] & bits_below(lane));
            if (marks[r] >> lane & 1u)
                out[place] = x[r];
            else if (task.keep_others && item_of(r) < task.n)
                out[all_kept + (item_of(r) - place)] = x[r];
            before += __popc(marks[r]);
        }
    }

    /* A head ends the run before it, and the last run ends with the array. */
    __device__ __forceinline__ void store_run_lengths(kept_part before, const kept_part &all) const
    {
#pragma unroll
        for (int r = 0; r < Rows; ++r) {
            const uint32_t row = item_of(r) - lane, to_left = marks[r] & bits_below(lane);
            if (marks[r] >> lane & 1u) {
                const uint32_t run = before.kept + __popc(to_left); /* that begins here */
                const uint32_t behind = to_left != 0 ? row + highest_bit(to_left) + 1 : before.behind_last;
                if (run > 0)
                    task.run_lengths[run - 1] = item_of(r) - (behind - 1);
                if (run == all.kept - 1)
                    task.run_lengths[run] = task.n - item_of(r);
            }
            if (marks[r] != 0)
                before = {before.kept + __popc(marks[r]), row + highest_bit(marks[r]) + 1};
        }
    }

    const resident_compaction &task;
    resident_compaction_storage &shared;
    const int lane, warp;
    const unsigned group, rank; /* of the block: the result it is about, and its place among those about it */
    const uint32_t first;       /* the lane's item in the warp's first row */
    uint32_t marks[Rows];       /* of a row each, the same in all lanes */
};

/* A build for an older architecture never launches this kernel: context_internal.h, has_bulk_copies. */
template <tcui_selection Selection, int Rows>
__global__ void __launch_bounds__(compact_resident_warps *TCUI_WARP_LANES, 1)
    compact_resident_kernel(const __grid_constant__ resident_compaction task)
{
#if __CUDA_ARCH__ >= 900
    resident_compactor<Selection, Rows>(task, *reinterpret_cast<resident_compaction_storage *>(dynamic_shared_memory()))
        .run();
#else
    __trap();
#endif
}

} // namespace tcu

#endif /* TCUI_COMPACT_RESIDENT_CUH */
