/* SPDX-License-Identifier: Apache-2.0 */
/* Two passes of a plain loop in long double, with what additions lose; and the bounds of moments.h. */
#include <math.h>
#include <string.h>

#include "moments.h"
#include "sums/reproducible.h"

typedef struct exact_sum {
    long double high, low;
} exact_sum;

/* Knuth's TwoSum. */
static void add(exact_sum *sum, long double x)
{
    const long double high = sum->high + x, part = high - sum->high;
    sum->low += (sum->high - (high - part)) + (x - part);
    sum->high = high;
}

test_moments_oracle test_moments_of(tcu_type type, const unsigned char *in, uint64_t first, uint64_t step,
                                    uint64_t count)
{
    const size_t bytes = test_types[type].bytes;
    test_moments_oracle o = {.count = count, .is_finite = true};
    exact_sum sum = {0, 0}, squares = {0, 0};
    for (uint64_t i = 0; i < count; i++) {
        const long double x = test_number(type, in + (first + i * step) * bytes);
        if (isfinite(x)) {
            add(&sum, x);
            o.magnitude = fmaxl(o.magnitude, fabsl(x));
        } else {
            o.loop = o.is_finite ? (double)x : o.loop + (double)x;
            o.is_finite = false;
        }
    }
    if (!o.is_finite || count == 0) {
        return o;
    }
    o.mean = (sum.high + sum.low) / (long double)count;
    for (uint64_t i = 0; i < count; i++) {
        const long double d = test_number(type, in + (first + i * step) * bytes) - o.mean;
        add(&squares, d * d);
    }
    o.squares = squares.high + squares.low;
    return o;
}

static bool is_same_special(double loop, double got)
{
    return isnan(loop) ? isnan(got) : got == loop;
}

bool test_moments_accepts_mean(const test_moments_oracle *o, tcu_type out, double mean)
{
    if (o->count == 0) {
        return isnan(mean);
    }
    if (!o->is_finite) {
        return is_same_special(o->loop, mean);
    }
    const long double s = sqrtl(o->squares / (long double)o->count), m = fabsl(o->mean);
    const long double bound =
        out == TCU_TYPE_F32 ? 0x1p-23L * m + 0x1p-17L * s + 0x1p-149L : 0x1p-42L * (m + s) + 0x1p-1074L;
    return fabsl((long double)mean - o->mean) <= bound;
}

bool test_moments_accepts_variance(const test_moments_oracle *o, tcu_type out, uint64_t correction, double variance)
{
    if (o->count <= correction || !o->is_finite) {
        return isnan(variance);
    }
    const long double n = (long double)o->count, s2 = o->squares / n, m = fabsl(o->mean);
    const long double kappa_s2 = sqrtl(s2 * (s2 + m * m)); /* kappa times s^2 */
    const long double bound = out == TCU_TYPE_F32 ? 0x1p-15L * s2 + 0x1p-56L * (s2 + m * m) + n * 0x1p-149L
                                                  : 0x1p-42L * s2 + 0x1p-41L * kappa_s2 + n * 0x1p-1074L;
    const long double scale = n / (n - (long double)correction);
    return variance >= 0 && fabsl((long double)variance - s2 * scale) <= bound * scale;
}

/* S of deviations from `from`, or of their squares. */
static double sum_of_deviations(tcu_type type, const unsigned char *in, uint64_t count, double from, bool squared)
{
    static const test_reduction plain = {.op = TCU_OPERATOR_SUM};
    static _Thread_local test_reproducible sum;
    uint64_t bits;
    double result;
    test_reproducible_begin(&sum, &plain, TCU_TYPE_F64, TCU_TYPE_F64);
    for (uint64_t i = 0; i < count; i++) {
        const double deviation = (double)test_number(type, in + i * test_types[type].bytes) - from;
        test_reproducible_add(&sum, squared ? deviation * deviation : deviation);
    }
    bits = test_reproducible_result(&sum);
    memcpy(&result, &bits, sizeof result);
    return result;
}

void test_moments_reproducible(tcu_type type, const unsigned char *in, uint64_t first, uint64_t count,
                               uint64_t correction, double *mean, double *variance)
{
    const unsigned char *const x = in + first * test_types[type].bytes;
    const double n = (double)count, head = count < 4096 ? n : 4096;
    *mean = *variance = NAN;
    if (count == 0) {
        return;
    }
    const double x0 = (double)test_number(type, x);
    double shift = x0 + sum_of_deviations(type, x, (uint64_t)head, x0, false) / head;
    shift = isfinite(shift) ? shift : 0;
    const double D = sum_of_deviations(type, x, count, shift, false);
    const double Q = sum_of_deviations(type, x, count, shift, true);
    const double M2 = Q - D * D / n;
    *mean = shift + D / n;
    if (count > correction) {
        *variance = (M2 < 0 ? 0 : M2) / (double)(count - correction);
    }
}
