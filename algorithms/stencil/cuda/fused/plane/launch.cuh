/* SPDX-License-Identifier: Apache-2.0 */
/* A pass over planes: how they are cut into strips, and the kernel for their taps. */
#ifndef TCUI_STENCIL_FUSED_PLANE_LAUNCH_CUH
#define TCUI_STENCIL_FUSED_PLANE_LAUNCH_CUH

#include "algorithms/stencil/cuda/fused/pass.cuh"
#include "kernel.cuh"
#include "taps.cuh"

namespace tcu
{

template <class T, plane_taps Taps, int Steps>
tcu_status launch_plane_pass(tcu_context *context, const tcui_stencil_task *sweep)
{
    constexpr int warps = TCUI_FUSED_PLANE_THREADS / TCUI_WARP_LANES;
    constexpr uint32_t columns = plane_strip_columns<T, Steps>, margin = plane_margin<T, Steps>;
    const tcui_stencil &stencil = *sweep->stencil;
    plane_task<T> task = {};
    task.in = static_cast<const T *>(sweep->in);
    task.out = static_cast<T *>(sweep->out);
    task.stencil = plane_stencil_of<computed<T>>(stencil);
    task.row_stride = static_cast<int64_t>(stencil.axes[1].in_stride);
    task.grids = fused_grids_of(stencil, 2);
    task.vectors_in = has_vectors_in<T>(sweep, 0, columns_piece<T, plane_columns<T>>);
    task.vectors_out = has_vectors_out<T>(sweep, columns_piece<T, plane_columns<T>>);

    const uint32_t width = static_cast<uint32_t>(task.stencil.x.n), height = static_cast<uint32_t>(task.stencil.y.n);
    task.strips_across = static_cast<uint32_t>(divide_up(width, columns));
    task.strips_aside = 1;
    while (task.strips_aside < task.strips_across &&
           (task.strips_across - task.strips_aside + 1) * columns + margin > width) {
        task.strips_aside++;
    }
    task.rows = length_of_pieces(
        task.strips_across * task.grids.count, height,
        static_cast<uint64_t>(tcui_stream_multiprocessors(context)) * plane_blocks<T, Taps, Steps> * warps, Steps);
    task.strips_down = static_cast<uint32_t>(divide_up(height, static_cast<uint64_t>(task.rows)));
    task.strips = task.grids.count * task.strips_across * task.strips_down;
    return launch(context, fused_plane_kernel<T, Taps, Steps>, divide_up(task.strips, warps), TCUI_FUSED_PLANE_THREADS,
                  0, task);
}

template <class T, plane_taps Taps, int MostSteps>
tcu_status make_plane_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps)
{
    return with_steps<MostSteps>(context, steps, [&](auto constant) {
        return launch_plane_pass<T, Taps, decltype(constant)::value>(context, sweep);
    });
}

template <class T>
tcu_status plane_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps)
{
    constexpr int star = sizeof(T) == 2 ? TCUI_FUSED_PLANE_STAR_STEPS_OF_HALVES : TCUI_FUSED_PLANE_STAR_STEPS;
    constexpr int box = TCUI_FUSED_PLANE_BOX_STEPS;
    switch (kind_of_plane(taps_of_plane(*sweep->stencil))) {
    case plane_taps::star:
        return make_plane_pass<T, plane_taps::star, star>(context, sweep, steps);
    case plane_taps::hollow:
        return make_plane_pass<T, plane_taps::hollow, star>(context, sweep, steps);
    case plane_taps::box:
        return make_plane_pass<T, plane_taps::box, box>(context, sweep, steps);
    default:
        return make_plane_pass<T, plane_taps::any, box>(context, sweep, steps);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_PLANE_LAUNCH_CUH */
