/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The merge path on the device (O. Green, R. McColl, D. A. Bader: "GPU Merge Path", ICS 2012): where it crosses a cross
 * diagonal, and the kernel that finds this for the border of each tile. Of an array that is not sorted a crossing means
 * nothing, but lies inside the arrays.
 */
#ifndef TCUI_MERGE_CUDA_MERGE_PATH_CUH
#define TCUI_MERGE_CUDA_MERGE_PATH_CUH

#include "algorithms/merge/backend.h"
#include "primitives/pipeline/key_order.cuh"
#include "primitives/tile/element.cuh"
#include "primitives/tile/lanes.h"
#include "tuning.h"

namespace tcu
{

/* The highest power of two that is no more than x. */
constexpr int power_of_two_within(int x)
{
    return x < 2 ? 1 : 2 * power_of_two_within(x / 2);
}

/* A block's tile: each of its threads has `items` results. */
template <int Threads, int Items>
struct merge_shape {
    static constexpr int threads = Threads, items = Items, tile = Threads * Items;
    /* Of a binary search in it: the shorter one of its two stretches is half of it at most. */
    static constexpr int first_step = power_of_two_within(tile / 2);
};

/* By the width of keys: with values, and of ranks; keys alone; and these where there are few. */
template <class Key>
using pair_shape = merge_shape<TCUI_MERGE_PAIR_THREADS, sizeof(Key) == 1   ? TCUI_MERGE_PAIR_ITEMS_1
                                                        : sizeof(Key) == 2 ? TCUI_MERGE_PAIR_ITEMS_2
                                                        : sizeof(Key) == 4 ? TCUI_MERGE_PAIR_ITEMS_4
                                                                           : TCUI_MERGE_PAIR_ITEMS_8>;
template <class Key>
using wide_shape = std::conditional_t<
    sizeof(Key) == 1, merge_shape<TCUI_MERGE_WIDE_THREADS_1, TCUI_MERGE_WIDE_ITEMS_1>,
    std::conditional_t<
        sizeof(Key) == 2, merge_shape<TCUI_MERGE_WIDE_THREADS_2, TCUI_MERGE_WIDE_ITEMS_2>,
        std::conditional_t<sizeof(Key) == 4, merge_shape<TCUI_MERGE_WIDE_THREADS_4, TCUI_MERGE_WIDE_ITEMS_4>,
                           merge_shape<TCUI_MERGE_WIDE_THREADS_8, TCUI_MERGE_WIDE_ITEMS_8>>>>;
template <class Key>
using narrow_shape = merge_shape<TCUI_MERGE_NARROW_THREADS, sizeof(Key) == 1   ? TCUI_MERGE_NARROW_ITEMS_1
                                                            : sizeof(Key) == 2 ? TCUI_MERGE_NARROW_ITEMS_2
                                                            : sizeof(Key) == 4 ? TCUI_MERGE_NARROW_ITEMS_4
                                                                               : TCUI_MERGE_NARROW_ITEMS_8>;

/* Keys of Key's width as they are stored, and their order. */
template <class Key>
struct ordered_keys {
    sort_order<key_register<Key>> order;

    __device__ __forceinline__ key_register<Key> bits_of(Key x) const
    {
        return order.template bits_of<8 * static_cast<int>(sizeof(Key))>(x);
    }
    __device__ __forceinline__ Key key_of(key_register<Key> bits) const
    {
        return static_cast<Key>(order.template key_of<8 * static_cast<int>(sizeof(Key))>(bits));
    }
};

/* Keys of which the stored bits are the order bits: unsigned integers in ascending order. */
template <class Key>
struct plain_keys {
    __device__ __forceinline__ key_register<Key> bits_of(Key x) const { return x; }
    __device__ __forceinline__ Key key_of(key_register<Key> bits) const { return static_cast<Key>(bits); }
};

/* Of equal keys those of a come first, or those of b. */
template <bool AFirst, class Bits>
__device__ __forceinline__ bool is_before(Bits a, Bits b)
{
    return AFirst ? a <= b : a < b;
}

/* How many elements of a are among the first `diagonal` results. */
template <bool AFirst, class Key, class Index>
__device__ __forceinline__ Index cross_path(const ordered_keys<Key> &keys, const Key *a, Index a_n, const Key *b,
                                            Index b_n, Index diagonal)
{
    Index low = diagonal > b_n ? diagonal - b_n : 0, high = min(diagonal, a_n);
    while (low < high) {
        const Index i = low + (high - low) / 2;
        const bool before = is_before<AFirst>(keys.bits_of(a[i]), keys.bits_of(b[diagonal - 1 - i]));
        low = before ? i + 1 : low;
        high = before ? high : i;
    }
    return low;
}

/*
 * The same by a warp, which calls it together: each step looks at so many places side by side that the range is divided by
 * one more. A warp has few steps to wait for, but reads more than a thread does: for few borders. (Of arrays that are not
 * sorted no more than the places in front of the first one that says no count, so that the result is in the range.)
 */
template <bool AFirst, class Key>
__device__ __forceinline__ u64 warp_cross_path(const ordered_keys<Key> &keys, const Key *a, u64 a_n, const Key *b,
                                               u64 b_n, u64 diagonal)
{
    constexpr int probes = TCUI_MERGE_LANE_PROBES;
    constexpr unsigned parts = TCUI_WARP_LANES * probes + 1;
    const unsigned lane = threadIdx.x % TCUI_WARP_LANES;
    u64 low = diagonal > b_n ? diagonal - b_n : 0, high = min(diagonal, a_n);
    while (low < high) {
        const u64 part = (high - low) / parts + 1;
        bool before[probes];
#pragma unroll
        for (int p = 0; p < probes; p++) {
            const u64 at = low + (static_cast<u64>(p * TCUI_WARP_LANES) + lane + 1) * part - 1;
            before[p] = at < high && is_before<AFirst>(keys.bits_of(a[at]), keys.bits_of(b[diagonal - 1 - at]));
        }
        unsigned in_front = 0;
        bool all = true;
#pragma unroll
        for (int p = 0; p < probes; p++) {
            const unsigned no = ~__ballot_sync(all_lanes, before[p]);
            in_front += all ? (no == 0 ? TCUI_WARP_LANES : __ffs(static_cast<int>(no)) - 1) : 0;
            all = all && no == 0;
        }
        low += in_front * part;
        high = min(high, low + part - 1);
    }
    return low;
}

/* Two arrays and how many elements they have: in a kernel's arguments the capacities. */
template <class Key>
struct merge_inputs {
    const Key *a, *b;
    u64 a_n, b_n;
    const u64 *a_count, *b_count; /* or nullptr */
    ordered_keys<Key> keys;
    const u64 *borders; /* elements of a before each tile; or nullptr: blocks find them */

    __device__ __forceinline__ u64 a_length() const { return a_count != nullptr ? min(a_n, *a_count) : a_n; }
    __device__ __forceinline__ u64 b_length() const { return b_count != nullptr ? min(b_n, *b_count) : b_n; }
};

/* borders[t] of tiles t = 0 ... tiles, of `tile` results each. */
template <class Key, bool AFirst>
__global__ void __launch_bounds__(TCUI_MERGE_BORDER_THREADS)
    find_borders(const __grid_constant__ merge_inputs<Key> in, u64 *borders, u64 tiles, u64 tile)
{
    const u64 t = static_cast<u64>(blockIdx.x) * TCUI_MERGE_BORDER_THREADS + threadIdx.x;
    if (t > tiles) {
        return;
    }
    const u64 a_n = in.a_length(), b_n = in.b_length();
    borders[t] = cross_path<AFirst, Key, u64>(in.keys, in.a, a_n, in.b, b_n, min(t * tile, a_n + b_n));
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_MERGE_PATH_CUH */
