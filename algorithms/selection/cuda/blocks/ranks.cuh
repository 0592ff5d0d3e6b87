/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ranks of some different items in shared memory: each warp sorts a run of them by a network in registers, and an
 * item's rank is its place in its run and how many items of each other run are less, by binary search. The steps of a
 * search are the same for all items, so a thread takes those of all its own side by side.
 */
#ifndef TCUI_SELECTION_CUDA_BLOCKS_RANKS_CUH
#define TCUI_SELECTION_CUDA_BLOCKS_RANKS_CUH

#include "cut.cuh"
#include "primitives/pipeline/network/network.cuh"

namespace tcu
{

/* Items of a warp's run, and of all. */
template <int Items>
constexpr int run_items = Items * TCUI_WARP_LANES;
template <int Items>
constexpr int room_items = block_warps * run_items<Items>;

/*
 * The thread's items and their ranks, of the first `count` items; padding has ranks from `count` on. Call by all
 * threads of the block; when it returns, others may still read `items`, which are then in another order.
 */
template <int Items, class Item>
__device__ __forceinline__ void rank_items(const shared_items<Item> &items, int count, Item (&own)[Items],
                                           int (&rank)[Items])
{
    constexpr int run = run_items<Items>;
    /* (Else addresses would be computed, and spilled, before the loop over segments.) */
    const int thread = opaque(threadIdx.x), lane = thread % TCUI_WARP_LANES, begin = thread / TCUI_WARP_LANES * run;
    const bool has_any = begin < count; /* the warp */
    __syncthreads();
    if (has_any) {
#pragma unroll
        for (int i = 0; i < Items; i++) {
            const int at = begin + lane + i * TCUI_WARP_LANES;
            own[i] = at < count ? items.get(at) : last_item<Item>();
        }
        sort_in_thread(own);
        merge_threads(own, lane, TCUI_WARP_LANES);
        __syncwarp(); /* all have read */
#pragma unroll
        for (int i = 0; i < Items; i++) {
            items.set(begin + lane * Items + i, own[i]);
        }
    }
#pragma unroll
    for (int i = 0; i < Items; i++) {
        rank[i] = has_any ? lane * Items + i : count;
    }
    __syncthreads();
    for (int other = 0; has_any && other < count; other += run) {
        if (other == begin) {
            continue;
        }
        int less[Items] = {};
#pragma unroll
        for (int step = run / 2; step > 0; step /= 2) {
#pragma unroll
            for (int i = 0; i < Items; i++) {
                less[i] += is_less(items.get(other + less[i] + step - 1), own[i]) ? step : 0;
            }
        }
#pragma unroll
        for (int i = 0; i < Items; i++) {
            rank[i] += less[i] + (is_less(items.get(other + less[i]), own[i]) ? 1 : 0);
        }
    }
}

/* visit(item, rank) for those of the first `count` items whose rank is less than `results`; the same. */
template <int Items, class Item, class Visit>
__device__ __forceinline__ void visit_ranks(const shared_items<Item> &items, int count, int results, Visit visit)
{
    Item own[Items];
    int rank[Items];
    rank_items<Items>(items, count, own, rank);
    __syncthreads(); /* all have read: visits may write there */
#pragma unroll
    for (int i = 0; i < Items; i++) {
        if (rank[i] < results) {
            visit(own[i], rank[i]);
        }
    }
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_BLOCKS_RANKS_CUH */
