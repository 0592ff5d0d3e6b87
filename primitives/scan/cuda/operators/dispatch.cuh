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
#include "primitives/reduce/cuda/operators/bitwise.cuh"
#include "primitives/reduce/cuda/operators/integer_terms.cuh"
#include "primitives/reduce/cuda/operators/min_max.cuh"
#include "primitives/reduce/cuda/operators/real_terms.cuh"

namespace tcu
{

template <class Operator, class Out>
struct scan_types {
    using op = Operator;
    using out = Out;
};

/* function(scan_types<Operator<bits of the width>, the same bits>()). */
template <template <class> class Operator, class Function>
tcu_status dispatch_scan_bits(tcu_type type, Function function)
{
    switch (tcu_type_size(type)) {
    case 1:
        return function(scan_types<by_reduction<Operator<u8>>, u8>());
    case 2:
        return function(scan_types<by_reduction<Operator<u16>>, u16>());
    case 4:
        return function(scan_types<by_reduction<Operator<u32>>, u32>());
    default:
        return function(scan_types<by_reduction<Operator<u64>>, u64>());
    }
}

/* Results of `least` bytes, the width of the elements, of 4 or of 8. */
template <class Least, class Operator, class Function>
tcu_status dispatch_scan_width(tcu_type out_type, Function function)
{
    const size_t bytes = tcu_type_size(out_type);
    if constexpr (sizeof(Least) < 4) {
        if (bytes == sizeof(Least)) {
            return function(scan_types<Operator, Least>());
        }
    }
    if constexpr (sizeof(Least) < 8) {
        if (bytes == 4) {
            return function(scan_types<Operator, u32>());
        }
    }
    return function(scan_types<Operator, u64>());
}

/* Of sums and products of reals. */
template <class In, class Real, class Function>
tcu_status dispatch_scan_real(const tcui_scan_task *task, Function function)
{
    using operator_type = by_reduction<real_terms<In, Real>>;
    return task->out_type == task->in_type ? function(scan_types<operator_type, In>())
                                           : function(scan_types<operator_type, Real>());
}

/* function(scan_types<...>()) of a task that is no plain sum. */
template <class Function>
tcu_status dispatch_scan_operator(const tcui_scan_task *task, Function function)
{
    switch (task->reduction.op) {
    case TCU_OPERATOR_MIN:
    case TCU_OPERATOR_MAX:
        return dispatch_scan_bits<min_max>(task->in_type, function);
    case TCU_OPERATOR_AND:
    case TCU_OPERATOR_OR:
    case TCU_OPERATOR_XOR:
        return dispatch_scan_bits<bitwise>(task->in_type, function);
    default:
        break; /* sums and products */
    }
    switch (task->in_type) {
    case TCU_TYPE_F16:
        return dispatch_scan_real<f16, f32>(task, function);
    case TCU_TYPE_BF16:
        return dispatch_scan_real<bf16, f32>(task, function);
    case TCU_TYPE_F32:
        return task->out_type == TCU_TYPE_F32 ? function(scan_types<by_reduction<real_terms<f32, f32>>, f32>())
                                              : function(scan_types<by_reduction<real_terms<f32, f64>>, f64>());
    case TCU_TYPE_F64:
        return function(scan_types<by_reduction<real_terms<f64, f64>>, f64>());
    case TCU_TYPE_I8:
    case TCU_TYPE_U8:
        return dispatch_scan_width<u8, by_reduction<integer_terms<u8>>>(task->out_type, function);
    case TCU_TYPE_I16:
    case TCU_TYPE_U16:
        return dispatch_scan_width<u16, by_reduction<integer_terms<u16>>>(task->out_type, function);
    case TCU_TYPE_I32:
    case TCU_TYPE_U32:
        return dispatch_scan_width<u32, by_reduction<integer_terms<u32>>>(task->out_type, function);
    default:
        return function(scan_types<by_reduction<integer_terms<u64>>, u64>());
    }
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
