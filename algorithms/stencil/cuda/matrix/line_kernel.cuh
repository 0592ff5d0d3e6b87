/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taps of one axis on the matrix unit: bands of 16 elements of a window lie in shared memory, and each serves four tiles of
 * 128 results of a warp. Windows are loaded straight from memory; neighbouring steps read the same lines of the cache.
 */
#ifndef TCUI_STENCIL_MATRIX_LINE_KERNEL_CUH
#define TCUI_STENCIL_MATRIX_LINE_KERNEL_CUH

#include "algorithms/stencil/cuda/coordinates.cuh"
#include "primitives/tile/instructions.cuh"
#include "results.cuh"
#include "windows.cuh"

namespace tcu
{

constexpr int line_threads = TCUI_STENCIL_MATRIX_THREADS, line_tiles = TCUI_STENCIL_MATRIX_LINE_TILES;
/* (Of windows that are put together of words one step has enough loads.) */
template <loading How>
constexpr int line_unroll = How == loading::words ? 1 : TCUI_STENCIL_MATRIX_LINE_UNROLL;

/* Elements of the windows of a warp. */
__host__ __device__ constexpr int line_buffered(int steps)
{
    return line_tiles * tile_results + 16 * steps - 8;
}

/* Bands, and a buffer for each warp. */
template <class T>
constexpr size_t line_shared_bytes(int steps)
{
    return steps * TCUI_WARP_LANES * sizeof(uint4) +
           line_threads / TCUI_WARP_LANES * window_buffer<T>::bytes_of(line_buffered(steps));
}

/* Where a warp's results are. */
template <class T>
struct line_place {
    const T *in;
    T *out; /* of the image */
    int64_t i0, i1, x;
};

/* Returns a bit for each tile: whether results of the lane in it are to be repaired. */
template <loading How, class T>
__device__ __forceinline__ uint32_t sweep_lines(const matrix_sweep<T> &sweep, const line_place<T> &place,
                                                const uint4 *bands, int lane)
{
    const grid<T> &g = sweep.grid;
    const T *windows_of_line = place.in + place.i0 * g.axes[0].in_stride + place.i1 * g.axes[1].in_stride;
    const int64_t first = place.x + sweep.first_x;
    if constexpr (How == loading::elements) {
        const int count = line_buffered(sweep.steps);
        const window_buffer<T> buffer(dynamic_shared_memory() + sweep.steps * TCUI_WARP_LANES * sizeof(uint4) +
                                          threadIdx.x / TCUI_WARP_LANES * window_buffer<T>::bytes_of(count),
                                      count);
        buffer.map(g.axes[2], first, lane);
        buffer.fill(g, {windows_of_line, 0}, lane);
        windows_of_line = buffer.elements;
    } else {
        windows_of_line += first;
    }
    const T *own = windows_of_line + own_window<T>(lane);
    window_scale scale;
    if constexpr (is_split<T>) {
        scale.find(windows_of_line, line_buffered(sweep.steps), lane);
    }
    f32 high[line_tiles][4] = {}, low[line_tiles][4] = {};
#pragma unroll line_unroll < How>
    for (int step = 0; step < sweep.steps; step++, own += 16) {
        const uint4 band = bands[step * TCUI_WARP_LANES + lane];
        uint32_t windows[line_tiles][words_of_pair<T> * 4];
#pragma unroll
        for (int tile = 0; tile < line_tiles; tile++) {
            load_windows<How, 2>(own + tile * tile_results, lane, windows[tile]);
        }
#pragma unroll
        for (int tile = 0; tile < line_tiles; tile++) {
            if constexpr (is_split<T>) {
                uint32_t high_windows[4], low_windows[4];
                scale.split(windows[tile], high_windows, low_windows);
                multiply_band<T>(low[tile], low_windows, {band.x, band.y});
                multiply_band<T>(low[tile], high_windows, {band.z, band.w});
                multiply_band<T>(high[tile], high_windows, {band.x, band.y});
            } else {
                multiply_band<T>(low[tile], windows[tile], {band.z, band.w});
                multiply_band<T>(high[tile], windows[tile], {band.x, band.y});
            }
        }
    }
    const int64_t x = place.x + own_result(lane);
    T *const out = place.out + place.i0 * g.axes[0].out_stride + place.i1 * g.axes[1].out_stride + x;
    uint32_t flags = 0;
#pragma unroll
    for (int tile = 0; tile < line_tiles; tile++) {
        f32 sums[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            sums[i] = high[tile][i] + low[tile][i];
        }
        if constexpr (How == loading::elements) {
            store_tile(sweep, out + tile * tile_results, written_results(g.axes[2], x + tile * tile_results), sums,
                       scale.inverse());
        } else {
            store_whole_tile<How>(sweep, out + tile * tile_results, sums, scale.inverse());
        }
        flags |= has_no_number(sums) ? 1u << tile : 0;
    }
    return flags;
}

/* Warps take tiles in turns. Here sweep.tiles are groups of line_tiles of a line; groups and parts are axes 1 and 0. */
template <loading Whole, class T>
__global__ void __launch_bounds__(line_threads, TCUI_STENCIL_MATRIX_LINE_RESIDENT)
    stencil_line_kernel(const __grid_constant__ matrix_sweep<T> sweep)
{
    const grid<T> &g = sweep.grid;
    const int lane = static_cast<int>(threadIdx.x) % TCUI_WARP_LANES;
    uint4 *const bands = reinterpret_cast<uint4 *>(dynamic_shared_memory());
    for (int i = static_cast<int>(threadIdx.x); i < sweep.steps * TCUI_WARP_LANES; i += line_threads) {
        bands[i] = sweep.bands[i];
    }
    __syncthreads();
    constexpr int warps = line_threads / TCUI_WARP_LANES;
    for (uint64_t warp = static_cast<uint64_t>(blockIdx.x) * warps + threadIdx.x / TCUI_WARP_LANES; warp < sweep.warps;
         warp += static_cast<uint64_t>(gridDim.x) * warps) {
        uint64_t rest = warp;
        line_place<T> place;
        place.x = take_coordinate_of_few(rest, sweep.tiles) * (line_tiles * tile_results);
        place.i1 = take_coordinate_of_few(rest, sweep.groups);
        place.i0 = take_coordinate_of_few(rest, sweep.parts);
        const int64_t copy = take_coordinate_of_few(rest, g.copies), batch = static_cast<int64_t>(rest);
        place.in = g.in + batch * g.in_batch_stride + copy * g.in_copy_stride;
        place.out = g.out + batch * g.out_batch_stride + copy * g.out_copy_stride;
        const uint32_t flags = is_inside(sweep, place.x, line_tiles, line_buffered(sweep.steps))
                                   ? sweep_lines<Whole>(sweep, place, bands, lane)
                                   : sweep_lines<loading::elements>(sweep, place, bands, lane);
        if (flags == 0 && !has_kept_results(g)) {
            continue;
        }
#pragma unroll 1
        for (int tile = 0; tile < line_tiles; tile++) {
            const int64_t first[TCUI_AXES] = {place.i0, place.i1, place.x + tile * tile_results};
            finish_tile(sweep, place.in, place.out, first, (flags >> tile & 1) != 0, lane);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_LINE_KERNEL_CUH */
