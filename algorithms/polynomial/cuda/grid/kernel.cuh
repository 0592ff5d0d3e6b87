/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many polynomials at shared points, baby steps on the matrix unit and giant steps by Horner's scheme:
 *
 *     values = sum over giant steps g of (z^(16 K))^g * (A_g B)
 *     A_g: 16 rows x 16 K coefficients,  B: 16 K powers x 8 points
 *
 * A block loads the packed coefficients of its tiles of rows into shared memory and goes over tiles of points. A warp
 * raises the powers of N times 8 points once, in registers, multiplies all of the block's rows by them, and stores or
 * keeps the values.
 */
#ifndef TCUI_POLYNOMIAL_GRID_KERNEL_CUH
#define TCUI_POLYNOMIAL_GRID_KERNEL_CUH

#include "horner.cuh"
#include "results.cuh"
#include "task.cuh"

namespace tcu
{

/* The tiles of rows of a block, in shared memory. */
template <class Operands>
struct block_rows {
    using compute = typename Operands::compute;
    uint64_t first_tile;
    int tiles, tile_vectors;
    row_numbers<compute> *numbers;
    uint4 *coefficients;
    int *least_of_tile; /* exponents of |z| */

    /* Called by all threads. */
    template <class Results>
    __device__ __forceinline__ void load(const grid_task<compute> &task, const Results &results, uint32_t chunk,
                                         unsigned char *shared)
    {
        first_tile = chunk * task.tiles_a_block;
        tiles = static_cast<int>(min(task.tiles_a_block, task.tiles - first_tile));
        tile_vectors = task.tiles_k * Operands::vectors;
        numbers = reinterpret_cast<row_numbers<compute> *>(shared);
        coefficients = reinterpret_cast<uint4 *>(numbers + tiles * tile_rows);
        least_of_tile = reinterpret_cast<int *>(coefficients + tiles * tile_vectors);
        for (int v = threadIdx.x; v < tiles * tile_vectors; v += grid_threads) {
            coefficients[v] = task.packed.vectors[first_tile * tile_vectors + v];
        }
        for (int r = threadIdx.x; r < tiles * tile_rows; r += grid_threads) {
            const uint64_t row = first_tile * tile_rows + r;
            numbers[r] = results.numbers_of(task.packed.numbers[row], row < task.rows);
        }
        for (int m = threadIdx.x; m < tiles; m += grid_threads) {
            least_of_tile[m] = task.packed.least[first_tile + m];
        }
    }

    __device__ __forceinline__ int least_of_all() const
    {
        int least = any_exponent;
        for (int m = 0; m < tiles; m++) {
            least = max(least, least_of_tile[m]);
        }
        return least;
    }
};

/* The powers of a warp's points, z^(16 K) and t of the two columns of C that a lane has. */
template <class Operands, int K, int N, class Compute>
__device__ __forceinline__ void raise_powers(typename Operands::template powers<K> (&powers)[N], Compute (&giant)[N][2],
                                             Compute (&t)[N][2], least_exponent<Compute> &least,
                                             const Compute (&points)[N], Compute down, int lane)
{
#pragma unroll
    for (int n = 0; n < N; n++) {
        const Compute z = points[n] * down;
        least.take(z);
        const Compute step = powers[n].raise(z, lane);
#pragma unroll
        for (int i = 0; i < 2; i++) {
            /* (The lane whose B column is this column of C.) */
            const int from = 4 * (2 * device::lane_in_group(lane) + i);
            giant[n][i] = __shfl_sync(all_lanes, step, from);
            t[n][i] = Operands::first_power > 0 ? __shfl_sync(all_lanes, points[n], from) : 0;
        }
    }
}

/* The products of a tile of 16 rows: values = sum over giant steps. */
template <class Shape, class Operands, bool Ahead, int N, class Compute>
__device__ __forceinline__ void multiply_tile(Compute (&values)[N][4], coefficient_tiles<Operands, Ahead> &tiles,
                                              const typename Operands::template powers<Shape::K> (&powers)[N],
                                              const Compute (&giant)[N][2], int giant_steps, int first_count)
{
    constexpr int K = Shape::K;
    if (!Operands::has_partial_steps || first_count == K) {
        Operands::template multiply<K, N>(values, tiles, powers, giant, true, K);
    } else {
        Operands::template multiply<K, N>(values, tiles, powers, giant, true, first_count);
    }
#pragma unroll Shape::steps_unrolled
    for (int g = 1; g < giant_steps; g++) {
        Operands::template multiply<K, N>(values, tiles, powers, giant, false, K);
    }
}

/* From products to values. */
template <class Operands, int N, class Compute>
__device__ __forceinline__ void scale_values(Compute (&values)[N][4], const row_numbers<Compute> (&of_row)[2],
                                             const Compute (&t)[N][2])
{
#pragma unroll
    for (int n = 0; n < N; n++) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const row_numbers<Compute> &of = of_row[i / 2];
            values[n][i] = Operands::first_power > 0 ? fma(values[n][i] * of.factor, t[n][i % 2], of.constant)
                                                     : fma(values[n][i], of.factor, of.constant);
        }
    }
}

/* The first point of warp `warp` in tile number p of a block's. */
template <class Shape, class Results, class Compute>
__device__ __forceinline__ uint64_t first_point_of(const grid_task<Compute> &task, uint32_t point_block, uint32_t p,
                                                   int warp)
{
    const uint64_t tile = Results::deals_tiles ? static_cast<uint64_t>(p) * task.point_blocks + point_block
                                               : static_cast<uint64_t>(point_block) * task.point_tiles_a_block + p;
    return (tile * grid_warps + warp) * (tile_points * Shape::N);
}

/* Before tile m of rows: the warps of a block that write neighbouring parts of rows wait for each other. */
template <class Results, class Compute>
__device__ __forceinline__ void keep_in_step(const grid_task<Compute> &task, int m)
{
    if constexpr (Results::tiles_in_step > 0) {
        if (task.in_step && m % Results::tiles_in_step == 0) {
            __syncthreads();
        }
    }
}

/* Counted: the device knows how many points there are. */
template <class Operands, class Shape, class Results, bool Counted>
__global__ void __launch_bounds__(grid_threads, TCUI_POLYNOMIAL_GRID_BLOCKS)
    polynomial_grid_kernel(const __grid_constant__ grid_call<typename Operands::compute, Counted> task,
                           const __grid_constant__ Results results)
{
    using compute = typename Operands::compute;
    constexpr int K = Shape::K, N = Shape::N, W = Results::neighbours;
    constexpr int stage_bytes = Results::template stage_bytes<N>;
    static_assert(N % W == 0, "whole vectors of results");
    /* (opaque(): what the loop over rows needs stays in registers, instead of being computed again for each tile.) */
    const int lane = opaque(threadIdx.x) % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    unsigned char *const stages = dynamic_shared_memory();
    const uint32_t point_block = blockIdx.x % task.point_blocks, chunk = blockIdx.x / task.point_blocks;
    block_rows<Operands> rows;
    rows.load(task, results, chunk, stages + grid_warps * stage_bytes);
    const compute down = power_of_two(compute(), -*task.packed.scale);
    __syncthreads();
    const int least_of_block = rows.least_of_all();
    /* (The last tile of all may have fewer than 16 rows.) */
    const int whole_tiles = opaque(rows.first_tile + rows.tiles > task.rows / tile_rows ? rows.tiles - 1 : rows.tiles);
    const int row_of_lane = opaque(device::group_of(lane));
    coefficient_tiles<Operands, K == 1 && Results::loads_ahead> coefficients(rows.coefficients,
                                                                             rows.tiles * rows.tile_vectors, lane);
    const int first_count = task.tiles_k - (task.giant_steps - 1) * K; /* tiles of a row's highest giant step */

    const uint64_t end = task.points_now();
    if (Counted && end == 0) {
        return;
    }
    typename Operands::point_bits next[N];
    load_columns<W>(next, task, first_point_of<Shape, Results>(task, point_block, 0, warp), end, lane);
    for (uint32_t p = 0; p < task.point_tiles_a_block; p++) {
        const uint64_t first_point = first_point_of<Shape, Results>(task, point_block, p, warp);
        /* (Where a block's warps wait for each other, those behind the last point go on, too.) */
        if (first_point - (Results::tiles_in_step > 0 && task.in_step ? warp * (tile_points * N) : 0) >= end) {
            break;
        }
        typename Operands::template powers<K> powers[N];
        compute points[N], giant[N][2], t[N][2];
        points_of_bits(points, task, next);
        least_exponent<compute> least_of_lane;
        raise_powers<Operands, K>(powers, giant, t, least_of_lane, points, down, lane);
        if (p + 1 < task.point_tiles_a_block) {
            load_columns<W>(next, task, first_point_of<Shape, Results>(task, point_block, p + 1, warp), end, lane);
        }
        const int least = least_of_warp(least_of_lane.exponent());
        const bool all = least >= least_of_block;

        typename Results::template state<compute, N> state;
        state.begin(results, task, stages + warp * stage_bytes, rows.first_tile, first_point, end, lane);
        bool all_done = true;
        for (int m = 0; m < rows.tiles; m++) {
            keep_in_step<Results>(task, m);
            if (!all && least < rows.least_of_tile[m]) {
                all_done = false;
                coefficients.skip_to((m + 1) * rows.tile_vectors);
                continue;
            }
            coefficients.begin_row(m * rows.tile_vectors);
            compute values[N][4];
            const row_numbers<compute> *const numbers = rows.numbers + row_of_lane + m * tile_rows;
            const row_numbers<compute> of_row[2] = {numbers[0], numbers[8]};
            multiply_tile<Shape>(values, coefficients, powers, giant, task.giant_steps, first_count);
            scale_values<Operands>(values, of_row, t);
            results.template take<false>(state, task, values, rows.first_tile, m, m < whole_tiles, first_point, lane);
        }
        /* (Now that the powers' registers are free.) */
        for (int m = 0; m < rows.tiles && !all_done; m++) {
            if (least >= rows.least_of_tile[m]) {
                continue;
            }
            compute values[N][4];
            evaluate_by_horner<W, typename Operands::point_bits>(values, task, first_row_of(rows.first_tile, m, lane),
                                                                 first_point, lane);
            results.template take<true>(state, task, values, rows.first_tile, m, m < whole_tiles, first_point, lane);
        }
        results.finish(state, task, chunk, first_point, lane);
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_KERNEL_CUH */
