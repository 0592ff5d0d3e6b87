/* SPDX-License-Identifier: Apache-2.0 */
/* A polynomial for each point: where the table lies, and the launch. */
#include <algorithm>

#include "algorithms/polynomial/cuda/paths.h"
#include "algorithms/polynomial/cuda/tuning.h"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

/* What names a point's polynomial, and where the table lies. */
struct table_schedule {
    pick by;
    uint32_t cells; /* of a guide */
    uint32_t group; /* 0: coefficients do not fit shared memory */
    row_layout layout;
    size_t bytes;
};

/* The layout with the most slots, and of these the one with the fewest vectors a line, that fits. */
template <class Compute>
bool lay_out_rows(const tcui_polynomials &polynomials, uint32_t most_slots, uint64_t most_bytes,
                  table_schedule *schedule)
{
    const uint64_t vectors = polynomials.degree / vector_elements<Compute> + 1;
    if (vectors > most_bytes || polynomials.count > most_bytes || polynomials.planes > most_bytes) {
        return false;
    }
    const uint64_t rows = polynomials.count * polynomials.planes;
    const uint32_t most_group = polynomials.basis == TCU_BASIS_CHEBYSHEV ? TCUI_POLYNOMIAL_TABLE_MOST_CHEBYSHEV_GROUP
                                                                         : TCUI_POLYNOMIAL_TABLE_MOST_GROUP;
    for (uint32_t slots = most_slots; slots > 0; slots /= 2) {
        for (uint32_t group = 1; group <= std::min(slots, most_group); group *= 2) {
            const uint32_t line_bytes = slots * slot_bytes;
            const uint64_t lines = divide_up(vectors, group);
            if (lines > most_bytes / line_bytes / rows) {
                continue;
            }
            const uint32_t row_bytes = static_cast<uint32_t>(lines) * line_bytes;
            schedule->group = group;
            schedule->layout = {slots,     static_cast<uint32_t>(lines) * group,   slots / group, line_bytes,
                                row_bytes, row_bytes * static_cast<uint32_t>(rows)};
            schedule->bytes += schedule->layout.table_bytes;
            return true;
        }
    }
    return false;
}

/* What fits shared memory, and is used often enough to be copied there: a guide before coefficients, these before their
 * copies. */
template <class Compute>
table_schedule schedule_of(const tcu_context *context, const tcui_polynomial_task *task)
{
    const tcui_polynomials &polynomials = task->polynomials;
    if (task->form == TCUI_POLYNOMIAL_BATCHED) {
        return {pick::batch, 0, 0, {}, 0};
    }
    const bool spline = task->form == TCUI_POLYNOMIAL_SPLINE;
    table_schedule schedule = {spline ? pick::search : pick::index, 0, 0, {}, 0};
    const uint64_t most = context->properties.shared_memory_per_block;
    const uint64_t points = task->n / context->properties.multiprocessors;
    const uint64_t numbers = polynomials.planes * polynomials.count * polynomials.stride;
    if (spline) {
        const bool is_fine = points / TCUI_POLYNOMIAL_TABLE_POINTS_A_PIECE >= polynomials.count;
        schedule.cells = guide_cells<Compute>(std::min(polynomials.count, most_guided_pieces),
                                              is_fine ? TCUI_POLYNOMIAL_TABLE_GUIDE_BYTES_A_PIECE
                                                      : TCUI_POLYNOMIAL_TABLE_LEAST_GUIDE_BYTES_A_PIECE);
        if (polynomials.count > most_guided_pieces || guide_bytes<Compute>(polynomials.count, schedule.cells) > most) {
            return schedule;
        }
        schedule.by = pick::guide;
        schedule.bytes = guide_bytes<Compute>(polynomials.count, schedule.cells);
    }
    lay_out_rows<Compute>(polynomials,
                          points >= TCUI_POLYNOMIAL_TABLE_POINTS_A_NUMBER * numbers ? TCUI_POLYNOMIAL_TABLE_SLOTS : 1,
                          most - schedule.bytes, &schedule);
    return schedule;
}

template <pick Pick, class In, class Out>
auto kernel_of(uint32_t group)
{
    if constexpr (Pick == pick::index || Pick == pick::guide) {
        switch (group) {
        case 1:
            return polynomial_table_kernel<Pick, 1, In, Out>;
        case 2:
            return polynomial_table_kernel<Pick, 2, In, Out>;
        case TCUI_POLYNOMIAL_TABLE_MOST_GROUP:
            return polynomial_table_kernel<Pick, TCUI_POLYNOMIAL_TABLE_MOST_GROUP, In, Out>;
        }
    }
    return polynomial_table_kernel<Pick, 0, In, Out>;
}

template <class In, class Out>
auto kernel_of(const table_schedule &schedule)
{
    switch (schedule.by) {
    case pick::index:
        return kernel_of<pick::index, In, Out>(schedule.group);
    case pick::guide:
        return kernel_of<pick::guide, In, Out>(schedule.group);
    case pick::search:
        return kernel_of<pick::search, In, Out>(schedule.group);
    default:
        return kernel_of<pick::batch, In, Out>(schedule.group);
    }
}

template <class In, class Out>
tcu_status launch_table(tcu_context *context, const tcui_polynomial_task *task)
{
    constexpr int V = table_points<Out>;
    const tcui_polynomials &polynomials = task->polynomials;
    const bool batched = task->form == TCUI_POLYNOMIAL_BATCHED;
    table_task<In, Out> table = {};
    table.points = static_cast<const In *>(task->points);
    table.out = static_cast<Out *>(task->out);
    table.n = task->n;
    table.length = polynomials.num_points;
    table.point_stride = batched ? task->point_stride : 0;
    table.out_stride = task->out_stride;
    table.batches = batched ? polynomials.count : 1;
    table.vectors_a_batch = divide_up(task->n, V);
    table.coefficients = static_cast<const computed<In> *>(polynomials.coefficients);
    table.stride = polynomials.stride;
    table.count = polynomials.count;
    table.planes = polynomials.planes;
    table.degree = static_cast<uint32_t>(polynomials.degree);
    table.map = variable_of(polynomials);
    table.vectors_in =
        are_whole_vectors(task->points, table.batches > 1 ? table.point_stride : 0, sizeof(In), V * sizeof(In));
    table.vectors_out = are_whole_vectors(task->out, table.batches * polynomials.planes > 1 ? task->out_stride : 0,
                                          sizeof(Out), V * sizeof(Out));
    table.chebyshev = polynomials.basis == TCU_BASIS_CHEBYSHEV;
    table.indices = indices_of<V>(task->indices, task->index_type);
    table.breakpoints = static_cast<const In *>(task->breakpoints);
    table.nan_outside = task->outside == TCU_SPLINE_NAN;
    const table_schedule schedule = schedule_of<computed<In>>(context, task);
    table.layout = schedule.layout;
    table.cells = schedule.cells;
    /* Persistent blocks, one a multiprocessor. */
    const uint64_t blocks =
        std::min<uint64_t>(divide_up(table.vectors_a_batch * table.batches, TCUI_POLYNOMIAL_TABLE_THREADS),
                           tcui_stream_multiprocessors(context));
    return launch(context, kernel_of<In, Out>(schedule), blocks, TCUI_POLYNOMIAL_TABLE_THREADS, schedule.bytes, table);
}

} // namespace

extern "C" bool tcui_polynomial_table_applies(const tcu_context *, const tcui_polynomial_task *task)
{
    return task->form == TCUI_POLYNOMIAL_INDEXED || task->form == TCUI_POLYNOMIAL_SPLINE ||
           task->form == TCUI_POLYNOMIAL_BATCHED;
}

/* Batches: where a block of the plain path would have little to do. */
extern "C" bool tcui_polynomial_table_pays(const tcu_context *context, const tcui_polynomial_task *task)
{
    return task->form != TCUI_POLYNOMIAL_BATCHED || task->n <= tcui_polynomial_policy_of(context)->table_most_of_batch;
}

extern "C" tcu_status tcui_polynomial_table_execute(tcu_context *context, const tcui_polynomial_task *task, void *)
{
    return dispatch_types(task->type, task->out_type,
                          [&](auto in, auto out) { return launch_table<decltype(in), decltype(out)>(context, task); });
}
