/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "recurrence.h"

static const double specials[] = {INFINITY, -INFINITY, NAN};

static void store(tcu_type type, void *array, uint64_t i, double x)
{
    const float single = (float)x;
    const uint16_t half = type == TCU_TYPE_F16 ? test_f16_bits(x) : test_bf16_bits(x);
    const size_t bytes = test_types[type].bytes;
    memcpy((unsigned char *)array + i * bytes,
           bytes == 8   ? (const void *)&x
           : bytes == 4 ? (const void *)&single
                        : (const void *)&half,
           bytes);
}

/* (Mixed ones: the product of all so far is 2^*exponent, and stays from 2^-3 to 2^3.) */
static double factor(const test_recurrence_case *t, int *exponent, test_random *random)
{
    const double u = test_random_unit(random);
    switch (t->factors) {
    case TEST_FACTORS_NEAR_1:
        return 1 - u * 0.01;
    case TEST_FACTORS_ONES:
        return 1;
    case TEST_FACTORS_MIXED: {
        const int next = (int)test_random_below(random, 7) - 3, change = next - *exponent;
        *exponent = next;
        return ldexp(u < 0.5 ? -1 : 1, change);
    }
    case TEST_FACTORS_TINY:
        return 0.01 * u;
    case TEST_FACTORS_ZEROS:
        return u < 0.05 ? 0 : 2 * u - 1;
    case TEST_FACTORS_SPECIAL:
        return test_random_below(random, t->n / 2 + 2) == 0 ? specials[test_random_below(random, 3)] : 1 - u * 0.01;
    default:
        return 2 * u - 1;
    }
}

void test_recurrence_fill(const test_recurrence_case *t, void *a, void *b, void *initial)
{
    test_random random = test_random_part(t->seed, 11);
    const uint64_t segments = t->has_initial ? test_recurrence_segments(t) : 0;
    int exponent = 0;
    for (uint64_t i = 0; i < t->n; i++) {
        const double x = 2 * test_random_unit(&random) - 1;
        const bool is_special = t->factors == TEST_FACTORS_SPECIAL && test_random_below(&random, t->n / 3 + 2) == 0;
        store(t->type, b, i, is_special ? specials[test_random_below(&random, 3)] : x);
        if (!t->constant_a) {
            store(t->type, a, i, factor(t, &exponent, &random));
        }
    }
    for (uint64_t k = 0; k < segments; k++) {
        const bool is_special = t->factors == TEST_FACTORS_SPECIAL && test_random_below(&random, 20) == 0;
        store(t->type, initial, k,
              is_special ? specials[test_random_below(&random, 3)] : 8 * test_random_unit(&random) - 4);
    }
}

test_recurrence_case test_recurrence_random(test_recurrence_form form, tcu_type type, test_random *random)
{
    static const double constants[] = {0.5, 0.9, 0.999, 1, -0.7, 0, 0.003};
    test_recurrence_case t = {.form = form,
                              .type = type,
                              .factors = (test_factors)test_random_below(random, TEST_FACTORS_COUNT),
                              .has_initial = test_random_below(random, 2) == 0,
                              .constant_a = test_random_below(random, 4) == 0,
                              .in_place = test_random_below(random, 3) == 0,
                              .a = constants[test_random_below(random, 7)],
                              .scale_b = test_random_below(random, 3) == 0 ? 0.3 : 1,
                              .seed = test_random_next(random),
                              .temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT)};
    for (int b = 0; b < TEST_RECURRENCE_BUFFERS && t.seed & 8; b++) {
        t.shift[b] = (unsigned)test_random_below(random, 9);
    }
    return t;
}
