/* SPDX-License-Identifier: Apache-2.0 */
/* Many polynomials at shared points on the matrix unit: which tasks, and in which shape. */
#include "algorithms/polynomial/cuda/paths.h"
#include "launch.cuh"

namespace
{

using namespace tcu;

template <class Operands>
tcu_status plan_as(const tcu_context *context, const tcui_polynomial_task *task, tcui_layout *layout)
{
    constexpr grid_policy policy = policy_of_operands<Operands>;
    const grid_plan plan = has_long_shape<Operands>(task)
                               ? plan_grid<Operands, policy.long_k, policy.long_n>(context, task, layout)
                               : plan_grid<Operands, policy.short_k, policy.short_n>(context, task, layout);
    if (task->form == TCUI_POLYNOMIAL_REDUCE)
        reserve_slices(layout,
                       slice_values(context, task->n, plan.rows, divide_up(plan.tiles, most_tiles_a_block(plan))),
                       sizeof(typename Operands::compute));
    return TCU_SUCCESS;
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
        task->polynomials.count < 1 || task->polynomials.basis != TCU_BASIS_MONOMIAL)
        return false;
    /* (One tile of rows has to fit a block's shared memory.) */
    const size_t bytes =
        tile_rows * (task->polynomials.degree + 1 + 4 * tile_powers) * tcui_polynomial_computed_bytes(task->type) +
        tile_rows * 2 * sizeof(double) + sizeof(int);
    return task->polynomials.degree < TCUI_POLYNOMIAL_GRID_MOST_DEGREE &&
           bytes <= context->properties.shared_memory_per_block;
}

extern "C" bool tcui_polynomial_grid_pays(const tcu_context *context, const tcui_polynomial_task *task)
{
    if (context->arithmetic != TCU_ARITHMETIC_AUTO)
        return context->arithmetic == TCU_ARITHMETIC_MATRIX;
    const uint64_t count = task->polynomials.count, degree = task->polynomials.degree;
    if (count < TCUI_POLYNOMIAL_GRID_LEAST_ROWS || degree * count < TCUI_POLYNOMIAL_GRID_LEAST_STEPS / task->n)
        return false;
    const grid_policy policy =
        with_operands(task->type, [](auto operands) -> grid_policy { return policy_of_operands<decltype(operands)>; });
    if (task->form == TCUI_POLYNOMIAL_REDUCE)
        return degree >= policy.reduce_from;
    return degree >= (count < TCUI_POLYNOMIAL_GRID_FEW_ROWS ? policy.few_from : policy.write_from);
}

extern "C" tcu_status tcui_polynomial_grid_plan(tcu_context *context, const tcui_polynomial_task *task,
                                                tcui_layout *layout)
{
    return with_operands(task->type, [&](auto operands) { return plan_as<decltype(operands)>(context, task, layout); });
}

extern "C" tcu_status tcui_polynomial_grid_execute(tcu_context *context, const tcui_polynomial_task *task,
                                                   void *workspace)
{
    if (task->type == TCU_TYPE_F64)
        return tcui_polynomial_grid_f64(context, task, workspace);
    if (task->type == TCU_TYPE_F32)
        return tcui_polynomial_grid_f32(context, task, workspace);
    if (task->out_type == TCU_TYPE_F32)
        return tcui_polynomial_grid_halves_f32(context, task, workspace);
    return task->type == TCU_TYPE_F16 ? tcui_polynomial_grid_f16(context, task, workspace)
                                      : tcui_polynomial_grid_bf16(context, task, workspace);
}
