/* SPDX-License-Identifier: Apache-2.0 */
/* Taps of one axis: which results a warp makes, some tiles of a line, and what products did not give of them. */
#ifndef TCUI_STENCIL_MATRIX_LINE_PLACE_CUH
#define TCUI_STENCIL_MATRIX_LINE_PLACE_CUH

#include "algorithms/stencil/cuda/coordinates.cuh"
#include "results.cuh"

namespace tcu
{

constexpr int line_threads = TCUI_STENCIL_MATRIX_THREADS, line_warps = line_threads / TCUI_WARP_LANES;
constexpr int line_tiles = TCUI_STENCIL_MATRIX_LINE_TILES, line_results = line_tiles * tile_results;

/* Elements of the windows of a warp. */
__host__ __device__ constexpr int line_elements(int steps)
{
    return line_results + 16 * steps - 8;
}

/* Where a warp's results are. */
template <class T>
struct line_place {
    const T *in; /* of the image */
    T *out;
    int64_t i0, i1, x;
};

/* Here sweep.tiles are groups of line_tiles of a line; groups and strips are axes 1 and 0. */
template <class T>
__device__ __forceinline__ line_place<T> line_place_of(const matrix_sweep<T> &sweep, uint64_t warp)
{
    const grid<T> &g = sweep.grid;
    line_place<T> place;
    place.x = take_coordinate_of_few(warp, sweep.tiles) * line_results;
    place.i1 = take_coordinate_of_few(warp, sweep.groups);
    place.i0 = take_coordinate_of_few(warp, sweep.strips);
    const int64_t copy = take_coordinate_of_few(warp, g.copies), batch = static_cast<int64_t>(warp);
    place.in = g.in + batch * g.in_batch_stride + copy * g.in_copy_stride;
    place.out = g.out + batch * g.out_batch_stride + copy * g.out_copy_stride;
    return place;
}

/* To the next results, which are number `warp`. */
template <class T>
__device__ __forceinline__ void advance(const matrix_sweep<T> &sweep, line_place<T> &place, uint64_t warp)
{
    place.x += line_results;
    if (place.x < sweep.grid.axes[2].out) {
        return;
    }
    place.x = 0;
    if (++place.i1 == sweep.groups) {
        place = line_place_of(sweep, warp);
    }
}

template <class T>
__device__ __forceinline__ const T *line_in(const matrix_sweep<T> &sweep, const line_place<T> &place)
{
    return place.in + place.i0 * sweep.grid.axes[0].in_stride + place.i1 * sweep.grid.axes[1].in_stride;
}

/* The warp's results on the line. */
template <class T>
__device__ __forceinline__ T *line_out(const matrix_sweep<T> &sweep, const line_place<T> &place)
{
    return place.out + place.i0 * sweep.grid.axes[0].out_stride + place.i1 * sweep.grid.axes[1].out_stride + place.x;
}

/* Whether all that a warp reads and writes is inside of the line. */
template <class T>
__device__ __forceinline__ bool is_line_inside(const matrix_sweep<T> &sweep, const line_place<T> &place)
{
    return is_inside(sweep, place.x, line_tiles, line_elements(sweep.steps));
}

/* `flags`: a bit for each tile, whether the results that finish_tile() gives to the lane are made again by the formula. */
template <class T>
__device__ __forceinline__ void finish_line(const matrix_sweep<T> &sweep, const line_place<T> &place, uint32_t flags,
                                            int lane)
{
#pragma unroll 1
    for (int tile = 0; tile < line_tiles; tile++) {
        const int64_t first[TCUI_AXES] = {place.i0, place.i1, place.x + tile * tile_results};
        finish_tile(sweep, place.in, place.out, first, (flags >> tile & 1) != 0, lane);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_LINE_PLACE_CUH */
