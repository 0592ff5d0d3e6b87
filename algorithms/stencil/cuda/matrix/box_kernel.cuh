/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boxes of two and three axes on the matrix unit. A warp has a tile of 128 results of some neighbouring lines, and goes
 * down the slowest axis of the box. Each row of windows it loads is one fragment of A, straight from memory, and is
 * multiplied with the bands of all taps along that axis: sums of as many rows of results rotate through registers, the
 * oldest of which is complete and stored. No results and no windows pass through shared memory (after Y. Chen et al.:
 * "ConvStencil: Transform Stencil Computation to Matrix Multiplication on Tensor Cores", PPoPP'24, whose windows do).
 *
 * Where an element is infinite or NaN, its product with a zero of a band would be NaN in sums whose footprint it is not in.
 * Results of such rows are computed again by the formula once the warp has gone down, when results that keep their values
 * are put into their places, too.
 */
#ifndef TCUI_STENCIL_MATRIX_BOX_KERNEL_CUH
#define TCUI_STENCIL_MATRIX_BOX_KERNEL_CUH

#include "box_strip.cuh"

namespace tcu
{

/* Of the lane's results those that keep their values, and flagged rows by the formula. */
template <class Box, class T>
__device__ __forceinline__ void finish_box(const matrix_sweep<T> &sweep, const box_place &place, int shift,
                                           uint32_t flags, int lane)
{
    const grid<T> &g = sweep.grid;
    const int64_t lines = g.axes[Box::beside_axis].out;
    const T *const in = g.in + place.batch * g.in_batch_stride + place.copy * g.in_copy_stride;
    T *const out = g.out + place.batch * g.out_batch_stride + place.copy * g.out_copy_stride;
#pragma unroll 1
    for (int row = 0; row < place.rows; row++) {
        const int64_t i = place.row + row;
        const bool is_flagged = (flags >> ((row + Box::down - 1) / Box::turn >> shift) & 1) != 0;
#pragma unroll 1
        for (int64_t j = place.line; j < place.line + Box::out_lines && j < lines; j++) {
            const int64_t tile[TCUI_AXES] = {Box::down_axis == 0 ? i : j, Box::down_axis == 0 ? j : i, place.x};
            finish_tile(sweep, in, out, tile, is_flagged, lane);
        }
    }
}

/* `Whole`: how windows inside of lines are loaded. */
template <class Box, loading Whole, class T>
__global__ void __launch_bounds__(box_threads, Box::blocks)
    stencil_box_kernel(const __grid_constant__ matrix_sweep<T> sweep)
{
    const int lane = static_cast<int>(threadIdx.x) % TCUI_WARP_LANES;
    const box_bands<Box> bands(sweep.bands, lane);
    constexpr int warps = box_threads / TCUI_WARP_LANES;
    const uint64_t warp = static_cast<uint64_t>(blockIdx.x) * warps + threadIdx.x / TCUI_WARP_LANES;
    if (warp >= sweep.warps) {
        return;
    }
    const box_place place = place_of<Box>(sweep, warp);
    constexpr int bits = 32;
    int shift = 0;
    while (bits << shift < (place.rows + Box::down - 1) / Box::turn + 1) {
        shift++;
    }
    const bool is_inside = is_inside_grid<Box>(sweep, place);
    uint32_t flags;
    if (is_inside) {
        flags = box_strip<Box, Whole, T>(sweep, place, Whole == loading::vectors, lane).run(bands, shift);
    } else {
        flags = box_strip<Box, loading::elements, T>(sweep, place, Whole == loading::vectors, lane).run(bands, shift);
    }
    /* (Other lanes may have written what a lane finishes.) */
#pragma unroll
    for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
        flags |= __shfl_xor_sync(all_lanes, flags, distance);
    }
    __syncwarp();
    if (flags != 0 || (!is_inside && has_kept_results(sweep.grid))) {
        finish_box<Box>(sweep, place_of<Box>(sweep, warp), shift, flags, lane);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_BOX_KERNEL_CUH */
