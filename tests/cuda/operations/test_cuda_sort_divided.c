/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long segments that are divided, forced on arrays of any length: by offsets and of one size, of keys of all spreads, of
 * which parts fit blocks after one pass, after two, and not at all.
 */
#include <stdlib.h>
#include <string.h>

#include "algorithms/radix_sort/cuda/tuning.h"
#include "primitives/context/path.h"
#include "sorting/sorting.h"
#include "test_random.h"
#include "test_types.h"
#include "tests/cuda/test_cuda.h"
#include "tests/cuda/test_cuda_replay.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 10100 + test);
}

static const tcu_type types[] = {TCU_TYPE_U32, TCU_TYPE_I32, TCU_TYPE_F32, TCU_TYPE_U64, TCU_TYPE_I64, TCU_TYPE_F64};
static const test_sort_operation operations[] = {TEST_SORT_SEGMENTED, TEST_SORT_SEGMENTED_PAIRS, TEST_SORT_OFFSETS,
                                                 TEST_SORT_PAIRS_OFFSETS};
static const test_shape shapes[] = {TEST_SHAPE_GIANT, TEST_SHAPE_POWER_LAW, TEST_SHAPE_SINGLE,
                                    TEST_SHAPE_INNER, TEST_SHAPE_UNIFORM,   TEST_SHAPE_EMPTIES};
enum {
    TYPES = sizeof types / sizeof types[0],
    OPERATIONS = sizeof operations / sizeof operations[0],
    SHAPES = sizeof shapes / sizeof shapes[0]
};

/* As TCU_PATH=radix_sort:divided does. */
static void force(tcu_context *context)
{
    test_keep_paths();
    cr_assert_eq(tcui_force_paths(context, "radix_sort:divided"), TCU_SUCCESS);
}

static test_sorter forced_sorter(tcui_radix_sort_policy *policy)
{
    test_sorter sorter = test_sorter_new();
    force(sorter.context);
    *policy = tcui_radix_sort_policy_of(sorter.context);
    sorter.context->policies[TCUI_RADIX_SORT] = policy;
    return sorter;
}

/* Mostly dividing whatever is estimated, by digits of few bits or of many. */
static void draw_policy(tcui_radix_sort_policy *policy, test_random *random)
{
    policy->small_items = test_random_below(random, 2) ? 0 : UINT64_MAX;
    policy->many_copies_from = test_random_below(random, 2) ? 0 : UINT64_MAX;
    policy->segment_items = (uint64_t)1 << test_random_below(random, 14);
    policy->always_divides = test_random_below(random, 4) != 0;
}

static bool went_there(const tcu_context *context)
{
    tcu_call_info info;
    cr_assert_eq(tcu_context_get_last_call(context, &info), TCU_SUCCESS);
    return strcmp(info.path, "divided") == 0;
}

/* Of segments that are not all short, with keys of 4 or 8 bytes, compared by any bits. */
static test_sort_case some_case(int i, uint64_t n, test_random *random)
{
    test_sort_case t = test_sort_random(operations[i % OPERATIONS], n, random);
    t.key_type = types[test_random_below(random, TYPES)];
    t.shape = shapes[test_random_below(random, SHAPES)];
    t.segment_size = n / 2 + 1 + test_random_below(random, n / 2);
    if (test_random_below(random, 2) && n > 30000) {
        t.segment_size = 9217 + test_random_below(random, n - 9217);
    }
    const int bits = 8 * (int)test_types[t.key_type].bytes;
    t.options.begin_bit = t.options.end_bit = 0;
    if (!t.without_options && test_random_below(random, 3) == 0) { /* of more than two digits */
        t.options.begin_bit = (int)test_random_below(random, (uint64_t)bits - 16);
        t.options.end_bit =
            t.options.begin_bit + 17 + (int)test_random_below(random, (uint64_t)(bits - t.options.begin_bit - 16));
    }
    return t;
}

static void expect_divided(test_sorter *sorter, const test_sort_case *t)
{
    test_sorter_expect(sorter, t);
    const bool has_long = test_sort_takes_offsets(t->operation) ? sorter->num_segments > 0
                                                                : t->segment_size > 9216 && t->segment_size < t->n;
    cr_assert(!has_long || went_there(sorter->context));
}

Test(cuda_sort_divided, every_spread_and_shape, .timeout = 900)
{
    tcui_radix_sort_policy policy;
    test_sorter sorter = forced_sorter(&policy);
    test_random random = random_of(1);
    for (uint64_t i = 0; i < test_by_tier(72, 400, 2000); i++) {
        if (!test_takes(&random, 24)) {
            continue;
        }
        test_sort_case t = some_case((int)i, test_long(20000 + test_random_below(&random, 180000)), &random);
        t.spread = (test_sort_spread)(i % TEST_SORT_SPREADS);
        draw_policy(&policy, &random);
        expect_divided(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* Also lengths that do not come here by themselves. */
Test(cuda_sort_divided, any_size, .timeout = 900)
{
    tcui_radix_sort_policy policy;
    test_sorter sorter = forced_sorter(&policy);
    test_random random = random_of(2);
    for (uint64_t i = 0; i < test_by_tier(120, 800, 4000); i++) {
        if (!test_takes(&random, 24)) {
            continue;
        }
        const uint64_t longest = (uint64_t)1 << (1 + test_random_below(&random, 16));
        const test_sort_case t = some_case((int)i, 2 + test_random_below(&random, longest), &random);
        draw_policy(&policy, &random);
        expect_divided(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

static uint64_t key_at(const void *keys, size_t bytes, uint64_t i)
{
    uint64_t key = 0;
    memcpy(&key, (const unsigned char *)keys + i * bytes, bytes);
    return key;
}

static void set_key(void *keys, size_t bytes, uint64_t i, uint64_t key)
{
    memcpy((unsigned char *)keys + i * bytes, &key, bytes);
}

/* Parts of as many elements as a block sorts, or one more or less: by the first digit, of one segment; and by the second,
 * which a few keys with other first digits make the second. Segments by offsets have exactly these lengths, those of one
 * size nearly. */
Test(cuda_sort_divided, limits_of_parts, .timeout = 900)
{
    tcui_radix_sort_policy policy;
    test_sorter sorter = forced_sorter(&policy);
    test_random random = random_of(3);
    for (int i = 0; i < 2 * OPERATIONS * TYPES * (int)test_by_tier(1, 2, 6); i++) {
        const bool is_long = i < 8;
        if (!is_long && !test_takes(&random, 24)) {
            continue;
        }
        const uint64_t n = 150000 + test_random_below(&random, 100000);
        test_sort_case t = some_case(i, is_long ? n : test_long(n), &random);
        t.key_type = types[i % TYPES];
        t.options.begin_bit = t.options.end_bit = 0;
        t.shape = TEST_SHAPE_SINGLE;
        t.segment_size = t.n - 1 - test_random_below(&random, 1000);
        t.spread = TEST_SORT_LIMITS;
        draw_policy(&policy, &random);
        policy.segment_items = 1; /* digits of 8 bits */
        const size_t bytes = test_types[t.key_type].bytes;
        void *keys = malloc(t.n * bytes);
        cr_assert_not_null(keys);
        if (i / 2 % 2) {
            const uint64_t all = t.n, others = all / 16;
            t.n = all - others;
            test_sort_make_keys(&t, keys);
            t.n = all;
            for (uint64_t k = 0; k < all; k++) {
                const uint64_t key = k < all - others ? key_at(keys, bytes, k) >> 8 : test_random_next(&random);
                set_key(keys, bytes, k, key);
            }
            t.given_keys = keys;
        }
        expect_divided(&sorter, &t);
        free(keys);
    }
    test_sorter_free(&sorter);
}

/* The last segment of one size is as short as can be, and has as many parts as it has elements: on devices whose blocks
 * hold least, lists have the least room for parts. */
Test(cuda_sort_divided, short_last_segment, .timeout = 300)
{
    tcui_radix_sort_policy policy;
    test_sorter sorter = forced_sorter(&policy);
    test_random random = random_of(8);
    sorter.context->properties.shared_memory_per_block = (size_t)99 << 10;
    for (int i = 0; i < 2 * TYPES; i++) {
        test_sort_case t = some_case(i % 2, 4865, &random);
        t.key_type = types[i / 2];
        t.segment_size = 4609;
        t.spread = TEST_SORT_UNIFORM;
        t.options.begin_bit = t.options.end_bit = 0;
        draw_policy(&policy, &random);
        policy.small_items = UINT64_MAX; /* such devices have no large tiles */
        policy.segment_items = 1;
        policy.always_divides = true;
        test_sorter_expect(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* Half of the keys agree in their highest 16 bits or more, so that parts go on in passes over the rest, while those of
 * the other half fit blocks. */
Test(cuda_sort_divided, parts_that_stay_long, .timeout = 900)
{
    tcui_radix_sort_policy policy;
    test_sorter sorter = forced_sorter(&policy);
    test_random random = random_of(4);
    for (int i = 0; i < OPERATIONS * TYPES * (int)test_by_tier(1, 3, 10); i++) {
        const bool is_long = i < 2;
        if (!is_long && !test_takes(&random, 24)) {
            continue;
        }
        const uint64_t n = 60000 + test_random_below(&random, 60000);
        test_sort_case t = some_case(i, is_long ? n : test_long(n), &random);
        t.key_type = i == 0 ? TCU_TYPE_U64 : t.key_type;
        t.options.begin_bit = t.options.end_bit = 0;
        const int bits = 8 * (int)test_types[t.key_type].bytes;
        const int same = 16 + (int)test_random_below(&random, (uint64_t)bits - 15);
        const uint64_t constant = test_random_next(&random);
        void *keys = malloc(t.n * (size_t)bits / 8);
        cr_assert_not_null(keys);
        for (uint64_t k = 0; k < t.n; k++) {
            const uint64_t key = test_random_next(&random),
                           upper = same < 64 ? ~UINT64_C(0) << (64 - same) : UINT64_MAX;
            const bool is_one_of_them = test_random_below(&random, 2) == 0;
            set_key(keys, (size_t)bits / 8, k,
                    (is_one_of_them ? (constant & upper) | (key & ~upper) : key) >> (64 - bits));
        }
        t.given_keys = keys;
        draw_policy(&policy, &random);
        expect_divided(&sorter, &t);
        free(keys);
    }
    test_sorter_free(&sorter);
}

/* Those that take the path by themselves, and such as just do not: they are one element shorter, or their segments by
 * offsets are short on average. */
Test(cuda_sort_divided, shortest_array, .timeout = 900)
{
    test_keep_paths();
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(5);
    for (int i = 0; i < 6; i++) {
        test_sort_case t = some_case(1 + i % 2, tcui_radix_sort_own_policy.divided_8 - (uint64_t)(i / 2 == 1), &random);
        t.key_type = types[TYPES / 2 + test_random_below(&random, TYPES / 2)];
        t.options.begin_bit = t.options.end_bit = 0;
        t.temporary = TEST_TEMPORARY_WORKSPACE;
        const bool are_short = i / 2 == 2 && test_sort_takes_offsets(t.operation);
        t.given_segments =
            are_short ? tcui_radix_sort_own_policy.divided_8 / tcui_radix_sort_own_policy.divided_mean + 1 : 100;
        test_sorter_expect(&sorter, &t);
        cr_assert(went_there(sorter.context) == (i / 2 != 1 && !are_short));
    }
    test_sorter_free(&sorter);
}

/* Replays on keys of other spreads, which schedule anew. */
Test(cuda_sort_divided, replays, .timeout = 900)
{
    test_random random = random_of(6);
    for (int i = 0; i < OPERATIONS * (int)test_by_tier(1, 2, 4); i++) {
        cudaStream_t stream = test_cuda_stream();
        test_work work;
        test_work_open(&work, stream);
        force(work.sorter.context);
        tcui_radix_sort_policy policy = tcui_radix_sort_policy_of(work.sorter.context);
        draw_policy(&policy, &random);
        work.sorter.context->policies[TCUI_RADIX_SORT] = &policy;
        work.kind = TEST_WORK_SORT;
        work.sort = some_case(i, 50000 + test_random_below(&random, 50000), &random);
        work.sort.temporary = TEST_TEMPORARY_DEFAULT;
        work.sort.given_segments = 1 + test_random_below(&random, 20); /* as many in every replay */
        work.one_way = true;
        test_cuda_replay(&work, stream, i / OPERATIONS % 2 == 0, (int)test_by_tier(12, 30, 100), &random);
    }
}
