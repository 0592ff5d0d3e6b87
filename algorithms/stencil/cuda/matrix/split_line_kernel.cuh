/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taps of one axis on lines of f32, whose elements become sums of two halves (split.cuh): bands of 16 elements of a window
 * lie in shared memory, and each serves four tiles of 128 results of a warp. Windows are loaded straight from memory;
 * neighbouring steps read the same lines of the cache.
 */
#ifndef TCUI_STENCIL_MATRIX_SPLIT_LINE_KERNEL_CUH
#define TCUI_STENCIL_MATRIX_SPLIT_LINE_KERNEL_CUH

#include "line_place.cuh"
#include "primitives/tile/instructions.cuh"
#include "windows.cuh"

namespace tcu
{

/* (Of windows that are put together of words one step has enough loads.) */
template <loading How>
constexpr int split_line_unroll = How == loading::words ? 1 : TCUI_STENCIL_MATRIX_SPLIT_LINE_UNROLL;

/* Bands, and a buffer for each warp. */
constexpr size_t split_line_shared_bytes(int steps)
{
    return steps * TCUI_WARP_LANES * sizeof(uint4) + line_warps * window_buffer::bytes_of(line_elements(steps));
}

/* Returns a bit for each tile: whether results of the lane in it are to be repaired. */
template <loading How>
__device__ __forceinline__ uint32_t sweep_split_lines(const matrix_sweep<f32> &sweep, const line_place<f32> &place,
                                                      const uint4 *bands, int lane)
{
    const grid<f32> &g = sweep.grid;
    const f32 *windows_of_line = line_in(sweep, place);
    const int64_t first = place.x + sweep.first_x;
    if constexpr (How == loading::elements) {
        const int count = line_elements(sweep.steps);
        const window_buffer buffer(dynamic_shared_memory() + sweep.steps * TCUI_WARP_LANES * sizeof(uint4) +
                                       threadIdx.x / TCUI_WARP_LANES * window_buffer::bytes_of(count),
                                   count);
        buffer.fill(g, windows_of_line, first, lane);
        windows_of_line = buffer.elements;
    } else {
        windows_of_line += first;
    }
    const f32 *own = windows_of_line + own_window<f32>(lane);
    window_scale scale;
    scale.find(windows_of_line, line_elements(sweep.steps), lane);
    f32 high[line_tiles][4] = {}, low[line_tiles][4] = {};
#pragma unroll split_line_unroll < How>
    for (int step = 0; step < sweep.steps; step++, own += 16) {
        const uint4 band = bands[step * TCUI_WARP_LANES + lane];
        uint32_t windows[line_tiles][words_of_pair<f32> * 4];
#pragma unroll
        for (int tile = 0; tile < line_tiles; tile++) {
            load_windows<How, 2>(own + tile * tile_results, lane, windows[tile]);
        }
#pragma unroll
        for (int tile = 0; tile < line_tiles; tile++) {
            uint32_t high_windows[4], low_windows[4];
            scale.split(windows[tile], high_windows, low_windows);
            multiply_band<f32>(low[tile], low_windows, {band.x, band.y});
            multiply_band<f32>(low[tile], high_windows, {band.z, band.w});
            multiply_band<f32>(high[tile], high_windows, {band.x, band.y});
        }
    }
    f32 *const out = line_out(sweep, place) + own_result(lane);
    uint32_t flags = 0;
#pragma unroll
    for (int tile = 0; tile < line_tiles; tile++) {
        f32 sums[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            sums[i] = high[tile][i] + low[tile][i];
        }
        if constexpr (How == loading::elements) {
            const int64_t x = place.x + own_result(lane) + tile * tile_results;
            store_tile(sweep, out + tile * tile_results, written_results(g.axes[2], x), sums, scale.inverse());
        } else {
            store_whole_tile<How>(sweep, out + tile * tile_results, sums, scale.inverse());
        }
        flags |= has_no_number(sums) ? 1u << tile : 0;
    }
    return flags;
}

/* Warps take tiles in turns. */
template <loading Whole>
__global__ void __launch_bounds__(line_threads, TCUI_STENCIL_MATRIX_SPLIT_LINE_RESIDENT)
    stencil_split_line_kernel(const __grid_constant__ matrix_sweep<f32> sweep)
{
    const int lane = static_cast<int>(threadIdx.x) % TCUI_WARP_LANES;
    uint4 *const bands = reinterpret_cast<uint4 *>(dynamic_shared_memory());
    for (int i = static_cast<int>(threadIdx.x); i < sweep.steps * TCUI_WARP_LANES; i += line_threads) {
        bands[i] = sweep.bands[i];
    }
    __syncthreads();
    for (uint64_t warp = static_cast<uint64_t>(blockIdx.x) * line_warps + threadIdx.x / TCUI_WARP_LANES;
         warp < sweep.warps; warp += static_cast<uint64_t>(gridDim.x) * line_warps) {
        const line_place<f32> place = line_place_of(sweep, warp);
        const uint32_t flags = is_line_inside(sweep, place)
                                   ? sweep_split_lines<Whole>(sweep, place, bands, lane)
                                   : sweep_split_lines<loading::elements>(sweep, place, bands, lane);
        if (flags != 0 || has_kept_results(sweep.grid)) {
            finish_line(sweep, place, flags, lane);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_SPLIT_LINE_KERNEL_CUH */
