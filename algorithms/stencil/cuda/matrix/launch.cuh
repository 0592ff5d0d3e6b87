/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to a kernel: how the grid is cut among warps, and how windows can be loaded. */
#ifndef TCUI_STENCIL_MATRIX_LAUNCH_CUH
#define TCUI_STENCIL_MATRIX_LAUNCH_CUH

#include <algorithm>
#include <cmath>

#include "algorithms/stencil/cuda/cut.cuh"
#include "algorithms/stencil/cuda/paths.h"
#include "algorithms/stencil/cuda/prepared.h"
#include "algorithms/stencil/cuda/vectors.cuh"
#include "bands.h"
#include "box_kernel.cuh"
#include "line_kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace tcu
{

template <class T>
loading loading_of(const tcui_stencil_task *task, bool is_paired)
{
    return is_paired && has_vectors_in<T>(task, 0, 4) ? loading::vectors : loading::words;
}

template <class T>
matrix_sweep<T> sweep_of(const tcui_stencil_task *task, const tcui_stencil_bands &bands)
{
    const tcui_stencil &s = *task->stencil;
    matrix_sweep<T> sweep = {};
    sweep.grid = grid_of<T>(task);
    sweep.bands = static_cast<const uint4 *>(tcui_stencil_part_of(&s, TCUI_STENCIL_BANDS));
    sweep.weights = static_cast<const f32 *>(tcui_stencil_part_of(&s, TCUI_STENCIL_WEIGHTS));
    sweep.scale = static_cast<f32>(std::ldexp(1.0, -bands.exponent));
    sweep.first_x = bands.first_x;
    sweep.steps = bands.steps;
    sweep.is_paired = has_vectors_out<T>(task, 2 * sizeof(T));
    return sweep;
}

/* Rows of results of a strip: with those that are complete only in the next one, a multiple of a turn of the loop. */
inline uint64_t rows_of_strip(const tcu_context *context, const box_shape &shape, uint64_t columns, uint64_t rows)
{
    /* (Strips at the rim take longer. Where they are short, others go on meanwhile.) */
    const uint64_t resident = resident_warps(context, shape.blocks, box_threads);
    const uint64_t strips =
        std::max(choose_strips(columns, resident, rows, shape.down), divide_up(rows, TCUI_STENCIL_MATRIX_ROWS));
    const uint64_t before = static_cast<uint64_t>(shape.down) - 1, turn = shape.turn;
    return divide_up(divide_up(rows, strips) + before, turn) * turn - before;
}

template <class T, class Box>
tcu_status launch_box(tcu_context *context, const tcui_stencil_task *task, const tcui_stencil_bands &bands)
{
    const tcui_stencil &s = *task->stencil;
    matrix_sweep<T> sweep = sweep_of<T>(task, bands);
    const uint64_t rows = s.axes[bands.down_axis].out, lines = s.axes[1 - bands.down_axis].out;
    const uint64_t tiles = divide_up(s.axes[2].out, tile_results), groups = divide_up(lines, uint64_t{Box::out_lines});
    sweep.rows = static_cast<int>(rows_of_strip(context, Box::shape, tiles * groups * s.copies * s.batch, rows));
    const uint64_t strips = divide_up(rows, static_cast<uint64_t>(sweep.rows));
    sweep.tiles = static_cast<int64_t>(tiles);
    sweep.groups = static_cast<int64_t>(groups);
    sweep.strips = static_cast<int64_t>(strips);
    sweep.warps = tiles * groups * strips * s.copies * s.batch;
    const uint64_t blocks = divide_up(sweep.warps, box_threads / TCUI_WARP_LANES);
    return loading_of<T>(task, sweep.is_paired) == loading::vectors
               ? launch(context, stencil_box_kernel<Box, loading::vectors, T>, blocks, box_threads, Box::band_bytes,
                        sweep)
               : launch(context, stencil_box_kernel<Box, loading::words, T>, blocks, box_threads, Box::band_bytes,
                        sweep);
}

/* The shape that the bands are of. */
template <class T, const auto &Shapes, size_t I = 0>
tcu_status launch_box_of(tcu_context *context, const tcui_stencil_task *task, const tcui_stencil_bands &bands)
{
    if constexpr (I + 1 < std::size(Shapes)) {
        if (static_cast<size_t>(bands.shape) != I) {
            return launch_box_of<T, Shapes, I + 1>(context, task, bands);
        }
    }
    return launch_box<T, box_traits<Shapes, I>>(context, task, bands);
}

/* Boxes with weights of two halves, and of one. */
template <class T, const auto &Shapes, const auto &ShapesOfHalf>
tcu_status launch_boxes(tcu_context *context, const tcui_stencil_task *task)
{
    tcui_stencil_bands bands;
    tcui_stencil_find_bands(task->stencil, &bands);
    return bands.halves == 1 ? launch_box_of<T, ShapesOfHalf>(context, task, bands)
                             : launch_box_of<T, Shapes>(context, task, bands);
}

/* Blocks for sweeps whose warps take several tiles, neighbouring ones. */
inline uint64_t line_blocks(const tcu_context *context, uint64_t warps)
{
    const uint64_t most = static_cast<uint64_t>(TCUI_STENCIL_MATRIX_LINE_BLOCKS) *
                          static_cast<uint64_t>(tcui_stream_multiprocessors(context));
    return std::min(divide_up(warps, line_warps), most);
}

template <class T>
matrix_sweep<T> line_sweep_of(const tcui_stencil_task *task, const tcui_stencil_bands &bands)
{
    const tcui_stencil &s = *task->stencil;
    matrix_sweep<T> sweep = sweep_of<T>(task, bands);
    const uint64_t tiles = divide_up(s.axes[2].out, line_results);
    sweep.tiles = static_cast<int64_t>(tiles);
    sweep.groups = static_cast<int64_t>(s.axes[1].out);
    sweep.strips = static_cast<int64_t>(s.axes[0].out);
    sweep.warps = tiles * s.axes[1].out * s.axes[0].out * s.copies * s.batch;
    return sweep;
}

template <class T, int Halves>
tcu_status launch_lines_of(tcu_context *context, const tcui_stencil_task *task, const tcui_stencil_bands &bands)
{
    matrix_sweep<T> sweep = line_sweep_of<T>(task, bands);
    const uint64_t blocks = line_blocks(context, sweep.warps);
    sweep.turns = divide_up(sweep.warps, blocks * line_warps);
    const size_t shared = line_shared_bytes<Halves>(bands.steps);
    return has_vectors_in<T>(task, 0, 16) && has_vectors_out<T>(task, 16)
               ? launch(context, stencil_line_kernel<Halves, loading::vectors, T>, blocks, line_threads, shared, sweep)
               : launch(context, stencil_line_kernel<Halves, loading::words, T>, blocks, line_threads, shared, sweep);
}

template <class T>
tcu_status launch_lines(tcu_context *context, const tcui_stencil_task *task)
{
    tcui_stencil_bands bands;
    tcui_stencil_find_bands(task->stencil, &bands);
    return bands.halves == 1 ? launch_lines_of<T, 1>(context, task, bands)
                             : launch_lines_of<T, 2>(context, task, bands);
}

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_LAUNCH_CUH */
