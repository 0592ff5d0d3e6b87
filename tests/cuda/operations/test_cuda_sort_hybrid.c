/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hybrid sort forced on arrays of any length, with policies that lead to all of its schedules: segments of all lengths,
 * some that are too long for blocks, more of these than there is room for, and passes alone.
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
    return test_random_part(test_seed_of_run(), 9900 + test);
}

static const tcu_type types[] = {TCU_TYPE_U32, TCU_TYPE_I32, TCU_TYPE_F32, TCU_TYPE_U64, TCU_TYPE_I64, TCU_TYPE_F64};
static const test_sort_operation operations[] = {TEST_SORT_KEYS, TEST_SORT_PAIRS, TEST_SORT_ARGSORT, TEST_SORT_BUFFERS};
enum { TYPES = sizeof types / sizeof types[0], OPERATIONS = sizeof operations / sizeof operations[0] };

/* As TCU_PATH=radix_sort:hybrid does. */
static void force(tcu_context *context)
{
    test_keep_paths();
    cr_assert_eq(tcui_force_paths(context, "radix_sort:hybrid"), TCU_SUCCESS);
}

static bool went_there(const tcu_context *context)
{
    tcu_call_info info;
    cr_assert_eq(tcu_context_get_last_call(context, &info), TCU_SUCCESS);
    return strcmp(info.path, "hybrid") == 0;
}

/* Of whole arrays with keys of 4 or 8 bytes, compared by any bits. */
static test_sort_case some_case(int i, uint64_t n, test_random *random)
{
    test_sort_case t = test_sort_random(operations[i % OPERATIONS], n, random);
    t.key_type = types[test_random_below(random, TYPES)];
    const int bits = 8 * (int)test_types[t.key_type].bytes;
    t.options.begin_bit = t.options.end_bit = 0;
    if (!t.without_options && test_random_below(random, 3) == 0) { /* of more than two digits */
        t.options.begin_bit = (int)test_random_below(random, (uint64_t)bits - 16);
        t.options.end_bit =
            t.options.begin_bit + 17 + (int)test_random_below(random, (uint64_t)(bits - t.options.begin_bit - 16));
    }
    return t;
}

/* Any policy that the path can carry out. */
static tcui_radix_sort_policy some_policy(const tcui_radix_sort_policy *given, test_random *random)
{
    tcui_radix_sort_policy policy = *given;
    policy.small_items = test_random_below(random, 2) ? 0 : UINT64_MAX;
    policy.even_rounds = test_random_below(random, 2) ? 0 : given->even_rounds;
    policy.many_copies_from = test_random_below(random, 2) ? 0 : given->many_copies_from;
    policy.segment_items = (uint64_t)1 << test_random_below(random, 14);
    policy.most_runs = test_random_below(random, 2) ? given->most_runs : 1 + test_random_below(random, 3);
    return policy;
}

static test_sorter forced_sorter(tcui_radix_sort_policy *policy, const tcui_radix_sort_policy *given)
{
    test_sorter sorter = test_sorter_new();
    force(sorter.context);
    *policy = *given;
    sorter.context->policies[TCUI_RADIX_SORT] = policy;
    return sorter;
}

static tcui_radix_sort_policy own_policy(void)
{
    tcu_context *context = test_context_new();
    const tcui_radix_sort_policy own = tcui_radix_sort_policy_of(context);
    cr_assert_eq(tcu_context_destroy(context), TCU_SUCCESS);
    return own;
}

static void expect_hybrid(test_sorter *sorter, const test_sort_case *t)
{
    test_sorter_expect(sorter, t);
    cr_assert(t->n == 0 || went_there(sorter->context));
}

Test(cuda_sort_hybrid, every_spread_and_policy, .timeout = 900)
{
    const tcui_radix_sort_policy own = own_policy();
    tcui_radix_sort_policy policy;
    test_sorter sorter = forced_sorter(&policy, &own);
    test_random random = random_of(1);
    for (uint64_t i = 0; i < test_by_tier(60, 400, 2000); i++) {
        if (!test_takes(&random, 32)) {
            continue;
        }
        policy = some_policy(&own, &random);
        test_sort_case t = some_case((int)i, test_long(20000 + test_random_below(&random, 180000)), &random);
        t.spread = (test_sort_spread)(i % TEST_SORT_SPREADS);
        expect_hybrid(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* Also lengths that do not come here by themselves. */
Test(cuda_sort_hybrid, any_size, .timeout = 900)
{
    const tcui_radix_sort_policy own = own_policy();
    tcui_radix_sort_policy policy;
    test_sorter sorter = forced_sorter(&policy, &own);
    test_random random = random_of(2);
    for (uint64_t i = 0; i < test_by_tier(150, 800, 4000); i++) {
        if (!test_takes(&random, 32)) {
            continue;
        }
        policy = some_policy(&own, &random);
        const uint64_t longest = (uint64_t)1 << test_random_below(&random, 17);
        const test_sort_case t = some_case((int)i, 1 + test_random_below(&random, longest), &random);
        expect_hybrid(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* Segments of as many elements as a block sorts, or one more: with room for all of those as runs, and for one. */
Test(cuda_sort_hybrid, limits_of_segments, .timeout = 900)
{
    const tcui_radix_sort_policy own = own_policy();
    tcui_radix_sort_policy policy;
    test_sorter sorter = forced_sorter(&policy, &own);
    test_random random = random_of(3);
    for (int i = 0; i < OPERATIONS * TYPES * (int)test_by_tier(1, 2, 6); i++) {
        /* (One is as long everywhere: shorter ones have no two long segments.) */
        const bool is_long = i == 0;
        if (!is_long && !test_takes(&random, 32)) {
            continue;
        }
        for (uint64_t most_runs = 1; most_runs <= own.most_runs; most_runs *= own.most_runs) {
            policy.most_runs = most_runs;
            const uint64_t n = 150000 + test_random_below(&random, 100000);
            test_sort_case t = some_case(i, is_long ? n : test_long(n), &random);
            t.key_type = types[i / OPERATIONS % TYPES];
            t.options.begin_bit = t.options.end_bit = 0;
            t.spread = TEST_SORT_LIMITS;
            expect_hybrid(&sorter, &t);
        }
    }
    test_sorter_free(&sorter);
}

/* With keys of 8 bytes, of which shorter arrays take the path by themselves, by all bits. */
static test_sort_case wide_case(int i, uint64_t n, test_random *random)
{
    test_sort_case t = some_case(i, n, random);
    t.key_type = types[TYPES / 2 + test_random_below(random, TYPES / 2)];
    t.value_bytes = t.value_bytes > 8 ? 8 : t.value_bytes; /* wider ones go by index */
    t.options.begin_bit = t.options.end_bit = 0;
    return t;
}

/* Those that take the path by themselves. */
Test(cuda_sort_hybrid, long_arrays, .timeout = 900)
{
    test_keep_paths();
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(4);
    for (int i = 0; i < (int)test_by_tier(5, TEST_SORT_SPREADS, 4 * TEST_SORT_SPREADS); i++) {
        test_sort_case t = wide_case(
            i, tcui_radix_sort_own_policy.hybrid_8 + test_random_below(&random, tcui_radix_sort_own_policy.hybrid_8),
            &random);
        t.spread = (test_sort_spread)(i % TEST_SORT_SPREADS);
        expect_hybrid(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* One that just takes it, and one that just does not, with a workspace for the longer. */
Test(cuda_sort_hybrid, shortest_array, .timeout = 300)
{
    test_keep_paths();
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(5);
    for (int i = 0; i < 2 * OPERATIONS; i++) {
        test_sort_case t = wide_case(i / 2, tcui_radix_sort_own_policy.hybrid_8 - (uint64_t)(i % 2), &random);
        t.temporary = TEST_TEMPORARY_WORKSPACE;
        test_sorter_expect(&sorter, &t);
        cr_assert(went_there(sorter.context) == (i % 2 == 0));
    }
    test_sorter_free(&sorter);
}

/* Replays on keys of other spreads, which schedule anew. */
Test(cuda_sort_hybrid, replays, .timeout = 900)
{
    const tcui_radix_sort_policy own = own_policy();
    test_random random = random_of(6);
    for (int i = 0; i < OPERATIONS * (int)test_by_tier(1, 2, 4); i++) {
        cudaStream_t stream = test_cuda_stream();
        tcui_radix_sort_policy policy = some_policy(&own, &random);
        test_work work;
        test_work_open(&work, stream);
        force(work.sorter.context);
        work.sorter.context->policies[TCUI_RADIX_SORT] = &policy;
        work.kind = TEST_WORK_SORT;
        work.sort = some_case(i, test_long(50000 + test_random_below(&random, 50000)), &random);
        work.sort.temporary = TEST_TEMPORARY_DEFAULT;
        work.one_way = true;
        test_cuda_replay(&work, stream, i / OPERATIONS % 2 == 0, (int)test_by_tier(12, 30, 100), &random);
    }
}

/* Two contexts on two streams, whose schedules are not each other's. */
Test(cuda_sort_hybrid, two_contexts, .timeout = 900)
{
    enum { BOTH = 2 };
    const tcui_radix_sort_policy own = own_policy();
    test_random random = random_of(7);
    tcui_radix_sort_policy policies[BOTH];
    cudaStream_t streams[BOTH];
    test_work works[BOTH];
    for (int k = 0; k < BOTH; k++) {
        streams[k] = test_cuda_stream();
        test_work_open(&works[k], streams[k]);
        force(works[k].sorter.context);
        works[k].sorter.context->policies[TCUI_RADIX_SORT] = &policies[k];
        works[k].kind = TEST_WORK_SORT;
    }
    for (uint64_t i = 0; i < test_by_tier(10, 40, 200); i++) {
        if (!test_takes(&random, 32)) {
            continue;
        }
        for (int k = 0; k < BOTH; k++) {
            policies[k] = some_policy(&own, &random);
            works[k].sort = some_case((int)i + k, test_long(100000 + test_random_below(&random, 100000)), &random);
            works[k].sort.keys_in_place = works[k].sort.values_in_place = false;
            works[k].sort.temporary = TEST_TEMPORARY_DEFAULT;
            test_work_change_input(&works[k], &random);
        }
        test_synchronise();
        for (int repeat = 0; repeat < 3; repeat++) {
            for (int k = 0; k < BOTH; k++) {
                test_work_enqueue(&works[k]);
            }
        }
        test_synchronise();
        for (int k = 0; k < BOTH; k++) {
            cr_assert(test_work_verify(&works[k]), "%s", test_work_failure(&works[k]));
        }
    }
    for (int k = 0; k < BOTH; k++) {
        test_work_close(&works[k]);
        TEST_CUDA(cudaStreamDestroy(streams[k]));
    }
}
