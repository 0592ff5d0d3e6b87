/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to its operator, whose kernels are compiled elsewhere (instances.cmake), and its workspace. */
#ifndef TCUI_BY_KEY_CUDA_ONE_PASS_DISPATCH_CUH
#define TCUI_BY_KEY_CUDA_ONE_PASS_DISPATCH_CUH

#include "algorithms/by_key/backend.h"
#include "fold.cuh"

namespace tcu
{

/* The values of a task as a reduction's. */
inline tcui_reduce_task values_by_key(const tcui_by_key_task *task)
{
    tcui_reduce_task reduction = {};
    reduction.in_type = task->value_type;
    reduction.out = task->out;
    reduction.out_type = task->out_type;
    reduction.reduction = task->reduction;
    return reduction;
}

/* function(operator_type<...>()). */
template <class Function>
tcu_status dispatch_by_key(const tcui_by_key_task *task, Function function)
{
    if (task->kind == TCUI_BY_KEY_UNIQUE || task->out == nullptr) {
        return function(operator_type<no_values>());
    }
    const tcui_reduce_task reduction = values_by_key(task);
    if (tcui_is_plain_sum(&task->reduction) && task->value_type == task->out_type) {
        switch (task->value_type) {
        case TCU_TYPE_F32:
            return function(operator_type<sum_by_key<f32>>());
        case TCU_TYPE_I32:
        case TCU_TYPE_U32:
            return function(operator_type<sum_by_key<u32>>());
        default:
            break;
        }
    }
    return dispatch_operator(&reduction, function);
}

template <class Operator>
tile_chain<by_key_fold<Operator>> place_by_key_chain(const tcui_by_key_task *task, tcui_layout *layout, void *base)
{
    return tile_chain<by_key_fold<Operator>>::placed(divide_up(task->n, by_key_tile), layout, base);
}

} // namespace tcu

#endif /* TCUI_BY_KEY_CUDA_ONE_PASS_DISPATCH_CUH */
