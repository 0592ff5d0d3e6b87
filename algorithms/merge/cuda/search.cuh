/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Positions of many values in any order. A binary search over splitters in shared memory says in which stretch of the
 * array a value lies, another one in memory in which sector of it, and the sector is loaded as a whole: its keys that
 * come before the value are counted, and no step waits for another one. Each step in memory adds a power of two, the
 * same for all values, to a place if the key there comes before the value: so threads take the steps of several values
 * side by side, without a branch.
 */
#ifndef TCUI_MERGE_CUDA_SEARCH_CUH
#define TCUI_MERGE_CUDA_SEARCH_CUH

#include "search_task.cuh"
#include "splitters.cuh"

#include "primitives/tile/instructions.cuh"

#include <cstring>

namespace tcu
{

constexpr int search_values = TCUI_SEARCH_THREAD_VALUES, search_tile = TCUI_SEARCH_THREADS * search_values;

/*
 * How many keys of a sector come before the value. Its places up to `in_front` are in front of the array, and count as
 * keys that do; those from `count` on are behind it.
 */
template <bool AFirst, class Key>
__device__ __forceinline__ u32 count_in_sector(const ordered_keys<Key> &order, const Key *keys, u32 in_front, u32 count,
                                               key_register<Key> value)
{
    constexpr u32 sector = sector_keys<Key>;
    u32 before = in_front;
    if (in_front == 0 && count == sector) {
        const uint4 halves[2] = {__ldg(reinterpret_cast<const uint4 *>(keys)),
                                 __ldg(reinterpret_cast<const uint4 *>(keys) + 1)};
        Key loaded[sector];
        memcpy(loaded, halves, sizeof loaded);
#pragma unroll
        for (u32 k = 0; k < sector; k++) {
            before += is_before<AFirst>(order.bits_of(loaded[k]), value) ? 1 : 0;
        }
    } else {
        /* At the array's ends. */
#pragma unroll 1
        for (u32 k = in_front; k < count; k++) {
            before += is_before<AFirst>(order.bits_of(keys[k]), value) ? 1 : 0;
        }
    }
    return before;
}

/* The values' positions from their stretches. */
template <bool AFirst, class Key>
__device__ __forceinline__ void search_stretch(const merge_inputs<Key> &in, u64 m, const search_stretches &cut,
                                               const key_register<Key> (&value)[search_values],
                                               const u32 (&stretch)[search_values], u64 (&position)[search_values])
{
    constexpr u32 sector = sector_keys<Key>;
    const u64 end = m + cut.phase;
    const Key *keys[search_values]; /* of the stretch */
    u32 at[search_values], left[search_values];
#pragma unroll
    for (int v = 0; v < search_values; v++) {
        const u64 begin = min(static_cast<u64>(stretch[v]) << cut.distance, end);
        keys[v] = in.a + begin - cut.phase;
        left[v] = static_cast<u32>(min(end - begin, static_cast<u64>(1) << cut.distance));
        at[v] = 0;
    }
    /* (A sector's last key is none of the places in front of the array.) */
    for (u32 step = 1u << (cut.distance - 1); step >= sector; step /= 2) {
#pragma unroll
        for (int v = 0; v < search_values; v++) {
            const u32 probe = at[v] + step - 1;
            at[v] += probe < left[v] && is_before<AFirst>(in.keys.bits_of(keys[v][probe]), value[v]) ? step : 0;
        }
    }
#pragma unroll
    for (int v = 0; v < search_values; v++) {
        const u32 in_front = keys[v] + at[v] < in.a ? cut.phase : 0;
        at[v] += count_in_sector<AFirst>(in.keys, keys[v] + at[v], in_front, min(left[v] - at[v], sector), value[v]);
        position[v] = static_cast<u64>(keys[v] - in.a) + at[v];
    }
}

template <class Key, class Position, bool AFirst>
__global__ void __launch_bounds__(TCUI_SEARCH_THREADS, 1)
    search_keys(const __grid_constant__ search_task<Key, Position> task, int most_levels)
{
    Key *const nodes = reinterpret_cast<Key *>(dynamic_shared_memory());
    const merge_inputs<Key> &in = task.in;
    const u64 m = in.a_length(), n = in.b_length();
    if (static_cast<u64>(blockIdx.x) * search_tile >= n) {
        return;
    }
    const search_stretches cut = cut_array(in.a, m, most_levels);
    place_splitters<TCUI_SEARCH_THREADS>(nodes, in, m, cut);

    for (u64 tile = static_cast<u64>(blockIdx.x) * search_tile; tile < n;
         tile += static_cast<u64>(gridDim.x) * search_tile) {
        const u64 first = tile + threadIdx.x;
        key_register<Key> value[search_values];
        u32 stretch[search_values];
        u64 position[search_values];
#pragma unroll
        for (int v = 0; v < search_values; v++) {
            const u64 j = first + v * TCUI_SEARCH_THREADS;
            value[v] = in.keys.bits_of(in.b[j < n ? j : tile]);
        }
        search_splitters<AFirst>(nodes, cut.levels, value, stretch);
        if (cut.distance > 0) {
            search_stretch<AFirst>(in, m, cut, value, stretch, position);
        } else {
            /* (Behind the array are splitters of the highest order bits, which an upper bound may count.) */
#pragma unroll
            for (int v = 0; v < search_values; v++) {
                position[v] = min(static_cast<u64>(stretch[v]), m);
            }
        }
#pragma unroll
        for (int v = 0; v < search_values; v++) {
            const u64 j = first + v * TCUI_SEARCH_THREADS;
            if (j < n) {
                task.positions[j] = static_cast<Position>(position[v]);
            }
        }
    }
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_SEARCH_CUH */
