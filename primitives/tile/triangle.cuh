/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The upper triangular ones U of a row tile (row_tile.cuh) in a lane's registers, held against the definition when they
 * are compiled. The triangle compares (t, i) with (t', i') lexicographically, i and i' being the places within a lane, so
 * only a few register values occur: all ones where t <= t' or t < t', and the diagonal.
 */
#ifndef TCUI_TRIANGLE_CUH
#define TCUI_TRIANGLE_CUH

#include "constant_tiles.h"
#include "row_tile.cuh"

namespace tcu
{

/* Where a lane's entries of U are: it holds rows of lane t's columns, and a column that belongs to lane `to`. */
struct triangle_lane {
    int t, to, b;

    __host__ __device__ constexpr explicit triangle_lane(int lane)
        : t(device::lane_in_group(lane)), to(device::group_of(lane) / 2), b(device::group_of(lane) % 2)
    {
    }

    __host__ __device__ constexpr bool up_to() const { return t <= to; }
    __host__ __device__ constexpr bool before() const { return t < to; }
    __host__ __device__ constexpr bool on() const { return t == to; }
};

/*
 * The entry of U that scans put at place `i` of a lane's own columns, for n-tile v: pairs of columns
 * before pair v are all above the diagonal, those behind it all below.
 */
__host__ __device__ constexpr bool triangle_entry(int lane, int v, int i)
{
    const triangle_lane at(lane);
    return i / 2 < v ? at.up_to() : i / 2 > v ? at.before() : at.before() || (at.on() && i % 2 <= at.b);
}

/* Held against the definition, for every lane, register and element. */
constexpr bool triangle_is_upper(int columns, int packed, int steps)
{
    for (int lane = 0; lane < TCUI_WARP_LANES; lane++) {
        for (int v = 0; v < columns / 2; v++) {
            for (int step = 0; step < steps; step++) {
                for (int reg = 0; reg < 2; reg++) {
                    for (int j = 0; j < packed; j++) {
                        const device::position at = device::position_of(device::use::b, 16, packed, lane, reg, j);
                        const int row = tcui_column_of_k_slot(columns, packed, step, at.row);
                        const int column = tcui_column_of_n_slot(columns, v, at.column);
                        if (triangle_entry(lane, v, packed * (2 * step + reg) + j) != tcui_tile_upper(row, column)) {
                            return false;
                        }
                    }
                }
            }
        }
    }
    return true;
}

constexpr bool triangle_is_upper_f64(int columns)
{
    for (int lane = 0; lane < TCUI_WARP_LANES; lane++) {
        for (int v = 0; v < columns / 2; v++) {
            for (int step = 0; step < columns; step++) {
                const device::position at = device::fragment_layout<device::use::b, device::m8n8k4, 64>::at(lane, 0, 0);
                const int row = tcui_column_of_k_slot_f64(columns, step, at.row);
                const int column = tcui_column_of_n_slot(columns, v, at.column);
                if (triangle_entry(lane, v, step) != tcui_tile_upper(row, column)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static_assert(triangle_is_upper(lane_columns, 2, 2), "16-bit floats: two k-steps");
static_assert(triangle_is_upper(lane_columns, 4, 1), "bytes: one k-step");
static_assert(triangle_is_upper_f64(2) && triangle_is_upper_f64(4) && triangle_is_upper_f64(8), "f64: a step a column");

} // namespace tcu

#endif /* TCUI_TRIANGLE_CUH */
