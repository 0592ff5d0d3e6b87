/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to the kernels of its types and arithmetic, for every way to reduce. */
#ifndef TCUI_REDUCE_DISPATCH_CUH
#define TCUI_REDUCE_DISPATCH_CUH

#include "primitives/pipeline/launch.cuh"
#include "reduce_cuda.h"
#include "reduce_tuning.h"
#include "vector_sums.cuh"

namespace tcu
{

/* function(sum_types<...>(), std::bool_constant<on the matrix unit>()); `policy` is what AUTO means. */
template <class Function>
tcu_status dispatch_reduce(tcu_context *context, const tcui_reduce_task *task, tcu_arithmetic policy, Function function)
{
    return dispatch_sum(task->in_type, task->out_type, [&](auto types) {
        using type = decltype(types);
        if constexpr (has_matrix_sum<typename type::in, typename type::acc>)
            if (tcui_uses_matrix(context, policy))
                return function(types, std::true_type());
        return function(types, std::false_type());
    });
}

} // namespace tcu

#endif /* TCUI_REDUCE_DISPATCH_CUH */
