/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The marks of a small compaction: a word for each of a warp's rows, the same in all lanes, with a bit for each kept
 * item.
 */
#ifndef TCUI_COMPACT_CUDA_SMALL_MARKS_CUH
#define TCUI_COMPACT_CUDA_SMALL_MARKS_CUH

#include "algorithms/compact/cuda/marks/granule.cuh"
#include "primitives/tile/lanes.h"
#include "task.cuh"

namespace tcu
{

template <int Words>
struct alignas(4 * Words) lane_flags {
    uint32_t words[Words];
};

/* From this many rows on, the flags of all rows come by one load. */
constexpr int least_lane_flags = 4;

template <tcui_selection Selection, int Rows, bool Counted>
class small_marks
{
  public:
    const small_rows<Rows, Counted> rows;

    __device__ __forceinline__ explicit small_marks(const small_compaction &task) : rows(task) {}

    /* `x` are the rows of `items`; flags have marks without them. */
    template <class Item>
    __device__ __forceinline__ void mark(const Item (&x)[Rows], const Item *items)
    {
        if constexpr (Selection == TCUI_SELECT_PREDICATE) {
            mark_in_range(x);
        } else if constexpr (Selection == TCUI_SELECT_HEADS) {
            mark_heads(x, items);
        } else {
            mark_flagged();
        }
    }

    __device__ __forceinline__ uint32_t operator[](int row) const { return marks[row]; }

    /* What the warp keeps. */
    __device__ __forceinline__ kept_part own_part() const
    {
        kept_part part = {0, 0};
        const uint32_t begin = rows.first - rows.lane;
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            part = part.followed_by({static_cast<uint32_t>(__popc(marks[r])),
                                     marks[r] == 0 ? 0 : begin + r * TCUI_WARP_LANES + highest_bit(marks[r]) + 1});
        }
        return part;
    }

  private:
    __device__ __forceinline__ void vote(int row, bool kept) { marks[row] = __ballot_sync(all_lanes, kept); }

    __device__ __forceinline__ void mark_flagged()
    {
        if constexpr (Selection == TCUI_SELECT_BITS) {
            return mark_by_bits();
        }
        if constexpr (Rows >= least_lane_flags) {
            if (rows.task.whole_flag_loads && rows.first - rows.lane + Rows * TCUI_WARP_LANES <= rows.n()) {
                return mark_by_lane_flags();
            }
        }
        mark_by_bytes();
    }

    __device__ __forceinline__ void mark_by_bytes()
    {
        unsigned char flag[Rows];
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            flag[r] = rows.item_of(r) < rows.n() ? rows.task.flags[rows.item_of(r)] : 0;
        }
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            vote(r, flag[r] != 0);
        }
    }

    /* A lane loads as many flags as there are rows, by one load, and the lanes that have a row's put them together. */
    __device__ __forceinline__ void mark_by_lane_flags()
    {
        constexpr int words = Rows / 4;
        const auto loaded =
            *reinterpret_cast<const lane_flags<words> *>(rows.task.flags + (rows.first - rows.lane) + rows.lane * Rows);
        uint32_t own = 0;
#pragma unroll
        for (int w = 0; w < words; w++) {
            own |= gather_fields<1>(fields_set<1>(loaded.words[w])) << (4 * w);
        }
        own <<= rows.lane * Rows % TCUI_WARP_LANES;
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES / Rows; distance *= 2) {
            own |= __shfl_xor_sync(all_lanes, own, distance);
        }
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            marks[r] = __shfl_sync(all_lanes, own, r * (TCUI_WARP_LANES / Rows));
        }
    }

    /* Lane r has row r's, four bytes. */
    __device__ __forceinline__ void mark_by_bits()
    {
        uint32_t own = 0;
        if (rows.lane < Rows) {
#pragma unroll
            for (uint32_t b = 0; b < 4; b++) {
                const uint32_t item = rows.first - rows.lane + rows.lane * TCUI_WARP_LANES + 8 * b;
                if (item < rows.n()) {
                    own |= static_cast<uint32_t>(rows.task.flags[item / 8] &
                                                 (item + 8 <= rows.n() ? 0xffu : (1u << (rows.n() - item)) - 1u))
                           << (8 * b);
                }
            }
        }
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            marks[r] = __shfl_sync(all_lanes, own, r);
        }
    }

    template <class Item>
    __device__ __forceinline__ void mark_in_range(const Item (&x)[Rows])
    {
        constexpr int bytes = sizeof(Item);
        using Word = key_word<bytes>;
        key_range<Word> range;
        if (rows.task.value == nullptr) {
            range = {static_cast<Word>(rows.task.range.low), static_cast<Word>(rows.task.range.span),
                     static_cast<Word>(rows.task.range.negative_flips), rows.task.range.complement};
        } else {
            range = key_range_of<bytes>(rows.task.type, rows.task.comparison, rows.task.value, rows.task.upper);
        }
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            vote(r, rows.item_of(r) < rows.n() &&
                        range.has(static_cast<Word>(x[r]) << (8 * (sizeof(Word) - bytes))) != range.complement);
        }
    }

    template <class Item>
    __device__ __forceinline__ void mark_heads(const Item (&x)[Rows], const Item *items)
    {
        Item last = {}; /* of the row before */
        if (rows.lane == 0 && rows.first > 0 && rows.first < rows.n()) {
            last = items[rows.first - 1];
        }
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            const Item left = shuffle_up(x[r]);
            const bool is_new = differs(x[r], rows.lane == 0 ? last : left);
            vote(r, rows.item_of(r) < rows.n() && (is_new || rows.item_of(r) == 0));
            last = shuffle_last(x[r]);
        }
    }

    template <class Item>
    __device__ __forceinline__ static Item shuffle_up(const Item &x)
    {
        if constexpr (sizeof(Item) == 16) {
            return {__shfl_up_sync(all_lanes, x.x, 1), __shfl_up_sync(all_lanes, x.y, 1),
                    __shfl_up_sync(all_lanes, x.z, 1), __shfl_up_sync(all_lanes, x.w, 1)};
        } else if constexpr (sizeof(Item) == 8) {
            return __shfl_up_sync(all_lanes, static_cast<unsigned long long>(x), 1);
        } else {
            return static_cast<Item>(__shfl_up_sync(all_lanes, static_cast<unsigned>(x), 1));
        }
    }

    template <class Item>
    __device__ __forceinline__ static Item shuffle_last(const Item &x)
    {
        constexpr int from = TCUI_WARP_LANES - 1;
        if constexpr (sizeof(Item) == 16) {
            return {__shfl_sync(all_lanes, x.x, from), __shfl_sync(all_lanes, x.y, from),
                    __shfl_sync(all_lanes, x.z, from), __shfl_sync(all_lanes, x.w, from)};
        } else if constexpr (sizeof(Item) == 8) {
            return __shfl_sync(all_lanes, static_cast<unsigned long long>(x), from);
        } else {
            return static_cast<Item>(__shfl_sync(all_lanes, static_cast<unsigned>(x), from));
        }
    }

    uint32_t marks[Rows];
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_SMALL_MARKS_CUH */
