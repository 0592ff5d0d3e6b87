/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Merges of keys alone: a block merges a tile. The stretches in shared memory go on behind the tile by as many keys as a
 * thread has results, or by keys behind which none comes: so a walk never asks what an array has left. Keys of the same
 * order bits are the same key, and so a result is the lesser of two, whichever array it is from: only the place of the
 * next key depends on the comparison.
 */
#ifndef TCUI_MERGE_CUDA_KEYS_CUH
#define TCUI_MERGE_CUDA_KEYS_CUH

#include "tile.cuh"

namespace tcu
{

template <class Key>
struct merge_keys_task {
    merge_inputs<Key> in;
    Key *keys_out;
};

/*
 * Where the path crosses diagonal d of the tile: elements of a in front of it. The steps are the same for all threads: one
 * that would lead behind the range looks at the range's last place, which says as much. (Of an empty range that is the
 * place in front of it, of which nothing comes.)
 */
template <class Shape, class Order, class Key>
__device__ __forceinline__ int cross_tile(const Order &keys, const merge_keys<Key> &tile, int d)
{
    const int least = max(d - tile.b_count, 0), range = min(d, tile.a_count) - least;
    const Key *const a = tile.a + least, *const b = tile.b + (d - least);
    int at = 0;
#pragma unroll
    for (int step = Shape::first_step; step > 0; step /= 2) {
        const int next = min(at + step, range);
        at = is_before<true>(keys.bits_of(a[next - 1]), keys.bits_of(b[-next])) ? next : at;
    }
    return least + at;
}

/* The thread's results, in its place of the tile in `result`: all that it has of keys is read before it is written. */
template <class Shape, class Order, class Key>
__device__ __forceinline__ void merge_run(const Order &keys, const merge_keys<Key> &tile, Key *result)
{
    constexpr int items = Shape::items;
    const int count = tile.a_count + tile.b_count, first = static_cast<int>(threadIdx.x) * items;
    const int d = min(first, count), i = cross_tile<Shape>(keys, tile, d);
    const Key *front_at = tile.a + i, *other_at = tile.b + (d - i);
    key_register<Key> front = keys.bits_of(*front_at), other = keys.bits_of(*other_at), merged[items];
#pragma unroll
    for (int k = 0; k < items; k++) {
        const bool takes_front = front <= other;
        merged[k] = takes_front ? front : other;
        if (k + 1 < items) {
            /* `front` is of the array that the last result was from. */
            const Key *const taken = takes_front ? front_at : other_at;
            other_at = takes_front ? other_at : front_at;
            other = takes_front ? other : front;
            front_at = taken + 1;
            front = keys.bits_of(*front_at);
        }
    }
    __syncthreads(); /* all have read the keys in whose place the result comes */
    if (count == Shape::tile) {
#pragma unroll
        for (int k = 0; k < items; k++) {
            result[first + k] = keys.key_of(merged[k]);
        }
    } else {
#pragma unroll
        for (int k = 0; k < items; k++) {
            if (first + k < count) {
                result[first + k] = keys.key_of(merged[k]);
            }
        }
    }
    __syncthreads();
}

template <class Key, class Shape>
__global__ void __launch_bounds__(Shape::threads) merge_tiles(const __grid_constant__ merge_keys_task<Key> task)
{
    __shared__ merge_buffer<Key, Shape> buffer;
    __shared__ u64 border[2];

    const merge_stretch at = find_stretch<true, Shape>(task.in, border);
    const int count = at.a_count + at.b_count;
    if (count == 0) {
        return;
    }
    const merge_keys<Key> tile = load_stretch<Shape>(task.in, at, Shape::items, buffer);
    Key *const result = tile_in_buffer(buffer.bytes, task.keys_out + at.a + at.b);
    if (task.in.keys.order.changes) {
        merge_run<Shape>(task.in.keys, tile, result);
    } else {
        merge_run<Shape>(plain_keys<Key>(), tile, result);
    }
    copy_tile(task.keys_out + at.a + at.b, result, 0, count);
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_KEYS_CUH */
