/* SPDX-License-Identifier: Apache-2.0 */
/* The results of a small compaction: a lane stores its items where the marks say. */
#ifndef TCUI_COMPACT_CUDA_SMALL_STORES_CUH
#define TCUI_COMPACT_CUDA_SMALL_STORES_CUH

#include "algorithms/compact/cuda/marks/ranks.cuh"
#include "marks.cuh"

namespace tcu
{

/* With `before` kept items before the warp. */
template <tcui_selection Selection, int Rows, bool Counted, class Item>
__device__ __forceinline__ void store_items(const small_marks<Selection, Rows, Counted> &marks, Item *out,
                                            const Item (&x)[Rows], uint32_t before, uint32_t all_kept)
{
    const small_rows<Rows, Counted> &rows = marks.rows;
#pragma unroll
    for (int r = 0; r < Rows; r++) {
        const uint32_t place = before + __popc(marks[r] & bits_below(rows.lane));
        if (marks[r] >> rows.lane & 1u) {
            out[place] = x[r];
        } else if (rows.task.keep_others && rows.item_of(r) < rows.n()) {
            out[all_kept + (rows.item_of(r) - place)] = x[r];
        }
        before += __popc(marks[r]);
    }
}

/* A head ends the run before it, and the last run ends with the array. */
template <tcui_selection Selection, int Rows, bool Counted>
__device__ __forceinline__ void store_run_lengths(const small_marks<Selection, Rows, Counted> &marks, kept_part before,
                                                  const kept_part &all)
{
    const small_rows<Rows, Counted> &rows = marks.rows;
#pragma unroll
    for (int r = 0; r < Rows; r++) {
        const uint32_t row = rows.item_of(r) - rows.lane, to_left = marks[r] & bits_below(rows.lane);
        if (marks[r] >> rows.lane & 1u) {
            const uint32_t run = before.kept + __popc(to_left); /* that begins here */
            const uint32_t behind = to_left != 0 ? row + highest_bit(to_left) + 1 : before.behind_last;
            if (run > 0) {
                rows.task.run_lengths[run - 1] = rows.item_of(r) - (behind - 1);
            }
            if (run == all.kept - 1) {
                rows.task.run_lengths[run] = rows.n() - rows.item_of(r);
            }
        }
        if (marks[r] != 0) {
            before = {before.kept + __popc(marks[r]), row + highest_bit(marks[r]) + 1};
        }
    }
}

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_SMALL_STORES_CUH */
