/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several steps of a stencil of radius 1 on planes in one pass over memory. A warp has a strip: neighbouring columns, some
 * of each lane, and rows from some first to some last. It reads them from top to bottom, from `Steps` rows and columns
 * before the strip to as many behind it, each row once; neighbours along the row come by shuffles. What it computes in
 * the columns around the strip is discarded, and all warps are independent of each other.
 */
#ifndef TCUI_STENCIL_FUSED_PLANE_KERNEL_CUH
#define TCUI_STENCIL_FUSED_PLANE_KERNEL_CUH

#include "algorithms/stencil/cuda/fused/grids.cuh"
#include "algorithms/stencil/cuda/fused/tuning.h"
#include "stages.cuh"

namespace tcu
{

template <class T>
constexpr int plane_columns = sizeof(T) == 2 ? TCUI_FUSED_PLANE_HALF_COLUMNS : TCUI_FUSED_PLANE_WIDE_COLUMNS;

/* Columns that a warp computes for nothing at each side, in whole lanes; those of its strip. */
template <class T, int Steps>
constexpr int plane_margin = (Steps + plane_columns<T> - 1) / plane_columns<T> * plane_columns<T>;
template <class T, int Steps>
constexpr int plane_strip_columns = TCUI_WARP_LANES * plane_columns<T> - 2 * plane_margin<T, Steps>;

/* Registers that rows take, between the stages and while they are loaded, and the blocks of a multiprocessor that
 * leaves room for. */
template <class T, plane_taps Taps, int Steps>
constexpr int plane_state = (Steps * 2 * (plane_columns<T> + (has_corners<Taps> ? 2 : 0)) +
                             4 * plane_columns<T>)*static_cast<int>(sizeof(computed<T>) / 4);
template <class T, plane_taps Taps, int Steps>
constexpr int plane_blocks = plane_state<T, Taps, Steps> >= TCUI_FUSED_PLANE_LARGE_STATE    ? 2
                             : plane_state<T, Taps, Steps> >= TCUI_FUSED_PLANE_MEDIUM_STATE ? 3
                                                                                            : 4;

template <class T>
struct plane_task {
    const T *in;
    T *out;
    plane_stencil<computed<T>> stencil;
    int64_t row_stride;
    fused_grids grids;
    bool vectors_in, vectors_out; /* rows begin at multiples of 16 bytes */
    /* Strips of a grid: side by side, those of them at its sides, and above each other; of an even number of rows. */
    uint32_t strips_across, strips_aside, strips_down;
    int32_t rows;
    uint64_t strips; /* of all grids */
};

/* A warp's strip: rows begin to end - 1. */
struct plane_strip {
    int32_t first_column, begin, end;
    bool is_aside; /* it reads columns outside of the grid */
};

template <class T, plane_taps Taps, int Steps, bool Rim>
__device__ __forceinline__ void step_strip(const plane_task<T> &task, const T *in, T *out, const plane_strip &strip)
{
    constexpr int C = plane_columns<T>, margin = plane_margin<T, Steps>;
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    const int32_t column = strip.first_column - margin + lane * C;
    const bool is_inside = lane >= margin / C && lane < TCUI_WARP_LANES - margin / C;
    const lane_place place = {strip.is_aside, column == 0, task.stencil.x.n - 1 - column};

    const auto load = [&](int32_t y) {
        const T *row = in + (Rim ? readable(task.stencil.y, y) : y) * task.row_stride;
        return Rim && strip.is_aside ? load_wrapped<C>(row, column, task.stencil.x)
                                     : load_columns<C>(row + column, task.vectors_in);
    };
    const auto store = [&](int32_t y, const lane_row<computed<T>, C> &row) {
        if (!is_inside || y < strip.begin || (Rim && y >= strip.end)) {
            return;
        }
        T *to = out + y * task.row_stride + column;
        if (Rim && strip.is_aside) {
            store_inside(to, row.at, place.last);
        } else {
            store_columns(to, row.at, task.vectors_out);
        }
    };

    plane_stages<computed<T>, Taps, Steps, C, Rim> stages;
    const auto advance = [&](auto parity, int32_t y, const element_vector<T, C> &elements) {
        lane_row<computed<T>, C> row = to_row(elements);
        stages.template advance<decltype(parity)::value>(row, y, task.stencil, place);
        store(y - Steps, row);
    };
    const std::integral_constant<int, 0> even;
    const std::integral_constant<int, 1> odd;
    const int32_t begin = strip.begin - Steps, end = strip.end + Steps;
    if constexpr (Rim) {
        for (int32_t y = begin; y < end; y += 2) {
            advance(even, y, load(y));
            advance(odd, y + 1, load(y + 1));
        }
    } else {
        element_vector<T, C> next[2] = {load(begin), load(begin + 1)};
        for (int32_t y = begin; y < end; y += 2) {
            const element_vector<T, C> now[2] = {next[0], next[1]};
            if (y + 2 < end) {
                next[0] = load(y + 2);
                next[1] = load(y + 3);
            }
            advance(even, y, now[0]);
            advance(odd, y + 1, now[1]);
        }
    }
}

/*
 * Those at a grid's rim are slower than others and begin first: those at the left and the right, then the lowest, then
 * from the top on.
 */
template <int StripColumns, int Margin, class T>
__device__ __forceinline__ plane_strip find_strip(const plane_task<T> &task, uint64_t number)
{
    const uint64_t aside = static_cast<uint64_t>(task.strips_aside) * task.strips_down;
    uint32_t across, down;
    if (number < aside) {
        const uint32_t side = static_cast<uint32_t>(number / task.strips_down);
        across = side == 0 ? 0 : task.strips_across - task.strips_aside + side;
        down = static_cast<uint32_t>(number % task.strips_down);
    } else {
        const uint32_t between = task.strips_across - task.strips_aside;
        across = 1 + static_cast<uint32_t>((number - aside) % between);
        down = static_cast<uint32_t>((number - aside) / between);
        down = down == 0 ? task.strips_down - 1 : down - 1;
    }
    const int32_t begin = static_cast<int32_t>(down) * task.rows;
    const int32_t column = static_cast<int32_t>(across) * StripColumns;
    return {column, begin, min(begin + task.rows, task.stencil.y.n),
            column < Margin || column + StripColumns + Margin > task.stencil.x.n};
}

template <class T, plane_taps Taps, int Steps>
__global__ void __launch_bounds__(TCUI_FUSED_PLANE_THREADS, (plane_blocks<T, Taps, Steps>))
    fused_plane_kernel(const __grid_constant__ plane_task<T> task)
{
    constexpr int warps = TCUI_FUSED_PLANE_THREADS / TCUI_WARP_LANES;
    const uint64_t number = static_cast<uint64_t>(blockIdx.x) * warps + threadIdx.x / TCUI_WARP_LANES;
    if (number >= task.strips) {
        return;
    }
    const uint64_t a_grid = static_cast<uint64_t>(task.strips_across) * task.strips_down;
    const uint64_t offset = task.grids.offset(number / a_grid);
    const plane_strip strip = find_strip<plane_strip_columns<T, Steps>, plane_margin<T, Steps>>(task, number % a_grid);
    const bool is_rim = strip.is_aside || strip.begin < Steps || strip.end + Steps > task.stencil.y.n;
    if (is_rim) {
        step_strip<T, Taps, Steps, true>(task, task.in + offset, task.out + offset, strip);
    } else {
        step_strip<T, Taps, Steps, false>(task, task.in + offset, task.out + offset, strip);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_PLANE_KERNEL_CUH */
