/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Splitters of a sorted array in shared memory, by levels: node k of a binary tree has the children 2 k and 2 k + 1 (P.-V.
 * Khuong, P. Morin: "Array Layouts for Comparison-Based Searching", JEA 22, 2017). The nodes of a level lie side by side,
 * so that the lanes of a warp spread over the banks; in a sorted array their distance is a power of two, and they are all
 * in one bank.
 */
#ifndef TCUI_MERGE_CUDA_SPLITTERS_CUH
#define TCUI_MERGE_CUDA_SPLITTERS_CUH

#include "merge_path.cuh"

namespace tcu
{

/*
 * How an array is cut: into no more than 2^levels stretches of 2^distance keys, which begin at multiples of sectors. So the
 * first stretch begins with `phase` places in front of the array. With distance 0 the splitters are the array.
 */
struct search_stretches {
    int distance, levels;
    u32 phase;
};

template <class Key>
constexpr int sector_levels = sizeof(Key) == 1   ? 5
                              : sizeof(Key) == 2 ? 4
                              : sizeof(Key) == 4 ? 3
                                                 : 2;
template <class Key>
constexpr int sector_keys = 1 << sector_levels<Key>;

/* Of an array of m keys: the fewest levels by which searches in memory are the shortest, but no more than most_levels. */
template <class Key>
__device__ __forceinline__ search_stretches cut_array(const Key *a, u64 m, int most_levels)
{
    int levels = 0;
    if (m >> most_levels == 0) {
        while (m >> levels > 0) {
            levels++;
        }
        return {0, levels, 0};
    }
    const auto phase = static_cast<u32>(reinterpret_cast<uintptr_t>(a) / sizeof(Key) % sector_keys<Key>);
    const u64 last = m + phase - 1;
    int distance = sector_levels<Key>;
    while (last >> distance >> most_levels > 0) {
        distance++;
    }
    while (last >> distance >> levels > 0) {
        levels++;
    }
    return {distance, levels, phase};
}

/* The place of the last key of the stretch of which node k is the splitter. */
__device__ __forceinline__ u64 splitter_place(u32 k, const search_stretches &cut)
{
    const int depth = 31 - __clz(static_cast<int>(k));
    const u32 stretch = ((2 * (k - (1u << depth)) + 1) << (cut.levels - depth - 1)) - 1;
    return (static_cast<u64>(stretch + 1) << cut.distance) - 1 - cut.phase;
}

/*
 * The last key of each stretch but the last one, as order bits; the highest ones where the array has none. A thread has
 * several loads in flight. Call by all threads of the block, which then wait for each other.
 */
template <int Threads, class Key>
__device__ __forceinline__ void place_splitters(Key *nodes, const merge_inputs<Key> &in, u64 m,
                                                const search_stretches &cut)
{
    constexpr int together = TCUI_SEARCH_SPLITTER_LOADS;
    const u32 end = 1u << cut.levels;
    for (u32 first = 1 + threadIdx.x; first < end; first += together * Threads) {
        Key key[together];
#pragma unroll
        for (int t = 0; t < together; t++) {
            key[t] = in.a[min(splitter_place(min(first + t * Threads, end - 1), cut), m - 1)];
        }
#pragma unroll
        for (int t = 0; t < together; t++) {
            const u32 k = first + t * Threads;
            if (k < end) {
                nodes[k] = splitter_place(k, cut) < m ? static_cast<Key>(in.keys.bits_of(key[t]))
                                                      : static_cast<Key>(~static_cast<Key>(0));
            }
        }
    }
    __syncthreads();
}

/* The stretches in which values go on; of several values side by side. */
template <bool AFirst, int Values, class Key>
__device__ __forceinline__ void search_splitters(const Key *nodes, int levels, const key_register<Key> (&value)[Values],
                                                 u32 (&stretch)[Values])
{
#pragma unroll
    for (int v = 0; v < Values; v++) {
        stretch[v] = 1;
    }
    for (int level = 0; level < levels; level++) {
#pragma unroll
        for (int v = 0; v < Values; v++) {
            const key_register<Key> splitter = nodes[stretch[v]];
            stretch[v] = 2 * stretch[v] + (is_before<AFirst>(splitter, value[v]) ? 1 : 0);
        }
    }
#pragma unroll
    for (int v = 0; v < Values; v++) {
        stretch[v] -= 1u << levels;
    }
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_SPLITTERS_CUH */
