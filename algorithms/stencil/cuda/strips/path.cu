/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps of boxes in a plane: products of two factors, and dense ones. */
#include "algorithms/stencil/cuda/element.cuh"
#include "algorithms/stencil/cuda/paths.h"
#include "algorithms/stencil/cuda/tuning.h"

namespace tcu
{

/* launch.cuh */
template <class T>
tcu_status launch_strips(tcu_context *context, const tcui_stencil_task *task, bool is_product);

} // namespace tcu

namespace
{

/* A box of so many lines, of each point of the slowest axis by itself. */
bool is_in_plane(const tcui_stencil_task *task)
{
    if (task->form != TCUI_STENCIL_SWEEP) {
        return false;
    }
    const tcui_stencil &s = *task->stencil;
    const tcui_axis &y = s.axes[1], &x = s.axes[2];
    if (s.shape != TCUI_STENCIL_BOX || s.in_fields != 1 || s.out_fields != 1 || !tcui_stencil_is_apart(&s.axes[0]) ||
        y.step != 1 || x.step != 1) {
        return false;
    }
    const uint64_t width = tcui_stencil_width(&x), bytes = tcu_type_size(task->type);
    return y.high - y.low < TCUI_STENCIL_STRIPS_LINES && width <= TCUI_STENCIL_STRIPS_TAPS &&
           s.channels <= TCUI_STENCIL_STRIPS_LINE_BYTES && width * s.channels * bytes <= TCUI_STENCIL_STRIPS_LINE_BYTES;
}

bool is_wide_enough(const tcu_context *context, const tcui_stencil_task *task)
{
    return task->stencil->axes[2].out * task->stencil->channels >= tcui_stencil_policy_of(context).strips_points;
}

tcu_status execute(tcu_context *context, const tcui_stencil_task *task, bool is_product)
{
    return tcu::dispatch_element(context, task->type, [&](auto element) {
        return tcu::launch_strips<decltype(element)>(context, task, is_product);
    });
}

} // namespace

extern "C" {

bool tcui_stencil_separable_applies(const tcu_context *, const tcui_stencil_task *task)
{
    return is_in_plane(task) && task->stencil->is_separable && task->stencil->factors[0] == nullptr;
}

bool tcui_stencil_separable_pays(const tcu_context *context, const tcui_stencil_task *task)
{
    const tcui_axis &y = task->stencil->axes[1], &x = task->stencil->axes[2];
    const uint64_t from = tcui_stencil_policy_of(context).strips_product;
    const bool is_large = tcui_stencil_width(&y) >= from || tcui_stencil_width(&x) >= from;
    return is_wide_enough(context, task) && (is_large || task->stencil->weights == nullptr);
}

tcu_status tcui_stencil_separable_execute(tcu_context *context, const tcui_stencil_task *task, void *)
{
    return execute(context, task, true);
}

bool tcui_stencil_boxes_applies(const tcu_context *, const tcui_stencil_task *task)
{
    return is_in_plane(task) && task->stencil->weights != nullptr;
}

bool tcui_stencil_boxes_pays(const tcu_context *context, const tcui_stencil_task *task)
{
    return is_wide_enough(context, task);
}

tcu_status tcui_stencil_boxes_execute(tcu_context *context, const tcui_stencil_task *task, void *)
{
    return execute(context, task, false);
}

} // extern "C"
