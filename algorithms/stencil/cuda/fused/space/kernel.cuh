/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several steps of a star of radius 1 in space in one pass over memory. A block has a tile of rows and columns, a warp some
 * of the rows, a lane some columns of each. It reads planes from first to last, each once, and with each takes all steps.
 */
#ifndef TCUI_STENCIL_FUSED_SPACE_KERNEL_CUH
#define TCUI_STENCIL_FUSED_SPACE_KERNEL_CUH

#include "algorithms/stencil/cuda/coordinates.cuh"
#include "primitives/tile/instructions.cuh"
#include "tile.cuh"

namespace tcu
{

/* What does not change from plane to plane. */
template <class T, int Steps>
struct space_thread {
    int32_t column, row; /* the first of its own */
    bool is_inside;      /* its columns are written */
    int32_t last_column; /* the one of its columns that is the axis's last, if from 0 on */
    int32_t from_column[space_columns], from_row[space_rows]; /* where they are read, at the rim */
    space_place<computed<T>> place;
};

template <class T, int Steps>
__device__ __forceinline__ space_thread<T, Steps> place_thread(const space_task<T> &task, const space_tile &tile)
{
    const int warp = threadIdx.x / TCUI_WARP_LANES, lane = threadIdx.x % TCUI_WARP_LANES;
    const fused_axis<computed<T>> &x = task.stencil.x, &y = task.stencil.y;
    space_thread<T, Steps> thread;
    thread.column = tile.read_column + lane * space_columns;
    thread.row = tile.read_row + warp * space_rows;
    thread.is_inside = thread.column >= tile.first_column && thread.column < tile.end_column;
    thread.last_column = x.n - 1 - thread.column;

    space_place<computed<T>> &place = thread.place;
    place.own =
        reinterpret_cast<computed<T> *>(dynamic_shared_memory()) + lane * space_columns + 2 * warp * space_width;
    /* Beyond the outermost warps are rows of the margin that are lost already. */
    place.above = warp > 0 ? place.own - space_width : place.own;
    place.below = warp + 1 < space_warps<T> ? place.own + 2 * space_width : place.own;
    place.row_step = space_width;
    place.stage_step = 2 * space_warps<T> * space_width;
    place.parity_step = Steps * place.stage_step;
    place.first_free = first_free(task.stencil.z);
    place.end_free = end_free(task.stencil.z);
    place.held = 0;
    place.turned = static_cast<uint32_t>(is_mirror(task.stencil.z)) << (space_rows + space_columns);
    const auto add_point = [&](const fused_axis<computed<T>> &axis, int32_t i, int bit) {
        const unrolled_point point = unroll(axis, i);
        place.held |= static_cast<uint32_t>(i < first_free(axis) || i >= end_free(axis)) << bit;
        place.turned |= static_cast<uint32_t>(point.is_turned) << bit;
        return point.from;
    };
#pragma unroll
    for (int r = 0; r < space_rows; r++) {
        thread.from_row[r] = add_point(y, thread.row + r, r);
    }
#pragma unroll
    for (int c = 0; c < space_columns; c++) {
        thread.from_column[c] = add_point(x, thread.column + c, space_rows + c);
    }
    return thread;
}

template <class T>
struct loaded_plane {
    element_vector<T, space_columns> rows[space_rows];
};

template <bool Rim, class T, int Steps>
__device__ __forceinline__ void load_plane(loaded_plane<T> &x, const space_task<T> &task, const T *in,
                                           const space_tile &tile, const space_thread<T, Steps> &thread, int32_t z)
{
    const T *const plane = in + (Rim ? unroll(task.stencil.z, z).from : z) * task.plane_stride;
#pragma unroll
    for (int r = 0; r < space_rows; r++) {
        const T *const row = plane + (Rim ? thread.from_row[r] : thread.row + r) * task.row_stride;
        if (Rim && tile.is_aside) {
            T elements[space_columns];
#pragma unroll
            for (int c = 0; c < space_columns; c++) {
                elements[c] = row[thread.from_column[c]];
            }
            memcpy(x.rows[r].words, elements, sizeof elements);
        } else {
            x.rows[r] = load_columns<space_columns>(row + thread.column, true);
        }
    }
}

template <class T>
using space_plane = lane_plane<computed<T>, space_rows, space_columns>;

/* Points outside of an axis whose value is a constant. */
template <class T, int Steps>
__device__ __forceinline__ void put_constants(space_plane<T> &plane, const space_stencil<computed<T>> &stencil,
                                              const space_thread<T, Steps> &thread, int32_t z)
{
    const bool is_outside = stencil.z.rule == beyond::constant && (z < 0 || z >= stencil.z.n);
    const uint32_t rows = stencil.y.rule == beyond::constant ? thread.place.held : 0;
    const uint32_t columns = stencil.x.rule == beyond::constant ? thread.place.held : 0;
    if (!is_outside && (rows | columns) == 0) {
        return;
    }
    keep_branch();
#pragma unroll
    for (int r = 0; r < space_rows; r++) {
#pragma unroll
        for (int c = 0; c < space_columns; c++) {
            computed<T> &x = plane.rows[r].at[c];
            x = (columns >> (space_rows + c) & 1) != 0 ? stencil.x.outside : x;
            x = (rows >> r & 1) != 0 ? stencil.y.outside : x;
            x = is_outside ? stencil.z.outside : x;
        }
    }
}

template <bool Rim, class T, int Steps>
__device__ __forceinline__ void store_plane(const space_task<T> &task, T *out, const space_tile &tile,
                                            const space_thread<T, Steps> &thread, int32_t z,
                                            const space_plane<T> &plane)
{
    if (!thread.is_inside || z < tile.begin || z >= tile.end) {
        return;
    }
#pragma unroll
    for (int r = 0; r < space_rows; r++) {
        const int32_t y = thread.row + r;
        if (y < tile.first_row || y >= tile.end_row) {
            continue;
        }
        T *const to = out + z * task.plane_stride + y * task.row_stride + thread.column;
        if (Rim && tile.is_aside) {
            store_inside(to, plane.rows[r].at, thread.last_column);
        } else {
            store_columns(to, plane.rows[r].at, true);
        }
    }
}

/* Planes whose neighbours, of all stages, are inside are stepped by code without rims. */
template <class T, space_taps Taps, int Steps>
__device__ __forceinline__ void step_tile(const space_task<T> &task, const T *in, T *out, const space_tile &tile)
{
    const space_thread<T, Steps> thread = place_thread<T, Steps>(task, tile);
    const int32_t first = max(tile.begin - Steps, task.first_plane), end = tile.end + Steps;
    space_stages<computed<T>, Taps, Steps, space_rows, space_columns> stages;
    loaded_plane<T> next;
    load_plane<true>(next, task, in, tile, thread, first);
    const auto advance = [&](auto rim, auto parity, int32_t z) {
        constexpr bool Rim = decltype(rim)::value;
        space_plane<T> plane;
#pragma unroll
        for (int r = 0; r < space_rows; r++) {
            plane.rows[r] = to_row(next.rows[r]);
        }
        if constexpr (Rim) {
            put_constants<T>(plane, task.stencil, thread, z);
        }
        load_plane<Rim>(next, task, in, tile, thread, z + 1);
        stages.template advance<decltype(parity)::value, Rim>(plane, z, task.stencil, thread.place);
        __syncthreads();
        store_plane<Rim>(task, out, tile, thread, z - Steps, plane);
    };
    const auto advance_two = [&](auto rim, int32_t z) {
        advance(rim, std::integral_constant<int, 0>(), z);
        advance(rim, std::integral_constant<int, 1>(), z + 1);
    };
    const auto is_rim = [&](int32_t z) { return tile.is_rim || z <= Steps || z + 2 >= task.stencil.z.n; };
    /* (A loop for each: one loop that chooses in every turn takes more registers.) */
    int32_t z = first;
    while (z < end) {
        if (is_rim(z)) {
#pragma unroll 1
            for (; z < end && is_rim(z); z += 2) {
                advance_two(std::true_type(), z);
            }
        } else {
#pragma unroll 1
            for (; z < end && !is_rim(z); z += 2) {
                advance_two(std::false_type(), z);
            }
        }
    }
}

template <class T, space_taps Taps, int Steps>
__global__ void __launch_bounds__(space_warps<T> *TCUI_WARP_LANES, 1)
    fused_space_kernel(const __grid_constant__ space_task<T> task)
{
    uint32_t rest = blockIdx.x;
    const uint32_t across = take_coordinate(rest, task.tiles_across), down = take_coordinate(rest, task.tiles_down);
    const uint32_t deep = take_coordinate(rest, task.tiles_deep);
    const uint64_t offset = task.grids.offset(rest);
    step_tile<T, Taps, Steps>(task, task.in + offset, task.out + offset, find_tile<T, Steps>(task, across, down, deep));
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_SPACE_KERNEL_CUH */
