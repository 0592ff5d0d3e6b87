/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials by Horner's scheme: every form but those that pick a polynomial for each point. */
#include "launch.cuh"

extern "C" bool tcui_polynomial_plain_applies(const tcu_context *, const tcui_polynomial_task *task)
{
    return task->form != TCUI_POLYNOMIAL_INDEXED && task->form != TCUI_POLYNOMIAL_SPLINE;
}

extern "C" tcu_status tcui_polynomial_plain_reserve(tcu_context *context, const tcui_polynomial_task *task,
                                                    tcui_layout *layout)
{
    if (task->form == TCUI_POLYNOMIAL_REDUCE) {
        tcu::reserve_chunks(layout,
                            tcu::chunk_values(context, task->n, task->polynomials.count, TCUI_POLYNOMIAL_CHUNK_ROWS),
                            tcui_polynomial_computed_bytes(task->type));
    }
    return TCU_SUCCESS;
}

extern "C" tcu_status tcui_polynomial_plain_execute(tcu_context *context, const tcui_polynomial_task *task,
                                                    void *workspace)
{
    switch (task->type) {
    case TCU_TYPE_F64:
        return tcui_polynomial_plain_f64(context, task, workspace);
    case TCU_TYPE_F32:
        return tcui_polynomial_plain_f32(context, task, workspace);
    case TCU_TYPE_F16:
        return tcui_polynomial_plain_f16(context, task, workspace);
    default:
        return tcui_polynomial_plain_bf16(context, task, workspace);
    }
}
