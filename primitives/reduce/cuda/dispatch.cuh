/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a task to the kernels of its types, operator and arithmetic, on every path. A path's file has the kernels of
 * plain sums; those of the other operators are compiled by operator (operators/instances.cmake).
 */
#ifndef TCUI_REDUCE_CUDA_DISPATCH_CUH
#define TCUI_REDUCE_CUDA_DISPATCH_CUH

#include "paths.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/reduce/cuda/operators/bitwise.cuh"
#include "primitives/reduce/cuda/operators/integer_terms.cuh"
#include "primitives/reduce/cuda/operators/min_max.cuh"
#include "primitives/reduce/cuda/operators/plain_sum.cuh"
#include "primitives/reduce/cuda/operators/products.cuh"
#include "primitives/reduce/cuda/operators/real_terms.cuh"
#include "primitives/reduce/cuda/sums/vectors.cuh"
#include "tuning.h"

namespace tcu
{

template <class Operator>
struct operator_type {
    using type = Operator;
};

/* function(operator_type<Operator<bits of the element's width>>()). */
template <template <class> class Operator, class Function>
tcu_status dispatch_bits(tcu_type type, Function function)
{
    switch (tcu_type_size(type)) {
    case 1:
        return function(operator_type<Operator<u8>>());
    case 2:
        return function(operator_type<Operator<u16>>());
    case 4:
        return function(operator_type<Operator<u32>>());
    default:
        return function(operator_type<Operator<u64>>());
    }
}

/* Dot products, by the pairs of sums. */
template <class Function>
tcu_status dispatch_products(const tcui_reduce_task *task, Function function)
{
    switch (task->in_type) {
    case TCU_TYPE_F16:
        return function(operator_type<products<real_terms<f16, f32>>>());
    case TCU_TYPE_BF16:
        return function(operator_type<products<real_terms<bf16, f32>>>());
    case TCU_TYPE_F32:
        return task->out_type == TCU_TYPE_F32 ? function(operator_type<products<real_terms<f32, f32>>>())
                                              : function(operator_type<products<real_terms<f32, f64>>>());
    case TCU_TYPE_F64:
        return function(operator_type<products<real_terms<f64, f64>>>());
    default:
        return dispatch_bits<products_of_integers>(task->in_type, function);
    }
}

/* function(operator_type<...>()) of one array and no plain sum: the table of operators, operations by key's too. */
template <class Function>
tcu_status dispatch_operator(const tcui_reduce_task *task, Function function)
{
    switch (task->reduction.op) {
    case TCU_OPERATOR_MIN:
    case TCU_OPERATOR_MAX:
        return dispatch_bits<min_max>(task->in_type, function);
    case TCU_OPERATOR_AND:
    case TCU_OPERATOR_OR:
    case TCU_OPERATOR_XOR:
        return dispatch_bits<bitwise>(task->in_type, function);
    default:
        break; /* sums and products */
    }
    if (task->reduction.map == TCU_MAP_NONZERO) {
        return dispatch_bits<integer_terms>(task->in_type, function);
    }
    switch (task->in_type) {
    case TCU_TYPE_F16:
        return function(operator_type<real_terms<f16, f32>>());
    case TCU_TYPE_BF16:
        return function(operator_type<real_terms<bf16, f32>>());
    case TCU_TYPE_F32:
        return task->out_type == TCU_TYPE_F32 ? function(operator_type<real_terms<f32, f32>>())
                                              : function(operator_type<real_terms<f32, f64>>());
    case TCU_TYPE_F64:
        return function(operator_type<real_terms<f64, f64>>());
    default:
        return dispatch_bits<integer_terms>(task->in_type, function);
    }
}

/* Of a reduction that is no plain sum. */
template <class Function>
tcu_status dispatch_reduction(const tcui_reduce_task *task, Function function)
{
    return task->reduction.map == TCUI_MAP_TIMES ? dispatch_products(task, function)
                                                 : dispatch_operator(task, function);
}

/* Of any reduction, plain sums included. */
template <class Function>
tcu_status dispatch_any_operator(tcu_context *context, const tcui_reduce_task *task, Function function)
{
    if (!tcui_is_plain_sum(&task->reduction)) {
        return dispatch_reduction(task, function);
    }
    return dispatch_sum(context, task->in_type, task->out_type, [&](auto types) {
        using type = decltype(types);
        return function(operator_type<plain_sum<typename type::in, typename type::acc, typename type::out>>());
    });
}

/* Whether a task's sums are formed on the matrix unit, where AUTO means `policy`. */
inline bool sums_on_matrix(const tcu_context *context, const tcui_reduce_task *task, tcu_arithmetic policy)
{
    bool has_matrix = false;
    dispatch_any_operator(nullptr, task, [&](auto any) {
        using Operator = typename decltype(any)::type;
        has_matrix = Operator::is_plain && has_matrix_sum<typename Operator::in, typename Operator::acc>;
        return TCU_SUCCESS;
    });
    return has_matrix && tcui_uses_matrix(context, policy);
}

/* Runs a path's kernels of a task that is no plain sum. */
enum class reduce_path { array, threads, lanes, warps, chunks, offsets };
tcu_status reduce_by_operator(tcu_context *context, const tcui_reduce_task *task, reduce_path path, void *workspace);

/*
 * A path: of a plain sum function(plain_sum<...>, std::bool_constant<on the matrix unit>()), `policy` is what AUTO
 * means; of others the path's kernels of their operator.
 */
template <class Function>
tcu_status dispatch_reduce(tcu_context *context, const tcui_reduce_task *task, reduce_path path, void *workspace,
                           tcu_arithmetic policy, Function function)
{
    if (!tcui_is_plain_sum(&task->reduction)) {
        return reduce_by_operator(context, task, path, workspace);
    }
    return dispatch_sum(context, task->in_type, task->out_type, [&](auto types) {
        using type = decltype(types);
        using Out = typename type::out;
        const plain_sum<typename type::in, typename type::acc, Out> op(static_cast<Out *>(task->out));
        if constexpr (has_matrix_sum<typename type::in, typename type::acc>) {
            if (tcui_uses_matrix(context, policy)) {
                return function(op, std::true_type());
            }
        }
        return function(op, std::false_type());
    });
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_DISPATCH_CUH */
