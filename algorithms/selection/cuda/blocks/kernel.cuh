/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Top-k of segments, a block a segment. A segment is read once if a bound from a sample of it holds: keys before the
 * bound, the candidates, are gathered in shared memory in any order, with their places, and ranked there. All keys of
 * a segment that there is room for are candidates. Where the bound does not hold (it is too low, or too many keys are
 * before it: many results, or many equal keys), digits tell exactly which keys are results, and these are visited in
 * the order of their places. So the same keys are selected, and come out in the same order, either way.
 */
#ifndef TCUI_SELECTION_CUDA_BLOCKS_KERNEL_CUH
#define TCUI_SELECTION_CUDA_BLOCKS_KERNEL_CUH

#include "candidates.cuh"

namespace tcu
{

/* What becomes of results that are visited in the order of their places. */
enum class in_order {
    store, /* they are the row */
    gather /* they are candidates, whose numbers in that order stand for places, which may have more than 32 bits */
};

/* Finds the cut. (These two are not inlined: few segments need them, and all would have fewer registers.) */
template <class Key, int Items>
__device__ __noinline__ void cut_by_digits(const selection_rows<Key> &rows, u64 number,
                                           block_memory<Key, Items> &memory)
{
    const selection_cut<key_register<Key>> cut = find_cut(rows, segment_of(rows, number), memory.digits);
    if (threadIdx.x == 0) {
        memory.cut = cut;
    }
    __syncthreads();
}

/* `ranks`: result j goes to place ranks[j] of the row; or nullptr: to place j. */
template <class Key, int Items>
__device__ __noinline__ void take_in_order(const selection_rows<Key> &rows, u64 number,
                                           block_memory<Key, Items> &memory, in_order what, const u32 *ranks)
{
    const selection_segment segment = segment_of(rows, number);
    const shared_items<candidate<Key>> items = memory.all_candidates();
    visit_in_order(rows, segment, memory.cut, memory.in_order, [&](u64 j, u64 place, key_register<Key> bits) {
        if (what == in_order::gather) {
            items.set(static_cast<int>(j), make_candidate(bits, static_cast<u32>(j)));
        } else {
            store_result(rows.out, segment, ranks != nullptr ? ranks[j] : j, rows.key_of(bits), place);
        }
    });
}

/* A row in the order of places, of candidates. */
template <class Key, int Items>
__device__ __forceinline__ void store_by_places(const selection_rows<Key> &rows, const selection_segment &segment,
                                                block_memory<Key, Items> &memory)
{
    const shared_items<u32> places(memory.items, memory.room);
    const int results = static_cast<int>(segment.results);
    visit_ranks<Items>(places, results, results, [&](u32 place, int rank) {
        store_result(rows.out, segment, rank, rows.keys[segment.begin + place], place);
    });
}

/* The same, the best first, of candidates in that order. */
template <class Key, int Items>
__device__ __forceinline__ void store_by_ranks(const selection_rows<Key> &rows, const selection_segment &segment,
                                               block_memory<Key, Items> &memory)
{
    const shared_items<candidate<Key>> items = memory.all_candidates();
    for (int t = threadIdx.x; t < static_cast<int>(segment.results); t += TCUI_SELECTION_BLOCK_THREADS) {
        const candidate<Key> item = items.get(t);
        store_result(rows.out, segment, t, rows.key_of(bits_of_candidate(item)), place_of_candidate(item));
    }
}

/* One segment, which has a result, by all threads of a block. */
template <class Key, int Items>
__device__ __forceinline__ void select_segment(const selection_rows<Key> &rows, const selection_segment &segment,
                                               block_memory<Key, Items> &memory)
{
    const shared_items<candidate<Key>> items = memory.all_candidates();
    const shared_items<u32> places(memory.items, memory.room);
    u32 *const ranks = reinterpret_cast<u32 *>(memory.items);
    int count = gather_candidates(rows, segment, memory);
    const bool by_digits = count == 0;
    if (by_digits) {
        cut_by_digits(rows, segment.number, memory);
        if (rows.input_order) {
            take_in_order(rows, segment.number, memory, in_order::store, nullptr);
            return;
        }
        take_in_order(rows, segment.number, memory, in_order::gather, nullptr);
        count = static_cast<int>(segment.results);
    }
    visit_ranks<Items>(items, count, static_cast<int>(segment.results), [&](const candidate<Key> &item, int rank) {
        if (by_digits) {
            ranks[place_of_candidate(item)] = rank;
        } else if (rows.input_order) {
            places.set(rank, place_of_candidate(item));
        } else {
            items.set(rank, item);
        }
    });
    __syncthreads();
    if (by_digits) {
        take_in_order(rows, segment.number, memory, in_order::store, ranks);
    } else if (rows.input_order) {
        store_by_places(rows, segment, memory);
    } else {
        store_by_ranks(rows, segment, memory);
    }
}

/*
 * Segments of at least `least` keys; others are left to other kernels. A block looks at some segments at a time, which
 * are a grid apart, so that neighbours of similar lengths are in different blocks. Without `input_order` a segment has
 * no more results than there is room for.
 */
template <class Key, int Items>
__global__ void __launch_bounds__(TCUI_SELECTION_BLOCK_THREADS, Items == TCUI_SELECTION_BLOCK_FEW_ITEMS
                                                                    ? TCUI_SELECTION_BLOCK_FEW_RESIDENT
                                                                    : TCUI_SELECTION_BLOCK_RESIDENT)
    select_in_blocks(const __grid_constant__ selection_rows<Key> rows, u64 least)
{
    __shared__ block_memory<Key, Items> memory;
    const u64 grid = gridDim.x, count = rows.segments.count;
    for (u64 first = blockIdx.x; first < count; first += grid * TCUI_SELECTION_BLOCK_THREADS) {
        const u64 own = first + threadIdx.x * grid;
        const bool takes = own < count && segment_of(rows, own).length >= least;
        const unsigned listed = __ballot_sync(all_lanes, takes);
        if (threadIdx.x % TCUI_WARP_LANES == 0) {
            memory.listed[threadIdx.x / TCUI_WARP_LANES] = listed;
        }
        __syncthreads();
        for (int w = 0; w < block_warps; w++) {
            for (u32 rest = memory.listed[w]; rest != 0; rest &= rest - 1) {
                const u64 number = w * TCUI_WARP_LANES + __ffs(static_cast<int>(rest)) - 1;
                const selection_segment segment = segment_of(rows, first + number * grid);
                if (segment.results > 0) {
                    select_segment(rows, segment, memory);
                }
                finish_row(rows, segment, threadIdx.x, TCUI_SELECTION_BLOCK_THREADS);
                __syncthreads(); /* before shared memory is written again */
            }
        }
        __syncthreads(); /* the same of the list */
    }
}

} // namespace tcu

#endif /* TCUI_SELECTION_CUDA_BLOCKS_KERNEL_CUH */
