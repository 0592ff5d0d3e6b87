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
#include "tuning.h"

namespace tcu
{

template <class Key>
constexpr int merge_items = sizeof(Key) == 1   ? TCUI_MERGE_ITEMS_1
                            : sizeof(Key) == 2 ? TCUI_MERGE_ITEMS_2
                            : sizeof(Key) == 4 ? TCUI_MERGE_ITEMS_4
                                               : TCUI_MERGE_ITEMS_8;
template <class Key>
constexpr int merge_tile = TCUI_MERGE_THREADS * merge_items<Key>;

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

/* borders[t] of tiles t = 0 ... tiles. */
template <class Key, bool AFirst>
__global__ void __launch_bounds__(TCUI_MERGE_BORDER_THREADS)
    find_borders(const __grid_constant__ merge_inputs<Key> in, u64 *borders, u64 tiles)
{
    const u64 t = static_cast<u64>(blockIdx.x) * TCUI_MERGE_BORDER_THREADS + threadIdx.x;
    if (t > tiles) {
        return;
    }
    const u64 a_n = in.a_length(), b_n = in.b_length();
    borders[t] = cross_path<AFirst, Key, u64>(in.keys, in.a, a_n, in.b, b_n, min(t * merge_tile<Key>, a_n + b_n));
}

} // namespace tcu

#endif /* TCUI_MERGE_CUDA_MERGE_PATH_CUH */
