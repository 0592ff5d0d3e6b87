/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of single points of some fields: lines that follow each other are joined, so that grids without gaps are one. */
#include "weights.h"

#include <algorithm>

#include "algorithms/stencil/cuda/vectors.cuh"
#include "primitives/pipeline/launch.cuh"
#include "weights_kernel.cuh"

namespace
{

using namespace tcu;

/* Joins lines of so many elements along each axis along which they follow each other in `in` and in `out`; returns the
 * elements of a line then. */
template <class T>
int64_t join_lines(grid<T> &g, int64_t line)
{
    for (int a = TCUI_AXES - 2; a >= 0; a--) {
        grid_axis &axis = g.axes[a];
        if (axis.out > 1 && (axis.in_stride != line || axis.out_stride != line)) {
            return line;
        }
        line *= axis.out;
        axis.out = 1;
    }
    return line;
}

template <class T>
bool are_vectors_of(const grid<T> &g, const weights_task<T> &task)
{
    const auto count = [](int64_t x) { return static_cast<uint64_t>(x); };
    bool are = are_vectors(g.out, 16,
                           {{count(g.axes[0].out_stride), count(g.axes[0].out)},
                            {count(g.axes[1].out_stride), count(g.axes[1].out)},
                            {count(g.out_copy_stride), count(g.copies)},
                            {count(g.out_batch_stride), count(g.batch)}});
    for (int k = 0; k < task.count; k++) {
        are = are && are_vectors(task.in[k], 16,
                                 {{count(g.axes[0].in_stride), count(g.axes[0].out)},
                                  {count(g.axes[1].in_stride), count(g.axes[1].out)},
                                  {count(g.in_copy_stride), count(g.copies)},
                                  {count(g.in_batch_stride), count(g.batch)}});
    }
    return are;
}

template <class T>
tcu_status launch_weights(tcu_context *context, const tcui_stencil *stencil, const tcui_weighted_fields *fields)
{
    tcui_stencil_task sweep = {};
    sweep.stencil = stencil;
    sweep.out = fields->out;
    weights_task<T> task = {};
    task.grid = grid_of<T>(&sweep);
    task.kept = static_cast<const T *>(fields->kept);
    task.line = task.grid.axes[2].out * task.grid.channels;
    if (task.kept == nullptr) {
        task.line = join_lines(task.grid, task.line);
    }
    task.count = static_cast<int32_t>(fields->count);
    for (int k = 0; k < task.count; k++) {
        task.in[k] = static_cast<const T *>(fields->in[k]);
        task.weights[k] = static_cast<computed<T>>(fields->weights[k]);
    }
    task.adds_to_out = fields->adds_to_out;
    task.are_vectors = task.kept == nullptr && are_vectors_of(task.grid, task);
    task.pieces = static_cast<int64_t>(divide_up(static_cast<uint64_t>(task.line), weights_piece<T>));
    task.all = static_cast<uint64_t>(task.pieces * task.grid.axes[1].out * task.grid.axes[0].out * task.grid.copies *
                                     task.grid.batch);
    const uint64_t most = static_cast<uint64_t>(TCUI_STENCIL_GENERAL_BLOCKS) * context->properties.multiprocessors;
    return launch(context, stencil_weights_kernel<T>, std::min(divide_up(task.all, weights_warps), most),
                  TCUI_STENCIL_WEIGHTS_THREADS, 0, task);
}

} // namespace

extern "C" tcu_status tcui_stencil_add_weighted(tcu_context *context, const tcui_stencil *stencil,
                                                const tcui_weighted_fields *fields)
{
    return dispatch_element(context, stencil->type,
                            [&](auto element) { return launch_weights<decltype(element)>(context, stencil, fields); });
}
