/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the kernel gets, and the points of its lanes.
 *
 * Column c of product number n is the point that makes a lane's results neighbours: of W products it stores 2 W
 * consecutive ones, 16 bytes.
 */
#ifndef TCUI_POLYNOMIAL_GRID_TASK_CUH
#define TCUI_POLYNOMIAL_GRID_TASK_CUH

#include "algorithms/polynomial/cuda/points.cuh"
#include "algorithms/polynomial/cuda/tuning.h"
#include "pack.cuh"

namespace tcu
{

constexpr int grid_threads = TCUI_POLYNOMIAL_GRID_THREADS, grid_warps = grid_threads / TCUI_WARP_LANES;

/* K tiles of 16 powers for a giant step, N times 8 points for a warp. */
template <int K_, int N_>
struct grid_shape {
    static constexpr int K = K_, N = N_;
    /* Giant steps in a turn of the loop over them: more would take the registers of tiles that are loaded ahead. */
    static constexpr int steps_unrolled = K == 1 ? 1 : 2;
};

template <class Compute>
struct grid_task {
    const void *points;
    tcu_type type;
    variable map;
    uint64_t n, rows;
    const Compute *coefficients; /* for Horner's scheme */
    uint64_t stride;
    int degree, tiles_k, giant_steps; /* tiles of 16 powers of a row, of which a giant step takes K */
    packed_rows<Compute> packed;
    uint64_t tiles, tiles_a_block;              /* of rows */
    uint32_t point_blocks, point_tiles_a_block; /* a tile: N times 8 points for each warp */
    /* The warps of a block wait for each other, so that they write neighbouring parts of a row together. */
    bool in_step;
    const uint64_t *length; /* or NULL: of the n points those that there are */
};

/* Counted: the device knows how many points there are. */
template <class Compute, bool Counted>
struct grid_call : grid_task<Compute> {
    /* (Where it is seldom needed: registers are few.) */
    __device__ __forceinline__ uint64_t points_now() const { return length_now<Counted>(this->n, this->length); }
};

/* Of dynamic shared memory, for the coefficients of so many tiles of rows. */
template <class Compute>
size_t grid_shared_bytes(uint64_t tiles, size_t tile_bytes)
{
    return tiles * (tile_bytes + tile_rows * sizeof(row_numbers<Compute>) + sizeof(int));
}

/* Of a block, for results: of each warp 8 rows of up to 128 bytes, which begin up to 64 bytes apart (elements.cuh). */
constexpr size_t grid_stage_rows = 8, grid_most_stage_pitch = 128 + 64;
constexpr size_t grid_most_stage_bytes = grid_warps * grid_stage_rows * grid_most_stage_pitch;

/* The first of a lane's two rows in tile m of a block that begins at first_tile; the other is 8 behind it. */
__device__ __forceinline__ uint64_t first_row_of(uint64_t first_tile, int m, int lane)
{
    return (first_tile + m) * tile_rows + device::group_of(lane);
}

/* (Not inlined: else its f64 instructions are issued for points that are t as they are, too.) */
template <class Compute>
__device__ __noinline__ Compute map_far(Compute x, double scale, double centre, double centre_low)
{
    return map_point(x, variable{scale, centre, centre_low, false});
}

/* x to t of points that seldom have to be mapped. */
template <class Compute, int N>
__device__ __forceinline__ void map_seldom(Compute (&x)[N], const variable &map)
{
    if (map.same) {
        return;
    }
#pragma unroll
    for (int n = 0; n < N; n++) {
        x[n] = map_far(x[n], map.scale, map.centre, map.centre_low);
    }
}

/* The t of points as they are in memory. (By one branch for all: between branches the compiler cannot mix what it does
 * for each.) */
template <class Compute, int N>
__device__ __forceinline__ void points_of_bits(Compute (&t)[N], const grid_task<Compute> &task,
                                               const Compute (&bits)[N])
{
#pragma unroll
    for (int n = 0; n < N; n++) {
        t[n] = bits[n];
    }
    map_seldom(t, task.map);
}

template <int N>
__device__ __forceinline__ void points_of_bits(f32 (&t)[N], const grid_task<f32> &task, const uint16_t (&bits)[N])
{
#pragma unroll
    for (int n = 0; n < N; n++) {
        t[n] = __uint_as_float(static_cast<uint32_t>(bits[n]) << 16); /* bf16: the upper half of f32 */
    }
    if (task.type == TCU_TYPE_F16) {
#pragma unroll
        for (int n = 0; n < N; n++) {
            t[n] = __half2float(__ushort_as_half(bits[n]));
        }
    }
    map_seldom(t, task.map);
}

template <class Bits, class Compute>
__device__ __forceinline__ Compute load_point(const grid_task<Compute> &task, uint64_t i)
{
    const Bits bits[1] = {static_cast<const Bits *>(task.points)[i]};
    Compute t[1];
    points_of_bits(t, task, bits);
    return t[0];
}

/* The point, from a warp's tile's first on, of column `column` of product n. */
template <int W>
__device__ __forceinline__ int point_of(int n, int column)
{
    return n / W * (8 * W) + column / 2 * (2 * W) + n % W * 2 + column % 2;
}

/* The points of a lane's columns of B, as they are in memory, so that nothing waits for them before they are needed;
 * behind point end - 1 this one again. */
template <int W, class Bits, class Compute, int N>
__device__ __forceinline__ void load_columns(Bits (&bits)[N], const grid_task<Compute> &task, uint64_t first_point,
                                             uint64_t end, int lane)
{
    const Bits *const points = static_cast<const Bits *>(task.points);
    const uint64_t first = first_point + point_of<W>(0, device::group_of(lane));
    if (first_point + tile_points * N <= end) {
#pragma unroll
        for (int n = 0; n < N; n++) {
            bits[n] = points[first + point_of<W>(n, 0)];
        }
    } else {
#pragma unroll
        for (int n = 0; n < N; n++) {
            bits[n] = points[min(first + point_of<W>(n, 0), end - 1)];
        }
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_TASK_CUH */
