/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes on the matrix unit: which tasks, and which kernel. */
#include "algorithms/stencil/cuda/paths.h"
#include "bands.h"
#include "primitives/pipeline/launch.cuh"
#include "sweep.cuh"

/* A block has several tiles or more. */
static bool fits_grid(const tcui_stencil &s)
{
    return s.axes[0].out * s.axes[1].out * tcu::divide_up(s.axes[2].out, tcu::tile_results) * s.copies * s.batch <=
           tcu::most_grid_blocks;
}

/* From how many taps on it pays where a line has so many results. */
static uint64_t least_taps(const tcui_stencil_bands &bands, uint64_t results)
{
    switch (bands.kind) {
    case TCUI_BANDS_OF_LINES:
        return results < tcu::short_line ? tcu::short_lines_pay_from : tcu::lines_pay_from;
    case TCUI_BANDS_OF_PLANES:
        return bands.halves == 1 ? tcu::planes_of_half_pay_from : tcu::planes_pay_from;
    default:
        return tcu::volumes_pay_from;
    }
}

extern "C" bool tcui_stencil_matrix_applies(const tcu_context *context, const tcui_stencil_task *task)
{
    /* Products of halves are less accurate than what is promised of plain arithmetic, and of f32 unless they are asked
     * for. */
    if (context->arithmetic == TCU_ARITHMETIC_PLAIN ||
        (task->type == TCU_TYPE_F32 && context->arithmetic != TCU_ARITHMETIC_MATRIX)) {
        return false;
    }
    tcui_stencil_bands bands;
    return task->form == TCUI_STENCIL_SWEEP && task->stencil->prepared != nullptr &&
           task->stencil->weights != nullptr && fits_grid(*task->stencil) &&
           tcui_stencil_find_bands(task->stencil, &bands) &&
           (bands.kind == TCUI_BANDS_OF_LINES || task->stencil->axes[2].in <= INT32_MAX);
}

extern "C" bool tcui_stencil_matrix_pays(const tcu_context *context, const tcui_stencil_task *task)
{
    if (context->arithmetic != TCU_ARITHMETIC_AUTO) {
        return context->arithmetic == TCU_ARITHMETIC_MATRIX;
    }
    tcui_stencil_bands bands;
    tcui_stencil_find_bands(task->stencil, &bands);
    const uint64_t taps = task->stencil->num_taps, results = task->stencil->axes[2].out;
    return taps >= least_taps(bands, results) && results >= TCUI_STENCIL_MATRIX_LEAST_RESULTS;
}

extern "C" tcu_status tcui_stencil_matrix_execute(tcu_context *context, const tcui_stencil_task *task, void *)
{
    tcui_stencil_bands bands;
    tcui_stencil_find_bands(task->stencil, &bands);
    const bool is_f16 = task->type == TCU_TYPE_F16, is_f32 = task->type == TCU_TYPE_F32;
    switch (bands.kind) {
    case TCUI_BANDS_OF_LINES:
        return is_f32   ? tcui_stencil_matrix_lines_f32(context, task)
               : is_f16 ? tcui_stencil_matrix_lines_f16(context, task)
                        : tcui_stencil_matrix_lines_bf16(context, task);
    case TCUI_BANDS_OF_PLANES:
        return is_f32   ? tcui_stencil_matrix_planes_f32(context, task)
               : is_f16 ? tcui_stencil_matrix_planes_f16(context, task)
                        : tcui_stencil_matrix_planes_bf16(context, task);
    default:
        return is_f16 ? tcui_stencil_matrix_volumes_f16(context, task)
                      : tcui_stencil_matrix_volumes_bf16(context, task);
    }
}
