/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the reductions with the operator of extrema, of elements of one width. */
#ifndef TCUI_EXTREMA_CUDA_LAUNCH_CUH
#define TCUI_EXTREMA_CUDA_LAUNCH_CUH

#include "extrema.cuh"
#include "paths.h"
#include "primitives/reduce/cuda/kernels/chunks.cuh"
#include "primitives/reduce/cuda/kernels/lanes.cuh"
#include "primitives/reduce/cuda/kernels/offsets.cuh"

namespace tcu
{

/* What the reductions' paths ask of a task. The outputs are the operator's. */
inline tcui_reduce_task reduction_of(const tcui_extrema_task *task)
{
    tcui_reduce_task reduction = {};
    reduction.in = task->in;
    reduction.in_type = task->type;
    reduction.out_type = task->argmin != nullptr || task->argmax != nullptr ? TCU_TYPE_I64 : task->type;
    reduction.segments = task->segments;
    return reduction;
}

template <class Bits>
tcu_status reserve_extrema(tcu_context *context, const tcui_extrema_task *task, extrema_path path, tcui_layout *layout)
{
    using Acc = typename extrema<Bits>::acc;
    if (path == extrema_path::offsets) {
        uint64_t *first_segment;
        place_parts<Acc>(layout, tile_count<Bits>(task->segments, vector_elements<Bits> - 1), nullptr, &first_segment);
    } else if (const uint64_t parts = most_parts(context, task->segments, sizeof(Bits))) {
        tcui_layout_reserve(layout, parts, sizeof(Acc));
    }
    return TCU_SUCCESS;
}

template <class Bits>
tcu_status launch_extrema(tcu_context *context, const tcui_extrema_task *task, extrema_path path, void *workspace)
{
    const extrema<Bits> op(task);
    const tcui_reduce_task reduction = reduction_of(task);
    constexpr bool on_matrix = false;
    switch (path) {
    case extrema_path::lanes:
        return reduce_lanes<extrema<Bits>, on_matrix>(context, &reduction, op);
    case extrema_path::chunks:
        return reduce_chunks<extrema<Bits>, on_matrix>(context, &reduction, op, workspace);
    default:
        return reduce_offsets<extrema<Bits>, on_matrix>(context, &reduction, op, workspace);
    }
}

} // namespace tcu

#endif /* TCUI_EXTREMA_CUDA_LAUNCH_CUH */
