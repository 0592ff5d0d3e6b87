/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a task to its operator and the type of its results. The kernels of plain sums are compiled with their paths, those of
 * the others by operator (instances.cmake).
 */
#ifndef TCUI_SCAN_CUDA_OPERATORS_DISPATCH_CUH
#define TCUI_SCAN_CUDA_OPERATORS_DISPATCH_CUH

#include "by_reduction.cuh"
#include "plain_sum.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/reduce/cuda/dispatch.cuh"

namespace tcu
{

template <class Operator, class Out>
struct scan_types {
    using op = Operator;
    using out = Out;
};

/* function(scan_types<...>()) of the result type of `bytes`, which is the last one if none before it is. */
template <class Operator, class Function, class First, class... Others>
tcu_status dispatch_scan_result(type_list<First, Others...>, size_t bytes, Function function)
{
    if constexpr (sizeof...(Others) > 0) {
        if (bytes != sizeof(First)) {
            return dispatch_scan_result<Operator>(type_list<Others...>(), bytes, function);
        }
    }
    return function(scan_types<by_reduction<Operator>, First>());
}

/* function(scan_types<...>()) of a task that is no plain sum: the operators are those of reductions. */
template <class Function>
tcu_status dispatch_scan_operator(const tcui_scan_task *task, Function function)
{
    const tcui_reduce_task reduction = reduction_of(task);
    return dispatch_operator(&reduction, [&](auto any) {
        using Reduction = typename decltype(any)::type;
        return dispatch_scan_result<Reduction>(typename Reduction::results(), tcu_type_size(task->out_type), function);
    });
}

/* Of a task with any operator, plain sums included. */
template <class Function>
tcu_status dispatch_any_scan(tcu_context *context, const tcui_scan_task *task, Function function)
{
    if (!tcui_is_plain_sum(&task->reduction)) {
        return dispatch_scan_operator(task, function);
    }
    return dispatch_sum(context, task->in_type, task->out_type, [&](auto types) {
        using type = decltype(types);
        return function(scan_types<scan_sum<typename type::in, typename type::acc>, typename type::out>());
    });
}

/* Runs the kernels of a path for a task that is no plain sum. */
enum class scan_path { one_pass, tiles };
tcu_status scan_by_operator(tcu_context *context, const tcui_scan_task *task, scan_path path, void *workspace);

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_OPERATORS_DISPATCH_CUH */
