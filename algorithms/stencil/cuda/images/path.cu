/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps of boxes over images of bytes, of one, three or four channels. */
#include <algorithm>

#include "algorithms/stencil/cuda/cut.cuh"
#include "algorithms/stencil/cuda/paths.h"
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
    images.chunks = static_cast<int64_t>(divide_up(x.out * Channels, image_elements));
    const uint64_t beside = static_cast<uint64_t>(images.chunks) * s.axes[0].out * s.copies * s.batch;
    const uint64_t resident =
        static_cast<uint64_t>(context->properties.multiprocessors) * image_resident<shape> * image_warps;
    const uint64_t tiles = divide_up(y.out, image_lines);
    const uint64_t tiles_a_strip =
        std::min<uint64_t>(divide_up(tiles, choose_strips(beside, resident, tiles, 1)), TCUI_STENCIL_IMAGES_TILES);
    images.lines_a_strip = static_cast<int64_t>(tiles_a_strip) * image_lines;
    images.strips = static_cast<int64_t>(divide_up(tiles, tiles_a_strip));
    images.works = beside * static_cast<uint64_t>(images.strips);
    const uint64_t all = divide_up(images.works, image_warps), most = 0x7fffffff;
    return launch(context, stencil_images_kernel<shape>, all < most ? all : most, TCUI_STENCIL_IMAGES_THREADS,
                  static_cast<size_t>(image_warps) * image_ring<shape>::bytes, images);
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
    const tcui_axis &z = s.axes[0], &y = s.axes[1], &x = s.axes[2];
    const int columns = x.high - x.low + 1;
    return s.shape == TCUI_STENCIL_BOX && s.weights != nullptr && s.in_fields == 1 && s.out_fields == 1 && z.low == 0 &&
           z.high == 0 && z.in == z.out && z.step == 1 && y.step == 1 && x.step == 1 &&
           y.high - y.low < image_most_rows && (columns == 3 || columns == 5 || columns == 7) &&
           (s.channels == 1 || s.channels == 3 || s.channels == 4) && y.boundary != TCU_BOUNDARY_KEEP &&
           x.boundary != TCU_BOUNDARY_KEEP;
}

extern "C" bool tcui_stencil_images_pays(const tcu_context *context, const tcui_stencil_task *task)
{
    const tcui_stencil &s = *task->stencil;
    return tcui_uses_matrix(context, TCU_ARITHMETIC_MATRIX) &&
           s.axes[2].out * s.channels >= TCUI_STENCIL_IMAGES_LEAST_ELEMENTS;
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
