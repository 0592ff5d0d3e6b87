/* SPDX-License-Identifier: Apache-2.0 */
/* Time stepping by single sweeps, back and forth between u and scratch; an odd number of them ends with a copy. */
#include "algorithms/stencil/cuda/coordinates.cuh"
#include "algorithms/stencil/cuda/grid.cuh"
#include "algorithms/stencil/cuda/paths.h"
#include "algorithms/stencil/cuda/tuning.h"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

tcui_stencil_task sweep_of(const tcui_stencil_task *task)
{
    tcui_stencil_task sweep = {};
    sweep.form = TCUI_STENCIL_SWEEP;
    sweep.type = task->type;
    sweep.stencil = task->stencil;
    return sweep;
}

/* u = scratch, at the grid's points alone. A thread an element. */
template <class T>
__global__ void __launch_bounds__(TCUI_STENCIL_GENERAL_THREADS) stencil_copy_kernel(grid<T> g, uint64_t elements)
{
    const uint64_t stride = static_cast<uint64_t>(gridDim.x) * TCUI_STENCIL_GENERAL_THREADS;
    for (uint64_t e = static_cast<uint64_t>(blockIdx.x) * TCUI_STENCIL_GENERAL_THREADS + threadIdx.x; e < elements;
         e += stride) {
        uint64_t rest = e;
        int64_t place = take_coordinate_of_few(rest, g.channels);
        for (int a = TCUI_AXES - 1; a >= 0; a--) {
            place += take_coordinate_of_few(rest, g.axes[a].out) * g.axes[a].in_stride;
        }
        place += take_coordinate_of_few(rest, g.in_fields) * g.in_field_stride;
        place += take_coordinate_of_few(rest, g.copies) * g.in_copy_stride;
        place += static_cast<int64_t>(rest) * g.in_batch_stride;
        g.out[place] = g.in[place];
    }
}

tcu_status copy_back(tcu_context *context, const tcui_stencil_task *task)
{
    tcui_stencil_task copy = sweep_of(task);
    copy.in = task->scratch;
    copy.out = task->out;
    const tcui_stencil &s = *task->stencil;
    uint64_t elements = s.batch * s.copies * s.in_fields * s.channels;
    for (const tcui_axis &axis : s.axes) {
        elements *= axis.in;
    }
    const uint64_t most = static_cast<uint64_t>(TCUI_STENCIL_GENERAL_BLOCKS) * tcui_stream_multiprocessors(context);
    const uint64_t blocks = divide_up(elements, TCUI_STENCIL_GENERAL_THREADS);
    return dispatch_element(context, task->type, [&](auto element) {
        using T = decltype(element);
        return launch(context, stencil_copy_kernel<T>, blocks < most ? blocks : most, TCUI_STENCIL_GENERAL_THREADS, 0,
                      grid_of<T>(&copy), elements);
    });
}

} // namespace

extern "C" bool tcui_stencil_sweeps_applies(const tcu_context *, const tcui_stencil_task *task)
{
    return task->form == TCUI_STENCIL_ITERATE;
}

extern "C" tcu_status tcui_stencil_sweeps_reserve(tcu_context *context, const tcui_stencil_task *task,
                                                  tcui_layout *layout)
{
    const tcui_stencil_task sweep = sweep_of(task);
    return tcui_reserve_path(context, &tcui_stencil_cuda, &sweep, layout);
}

extern "C" tcu_status tcui_stencil_sweeps_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace)
{
    tcui_stencil_task sweep = sweep_of(task);
    tcu_status status = TCU_SUCCESS;
    for (uint64_t step = 0; step < task->steps && status == TCU_SUCCESS; step++) {
        sweep.in = step % 2 == 0 ? task->out : task->scratch;
        sweep.out = step % 2 == 0 ? task->scratch : task->out;
        status = tcui_execute(context, &tcui_stencil_cuda, &sweep, workspace);
    }
    return status == TCU_SUCCESS && task->steps % 2 != 0 ? copy_back(context, task) : status;
}
