/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Polynomials by Horner's (Clenshaw's) scheme. A block has neighbouring points in registers, R a thread, and goes over
 * some rows, whose coefficients it has in shared memory. Neighbouring blocks have neighbouring points of the same rows,
 * so that what the device writes at a time is one piece of each row.
 */
#ifndef TCUI_POLYNOMIAL_PLAIN_KERNEL_CUH
#define TCUI_POLYNOMIAL_PLAIN_KERNEL_CUH

#include "algorithms/polynomial/cuda/coefficients.cuh"
#include "algorithms/polynomial/cuda/tuning.h"

namespace tcu
{

template <class In, class Out>
struct plain_task {
    staged_rows<computed<In>> staged;
    const In *points;
    Out *out;
    uint64_t n, rows, first_row; /* of the launch */
    /* Row r has batch r mod batches of points; batches is 0 where all rows have the same. */
    uint64_t batches, point_stride;
    uint64_t row_step, point_step; /* elements of out from a row, a point, to the next */
    variable map;
    bool vectors_in, vectors_out;
    uint32_t point_blocks, tiles_a_block; /* blocks that a row takes, and how often each takes new points */
};

/* Neighbouring results of a thread, which it stores together. */
template <class Out>
constexpr int plain_vector = results_together<Out, TCUI_POLYNOMIAL_PLAIN_POINTS>;

/* The first of a thread's vector number v of points. */
template <int V>
__device__ __forceinline__ uint64_t plain_point(uint64_t block, int v)
{
    constexpr int pieces = TCUI_POLYNOMIAL_PLAIN_POINTS / V;
    return ((block * pieces + v) * TCUI_POLYNOMIAL_PLAIN_THREADS + threadIdx.x) * V;
}

template <class In, class Out>
__device__ __forceinline__ void load_plain_points(computed<In> (&t)[TCUI_POLYNOMIAL_PLAIN_POINTS], const In *points,
                                                  uint64_t block, uint64_t n, bool whole_vectors, const variable &map)
{
    constexpr int V = plain_vector<Out>;
#pragma unroll
    for (int v = 0; v < TCUI_POLYNOMIAL_PLAIN_POINTS / V; ++v) {
        computed<In> x[V];
        load_points<In>(x, points, plain_point<V>(block, v), n, whole_vectors);
#pragma unroll
        for (int i = 0; i < V; ++i)
            t[v * V + i] = map_point(x[i], map);
    }
}

/*
 * Points that were loaded as vectors, read from shared memory again one by one: otherwise the registers of points and of
 * results, which are stored as vectors, begin at the same bank, and half of all multiply-adds of f32 read two numbers of
 * one bank (80 instead of 100 G evaluations/s at degree 255, H200).
 */
template <class Compute>
__device__ __forceinline__ void spread_over_banks(Compute (&t)[TCUI_POLYNOMIAL_PLAIN_POINTS])
{
    if constexpr (sizeof(Compute) == 4) {
        __shared__ Compute copies[TCUI_POLYNOMIAL_PLAIN_POINTS][TCUI_POLYNOMIAL_PLAIN_THREADS];
#pragma unroll
        for (int r = 0; r < TCUI_POLYNOMIAL_PLAIN_POINTS; ++r)
            static_cast<volatile Compute &>(copies[r][threadIdx.x]) = t[r];
#pragma unroll
        for (int r = 0; r < TCUI_POLYNOMIAL_PLAIN_POINTS; ++r)
            t[r] = static_cast<volatile Compute &>(copies[r][threadIdx.x]);
    }
}

template <class Out, class Compute>
__device__ __forceinline__ void store_plain_results(Out *out, const Compute (&y)[TCUI_POLYNOMIAL_PLAIN_POINTS],
                                                    uint64_t block, uint64_t n, bool whole_vectors, uint64_t step)
{
    constexpr int V = plain_vector<Out>;
#pragma unroll
    for (int v = 0; v < TCUI_POLYNOMIAL_PLAIN_POINTS / V; ++v) {
        Compute piece[V];
#pragma unroll
        for (int i = 0; i < V; ++i)
            piece[i] = y[v * V + i];
        store_results(out, piece, plain_point<V>(block, v), n, whole_vectors, step);
    }
}

/* Blocks of a multiprocessor that registers are to leave room for. (Clenshaw's scheme of f64 would have to spill.) */
template <bool Ahead, tcu_basis Basis, class Compute>
constexpr int plain_least_blocks = sizeof(Compute) == 8
                                       ? (Basis == TCU_BASIS_MONOMIAL ? TCUI_POLYNOMIAL_PLAIN_DOUBLE_BLOCKS : 1)
                                       : (Ahead ? TCUI_POLYNOMIAL_PLAIN_BLOCKS : 1);

/*
 * Ahead: of so few steps that memory limits; a block takes new points again and again, and loads them a tile ahead.
 * Spread: of so many steps that banks of registers matter.
 */
template <bool Ahead, bool Spread, tcu_basis Basis, class In, class Out>
__global__ void __launch_bounds__(TCUI_POLYNOMIAL_PLAIN_THREADS, plain_least_blocks<Ahead, Basis, computed<In>>)
    polynomial_plain_kernel(plain_task<In, Out> task)
{
    using compute = computed<In>;
    compute *shared = reinterpret_cast<compute *>(dynamic_shared_memory());
    const uint32_t block = blockIdx.x % task.point_blocks;
    const uint64_t first_row =
        task.first_row + static_cast<uint64_t>(blockIdx.x / task.point_blocks) * task.staged.rows_a_block;
    const uint64_t batch = first_row < task.batches ? first_row : task.batches > 0 ? first_row % task.batches : 0;
    const uint32_t rows =
        static_cast<uint32_t>(min(task.rows - first_row, static_cast<uint64_t>(task.staged.rows_a_block)));
    const In *points = task.points + batch * task.point_stride;
    const uint32_t tiles = Ahead ? task.tiles_a_block : 1;
    const uint64_t first_tile = static_cast<uint64_t>(block) * tiles;

    series<Basis, compute, TCUI_POLYNOMIAL_PLAIN_POINTS> series;
    load_plain_points<In, Out>(series.t, points, first_tile, task.n, task.vectors_in, task.map);
    stage_whole_rows(task.staged, shared, first_row, rows);
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        if (Spread)
            spread_over_banks(series.t);
        compute next[TCUI_POLYNOMIAL_PLAIN_POINTS];
        if (Ahead && tile + 1 < tiles)
            load_plain_points<In, Out>(next, points, first_tile + tile + 1, task.n, task.vectors_in, task.map);
        for (uint32_t row = 0; row < rows; ++row) {
            evaluate_row(series, task.staged, shared, first_row, row);
            store_plain_results(task.out + (first_row + row) * task.row_step, series.b, first_tile + tile, task.n,
                                task.vectors_out, task.point_step);
        }
#pragma unroll
        for (int r = 0; r < TCUI_POLYNOMIAL_PLAIN_POINTS; ++r)
            series.t[r] = Ahead ? next[r] : series.t[r];
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_PLAIN_KERNEL_CUH */
