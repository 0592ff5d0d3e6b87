/* SPDX-License-Identifier: Apache-2.0 */
/* f16 and bf16. */
#ifndef TCU_EMULATED_CUDA_HALVES_H
#define TCU_EMULATED_CUDA_HALVES_H

#include <vector>

#include "primitives/tile/half.h"

namespace emulated
{

/* The numbers of all f16, which products of matrices look up again and again. */
inline const std::vector<float> f16_numbers = [] {
    std::vector<float> numbers(1 << 16);
    for (uint32_t bits = 0; bits < 1 << 16; bits++) {
        numbers[bits] = tcui_f32_from_f16(static_cast<uint16_t>(bits));
    }
    return numbers;
}();

} // namespace emulated

struct __half {
    uint16_t bits;
    operator float() const { return emulated::f16_numbers[bits]; }
};
using half = __half;
struct __nv_bfloat16 {
    uint16_t bits;
    operator float() const { return tcui_f32_from_bf16(bits); }
};

inline float __half2float(__half x)
{
    return x;
}
inline float __bfloat162float(__nv_bfloat16 x)
{
    return x;
}
inline __half __double2half(double x)
{
    return {tcui_f16_from_f64(x)};
}
inline __half __float2half_rn(float x)
{
    return __double2half(x);
}
inline __nv_bfloat16 __double2bfloat16(double x)
{
    return {tcui_bf16_from_f64(x)};
}
inline __half __float2half(float x)
{
    return __float2half_rn(x);
}
inline __nv_bfloat16 __float2bfloat16_rn(float x)
{
    return __double2bfloat16(x);
}
inline __half __ushort_as_half(uint16_t bits)
{
    return {bits};
}
inline uint16_t __half_as_ushort(__half x)
{
    return x.bits;
}
inline __nv_bfloat16 __ushort_as_bfloat16(uint16_t bits)
{
    return {bits};
}
inline uint16_t __bfloat16_as_ushort(__nv_bfloat16 x)
{
    return x.bits;
}

#endif /* TCU_EMULATED_CUDA_HALVES_H */
