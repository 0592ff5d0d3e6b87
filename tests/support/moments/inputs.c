/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "moments.h"

/* A number near 0 that is mostly within [-1, 1]: the sum of two evenly distributed ones. */
static double noise(test_random *random)
{
    return test_random_unit(random) + test_random_unit(random) - 1;
}

static double real_at(const test_moments_case *t, uint64_t i, uint64_t elements, test_random *random)
{
    const bool is_half = t->pair.in == TCU_TYPE_F16 || t->pair.in == TCU_TYPE_BF16;
    static const double specials[] = {INFINITY, -INFINITY, NAN};
    switch (t->values) {
    case TEST_VALUES_LARGE_MEAN: /* halves have too few digits for more */
        return (is_half ? 100 : 1e6) + noise(random);
    case TEST_VALUES_CONSTANT:
        return 0.1 + (double)(t->seed % 100);
    case TEST_VALUES_OUTLIERS:
        return i == 0 || test_random_below(random, 1000) == 0 ? 1000 * noise(random) : noise(random);
    case TEST_VALUES_TREND:
        return 100 * ((double)i / (double)elements) + noise(random);
    case TEST_VALUES_WIDE:
        return ldexp(noise(random), (int)test_random_below(random, 16) - 8);
    case TEST_VALUES_SPECIAL:
        if (test_random_below(random, elements / 3 + 2) == 0) {
            return specials[test_random_below(random, 3)];
        }
        return noise(random);
    default:
        return 2 * test_random_unit(random) - 1;
    }
}

static uint64_t integer_at(const test_moments_case *t, uint64_t i, test_random *random)
{
    const uint64_t bits = test_random_next(random), base = t->seed & 1 ? UINT64_MAX : 0x7f7f;
    switch (t->values) {
    case TEST_VALUES_LARGE_MEAN:
        return base - (bits & 3);
    case TEST_VALUES_CONSTANT:
        return base;
    case TEST_VALUES_OUTLIERS:
        return bits % 100 == 0 || i == 0 ? base : bits >> 8 & 7;
    case TEST_VALUES_TREND:
        return i / 16 + (bits & 3);
    default:
        return bits;
    }
}

void test_moments_fill(const test_moments_case *t, uint64_t elements, void *in)
{
    test_random random = test_random_part(t->seed, 7);
    const size_t bytes = test_types[t->pair.in].bytes;
    for (uint64_t i = 0; i < elements; i++) {
        unsigned char *to = (unsigned char *)in + i * bytes;
        if (!test_types[t->pair.in].real) {
            const uint64_t x = integer_at(t, i, &random); /* little-endian, as all that is tested on */
            memcpy(to, &x, bytes);
            continue;
        }
        const double x = real_at(t, i, elements, &random);
        const float single = (float)x;
        const uint16_t half = t->pair.in == TCU_TYPE_F16 ? test_f16_bits(x) : test_bf16_bits(x);
        const void *from = bytes == 8 ? (const void *)&x : bytes == 4 ? (const void *)&single : (const void *)&half;
        memcpy(to, from, bytes);
    }
}

test_moments_case test_moments_random(test_moments_form form, test_pair pair, test_random *random)
{
    static const uint64_t corrections[] = {0, 0, 1, 1, 5, 1000};
    return (test_moments_case){.form = form,
                               .pair = pair,
                               .correction = corrections[test_random_below(random, 6)],
                               .reproducible = form != TEST_MOMENTS_COLUMNS && test_random_below(random, 3) == 0,
                               .values = (test_moments_values)test_random_below(random, TEST_VALUES_COUNT),
                               .seed = test_random_next(random),
                               .in_shift = (unsigned)test_random_below(random, 9),
                               .out_shift = (unsigned)test_random_below(random, 4),
                               .wanted =
                                   test_random_below(random, 3) == 0 ? 1 + (unsigned)test_random_below(random, 7) : 7,
                               .temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT)};
}
