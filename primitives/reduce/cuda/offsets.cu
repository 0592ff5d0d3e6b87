/* SPDX-License-Identifier: Apache-2.0 */
/* Segments by offsets: plain sums, and the workspace of all. */
#include "primitives/reduce/cuda/kernels/offsets.cuh"

#include "dispatch.cuh"

using namespace tcu;

tcu_status tcui_reduce_offsets_reserve(tcu_context *context, const tcui_reduce_task *task, tcui_layout *layout)
{
    return dispatch_any_operator(context, task, [&](auto any) {
        using Operator = typename decltype(any)::type;
        using In = typename Operator::in;
        uint64_t *first_segment;
        place_parts<typename Operator::acc>(layout, tile_count<In>(task->segments, vector_elements<In> - 1), nullptr,
                                            &first_segment);
        return TCU_SUCCESS;
    });
}

tcu_status tcui_reduce_offsets_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    return dispatch_reduce(
        context, task, reduce_path::offsets, workspace, TCU_ARITHMETIC_PLAIN, [&](auto op, auto matrix) {
            return reduce_offsets<decltype(op), decltype(matrix)::value>(context, task, op, workspace);
        });
}
