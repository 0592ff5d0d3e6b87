/* SPDX-License-Identifier: Apache-2.0 */
/* A pass over space: how it is cut into tiles, and the kernel for its taps. */
#ifndef TCUI_STENCIL_FUSED_SPACE_LAUNCH_CUH
#define TCUI_STENCIL_FUSED_SPACE_LAUNCH_CUH

#include "algorithms/stencil/cuda/fused/cut.cuh"
#include "kernel.cuh"
#include "taps.cuh"

namespace tcu
{

template <class T, space_taps Taps, int Steps>
tcu_status launch_space_pass(tcu_context *context, const tcui_stencil_task *sweep)
{
    const tcui_stencil &stencil = *sweep->stencil;
    space_task<T> task = {};
    task.in = static_cast<const T *>(sweep->in);
    task.out = static_cast<T *>(sweep->out);
    task.stencil = space_stencil_of<computed<T>>(stencil);
    task.row_stride = static_cast<int64_t>(stencil.axes[1].in_stride);
    task.plane_stride = static_cast<int64_t>(stencil.axes[0].in_stride);
    task.grids = fused_grids_of(stencil, 3);
    task.vectors_in = are_rows_aligned<T, space_columns>(sweep->in, stencil);
    task.vectors_out = are_rows_aligned<T, space_columns>(sweep->out, stencil);

    const auto cut = [](uint64_t n, uint64_t tile) { return static_cast<uint32_t>(divide_up(n, tile)); };
    const uint64_t depth = stencil.axes[0].in;
    task.tiles_across = cut(stencil.axes[2].in, space_tile_columns<Steps>);
    task.tiles_down = cut(stencil.axes[1].in, space_tile_rows<T, Steps>);
    const uint64_t columns = task.grids.count * task.tiles_across * task.tiles_down;
    task.planes = length_of_pieces(columns, depth, static_cast<uint64_t>(context->properties.multiprocessors), Steps);
    task.tiles_deep = cut(depth, static_cast<uint64_t>(task.planes));
    return launch(context, fused_space_kernel<T, Taps, Steps>, columns * task.tiles_deep, space_warps * TCUI_WARP_LANES,
                  space_shared_bytes<T, Steps>, task);
}

template <class T, space_taps Taps, int MostSteps = TCUI_FUSED_SPACE_STEPS>
tcu_status make_space_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps)
{
    if (steps == MostSteps) {
        return launch_space_pass<T, Taps, MostSteps>(context, sweep);
    }
    if constexpr (MostSteps > 1) {
        return make_space_pass<T, Taps, MostSteps / 2>(context, sweep, steps);
    }
    return tcui_fail_unreachable(context, "a pass of so many time steps");
}

template <class T>
tcu_status space_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps)
{
    switch (taps_of_space(*sweep->stencil)) {
    case star_of_space:
        return make_space_pass<T, space_taps::star>(context, sweep, steps);
    case hollow_of_space:
        return make_space_pass<T, space_taps::hollow>(context, sweep, steps);
    default:
        return make_space_pass<T, space_taps::any>(context, sweep, steps);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_SPACE_LAUNCH_CUH */
