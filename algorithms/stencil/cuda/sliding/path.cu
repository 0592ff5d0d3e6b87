/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps of small boxes and stars, line by line. */
#include "algorithms/stencil/cuda/boundary.cuh"
#include "algorithms/stencil/cuda/paths.h"
#include "algorithms/stencil/cuda/tuning.h"
#include "footprint.h"

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
extern "C" bool tcui_stencil_sliding_pays(const tcu_context *, const tcui_stencil_task *task)
{
    return task->stencil->axes[2].out >= TCUI_STENCIL_SLIDING_LEAST_POINTS;
}

extern "C" tcu_status tcui_stencil_sliding_execute(tcu_context *context, const tcui_stencil_task *task, void *)
{
    const bool is_plane = tcui_stencil_footprint_of(task).dimensions == 2;
    switch (task->type) {
    case TCU_TYPE_F64:
        return is_plane ? tcui_stencil_sliding_f64_2d(context, task) : tcui_stencil_sliding_f64_3d(context, task);
    case TCU_TYPE_F32:
        return is_plane ? tcui_stencil_sliding_f32_2d(context, task) : tcui_stencil_sliding_f32_3d(context, task);
    case TCU_TYPE_F16:
        return is_plane ? tcui_stencil_sliding_f16_2d(context, task) : tcui_stencil_sliding_f16_3d(context, task);
    case TCU_TYPE_BF16:
        return is_plane ? tcui_stencil_sliding_bf16_2d(context, task) : tcui_stencil_sliding_bf16_3d(context, task);
    default:
        return tcui_stencil_sliding_u8_2d(context, task);
    }
}
