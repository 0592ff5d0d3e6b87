/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A thread's share of the runs in a tile. With (heads, value since the last head) for each stretch of elements,
 * stretches are put together by run_part's operation (Blelloch 1990, section 1.5): elements of a row, rows of a warp's
 * lanes, the warp's rows, and the block's warps.
 */
#ifndef TCUI_BY_KEY_CUDA_ONE_PASS_THREAD_RUNS_CUH
#define TCUI_BY_KEY_CUDA_ONE_PASS_THREAD_RUNS_CUH

#include "fold.cuh"
#include "values.cuh"

namespace tcu
{

template <class Operator>
class thread_runs
{
    using acc = typename Operator::acc;
    using part = run_part<acc>;
    const by_key_fold<Operator> &fold;
    const Operator &op;
    const int length;                   /* of the tile */
    uint32_t starts;                    /* the heads inside the array */
    uint32_t heads_before[by_key_rows]; /* of each row, from the warp's first element on */
    acc value_before[by_key_rows];      /* since the last of them, or since the warp's first element */

    __device__ __forceinline__ static bool has(uint32_t bits, int v, int i) { return bits >> (8 * v + i) & 1u; }

    __device__ __forceinline__ acc value_of_row(int v) const
    {
        acc x = values.at(op, v, 0);
#pragma unroll
        for (int i = 1; i < row_elements; i++) {
            const acc y = values.at(op, v, i);
            x = has(starts, v, i) ? y : op.combine(x, y);
        }
        return x;
    }

    /* Rows in a byte each: of lanes before this one there are at most 124 heads in a row. */
    __device__ __forceinline__ void count_heads(part &all)
    {
        const uint32_t counts = count_in_bytes(starts);
        uint32_t up_to = counts;
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            add_from_left(up_to, distance, 0);
        }
        const uint32_t before = up_to - counts, of_rows = __shfl_sync(all_lanes, up_to, TCUI_WARP_LANES - 1);
#pragma unroll
        for (int v = 0; v < by_key_rows; v++) {
            heads_before[v] = all.heads + (before >> (8 * v) & 0xffu);
            all.heads += of_rows >> (8 * v) & 0xffu;
        }
        const int last = highest_bit(starts); /* of the lane */
        all.last = last < 0 ? 0 : row_place(last / 8) + last % 8;
        all.last = __reduce_max_sync(all_lanes, all.last);
    }

    /* Takes in row v of all lanes, behind all.value. */
    __device__ __forceinline__ void compose_row(int v, part &all)
    {
        const uint32_t lanes = __ballot_sync(all_lanes, (starts >> (8 * v) & 0xfu) != 0), before = lanes_before();
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        const int start = max(highest_bit(lanes & (before | 1u << lane)), 0);
        acc x = value_of_row(v);
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            take_from_left(op, x, distance, start);
        }
        acc left = __shfl_up_sync(all_lanes, x, 1);
        left = lane == 0 ? acc(0) : left;
        value_before[v] = lanes & before ? left : op.combine(all.value, left);
        const acc row = __shfl_sync(all_lanes, x, TCUI_WARP_LANES - 1);
        all.value = lanes != 0 ? row : op.combine(all.value, row);
    }

    /* The elements that are the last ones of their runs: the next one is a head. That of a row's last element is the
     * next lane's first one; of the last lane it is in the next row, and of that one's last row in the next warp. */
    __device__ __forceinline__ uint32_t ends(bool next_warp_is_head) const
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        uint32_t next = __shfl_sync(all_lanes, heads, (lane + 1) % TCUI_WARP_LANES);
        if (lane == TCUI_WARP_LANES - 1) {
            next = next >> 8 | static_cast<uint32_t>(next_warp_is_head) << 24;
        }
        return ((heads >> 1 & 0x07070707u) | (next & 0x01010101u) << 3) & bits_inside(length);
    }

    /* The value before row v, with that before the warp. */
    __device__ __forceinline__ acc before_row(int v, acc before_warp) const
    {
        return heads_before[v] > 0 ? value_before[v] : op.combine(before_warp, value_before[v]);
    }

  public:
    uint32_t heads; /* as find_heads() has them */
    row_values<Operator> values;

    __device__ __forceinline__ thread_runs(const by_key_fold<Operator> &fold, int length)
        : fold(fold), op(fold.op), length(length)
    {
    }

    /* The warp's part of the tile, the same in all lanes. */
    __device__ __forceinline__ part compose()
    {
        part all = fold.part_of_nothing();
        starts = heads & bits_inside(length);
        count_heads(all);
        if constexpr (has_values<Operator>) {
#pragma unroll
            for (int v = 0; v < by_key_rows; v++) {
                compose_row(v, all);
            }
        }
        return all;
    }

    /*
     * Run s of the tile, from 1 on, begins at places[s]; and what its values in the tile come to is in results[s], of
     * slot 0 those of the run that began before the tile. `before`: the block's warps before this one.
     */
    __device__ __forceinline__ void stage(const part &before, bool next_warp_is_head, uint16_t *places,
                                          acc *results) const
    {
        const uint32_t last = has_values<Operator> ? ends(next_warp_is_head) : 0;
#pragma unroll
        for (int v = 0; v < by_key_rows; v++) {
            uint32_t slot = before.heads + heads_before[v];
            acc x = 0;
            if constexpr (has_values<Operator>) {
                x = before_row(v, before.value);
            }
#pragma unroll
            for (int i = 0; i < row_elements; i++) {
                if (has(starts, v, i)) {
                    places[++slot] = static_cast<uint16_t>(row_place(v) + i);
                }
                if constexpr (has_values<Operator>) {
                    const acc y = values.at(op, v, i);
                    x = has(starts, v, i) ? y : op.combine(x, y);
                    if (has(last, v, i)) {
                        results[slot] = x;
                    }
                }
            }
        }
    }

    /* store(first element of the tile, results of row) for each row. */
    template <class Function>
    __device__ __forceinline__ void scan(acc before_warp, bool is_exclusive, Function store) const
    {
#pragma unroll
        for (int v = 0; v < by_key_rows; v++) {
            acc x = before_row(v, before_warp), results[row_elements];
#pragma unroll
            for (int i = 0; i < row_elements; i++) {
                const bool is_start = has(starts, v, i);
                const acc y = values.at(op, v, i), left = is_start ? acc(0) : x;
                x = is_start ? y : op.combine(x, y);
                results[i] = is_exclusive ? left : x;
            }
            store(row_place(v), results);
        }
    }
};

} // namespace tcu

#endif /* TCUI_BY_KEY_CUDA_ONE_PASS_THREAD_RUNS_CUH */
