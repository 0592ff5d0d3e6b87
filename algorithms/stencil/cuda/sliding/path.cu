/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps of small boxes and stars, line by line. */
#include "algorithms/stencil/cuda/boundary.cuh"
#include "algorithms/stencil/cuda/element.cuh"
#include "algorithms/stencil/cuda/paths.h"
#include "algorithms/stencil/cuda/tuning.h"
#include "footprint.h"

namespace tcu
{

/* launch.cuh */
template <class T, int Dimensions>
tcu_status launch_sliding_along(tcu_context *context, const tcui_stencil_task *task);
template <class T, int Dimensions>
tcu_status launch_sliding_onto(tcu_context *context, const tcui_stencil_task *task, const tcui_stencil_addend *addend);

} // namespace tcu

extern "C" bool tcui_stencil_sliding_applies(const tcu_context *, const tcui_stencil_task *task)
{
    if (task->form != TCUI_STENCIL_SWEEP) {
        return false;
    }
    const tcui_stencil &s = *task->stencil;
    if (s.in_fields != 1 || s.out_fields != 1 || s.channels != 1) {
        return false;
    }
    const tcui_stencil_footprint footprint = tcui_stencil_footprint_of(task);
    if (footprint.kind == TCUI_FOOTPRINT_NONE) {
        return false;
    }
    if (task->type == TCU_TYPE_U8 && (footprint.kind != TCUI_FOOTPRINT_BOX || footprint.dimensions != 2)) {
        return false;
    }
    if (s.taps == nullptr && footprint.dimensions != 2) {
        return false;
    }
    if (footprint.dimensions == 3 && s.axes[1].in * s.axes[1].in_stride > INT32_MAX) { /* rows are counted in 32 bits */
        return false;
    }
    for (int a = 0; a < TCUI_AXES; a++) {
        const tcui_axis &axis = s.axes[a];
        const int64_t first = footprint.first[a];
        if (axis.step != 1) {
            return false;
        }
        if (a >= TCUI_AXES - footprint.dimensions &&
            (axis.out > tcu::most_near ||
             !tcu::is_near(first, static_cast<int64_t>(axis.out) - 1 + first + 2 * footprint.radius,
                           static_cast<int64_t>(axis.in), axis.boundary))) {
            return false;
        }
    }
    return true;
}

/* Lanes that have no points of a short line are lost. */
extern "C" bool tcui_stencil_sliding_pays(const tcu_context *context, const tcui_stencil_task *task)
{
    return task->stencil->axes[2].out >= tcui_stencil_policy_of(context).sliding_points;
}

extern "C" tcu_status tcui_stencil_sliding_execute(tcu_context *context, const tcui_stencil_task *task, void *)
{
    const bool is_plane = tcui_stencil_footprint_of(task).dimensions == 2;
    return tcu::dispatch_element(context, task->type, [&](auto element) {
        using T = decltype(element);
        if constexpr (!std::is_same_v<T, tcu::u8>) {
            if (!is_plane) {
                return tcu::launch_sliding_along<T, 3>(context, task);
            }
        }
        return tcu::launch_sliding_along<T, 2>(context, task);
    });
}

extern "C" bool tcui_stencil_sliding_applies_onto(const tcu_context *context, const tcui_stencil_task *task)
{
    if (task->type == TCU_TYPE_U8 || task->stencil->taps == nullptr || !tcui_stencil_sliding_applies(context, task)) {
        return false;
    }
    const tcui_stencil_footprint footprint = tcui_stencil_footprint_of(task);
    return footprint.kind != TCUI_FOOTPRINT_BOX || footprint.radius <= TCUI_STENCIL_SLIDING_BOX_ONTO;
}

extern "C" tcu_status tcui_stencil_sliding_execute_onto(tcu_context *context, const tcui_stencil_task *task,
                                                        const tcui_stencil_addend *addend)
{
    const bool is_plane = tcui_stencil_footprint_of(task).dimensions == 2;
    return tcu::dispatch_element(context, task->type, [&](auto element) {
        using T = decltype(element);
        if constexpr (std::is_same_v<T, tcu::u8>) {
            return tcui_fail_unreachable(context, "addends of bytes");
        } else {
            return is_plane ? tcu::launch_sliding_onto<T, 2>(context, task, addend)
                            : tcu::launch_sliding_onto<T, 3>(context, task, addend);
        }
    });
}
