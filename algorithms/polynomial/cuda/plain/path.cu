/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials by Horner's scheme: every form but those that pick a polynomial for each point. */
#include "launch.cuh"

namespace tcu
{

/* instances.cmake */
extern template decltype(launch_plain<f64, f64>) launch_plain<f64, f64>;
extern template decltype(launch_plain<f32, f32>) launch_plain<f32, f32>;
extern template decltype(launch_plain<f16, f16>) launch_plain<f16, f16>;
extern template decltype(launch_plain<f16, f32>) launch_plain<f16, f32>;
extern template decltype(launch_plain<bf16, bf16>) launch_plain<bf16, bf16>;
extern template decltype(launch_plain<bf16, f32>) launch_plain<bf16, f32>;

} // namespace tcu

extern "C" bool tcui_polynomial_plain_applies(const tcu_context *, const tcui_polynomial_task *task)
{
    return task->form != TCUI_POLYNOMIAL_INDEXED && task->form != TCUI_POLYNOMIAL_SPLINE;
}

extern "C" tcu_status tcui_polynomial_plain_reserve(tcu_context *context, const tcui_polynomial_task *task,
                                                    tcui_layout *layout)
{
    if (task->form == TCUI_POLYNOMIAL_REDUCE) {
        tcu::reserve_slices(layout,
                            tcu::slice_values(context, task->n, task->polynomials.count, TCUI_POLYNOMIAL_SLICE_ROWS),
                            tcui_polynomial_computed_bytes(task->type));
    }
    return TCU_SUCCESS;
}

extern "C" tcu_status tcui_polynomial_plain_execute(tcu_context *context, const tcui_polynomial_task *task,
                                                    void *workspace)
{
    return tcu::dispatch_types(task->type, task->out_type, [&](auto in, auto out) {
        return tcu::launch_plain<decltype(in), decltype(out)>(context, task, workspace);
    });
}
