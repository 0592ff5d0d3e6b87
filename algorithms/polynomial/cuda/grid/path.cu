/* SPDX-License-Identifier: Apache-2.0 */
/* Many polynomials at shared points on the matrix unit: which tasks, and in which shape. */
#include "algorithms/polynomial/cuda/paths.h"
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
    constexpr grid_policy policy = policy_of_operands<Operands>;
    const grid_plan plan = has_long_shape<Operands>(task)
                               ? plan_grid<Operands, policy.long_k, policy.long_n>(context, task, layout)
                               : plan_grid<Operands, policy.short_k, policy.short_n>(context, task, layout);
    if (task->form == TCUI_POLYNOMIAL_REDUCE) {
        reserve_slices(
            layout, slice_values(context, task->n, plan.rows, most_tiles_a_block<Operands>(context, plan) * tile_rows),
            sizeof(typename Operands::compute));
    }
    return TCU_SUCCESS;
}

template <class Operands>
bool fits_as(const tcu_context *context, const tcui_polynomial_task *task)
{
    constexpr grid_policy policy = policy_of_operands<Operands>;
    return has_long_shape<Operands>(task) ? holds_a_tile<Operands, policy.long_k>(context, task)
                                          : holds_a_tile<Operands, policy.short_k>(context, task);
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
    if (context->arithmetic != TCU_ARITHMETIC_AUTO) { /* (few rows: products of the path giant) */
        return context->arithmetic == TCU_ARITHMETIC_MATRIX &&
               !(is_grid && rows < TCUI_POLYNOMIAL_GRID_LEAST_ROWS && tcui_polynomial_giant_applies(context, task));
    }
    if (rows < TCUI_POLYNOMIAL_GRID_LEAST_ROWS || degree * rows < TCUI_POLYNOMIAL_GRID_LEAST_STEPS / task->n) {
        return false;
    }
    const grid_policy policy =
        with_operands(task->type, [](auto operands) -> grid_policy { return policy_of_operands<decltype(operands)>; });
    if (task->form == TCUI_POLYNOMIAL_REDUCE) {
        return degree >= policy.reduce_from;
    }
    /* (Few rows leave parts of a tile without any.) */
    if (rows < TCUI_POLYNOMIAL_GRID_FEW_ROWS) {
        return degree * rows >= policy.few_from * divide_up(rows, tile_rows) * tile_rows;
    }
    const bool are_elements = task->order != TCU_ORDER_COLUMN_MAJOR && !are_whole_rows(task);
    return degree >= (are_elements ? +TCUI_POLYNOMIAL_GRID_ELEMENTS_FROM : write_policy(policy, task->out_type).from);
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
