/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tile of the merge path: the stretches of both arrays between two of its cross diagonals, in shared memory, and the
 * run of results that a thread walks along it.
 */
#ifndef TCUI_MERGE_CUDA_TILE_CUH
#define TCUI_MERGE_CUDA_TILE_CUH

#include "merge_path.cuh"
#include "primitives/pipeline/tile_copy.cuh"
#include "primitives/tile/instructions.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

/* Where a block's tile is. */
struct merge_stretch {
    u64 a, b;             /* elements before it */
    int a_count, b_count; /* elements of it; both 0: there is none */
    u64 next_b;           /* elements of b before the next tile; of arrays that are not sorted they may leave a gap */
};

/* Room for the keys of both arrays at any phases, for a thread's results more of each, and for a key in front of them. */
template <class Key, class Shape>
struct alignas(copy_vector_bytes) merge_buffer {
    char bytes[(Shape::tile + 2 * Shape::items) * sizeof(Key) + 6 * copy_vector_bytes];
};

/* The block's tile; call by all its threads. `border` is shared memory. */
template <bool AFirst, class Shape, class Key>
__device__ __forceinline__ merge_stretch find_stretch(const merge_inputs<Key> &in, u64 *border)
{
    const u64 a_n = in.a_length(), b_n = in.b_length(), n = a_n + b_n;
    const u64 begin = static_cast<u64>(blockIdx.x) * Shape::tile;
    if (begin >= n) {
        return {};
    }
    const u64 end = begin + min(n - begin, static_cast<u64>(Shape::tile));
    u64 first, last;
    if (in.borders != nullptr) {
        first = in.borders[blockIdx.x];
        last = in.borders[blockIdx.x + 1];
    } else {
        /* Two warps search, each for a border of its own. */
        const unsigned warp = threadIdx.x / TCUI_WARP_LANES;
        if (warp < 2) {
            const u64 crossing = warp_cross_path<AFirst>(in.keys, in.a, a_n, in.b, b_n, warp == 0 ? begin : end);
            if (threadIdx.x % TCUI_WARP_LANES == 0) {
                border[warp] = crossing;
            }
        }
        __syncthreads();
        first = border[0];
        last = border[1];
    }
    /* (Of arrays that are not sorted borders may be in any order.) */
    const u64 least = max(first, end > b_n ? end - b_n : 0), most = min(first + (end - begin), a_n);
    const u64 next_b = end - last;
    last = min(max(last, least), most);
    const int a_count = static_cast<int>(last - first);
    return {first, begin - first, a_count, static_cast<int>(end - begin) - a_count, next_b};
}

/* Keys of both stretches in shared memory. */
template <class Key>
struct merge_keys {
    const Key *a, *b;
    int a_count, b_count;
};

/*
 * Begins to load elements [at, at + count) of an array of n, whose first one comes to `to`, at the same phase modulo 16
 * bytes; all vectors are in flight at once. Whole vectors are loaded: elements beside the stretch with it, but none from
 * outside of the array.
 */
template <class Shape, class Key>
__device__ __forceinline__ void load_enclosing(Key *to, const Key *array, u64 n, u64 at, int count)
{
    constexpr int per_vector = copy_vector_bytes / static_cast<int>(sizeof(Key));
    const int phase = static_cast<int>(reinterpret_cast<uintptr_t>(array + at) % copy_vector_bytes / sizeof(Key));
    const int in_front = static_cast<int>(min(at, static_cast<u64>(phase)));
    const int behind = static_cast<int>(min(n - at, static_cast<u64>(count + per_vector)));
    const Key *const from = array + at;
    for (int i = static_cast<int>(threadIdx.x) * per_vector - phase; i < count; i += Shape::threads * per_vector) {
        if (i >= -in_front && i + per_vector <= behind) {
            copy_vector_async(to + i, from + i);
        } else {
            for (int k = max(i, 0); k < min(i + per_vector, count); k++) {
                to[k] = from[k];
            }
        }
    }
}

/* Loads the stretches' keys, and behind them `more` keys of each array, or, where it ends, keys behind which none comes.
 * Call by all threads of the block, which then wait for each other. */
template <class Shape, class Key>
__device__ __forceinline__ merge_keys<Key> load_stretch(const merge_inputs<Key> &in, const merge_stretch &at, int more,
                                                        merge_buffer<Key, Shape> &buffer)
{
    char *const bytes = buffer.bytes + copy_vector_bytes;
    Key *const a = tile_in_buffer(bytes, in.a + at.a);
    const auto a_bytes = static_cast<int>(reinterpret_cast<char *>(a + at.a_count + Shape::items) - bytes);
    /* (The vectors that enclose a's keys end where those of b begin, or before.) */
    Key *const b =
        tile_in_buffer(bytes + (a_bytes + copy_vector_bytes - 1) / copy_vector_bytes * copy_vector_bytes, in.b + at.b);
    const u64 a_n = in.a_length(), b_n = in.b_length();
    const int a_wanted = at.a_count + more, b_wanted = at.b_count + more;
    const int a_there = static_cast<int>(min(a_n - at.a, static_cast<u64>(a_wanted)));
    const int b_there = static_cast<int>(min(b_n - at.b, static_cast<u64>(b_wanted)));
    load_enclosing<Shape>(a, in.a, a_n, at.a, a_there);
    load_enclosing<Shape>(b, in.b, b_n, at.b, b_there);
    const Key last = in.keys.key_of(static_cast<Key>(~static_cast<Key>(0)));
    const int thread = static_cast<int>(threadIdx.x);
    if (thread < a_wanted - a_there) {
        a[a_there + thread] = last;
    }
    if (thread < b_wanted - b_there) {
        b[b_there + thread] = last;
    }
    wait_for_vector_copies();
    __syncthreads();
    return {a, b, at.a_count, at.b_count};
}

/*
 * Walks the thread's results of a tile: visit(k, takes_a, i, j, bits) for the k-th of them, which has these order bits
 * and is element i of a's stretch, or element j of b's; behind i of a's and j of b's. Behind the tile's last result it
 * takes elements of a that are none: without a branch, lanes stay together.
 */
template <bool AFirst, class Shape, class Key, class Visit>
__device__ __forceinline__ void walk_path(const ordered_keys<Key> &keys, const merge_keys<Key> &tile, Visit visit)
{
    constexpr int items = Shape::items;
    const int first = min(static_cast<int>(threadIdx.x) * items, tile.a_count + tile.b_count);
    int i = cross_path<AFirst, Key, int>(keys, tile.a, tile.a_count, tile.b, tile.b_count, first), j = first - i;
    key_register<Key> x = keys.bits_of(tile.a[i]), y = keys.bits_of(tile.b[j]);
#pragma unroll
    for (int k = 0; k < items; k++) {
        const bool has_a = i < tile.a_count, has_b = j < tile.b_count;
        const bool takes_a = (!has_b) | (has_a & is_before<AFirst>(x, y));
        visit(k, takes_a, i, j, takes_a ? x : y);
        i += takes_a ? 1 : 0;
        j += takes_a ? 0 : 1;
        const key_register<Key> next = keys.bits_of(*(takes_a ? tile.a + i : tile.b + j));
        x = takes_a ? next : x;
        y = takes_a ? y : next;
    }
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_TILE_CUH */
