/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Selections from whole arrays on steps that sizes would not lead to: short arrays with a sample, which holds the ranks or
 * misleads, by digits of all keys, and sorted; and long ones as they are.
 */
#include <criterion/criterion.h>

#include "algorithms/selection/cuda/tuning.h"
#include "selection/selection.h"
#include "test_backend.h"
#include "test_types.h"

static const tcui_selection_policy sampled = {.sample_bits = 9, .sampled_items = 1},
                                   hardly_sampled = {.sample_bits = 4, .sampled_items = 1},
                                   by_digits = {.sample_bits = 9, .sampled_items = UINT64_MAX},
                                   sorted = {.sample_bits = 9, .sampled_items = 1, .sorted_items = UINT64_MAX};
static const tcui_selection_policy *const policies[] = {&sampled, &hardly_sampled, &by_digits, &sorted, NULL};
enum { POLICIES = sizeof policies / sizeof policies[0] };

static const test_selection_form forms[] = {TEST_TOP_K, TEST_TOP_K_PAIRS, TEST_NTH_ELEMENT, TEST_QUANTILES};
enum { FORMS = sizeof forms / sizeof forms[0] };

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 67500 + test);
}

TestSuite(cuda_selection_array, .timeout = 600);

/* Each form, type and spread: ties beyond what candidates have room for, NaNs, lengths that only the device knows. */
Test(cuda_selection_array, every_policy, .timeout = 600)
{
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(0);
    for (int i = 0; i < POLICIES * FORMS * TCU_TYPE_COUNT * TEST_SELECTION_SPREADS; i++) {
        if (!test_takes(&random, 16)) {
            continue;
        }
        const int rest = i / POLICIES;
        const uint64_t n = test_random_below(&random, (uint64_t)1 << (1 + test_random_below(&random, 15)));
        test_selection_case t =
            test_selection_random(forms[rest % FORMS], (tcu_type)(rest / FORMS % TCU_TYPE_COUNT), n, &random);
        t.spread = (test_selection_spread)(rest / FORMS / TCU_TYPE_COUNT);
        if (test_selection_is_top_k(t.form) && test_random_below(&random, 4) == 0) {
            t.k = 1;
        }
        runner.context->policies[TCUI_SELECTION] = policies[i % POLICIES];
        test_selection_expect(&runner, &t);
    }
    test_selection_runner_free(&runner);
}

/* Few results of arrays that are long for the sample: its brackets then hold few keys. */
Test(cuda_selection_array, few_of_many)
{
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(1);
    for (int i = 0; i < FORMS * TCU_TYPE_COUNT; i++) {
        if (!test_takes(&random, 6)) {
            continue;
        }
        const uint64_t n = test_on_emulated() ? 40000 : 5000000 + test_random_below(&random, 1000000);
        test_selection_case t =
            test_selection_random(forms[i % FORMS], (tcu_type)(i / FORMS % TCU_TYPE_COUNT), n, &random);
        t.spread = i % 3 == 0 ? TEST_SELECTION_RISING : TEST_SELECTION_UNIFORM;
        t.k = t.form == TEST_NTH_ELEMENT ? t.k : 1 + test_random_below(&random, 12);
        runner.context->policies[TCUI_SELECTION] = test_on_emulated() ? &sampled : NULL;
        test_selection_expect(&runner, &t);
    }
    test_selection_runner_free(&runner);
}
