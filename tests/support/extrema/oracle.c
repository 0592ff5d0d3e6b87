/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "extrema.h"
#include "test_types.h"

/* ------------------------------------------------------------------------------------------------- the loop --- */

/* Whether x is before y: numbers in their order, -0 before +0. */
static bool is_less(long double x, long double y)
{
    return x == 0 && y == 0 ? signbit(x) && !signbit(y) : x < y;
}

test_extrema_oracle test_extrema_of(tcu_type type, const void *in, uint64_t count, tcu_nan_mode nan_mode)
{
    const test_type *format = &test_types[type];
    const long double width = powl(2, 8 * (long double)format->bytes);
    test_extrema_oracle o = {.min = format->real        ? (long double)INFINITY
                                    : format->is_signed ? width / 2 - 1
                                                        : width - 1,
                             .max = format->real        ? -(long double)INFINITY
                                    : format->is_signed ? -width / 2
                                                        : 0,
                             .argmin = -1,
                             .argmax = -1};
    for (uint64_t i = 0; i < count; i++) {
        const long double x = test_number(type, (const char *)in + i * format->bytes);
        if (format->real && isnan(x)) {
            if (nan_mode == TCU_NAN_PROPAGATE) {
                return (test_extrema_oracle){x, x, (int64_t)i, (int64_t)i};
            }
            continue;
        }
        if (o.argmin < 0 || is_less(x, o.min)) {
            o.min = x;
            o.argmin = (int64_t)i;
        }
        if (o.argmax < 0 || is_less(o.max, x)) {
            o.max = x;
            o.argmax = (int64_t)i;
        }
    }
    return o;
}

/* ------------------------------------------------------------------------------------------------ the input --- */

/* Small positive bits, which no NaN is among, with a sign where that is of no matter to their order's being rare. */
static uint64_t element(const test_extrema_case *t, uint64_t i, uint64_t one, test_random *random)
{
    const bool real = test_types[t->type].real;
    const int bits = 8 * (int)test_types[t->type].bytes;
    const uint64_t sign = UINT64_C(1) << (bits - 1), infinity = real ? test_reals[t->type].infinity : 0;
    const uint64_t r = test_random_next(random), place = t->values == TEST_EXTREMA_VALUES_RISING ? i : t->n - 1 - i;
    switch (t->values) {
    case TEST_EXTREMA_VALUES_FEW:
        return (r % 4 + 1) << (bits / 2);
    case TEST_EXTREMA_VALUES_ONE:
        return one;
    case TEST_EXTREMA_VALUES_RISING:
    case TEST_EXTREMA_VALUES_FALLING:
        /* (Narrow types rise in steps, with ties.) */
        return bits >= 32 ? place : place * (UINT64_C(1) << (bits - 2)) / t->n;
    case TEST_EXTREMA_VALUES_ZEROS:
        return real ? (r % 16 == 0 ? sign : 0) : r % 16 == 0;
    case TEST_EXTREMA_VALUES_LIMITS:
        return real ? (r % 5 == 0 ? infinity + 1 + r % 3 : infinity) | (r & 64 ? sign : 0) : (r & 1 ? sign : sign - 1);
    case TEST_EXTREMA_VALUES_RARE_NAN:
        return real && i % 3001 == 1777 ? infinity + 1 + r % 5 + (r & 64 ? sign : 0)
                                        : (r >> 8 & 63) + (r & 1 ? sign : 0);
    case TEST_EXTREMA_VALUES_RARE_REAL:
        return real && r % 300 != 0 ? infinity + 1 + r % 5 + (r & 64 ? sign : 0)
                                    : (r & 2 && real ? infinity : 17) | (r & 64 ? sign : 0);
    default:
        return r;
    }
}

void test_extrema_fill(const test_extrema_case *t, void *in)
{
    test_random random = test_random_part(t->seed, 12);
    const size_t bytes = test_types[t->type].bytes;
    const uint64_t one = test_random_next(&random);
    for (uint64_t i = 0; i < t->n; i++) {
        const uint64_t x = element(t, i, one, &random);
        memcpy((char *)in + i * bytes, &x, bytes); /* the lowest bytes */
    }
}

test_extrema_case test_extrema_random(test_extrema_form form, tcu_type type, test_random *random)
{
    const unsigned all =
        1U << TEST_EXTREMA_MIN | 1U << TEST_EXTREMA_ARGMIN | 1U << TEST_EXTREMA_MAX | 1U << TEST_EXTREMA_ARGMAX;
    test_extrema_case t = {.form = form,
                           .type = type,
                           .values = (test_extrema_values)test_random_below(random, TEST_EXTREMA_VALUES_COUNT),
                           .nan_mode = (tcu_nan_mode)test_random_below(random, 2),
                           .wanted = all & (unsigned)test_random_next(random),
                           .seed = test_random_next(random),
                           .temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT)};
    if (t.wanted == 0 || t.seed & 4) {
        t.wanted = all;
    }
    for (int b = 0; b < TEST_EXTREMA_BUFFERS && t.seed & 8; b++) {
        t.shift[b] = (unsigned)test_random_below(random, 9);
    }
    return t;
}
