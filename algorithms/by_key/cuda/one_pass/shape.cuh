/* SPDX-License-Identifier: Apache-2.0 */
/* The shape of a tile: rows of neighbouring elements, of which each thread has `by_key_rows`, its warp's side by side. */
#ifndef TCUI_BY_KEY_CUDA_ONE_PASS_SHAPE_CUH
#define TCUI_BY_KEY_CUDA_ONE_PASS_SHAPE_CUH

#include "algorithms/by_key/cuda/tuning.h"
#include "primitives/tile/lanes.h"

namespace tcu
{

constexpr int by_key_threads = TCUI_BY_KEY_THREADS, by_key_warps = by_key_threads / TCUI_WARP_LANES;
constexpr int by_key_rows = TCUI_BY_KEY_ROWS, row_elements = 4; /* a row of 32-bit elements is one load */
constexpr int by_key_tile = by_key_threads * by_key_rows * row_elements;

/* Element of the tile with which row v of the thread begins: rows of lanes side by side are side by side. */
__device__ __forceinline__ int row_place(int v)
{
    const int warp = threadIdx.x / TCUI_WARP_LANES, lane = threadIdx.x % TCUI_WARP_LANES;
    return ((warp * by_key_rows + v) * TCUI_WARP_LANES + lane) * row_elements;
}

/* A bit for each of the row's elements that is inside an array of which `left` elements are left from the row on. */
__device__ __forceinline__ uint32_t row_mask(uint64_t first, uint64_t n)
{
    return first + row_elements <= n ? 0xfu : first < n ? 0xfu >> (row_elements - static_cast<int>(n - first)) : 0u;
}

} // namespace tcu

#endif /* TCUI_BY_KEY_CUDA_ONE_PASS_SHAPE_CUH */
