/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps of boxes over images of bytes, of one, three or four channels. */
#include <algorithm>

#include "algorithms/stencil/cuda/paths.h"
#include "algorithms/stencil/cuda/tuning.h"
#include "algorithms/stencil/cuda/vectors.cuh"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

template <int Columns, int Channels>
tcu_status launch_images(tcu_context *context, const tcui_stencil_task *task)
{
    using shape = image_shape<Columns, Channels>;
    const tcui_stencil &s = *task->stencil;
    const tcui_axis &y = s.axes[1], &x = s.axes[2];
    image_task images = {};
    images.grid = grid_of<u8>(task);
    images.weights = static_cast<const f32 *>(s.weights);
    images.rows = y.high - y.low + 1;
    images.is_reversed = s.is_reversed;
    images.vectors_out = has_vectors_out<u8>(task, 16);
    images.constant = element_of<u8>(s.constant);
    const uint64_t across = divide_up(x.out * Channels, image_elements), tiles = divide_up(y.out, image_lines);
    const uint64_t strips =
        choose_strips(across * count_planes(s),
                      resident_warps(context, image_resident<shape>, TCUI_STENCIL_IMAGES_THREADS), tiles, 1);
    images.cut =
        cut_planes(s, image_lines * std::min<uint64_t>(divide_up(tiles, strips), TCUI_STENCIL_IMAGES_TILES), across);
    return launch(context, stencil_images_kernel<shape>, blocks_for(images.cut.strips, TCUI_STENCIL_IMAGES_THREADS),
                  TCUI_STENCIL_IMAGES_THREADS, static_cast<size_t>(image_warps) * image_ring<shape>::bytes, images);
}

template <int Columns>
tcu_status launch_images_of(tcu_context *context, const tcui_stencil_task *task)
{
    switch (task->stencil->channels) {
    case 1:
        return launch_images<Columns, 1>(context, task);
    case 3:
        return launch_images<Columns, 3>(context, task);
    default:
        return launch_images<Columns, 4>(context, task);
    }
}

} // namespace

extern "C" bool tcui_stencil_images_applies(const tcu_context *context, const tcui_stencil_task *task)
{
    if (task->form != TCUI_STENCIL_SWEEP || task->type != TCU_TYPE_U8 || context->arithmetic == TCU_ARITHMETIC_PLAIN) {
        return false;
    }
    const tcui_stencil &s = *task->stencil;
    const tcui_axis &y = s.axes[1], &x = s.axes[2];
    const int columns = x.high - x.low + 1;
    return s.shape == TCUI_STENCIL_BOX && s.weights != nullptr && s.in_fields == 1 && s.out_fields == 1 &&
           tcui_stencil_is_apart(&s.axes[0]) && y.step == 1 && x.step == 1 && y.high - y.low < image_most_rows &&
           (columns == 3 || columns == 5 || columns == 7) && (s.channels == 1 || s.channels == 3 || s.channels == 4) &&
           y.boundary != TCU_BOUNDARY_KEEP && x.boundary != TCU_BOUNDARY_KEEP;
}

extern "C" bool tcui_stencil_images_pays(const tcu_context *context, const tcui_stencil_task *task)
{
    const tcui_stencil &s = *task->stencil;
    return tcui_uses_matrix(context, TCU_ARITHMETIC_MATRIX) &&
           s.axes[2].out * s.channels >= tcui_stencil_policy_of(context).images_elements;
}

extern "C" tcu_status tcui_stencil_images_execute(tcu_context *context, const tcui_stencil_task *task, void *)
{
    const tcui_axis &x = task->stencil->axes[2];
    switch (x.high - x.low + 1) {
    case 3:
        return launch_images_of<3>(context, task);
    case 5:
        return launch_images_of<5>(context, task);
    default:
        return launch_images_of<7>(context, task);
    }
}
