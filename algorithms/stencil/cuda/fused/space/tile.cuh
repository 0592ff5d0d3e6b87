/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a pass over space is cut among blocks: what a block reads of a plane, what it writes of it, and which planes. Beyond
 * the tile it reads `Steps` points on each side, along each axis; fewer where points there have their values for ever.
 */
#ifndef TCUI_STENCIL_FUSED_SPACE_TILE_CUH
#define TCUI_STENCIL_FUSED_SPACE_TILE_CUH

#include "algorithms/stencil/cuda/fused/grids.cuh"
#include "algorithms/stencil/cuda/fused/tuning.h"
#include "stages.cuh"

namespace tcu
{

constexpr int space_columns = TCUI_FUSED_SPACE_COLUMNS, space_rows = TCUI_FUSED_SPACE_ROWS;
template <class T>
constexpr int space_warps = sizeof(T) == 8 ? TCUI_FUSED_SPACE_WARPS_F64 : TCUI_FUSED_SPACE_WARPS;

/* What a block reads of a plane; what it computes for nothing at each side, in whole lanes along rows. */
constexpr int space_width = TCUI_WARP_LANES * space_columns;
template <class T>
constexpr int space_height = space_warps<T> * space_rows;
template <int Steps>
constexpr int space_margin = (Steps + space_columns - 1) / space_columns * space_columns;

/* Two rows of each warp, for each stage, for two planes. */
template <class T, int Steps>
constexpr size_t space_shared_bytes = sizeof(computed<T>) * 2 * Steps * 2 * space_warps<T> * space_width;

template <class T>
struct space_task {
    const T *in;
    T *out;
    space_stencil<computed<T>> stencil;
    int64_t row_stride, plane_stride;
    fused_grids grids;
    bool has_vectors; /* all rows begin at multiples of what a lane loads */
    /* Tiles of a grid along its axes; the last are of so many planes, an even number. */
    uint32_t tiles_across, tiles_down, tiles_deep;
    int32_t planes;
    int32_t first_column, first_row, first_plane; /* that the first tiles read: 0 or before */
};

/* A block's tile: the first column and row that it reads; columns, rows and planes that it writes, ends excluded. */
struct space_tile {
    int32_t read_column, read_row;
    int32_t first_column, end_column, first_row, end_row, begin, end;
    bool is_aside; /* loads and stores are by elements: it reads columns outside of the grid, or there are no vectors */
    bool is_rim;   /* it is aside, or reads rows outside of the grid, or has rows or columns at the ends */
};

template <class T, int Steps>
__device__ __forceinline__ space_tile find_tile(const space_task<T> &task, uint32_t across, uint32_t down,
                                                uint32_t deep)
{
    constexpr int margin = space_margin<Steps>;
    const int32_t columns = task.stencil.x.n, rows = task.stencil.y.n;
    space_tile tile;
    tile.read_column = static_cast<int32_t>(across) * (space_width - 2 * margin) + task.first_column;
    tile.read_row = static_cast<int32_t>(down) * (space_height<T> - 2 * Steps) + task.first_row;
    tile.first_column = across == 0 ? 0 : tile.read_column + margin;
    tile.first_row = down == 0 ? 0 : tile.read_row + Steps;
    tile.end_column = across + 1 == task.tiles_across ? columns : tile.read_column + space_width - margin;
    tile.end_row = down + 1 == task.tiles_down ? rows : tile.read_row + space_height<T> - Steps;
    tile.begin = static_cast<int32_t>(deep) * task.planes;
    tile.end = min(tile.begin + task.planes, task.stencil.z.n);
    tile.is_aside = !task.has_vectors || tile.read_column < 0 || tile.read_column + space_width > columns;
    tile.is_rim = tile.is_aside || tile.read_column == 0 || tile.read_column + space_width == columns ||
                  tile.read_row <= 0 || tile.read_row + space_height<T> >= rows;
    return tile;
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_SPACE_TILE_CUH */
