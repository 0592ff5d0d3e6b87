/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several steps of a star of radius 1 in space in one pass over memory. A block has a tile of rows and columns, a warp some
 * of the rows, a lane some columns of each. It reads planes from first to last, each once, from `Steps` points before the
 * tile to as many behind it, along each axis.
 */
#ifndef TCUI_STENCIL_FUSED_SPACE_KERNEL_CUH
#define TCUI_STENCIL_FUSED_SPACE_KERNEL_CUH

#include "algorithms/stencil/cuda/coordinates.cuh"
#include "algorithms/stencil/cuda/fused/grids.cuh"
#include "algorithms/stencil/cuda/fused/tuning.h"
#include "primitives/tile/instructions.cuh"
#include "stages.cuh"

namespace tcu
{

constexpr int space_columns = TCUI_FUSED_SPACE_COLUMNS, space_warps = TCUI_FUSED_SPACE_WARPS;
constexpr int space_width = TCUI_WARP_LANES * space_columns;

template <class T>
constexpr int space_rows = sizeof(T) == 8 ? TCUI_FUSED_SPACE_ROWS_F64 : TCUI_FUSED_SPACE_ROWS;

/* What a block computes for nothing at each side, in whole lanes along rows; and its tile. */
template <int Steps>
constexpr int space_margin = (Steps + space_columns - 1) / space_columns * space_columns;
template <int Steps>
constexpr int space_tile_columns = space_width - 2 * space_margin<Steps>;
template <class T, int Steps>
constexpr int space_tile_rows = space_warps * space_rows<T> - 2 * Steps;

/* Two rows of each warp, for each stage, for two planes. */
template <class T, int Steps>
constexpr size_t space_shared_bytes = sizeof(computed<T>) * 2 * Steps * 2 * space_warps * space_width;

template <class T>
struct space_task {
    const T *in;
    T *out;
    space_stencil<computed<T>> stencil;
    int64_t row_stride, plane_stride;
    fused_grids grids;
    bool vectors_in, vectors_out;
    /* Tiles of a grid along its axes; the last are of so many planes, an even number. */
    uint32_t tiles_across, tiles_down, tiles_deep;
    int32_t planes;
};

/* A block's tile: columns and rows from the first on, planes begin to end - 1. */
struct space_tile {
    int32_t column, row, begin, end;
    bool is_aside; /* it reads columns outside of the grid */
};

template <class T, int Steps>
__device__ __forceinline__ space_place<computed<T>> place_of_thread(const space_task<T> &task, const space_tile &tile,
                                                                    int32_t column)
{
    const int warp = threadIdx.x / TCUI_WARP_LANES, lane = threadIdx.x % TCUI_WARP_LANES;
    computed<T> *const shared = reinterpret_cast<computed<T> *>(dynamic_shared_memory()) + lane * space_columns;
    space_place<computed<T>> place;
    place.x = {tile.is_aside, column == 0, task.stencil.x.n - 1 - column};
    place.first_row = tile.row - Steps + warp * space_rows<T>;
    /* Beyond the outermost warps are rows of the margin that are lost already. */
    place.own = shared + 2 * warp * space_width;
    place.above = warp > 0 ? place.own - space_width : place.own;
    place.below = warp + 1 < space_warps ? place.own + 2 * space_width : place.own;
    place.row_step = space_width;
    place.stage_step = 2 * space_warps * space_width;
    place.parity_step = Steps * place.stage_step;
    return place;
}

template <class T, space_taps Taps, int Steps, bool Rim>
__device__ __forceinline__ void step_tile(const space_task<T> &task, const T *in, T *out, const space_tile &tile)
{
    using compute = computed<T>;
    constexpr int C = space_columns, Y = space_rows<T>, margin = space_margin<Steps>;
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    const int32_t column = tile.column - margin + lane * C;
    const bool is_inside = lane >= margin / C && lane < TCUI_WARP_LANES - margin / C;
    const space_place<compute> place = place_of_thread<T, Steps>(task, tile, column);
    const int32_t end_row = min(tile.row + space_tile_rows<T, Steps>, task.stencil.y.n);

    struct loaded {
        element_vector<T, C> rows[Y];
    };
    const auto load = [&](loaded &x, int32_t z) {
        const T *const plane = in + (Rim ? readable(task.stencil.z, z) : z) * task.plane_stride;
#pragma unroll
        for (int r = 0; r < Y; r++) {
            const int32_t y = place.first_row + r;
            const T *const row = plane + (Rim ? readable(task.stencil.y, y) : y) * task.row_stride;
            x.rows[r] = Rim && tile.is_aside ? load_wrapped<C>(row, column, task.stencil.x)
                                             : load_columns<C>(row + column, task.vectors_in);
        }
    };
    const auto store = [&](int32_t z, const lane_plane<compute, Y, C> &plane) {
        if (!is_inside || z < tile.begin || (Rim && z >= tile.end)) {
            return;
        }
#pragma unroll
        for (int r = 0; r < Y; r++) {
            const int32_t y = place.first_row + r;
            if (y < tile.row || y >= end_row) {
                continue;
            }
            T *const to = out + z * task.plane_stride + y * task.row_stride + column;
            if (Rim && tile.is_aside) {
                store_inside(to, plane.rows[r].at, place.x);
            } else {
                store_columns(to, plane.rows[r].at, task.vectors_out);
            }
        }
    };

    space_stages<compute, Taps, Steps, Y, C, Rim> stages;
    loaded next;
    load(next, tile.begin - Steps);
    const auto advance = [&](auto parity, int32_t z, bool more) {
        lane_plane<compute, Y, C> plane;
#pragma unroll
        for (int r = 0; r < Y; r++) {
            plane.rows[r] = to_row(next.rows[r]);
        }
        if (more) {
            load(next, z + 1);
        }
        stages.template advance<decltype(parity)::value>(plane, z, task.stencil, place);
        store(z - Steps, plane);
    };
    const int32_t end = tile.end + Steps;
    for (int32_t z = tile.begin - Steps; z < end; z += 2) {
        advance(std::integral_constant<int, 0>(), z, true);
        advance(std::integral_constant<int, 1>(), z + 1, z + 2 < end);
    }
}

template <class T, space_taps Taps, int Steps>
__global__ void __launch_bounds__(space_warps *TCUI_WARP_LANES, 1)
    fused_space_kernel(const __grid_constant__ space_task<T> task)
{
    uint32_t rest = blockIdx.x;
    constexpr int columns = space_tile_columns<Steps>, rows = space_tile_rows<T, Steps>;
    const fused_axis<computed<T>> &x = task.stencil.x, &y = task.stencil.y, &z = task.stencil.z;
    space_tile tile;
    tile.column = take_coordinate(rest, task.tiles_across) * columns;
    tile.row = take_coordinate(rest, task.tiles_down) * rows;
    tile.begin = take_coordinate(rest, task.tiles_deep) * task.planes;
    tile.end = min(tile.begin + task.planes, z.n);
    tile.is_aside = tile.column < space_margin<Steps> || tile.column + columns + space_margin<Steps> > x.n;
    const uint64_t offset = task.grids.offset(rest);
    const bool is_rim = tile.is_aside || tile.row < Steps || tile.row + rows + Steps > y.n || tile.begin < Steps ||
                        tile.end + Steps > z.n;
    if (is_rim) {
        step_tile<T, Taps, Steps, true>(task, task.in + offset, task.out + offset, tile);
    } else {
        step_tile<T, Taps, Steps, false>(task, task.in + offset, task.out + offset, tile);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_SPACE_KERNEL_CUH */
