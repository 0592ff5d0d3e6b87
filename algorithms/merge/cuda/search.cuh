/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Positions of values in any order. Every 2^s-th key of the array is a splitter, which blocks keep in shared memory: a
 * binary search there says between which two of them a value lies, and another one in memory goes over the 2^s - 1 keys
 * that are left. Each step adds a power of two, the same for all values, to a position if the key there comes before
 * the value: so threads take the steps of several values side by side, without a branch.
 */
#ifndef TCUI_MERGE_CUDA_SEARCH_CUH
#define TCUI_MERGE_CUDA_SEARCH_CUH

#include "merge_path.cuh"

namespace tcu
{

template <class Key, class Position>
struct search_task {
    merge_inputs<Key> in;
    Position *positions;
    int most_splitters; /* of as few values as a block has, not as many as there is room for */
};

template <class Key>
constexpr int search_splitters = TCUI_SEARCH_SPLITTER_BYTES / static_cast<int>(sizeof(Key) < 4 ? 4 : sizeof(Key));

constexpr int search_values = TCUI_SEARCH_THREAD_VALUES, search_tile = TCUI_SEARCH_THREADS * search_values;

/* Keys between splitters, as the exponent s: with so few that there are no more than `most` splitters. */
__device__ __forceinline__ int splitter_distance(u64 n, int most)
{
    int s = 0;
    while (n >> s > static_cast<u64>(most)) {
        s++;
    }
    return s;
}

/* The power of two at which a search among `count` elements begins; 0 of none. */
__device__ __forceinline__ u32 first_step(u32 count)
{
    return count == 0 ? 0 : 1u << (31 - __clz(static_cast<int>(count)));
}

template <class Key, class Position, bool AFirst>
__global__ void __launch_bounds__(TCUI_SEARCH_THREADS)
    search_keys(const __grid_constant__ search_task<Key, Position> task)
{
    __shared__ Key splitters[search_splitters<Key>]; /* as order bits */
    const merge_inputs<Key> &in = task.in;
    const u64 m = in.a_length(), n = in.b_length();
    const int s = splitter_distance(m, task.most_splitters);
    const u32 count = static_cast<u32>(m >> s), between = (1u << s) - 1;
    for (u32 i = threadIdx.x; i < count; i += TCUI_SEARCH_THREADS) {
        splitters[i] = static_cast<Key>(in.keys.bits_of(in.a[(static_cast<u64>(i + 1) << s) - 1]));
    }
    __syncthreads();

    for (u64 tile = static_cast<u64>(blockIdx.x) * search_tile; tile < n;
         tile += static_cast<u64>(gridDim.x) * search_tile) {
        const u64 first = tile + threadIdx.x;
        key_register<Key> value[search_values];
        u32 at[search_values] = {}, left[search_values];
        const Key *stretch[search_values];
#pragma unroll
        for (int v = 0; v < search_values; v++) {
            const u64 j = first + v * TCUI_SEARCH_THREADS;
            value[v] = in.keys.bits_of(in.b[j < n ? j : tile]);
        }
        for (u32 step = first_step(count); step > 0; step /= 2) {
#pragma unroll
            for (int v = 0; v < search_values; v++) {
                const u32 probe = at[v] + step - 1;
                at[v] += probe < count && is_before<AFirst>(static_cast<key_register<Key>>(splitters[probe]), value[v])
                             ? step
                             : 0;
            }
        }
#pragma unroll
        for (int v = 0; v < search_values; v++) {
            const u64 begin = static_cast<u64>(at[v]) << s;
            stretch[v] = in.a + begin;
            left[v] = static_cast<u32>(min(m - begin, static_cast<u64>(between)));
            at[v] = 0;
        }
        for (u32 step = (between + 1) / 2; step > 0; step /= 2) {
#pragma unroll
            for (int v = 0; v < search_values; v++) {
                const u32 probe = at[v] + step - 1;
                at[v] += probe < left[v] && is_before<AFirst>(in.keys.bits_of(stretch[v][probe]), value[v]) ? step : 0;
            }
        }
#pragma unroll
        for (int v = 0; v < search_values; v++) {
            const u64 j = first + v * TCUI_SEARCH_THREADS;
            if (j < n) {
                task.positions[j] = static_cast<Position>(static_cast<u64>(stretch[v] - in.a) + at[v]);
            }
        }
    }
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_SEARCH_CUH */
