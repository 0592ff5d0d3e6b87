/* SPDX-License-Identifier: Apache-2.0 */
/* One polynomial after the other on the matrix unit: which tasks. */
#include "algorithms/polynomial/cuda/paths.h"
#include "launch.cuh"
#include "policy.cuh"

namespace
{

using namespace tcu;

/* function(Operands()); f32 has none. */
template <class Function>
auto with_operands(tcu_type type, Function function)
{
    return type == TCU_TYPE_F64 ? function(double_operands()) : function(single_half_operands());
}

} // namespace

extern "C" bool tcui_polynomial_giant_applies(const tcu_context *context, const tcui_polynomial_task *task)
{
    if ((task->form != TCUI_POLYNOMIAL_GRID && task->form != TCUI_POLYNOMIAL_BATCHED) || task->type == TCU_TYPE_F32 ||
        task->polynomials.degree < 1 || task->polynomials.basis != TCU_BASIS_MONOMIAL) {
        return false;
    }
    const uint64_t most =
        task->type == TCU_TYPE_F64 ? TCUI_POLYNOMIAL_GRID_MOST_DEGREE : TCUI_POLYNOMIAL_GIANT_HALVES_DEGREE;
    return task->polynomials.degree < most &&
           with_operands(task->type, [&](auto operands) { return holds_a_row<decltype(operands)>(context, task); });
}

extern "C" bool tcui_polynomial_giant_pays(const tcu_context *context, const tcui_polynomial_task *task)
{
    if (context->arithmetic != TCU_ARITHMETIC_AUTO) {
        return context->arithmetic == TCU_ARITHMETIC_MATRIX;
    }
    return with_operands(task->type, [&](auto operands) { return giant_pays<decltype(operands)>(task); });
}

extern "C" tcu_status tcui_polynomial_giant_execute(tcu_context *context, const tcui_polynomial_task *task, void *)
{
    if (task->type == TCU_TYPE_F64) {
        return tcui_polynomial_giant_f64(context, task);
    }
    return task->type == TCU_TYPE_F16 ? tcui_polynomial_giant_f16(context, task)
                                      : tcui_polynomial_giant_bf16(context, task);
}
