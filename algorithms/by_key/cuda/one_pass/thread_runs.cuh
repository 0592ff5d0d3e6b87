/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A thread's share of the runs in a tile. With (heads, value since the last head) for each stretch of elements, stretches
 * are put together by run_part's operation (Blelloch 1990, section 1.5): elements of a row, rows of a warp's lanes, the
 * warp's rows, and the block's warps.
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
    const uint64_t begin, n;
    uint32_t heads_before[by_key_rows]; /* of each row, from the warp's first element on */
    acc value_before[by_key_rows];      /* since the last of them, or since the warp's first element */

    __device__ __forceinline__ uint32_t starts(int v) const { return heads[v] & row_mask(begin + row_place(v), n); }

    __device__ __forceinline__ acc value_of_row(int v) const
    {
        const uint32_t bits = heads[v];
        acc x = values.at(op, v, 0);
#pragma unroll
        for (int i = 1; i < row_elements; i++) {
            const acc y = values.at(op, v, i);
            x = bits >> i & 1u ? y : op.combine(x, y);
        }
        return x;
    }

    /* Takes in row v of all lanes, behind `all`. */
    __device__ __forceinline__ void compose_row(int v, part &all)
    {
        const uint32_t bits = starts(v), before = lanes_before();
        uint32_t count_before = 0, count = 0, any = 0;
#pragma unroll
        for (int i = 0; i < row_elements; i++) {
            const uint32_t lanes = __ballot_sync(all_lanes, bits >> i & 1u);
            count_before += __popc(lanes & before);
            count += __popc(lanes);
            any |= lanes;
        }
        heads_before[v] = all.heads + count_before;
        if (bits != 0) {
            all.last = row_place(v) + highest_bit(bits); /* of the lane, until compose() is done */
        }
        all.heads += count;
        if constexpr (has_values<Operator>) {
            acc x = value_of_row(v);
            const int lane = threadIdx.x % TCUI_WARP_LANES;
            const int start = max(highest_bit(any & (before | 1u << lane)), 0);
#pragma unroll
            for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
                take_from_left(op, x, distance, start);
            }
            acc left = __shfl_up_sync(all_lanes, x, 1);
            left = lane == 0 ? acc(0) : left;
            value_before[v] = any & before ? left : op.combine(all.value, left);
            const acc row = __shfl_sync(all_lanes, x, TCUI_WARP_LANES - 1);
            all.value = any ? row : op.combine(all.value, row);
        }
    }

    /* The value before row v, with that before the warp. */
    __device__ __forceinline__ acc before_row(int v, acc before_warp) const
    {
        return heads_before[v] > 0 ? value_before[v] : op.combine(before_warp, value_before[v]);
    }

  public:
    uint32_t heads[by_key_rows]; /* as find_heads() has them */
    row_values<Operator> values;

    __device__ __forceinline__ thread_runs(const by_key_fold<Operator> &fold, uint64_t begin, uint64_t n)
        : fold(fold), op(fold.op), begin(begin), n(n)
    {
    }

    /* The warp's part of the tile, the same in all lanes. */
    __device__ __forceinline__ part compose()
    {
        part all = fold.part_of_nothing();
#pragma unroll
        for (int v = 0; v < by_key_rows; v++) {
            compose_row(v, all);
        }
        all.last = __reduce_max_sync(all_lanes, all.last);
        return all;
    }

    /*
     * Run s of the tile, from 1 on, begins at places[s]; and what its values in the tile come to is in results[s], of
     * slot 0 those of the run that began before the tile. ends[r] is 1 where the element before row r of the tile is the
     * last one of its run. `before`: the block's warps before this one.
     */
    __device__ __forceinline__ void stage(const part &before, const unsigned char *ends, uint16_t *places,
                                          acc *results) const
    {
#pragma unroll
        for (int v = 0; v < by_key_rows; v++) {
            const int place = row_place(v);
            const uint32_t bits = starts(v), next = heads[v] >> 1;
            uint32_t slot = before.heads + heads_before[v];
            if constexpr (!has_values<Operator>) {
#pragma unroll
                for (int i = 0; i < row_elements; i++) {
                    if (bits >> i & 1u) {
                        places[++slot] = static_cast<uint16_t>(place + i);
                    }
                }
            } else {
                const uint32_t last = next | static_cast<uint32_t>(ends[place / row_elements + 1]) << 3;
                const uint32_t end_bits = last & row_mask(begin + place, n);
                acc x = before_row(v, before.value);
#pragma unroll
                for (int i = 0; i < row_elements; i++) {
                    const acc y = values.at(op, v, i);
                    x = bits >> i & 1u ? y : op.combine(x, y);
                    if (bits >> i & 1u) {
                        places[++slot] = static_cast<uint16_t>(place + i);
                    }
                    if (end_bits >> i & 1u) {
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
                const bool is_start = heads[v] >> i & 1u;
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
