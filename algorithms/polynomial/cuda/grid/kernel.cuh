/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many polynomials at shared points, baby steps on the matrix unit and giant steps by Horner's scheme:
 *
 *     values = sum over chunks g of (z^(16 K))^g * (A_g B),   A_g: 16 rows x 16 K coefficients, B: 16 K powers x 8 points
 *
 * A block has the packed coefficients of some tiles of rows in shared memory and goes over tiles of points. A warp raises
 * the powers of N times 8 points once, in registers, and multiplies all of the block's rows by them.
 *
 * Column c of product number n is the point that makes a lane's results neighbours: of W products it stores 2 W
 * consecutive ones, 16 bytes.
 */
#ifndef TCUI_POLYNOMIAL_GRID_KERNEL_CUH
#define TCUI_POLYNOMIAL_GRID_KERNEL_CUH

#include "algorithms/polynomial/cuda/reduction.cuh"
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
};

/* Of dynamic shared memory, for so many tiles of rows. */
template <class Compute>
size_t grid_shared_bytes(uint64_t tiles, size_t tile_bytes)
{
    return tiles * (tile_bytes + tile_rows * sizeof(row_numbers<Compute>) + sizeof(int));
}

template <class Compute>
__device__ __forceinline__ Compute load_point(const grid_task<Compute> &task, uint64_t i)
{
    Compute x;
    if constexpr (sizeof(Compute) == 8) {
        x = static_cast<const f64 *>(task.points)[i];
    } else {
        if (task.type == TCU_TYPE_F32)
            x = static_cast<const f32 *>(task.points)[i];
        else if (task.type == TCU_TYPE_F16)
            x = to_accumulator<f32>(static_cast<const f16 *>(task.points)[i]);
        else
            x = to_accumulator<f32>(static_cast<const bf16 *>(task.points)[i]);
    }
    return map_point(x, task.map);
}

/* The point, from a warp's tile's first on, of column `column` of product n. */
template <int W>
__device__ __forceinline__ int point_of(int n, int column)
{
    return n / W * (8 * W) + column / 2 * (2 * W) + n % W * 2 + column % 2;
}

/* Writes every value. */
template <class Out>
struct written_results {
    static constexpr int neighbours = 16 / static_cast<int>(sizeof(Out)) / 2;
    using out = Out;

    Out *out_begin;
    uint64_t row_step, point_step;
    bool whole_vectors;

    template <class Compute, int N>
    struct state {
        __device__ __forceinline__ void clear() {}
    };

    /* Rows `row` and row + 8, as the lane has them. `Late`: rows of higher numbers may have come before. */
    template <bool Late, class Compute, int N>
    __device__ __forceinline__ void take(state<Compute, N> &, const grid_task<Compute> &task,
                                         const Compute (&values)[N][4], uint64_t row, uint32_t, uint64_t first_point,
                                         int lane) const
    {
        constexpr int W = neighbours;
        const bool inside = whole_vectors && first_point + 8 * N <= task.n;
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            if (row + 8 * half >= task.rows)
                break;
#pragma unroll
            for (int group = 0; group < N; group += W) {
                Out results[2 * W];
#pragma unroll
                for (int n = 0; n < W; ++n)
#pragma unroll
                    for (int i = 0; i < 2; ++i)
                        results[2 * n + i] = from_accumulator<Out>(values[group + n][2 * half + i]);
                const uint64_t point = first_point + point_of<W>(group, 2 * tcui_lane_in_group(lane));
                Out *to = out_begin + (row + 8 * half) * row_step + point * point_step;
                if (inside) {
                    element_vector<Out, 2 * W> v;
                    memcpy(v.words, results, sizeof v.words);
                    store_result_vector(to, v);
                } else {
#pragma unroll
                    for (int i = 0; i < 2 * W; ++i)
                        if (point + i < task.n)
                            to[i * point_step] = results[i];
                }
            }
        }
    }

    template <class Compute, int N>
    __device__ __forceinline__ void finish(const state<Compute, N> &, const grid_task<Compute> &, uint64_t, uint64_t,
                                           int) const
    {
    }
};

/* Keeps one value a point. */
template <class Reduction, class Compute, class Out>
struct kept_results {
    static constexpr int neighbours = 1;

    reduced_results<Compute, Out> results;

    template <class, int N>
    struct state {
        typename Reduction::template state<Compute> of[N][2];

        __device__ __forceinline__ void clear()
        {
#pragma unroll
            for (int n = 0; n < N; ++n)
#pragma unroll
                for (int i = 0; i < 2; ++i)
                    of[n][i].clear();
        }
    };

    template <bool Late, int N>
    __device__ __forceinline__ void take(state<Compute, N> &kept, const grid_task<Compute> &task,
                                         const Compute (&values)[N][4], uint64_t row, uint32_t number, uint64_t,
                                         int) const
    {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            if (row + 8 * half >= task.rows)
                break;
#pragma unroll
            for (int n = 0; n < N; ++n)
#pragma unroll
                for (int i = 0; i < 2; ++i) {
                    const Compute y = flip_sign(values[n][2 * half + i], results.sign);
                    if constexpr (Late)
                        kept.of[n][i].merge(Reduction::template state<Compute>::of(y, number + 8 * half));
                    else
                        kept.of[n][i].take(y, number + 8 * half);
                }
        }
    }

    template <int N>
    __device__ __forceinline__ void finish(state<Compute, N> &kept, const grid_task<Compute> &, uint64_t slice,
                                           uint64_t first_point, int lane) const
    {
        const uint64_t first_row = slice * results.rows_a_slice;
#pragma unroll
        for (int n = 0; n < N; ++n)
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                for (int distance = 4; distance < TCUI_WARP_LANES; distance *= 2)
                    kept.of[n][i].merge(kept.of[n][i].of_lane(distance));
                if (tcui_lane_group(lane) == 0)
                    store_reduced(results, kept.of[n][i],
                                  first_point + point_of<1>(n, 2 * tcui_lane_in_group(lane) + i), slice, first_row);
            }
    }
};

/* Rows row and row + 8 at a lane's points, by Horner's scheme. (Not inlined: it is seldom called.) */
template <int W, class Compute, int N>
__device__ __noinline__ void evaluate_by_horner(Compute (&values)[N][4], const grid_task<Compute> &task, uint64_t row,
                                                uint64_t first_point, int lane)
{
    Compute t[N][2];
#pragma unroll
    for (int n = 0; n < N; ++n)
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const uint64_t point = first_point + point_of<W>(n, 2 * tcui_lane_in_group(lane) + i);
            t[n][i] = point < task.n ? load_point(task, point) : Compute(0);
        }
    const Compute *const c[2] = {task.coefficients + min(row, task.rows - 1) * task.stride,
                                 task.coefficients + min(row + 8, task.rows - 1) * task.stride};
#pragma unroll
    for (int n = 0; n < N; ++n)
#pragma unroll
        for (int i = 0; i < 4; ++i)
            values[n][i] = c[i / 2][task.degree];
    for (int k = task.degree - 1; k >= 0; --k) {
        const Compute of_row[2] = {c[0][k], c[1][k]};
#pragma unroll
        for (int n = 0; n < N; ++n)
#pragma unroll
            for (int i = 0; i < 4; ++i)
                values[n][i] = fma(values[n][i], t[n][i % 2], of_row[i / 2]);
    }
}

/* The points of a lane's columns of B; 0 behind the last one. */
template <int W, class Compute, int N>
__device__ __forceinline__ void load_columns(Compute (&t)[N], const grid_task<Compute> &task, uint64_t first_point,
                                             int lane)
{
#pragma unroll
    for (int n = 0; n < N; ++n) {
        const uint64_t point = first_point + point_of<W>(n, tcui_lane_group(lane));
        t[n] = point < task.n ? load_point(task, point) : Compute(0);
    }
}

template <class Operands, int K, int N, class Results>
__global__ void __launch_bounds__(grid_threads, TCUI_POLYNOMIAL_GRID_BLOCKS)
    polynomial_grid_kernel(grid_task<typename Operands::compute> task, Results results)
{
    using compute = typename Operands::compute;
    constexpr int W = Results::neighbours;
    static_assert(N % W == 0, "whole vectors of results");
    uint4 *coefficients = reinterpret_cast<uint4 *>(dynamic_shared_memory());
    const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    const uint32_t point_block = blockIdx.x % task.point_blocks, slice = blockIdx.x / task.point_blocks;
    const uint64_t first_tile = slice * task.tiles_a_block;
    const int tiles = static_cast<int>(min(task.tiles_a_block, task.tiles - first_tile));
    const int tile_vectors = task.chunks * K * Operands::vectors;
    for (int v = threadIdx.x; v < tiles * tile_vectors; v += grid_threads)
        coefficients[v] = task.packed.vectors[first_tile * tile_vectors + v];
    row_numbers<compute> *numbers = reinterpret_cast<row_numbers<compute> *>(coefficients + tiles * tile_vectors);
    int *least_of_tile = reinterpret_cast<int *>(numbers + tiles * tile_rows);
    for (int r = threadIdx.x; r < tiles * tile_rows; r += grid_threads)
        numbers[r] = task.packed.numbers[first_tile * tile_rows + r];
    for (int m = threadIdx.x; m < tiles; m += grid_threads)
        least_of_tile[m] = task.packed.least[first_tile + m];
    const compute down = power_of_two(compute(), -*task.packed.scale);
    __syncthreads();

    const auto first_point_of = [&](uint32_t p) {
        return ((static_cast<uint64_t>(point_block) * task.point_tiles_a_block + p) * grid_warps + warp) *
               (tile_points * N);
    };
    compute next[N];
    load_columns<W>(next, task, first_point_of(0), lane);
    for (uint32_t p = 0; p < task.point_tiles_a_block; ++p) {
        const uint64_t first_point = first_point_of(p);
        if (first_point >= task.n)
            break;
        typename Operands::template powers<K> powers[N];
        compute giant[N][2], t[N][2];
        int least = no_exponent;
#pragma unroll
        for (int n = 0; n < N; ++n) {
            const compute z = next[n] * down;
            if (first_point + point_of<W>(n, tcui_lane_group(lane)) < task.n)
                least = min(least, exponent_of(z));
            const compute step = powers[n].raise(z, lane);
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                /* (The lane whose B column is this column of C.) */
                const int from = 4 * (2 * tcui_lane_in_group(lane) + i);
                giant[n][i] = __shfl_sync(~0u, step, from);
                t[n][i] = Operands::first_power > 0 ? __shfl_sync(~0u, next[n], from) : 0;
            }
        }
        if (p + 1 < task.point_tiles_a_block)
            load_columns<W>(next, task, first_point_of(p + 1), lane);
        least = least_of_warp(least);

        typename Results::template state<compute, N> state;
        state.clear();
        bool all_done = true;
        for (int m = 0; m < tiles; ++m) {
            if (least < least_of_tile[m]) {
                all_done = false;
                continue;
            }
            compute values[N][4];
            const uint4 *a = coefficients + m * tile_vectors + lane;
            int g = task.chunks - 1;
            Operands::template multiply<K, N>(values, a + g * K * Operands::vectors, powers, giant, true);
            while (--g >= 0)
                Operands::template multiply<K, N>(values, a + g * K * Operands::vectors, powers, giant, false);
            const int number = m * tile_rows + tcui_lane_group(lane);
            const row_numbers<compute> of_row[2] = {numbers[number], numbers[number + 8]};
#pragma unroll
            for (int n = 0; n < N; ++n)
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    values[n][i] *= of_row[i / 2].factor;
                    if (Operands::first_power > 0)
                        values[n][i] = fma(values[n][i], t[n][i % 2], of_row[i / 2].constant);
                }
            results.template take<false>(state, task, values, first_tile * tile_rows + number, number, first_point,
                                         lane);
        }
        /* (Now that the powers' registers are free.) */
        for (int m = 0; m < tiles && !all_done; ++m) {
            if (least >= least_of_tile[m])
                continue;
            compute values[N][4];
            const int number = m * tile_rows + tcui_lane_group(lane);
            evaluate_by_horner<W>(values, task, first_tile * tile_rows + number, first_point, lane);
            results.template take<true>(state, task, values, first_tile * tile_rows + number, number, first_point,
                                        lane);
        }
        results.finish(state, task, slice, first_point, lane);
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_KERNEL_CUH */
