/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the kernel gets, and the points of its lanes.
 *
 * Column c of product number n is the point that makes a lane's results neighbours: of W products it stores 2 W
 * consecutive ones, 16 bytes.
 */
#ifndef TCUI_POLYNOMIAL_GRID_TASK_CUH
#define TCUI_POLYNOMIAL_GRID_TASK_CUH

#include "algorithms/polynomial/cuda/mapping.cuh"
#include "algorithms/polynomial/cuda/tuning.h"
#include "pack.cuh"

namespace tcu
{

constexpr int grid_threads = TCUI_POLYNOMIAL_GRID_THREADS, grid_warps = grid_threads / TCUI_WARP_LANES;

template <class Compute>
struct grid_task {
    const void *points;
    tcu_type type;
    variable map;
    uint64_t n, rows;
    const Compute *coefficients; /* for Horner's scheme */
    uint64_t stride;
    int degree, chunks;
    packed_rows<Compute> packed;
    uint64_t tiles, tiles_a_block;              /* of rows */
    uint32_t point_blocks, point_tiles_a_block; /* a tile: N times 8 points for each warp */
    /* The warps of a block wait for each other, so that they write neighbouring parts of a row together. */
    bool in_step;
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

/* A point as it is in memory, so that nothing waits for it before it is needed: 64 bits, else 32 or 16. */
template <class Compute>
using point_bits = std::conditional_t<sizeof(Compute) == 8, f64, uint32_t>;

template <class Compute>
__device__ __forceinline__ point_bits<Compute> load_bits(const grid_task<Compute> &task, uint64_t i)
{
    if constexpr (sizeof(Compute) == 8) {
        return static_cast<const f64 *>(task.points)[i];
    } else if (task.type == TCU_TYPE_F32) {
        return static_cast<const uint32_t *>(task.points)[i];
    } else {
        return static_cast<const uint16_t *>(task.points)[i];
    }
}

/* Their t. (By one branch for all: between branches the compiler cannot mix what it does for each.) */
template <class Compute, int N>
__device__ __forceinline__ void points_of_bits(Compute (&t)[N], const grid_task<Compute> &task,
                                               const point_bits<Compute> (&bits)[N])
{
#pragma unroll
    for (int n = 0; n < N; n++) {
        if constexpr (sizeof(Compute) == 8) {
            t[n] = bits[n];
        } else { /* (bf16: the upper half of f32) */
            t[n] = __uint_as_float(task.type == TCU_TYPE_F32 ? bits[n] : bits[n] << 16);
        }
    }
    if constexpr (sizeof(Compute) == 4) {
        if (task.type == TCU_TYPE_F16) {
#pragma unroll
            for (int n = 0; n < N; n++) {
                t[n] = __half2float(__ushort_as_half(static_cast<uint16_t>(bits[n])));
            }
        }
    }
    map_seldom(t, task.map);
}

template <class Compute>
__device__ __forceinline__ Compute load_point(const grid_task<Compute> &task, uint64_t i)
{
    const point_bits<Compute> bits[1] = {load_bits(task, i)};
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

/* The points of a lane's columns of B; 0 behind the last one. */
template <int W, class Compute, int N>
__device__ __forceinline__ void load_columns(point_bits<Compute> (&t)[N], const grid_task<Compute> &task,
                                             uint64_t first_point, int lane)
{
#pragma unroll
    for (int n = 0; n < N; n++) {
        const uint64_t point = first_point + point_of<W>(n, tcui_lane_group(lane));
        t[n] = point < task.n ? load_bits(task, point) : point_bits<Compute>(0);
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_TASK_CUH */
