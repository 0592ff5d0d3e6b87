/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Powers of t as unevaluated sums high + low. A power that is squared again and again as one number has the relative
 * error of its first rounding doubled at each step, t^64 that of t^2 32 times; with the low part, which a fused
 * multiply-add yields, each power is as good as rounded once. (T. J. Dekker: "A Floating-Point Technique for Extending
 * the Available Precision", Numer. Math. 18, 1971.)
 */
#ifndef TCUI_POLYNOMIAL_PAIRS_CUH
#define TCUI_POLYNOMIAL_PAIRS_CUH

#include "primitives/tile/element.cuh"

namespace tcu
{

template <class Compute>
struct number_pair {
    Compute high, low;
};

/* Rounded, whatever is added to it: no compiler makes a multiply-add of it. */
__device__ __forceinline__ f64 rounded_product(f64 a, f64 b)
{
    return __dmul_rn(a, b);
}

__device__ __forceinline__ f32 rounded_product(f32 a, f32 b)
{
    return __fmul_rn(a, b);
}

template <class Compute>
__device__ __forceinline__ number_pair<Compute> exact_square(Compute a)
{
    const Compute high = rounded_product(a, a);
    return {high, fma(a, a, -high)};
}

template <class Compute>
__device__ __forceinline__ number_pair<Compute> square_of(const number_pair<Compute> &a)
{
    const Compute high = rounded_product(a.high, a.high);
    return {high, fma(2 * a.high, a.low, fma(a.high, a.high, -high))};
}

/* Rounded once. */
template <class Compute>
__device__ __forceinline__ Compute product_of(Compute p, const number_pair<Compute> &a)
{
    return fma(p, a.high, p * a.low);
}

template <class Compute>
__device__ __forceinline__ Compute rounded(const number_pair<Compute> &a)
{
    return a.high + a.low;
}

/* a^(2^steps) */
template <int Steps, class Compute>
__device__ __forceinline__ number_pair<Compute> square_again(number_pair<Compute> a)
{
#pragma unroll
    for (int i = 0; i < Steps; i++) {
        a = square_of(a);
    }
    return a;
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_PAIRS_CUH */
