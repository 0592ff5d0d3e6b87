/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps that no other path takes. */
#include <algorithm>

#include "algorithms/stencil/cuda/line_strip.cuh"
#include "algorithms/stencil/cuda/paths.h"
#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"

namespace
{

using namespace tcu;

template <class T>
tcu_status launch_general(tcu_context *context, const tcui_stencil_task *task)
{
    const tcui_stencil &s = *task->stencil;
    general_task<T> general = {};
    general.grid = grid_of<T>(task);
    general.pieces = static_cast<int64_t>(divide_up(s.axes[2].out * s.channels, general_piece));
    general.all = static_cast<uint64_t>(general.pieces) * s.axes[1].out * count_planes(s) * s.out_fields;
    for (int a = 0; a < TCUI_AXES; a++) {
        general.factors[a] = static_cast<const computed<T> *>(s.factors[a]);
    }
    general.weights = static_cast<const computed<T> *>(s.weights);
    general.is_reversed = s.is_reversed;
    if (s.prepared != nullptr) {
        general.places = static_cast<const tcui_stencil_place *>(tcui_stencil_part_of(&s, TCUI_STENCIL_PLACES));
        general.fields = static_cast<const uint64_t *>(tcui_stencil_part_of(&s, TCUI_STENCIL_FIELDS));
    }
    const uint64_t most = static_cast<uint64_t>(TCUI_STENCIL_GENERAL_BLOCKS) * tcui_stream_multiprocessors(context);
    return launch(context, stencil_general_kernel<T>, std::min(divide_up(general.all, general_warps), most),
                  TCUI_STENCIL_GENERAL_THREADS, 0, general);
}

} // namespace

extern "C" bool tcui_stencil_general_applies(const tcu_context *, const tcui_stencil_task *task)
{
    return task->form == TCUI_STENCIL_SWEEP;
}

extern "C" tcu_status tcui_stencil_general_execute(tcu_context *context, const tcui_stencil_task *task, void *)
{
    return dispatch_element(context, task->type,
                            [&](auto element) { return launch_general<decltype(element)>(context, task); });
}
