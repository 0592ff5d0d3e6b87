/* SPDX-License-Identifier: Apache-2.0 */
/* tcu_context_set_threads(): what it takes, what it reports, and that no bit of any result depends on it. */
#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "by_key/groups.h"
#include "compaction/compaction.h"
#include "extrema/extrema.h"
#include "histogram/histogram.h"
#include "merge/merge.h"
#include "moving/moving.h"
#include "polynomial/polynomial.h"
#include "recurrence/recurrence.h"
#include "selection/selection.h"
#include "sorting/sorting.h"
#include "stencil/stencil.h"
#include "sums/sweep.h"
#include "test_backend.h"
#include "test_hash.h"
#include "test_sentence.h"

static int threads_of(const tcu_context *context)
{
    tcu_properties properties;
    cr_assert_eq(tcu_context_get_properties(context, &properties), TCU_SUCCESS);
    return properties.multiprocessors;
}

/* ------------------------------------------------------------------------------------------- what it takes --- */

static bool takes_threads(void)
{
    return test_backend_of_run() == TCU_BACKEND_HOST && TCU_TEST_OPENMP;
}

Test(set_threads, properties_report_the_number)
{
    static const int numbers[] = {1, 2, 3, 7, 100, TCU_MAX_THREADS};
    tcu_context *context = test_context_new();
    const int at_first = threads_of(context);
    cr_expect_gt(at_first, 0);
    cr_expect(test_on_cuda() || takes_threads() || at_first == 1, "%d threads", at_first);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        cr_assert_eq(tcu_context_set_threads(context, numbers[i]), TCU_SUCCESS, "%s", tcu_context_last_error(context));
        cr_expect_eq(threads_of(context), takes_threads() ? numbers[i] : at_first, "set to %d: %d", numbers[i],
                     threads_of(context));
    }
    cr_assert_eq(tcu_context_set_threads(context, 0), TCU_SUCCESS);
    cr_expect_eq(threads_of(context), at_first, "0 is what a new context has");
    tcu_context_destroy(context);
}

Test(set_threads, other_numbers_are_refused)
{
    static const int numbers[] = {-1, TCU_MAX_THREADS + 1, INT_MIN, INT_MAX};
    tcu_context *context = test_context_new();
    cr_assert_eq(tcu_context_set_threads(context, 3), TCU_SUCCESS);
    const int before = threads_of(context);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char value[16];
        snprintf(value, sizeof value, "%d", numbers[i]);
        cr_expect_eq(tcu_context_set_threads(context, numbers[i]), TCU_ERROR_INVALID_ARGUMENT, "%s", value);
        const char *sentence = tcu_context_last_error(context);
        cr_expect(test_mentions(sentence, "threads") && strstr(sentence, value) != NULL, "%s", sentence);
        cr_expect_eq(threads_of(context), before, "a refused number was taken");
    }
    tcu_context_destroy(context);
}

/* -------------------------------------------------------------------------------------------- the same bits --- */

/* The hash of what a call writes with so many threads; equal `random` give equal cases. */
typedef uint64_t run_function(int operation, int threads, test_random random);

static uint64_t run_sum(int operation, int threads, test_random random)
{
    test_runner runner = test_runner_new();
    cr_assert_eq(tcu_context_set_threads(runner.context, threads), TCU_SUCCESS);
    test_share_all_calls(runner.context);
    const test_pair pair = test_pairs[test_random_below(&random, TEST_PAIR_COUNT)];
    test_case t = test_case_random((test_operation)operation, pair, test_random_below(&random, 200000), &random);
    t.reduction = test_reduction_random((test_operation)operation, pair, &random);
    t.segment_size = 1 + test_random_below(&random, 3000);
    test_offsets offsets = {0};
    if (test_has_offsets(t.operation)) {
        offsets = test_offsets_new((test_shape)test_random_below(&random, TEST_SHAPE_ONES), t.n, &random);
        t.offsets = offsets.values;
        t.num_segments = offsets.num_segments;
    }
    test_runner_expect(&runner, &t);
    const uint64_t hash = test_hash_slice(test_hash_start(), &runner.out);
    test_offsets_free(&offsets);
    test_runner_free(&runner);
    return hash;
}

static uint64_t run_compaction(int operation, int threads, test_random random)
{
    test_compactor compactor = test_compactor_new();
    cr_assert_eq(tcu_context_set_threads(compactor.context, threads), TCU_SUCCESS);
    test_share_all_calls(compactor.context);
    test_compaction_case t =
        test_compaction_random((test_compaction_operation)operation, test_random_below(&random, 200000), &random);
    test_compaction_draw_length(&t, &random);
    test_compactor_expect(&compactor, &t);
    const uint64_t hash = test_hash_buffers(compactor.buffers, TEST_BUFFERS);
    test_compactor_free(&compactor);
    return hash;
}

static uint64_t run_histogram(int operation, int threads, test_random random)
{
    test_counter counter = test_counter_new();
    cr_assert_eq(tcu_context_set_threads(counter.context, threads), TCU_SUCCESS);
    test_share_all_calls(counter.context);
    const test_histogram_case t =
        test_histogram_random((test_histogram_operation)operation, test_random_below(&random, 100000), &random);
    test_counter_expect(&counter, &t);
    const uint64_t hash = test_hash_buffers(counter.buffers, TEST_HISTOGRAM_BUFFERS);
    test_counter_free(&counter);
    return hash;
}

static uint64_t run_sort(int operation, int threads, test_random random)
{
    test_sorter sorter = test_sorter_new();
    cr_assert_eq(tcu_context_set_threads(sorter.context, threads), TCU_SUCCESS);
    test_share_all_calls(sorter.context);
    const test_sort_case t =
        test_sort_random((test_sort_operation)operation, test_random_below(&random, 200000), &random);
    test_sorter_expect(&sorter, &t);
    uint64_t hash = test_hash_start();
    for (int i = 0; i < TEST_SORT_ARRAYS; i++) {
        const test_sort_array *array = &sorter.arrays[i];
        hash = array->used && !array->garbage ? test_hash_slice(hash, &array->slice) : hash;
    }
    test_sorter_free(&sorter);
    return hash;
}

static uint64_t run_polynomial(int form, int threads, test_random random)
{
    test_evaluator evaluator = test_evaluator_new();
    cr_assert_eq(tcu_context_set_threads(evaluator.context, threads), TCU_SUCCESS);
    test_share_all_calls(evaluator.context);
    const test_polynomial_case t = test_polynomial_any((test_polynomial_form)form, 300000, &random);
    test_evaluator_expect(&evaluator, &t);
    const uint64_t hash = test_hash_buffers(evaluator.buffers, TEST_POLYNOMIAL_BUFFERS);
    test_evaluator_free(&evaluator);
    return hash;
}

/* (Of time steps the last array but one may hold anything.) */
static uint64_t run_stencil(int form, int threads, test_random random)
{
    test_sweeper sweeper = test_sweeper_new();
    cr_assert_eq(tcu_context_set_threads(sweeper.context, threads), TCU_SUCCESS);
    test_share_all_calls(sweeper.context);
    const tcu_type type =
        form == TEST_STENCIL_DIFFERENCE
            ? (tcu_type)test_random_below(&random, TCU_TYPE_COUNT)
            : test_stencil_types[form == TEST_STENCIL_LAYER ? 1 + test_random_below(&random, 3)
                                                            : test_random_below(&random, TEST_STENCIL_TYPES)];
    const test_stencil_case t = test_stencil_random((test_stencil_form)form, type, 300000, &random);
    test_sweeper_expect(&sweeper, &t);
    const uint64_t hash = test_hash_buffers(sweeper.buffers, TEST_STENCIL_OUT + 1);
    test_sweeper_free(&sweeper);
    return hash;
}

static uint64_t run_recurrence(int form, int threads, test_random random)
{
    test_recurrence_runner runner = test_recurrence_runner_new();
    cr_assert_eq(tcu_context_set_threads(runner.context, threads), TCU_SUCCESS);
    test_share_all_calls(runner.context);
    test_recurrence_case t = test_recurrence_random(
        (test_recurrence_form)form, test_recurrence_types[test_random_below(&random, TEST_RECURRENCE_TYPES)], &random);
    t.n = test_random_below(&random, 200000);
    t.segment_size = 1 + test_random_below(&random, 50000);
    test_offsets offsets = test_offsets_new((test_shape)test_random_below(&random, TEST_SHAPE_ONES), t.n, &random);
    t.offsets = offsets.values;
    t.num_segments = offsets.num_segments;
    test_recurrence_expect(&runner, &t);
    const uint64_t hash = test_hash_buffers(runner.buffers, TEST_RECURRENCE_BUFFERS);
    test_offsets_free(&offsets);
    test_recurrence_runner_free(&runner);
    return hash;
}

static uint64_t run_extrema(int form, int threads, test_random random)
{
    test_extrema_runner runner = test_extrema_runner_new();
    cr_assert_eq(tcu_context_set_threads(runner.context, threads), TCU_SUCCESS);
    test_share_all_calls(runner.context);
    test_extrema_case t =
        test_extrema_random((test_extrema_form)form, (tcu_type)test_random_below(&random, TCU_TYPE_COUNT), &random);
    t.n = test_random_below(&random, 200000);
    t.segment_size = 1 + test_random_below(&random, 50000);
    test_offsets offsets = test_offsets_new((test_shape)test_random_below(&random, TEST_SHAPE_ONES), t.n, &random);
    t.offsets = offsets.values;
    t.num_segments = offsets.num_segments;
    test_extrema_expect(&runner, &t);
    const uint64_t hash = test_hash_buffers(runner.buffers, TEST_EXTREMA_BUFFERS);
    test_offsets_free(&offsets);
    test_extrema_runner_free(&runner);
    return hash;
}

static uint64_t run_moves(int form, int threads, test_random random)
{
    test_mover mover = test_mover_new();
    cr_assert_eq(tcu_context_set_threads(mover.context, threads), TCU_SUCCESS);
    test_share_all_calls(mover.context);
    const test_moving_case t = test_moving_random((test_moving_form)form, test_random_below(&random, 200000), &random);
    test_mover_expect(&mover, &t);
    const uint64_t hash = test_hash_buffers(mover.buffers, TEST_MOVING_BUFFERS);
    test_mover_free(&mover);
    return hash;
}

static uint64_t run_merge(int form, int threads, test_random random)
{
    test_merge_runner runner = test_merge_runner_new();
    cr_assert_eq(tcu_context_set_threads(runner.context, threads), TCU_SUCCESS);
    test_share_all_calls(runner.context);
    test_merge_case t =
        test_merge_random((test_merge_form)form, (tcu_type)test_random_below(&random, TCU_TYPE_COUNT), &random);
    t.n[0] = test_random_below(&random, 200000);
    t.n[1] = test_random_below(&random, 200000);
    test_merge_draw_counts(&t, &random);
    test_merge_expect(&runner, &t);
    const uint64_t hash = test_hash_buffers(runner.buffers, TEST_MERGE_BUFFERS);
    test_merge_runner_free(&runner);
    return hash;
}

static uint64_t run_selection(int form, int threads, test_random random)
{
    test_selection_runner runner = test_selection_runner_new();
    cr_assert_eq(tcu_context_set_threads(runner.context, threads), TCU_SUCCESS);
    test_share_all_calls(runner.context);
    const test_selection_case t =
        test_selection_random((test_selection_form)form, (tcu_type)test_random_below(&random, TCU_TYPE_COUNT),
                              test_random_below(&random, 200000), &random);
    test_selection_expect(&runner, &t);
    const uint64_t hash = test_hash_buffers(runner.buffers, TEST_SELECTION_BUFFERS);
    test_selection_runner_free(&runner);
    return hash;
}

static uint64_t run_by_key(int form, int threads, test_random random)
{
    test_by_key_runner runner = test_by_key_runner_new();
    cr_assert_eq(tcu_context_set_threads(runner.context, threads), TCU_SUCCESS);
    test_share_all_calls(runner.context);
    test_by_key_case t = test_by_key_any((test_by_key_form)form, test_random_below(&random, 200000), &random);
    test_by_key_draw_length(&t, &random);
    test_by_key_expect(&runner, &t);
    const uint64_t hash = test_hash_buffers(runner.buffers, TEST_BY_KEY_BUFFERS);
    test_by_key_runner_free(&runner);
    return hash;
}

static uint64_t run_groups(int operation, int threads, test_random random)
{
    (void)operation;
    test_grouper grouper = test_grouper_new();
    cr_assert_eq(tcu_context_set_threads(grouper.context, threads), TCU_SUCCESS);
    test_share_all_calls(grouper.context);
    test_group_case t = test_group_random(test_random_below(&random, 100000), &random);
    test_group_draw_length(&t, &random);
    test_grouper_expect(&grouper, &t);
    const uint64_t hash = test_hash_buffers(grouper.buffers, TEST_GROUP_BUFFERS);
    test_grouper_free(&grouper);
    return hash;
}

typedef struct family {
    run_function *run;
    int operations;
    const char *const *names;
} family;

/* Each case is made anew for each number, so that its workspace is of as many bytes as the query says then. */
static void expect_same_bits(const family *f, int part)
{
    static const int numbers[] = {1, 2, 3, 7};
    for (int operation = 0; operation < f->operations; operation++) {
        for (int i = 0; i < (int)test_by_tier(4, 12, 60); i++) {
            const test_random random =
                test_random_part(test_seed_of_run(), (unsigned)(20000 + part * 5000 + operation * 100 + i));
            test_random taken = random;
            if (!test_takes(&taken, 8)) {
                continue;
            }
            const uint64_t first = f->run(operation, 1, random);
            for (int k = 1; k < 4; k++) {
                cr_expect_eq(f->run(operation, numbers[k], random), first, "%s, case %d: %d threads differ from one",
                             f->names[operation], i, numbers[k]);
            }
        }
    }
}

Test(set_threads, sums_have_the_same_bits, .timeout = 300)
{
    expect_same_bits(&(family){run_sum, TEST_OPERATION_COUNT, test_operation_names}, 0);
}

Test(set_threads, compactions_have_the_same_bits, .timeout = 300)
{
    expect_same_bits(&(family){run_compaction, TEST_COMPACTION_COUNT, test_compaction_names}, 1);
}

Test(set_threads, histograms_have_the_same_bits, .timeout = 300)
{
    expect_same_bits(&(family){run_histogram, TEST_HISTOGRAM_COUNT, test_histogram_names}, 2);
}

Test(set_threads, sorts_have_the_same_bits, .timeout = 300)
{
    expect_same_bits(&(family){run_sort, TEST_SORT_COUNT, test_sort_names}, 3);
}

Test(set_threads, polynomials_have_the_same_bits, .timeout = 300)
{
    expect_same_bits(&(family){run_polynomial, TEST_POLYNOMIAL_COUNT, test_polynomial_names}, 4);
}

Test(set_threads, stencils_have_the_same_bits, .timeout = 300)
{
    expect_same_bits(&(family){run_stencil, TEST_STENCIL_COUNT, test_stencil_names}, 5);
}

Test(set_threads, recurrences_have_the_same_bits, .timeout = 300)
{
    expect_same_bits(&(family){run_recurrence, TEST_RECURRENCE_COUNT, test_recurrence_names}, 6);
}

Test(set_threads, extrema_have_the_same_bits, .timeout = 300)
{
    expect_same_bits(&(family){run_extrema, TEST_EXTREMA_COUNT, test_extrema_names}, 9);
}

Test(set_threads, moves_have_the_same_bits, .timeout = 300)
{
    expect_same_bits(&(family){run_moves, TEST_MOVING_COUNT, test_moving_names}, 10);
}

Test(set_threads, merges_have_the_same_bits, .timeout = 300)
{
    expect_same_bits(&(family){run_merge, TEST_MERGE_COUNT, test_merge_names}, 11);
}

Test(set_threads, selections_have_the_same_bits, .timeout = 300)
{
    expect_same_bits(&(family){run_selection, TEST_SELECTION_COUNT, test_selection_names}, 12);
}

Test(set_threads, runs_of_keys_have_the_same_bits, .timeout = 300)
{
    expect_same_bits(&(family){run_by_key, TEST_BY_KEY_COUNT, test_by_key_names}, 7);
}

Test(set_threads, groups_have_the_same_bits, .timeout = 300)
{
    static const char *const name = "tcu_group_by";
    expect_same_bits(&(family){run_groups, 1, &name}, 8);
}
