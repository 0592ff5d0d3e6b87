/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of more than 2^31 and of 2^32 elements, and more than 2^31 runs, as in test_large.c: the shorter tiers run the
 * same code on fewer elements. */
#include <criterion/criterion.h>

#include "by_key/by_key.h"
#include "test_backend.h"

/* Keys of a byte, sums of bytes modulo 2^8: places alone are wide. */
static test_by_key_case case_of(test_by_key_form form, test_run_shape shape)
{
    test_random random = test_random_part(test_seed_of_run(), 49000 + (unsigned)form);
    const uint64_t n = test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 31) + 1017));
    test_by_key_case t = test_by_key_random(form, n, &random);
    t.key_bytes = 1;
    t.pair = (test_pair){TCU_TYPE_U8, TCU_TYPE_U8};
    t.value_bytes = 1;
    t.shape = shape;
    t.mean_run = 3;
    t.wanted = TEST_WANT_COUNT | TEST_WANT_RESULTS;
    return t;
}

static void expect(const test_by_key_case *t)
{
    test_by_key_runner runner = test_by_key_runner_new();
    test_by_key_expect(&runner, t);
    test_by_key_runner_free(&runner);
}

Test(large_by_key, sums_of_distinct_keys, .timeout = 3600)
{
    const test_by_key_case t = case_of(TEST_BY_KEY_REDUCE, TEST_RUNS_DISTINCT);
    expect(&t);
}

Test(large_by_key, sums_of_one_run, .timeout = 3600)
{
    test_by_key_case t = case_of(TEST_BY_KEY_REDUCE, TEST_RUNS_ONE);
    if (t.n > UINT64_C(1) << 31) {
        t.n += UINT64_C(1) << 31;
    }
    t.wanted |= TEST_WANT_LENGTHS; /* of a run that begins in the first tile and ends in the last one */
    expect(&t);
}

Test(large_by_key, scans_of_mixed_runs, .timeout = 3600)
{
    const test_by_key_case t = case_of(TEST_BY_KEY_SCAN, TEST_RUNS_MIXED);
    expect(&t);
}

Test(large_by_key, first_values, .timeout = 3600)
{
    const test_by_key_case t = case_of(TEST_BY_KEY_UNIQUE, TEST_RUNS_MEAN);
    expect(&t);
}
