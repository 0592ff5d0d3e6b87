/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Footprints that are known when kernels are compiled. Offsets are counted from the footprint's first one: tap (s, y,
 * x) of the axis that a warp goes down, of rows beside each other (of planes one), and of the line. A thread has two
 * rows of volumes where registers allow it: it loads 2 r rows beside both instead of beside each.
 */
#ifndef TCUI_STENCIL_SLIDING_SHAPES_CUH
#define TCUI_STENCIL_SLIDING_SHAPES_CUH

#include <cstdint>

namespace tcu
{

/* All points of a cube. */
template <int Dimensions, int Radius>
struct sliding_box {
    static constexpr int dimensions = Dimensions, radius = Radius, width = 2 * Radius + 1;
    static constexpr int down = Dimensions == 3 ? 0 : 1; /* the axis that a warp goes down */
    static constexpr int rows = Dimensions == 3 ? width : 1, num_slots = width * rows * width;
    static constexpr int rows_a_thread = Dimensions == 3 && Radius == 1 ? 2 : 1;
    static constexpr bool is_box = true, has_holes = false;

    __host__ __device__ static constexpr bool has(int, int, int) { return true; }
    __host__ __device__ static constexpr int slot(int s, int y, int x) { return (s * rows + y) * width + x; }
};

/* The points of the axes; with holes: some of them, as a mask of slots says. */
template <int Dimensions, int Radius, bool Holes>
struct sliding_star {
    static constexpr int dimensions = Dimensions, radius = Radius, width = 2 * Radius + 1;
    static constexpr int down = Dimensions == 3 ? 0 : 1; /* the axis that a warp goes down */
    static constexpr int rows = Dimensions == 3 ? width : 1, num_slots = Dimensions * 2 * Radius + 1;
    static constexpr int rows_a_thread = Dimensions == 3 && Radius <= 2 ? 2 : 1;
    static constexpr bool is_box = false, has_holes = Holes;
    static constexpr int middle_row = Dimensions == 3 ? Radius : 0;

    __host__ __device__ static constexpr bool has(int s, int y, int x)
    {
        return (s != Radius) + (y != middle_row) + (x != Radius) <= 1;
    }
    /* In C order of the points. */
    __host__ __device__ static constexpr int slot(int s, int y, int x)
    {
        if (s != Radius) {
            return s < Radius ? s : num_slots - width + s;
        }
        if (y != middle_row) {
            return y < middle_row ? Radius + y : num_slots - Radius - width + y;
        }
        return Radius + middle_row + x;
    }
};

} // namespace tcu

#endif /* TCUI_STENCIL_SLIDING_SHAPES_CUH */
