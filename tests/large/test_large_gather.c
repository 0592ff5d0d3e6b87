/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers, scatters and run-length decodings at places past 2^31 and 2^32, as in test_large.c: the shorter tiers run the
 * same code on fewer items. */
#include <criterion/criterion.h>

#include "moving/moving.h"
#include "test_backend.h"

/* Items at one end, indices or runs at the other. */
static test_moving_case case_of(test_moving_form form, uint64_t n, uint64_t places)
{
    test_random random = test_random_part(test_seed_of_run(), 53000 + (unsigned)form);
    test_moving_case t = test_moving_random(form, n, &random);
    t.type = TCU_TYPE_U64;
    t.item_bytes = 1;
    t.n = n;
    t.places = places;
    t.bad = 8;
    t.limit = TEST_LIMIT_NONE;
    t.wanted = TEST_MOVING_ITEMS | TEST_MOVING_TOTAL;
    t.from_shift = 1;
    return t;
}

static uint64_t many(void)
{
    return test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 32) + 300000));
}

static void expect(const test_moving_case *t)
{
    test_mover mover = test_mover_new();
    test_mover_expect(&mover, t);
    test_mover_free(&mover);
}

/* From anywhere in a long array. */
Test(large_gather, source, .timeout = 3600)
{
    const test_moving_case t = case_of(TEST_MOVING_GATHER, test_long(1000000), many());
    expect(&t);
}

/* So many indices; 2^32 of i32 at both ends of their range. */
Test(large_gather, indices, .timeout = 3600)
{
    test_moving_case t = case_of(TEST_MOVING_GATHER, many(), 1000);
    t.type = TCU_TYPE_I32;
    expect(&t);
}

/* Negative indices where there are more places than positive ones can name. */
Test(large_gather, negative_indices, .timeout = 3600)
{
    test_moving_case t = case_of(TEST_MOVING_GATHER, test_long(1000000), many());
    t.type = TCU_TYPE_I32;
    expect(&t);
}

/* To anywhere in a long array, whole items of several words. */
Test(large_gather, places, .timeout = 3600)
{
    test_moving_case t = case_of(TEST_MOVING_SCATTER, test_long(1000000), many() / 2);
    t.item_bytes = 6;
    expect(&t);
}

/* Giant runs past 2^32, with all that was cut off behind the capacity. */
Test(large_gather, elements, .timeout = 3600)
{
    test_moving_case t = case_of(TEST_MOVING_DECODE, 1000, many());
    t.lengths = TEST_LENGTHS_GIANT;
    t.mean_length = t.places / t.n + 1;
    expect(&t);
}

/* Equal runs, more than 2^32 elements. */
Test(large_gather, equal_runs, .timeout = 3600)
{
    const uint64_t length = 70;
    test_moving_case t = case_of(TEST_MOVING_DECODE, many() / length + 1, many());
    t.lengths = TEST_LENGTHS_EQUAL;
    t.mean_length = length;
    expect(&t);
}
