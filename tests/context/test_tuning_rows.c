/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results with any rows of tuning files: for each family all rows are drawn within their bounds, and its operations held
 * against plain loops, with workspaces of exactly the size that the query says.
 */
#include <criterion/criterion.h>

#include "compaction/compaction.h"
#include "dot/dot.h"
#include "histogram/histogram.h"
#include "moments/moments.h"
#include "polynomial/polynomial.h"
#include "selection/selection.h"
#include "sorting/sorting.h"
#include "stencil/stencil.h"
#include "sums/sweep.h"
#include "test_backend.h"
#include "test_tuning.h"

/* Draws that a test makes, and cases with each. */
enum { CASES = 3 };

static uint64_t draws(void)
{
    return test_on_emulated() ? test_by_tier(16, 60, 400) : test_by_tier(30, 100, 1000);
}

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 52000 + test);
}

/* Fewer than `most` elements, of all orders of magnitude. */
static uint64_t draw_length(uint64_t most, test_random *random)
{
    uint64_t below = most;
    while (below >= 64 && test_random_below(random, 4) == 0) {
        below /= 8;
    }
    return 1 + test_random_below(random, below);
}

static void expect_sums(tcui_operation_id id, unsigned part)
{
    test_runner runner = test_runner_new();
    test_random random = random_of(part);
    const test_operation first = id == TCUI_REDUCE ? TEST_REDUCE : TEST_SCAN;
    for (uint64_t d = 0; d < draws(); d++) {
        test_tuning_draw(runner.context, id, &random);
        for (int c = 0; c < CASES; c++) {
            const test_operation operation = (test_operation)(first + test_random_below(&random, 3));
            const test_pair pair = test_pairs[test_random_below(&random, TEST_PAIR_COUNT)];
            test_case t = test_case_random(operation, pair, draw_length(test_long(1000000), &random), &random);
            if (c > 0) {
                t.reduction = test_reduction_random(operation, pair, &random);
            }
            test_sweep_expect(&runner, &t, &random);
        }
    }
    test_runner_free(&runner);
}

TestSuite(tuning_rows, .timeout = 600);

Test(tuning_rows, of_reductions)
{
    expect_sums(TCUI_REDUCE, 0);
}

Test(tuning_rows, of_scans)
{
    expect_sums(TCUI_SCAN, 1);
}

/* Which go by the reductions' rows, but read two arrays. */
Test(tuning_rows, of_dot_products)
{
    test_dot_runner runner = test_dot_runner_new();
    test_random random = random_of(2);
    for (uint64_t d = 0; d < draws(); d++) {
        test_tuning_draw(runner.context, TCUI_REDUCE, &random);
        test_dot_case t =
            test_dot_random(TEST_DOT_SEGMENTS, test_pairs[test_random_below(&random, TEST_PAIR_COUNT)], &random);
        t.n = draw_length(test_long(300000), &random);
        t.segment_size = draw_length(t.n, &random);
        test_dot_expect(&runner, &t);
    }
    test_dot_runner_free(&runner);
}

Test(tuning_rows, of_compactions)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(3);
    for (uint64_t d = 0; d < draws(); d++) {
        test_tuning_draw(compactor.context, TCUI_COMPACT, &random);
        for (int c = 0; c < CASES; c++) {
            const test_compaction_case t =
                test_compaction_random((test_compaction_operation)test_random_below(&random, TEST_COMPACTION_COUNT),
                                       draw_length(test_long(500000), &random), &random);
            test_compactor_expect(&compactor, &t);
        }
    }
    test_compactor_free(&compactor);
}

Test(tuning_rows, of_histograms)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(4);
    for (uint64_t d = 0; d < draws(); d++) {
        test_tuning_draw(counter.context, TCUI_HISTOGRAM, &random);
        for (int c = 0; c < CASES; c++) {
            const test_histogram_case t =
                test_histogram_random((test_histogram_operation)test_random_below(&random, TEST_HISTOGRAM_COUNT),
                                      draw_length(test_long(300000), &random), &random);
            test_counter_expect(&counter, &t);
        }
    }
    test_counter_free(&counter);
}

/* (8-bit keys are counted by histograms.) */
Test(tuning_rows, of_sorts)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(5);
    for (uint64_t d = 0; d < draws(); d++) {
        test_tuning_draw(sorter.context, TCUI_RADIX_SORT, &random);
        test_tuning_draw(sorter.context, TCUI_HISTOGRAM, &random);
        for (int c = 0; c < CASES; c++) {
            const test_sort_case t = test_sort_random((test_sort_operation)test_random_below(&random, TEST_SORT_COUNT),
                                                      draw_length(test_long(500000), &random), &random);
            test_sorter_expect(&sorter, &t);
        }
    }
    test_sorter_free(&sorter);
}

Test(tuning_rows, of_polynomials)
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = random_of(6);
    for (uint64_t d = 0; d < draws(); d++) {
        test_tuning_draw(evaluator.context, TCUI_POLYNOMIAL, &random);
        for (int c = 0; c < CASES; c++) {
            const test_polynomial_case t = test_polynomial_any(
                (test_polynomial_form)test_random_below(&random, TEST_POLYNOMIAL_COUNT), test_long(2000000), &random);
            test_evaluator_expect(&evaluator, &t);
        }
    }
    test_evaluator_free(&evaluator);
}

static void expect_stencils(tcui_operation_id id, test_stencil_form first, uint64_t forms, unsigned part)
{
    test_sweeper sweeper = test_sweeper_new();
    test_random random = random_of(part);
    for (uint64_t d = 0; d < draws(); d++) {
        test_tuning_draw(sweeper.context, id, &random);
        for (int c = 0; c < CASES; c++) {
            const test_stencil_form form = (test_stencil_form)(first + test_random_below(&random, forms));
            const tcu_type type = form == TEST_STENCIL_LAYER
                                      ? test_stencil_types[1 + test_random_below(&random, 3)]
                                      : test_stencil_types[test_random_below(&random, TEST_STENCIL_TYPES)];
            test_stencil_case t = test_stencil_random(form, type, test_long(2000000), &random);
            t.every = 17;
            test_sweeper_expect(&sweeper, &t);
        }
    }
    test_sweeper_free(&sweeper);
}

Test(tuning_rows, of_stencils)
{
    expect_stencils(TCUI_STENCIL, (test_stencil_form)0, TEST_STENCIL_COUNT, 7);
}

Test(tuning_rows, of_convolution_layers)
{
    expect_stencils(TCUI_CONVOLUTION_LAYER, TEST_STENCIL_LAYER, 1, 8);
}

Test(tuning_rows, of_moments)
{
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(9);
    for (uint64_t d = 0; d < draws(); d++) {
        test_tuning_draw(runner.context, TCUI_MOMENTS, &random);
        for (int c = 0; c < CASES; c++) {
            test_moments_case t = test_moments_random(
                TEST_MOMENTS_SEGMENTS, test_moments_pairs[test_random_below(&random, TEST_MOMENTS_PAIRS)], &random);
            t.n = draw_length(test_long(500000), &random);
            t.segment_size = draw_length(t.n, &random);
            test_moments_expect(&runner, &t);
        }
    }
    test_moments_runner_free(&runner);
}

/* Of whole arrays. */
Test(tuning_rows, of_selections)
{
    static const test_selection_form forms[] = {TEST_TOP_K, TEST_TOP_K_PAIRS, TEST_NTH_ELEMENT, TEST_QUANTILES};
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(10);
    for (uint64_t d = 0; d < draws(); d++) {
        test_tuning_draw(runner.context, TCUI_SELECTION, &random);
        for (int c = 0; c < CASES; c++) {
            const test_selection_case t = test_selection_random(
                forms[test_random_below(&random, sizeof forms / sizeof forms[0])],
                (tcu_type)test_random_below(&random, TCU_TYPE_COUNT), draw_length(test_long(300000), &random), &random);
            test_selection_expect(&runner, &t);
        }
    }
    test_selection_runner_free(&runner);
}
