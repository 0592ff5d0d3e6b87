/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small compactions, by one kernel: the items fit into the registers of one resident grid; a lane has an item of each
 * of its warp's rows of 32.
 *
 *     1. a warp loads its rows, all of them in flight, and votes: a row's votes are its marks
 *     2. the warps of a block exchange how many items they keep, then the blocks
 *     3. a lane stores its items, each at the place that the votes to its left give it
 *
 * Blocks exchange their counts as small scans do (primitives/pipeline/aggregate_exchange.cuh): one block needs nothing,
 * blocks of a cluster write them into each other's shared memory, a larger grid writes them to the workspace and
 * synchronises. All items are in registers by then, so results may be written over them.
 *
 * With several columns each is stored by a cluster or a block of its own, which finds the same marks again: that takes
 * less time than one column after the other. In a grid blocks take them in turn.
 */
#ifndef TCUI_COMPACT_CUDA_SMALL_KERNEL_CUH
#define TCUI_COMPACT_CUDA_SMALL_KERNEL_CUH

#include "marks.cuh"
#include "parts.cuh"
#include "stores.cuh"

namespace tcu
{

template <tcui_selection Selection, int Rows, bool Counted>
class small_compactor
{
  public:
    __device__ __forceinline__ small_compactor(const small_compaction &task, small_compaction_storage &shared)
        : marks(task), shared(shared)
    {
    }

    __device__ __forceinline__ void run()
    {
        wait_for_previous_kernel();
        let_next_kernel_begin();
        const small_result &result = marks.rows.task.results[marks.rows.group];
        /* Predicates compare items of up to 8 bytes. */
        with_item<Selection != TCUI_SELECT_PREDICATE>(result.item_bytes, [&](auto item) {
            using Item = decltype(item);
            Item x[Rows];
            load(x, result);
            marks.mark(x, static_cast<const Item *>(result.in));
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
            if constexpr (Widest) {
                return function(uint4());
            }
        }
    }

    template <class Item>
    __device__ __forceinline__ void load(Item (&x)[Rows], const small_result &result) const
    {
        const small_rows<Rows, Counted> &rows = marks.rows;
        const Item *in = static_cast<const Item *>(result.in);
#pragma unroll
        for (int r = 0; r < Rows; r++) {
            x[r] = Item{};
            if (rows.item_of(r) < rows.n()) {
                if constexpr (sizeof(Item) == 4 || sizeof(Item) == 8) {
                    x[r] = in != nullptr ? in[rows.item_of(r)] : static_cast<Item>(rows.item_of(r));
                } else {
                    x[r] = in[rows.item_of(r)];
                }
            }
        }
    }

    template <class Item>
    __device__ __forceinline__ void store_all(const Item (&x)[Rows], const small_result &result)
    {
        const small_rows<Rows, Counted> &rows = marks.rows;
        kept_part all;
        const kept_part before = exchange_kept(rows, shared, marks.own_part(), all);
        if (rows.rank == 0 && rows.group == 0 && threadIdx.x == 0) {
            *rows.task.count = all.kept;
        }
        if (Selection != TCUI_SELECT_HEADS || result.out != nullptr) {
            store_items(marks, static_cast<Item *>(result.out), x, before.kept, all.kept);
        }
        if (Selection == TCUI_SELECT_HEADS && rows.task.run_lengths != nullptr) {
            store_run_lengths(marks, before, all);
        }
        if (rows.task.column_groups == 1) {
            for (int other = 1; other < rows.task.num_results; other++) {
                const small_result &next = rows.task.results[other];
                with_item<true>(next.item_bytes, [&](auto item) {
                    using Other = decltype(item);
                    Other y[Rows];
                    load(y, next);
                    store_items(marks, static_cast<Other *>(next.out), y, before.kept, all.kept);
                });
            }
        }
    }

    small_marks<Selection, Rows, Counted> marks;
    small_compaction_storage &shared;
};

/* A build for an older architecture never launches this kernel: context_internal.h, has_bulk_copies. */
template <tcui_selection Selection, int Rows, bool Counted>
__global__ void __launch_bounds__(exchange_threads, 1)
    compact_small_kernel(const __grid_constant__ small_compaction task)
{
#if __CUDA_ARCH__ >= 900
    if constexpr (Counted) {
        wait_for_previous_kernel(); /* which may have written how many items there are */
    }
    small_compactor<Selection, Rows, Counted>(task,
                                              *reinterpret_cast<small_compaction_storage *>(dynamic_shared_memory()))
        .run();
#else
    __trap();
#endif
}

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_SMALL_KERNEL_CUH */
