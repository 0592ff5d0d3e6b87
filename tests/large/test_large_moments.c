/* SPDX-License-Identifier: Apache-2.0 */
/* Moments of counts past 2^31 and 2^32, as in test_large.c: the shorter tiers run the same code on fewer elements. */
#include <criterion/criterion.h>

#include "moments/moments.h"
#include "test_backend.h"

static uint64_t past_2_to_32(void)
{
    return test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 32) + 17));
}

static test_moments_case case_of(test_moments_form form, tcu_type in)
{
    test_random random = test_random_part(test_seed_of_run(), 42000 + (unsigned)form);
    test_moments_case t = test_moments_random(form, (test_pair){in, TCU_TYPE_F32}, &random);
    t.values = TEST_VALUES_UNIFORM;
    t.n = past_2_to_32();
    t.in_shift = 1;
    return t;
}

static void expect(const test_moments_case *t)
{
    test_moments_runner runner = test_moments_runner_new();
    test_moments_expect(&runner, t);
    test_moments_runner_free(&runner);
}

Test(large_moments, short_segments, .timeout = 3600)
{
    test_moments_case t = case_of(TEST_MOMENTS_SEGMENTS, TCU_TYPE_U8);
    t.segment_size = 100;
    expect(&t);
}

Test(large_moments, one_segment, .timeout = 3600)
{
    test_moments_case t = case_of(TEST_MOMENTS_SEGMENTS, TCU_TYPE_U8);
    t.segment_size = t.n - 9;
    expect(&t);
}

/* Of nearly everything between short ones, with offsets on both sides of 2^31 and 2^32. */
Test(large_moments, offsets, .timeout = 3600)
{
    test_moments_case t = case_of(TEST_MOMENTS_OFFSETS, TCU_TYPE_I8);
    const int64_t n = (int64_t)t.n, offsets[] = {2, 5, 5, 1000, n / 2 - 3, n / 2 + 3, n - 20, n - 18, n};
    t.offsets = offsets;
    t.num_segments = sizeof offsets / sizeof offsets[0] - 1;
    expect(&t);
}

Test(large_moments, columns, .timeout = 3600)
{
    test_moments_case t = case_of(TEST_MOMENTS_COLUMNS, TCU_TYPE_U8);
    t.columns = 1000;
    t.row_stride = 1001;
    t.rows = t.n / 1001;
    expect(&t);
}
