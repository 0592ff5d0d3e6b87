/* SPDX-License-Identifier: Apache-2.0 */
/* From marks of a tile to places in an output, in the order of the array; and the candidates of an array. */
#ifndef TCUI_SELECTION_CUDA_ARRAY_STORE_CUH
#define TCUI_SELECTION_CUDA_ARRAY_STORE_CUH

#include "blocks.cuh"

namespace tcu::array_selection
{

/*
 * store(i, kept keys before the lane's key i, whether it is of the first kind) of each key i that is marked, where
 * `first` and `second` have a bit for each of a kind; counted from what the tile begins with. By a whole warp.
 */
template <class Key, class Store>
__device__ __forceinline__ void place_marked(u32 first, u32 second, kept_counts before, Store store)
{
    constexpr int V = key_tiles<Key>::V, vectors = key_tiles<Key>::vectors;
    constexpr u32 vector_bits = (1u << V) - 1u, second_count = 1u << tile_count_bits;
    const u32 marked = __reduce_or_sync(all_lanes, first | second);
#pragma unroll 1
    for (int v = 0; v < vectors; v++) {
        if ((marked >> (v * V) & vector_bits) == 0) {
            continue;
        }
        const u32 of_first = first >> (v * V) & vector_bits, of_second = second >> (v * V) & vector_bits;
        const u32 own = __popc(of_first) + second_count * __popc(of_second);
        u32 behind = own;
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            add_from_left(behind, distance, 0);
        }
        const u32 all = __shfl_sync(all_lanes, behind, TCUI_WARP_LANES - 1);
        kept_counts at = before;
        at += {(behind - own) % second_count, (behind - own) / second_count};
        for (u32 left = of_first | of_second; left != 0; left &= left - 1) {
            const int e = __ffs(static_cast<int>(left)) - 1;
            const bool is_first = of_first >> e & 1u;
            store(v * V + e, at, is_first);
            at += {is_first, !is_first};
        }
        before += {all % second_count, all / second_count};
    }
}

/*
 * to[0 ...] = the places in a run of tiles of the marked keys of its tile i, in the order of the array; returns behind the
 * last one. Counts of four vectors are scanned as the bytes of a word. By a whole warp.
 */
template <class Key>
__device__ __forceinline__ u32 *list_marked(const key_tiles<Key> &keys, int i, u32 marks, u32 *to)
{
    constexpr int V = key_tiles<Key>::V, packed = 4, byte_bits = 8;
    constexpr u32 vector_bits = (1u << V) - 1u, byte = (1u << byte_bits) - 1u;
    static_assert(TCUI_WARP_LANES * V <= byte && key_tiles<Key>::vectors % packed == 0, "a vector's count fits a byte");
#pragma unroll 1 /* (unrolled, the kernel is more instructions than caches hold, and slower) */
    for (int first = 0; first < key_tiles<Key>::vectors; first += packed) {
        u32 own = 0;
#pragma unroll
        for (int v = 0; v < packed; v++) {
            own |= __popc(marks >> ((first + v) * V) & vector_bits) << (v * byte_bits);
        }
        u32 behind = own;
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            add_from_left(behind, distance, 0);
        }
        const u32 all = __shfl_sync(all_lanes, behind, TCUI_WARP_LANES - 1);
        const u32 before = behind - own;
#pragma unroll
        for (int v = 0; v < packed; v++) {
            u32 *at = to + (before >> (v * byte_bits) & byte);
            for (u32 left = marks >> ((first + v) * V) & vector_bits; left != 0; left &= left - 1) {
                const int key = (first + v) * V + __ffs(static_cast<int>(left)) - 1;
                *at++ = static_cast<u32>(keys.place(static_cast<u64>(i), key));
            }
            to += all >> (v * byte_bits) & byte;
        }
    }
    return to;
}

/* The same in the order of lanes, in a fraction of the instructions. */
template <class Key>
__device__ __forceinline__ u32 *list_marked_by_lanes(const key_tiles<Key> &keys, int i, u32 marks, u32 *to)
{
    u32 behind = __popc(marks);
    const u32 own = behind;
#pragma unroll
    for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
        add_from_left(behind, distance, 0);
    }
    u32 *at = to + (behind - own);
    for (u32 left = marks; left != 0; left &= left - 1) {
        *at++ = static_cast<u32>(keys.place(static_cast<u64>(i), __ffs(static_cast<int>(left)) - 1));
    }
    return to + __shfl_sync(all_lanes, behind, TCUI_WARP_LANES - 1);
}

/*
 * Candidates and, where they are wanted, their positions, which are then in the order of the array: places of marked keys
 * are listed first, of several tiles, so that all lanes load keys at once, however few each tile has. Of a grid of as many
 * blocks as marked them.
 */
template <class Key, class Index>
__global__ void __launch_bounds__(selection_threads, TCUI_SELECTION_BLOCKS)
    collect_candidates(const __grid_constant__ selection_call<Key> call)
{
    follow_kernel();
    if (!call.state->has_candidates) {
        return;
    }
    __shared__ u32 lists[selection_warps][tile_keys];
    u32 *const list = lists[own_warp()];
    const key_tiles<Key> keys(call.keys, call.state->length);
    Index *const positions = static_cast<Index *>(call.candidate_positions);
    const auto store_listed = [&](u64 first_place, u64 to, u32 listed) {
        __syncwarp();
#pragma unroll 4
        for (u32 j = static_cast<u32>(own_lane()); j < listed; j += TCUI_WARP_LANES) {
            const u64 place = first_place + list[j];
            call.candidates[to + j] = keys.aligned[place];
            if (positions != nullptr) {
                positions[to + j] = static_cast<Index>(place - keys.begin);
            }
        }
        __syncwarp();
    };
    for_tile_runs(
        call.tile_counts, call.block_counts, keys.count(), [](kept_counts, kept_counts) { return true; },
        [&](const tile_run &run, int i, int end) {
            const u64 first_place = run.first * tile_keys;
            const auto marks_of = [&](int t) {
                return call.marks[(run.first + static_cast<u64>(t)) * TCUI_WARP_LANES + own_lane()];
            };
            u64 to = i < end ? run.before[i].first : 0;
            u32 *behind = list;
            static_assert(selection_threads <= selection_warps * TCUI_WARP_LANES, "a warp has a tile for each lane");
            u32 work = __ballot_sync(all_lanes, i + own_lane() < end && run.has_work(i + own_lane()));
            u32 marks = work != 0 ? marks_of(i + __ffs(static_cast<int>(work)) - 1) : 0;
#pragma unroll 1
            while (work != 0) {
                const int t = i + __ffs(static_cast<int>(work)) - 1;
                const u32 own = marks, count = __reduce_add_sync(all_lanes, __popc(own)),
                          listed = static_cast<u32>(behind - list);
                work &= work - 1;
                if (work != 0) {
                    marks = marks_of(i + __ffs(static_cast<int>(work)) - 1);
                }
                if (listed + count > tile_keys) {
                    store_listed(first_place, to, listed);
                    to += listed;
                    behind = list;
                }
                behind = positions == nullptr ? list_marked_by_lanes(keys, t, own, behind)
                                              : list_marked(keys, t, own, behind);
            }
            store_listed(first_place, to, static_cast<u32>(behind - list));
        });
}

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_STORE_CUH */
