/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Merges of keys with values: a block merges a tile. Its threads' runs go through shared memory, so that keys are stored as
 * vectors; values, of which a block knows the source, are moved from memory to memory: those of one array are neighbours
 * there.
 */
#ifndef TCUI_MERGE_CUDA_PAIRS_CUH
#define TCUI_MERGE_CUDA_PAIRS_CUH

#include "tile.cuh"

namespace tcu
{

template <class Key, class Value>
struct merge_pairs_task {
    merge_inputs<Key> in;
    Key *keys_out;
    const Value *a_values, *b_values;
    Value *values_out;
};

/* Element `source` of both stretches side by side. */
template <class Key, class Value>
__device__ __forceinline__ const Value *value_at(const merge_pairs_task<Key, Value> &task, const merge_stretch &at,
                                                 int source)
{
    return source < at.a_count ? task.a_values + at.a + source : task.b_values + at.b + (source - at.a_count);
}

/* The tile's values to their places. A thread has several in flight. */
template <class Key, class Value>
__device__ __forceinline__ void move_values(const merge_pairs_task<Key, Value> &task, const merge_stretch &at,
                                            const u16 *sources)
{
    constexpr int together = TCUI_MERGE_PAIR_VALUES;
    const int count = at.a_count + at.b_count;
    Value *const out = task.values_out + at.a + at.b;
    for (int first = threadIdx.x; first < count; first += together * TCUI_MERGE_PAIR_THREADS) {
        Value value[together];
#pragma unroll
        for (int v = 0; v < together; v++) {
            const int k = first + v * TCUI_MERGE_PAIR_THREADS;
            if (k < count) {
                value[v] = *value_at(task, at, sources[k]);
            }
        }
#pragma unroll
        for (int v = 0; v < together; v++) {
            const int k = first + v * TCUI_MERGE_PAIR_THREADS;
            if (k < count) {
                out[k] = value[v];
            }
        }
    }
}

template <class Key, class Value>
__global__ void __launch_bounds__(TCUI_MERGE_PAIR_THREADS)
    merge_pairs(const __grid_constant__ merge_pairs_task<Key, Value> task)
{
    using shape = pair_shape<Key>;
    constexpr int items = shape::items;
    __shared__ merge_buffer<Key, shape> buffer;
    __shared__ u16 sources[shape::tile];
    __shared__ u64 border[2];

    const merge_stretch at = find_stretch<true, shape>(task.in, border);
    const int count = at.a_count + at.b_count, first = static_cast<int>(threadIdx.x) * items;
    if (count == 0) {
        return;
    }
    const merge_keys<Key> tile = load_stretch<shape>(task.in, at, 0, buffer);
    key_register<Key> merged[items];
    int source[items];
    walk_path<true, shape>(task.in.keys, tile, [&](int k, bool takes_a, int i, int j, key_register<Key> bits) {
        merged[k] = bits;
        source[k] = takes_a ? i : at.a_count + j;
    });
    __syncthreads(); /* all have read the keys in whose place the result comes */

    Key *const result = tile_in_buffer(buffer.bytes, task.keys_out + at.a + at.b);
#pragma unroll
    for (int k = 0; k < items; k++) {
        if (first + k < count) {
            result[first + k] = task.in.keys.key_of(merged[k]);
            sources[first + k] = static_cast<u16>(source[k]);
        }
    }
    __syncthreads();
    copy_tile(task.keys_out + at.a + at.b, result, 0, count);
    move_values(task, at, sources);
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_PAIRS_CUH */
