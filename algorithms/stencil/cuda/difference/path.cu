/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of neighbours: one kernel, and a small one before it where they are formed in place. */
#include "algorithms/stencil/cuda/paths.h"
#include "kernel.cuh"
#include "primitives/context/workspace.h"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

/* Tiles of n elements wherever they begin. */
template <class T>
uint64_t most_tiles(uint64_t n)
{
    return divide_up(n, difference_tile<T>) + 1;
}

template <class T, bool Counted>
tcu_status launch_difference(tcu_context *context, const difference_call<T, Counted> &call, uint64_t tiles, T *saved)
{
    tcu_status status = TCU_SUCCESS;
    if (saved != nullptr && tiles > 1) {
        status = launch(context, save_tile_ends<T, Counted>, divide_up(tiles - 1, TCUI_DIFFERENCE_THREADS),
                        TCUI_DIFFERENCE_THREADS, 0, call, saved);
    }
    if (status != TCU_SUCCESS) {
        return status;
    }
    return launch(context,
                  call.behind != 0 ? difference_kernel<T, true, Counted> : difference_kernel<T, false, Counted>, tiles,
                  TCUI_DIFFERENCE_THREADS, 0, call);
}

template <class T>
tcu_status execute_difference(tcu_context *context, const tcui_stencil_task *call, void *workspace)
{
    const uintptr_t in = reinterpret_cast<uintptr_t>(call->in), out = reinterpret_cast<uintptr_t>(call->out);
    T *const saved = in == out ? static_cast<T *>(workspace) : nullptr;
    difference_task<T> task = {};
    task.in = static_cast<const T *>(call->in);
    task.out = static_cast<T *>(call->out);
    task.n = static_cast<int64_t>(call->n);
    task.head = static_cast<int>(out % 16 / sizeof(T));
    task.behind = static_cast<int>((out - in) % 16);
    task.saved = saved;
    const uint64_t tiles = divide_up(call->n + static_cast<uint64_t>(task.head), difference_tile<T>);
    return call->count != nullptr ? launch_difference<T, true>(context, {task, call->count}, tiles, saved)
                                  : launch_difference<T, false>(context, task, tiles, saved);
}

} // namespace

extern "C" bool tcui_stencil_difference_applies(const tcu_context *, const tcui_stencil_task *task)
{
    return task->form == TCUI_STENCIL_DIFFERENCE;
}

extern "C" tcu_status tcui_stencil_difference_reserve(tcu_context *, const tcui_stencil_task *task, tcui_layout *layout)
{
    return dispatch_width(task->type, [&](auto element) {
        tcui_layout_reserve(layout, most_tiles<decltype(element)>(task->n), sizeof(element));
        return TCU_SUCCESS;
    });
}

extern "C" tcu_status tcui_stencil_difference_execute(tcu_context *context, const tcui_stencil_task *task,
                                                      void *workspace)
{
    return dispatch_width(
        task->type, [&](auto element) { return execute_difference<decltype(element)>(context, task, workspace); });
}
