/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic with a stated rounding, minima and maxima. */
#ifndef TCU_EMULATED_CUDA_NUMBERS_H
#define TCU_EMULATED_CUDA_NUMBERS_H

#include <cmath>
#include <math.h>
#include <type_traits>

template <class A, class B>
std::common_type_t<A, B> min(A a, B b)
{
    using C = std::common_type_t<A, B>;
    return static_cast<C>(a) < static_cast<C>(b) ? static_cast<C>(a) : static_cast<C>(b);
}

template <class A, class B>
std::common_type_t<A, B> max(A a, B b)
{
    using C = std::common_type_t<A, B>;
    return static_cast<C>(a) < static_cast<C>(b) ? static_cast<C>(b) : static_cast<C>(a);
}

/* The sum of a product, exact in doubles, and a float, rounded down; and a double, rounded up. */
inline float __fmaf_rd(float a, float b, float c)
{
    const double product = static_cast<double>(a) * b, sum = product + c;
    const double lost = (product - (sum - (sum - product))) + (c - (sum - product)); /* by the sum's rounding */
    const float rounded = static_cast<float>(sum);
    const bool is_above = rounded > sum || (rounded == sum && lost < 0);
    return is_above ? std::nextafterf(rounded, -INFINITY) : rounded;
}

inline float __double2float_ru(double x)
{
    const float rounded = static_cast<float>(x);
    return rounded < x ? std::nextafterf(rounded, INFINITY) : rounded;
}

/* (Volatile: not contracted.) */
inline double __dmul_rn(double a, double b)
{
    const volatile double product = a * b;
    return product;
}
inline double __dadd_rn(double a, double b)
{
    const volatile double sum = a + b;
    return sum;
}
inline float __fmul_rn(float a, float b)
{
    const volatile float product = a * b;
    return product;
}

/* Between 0 and 1; NaN becomes 0. */
inline float __saturatef(float x)
{
    return x > 0 ? std::fmin(x, 1.0f) : 0;
}

/* What is beyond the range becomes its end, NaN 0. */
inline unsigned __double2uint_rz(double x)
{
    return x >= 4294967295.0 ? 4294967295u : x > 0 ? static_cast<unsigned>(x) : 0;
}
inline unsigned __float2uint_rz(float x)
{
    return __double2uint_rz(x);
}

using std::isfinite;
using std::sqrt;

#endif /* TCU_EMULATED_CUDA_NUMBERS_H */
