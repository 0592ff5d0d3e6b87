/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorts with values of 16 bytes that may have a leading pass (hybrid/leading.cuh), of arrays of any length, with policies
 * that lead to all of its schedules: values that move and values that do not, segments of all lengths, runs, more of these
 * than there is room for, bits that the sample does not show.
 */
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
    return test_random_part(test_seed_of_run(), 9950 + test);
}

static const tcu_type types[] = {TCU_TYPE_U32, TCU_TYPE_I32, TCU_TYPE_F32, TCU_TYPE_U64, TCU_TYPE_I64, TCU_TYPE_F64};
enum { TYPES = sizeof types / sizeof types[0], VALUE_BYTES = 16 };

/* Apart and in place, compared by all bits or by more than three digits, in both directions. */
static test_sort_case some_case(uint64_t n, test_random *random)
{
    test_sort_case t = test_sort_random(TEST_SORT_PAIRS, n, random);
    t.key_type = types[test_random_below(random, TYPES)];
    t.value_bytes = VALUE_BYTES;
    const int bits = 8 * (int)test_types[t.key_type].bytes;
    t.options.begin_bit = t.options.end_bit = 0;
    if (!t.without_options && test_random_below(random, 3) == 0) {
        t.options.begin_bit = (int)test_random_below(random, (uint64_t)bits - 24);
        t.options.end_bit =
            t.options.begin_bit + 25 + (int)test_random_below(random, (uint64_t)(bits - t.options.begin_bit - 24));
    }
    return t;
}

/* Large tiles, which a leading pass needs, and segments of any length. */
static tcui_radix_sort_policy some_policy(const tcui_radix_sort_policy *given, test_random *random)
{
    tcui_radix_sort_policy policy = *given;
    policy.small_items = 0;
    policy.even_rounds = test_random_below(random, 2) ? 0 : given->even_rounds;
    policy.many_copies_from = test_random_below(random, 2) ? 0 : given->many_copies_from;
    policy.leading_items = 0;
    policy.segment_items = (uint64_t)1 << test_random_below(random, 9);
    policy.most_runs = test_random_below(random, 2) ? given->most_runs : 1 + test_random_below(random, 3);
    return policy;
}

/* As TCU_PATH=radix_sort:by_index does. */
static void force(tcu_context *context)
{
    test_keep_paths();
    cr_assert_eq(tcui_force_paths(context, "radix_sort:by_index"), TCU_SUCCESS);
}

static test_sorter forced_sorter(tcui_radix_sort_policy *policy, tcui_radix_sort_policy *own)
{
    test_sorter sorter = test_sorter_new();
    *own = tcui_radix_sort_policy_of(sorter.context);
    force(sorter.context);
    *policy = *own;
    sorter.context->policies[TCUI_RADIX_SORT] = policy;
    return sorter;
}

static void expect_by_index(test_sorter *sorter, const test_sort_case *t)
{
    test_sorter_expect(sorter, t);
    tcu_call_info info;
    cr_assert_eq(tcu_context_get_last_call(sorter->context, &info), TCU_SUCCESS);
    cr_assert(t->n == 0 || strcmp(info.path, "by_index") == 0);
}

Test(cuda_sort_moving, every_spread_and_policy, .timeout = 900)
{
    tcui_radix_sort_policy own, policy;
    test_sorter sorter = forced_sorter(&policy, &own);
    test_random random = random_of(1);
    for (uint64_t i = 0; i < test_by_tier(60, 400, 2000); i++) {
        if (!test_takes(&random, 32)) {
            continue;
        }
        policy = some_policy(&own, &random);
        test_sort_case t = some_case(test_long(20000 + test_random_below(&random, 180000)), &random);
        t.spread = (test_sort_spread)(i % TEST_SORT_SPREADS);
        expect_by_index(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* Also lengths that have no leading pass by themselves, and of some full tiles, or one more or less. */
Test(cuda_sort_moving, any_size, .timeout = 900)
{
    tcui_radix_sort_policy own, policy;
    test_sorter sorter = forced_sorter(&policy, &own);
    test_random random = random_of(2);
    for (uint64_t i = 0; i < test_by_tier(100, 600, 3000); i++) {
        if (!test_takes(&random, 32)) {
            continue;
        }
        policy = some_policy(&own, &random);
        policy.segment_items = 1;
        const uint64_t longest = (uint64_t)1 << test_random_below(&random, 17);
        uint64_t n = 1 + test_random_below(&random, longest);
        if (i % 3 == 0) {
            policy.even_rounds = 0;
            n = 512 * (i % 2 != 0 ? 15 : 18) * (1 + test_random_below(&random, 3)) + test_random_below(&random, 3) - 1;
        }
        test_sort_case t = some_case(n, &random);
        t.spread = TEST_SORT_UNIFORM;
        expect_by_index(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* Segments of as many elements as a block sorts, or one more: with room for all of those as runs, and for one. */
Test(cuda_sort_moving, limits_of_segments, .timeout = 900)
{
    tcui_radix_sort_policy own, policy;
    test_sorter sorter = forced_sorter(&policy, &own);
    test_random random = random_of(3);
    for (int i = 0; i < TYPES * (int)test_by_tier(2, 4, 12); i++) {
        /* (One is as long everywhere: shorter ones have no two long segments.) */
        const bool is_long = i == 1;
        if (!is_long && !test_takes(&random, 32)) {
            continue;
        }
        policy = some_policy(&own, &random);
        policy.most_runs = i % 2 != 0 ? 1 : own.most_runs;
        const uint64_t n = 150000 + test_random_below(&random, 100000);
        test_sort_case t = some_case(is_long ? n : test_long(n), &random);
        t.key_type = types[i % TYPES];
        t.options.begin_bit = t.options.end_bit = 0;
        t.spread = i / 2 % 2 != 0 ? TEST_SORT_GIANT : TEST_SORT_LIMITS;
        expect_by_index(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* An array that just may have a leading pass, and one that just may not, with a workspace for the longer. */
Test(cuda_sort_moving, shortest_array, .timeout = 300)
{
    tcui_radix_sort_policy own, policy;
    test_sorter sorter = forced_sorter(&policy, &own);
    test_random random = random_of(4);
    const uint64_t shortest = test_long(60000);
    for (int i = 0; i < 8; i++) {
        policy = some_policy(&own, &random);
        policy.leading_items = shortest;
        test_sort_case t = some_case(shortest - (uint64_t)(i % 2), &random);
        t.temporary = TEST_TEMPORARY_WORKSPACE;
        expect_by_index(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* Replays on keys of other spreads, which schedule anew. */
Test(cuda_sort_moving, replays, .timeout = 900)
{
    test_random random = random_of(5);
    for (int i = 0; i < (int)test_by_tier(3, 6, 12); i++) {
        cudaStream_t stream = test_cuda_stream();
        test_work work;
        test_work_open(&work, stream);
        const tcui_radix_sort_policy own = tcui_radix_sort_policy_of(work.sorter.context);
        const tcui_radix_sort_policy policy = some_policy(&own, &random);
        force(work.sorter.context);
        work.sorter.context->policies[TCUI_RADIX_SORT] = &policy;
        work.kind = TEST_WORK_SORT;
        work.sort = some_case(test_long(50000 + test_random_below(&random, 50000)), &random);
        work.sort.temporary = TEST_TEMPORARY_DEFAULT;
        work.one_way = true;
        test_cuda_replay(&work, stream, i % 2 == 0, (int)test_by_tier(12, 30, 100), &random);
    }
}
