/* SPDX-License-Identifier: Apache-2.0 */
/* Extrema at positions past 2^31 and 2^32, as in test_large.c: the shorter tiers run the same code on fewer elements. */
#include <criterion/criterion.h>

#include "extrema/extrema.h"
#include "test_backend.h"

static test_extrema_case case_of(test_extrema_form form, tcu_type type, test_extrema_values values)
{
    test_random random = test_random_part(test_seed_of_run(), 46000 + (unsigned)form);
    test_extrema_case t = test_extrema_random(form, type, &random);
    t.values = values;
    t.n = test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 32) + 300000));
    t.shift[TEST_EXTREMA_IN] = 1;
    t.wanted = 1U << TEST_EXTREMA_MIN | 1U << TEST_EXTREMA_ARGMIN | 1U << TEST_EXTREMA_MAX | 1U << TEST_EXTREMA_ARGMAX;
    return t;
}

static void expect(const test_extrema_case *t)
{
    test_extrema_runner runner = test_extrema_runner_new();
    test_extrema_expect(&runner, t);
    test_extrema_runner_free(&runner);
}

/* The extrema are at the ends: the last of 2^14 steps of equal elements begins past 2^32. */
Test(large_extrema, rising, .timeout = 3600)
{
    const test_extrema_case t = case_of(TEST_EXTREMA_WHOLE, TCU_TYPE_U16, TEST_EXTREMA_VALUES_RISING);
    expect(&t);
}

/* The last of the elements that a number in memory says that there are is the greatest. */
Test(large_extrema, counted, .timeout = 3600)
{
    test_extrema_case t = case_of(TEST_EXTREMA_WHOLE, TCU_TYPE_U8, TEST_EXTREMA_VALUES_RISING);
    t.count = (test_count){.is_given = true, .behind = 100000, .value = t.n};
    expect(&t);
}

Test(large_extrema, falling, .timeout = 3600)
{
    const test_extrema_case t = case_of(TEST_EXTREMA_WHOLE, TCU_TYPE_I16, TEST_EXTREMA_VALUES_FALLING);
    expect(&t);
}

Test(large_extrema, short_segments, .timeout = 3600)
{
    test_extrema_case t = case_of(TEST_EXTREMA_SEGMENTS, TCU_TYPE_U8, TEST_EXTREMA_VALUES_ANY);
    t.segment_size = 1000;
    expect(&t);
}

/* One of nearly everything between short ones, with offsets on both sides of 2^31 and 2^32. */
Test(large_extrema, offsets, .timeout = 3600)
{
    test_extrema_case t = case_of(TEST_EXTREMA_OFFSETS, TCU_TYPE_U8, TEST_EXTREMA_VALUES_RISING);
    const int64_t n = (int64_t)t.n, offsets[] = {2, 5, 5, 1000, n - 40, n - 18, n};
    t.offsets = offsets;
    t.num_segments = sizeof offsets / sizeof offsets[0] - 1;
    expect(&t);
}
