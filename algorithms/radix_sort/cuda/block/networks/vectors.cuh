/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bare keys in segments of exactly Items * Lanes, at multiples of 16 bytes: each lane's keys are whole vectors, so they
 * need neither places nor shared memory.
 */
#ifndef TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_VECTORS_CUH
#define TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_VECTORS_CUH

#include "item.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/pipeline/network/network.cuh"
#include "tuning.h"

namespace tcu
{

/* Keys are as wide as their items. The last segment may be shorter. Counted: of `most` keys there are *length. (Else a
 * thread finds its part while the previous kernel runs.) */
template <class Item, int Items, int Lanes, bool Counted>
__global__ void __launch_bounds__(network_vector_threads)
    sort_vector_segments(const __grid_constant__ tcui_block_sort sort, uint64_t most, const uint64_t *length)
{
    constexpr int vectors = Items * static_cast<int>(sizeof(Item) / sizeof(uint32_t)) / 4;
    union {
        uint4 vector[vectors];
        Item key[Items];
    };
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    const uint64_t thread = static_cast<uint64_t>(blockIdx.x) * network_vector_threads + threadIdx.x;
    const uint64_t first = thread * Items;
    if constexpr (Counted) {
        let_next_kernel_begin();
        wait_for_previous_kernel(); /* which may have written *length */
    }
    const uint64_t n = Counted ? length_now(most, length) : most;
    const bool is_whole = first + Items <= n;
    const int count = is_whole ? Items : first < n ? static_cast<int>(n - first) : 0;
    const Item *in = static_cast<const Item *>(sort.keys_in) + first;
    let_next_kernel_begin();
    wait_for_previous_kernel();
    if (is_whole) {
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            vector[v] = reinterpret_cast<const uint4 *>(in)[v];
        }
    } else {
#pragma unroll
        for (int i = 0; i < Items; i++) {
            key[i] = i < count ? in[i] : Item(0);
        }
    }
    Item x[Items];
#pragma unroll
    for (int i = 0; i < Items; i++) {
        x[i] = i < count ? make_item<Item>(sort, key[i], 0) : last_item<Item>();
    }
    sort_in_thread(x);
    merge_threads(x, lane, Lanes);
#pragma unroll
    for (int i = 0; i < Items; i++) {
        key[i] = key_of_item<Item, Item>(sort, x[i]);
    }
    Item *out = static_cast<Item *>(sort.keys_out) + first;
    if (is_whole) {
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            reinterpret_cast<uint4 *>(out)[v] = vector[v];
        }
    } else {
#pragma unroll
        for (int i = 0; i < Items; i++) {
            if (i < count) {
                out[i] = key[i];
            }
        }
    }
}

} // namespace tcu

#endif /* TCUI_RADIX_SORT_CUDA_BLOCK_NETWORKS_VECTORS_CUH */
