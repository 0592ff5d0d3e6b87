/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every path of a sort on a GPU, in misaligned slices: short, since racecheck runs these. In passes there are bare keys
 * alone: values come by bulk copies, which racecheck does not follow.
 */
#include "algorithms/radix_sort/cuda/tuning.h"
#include "sorting/sorting.h"
#include "test_random.h"
#include "test_types.h"
#include "tests/cuda/test_cuda.h"

typedef struct limits {
    uint64_t from, to;
} limits;

/* `count` cases of from ... to - 1 keys, whose slices begin 1 to 3 elements off. */
static void expect_cases(test_sorter *sorter, const test_sort_operation *operations, int operation_count,
                         const tcu_type *types, int type_count, limits n, int count, test_random *random)
{
    test_keep_paths();
    for (int i = 0; i < count; i++) {
        if (!test_takes(random, 6)) {
            continue;
        }
        test_sort_case t = test_sort_random(operations[i % operation_count],
                                            n.from + test_random_below(random, n.to - n.from), random);
        t.key_type = types[i / operation_count % type_count];
        t.options.begin_bit = t.options.end_bit = 0; /* all bits */
        t.in_shift = 1 + (unsigned)i % 3;
        t.out_shift = 1 + (unsigned)i / 3 % 3;
        test_sorter_expect(sorter, &t);
    }
}

#define COUNT(ARRAY) ((int)(sizeof(ARRAY) / sizeof((ARRAY)[0])))

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 9700 + test);
}

static const test_sort_operation of_keys[] = {TEST_SORT_KEYS};
static const test_sort_operation of_any[] = {TEST_SORT_KEYS, TEST_SORT_PAIRS, TEST_SORT_ARGSORT};
static const tcu_type any_size[] = {TCU_TYPE_I8, TCU_TYPE_F16, TCU_TYPE_F32, TCU_TYPE_U64};

Test(sort_paths, by_ranks_at_once_misaligned, .timeout = 600)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(1);
    expect_cases(&sorter, of_any, COUNT(of_any), any_size, COUNT(any_size), (limits){33, 4097}, 24, &random);
    test_sorter_free(&sorter);
}

Test(sort_paths, by_ranks_of_runs_misaligned, .timeout = 600)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(2);
    expect_cases(&sorter, of_any, COUNT(of_any), any_size, COUNT(any_size), (limits){4097, 16385}, 12, &random);
    test_sorter_free(&sorter);
}

Test(sort_paths, by_counts_misaligned, .timeout = 600)
{
    static const tcu_type types[] = {TCU_TYPE_U8, TCU_TYPE_BF16};
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(3);
    expect_cases(&sorter, of_keys, COUNT(of_keys), types, COUNT(types), (limits){33000, 200000}, 6, &random);
    test_sorter_free(&sorter);
}

/* In small tiles, in large ones, and in large ones that are all full. */
Test(sort_paths, in_passes_misaligned, .timeout = 600)
{
    static const tcu_type types[] = {TCU_TYPE_U32, TCU_TYPE_F64};
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(4);
    tcui_radix_sort_policy policy = tcui_radix_sort_policy_of(sorter.context);
    sorter.context->policies[TCUI_RADIX_SORT] = &policy;
    for (int large = 0; large < 3; large++) {
        policy.small_items = large ? 0 : UINT64_MAX;
        policy.even_rounds = large < 2 ? 2 : 0;
        policy.many_copies_from = large < 2 ? UINT64_MAX : 0;
        expect_cases(&sorter, of_keys, COUNT(of_keys), types, COUNT(types), (limits){33000, 100000}, 4, &random);
    }
    test_sorter_free(&sorter);
}

Test(sort_paths, of_short_segments_misaligned, .timeout = 600)
{
    static const test_sort_operation operations[] = {TEST_SORT_SEGMENTED, TEST_SORT_SEGMENTED_PAIRS, TEST_SORT_OFFSETS,
                                                     TEST_SORT_PAIRS_OFFSETS};
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(5);
    expect_cases(&sorter, operations, COUNT(operations), any_size, COUNT(any_size), (limits){100, 3000}, 24, &random);
    test_sorter_free(&sorter);
}
