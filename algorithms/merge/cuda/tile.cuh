/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tile of the merge path: the stretches of both arrays between two of its cross diagonals, in shared memory, and the
 * run of results that a thread walks along it.
 */
#ifndef TCUI_MERGE_CUDA_TILE_CUH
#define TCUI_MERGE_CUDA_TILE_CUH

#include "merge_path.cuh"
#include "primitives/pipeline/tile_copy.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

/* Where a block's tile is. */
struct merge_stretch {
    u64 a, b;             /* elements before it */
    int a_count, b_count; /* elements of it; both 0: there is none */
};

/* Room for the keys of both arrays at any phases, and for as many behind them as a walk of no results reads. */
template <class Key>
struct alignas(copy_vector_bytes) merge_buffer {
    char bytes[(merge_tile<Key> + merge_items<Key>)*sizeof(Key) + 4 * copy_vector_bytes];
};

/* The block's tile; call by all its threads. `border` is shared memory. */
template <bool AFirst, class Key>
__device__ __forceinline__ merge_stretch find_stretch(const merge_inputs<Key> &in, u64 *border)
{
    const u64 a_n = in.a_length(), b_n = in.b_length(), n = a_n + b_n;
    const u64 begin = static_cast<u64>(blockIdx.x) * merge_tile<Key>;
    if (begin >= n) {
        return {};
    }
    const u64 end = begin + min(n - begin, static_cast<u64>(merge_tile<Key>));
    u64 first, last;
    if (in.borders != nullptr) {
        first = in.borders[blockIdx.x];
        last = in.borders[blockIdx.x + 1];
    } else {
        /* Two warps search, each for a border of its own. */
        if (threadIdx.x == 0 || threadIdx.x == TCUI_WARP_LANES) {
            border[threadIdx.x == 0 ? 0 : 1] =
                cross_path<AFirst, Key, u64>(in.keys, in.a, a_n, in.b, b_n, threadIdx.x == 0 ? begin : end);
        }
        __syncthreads();
        first = border[0];
        last = border[1];
    }
    /* (Of arrays that are not sorted borders may be in any order.) */
    const u64 least = max(first, end > b_n ? end - b_n : 0), most = min(first + (end - begin), a_n);
    last = min(max(last, least), most);
    const int a_count = static_cast<int>(last - first);
    return {first, begin - first, a_count, static_cast<int>(end - begin) - a_count};
}

/* Keys of a stretch in shared memory. */
template <class Key>
struct merge_keys {
    const Key *a, *b;
    int a_count, b_count;
};

/* Loads them; call by all threads of the block, which then wait for each other. */
template <class Key>
__device__ __forceinline__ merge_keys<Key> load_stretch(const merge_inputs<Key> &in, const merge_stretch &at,
                                                        merge_buffer<Key> &buffer)
{
    Key *const a = tile_in_buffer(buffer.bytes, in.a + at.a);
    char *const behind_a = reinterpret_cast<char *>(a + at.a_count + 1);
    const auto offset = static_cast<int>(behind_a - buffer.bytes);
    Key *const b = tile_in_buffer(
        buffer.bytes + (offset + copy_vector_bytes - 1) / copy_vector_bytes * copy_vector_bytes, in.b + at.b);
    copy_tile(a, in.a + at.a, 0, at.a_count);
    copy_tile(b, in.b + at.b, 0, at.b_count);
    __syncthreads();
    return {a, b, at.a_count, at.b_count};
}

/*
 * Walks the thread's results of a tile: visit(k, takes_a, i, j, bits) for the k-th of them, which has these order bits
 * and is element i of a's stretch, or element j of b's; behind i of a's and j of b's. Behind the tile's last result it
 * takes elements of a that are none: without a branch, lanes stay together.
 */
template <bool AFirst, class Key, class Visit>
__device__ __forceinline__ void walk_path(const ordered_keys<Key> &keys, const merge_keys<Key> &tile, Visit visit)
{
    constexpr int items = merge_items<Key>;
    const int first = min(static_cast<int>(threadIdx.x) * items, tile.a_count + tile.b_count);
    int i = cross_path<AFirst, Key, int>(keys, tile.a, tile.a_count, tile.b, tile.b_count, first), j = first - i;
    key_register<Key> x = keys.bits_of(tile.a[i]), y = keys.bits_of(tile.b[j]);
#pragma unroll
    for (int k = 0; k < items; k++) {
        const bool has_a = i < tile.a_count, has_b = j < tile.b_count;
        const bool takes_a = !has_b | (has_a & is_before<AFirst>(x, y));
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
