/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of grids, and what is computed in: f64 for f64, else f32. */
#ifndef TCUI_STENCIL_ELEMENT_CUH
#define TCUI_STENCIL_ELEMENT_CUH

#include "primitives/context/context_internal.h"
#include "primitives/tile/element.cuh"

namespace tcu
{

template <class T>
using computed = std::conditional_t<std::is_same_v<T, f64>, f64, f32>;

template <class T>
__device__ __forceinline__ computed<T> to_computed(T x)
{
    return to_accumulator<computed<T>>(x);
}

/* To the nearest element, ties to even; u8 is saturated, NaN becomes 0. */
template <class T>
__device__ __forceinline__ T from_computed(computed<T> x)
{
    if constexpr (std::is_same_v<T, u8>) {
        /* Above 2^23 the units of f32 are integers. */
        constexpr f32 integers = 8388608;
        return static_cast<u8>(__float_as_uint(fminf(fmaxf(x, 0.0f), 255.0f) + integers));
    } else {
        return from_accumulator<T>(x);
    }
}

/* function(T()) for the element type T. (`context`: for an error.) */
template <class Function>
tcu_status dispatch_element(tcu_context *context, tcu_type type, Function function)
{
    switch (type) {
    case TCU_TYPE_F64:
        return function(f64());
    case TCU_TYPE_F32:
        return function(f32());
    case TCU_TYPE_F16:
        return function(f16());
    case TCU_TYPE_BF16:
        return function(bf16());
    case TCU_TYPE_U8:
        return function(u8());
    default:
        return tcui_fail_unreachable(context, "a stencil of a type without kernels");
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_ELEMENT_CUH */
