/* SPDX-License-Identifier: Apache-2.0 */
/* A pass over space: how it is cut into tiles, and the kernel for its taps. */
#ifndef TCUI_STENCIL_FUSED_SPACE_LAUNCH_CUH
#define TCUI_STENCIL_FUSED_SPACE_LAUNCH_CUH

#include "algorithms/stencil/cuda/fused/pass.cuh"
#include "kernel.cuh"
#include "taps.cuh"

namespace tcu
{

/* Tiles along an axis, of which each reads `width` points and writes those that have `margin` points before and behind
 * them; beyond the axis's ends are no more than have to be computed. */
struct space_cut {
    uint32_t tiles;
    int32_t first; /* that the first tile reads, a multiple of `whole` */
};

template <int Steps, class Compute>
space_cut cut_axis(const fused_axis<Compute> &axis, int32_t width, int32_t margin, int32_t whole)
{
    const int32_t beyond_ends = axis.rule == beyond::unread ? 0 : axis.rule == beyond::constant ? 1 : Steps;
    const int32_t before = (beyond_ends + whole - 1) / whole * whole;
    const int32_t rest = before + axis.n + beyond_ends - width;
    const uint64_t more =
        rest <= 0 ? 0 : divide_up(static_cast<uint64_t>(rest), static_cast<uint64_t>(width - 2 * margin));
    return {static_cast<uint32_t>(1 + more), -before};
}

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
    constexpr size_t piece = columns_piece<T, space_columns>;
    task.has_vectors = has_vectors_in<T>(sweep, 0, piece) && has_vectors_out<T>(sweep, piece);

    const space_cut across = cut_axis<Steps>(task.stencil.x, space_width, space_margin<Steps>, space_columns);
    const space_cut down = cut_axis<Steps>(task.stencil.y, space_height<T>, Steps, 1);
    task.tiles_across = across.tiles;
    task.first_column = across.first;
    task.tiles_down = down.tiles;
    task.first_row = down.first;
    task.first_plane = cut_axis<Steps>(task.stencil.z, 1, 0, 2).first;
    const uint64_t columns = task.grids.count * across.tiles * down.tiles, depth = stencil.axes[0].in;
    task.planes = length_of_pieces(columns, depth, static_cast<uint64_t>(tcui_stream_multiprocessors(context)), Steps);
    task.tiles_deep = static_cast<uint32_t>(divide_up(depth, static_cast<uint64_t>(task.planes)));
    return launch(context, fused_space_kernel<T, Taps, Steps>, columns * task.tiles_deep,
                  space_warps<T> * TCUI_WARP_LANES, space_shared_bytes<T, Steps>, task);
}

template <class T, space_taps Taps>
tcu_status make_space_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps)
{
    return with_steps<TCUI_FUSED_SPACE_STEPS>(context, steps, [&](auto constant) {
        return launch_space_pass<T, Taps, decltype(constant)::value>(context, sweep);
    });
}

template <class T>
tcu_status space_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps)
{
    switch (taps_of_space(*sweep->stencil)) {
    case star_of_space:
        return is_turned_in_space(*sweep->stencil) ? make_space_pass<T, space_taps::turned>(context, sweep, steps)
                                                   : make_space_pass<T, space_taps::star>(context, sweep, steps);
    case hollow_of_space:
        return make_space_pass<T, space_taps::hollow>(context, sweep, steps);
    default:
        return make_space_pass<T, space_taps::any>(context, sweep, steps);
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_SPACE_LAUNCH_CUH */
