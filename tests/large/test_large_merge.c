/* SPDX-License-Identifier: Apache-2.0 */
/* Merges of more than 2^32 results and searches past position 2^32, as in test_large.c: the shorter tiers run the same
 * code on fewer elements. */
#include <criterion/criterion.h>

#include "merge/merge.h"
#include "test_backend.h"

/* Evenly spaced keys of few bytes, many of them equal: places alone are wide. */
static test_merge_case case_of(test_merge_form form, tcu_type type)
{
    test_random random = test_random_part(test_seed_of_run(), 62000 + (unsigned)form);
    test_merge_case t = test_merge_random(form, type, &random);
    t.spread = TEST_MERGE_RISING;
    t.index_type = TCU_TYPE_U64;
    t.value_bytes = 1;
    t.has_count[0] = t.has_count[1] = false;
    t.n[0] = test_long(test_by_tier(700017, 7000017, ((uint64_t)1 << 32) + 100000));
    t.n[1] = test_long(test_by_tier(300000, 3000000, 3000000));
    return t;
}

static void expect(const test_merge_case *t)
{
    test_merge_runner runner = test_merge_runner_new();
    test_merge_expect(&runner, t);
    test_merge_runner_free(&runner);
}

Test(large_merge, keys, .timeout = 3600)
{
    const test_merge_case t = case_of(TEST_MERGE_KEYS, TCU_TYPE_I16);
    expect(&t);
}

Test(large_merge, pairs, .timeout = 3600)
{
    const test_merge_case t = case_of(TEST_MERGE_PAIRS, TCU_TYPE_U8);
    expect(&t);
}

Test(large_merge, sorted_values, .timeout = 3600)
{
    test_merge_case t = case_of(TEST_MERGE_SEARCH, TCU_TYPE_U16);
    t.values_sorted = true;
    expect(&t);
}

Test(large_merge, values_in_any_order, .timeout = 3600)
{
    test_merge_case t = case_of(TEST_MERGE_SEARCH, TCU_TYPE_F16);
    t.values_sorted = false;
    expect(&t);
}
