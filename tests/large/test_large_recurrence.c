/* SPDX-License-Identifier: Apache-2.0 */
/* Recurrences past 2^31 elements, as in test_large.c: the shorter tiers run the same code on fewer elements. */
#include <criterion/criterion.h>

#include "recurrence/recurrence.h"
#include "test_backend.h"

static test_recurrence_case case_of(test_recurrence_form form)
{
    test_random random = test_random_part(test_seed_of_run(), 44000 + (unsigned)form);
    test_recurrence_case t = test_recurrence_random(form, TCU_TYPE_BF16, &random);
    t.factors = TEST_FACTORS_UNIFORM;
    t.constant_a = false;
    t.in_place = true;
    t.n = test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 31) + 17));
    return t;
}

static void expect(const test_recurrence_case *t)
{
    test_recurrence_runner runner = test_recurrence_runner_new();
    test_recurrence_expect(&runner, t);
    test_recurrence_runner_free(&runner);
}

Test(large_recurrence, whole, .timeout = 3600)
{
    const test_recurrence_case t = case_of(TEST_RECURRENCE_WHOLE);
    expect(&t);
}

/* An average of more than 2^32 elements: of these alone there is an array. */
Test(large_recurrence, constant_factor, .timeout = 3600)
{
    test_recurrence_case t = case_of(TEST_RECURRENCE_WHOLE);
    t.constant_a = true;
    t.a = 0.9;
    t.n = test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 32) + 17));
    expect(&t);
}

Test(large_recurrence, segments, .timeout = 3600)
{
    test_recurrence_case t = case_of(TEST_RECURRENCE_SEGMENTS);
    t.segment_size = t.n - 9;
    expect(&t);
}

/* One of nearly everything between short ones, with offsets on both sides of 2^30 and 2^31. */
Test(large_recurrence, offsets, .timeout = 3600)
{
    test_recurrence_case t = case_of(TEST_RECURRENCE_OFFSETS);
    const int64_t n = (int64_t)t.n, offsets[] = {2, 5, 5, 1000, n / 2 - 3, n / 2 + 3, n - 20, n - 18, n};
    t.offsets = offsets;
    t.num_segments = sizeof offsets / sizeof offsets[0] - 1;
    expect(&t);
}
