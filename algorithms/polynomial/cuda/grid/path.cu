/* SPDX-License-Identifier: Apache-2.0 */
/* Many polynomials at shared points on the matrix unit: which tasks, and in which shape. */
#include "algorithms/polynomial/cuda/paths.h"
#include "algorithms/polynomial/cuda/tuning.h"
#include "launch.cuh"

namespace tcu
{

/* instances.cmake */
extern template decltype(launch_grid_in_shape<double_operands, f64>) launch_grid_in_shape<double_operands, f64>;
extern template decltype(launch_grid_in_shape<split_operands, f32>) launch_grid_in_shape<split_operands, f32>;
extern template decltype(launch_grid_in_shape<single_half_operands, f32>)
    launch_grid_in_shape<single_half_operands, f32>;
extern template decltype(launch_grid_in_shape<single_half_operands, f16>)
    launch_grid_in_shape<single_half_operands, f16>;
extern template decltype(launch_grid_in_shape<single_half_operands, bf16>)
    launch_grid_in_shape<single_half_operands, bf16>;

} // namespace tcu

namespace
{

using namespace tcu;

template <class Operands>
tcu_status reserve_as(const tcu_context *context, const tcui_polynomial_task *task, tcui_layout *layout)
{
    const grid_schedule schedule = in_shape<Operands>(
        task, [&](auto shape) { return schedule_of<Operands, decltype(shape)>(context, task, layout); });
    if (task->form == TCUI_POLYNOMIAL_REDUCE) {
        const uint64_t most_rows = most_tiles_a_block<Operands>(context, schedule) * tile_rows;
        reserve_chunks(layout, chunk_values(context, task->n, schedule.rows, most_rows),
                       sizeof(typename Operands::compute));
    }
    return TCU_SUCCESS;
}

template <class Operands>
bool fits_as(const tcu_context *context, const tcui_polynomial_task *task)
{
    return in_shape<Operands>(task, [&](auto shape) { return holds_a_tile<Operands, decltype(shape)>(context, task); });
}

/* function(Operands()) */
template <class Function>
auto with_operands(tcu_type type, Function function)
{
    return type == TCU_TYPE_F64   ? function(double_operands())
           : type == TCU_TYPE_F32 ? function(split_operands())
                                  : function(single_half_operands());
}

} // namespace

extern "C" bool tcui_polynomial_grid_applies(const tcu_context *context, const tcui_polynomial_task *task)
{
    if ((task->form != TCUI_POLYNOMIAL_GRID && task->form != TCUI_POLYNOMIAL_REDUCE) || task->polynomials.degree < 1 ||
        task->polynomials.count < 1 || task->polynomials.basis != TCU_BASIS_MONOMIAL) {
        return false;
    }
    return task->polynomials.degree < TCUI_POLYNOMIAL_GRID_MOST_DEGREE &&
           with_operands(task->type, [&](auto operands) { return fits_as<decltype(operands)>(context, task); });
}

extern "C" bool tcui_polynomial_grid_pays(const tcu_context *context, const tcui_polynomial_task *task)
{
    /* (Planes of a reduction are one product each, those of a grid rows of one.) */
    const bool is_grid = task->form == TCUI_POLYNOMIAL_GRID;
    const uint64_t degree = task->polynomials.degree;
    const uint64_t rows = task->polynomials.count * (is_grid ? task->polynomials.planes : 1);
    if (context->arithmetic != TCU_ARITHMETIC_AUTO) {
        return context->arithmetic == TCU_ARITHMETIC_MATRIX;
    }
    const tcui_polynomial_policy *const policy = tcui_polynomial_policy_of(context);
    if (rows < policy->grid_least_rows || degree * rows < policy->grid_least_steps / task->n) {
        return false;
    }
    const tcui_polynomial_degrees &least = task->type == TCU_TYPE_F64   ? policy->f64
                                           : task->type == TCU_TYPE_F32 ? policy->f32
                                                                        : policy->half;
    if (task->form == TCUI_POLYNOMIAL_REDUCE) {
        return degree >= least.reduce;
    }
    /* (Few rows leave parts of a tile without any.) */
    if (rows < policy->grid_few_rows) {
        return degree * rows >= least.write_few * divide_up(rows, tile_rows) * tile_rows;
    }
    if (task->order != TCU_ORDER_COLUMN_MAJOR && !are_whole_rows(task)) {
        return degree >= policy->grid_elements_degree;
    }
    return degree >= (is_half(task->out_type) ? least.write_halves : least.write);
}

extern "C" tcu_status tcui_polynomial_grid_reserve(tcu_context *context, const tcui_polynomial_task *task,
                                                   tcui_layout *layout)
{
    return with_operands(task->type,
                         [&](auto operands) { return reserve_as<decltype(operands)>(context, task, layout); });
}

extern "C" tcu_status tcui_polynomial_grid_execute(tcu_context *context, const tcui_polynomial_task *task,
                                                   void *workspace)
{
    if (task->type == TCU_TYPE_F64) {
        return launch_grid_in_shape<double_operands, f64>(context, task, workspace);
    }
    if (task->type == TCU_TYPE_F32) {
        return launch_grid_in_shape<split_operands, f32>(context, task, workspace);
    }
    if (task->out_type == TCU_TYPE_F32) {
        return launch_grid_in_shape<single_half_operands, f32>(context, task, workspace);
    }
    return task->type == TCU_TYPE_F16 ? launch_grid_in_shape<single_half_operands, f16>(context, task, workspace)
                                      : launch_grid_in_shape<single_half_operands, bf16>(context, task, workspace);
}
