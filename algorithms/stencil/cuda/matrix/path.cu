/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes on the matrix unit: which tasks, and which kernel. */
#include "algorithms/stencil/cuda/paths.h"
#include "algorithms/stencil/cuda/tuning.h"
#include "algorithms/stencil/cuda/vectors.cuh"
#include "bands.h"
#include "policy.cuh"
#include "primitives/pipeline/launch.cuh"
#include "sweep.cuh"

namespace tcu
{

/* launch.cuh */
template <class T>
tcu_status launch_lines(tcu_context *context, const tcui_stencil_task *task);
template <class T, const auto &Shapes, const auto &ShapesOfHalf>
tcu_status launch_boxes(tcu_context *context, const tcui_stencil_task *task);

} // namespace tcu

/* A block has several tiles or more. */
static bool fits_grid(const tcui_stencil &s)
{
    return s.axes[0].out * s.axes[1].out * tcu::divide_up(s.axes[2].out, tcu::tile_results) * s.copies * s.batch <=
           tcu::most_grid_blocks;
}

/* From how many taps on it pays. */
static uint64_t least_taps(const tcu_context *context, const tcui_stencil_task *task, const tcui_stencil_bands &bands)
{
    using namespace tcu;
    const tcui_stencil_policy policy = tcui_stencil_policy_of(context);
    const uint64_t results = task->stencil->axes[2].out;
    const bool is_in_aligned = has_vectors_in<f16>(task, 0, 16), is_out_aligned = has_vectors_out<f16>(task, 16);
    switch (bands.kind) {
    case TCUI_BANDS_OF_LINES:
        return results >= policy.long_line && is_in_aligned && is_out_aligned ? policy.lines_taps
                                                                              : policy.other_lines_taps;
    case TCUI_BANDS_OF_PLANES: {
        const uint64_t least = bands.halves == 1 ? policy.planes_of_half_taps : policy.planes_taps;
        if (!is_out_aligned) {
            /* Pairs are stored together; paths other than sliding/ store element by element. */
            const bool are_pairs = has_vectors_out<f16>(task, 2 * sizeof(f16));
            return are_pairs || !tcui_stencil_sliding_applies(context, task) ? 0 : policy.planes_of_no_pairs_taps;
        }
        if (is_in_aligned && results >= policy.wide_plane) {
            return least;
        }
        return bands.halves == 1 && results >= policy.wide_plane ? policy.planes_of_half_anywhere_taps
                                                                 : policy.planes_always_taps;
    }
    default:
        return is_in_aligned && is_out_aligned ? policy.volumes_taps : policy.volumes_anywhere_taps;
    }
}

extern "C" bool tcui_stencil_matrix_applies(const tcu_context *context, const tcui_stencil_task *task)
{
    /* Products of halves are less accurate than what is promised of plain arithmetic. */
    if (context->arithmetic == TCU_ARITHMETIC_PLAIN) {
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
    return task->stencil->num_taps >= least_taps(context, task, bands) &&
           task->stencil->axes[2].out >= tcui_stencil_policy_of(context).matrix_results;
}

template <class T>
static tcu_status launch_kind(tcu_context *context, const tcui_stencil_task *task, tcui_band_kind kind)
{
    using namespace tcu;
    switch (kind) {
    case TCUI_BANDS_OF_LINES:
        return launch_lines<T>(context, task);
    case TCUI_BANDS_OF_PLANES:
        return launch_boxes<T, plane_shapes, plane_shapes_of_half>(context, task);
    default:
        return launch_boxes<T, volume_shapes, volume_shapes_of_half>(context, task);
    }
}

extern "C" tcu_status tcui_stencil_matrix_execute(tcu_context *context, const tcui_stencil_task *task, void *)
{
    tcui_stencil_bands bands;
    tcui_stencil_find_bands(task->stencil, &bands);
    return task->type == TCU_TYPE_F16 ? launch_kind<tcu::f16>(context, task, bands.kind)
                                      : launch_kind<tcu::bf16>(context, task, bands.kind);
}
