/* SPDX-License-Identifier: Apache-2.0 */
#include "oracle.h"

double oracle_real(const oracle *sum)
{
    if (sum->is_nonfinite) {
        return sum->nonfinite;
    }
    return isfinite(sum->high) ? sum->high + sum->low : sum->high;
}

static int floor_log2(uint64_t count)
{
    return count < 2 ? 0 : 63 - __builtin_clzll(count);
}

/* |got - sum| <= 4 * unit * levels * sum |x|, plus the rounding to a narrow output type. */
static bool within(const oracle *sum, const test_type *type, double levels, double got)
{
    double spread = 4.0 * type->sum_unit * levels * sum->absolute;
    double magnitude = fabs(sum->high + sum->low);
    if (isinf(got)) {
        return magnitude + spread >= type->overflow && signbit(got) == signbit(sum->high);
    }
    if (magnitude - spread > type->overflow) {
        return false; /* has to be infinite */
    }
    double rounding = 0.0;
    if (type->round_factor > 0.0) {
        rounding = type->round_factor * (magnitude + spread) + 0.5 * type->smallest;
    }
    /* In this order the difference is exact enough for f64 as well. */
    return fabs((got - sum->high) - sum->low) <= spread + rounding;
}

bool oracle_accepts_real(const oracle *sum, tcu_type out, double got)
{
    const test_type *type = &test_types[out];
    double expected = oracle_real(sum);
    if (isnan(expected)) {
        return isnan(got);
    }
    if (isnan(got)) {
        return false;
    }
    if (isinf(expected)) {
        return got == expected;
    }
    if (sum->count == 0) {
        return got == 0.0 && !signbit(got);
    }
    /* The whole part of the logarithm is cheap and nearly always enough. */
    int whole = floor_log2(sum->count);
    return within(sum, type, whole < 1 ? 1.0 : whole, got) ||
           (whole >= 1 && within(sum, type, log2((double)sum->count), got));
}
