/* SPDX-License-Identifier: Apache-2.0 */
/* A pass over lines, by the radius of the stencil. */
#ifndef TCUI_STENCIL_FUSED_LINE_LAUNCH_CUH
#define TCUI_STENCIL_FUSED_LINE_LAUNCH_CUH

#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

template <class Compute, int R>
line_stencil<Compute, R> line_stencil_of(const tcui_stencil &stencil)
{
    const tcui_axis &axis = stencil.axes[2];
    line_stencil<Compute, R> line = {};
    line.n = static_cast<int64_t>(axis.in);
    line.boundary = axis.boundary;
    line.low = axis.low;
    line.high = axis.high;
    line.constant = static_cast<Compute>(stencil.constant);
    for (uint64_t t = 0; t < stencil.num_taps; t++) {
        const int tap = stencil.taps[t].offset[2] + R;
        line.weights[tap] = static_cast<Compute>(stencil.taps[t].weight);
        line.taps |= 1u << tap;
    }
    return line;
}

template <class T, int R>
tcu_status launch_line_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps)
{
    constexpr size_t shared_bytes = sizeof(computed<T>) * 2 * line_piece * line_warps;
    const tcui_stencil &stencil = *sweep->stencil;
    line_task<T, R> task = {};
    task.in = static_cast<const T *>(sweep->in);
    task.out = static_cast<T *>(sweep->out);
    task.stencil = line_stencil_of<computed<T>, R>(stencil);
    task.grids = fused_grids_of(stencil, 1);
    task.vectors_in = are_rows_aligned<T, line_columns>(sweep->in, stencil);
    task.vectors_out = are_rows_aligned<T, line_columns>(sweep->out, stencil);
    task.steps = steps;
    task.margin = (steps * R + line_columns - 1) / line_columns * line_columns;
    task.pieces_a_line = divide_up(stencil.axes[2].in, static_cast<uint64_t>(line_piece - 2 * task.margin));
    task.pieces = task.pieces_a_line * task.grids.count;
    return launch(context, fused_line_kernel<T, R>, divide_up(task.pieces, line_warps), TCUI_FUSED_LINE_THREADS,
                  shared_bytes, task);
}

template <class T>
tcu_status line_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps)
{
    const tcui_axis &axis = sweep->stencil->axes[2];
    const int radius = axis.high > -axis.low ? axis.high : -axis.low;
    if (radius <= 1) {
        return launch_line_pass<T, 1>(context, sweep, steps);
    }
    if (radius == 2) {
        return launch_line_pass<T, 2>(context, sweep, steps);
    }
    return launch_line_pass<T, TCUI_FUSED_LINE_RADIUS>(context, sweep, steps);
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_LINE_LAUNCH_CUH */
