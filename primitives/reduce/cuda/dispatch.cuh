/* SPDX-License-Identifier: Apache-2.0 */
/* From a task to the kernels of its types and arithmetic, on every path. */
#ifndef TCUI_REDUCE_CUDA_DISPATCH_CUH
#define TCUI_REDUCE_CUDA_DISPATCH_CUH

#include "paths.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/reduce/cuda/sums/vectors.cuh"
#include "tuning.h"

namespace tcu
{

/* Whether sums of these types are formed on the matrix unit, where AUTO means `policy`. */
inline bool sums_on_matrix(const tcu_context *context, tcu_type in_type, tcu_type out_type, tcu_arithmetic policy)
{
    bool has_matrix = false;
    dispatch_sum(nullptr, in_type, out_type, [&](auto types) {
        using type = decltype(types);
        has_matrix = has_matrix_sum<typename type::in, typename type::acc>;
        return TCU_SUCCESS;
    });
    return has_matrix && tcui_uses_matrix(context, policy);
}

/* function(sum_types<...>(), std::bool_constant<on the matrix unit>()); `policy` is what AUTO means. */
template <class Function>
tcu_status dispatch_reduce(tcu_context *context, const tcui_reduce_task *task, tcu_arithmetic policy, Function function)
{
    return dispatch_sum(context, task->in_type, task->out_type, [&](auto types) {
        using type = decltype(types);
        if constexpr (has_matrix_sum<typename type::in, typename type::acc>) {
            if (tcui_uses_matrix(context, policy)) {
                return function(types, std::true_type());
            }
        }
        return function(types, std::false_type());
    });
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_DISPATCH_CUH */
