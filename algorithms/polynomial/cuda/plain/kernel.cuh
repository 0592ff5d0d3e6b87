/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Polynomials by Horner's (Clenshaw's) scheme. A block has neighbouring points in registers, a few of each thread, and
 * goes over some rows, whose coefficients it has in shared memory. Neighbouring blocks have neighbouring points of the
 * same rows, so that what the device writes at a time is one piece of each row.
 */
#ifndef TCUI_POLYNOMIAL_PLAIN_KERNEL_CUH
#define TCUI_POLYNOMIAL_PLAIN_KERNEL_CUH

#include "algorithms/polynomial/cuda/coefficients.cuh"
#include "algorithms/polynomial/cuda/tuning.h"
#include "primitives/tile/lanes.h"

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
    computed<In> one; /* 1 */
    bool vectors_in, vectors_out;
    uint32_t point_blocks;  /* that a row takes */
    const uint64_t *length; /* or NULL: of the n points those that there are */
};

constexpr int plain_threads = TCUI_POLYNOMIAL_PLAIN_THREADS;

/* The points of a thread. */
template <class In_, class Out_, int Points>
struct plain_shape {
    using In = In_;
    using Out = Out_;
    static constexpr int points = Points;
    static constexpr uint32_t tile = plain_threads * Points;     /* of a block */
    static constexpr int vector = results_together<Out, Points>; /* neighbours, whose results are stored together */
    static_assert(Points % vector == 0, "whole vectors");
};

/* For rows that share their points, or take many steps. And vectors of 16 bytes of points, for one polynomial. */
template <class In, class Out>
using plain_many =
    plain_shape<In, Out, sizeof(Out) == 2 ? TCUI_POLYNOMIAL_PLAIN_HALF_POINTS : TCUI_POLYNOMIAL_PLAIN_POINTS>;
template <class In, class Out, int Vectors>
using plain_vectors = plain_shape<In, Out, Vectors * 16 / static_cast<int>(sizeof(In))>;

/* The first of a thread's vector number v, counted from the block's first point. */
template <int V>
__device__ __forceinline__ uint32_t plain_offset(int v)
{
    return (static_cast<uint32_t>(v) * plain_threads + threadIdx.x) * V;
}

/* What a block has of a row: its first point, and how many there are. */
struct plain_piece {
    uint64_t first;
    uint32_t count;
};

template <class Shape>
__device__ __forceinline__ plain_piece plain_piece_of(uint64_t block, uint64_t n)
{
    const uint64_t first = block * Shape::tile;
    return {first, static_cast<uint32_t>(min(n - min(n, first), uint64_t{Shape::tile}))};
}

/*
 * t of a thread's points. `one` is 1, which the compiler cannot see. Without the product points of 32 bits stay in the
 * registers that vectors were loaded into; these and the results', which are stored as vectors, begin at the same bank,
 * and half of all multiply-adds read two numbers of one bank.
 */
template <class Shape, class In, class Compute>
__device__ __forceinline__ void load_plain_points(Compute (&t)[Shape::points], const In *points,
                                                  const plain_piece &piece, bool whole_vectors, const variable &map,
                                                  Compute one)
{
    constexpr int V = Shape::vector, vectors = Shape::points / V;
    Compute x[vectors][V];
    points += piece.first;
    if (whole_vectors && piece.count == Shape::tile) {
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            load_point_vector(x[v], points + plain_offset<V>(v));
        }
    } else {
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            load_points(x[v], points, plain_offset<V>(v), piece.count, whole_vectors);
        }
    }
#pragma unroll
    for (int v = 0; v < vectors; v++) {
        map_points(x[v], map);
    }
#pragma unroll
    for (int r = 0; r < Shape::points; r++) {
        t[r] = sizeof(one) == 4 ? x[r / V][r % V] * one : x[r / V][r % V];
    }
}

/* `out`: where the result of the block's first point goes. */
template <class Shape, class Out, class Compute>
__device__ __forceinline__ void store_plain_results(Out *out, const Compute (&y)[Shape::points], uint32_t count,
                                                    bool whole_vectors)
{
    constexpr int V = Shape::vector, vectors = Shape::points / V;
    Compute results[vectors][V];
#pragma unroll
    for (int r = 0; r < Shape::points; r++) {
        results[r / V][r % V] = y[r];
    }
    if (whole_vectors && count == Shape::tile) {
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            store_results_together(out + plain_offset<V>(v), results[v]);
        }
    } else {
#pragma unroll
        for (int v = 0; v < vectors; v++) {
            store_results(out, results[v], plain_offset<V>(v), count, whole_vectors, 1);
        }
    }
}

/*
 * Where rows of results are no whole vectors, or the results of a point are neighbours (column-major order), a thread's
 * points are every 32nd of its warp's: lanes store neighbouring points, and of a row that lies together a warp one run.
 * (1024 polynomials at 2^20 - 3 points, H200, neighbours of a thread, points that are plain_threads apart, so: f64,
 * d = 15: 4.7, 4.7, 2.5 ms; f32, d = 31: 2.8, 2.6, 1.7.)
 */
template <class Shape>
__device__ __forceinline__ uint32_t strided_place(int r)
{
    const uint32_t lane = threadIdx.x % TCUI_WARP_LANES;
    return (threadIdx.x - lane) * Shape::points + r * TCUI_WARP_LANES + lane;
}

template <class Shape, class In, class Compute>
__device__ __forceinline__ void load_strided_points(Compute (&t)[Shape::points], const In *points,
                                                    const plain_piece &piece, const variable &map)
{
#pragma unroll
    for (int r = 0; r < Shape::points; r++) {
        const uint32_t i = strided_place<Shape>(r);
        t[r] = i < piece.count ? to_accumulator<Compute>(points[piece.first + i]) : Compute(0);
    }
    map_points(t, map);
}

template <class Shape, class Out, class Compute>
__device__ __forceinline__ void store_strided_results(Out *out, const Compute (&y)[Shape::points], uint32_t count,
                                                      uint64_t step)
{
#pragma unroll
    for (int r = 0; r < Shape::points; r++) {
        const uint32_t i = strided_place<Shape>(r);
        if (i < count) {
            out[i * step] = from_accumulator<Out>(y[r]);
        }
    }
}

/*
 * AreVectors: rows of results are whole vectors. With a branch instead, the compiler keeps both forms' addresses in the
 * loop over rows (one polynomial of f32, 2^27 points, H200: d = 63 0.451 for 0.396 ms, d = 255 1.577 for 1.340).
 * Counted: the device knows how many points there are.
 */
template <tcu_basis Basis, class Shape, bool AreVectors, bool Counted>
__global__ void __launch_bounds__(plain_threads)
    polynomial_plain_kernel(plain_task<typename Shape::In, typename Shape::Out> task)
{
    using compute = computed<typename Shape::In>;
    compute *shared = reinterpret_cast<compute *>(dynamic_shared_memory());
    const uint32_t group = blockIdx.x / task.point_blocks, block = blockIdx.x - group * task.point_blocks;
    const uint64_t first_row = task.first_row + static_cast<uint64_t>(group) * task.staged.rows_a_block;
    const uint64_t batch = first_row < task.batches ? first_row : task.batches > 0 ? first_row % task.batches : 0;
    const uint32_t rows =
        static_cast<uint32_t>(min(task.rows - first_row, static_cast<uint64_t>(task.staged.rows_a_block)));
    const plain_piece piece = plain_piece_of<Shape>(block, length_now<Counted>(task.n, task.length));
    if (Counted && piece.count == 0) {
        return;
    }

    series<Basis, compute, Shape::points> series;
    const auto *points = task.points + batch * task.point_stride;
    if constexpr (AreVectors) {
        load_plain_points<Shape>(series.t, points, piece, task.vectors_in, task.map, task.one);
    } else {
        load_strided_points<Shape>(series.t, points, piece, task.map);
    }
    stage_whole_rows(task.staged, shared, first_row, rows);
    auto *out = task.out + first_row * task.row_step + piece.first * task.point_step;
    for (uint32_t row = 0; row < rows; row++, out += task.row_step) {
        evaluate_row(series, task.staged, shared, first_row, row);
        if constexpr (AreVectors) {
            store_plain_results<Shape>(out, series.b, piece.count, true);
        } else {
            store_strided_results<Shape>(out, series.b, piece.count, task.point_step);
        }
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_PLAIN_KERNEL_CUH */
