/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The element types on the device, named as in sum_pairs.h, and the conversions of a sum: element -> accumulator ->
 * output. Integers travel as unsigned accumulators (sums modulo 2^w); a signed element is sign-extended on the way in.
 */
#ifndef TCUI_ELEMENT_CUH
#define TCUI_ELEMENT_CUH

#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

namespace tcu
{

using f16 = __half;
using bf16 = __nv_bfloat16;
using f32 = float;
using f64 = double;
using i8 = int8_t;
using u8 = uint8_t;
using i16 = int16_t;
using u16 = uint16_t;
using i32 = int32_t;
using u32 = uint32_t;
using i64 = int64_t;
using u64 = uint64_t;

template <class Acc, class In>
__device__ __forceinline__ Acc to_accumulator(In x)
{
    if constexpr (std::is_same_v<In, f16>) {
        return static_cast<Acc>(__half2float(x));
    } else if constexpr (std::is_same_v<In, bf16>) {
        return static_cast<Acc>(__bfloat162float(x));
    } else {
        return static_cast<Acc>(x);
    }
}

/* Rounds once, to nearest even; integers are cut to the output's width. */
template <class Out, class Acc>
__device__ __forceinline__ Out from_accumulator(Acc sum)
{
    if constexpr (std::is_same_v<Out, f16> && std::is_same_v<Acc, f32>) {
        return __float2half_rn(sum);
    } else if constexpr (std::is_same_v<Out, f16>) {
        return __double2half(sum);
    } else if constexpr (std::is_same_v<Out, bf16> && std::is_same_v<Acc, f32>) {
        return __float2bfloat16_rn(sum);
    } else if constexpr (std::is_same_v<Out, bf16>) {
        return __double2bfloat16(sum);
    } else {
        return static_cast<Out>(sum);
    }
}

/*
 * What partial sums of many tiles are added in. f32 partials go through f64: their number grows with n, and the error
 * bound of reduce.h only with log2(n).
 */
template <class Acc>
using wide_accumulator = std::conditional_t<std::is_same_v<Acc, f32>, f64, Acc>;

/* Bits of elements in registers: element i of a vector is byte-packed little-endian, as in memory. */
__device__ __forceinline__ uint32_t pack(f16 low, f16 high)
{
    return __half_as_ushort(low) | static_cast<uint32_t>(__half_as_ushort(high)) << 16;
}

__device__ __forceinline__ uint32_t pack(bf16 low, bf16 high)
{
    return __bfloat16_as_ushort(low) | static_cast<uint32_t>(__bfloat16_as_ushort(high)) << 16;
}

} // namespace tcu

#endif /* TCUI_ELEMENT_CUH */
