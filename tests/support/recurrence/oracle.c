/* SPDX-License-Identifier: Apache-2.0 */
/* A plain loop in long double, and the bounds of recurrence.h. */
#include <math.h>

#include "recurrence.h"

test_recurrence_oracle test_recurrence_before(tcu_type type, long double initial)
{
    const bool is_f64 = type == TCU_TYPE_F64;
    return (test_recurrence_oracle){.x = initial,
                                    .terms = fabsl(initial),
                                    .most = fabsl(initial) > 1 ? fabsl(initial) : 1,
                                    .unit = is_f64 ? 0x1p-52L : 0x1p-23L,
                                    .smallest = is_f64 ? 0x1p-1074L : 0x1p-149L,
                                    .is_finite = (bool)isfinite(initial)};
}

/* Every term gets one more factor; b is a term without any. */
void test_recurrence_step(test_recurrence_oracle *o, long double a, long double b)
{
    o->elements++;
    o->x = a * o->x + b;
    o->is_finite = o->is_finite && isfinite(o->x);
    o->weighted = fabsl(a) * (o->weighted + o->terms);
    o->terms = fabsl(a) * o->terms + fabsl(b);
    o->most = o->terms > o->most ? o->terms : o->most;
}

bool test_recurrence_accepts(const test_recurrence_oracle *o, tcu_type type, long double x)
{
    if (!o->is_finite) {
        return !isfinite(x);
    }
    const bool is_half = type == TCU_TYPE_F16 || type == TCU_TYPE_BF16;
    long double bound = o->unit * (o->weighted + 32 * o->terms) + (long double)o->elements * o->smallest * o->most;
    if (is_half) {
        const long double rounding = type == TCU_TYPE_F16 ? 0x1p-11L : 0x1p-8L;
        bound += rounding * (fabsl(o->x) + bound) + (long double)test_types[type].smallest;
    }
    if (isinf(x) && fabsl(o->x) + bound >= (long double)test_types[type].overflow) {
        return signbit(x) == signbit(o->x);
    }
    return fabsl(x - o->x) <= bound;
}
