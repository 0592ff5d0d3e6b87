/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the emulated matrix unit adds products of reals to C. As a rule in f64, rounded once, to nearest. With
 * TCU_EMULATED_UNIT=cuts in the environment as GPUs are known to do (M. Fasi et al., "Numerical behavior of NVIDIA tensor
 * cores", 2021), at the worst of them: half of the products at a time, terms aligned to the largest one and cut off behind
 * 24 fractional bits of it, the sum rounded to f32 towards zero. So tests of bounds of error meet the unit's errors.
 */
#ifndef TCU_DEVICE_UNIT_SUMS_H
#define TCU_DEVICE_UNIT_SUMS_H

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace emulated
{

inline bool unit_cuts()
{
    static const bool cuts = [] {
        const char *const unit = std::getenv("TCU_EMULATED_UNIT");
        return unit != nullptr && std::strcmp(unit, "cuts") == 0;
    }();
    return cuts;
}

inline float rounded_towards_zero(double sum)
{
    const float nearest = static_cast<float>(sum);
    return std::isfinite(nearest) && std::fabs(static_cast<double>(nearest)) > std::fabs(sum)
               ? std::nextafterf(nearest, 0.0f)
               : nearest;
}

/* c + terms[0] + ... in one step of the unit. (Products of operands are exact in f64, and so are sums of cut terms.) */
inline float cut_sum(float c, const double *terms, int count)
{
    double largest = std::fabs(static_cast<double>(c)), plain_sum = c;
    for (int k = 0; k < count; k++) {
        largest = std::fmax(largest, std::fabs(terms[k]));
        plain_sum += terms[k];
    }
    if (largest == 0 || !std::isfinite(plain_sum)) {
        return static_cast<float>(plain_sum);
    }
    constexpr int fractional_bits = 24;
    const int place = std::ilogb(largest) - fractional_bits;
    double sum = std::trunc(std::ldexp(static_cast<double>(c), -place));
    for (int k = 0; k < count; k++) {
        sum += std::trunc(std::ldexp(terms[k], -place));
    }
    return rounded_towards_zero(std::ldexp(sum, place));
}

/* In two steps, as sm_80 forms 16 products of f16. */
template <int Count>
float unit_sum(float c, const double (&terms)[Count])
{
    if (unit_cuts()) {
        return cut_sum(cut_sum(c, terms, Count / 2), terms + Count / 2, Count - Count / 2);
    }
    double sum = c;
    for (const double term : terms) {
        sum += term;
    }
    return static_cast<float>(sum);
}

} // namespace emulated

#endif /* TCU_DEVICE_UNIT_SUMS_H */
