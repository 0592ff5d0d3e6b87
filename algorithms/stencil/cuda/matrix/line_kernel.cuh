/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taps of one axis on lines of f16 and bf16: bands of 16 elements of a window lie in shared memory, and each serves the four
 * tiles of 128 results of a warp. So do windows, while those of the warp's next results are on their way. Results go out
 * through the place of their windows, so that neighbouring lanes store neighbouring vectors.
 */
#ifndef TCUI_STENCIL_MATRIX_LINE_KERNEL_CUH
#define TCUI_STENCIL_MATRIX_LINE_KERNEL_CUH

#include "line_windows.cuh"

namespace tcu
{

constexpr int line_stages = 2;

template <int Halves>
__host__ __device__ constexpr size_t line_band_bytes(int steps)
{
    return steps * TCUI_WARP_LANES * sizeof(band_registers<Halves>);
}

/* Bands, and each warp's stages. */
template <int Halves>
constexpr size_t line_shared_bytes(int steps)
{
    return line_band_bytes<Halves>(steps) + line_warps * line_stages * line_stage_bytes(steps);
}

/* One part of a lane's sums: of tile i those of windows 8 g + i and 8 g + i + 4. */
using line_sums = f32[line_tiles][4];

/* Adds a step: 16 elements of each window, octets[i] and the one behind it of window i. */
template <class T>
__device__ __forceinline__ void add_step(line_sums &sums, const uint32_t *octets, uint2 band)
{
#pragma unroll
    for (int i = 0; i < line_tiles; i++) {
        const uint32_t *const upper = octets + i, *const lower = octets + i + line_tiles;
        operands<T>::multiply(sums[i], {upper[0], lower[0], upper[1], lower[1]}, {band.x, band.y});
    }
}

/* The sums of both parts of weights, high and low, apart. */
template <int Halves, class T>
__device__ __forceinline__ void sum_line(const line_stage<T> &stage, const band_registers<Halves> *own_bands, int steps,
                                         int lane, line_sums (&sums)[Halves])
{
    uint32_t octets[12];
    stage.load(0, lane, octets);
    stage.load(4, lane, octets + 4);
    const auto add = [&](int step, const uint32_t *from) {
        const band_registers<Halves> band = own_bands[step * TCUI_WARP_LANES];
#pragma unroll
        for (int part = 0; part < Halves; part++) {
            add_step<T>(sums[part], from, part_of_band(band, 1 - part));
        }
    };
#pragma unroll 2
    for (int step = 0; step < steps; step += 2) {
        stage.load(2 * step + 8, lane, octets + 8);
        add(step, octets);
        if (step + 1 < steps) {
            add(step + 1, octets + 2);
        }
#pragma unroll
        for (int i = 0; i < 8; i++) {
            octets[i] = octets[i + 4];
        }
    }
}

/* From what a lane says of its windows to a bit for each tile: windows of 8 neighbouring lanes are one. */
__device__ __forceinline__ uint32_t tiles_of_lanes(bool is_odd)
{
    constexpr int lanes = TCUI_WARP_LANES / line_tiles;
    const uint32_t odd_lanes = __ballot_sync(all_lanes, is_odd);
    uint32_t flags = 0;
#pragma unroll
    for (int tile = 0; tile < line_tiles; tile++) {
        flags |= (odd_lanes >> lanes * tile & ((1u << lanes) - 1)) != 0 ? 1u << tile : 0;
    }
    return flags;
}

/* Where the results of a stage go. */
template <class T>
struct line_target {
    T *out;
    int count; /* that exist, line_results at most */
    bool is_whole;
};

/* The results that are in a stage. */
template <loading Whole, class T>
__device__ __forceinline__ void store_line(const matrix_sweep<T> &sweep, const line_target<T> &target,
                                           const line_stage<T> &stage, int lane)
{
    if (Whole == loading::vectors && target.is_whole) {
#pragma unroll
        for (int i = 0; i < line_results / octet_elements; i += TCUI_WARP_LANES) {
            reinterpret_cast<uint4 *>(target.out)[i + lane] = *stage.octet(i + lane);
        }
    } else if (target.is_whole && sweep.is_paired) {
        for (int i = lane; i < line_results / 2; i += TCUI_WARP_LANES) {
            reinterpret_cast<uint32_t *>(target.out)[i] = *stage.word(i);
        }
    } else {
#pragma unroll 1
        for (int i = lane; i < target.count; i += TCUI_WARP_LANES) {
            target.out[i] = reinterpret_cast<const T *>(stage.word(i / 2))[i % 2];
        }
    }
}

/* From windows in a stage to results. Returns a bit for each tile: whether results in it are to be repaired. */
template <int Halves, loading Whole, class T>
__device__ __forceinline__ uint32_t finish_stage(const matrix_sweep<T> &sweep, const line_target<T> &target,
                                                 const line_stage<T> &stage, const band_registers<Halves> *own_bands,
                                                 int lane)
{
    line_sums sums[Halves] = {};
    sum_line<Halves>(stage, own_bands, sweep.steps, lane, sums);
    __syncwarp();
    bool is_odd = false;
#pragma unroll
    for (int i = 0; i < line_tiles; i++) {
        if constexpr (Halves == 2) {
#pragma unroll
            for (int k = 0; k < 4; k++) {
                sums[0][i][k] += sums[1][i][k];
            }
        }
        const f32(&sum)[4] = sums[0][i];
        is_odd = has_no_number(sum) || is_odd;
        *stage.own_word(i, lane) = pack(scaled_result(sweep, sum[0]), scaled_result(sweep, sum[1]));
        *stage.own_word(i + line_tiles, lane) = pack(scaled_result(sweep, sum[2]), scaled_result(sweep, sum[3]));
    }
    const uint32_t flags = tiles_of_lanes(is_odd);
    __syncwarp();
    store_line<Whole>(sweep, target, stage, lane);
    return flags;
}

/* Brings windows to a stage, or begins to. */
template <loading Whole, class T>
__device__ __forceinline__ line_target<T> begin_line(const matrix_sweep<T> &sweep, const line_place<T> &place,
                                                     const line_stage<T> &stage, int lane)
{
    const T *const line = line_in(sweep, place);
    const int64_t first = place.x + sweep.first_x, left = sweep.grid.axes[2].out - place.x;
    const bool is_whole = is_line_inside(sweep, place);
    if (!is_whole) {
        stage.map(sweep.grid, line, first, sweep.steps, lane);
    } else if (Whole == loading::vectors) {
        stage.copy(line + first, sweep.steps, lane);
    } else {
        stage.copy_words(line + first, sweep.steps, lane);
    }
    return {line_out(sweep, place), left < line_results ? static_cast<int>(left) : line_results, is_whole};
}

/* A warp makes neighbouring results, as far as it goes. */
template <int Halves, loading Whole, class T>
__global__ void __launch_bounds__(line_threads, TCUI_STENCIL_MATRIX_LINE_RESIDENT)
    stencil_line_kernel(const __grid_constant__ matrix_sweep<T> sweep)
{
    using band = band_registers<Halves>;
    const int lane = static_cast<int>(threadIdx.x) % TCUI_WARP_LANES;
    const int own_warp = static_cast<int>(threadIdx.x) / TCUI_WARP_LANES;
    band *const bands = reinterpret_cast<band *>(dynamic_shared_memory());
    for (int i = static_cast<int>(threadIdx.x); i < sweep.steps * TCUI_WARP_LANES; i += line_threads) {
        bands[i] = load_band<Halves>(sweep.bands + i);
    }
    __syncthreads();
    const size_t stage_bytes = line_stage_bytes(sweep.steps);
    unsigned char *const stages =
        dynamic_shared_memory() + line_band_bytes<Halves>(sweep.steps) + own_warp * (line_stages * stage_bytes);
    uint64_t warp = (static_cast<uint64_t>(blockIdx.x) * line_warps + own_warp) * sweep.turns;
    const uint64_t end = min(warp + sweep.turns, sweep.warps);
    if (warp >= end) {
        return;
    }
    line_place<T> next = line_place_of(sweep, warp);
    line_target<T> target = {};
    bool is_first = true;
#pragma unroll 1
    for (int turn = 0; warp <= end; turn = 1 - turn, warp++) {
        line_target<T> target_of_next = {};
        if (warp < end) {
            target_of_next = begin_line<Whole>(sweep, next, line_stage<T>(stages + turn * stage_bytes), lane);
            advance(sweep, next, warp + 1);
        }
        commit_vector_copies();
        wait_for_vector_groups<1>();
        __syncwarp();
        if (!is_first) {
            const line_stage<T> stage(stages + (1 - turn) * stage_bytes);
            const uint32_t flags = finish_stage<Halves, Whole>(sweep, target, stage, bands + lane, lane);
            /* (Other lanes have written what a lane finishes, and read what the next copies write.) */
            __syncwarp();
            if (flags != 0 || has_kept_results(sweep.grid)) {
                finish_line(sweep, line_place_of(sweep, warp - 1), flags, lane);
            }
        }
        target = target_of_next;
        is_first = false;
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_LINE_KERNEL_CUH */
