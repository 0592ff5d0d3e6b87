/* SPDX-License-Identifier: Apache-2.0 */
/* Results of 16-bit points, looked up in a table of the polynomial's values at all 16-bit numbers. */
#include "algorithms/polynomial/cuda/paths.h"
#include "algorithms/polynomial/cuda/tuning.h"
#include "kernel.cuh"
#include "primitives/context/workspace.h"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

uint64_t rows_of(const tcui_polynomial_task *task)
{
    return task->polynomials.planes * task->polynomials.count;
}

template <tcu_basis Basis, class T>
tcu_status make_values(tcu_context *context, const tcui_polynomial_task *task, void *tables)
{
    const uint64_t rows = rows_of(task), most = most_grid_blocks / values_parts;
    const auto staged = stage_rows<f32>(task->polynomials, rows, TCUI_POLYNOMIAL_PLAIN_SHARED_BYTES, 1);
    tcu_status status = TCU_SUCCESS;
    for (uint64_t first = 0; first < rows && status == TCU_SUCCESS; first += most) {
        status = launch(context, polynomial_values_kernel<Basis, T>, std::min(rows - first, most) * values_parts,
                        values_threads, staged_bytes(staged), staged, variable_of(task->polynomials),
                        static_cast<T *>(tables), first);
    }
    return status;
}

template <class T>
tcu_status make_values_of(tcu_context *context, const tcui_polynomial_task *task, void *tables)
{
    return task->polynomials.basis == TCU_BASIS_CHEBYSHEV ? make_values<TCU_BASIS_CHEBYSHEV, T>(context, task, tables)
                                                          : make_values<TCU_BASIS_MONOMIAL, T>(context, task, tables);
}

tcu_status look_up_all(tcu_context *context, const tcui_polynomial_task *task, const void *tables)
{
    lookup_task lookup = {};
    lookup.points = static_cast<const uint16_t *>(task->points);
    lookup.tables = static_cast<const uint16_t *>(tables);
    lookup.out = static_cast<uint16_t *>(task->out);
    place_rows(lookup, task);
    lookup.vectors = !is_by_columns(task) &&
                     are_whole_vectors(task->points, lookup.batches > 1 ? task->point_stride : 0, 2, 16) &&
                     are_whole_vectors(task->out, lookup.rows > 1 ? task->out_stride : 0, 2, 16);
    lookup.tiles = divide_up(task->n, lookup_tile);
    return launch_as(launch_kind::overlapping, context, polynomial_lookup_kernel,
                     std::min<uint64_t>(lookup.tiles * lookup.rows, tcui_stream_multiprocessors(context)),
                     lookup_threads, values_bytes, lookup);
}

} // namespace

extern "C" bool tcui_polynomial_values_applies(const tcu_context *context, const tcui_polynomial_task *task)
{
    return (task->form == TCUI_POLYNOMIAL_GRID || task->form == TCUI_POLYNOMIAL_BATCHED) &&
           (task->type == TCU_TYPE_F16 || task->type == TCU_TYPE_BF16) && task->out_type == task->type &&
           context->properties.shared_memory_per_block >= values_bytes;
}

extern "C" bool tcui_polynomial_values_pays(const tcu_context *context, const tcui_polynomial_task *task)
{
    const tcui_polynomial_policy *const policy = tcui_polynomial_policy_of(context);
    const uint64_t degree = task->polynomials.degree, rows = rows_of(task);
    const bool is_grid = task->form == TCUI_POLYNOMIAL_GRID;
    /* (Rows that share columns would be written two bytes at a time.) */
    if (is_grid && rows > 1 && task->order == TCU_ORDER_COLUMN_MAJOR) {
        return false;
    }
    /* Of more rows, or fewer points of each, tables take longer than products do. */
    if (is_grid && rows > policy->values_most_grid_rows) {
        return false;
    }
    const uint64_t least_points =
        is_grid && rows >= policy->grid_least_rows ? policy->values_least_grid_points : policy->values_least_points;
    const uint64_t least_degree = rows == 1 && task->polynomials.basis == TCU_BASIS_MONOMIAL
                                      ? policy->values_least_degree_of_one
                                      : policy->values_least_degree;
    return context->arithmetic != TCU_ARITHMETIC_MATRIX && degree >= least_degree &&
           degree <= policy->values_most_degree && task->n >= least_points && rows <= policy->values_most_rows &&
           rows >= policy->values_least_steps / task->n / degree;
}

extern "C" tcu_status tcui_polynomial_values_reserve(tcu_context *, const tcui_polynomial_task *task,
                                                     tcui_layout *layout)
{
    tcui_layout_reserve(layout, rows_of(task), tcu::values_bytes);
    return TCU_SUCCESS;
}

extern "C" tcu_status tcui_polynomial_values_execute(tcu_context *context, const tcui_polynomial_task *task,
                                                     void *workspace)
{
    const tcu_status status = task->type == TCU_TYPE_F16 ? make_values_of<f16>(context, task, workspace)
                                                         : make_values_of<bf16>(context, task, workspace);
    return status == TCU_SUCCESS ? look_up_all(context, task, workspace) : status;
}
