/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to the plain kernels' tasks, for one pair of types; instances.cmake lists the types. */
#ifndef TCUI_POLYNOMIAL_PLAIN_LAUNCH_CUH
#define TCUI_POLYNOMIAL_PLAIN_LAUNCH_CUH

#include "algorithms/polynomial/cuda/chunks.cuh"
#include "algorithms/polynomial/cuda/paths.h"
#include "one.cuh"
#include "primitives/pipeline/launch.cuh"
#include "reduce.cuh"

namespace tcu
{

/* Rows of a block. Few points: fewer, so that blocks occupy the device. */
template <class In, class Out>
uint32_t plain_rows_a_block(const tcu_context *context, const tcui_polynomial_task *task, uint64_t tiles)
{
    if (task->form == TCUI_POLYNOMIAL_BATCHED) {
        return 1;
    }
    const tcui_polynomials &polynomials = task->polynomials;
    const uint64_t occupying = divide_up(
        static_cast<uint64_t>(context->properties.multiprocessors) * TCUI_POLYNOMIAL_PLAIN_LEAST_BLOCKS, tiles);
    const bool few_rows = polynomials.degree <= TCUI_POLYNOMIAL_PLAIN_LOW_DEGREE &&
                          task->n <= TCUI_POLYNOMIAL_PLAIN_CACHED_BYTES / sizeof(In);
    const uint64_t most = sizeof(Out) == 8   ? TCUI_POLYNOMIAL_PLAIN_DOUBLE_ROWS
                          : !few_rows        ? TCUI_POLYNOMIAL_PLAIN_ROWS
                          : sizeof(Out) == 2 ? TCUI_POLYNOMIAL_PLAIN_HALF_FEW_ROWS
                                             : TCUI_POLYNOMIAL_PLAIN_FEW_ROWS;
    return static_cast<uint32_t>(
        std::min<uint64_t>(most, std::max<uint64_t>(polynomials.planes * polynomials.count / occupying, 1)));
}

template <tcu_basis Basis, class Shape>
tcu_status launch_plain_shape(tcu_context *context, const tcui_polynomial_task *task)
{
    using In = typename Shape::In;
    using Out = typename Shape::Out;
    constexpr size_t V = Shape::vector;
    const tcui_polynomials &polynomials = task->polynomials;
    const uint64_t tiles = divide_up(task->n, uint64_t{Shape::tile});
    plain_task<In, Out> plain = {};
    plain.points = static_cast<const In *>(task->points);
    plain.out = static_cast<Out *>(task->out);
    place_rows(plain, task);
    plain.staged = stage_rows<computed<In>>(polynomials, plain.rows, TCUI_POLYNOMIAL_PLAIN_SHARED_BYTES,
                                            plain_rows_a_block<In, Out>(context, task, tiles));
    plain.map = variable_of(polynomials);
    plain.one = 1;
    plain.vectors_in =
        are_whole_vectors(task->points, plain.batches > 1 ? task->point_stride : 0, sizeof(In), V * sizeof(In));
    plain.vectors_out = !is_by_columns(task) && are_whole_vectors(task->out, plain.rows > 1 ? task->out_stride : 0,
                                                                  sizeof(Out), V * sizeof(Out));
    const uint64_t groups = divide_up(plain.rows, plain.staged.rows_a_block);
    plain.point_blocks = static_cast<uint32_t>(tiles); /* (A launch of more fails.) */
    /* (Of more groups than a grid holds blocks, a launch after the other.) */
    const uint64_t most = std::max<uint64_t>(most_grid_blocks / tiles, 1);
    tcu_status status = TCU_SUCCESS;
    const auto kernel_of = [&](auto counted) {
        return plain.vectors_out ? polynomial_plain_kernel<Basis, Shape, true, counted.value>
                                 : polynomial_plain_kernel<Basis, Shape, false, counted.value>;
    };
    const auto kernel = plain.length != nullptr ? kernel_of(std::true_type()) : kernel_of(std::false_type());
    for (uint64_t first = 0; first < groups && status == TCU_SUCCESS; first += most) {
        plain.first_row = first * plain.staged.rows_a_block;
        status = launch(context, kernel, std::min(groups - first, most) * tiles, plain_threads,
                        staged_bytes(plain.staged), plain);
    }
    return status;
}

template <class Shape>
tcu_status launch_plain_one(tcu_context *context, const tcui_polynomial_task *task)
{
    using In = typename Shape::In;
    using Out = typename Shape::Out;
    constexpr size_t V = Shape::vector;
    const tcui_polynomials &polynomials = task->polynomials;
    plain_one_task<In, Out> one = {};
    one.coefficients = static_cast<const computed<In> *>(polynomials.coefficients);
    one.degree = static_cast<uint32_t>(polynomials.degree);
    one.points = static_cast<const In *>(task->points);
    one.out = static_cast<Out *>(task->out);
    one.n = task->n;
    one.length = polynomials.num_points;
    one.vectors_in = are_whole_vectors(task->points, 0, sizeof(In), V * sizeof(In));
    one.vectors_out = are_whole_vectors(task->out, 0, sizeof(Out), V * sizeof(Out));
    one.whole_tiles = one.vectors_in && one.vectors_out ? static_cast<uint32_t>(task->n / Shape::tile) : 0;
    one.map = variable_of(polynomials);
    one.one = 1;
    return launch(context,
                  one.length != nullptr ? polynomial_one_kernel<Shape, true> : polynomial_one_kernel<Shape, false>,
                  divide_up(task->n, uint64_t{Shape::tile}), plain_threads, 0, one);
}

/* One polynomial, its results side by side, of monomials and few of them. (Series would spill.) */
template <tcu_basis Basis, class In>
bool is_plain_one(const tcui_polynomial_task *task)
{
    const tcui_polynomials &polynomials = task->polynomials;
    return Basis == TCU_BASIS_MONOMIAL && polynomials.planes * polynomials.count == 1 &&
           (task->form == TCUI_POLYNOMIAL_BATCHED || task->order == TCU_ORDER_ROW_MAJOR) &&
           polynomials.degree < plain_one_coefficients<In>;
}

template <tcu_basis Basis, class In, class Out>
tcu_status launch_plain_rows(tcu_context *context, const tcui_polynomial_task *task)
{
    if (!is_plain_one<Basis, In>(task)) {
        return launch_plain_shape<Basis, plain_many<In, Out>>(context, task);
    }
    using few = plain_vectors<In, Out, TCUI_POLYNOMIAL_PLAIN_ONE_FEW>;
    constexpr bool is_always_few = (plain_one_coefficients<In> - 1) * few::points <= TCUI_POLYNOMIAL_PLAIN_ONE_STEPS;
    if constexpr (!is_always_few) {
        if (task->polynomials.degree * few::points > TCUI_POLYNOMIAL_PLAIN_ONE_STEPS) {
            return launch_plain_one<plain_vectors<In, Out, TCUI_POLYNOMIAL_PLAIN_ONE_MORE>>(context, task);
        }
    }
    return launch_plain_one<few>(context, task);
}

template <class Reduction, tcu_basis Basis, class In, class Out>
tcu_status launch_plain_reduction(tcu_context *context, const tcui_polynomial_task *task, void *workspace)
{
    using compute = computed<In>;
    using shape = plain_many<In, Out>;
    const tcui_polynomials &polynomials = task->polynomials;
    const row_chunks chunks = chunk_rows(context, task->n, polynomials.count);
    plain_reduce_task<In, Out> plain = {};
    plain.points = static_cast<const In *>(task->points);
    plain.rows = polynomials.count;
    plain.rows_a_chunk = chunks.rows;
    plain.map = variable_of(polynomials);
    plain.one = 1;
    plain.vectors_in = are_whole_vectors(task->points, 0, sizeof(In), shape::vector * sizeof(In));
    const uint64_t point_blocks = divide_up(task->n, uint64_t{shape::tile});
    plain.point_blocks = static_cast<uint32_t>(point_blocks);
    plain.staged = stage_rows<compute>(polynomials, chunks.rows, TCUI_POLYNOMIAL_PLAIN_SHARED_BYTES, 0x7fffffff);
    tcu_status status = TCU_SUCCESS;
    for (uint64_t plane = 0; plane < polynomials.planes && status == TCU_SUCCESS; plane++) {
        plain.results = results_of_plane<compute, Out>(task, chunks, plane, workspace);
        plain.staged.coefficients =
            static_cast<const compute *>(polynomials.coefficients) + plane * polynomials.count * polynomials.stride;
        status =
            launch(context,
                   plain.results.length != nullptr ? polynomial_plain_reduce_kernel<Reduction, Basis, In, Out, true>
                                                   : polynomial_plain_reduce_kernel<Reduction, Basis, In, Out, false>,
                   chunks.count * point_blocks, plain_threads, staged_bytes(plain.staged), plain);
        if (status == TCU_SUCCESS) {
            status = reduce_chunks<Reduction>(context, plain.results, chunks);
        }
    }
    return status;
}

template <tcu_basis Basis, class In, class Out>
tcu_status launch_plain_of(tcu_context *context, const tcui_polynomial_task *task, void *workspace)
{
    if (task->form != TCUI_POLYNOMIAL_REDUCE) {
        return launch_plain_rows<Basis, In, Out>(context, task);
    }
    return dispatch_reduction(task, [&](auto reduction) {
        return launch_plain_reduction<decltype(reduction), Basis, In, Out>(context, task, workspace);
    });
}

template <class In, class Out>
tcu_status launch_plain(tcu_context *context, const tcui_polynomial_task *task, void *workspace)
{
    if (task->polynomials.basis == TCU_BASIS_CHEBYSHEV) {
        return launch_plain_of<TCU_BASIS_CHEBYSHEV, In, Out>(context, task, workspace);
    }
    return launch_plain_of<TCU_BASIS_MONOMIAL, In, Out>(context, task, workspace);
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_PLAIN_LAUNCH_CUH */
