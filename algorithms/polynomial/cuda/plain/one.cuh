/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One polynomial of low degree, by Horner's scheme, where memory limits. A thread has a few points and loads them at
 * once: what the general kernel (kernel.cuh) decides before its first load, which row, which batch and how coefficients
 * are staged, takes so many instructions that too few loads are in flight.
 */
#ifndef TCUI_POLYNOMIAL_PLAIN_ONE_CUH
#define TCUI_POLYNOMIAL_PLAIN_ONE_CUH

#include "kernel.cuh"

namespace tcu
{

/* The most coefficients, in shared memory. */
template <class In>
constexpr uint32_t plain_one_coefficients = TCUI_POLYNOMIAL_PLAIN_ONE_BYTES / sizeof(computed<In>);

template <class In, class Out>
struct plain_one_task {
    const computed<In> *coefficients;
    uint32_t degree;
    const In *points;
    Out *out;
    uint64_t n;
    uint32_t whole_tiles; /* the first ones, if both arrays are whole vectors */
    bool vectors_in, vectors_out;
    variable map;
    computed<In> one;       /* 1 */
    const uint64_t *length; /* or NULL: of the n points those that there are */
};

/* Horner's scheme, each coefficient loaded by itself: fewer decisions than with the vectors of take_coefficients(). */
template <class Series, class Compute>
__device__ __forceinline__ void take_each_coefficient(Series &series, const Compute *c, uint32_t degree)
{
    series.begin(c[degree]);
#pragma unroll 4
    for (uint32_t k = degree; k > 0; k--) {
        series.step(c[k - 1]);
    }
}

/* Whole: all of the tile is inside the arrays, as vectors. */
template <bool Whole, class Shape>
__device__ __forceinline__ void evaluate_one_tile(const plain_one_task<typename Shape::In, typename Shape::Out> &task,
                                                  uint64_t n)
{
    using compute = computed<typename Shape::In>;
    constexpr uint32_t most = plain_one_coefficients<typename Shape::In>;
    static_assert(most <= plain_threads, "a thread loads a coefficient");
    __shared__ compute coefficients[most];
    plain_piece piece = {uint64_t{blockIdx.x} * Shape::tile, Shape::tile};
    if (!Whole) {
        piece = plain_piece_of<Shape>(blockIdx.x, n);
    }
    /* Loaded before the points are waited for, so that both are on their way at once. */
    const compute own = threadIdx.x <= task.degree ? task.coefficients[threadIdx.x] : compute(0);
    series<TCU_BASIS_MONOMIAL, compute, Shape::points> series;
    load_plain_points<Shape>(series.t, task.points, piece, Whole || task.vectors_in, task.map, task.one);
    if (threadIdx.x <= task.degree) {
        coefficients[threadIdx.x] = own;
    }
    __syncthreads();
    take_each_coefficient(series, coefficients, task.degree);
    store_plain_results<Shape>(task.out + piece.first, series.b, piece.count, Whole || task.vectors_out);
}

/* Blocks of a multiprocessor, by the registers of a thread's points and sums: with more of them more loads are in
 * flight. */
template <class Shape>
constexpr int plain_one_blocks =
    std::min<int>(TCUI_POLYNOMIAL_PLAIN_ONE_BLOCKS,
                  TCUI_POLYNOMIAL_PLAIN_ONE_REGISTERS /
                      (plain_threads * (2 * Shape::points * static_cast<int>(sizeof(computed<typename Shape::In>) / 4) +
                                        TCUI_POLYNOMIAL_PLAIN_ONE_OTHER_REGISTERS)));

/* Counted: the device knows how many points there are. */
template <class Shape, bool Counted>
__global__ void __launch_bounds__(plain_threads, plain_one_blocks<Shape>)
    polynomial_one_kernel(plain_one_task<typename Shape::In, typename Shape::Out> task)
{
    const uint64_t n = length_now<Counted>(task.n, task.length);
    if (blockIdx.x < task.whole_tiles && (!Counted || (uint64_t{blockIdx.x} + 1) * Shape::tile <= n)) {
        evaluate_one_tile<true, Shape>(task, n);
    } else {
        evaluate_one_tile<false, Shape>(task, n);
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_PLAIN_ONE_CUH */
