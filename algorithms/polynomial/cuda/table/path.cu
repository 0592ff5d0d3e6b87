/* SPDX-License-Identifier: Apache-2.0 */
/* A polynomial for each point: where the table lies, and the launch. */
#include <algorithm>

#include "algorithms/polynomial/cuda/paths.h"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

/* Whether the table fits shared memory, then with so many copies. */
template <class Compute>
bool fits_shared(const tcu_context *context, const tcui_polynomial_task *task, uint32_t *copies, size_t *bytes)
{
    const tcui_polynomials &polynomials = task->polynomials;
    const bool spline = task->form == TCUI_POLYNOMIAL_SPLINE;
    const uint64_t most = context->properties.shared_memory_per_block, row = shared_row<Compute>(polynomials.degree);
    if (spline && polynomials.count > most_guided_pieces)
        return false;
    if (row > most || polynomials.count > most || polynomials.planes > most)
        return false;
    const uint64_t rows = polynomials.count * polynomials.planes;
    if (rows * row > most / sizeof(Compute))
        return false;
    const size_t guide = spline ? guide_bytes<Compute>(polynomials.count) : 0, table = rows * row * sizeof(Compute);
    const bool many_points =
        task->n / context->properties.multiprocessors >= TCUI_POLYNOMIAL_TABLE_POINTS_A_NUMBER * rows * row;
    for (*copies = many_points ? TCUI_POLYNOMIAL_TABLE_COPIES : 1; *copies > 1 && table * *copies + guide > most;)
        *copies /= 2;
    *bytes = table * *copies + guide;
    return *bytes <= most;
}

template <bool Spline, class In, class Out>
tcu_status launch_table(tcu_context *context, const tcui_polynomial_task *task)
{
    constexpr int V = table_points<Out>;
    const tcui_polynomials &polynomials = task->polynomials;
    table_task<In, Out> table = {};
    table.points = static_cast<const In *>(task->points);
    table.out = static_cast<Out *>(task->out);
    table.n = task->n;
    table.out_stride = task->out_stride;
    table.coefficients = static_cast<const computed<In> *>(polynomials.coefficients);
    table.stride = polynomials.stride;
    table.count = polynomials.count;
    table.planes = polynomials.planes;
    table.degree = polynomials.degree;
    table.map = variable_of(polynomials);
    table.vectors_in = are_whole_vectors(task->points, 0, sizeof(In), V * sizeof(In));
    table.vectors_out =
        are_whole_vectors(task->out, polynomials.planes > 1 ? task->out_stride : 0, sizeof(Out), V * sizeof(Out));
    table.chebyshev = polynomials.basis == TCU_BASIS_CHEBYSHEV;
    table.indices = task->indices;
    table.index_type = task->index_type;
    table.breakpoints = static_cast<const In *>(task->breakpoints);
    table.nan_outside = task->outside == TCU_SPLINE_NAN;
    table.copies = 1;

    size_t bytes = 0;
    const bool in_shared = fits_shared<computed<In>>(context, task, &table.copies, &bytes);
    if (!in_shared)
        bytes = 0;
    /* Persistent blocks, as many as are resident. (A block's shared memory takes 1 KB more than it asks for.) */
    const uint64_t of_threads = static_cast<uint64_t>(context->multiprocessor_threads) / TCUI_POLYNOMIAL_TABLE_THREADS;
    const uint64_t of_memory = (context->properties.shared_memory_per_block + 1024) / (bytes + 1024);
    const uint64_t blocks =
        std::min(divide_up(task->n, static_cast<uint64_t>(TCUI_POLYNOMIAL_TABLE_THREADS) * V),
                 context->properties.multiprocessors * std::max<uint64_t>(std::min(of_threads, of_memory), 1));
    return launch(context,
                  in_shared ? polynomial_table_kernel<Spline, true, In, Out>
                            : polynomial_table_kernel<Spline, false, In, Out>,
                  blocks, TCUI_POLYNOMIAL_TABLE_THREADS, bytes, table);
}

} // namespace

extern "C" bool tcui_polynomial_table_applies(const tcu_context *, const tcui_polynomial_task *task)
{
    return task->form == TCUI_POLYNOMIAL_INDEXED || task->form == TCUI_POLYNOMIAL_SPLINE;
}

extern "C" tcu_status tcui_polynomial_table_execute(tcu_context *context, const tcui_polynomial_task *task, void *)
{
    return dispatch_types(task->type, task->out_type, [&](auto in, auto out) {
        using In = decltype(in);
        using Out = decltype(out);
        return task->form == TCUI_POLYNOMIAL_SPLINE ? launch_table<true, In, Out>(context, task)
                                                    : launch_table<false, In, Out>(context, task);
    });
}
