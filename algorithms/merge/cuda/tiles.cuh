/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Merges: a block merges a tile. Its threads' runs go through shared memory, so that keys are stored as vectors;
 * values, of which a block knows the source, are moved from memory to memory: those of one array are neighbours there.
 */
#ifndef TCUI_MERGE_CUDA_TILES_CUH
#define TCUI_MERGE_CUDA_TILES_CUH

#include "tile.cuh"

namespace tcu
{

/* Of merges of keys alone. */
struct no_value {
};

template <class Key, class Value>
struct merge_tiles_task {
    merge_inputs<Key> in;
    Key *keys_out;
    const Value *a_values, *b_values;
    Value *values_out;
};

/* Element `source` of both stretches side by side. */
template <class Key, class Value>
__device__ __forceinline__ const Value *value_at(const merge_tiles_task<Key, Value> &task, const merge_stretch &at,
                                                 int source)
{
    return source < at.a_count ? task.a_values + at.a + source : task.b_values + at.b + (source - at.a_count);
}

/* The tile's values to their places. A thread has several in flight. */
template <class Key, class Value>
__device__ __forceinline__ void move_values(const merge_tiles_task<Key, Value> &task, const merge_stretch &at,
                                            const u16 *sources)
{
    constexpr int together = TCUI_MERGE_VALUES;
    const int count = at.a_count + at.b_count;
    Value *const out = task.values_out + at.a + at.b;
    for (int first = threadIdx.x; first < count; first += together * TCUI_MERGE_THREADS) {
        Value value[together];
#pragma unroll
        for (int v = 0; v < together; v++) {
            const int k = first + v * TCUI_MERGE_THREADS;
            if (k < count) {
                value[v] = *value_at(task, at, sources[k]);
            }
        }
#pragma unroll
        for (int v = 0; v < together; v++) {
            const int k = first + v * TCUI_MERGE_THREADS;
            if (k < count) {
                out[k] = value[v];
            }
        }
    }
}

template <class Key, class Value>
__global__ void __launch_bounds__(TCUI_MERGE_THREADS)
    merge_tiles(const __grid_constant__ merge_tiles_task<Key, Value> task)
{
    constexpr bool has_values = !std::is_same_v<Value, no_value>;
    constexpr int items = merge_items<Key>;
    __shared__ merge_buffer<Key> buffer;
    __shared__ u16 sources[has_values ? merge_tile<Key> : 1];
    __shared__ u64 border[2];

    const merge_stretch at = find_stretch<true>(task.in, border);
    const int count = at.a_count + at.b_count, first = static_cast<int>(threadIdx.x) * items;
    if (count == 0) {
        return;
    }
    const merge_keys<Key> tile = load_stretch(task.in, at, buffer);
    key_register<Key> merged[items];
    int source[items];
    walk_path<true>(task.in.keys, tile, [&](int k, bool takes_a, int i, int j, key_register<Key> bits) {
        merged[k] = bits;
        source[k] = takes_a ? i : at.a_count + j;
    });
    __syncthreads(); /* all have read the keys in whose place the result comes */

    Key *const result = tile_in_buffer(buffer.bytes, task.keys_out + at.a + at.b);
#pragma unroll
    for (int k = 0; k < items; k++) {
        if (first + k < count) {
            result[first + k] = task.in.keys.key_of(merged[k]);
            if constexpr (has_values) {
                sources[first + k] = static_cast<u16>(source[k]);
            }
        }
    }
    __syncthreads();
    copy_tile(task.keys_out + at.a + at.b, result, 0, count);
    if constexpr (has_values) {
        move_values(task, at, sources);
    }
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_TILES_CUH */
