/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Top-k of segments where the kernels that take them change: lengths around those that lanes, warps and blocks hold,
 * numbers of results around theirs, samples that mislead, and rows that are sorted in memory.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "algorithms/selection/cuda/tuning.h"
#include "primitives/context/path.h"
#include "selection/selection.h"
#include "sorting/order.h"
#include "test_backend.h"
#include "test_types.h"

static const test_selection_form forms[] = {TEST_SEGMENTED_TOP_K, TEST_SEGMENTED_TOP_K_PAIRS,
                                            TEST_SEGMENTED_TOP_K_OFFSETS, TEST_SEGMENTED_TOP_K_PAIRS_OFFSETS};
enum { FORMS = sizeof forms / sizeof forms[0] };

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 67600 + test);
}

TestSuite(cuda_selection_segments, .timeout = 600);

/* Some segments of each length, and by offsets some that are longer and many that are shorter. */
static test_selection_case case_of(int form, tcu_type type, uint64_t size, uint64_t k, test_random *random)
{
    const uint64_t rows = 1 + test_random_below(random, size < 300 ? 40 : 3);
    const uint64_t n = rows * size - test_random_below(random, size);
    test_selection_case t = test_selection_random(forms[form], type, n, random);
    t.segment_size = size;
    t.num_segments = rows;
    t.k = k;
    return t;
}

Test(cuda_selection_segments, limits_of_kernels)
{
    static const uint64_t sizes[] = {1,   15,  16,   17,   63,   64,   65,   127,  128,  129, 255,
                                     256, 257, 1023, 1024, 1025, 2047, 2048, 2049, 5000, 9000};
    static const uint64_t ks[] = {1, 8, 31, 32, 33, 127, 128, 129, 1000};
    enum { SIZES = sizeof sizes / sizeof sizes[0], KS = sizeof ks / sizeof ks[0] };
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(0);
    for (int i = 0; i < SIZES * KS * FORMS * TCU_TYPE_COUNT; i++) {
        if (!test_takes(&random, 20)) {
            continue;
        }
        const int rest = i / SIZES / KS;
        const test_selection_case t =
            case_of(rest % FORMS, (tcu_type)(rest / FORMS), sizes[i % SIZES], ks[i / SIZES % KS], &random);
        test_selection_expect(&runner, &t);
    }
    test_selection_runner_free(&runner);
}

/* The best keys are where samples of 256 keys look: a bound that they give is before most results. */
Test(cuda_selection_segments, samples_that_mislead)
{
    enum { SAMPLE = 256 };
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(1);
    for (int i = 0; i < 2 * TCU_TYPE_COUNT; i++) {
        if (!test_takes(&random, 2)) {
            continue;
        }
        const uint64_t size = 4000 + test_random_below(&random, 2000);
        test_selection_case t = test_selection_random(TEST_SEGMENTED_TOP_K, (tcu_type)(i / 2), 2 * size, &random);
        t.segment_size = size;
        t.k = 20 + test_random_below(&random, 80);
        t.smallest = true;
        t.input_order = i % 2;
        t.spread = TEST_SELECTION_FALLING;
        test_selection_prepare(&runner, &t);
        test_buffer *keys = &runner.buffers[TEST_SELECTION_KEYS];
        const size_t bytes = test_types[t.key_type].bytes;
        for (uint64_t j = 0; j < SAMPLE; j++) {
            const uint64_t key = test_key_of_rank(t.key_type, j % 7);
            if (j * size / SAMPLE < test_selection_length(&t)) {
                memcpy(keys->host + j * size / SAMPLE * bytes, &key, bytes);
            }
        }
        test_buffers_upload(keys, 1);
        test_synchronise();
        cr_assert(test_selection_execute(&runner, &t) && test_selection_verify(&runner, &t), "%s", runner.failure);
    }
    test_selection_runner_free(&runner);
}

/* More results than a block has room for; rows that are not full; all of a segment. */
Test(cuda_selection_segments, rows_sorted_in_memory)
{
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(2);
    for (int i = 0; i < FORMS * TCU_TYPE_COUNT * 3; i++) {
        if (!test_takes(&random, 12)) {
            continue;
        }
        const uint64_t size = 2049 + test_random_below(&random, 4000);
        const uint64_t ks[] = {2048 + test_random_below(&random, 3), size, size + 1};
        const test_selection_case t =
            case_of(i % FORMS, (tcu_type)(i / FORMS % TCU_TYPE_COUNT), size, ks[i / FORMS / TCU_TYPE_COUNT], &random);
        test_selection_expect(&runner, &t);
    }
    test_selection_runner_free(&runner);
}

/* One segment is nearly everything, or segments are the same few places, or any lengths. */
Test(cuda_selection_segments, uneven_segments)
{
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(3);
    for (int i = 0; i < 2 * TCU_TYPE_COUNT * TEST_SELECTION_SPREADS; i++) {
        if (!test_takes(&random, 12)) {
            continue;
        }
        const test_selection_form form = i % 2 ? TEST_SEGMENTED_TOP_K_OFFSETS : TEST_SEGMENTED_TOP_K_PAIRS_OFFSETS;
        test_selection_case t = test_selection_random(form, (tcu_type)(i / 2 % TCU_TYPE_COUNT),
                                                      1000 + test_random_below(&random, 20000), &random);
        t.spread = (test_selection_spread)(i / 2 / TCU_TYPE_COUNT);
        t.num_segments = 1 + test_random_below(&random, 300);
        t.k = 1 + test_random_below(&random, 60);
        test_selection_expect(&runner, &t);
        tcu_call_info info = {0};
        tcu_context_get_last_call(runner.context, &info);
        cr_expect_str_eq(info.path, "segments");
    }
    test_selection_runner_free(&runner);
}

static void force_path(tcu_context *context, const char *name)
{
    const tcui_operation *operation = context->backend->operations[TCUI_SELECTION];
    for (int p = 0; p < operation->num_paths; p++) {
        if (strcmp(operation->paths[p].name, name) == 0) {
            context->forced_paths[TCUI_SELECTION] = &operation->paths[p];
        }
    }
}

/* Few long rows are whole arrays, one after the other: with a sample, by digits, sorted; counts that end within a row. */
Test(cuda_selection_segments, long_rows)
{
    static const tcui_selection_policy policies[] = {
        {.sample_bits = 9, .sampled_items = 1, .row_items = 1},
        {.sample_bits = 9, .sampled_items = UINT64_MAX, .row_items = 1},
        {.sample_bits = 9, .sampled_items = 1, .sorted_items = UINT64_MAX, .row_items = 1}};
    enum { POLICIES = sizeof policies / sizeof policies[0] };
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(4);
    for (int i = 0; i < 2 * POLICIES * TCU_TYPE_COUNT * 3; i++) {
        if (!test_takes(&random, 6)) {
            continue;
        }
        const uint64_t size = 500 + test_random_below(&random, 3000), rows = 2 + test_random_below(&random, 3);
        const uint64_t n = rows * size - test_random_below(&random, size);
        const test_selection_form form = i % 2 ? TEST_SEGMENTED_TOP_K : TEST_SEGMENTED_TOP_K_PAIRS;
        test_selection_case t = test_selection_random(form, (tcu_type)(i / 2 / POLICIES % TCU_TYPE_COUNT), n, &random);
        t.segment_size = size;
        t.k = 1 + test_random_below(&random, size + 10);
        runner.context->policies[TCUI_SELECTION] = &policies[i / 2 % POLICIES];
        force_path(runner.context, "long_rows"); /* devices may have fewer multiprocessors than there are rows */
        test_selection_expect(&runner, &t);
        tcu_call_info info = {0};
        tcu_context_get_last_call(runner.context, &info);
        cr_expect_str_eq(info.path, "long_rows");
    }
    test_selection_runner_free(&runner);
}

/* A whole array of few keys is one block's work. */
Test(cuda_selection_segments, short_arrays)
{
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(5);
    runner.context->policies[TCUI_SELECTION] = &tcui_selection_own_policy;
    for (int i = 0; i < 2 * TCU_TYPE_COUNT * 4; i++) {
        if (!test_takes(&random, 3)) {
            continue;
        }
        const uint64_t lengths[] = {1 + test_random_below(&random, 300), 1000, 2048, 2049};
        test_selection_case t = test_selection_random(i % 2 ? TEST_TOP_K : TEST_TOP_K_PAIRS,
                                                      (tcu_type)(i / 2 % TCU_TYPE_COUNT), lengths[i % 4], &random);
        t.k = 1 + test_random_below(&random, t.n);
        test_selection_expect(&runner, &t);
        tcu_call_info info = {0};
        tcu_context_get_last_call(runner.context, &info);
        cr_expect_str_eq(info.path, t.n <= 2048 ? "segments" : "array");
    }
    test_selection_runner_free(&runner);
}
