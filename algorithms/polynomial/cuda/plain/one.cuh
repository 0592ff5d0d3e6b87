/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One polynomial of low degree, where memory limits: a thread has a few points, and blocks begin and end all the time, so
 * that more loads are in flight than with many points a thread. What the general kernel decides first (which row, which
 * batch, how many coefficients are staged at a time) is known here: with it memory waits (figures: ../tuning.h).
 */
#ifndef TCUI_POLYNOMIAL_PLAIN_ONE_CUH
#define TCUI_POLYNOMIAL_PLAIN_ONE_CUH

#include "kernel.cuh"

namespace tcu
{

template <class In, class Out>
struct plain_one_task {
    const computed<In> *coefficients;
    uint32_t degree;
    const In *points;
    Out *out;
    uint64_t n;
    uint32_t whole_tiles; /* the first ones, if both arrays are whole vectors */
    variable map;
    computed<In> one; /* 1 */
};

/* All coefficients, each loaded by itself: less to decide than take_coefficients() has, which suits longer rows. */
template <class Series, class Compute>
__device__ __forceinline__ void take_few_coefficients(Series &series, const Compute *c, uint32_t degree)
{
    series.begin(c[degree]);
#pragma unroll 4
    for (uint32_t k = degree; k > 1; k--) {
        series.step(c[k - 1]);
    }
    if (degree > 0) {
        series.last_step(c[0]);
    }
}

/* Whole: all of the tile is inside the arrays, as vectors. */
template <bool Whole, tcu_basis Basis, class Shape>
__device__ __forceinline__ void evaluate_one_tile(const plain_one_task<typename Shape::In, typename Shape::Out> &task)
{
    using compute = computed<typename Shape::In>;
    __shared__ compute coefficients[TCUI_POLYNOMIAL_PLAIN_ONE_BYTES / sizeof(compute)];
    plain_piece piece = {uint64_t{blockIdx.x} * Shape::tile, Shape::tile};
    if (!Whole) {
        piece = plain_piece_of<Shape>(blockIdx.x, task.n);
    }
    /* Loaded before the points, so that both are on their way at once. */
    const compute own = threadIdx.x <= task.degree ? task.coefficients[threadIdx.x] : compute(0);
    series<Basis, compute, Shape::points> series;
    load_plain_points<Shape>(series.t, task.points, piece, Whole, task.map, task.one);
    if (threadIdx.x <= task.degree) {
        coefficients[threadIdx.x] = own;
    }
    __syncthreads();
    take_few_coefficients(series, coefficients, task.degree);
    store_plain_results<Shape>(task.out + piece.first, series.b, piece.count, Whole, 1);
}

/* Blocks of a multiprocessor, by the registers that a thread's points take: more of them have more loads in flight. */
template <tcu_basis Basis, class Shape>
constexpr int plain_one_blocks =
    std::min(16, 65536 / (plain_threads * (Shape::points * (Basis == TCU_BASIS_MONOMIAL ? 2 : 4) *
                                               static_cast<int>(sizeof(computed<typename Shape::In>) / 4) +
                                           TCUI_POLYNOMIAL_PLAIN_ONE_REGISTERS)));

template <tcu_basis Basis, class Shape>
__global__ void __launch_bounds__(plain_threads, plain_one_blocks<Basis, Shape>)
    polynomial_one_kernel(plain_one_task<typename Shape::In, typename Shape::Out> task)
{
    if (blockIdx.x < task.whole_tiles) {
        evaluate_one_tile<true, Basis, Shape>(task);
    } else {
        evaluate_one_tile<false, Basis, Shape>(task);
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_PLAIN_ONE_CUH */
