/* SPDX-License-Identifier: Apache-2.0 */
/* The shape of a tile: rows of neighbouring elements, of which each thread has `by_key_rows`, its warp's side by
 * side. */
#ifndef TCUI_BY_KEY_CUDA_ONE_PASS_SHAPE_CUH
#define TCUI_BY_KEY_CUDA_ONE_PASS_SHAPE_CUH

#include "algorithms/by_key/cuda/tuning.h"
#include "primitives/tile/lanes.h"

namespace tcu
{

constexpr int by_key_threads = TCUI_BY_KEY_THREADS, by_key_warps = by_key_threads / TCUI_WARP_LANES;
constexpr int by_key_rows = TCUI_BY_KEY_ROWS, row_elements = 4; /* a row of 32-bit elements is one load */
constexpr int by_key_tile = by_key_threads * by_key_rows * row_elements;
static_assert(by_key_rows == 4 && row_elements == 4, "bits of a thread's elements are four bytes");

/* Element of the tile with which row v of the thread begins: rows of lanes side by side are side by side. */
__device__ __forceinline__ int row_place(int v)
{
    const int warp = threadIdx.x / TCUI_WARP_LANES, lane = threadIdx.x % TCUI_WARP_LANES;
    return ((warp * by_key_rows + v) * TCUI_WARP_LANES + lane) * row_elements;
}

/* How many of a tile's elements are inside the array. */
__device__ __forceinline__ int tile_length(uint64_t begin, uint64_t n)
{
    return static_cast<int>(min(n - begin, static_cast<uint64_t>(by_key_tile)));
}

/*
 * Bits of a thread's elements: bit i of byte v is that of element i of row v. These are set for elements among the
 * tile's first `length`.
 */
__device__ __forceinline__ uint32_t bits_inside(int length)
{
    uint32_t bits = 0;
#pragma unroll
    for (int v = 0; v < by_key_rows; v++) {
        bits |= ((1u << max(0, min(length - row_place(v), row_elements))) - 1u) << (8 * v);
    }
    return length == by_key_tile ? 0x0f0f0f0fu : bits;
}

/* How many there are in each byte, of which upper halves are 0. */
__device__ __forceinline__ uint32_t count_in_bytes(uint32_t bits)
{
    const uint32_t pairs = bits - (bits >> 1 & 0x55555555u);
    return (pairs & 0x33333333u) + (pairs >> 2 & 0x33333333u);
}

} // namespace tcu

#endif /* TCUI_BY_KEY_CUDA_ONE_PASS_SHAPE_CUH */
