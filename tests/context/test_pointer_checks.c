/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which arrays a call asks its backend about, by a backend that notes the pointers and refuses one: all of them that
 * have elements, before anything is written, and none once tcu_context_set_pointer_checks() turned that off.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "by_key/groups.h"
#include "compaction/compaction.h"
#include "extrema/extrema.h"
#include "histogram/histogram.h"
#include "merge/merge.h"
#include "moments/moments.h"
#include "moving/moving.h"
#include "polynomial/polynomial.h"
#include "recurrence/recurrence.h"
#include "selection/selection.h"
#include "sorting/sorting.h"
#include "stencil/stencil.h"
#include "sums/sweep.h"
#include "test_backend.h"
#include "test_hash.h"
#include "test_pointer_watch.h"
#include "test_sentence.h"

/* ------------------------------------------------------------------------------------------------- any case --- */

/* A case of any family; its arrays; and its call. */
typedef struct any_case {
    void (*prepare)(struct any_case *c);
    tcu_status (*call)(struct any_case *c);
    tcu_context *context;
    const test_slice *slices[TEST_HISTOGRAM_BUFFERS + TEST_GROUP_BUFFERS];
    int num_slices;
    void *runner;
    const void *test;
} any_case;

static void add_buffers(any_case *c, const test_buffer *buffers, int count)
{
    for (int i = 0; i < count; i++) {
        if (buffers[i].used && buffers[i].slice.bytes > 0) {
            c->slices[c->num_slices++] = &buffers[i].slice;
        }
    }
}

static uint64_t hash_of(const any_case *c)
{
    uint64_t hash = test_hash_start();
    for (int i = 0; i < c->num_slices; i++) {
        hash = test_hash_slice(hash, c->slices[i]);
    }
    return hash;
}

static void prepare(any_case *c)
{
    c->num_slices = 0;
    c->prepare(c);
    num_asked = 0;
}

/* Whether `pointer` is in an array of the case, and not in the host's memory. */
static bool is_in_array(const any_case *c, const void *pointer)
{
    for (int i = 0; i < c->num_slices; i++) {
        const unsigned char *data = c->slices[i]->data;
        if ((uintptr_t)pointer - (uintptr_t)data < c->slices[i]->bytes) {
            return true;
        }
    }
    return false;
}

/* Returns how many arrays were asked about. */
static int expect_checks(any_case *c, const char *name)
{
    refused = NULL;
    cr_assert_eq(tcu_context_set_pointer_checks(c->context, 1), TCU_SUCCESS);
    prepare(c);
    cr_assert_eq(c->call(c), TCU_SUCCESS, "%s: %s", name, tcu_context_last_error(c->context));
    for (int i = 0; i < c->num_slices && num_asked > 0; i++) {
        cr_expect(was_asked(c->slices[i]->data), "%s: nobody asked about array %d", name, i);
    }
    const void *all[MOST_ASKED];
    const int count = num_asked;
    memcpy(all, asked, sizeof all);
    for (int i = 0; i < count; i++) {
        cr_expect(is_in_array(c, all[i]), "%s asked about %p, which is no array of the call", name, all[i]);
        refused = NULL;
        prepare(c);
        const uint64_t before = hash_of(c);
        char address[32];
        snprintf(address, sizeof address, "%p", all[i]);
        refused = all[i];
        cr_expect_eq(c->call(c), TCU_ERROR_INVALID_ARGUMENT, "%s: array %d was not refused", name, i);
        const char *sentence = tcu_context_last_error(c->context);
        cr_expect(strstr(sentence, address) != NULL && test_mentions(sentence, "host"), "%s: %s", name, sentence);
        cr_expect_eq(hash_of(c), before, "%s: something was written though array %d was refused", name, i);
    }
    cr_assert_eq(tcu_context_set_pointer_checks(c->context, 0), TCU_SUCCESS);
    prepare(c);
    cr_expect_eq(c->call(c), TCU_SUCCESS, "%s: %s", name, tcu_context_last_error(c->context));
    cr_expect_eq(num_asked, 0, "%s asked about %d arrays with the checks off", name, num_asked);
    refused = NULL;
    return count;
}

/* ------------------------------------------------------------------------------------------------- families --- */

static const uint64_t most_elements = 3000;

static int cases(void)
{
    return (int)test_by_tier(5, 20, 100);
}

static test_random random_of(int family, int operation)
{
    return test_random_part(test_seed_of_run(), (unsigned)(32000 + 100 * family + operation));
}

/* The option `count`, where the case has one. (Arrays then have no room behind their elements.) */
static void add_count(any_case *c, const test_count_place *place, const uint64_t *counted)
{
    if (counted != NULL) {
        c->slices[c->num_slices++] = &place->slice;
    }
}

/* Every other case has one. */
static test_count count_of(int i, uint64_t n)
{
    return (test_count){.is_given = i % 2 == 1, .value = n};
}

static void prepare_sum(any_case *c)
{
    test_runner *runner = c->runner;
    cr_assert(test_runner_prepare(runner, c->test), "%s", runner->failure);
    const test_slice *slices[] = {&runner->in, &runner->out, &runner->offsets};
    const int count = test_has_offsets(((const test_case *)c->test)->operation) ? 3 : 2;
    for (int i = 0; i < count; i++) {
        if (slices[i]->bytes > 0) {
            c->slices[c->num_slices++] = slices[i];
        }
    }
}

static tcu_status call_sum(any_case *c)
{
    const test_call call = test_runner_call(c->runner, c->test, NULL);
    return test_call_run(c->context, &call);
}

Test(pointer_checks, of_sums, .timeout = 120)
{
    test_runner runner = test_runner_new();
    watch(runner.context);
    const int64_t offsets[] = {0, 1, 1, 700, 1000};
    for (int operation = 0; operation < TEST_OPERATION_COUNT; operation++) {
        test_random random = random_of(0, operation);
        int count = 0;
        for (int i = 0; i < cases(); i++) {
            test_case t =
                test_case_random((test_operation)operation, test_pairs[test_random_below(&random, TEST_PAIR_COUNT)],
                                 1000 + test_random_below(&random, most_elements), &random);
            t.segment_size = 1 + test_random_below(&random, 100);
            t.offsets = offsets;
            t.num_segments = 4;
            any_case c = {
                .prepare = prepare_sum, .call = call_sum, .context = runner.context, .runner = &runner, .test = &t};
            count += expect_checks(&c, test_operation_names[operation]);
        }
        cr_expect_geq(count, 2 * cases(), "%s: %d arrays", test_operation_names[operation], count);
    }
    test_runner_free(&runner);
}

static void prepare_compaction(any_case *c)
{
    test_compactor *compactor = c->runner;
    const test_compaction_case *t = c->test;
    test_compactor_prepare(compactor, t);
    for (int i = 0; i < TEST_BUFFERS; i++) {
        const bool is_read = i != TEST_BUFFER_UPPER || t->comparison >= TCU_COMPARE_INSIDE;
        if (is_read) {
            add_buffers(c, &compactor->buffers[i], 1);
        }
    }
    add_count(c, &compactor->length, compactor->counted);
}

static tcu_status call_compaction(any_case *c)
{
    const test_compaction_call call = test_compactor_call(c->runner, c->test);
    return test_compaction_run_call(c->context, &call);
}

Test(pointer_checks, of_compactions, .timeout = 120)
{
    test_compactor compactor = test_compactor_new();
    watch(compactor.context);
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        test_random random = random_of(1, operation);
        int count = 0;
        for (int i = 0; i < cases(); i++) {
            test_compaction_case t = test_compaction_random((test_compaction_operation)operation,
                                                            1 + test_random_below(&random, most_elements), &random);
            t.length = count_of(i, t.n);
            any_case c = {.prepare = prepare_compaction,
                          .call = call_compaction,
                          .context = compactor.context,
                          .runner = &compactor,
                          .test = &t};
            count += expect_checks(&c, test_compaction_names[operation]);
        }
        cr_expect_geq(count, 3 * cases(), "%s: %d arrays", test_compaction_names[operation], count);
    }
    test_compactor_free(&compactor);
}

static void prepare_histogram(any_case *c)
{
    test_counter *counter = c->runner;
    test_counter_prepare(counter, c->test);
    add_buffers(c, counter->buffers, TEST_HISTOGRAM_BUFFERS);
}

static tcu_status call_histogram(any_case *c)
{
    const test_histogram_call call = test_counter_call(c->runner, c->test);
    return test_histogram_run_call(c->context, &call);
}

Test(pointer_checks, of_histograms, .timeout = 120)
{
    test_counter counter = test_counter_new();
    watch(counter.context);
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        test_random random = random_of(2, operation);
        int count = 0;
        for (int i = 0; i < cases(); i++) {
            const test_histogram_case t = test_histogram_random((test_histogram_operation)operation,
                                                                1 + test_random_below(&random, most_elements), &random);
            any_case c = {.prepare = prepare_histogram,
                          .call = call_histogram,
                          .context = counter.context,
                          .runner = &counter,
                          .test = &t};
            count += expect_checks(&c, test_histogram_names[operation]);
        }
        cr_expect_geq(count, cases(), "%s: %d arrays", test_histogram_names[operation], count);
    }
    test_counter_free(&counter);
}

static void prepare_sort(any_case *c)
{
    test_sorter *sorter = c->runner;
    test_sorter_prepare(sorter, c->test);
    for (int i = 0; i < TEST_SORT_ARRAYS; i++) {
        if (sorter->arrays[i].used && sorter->arrays[i].slice.bytes > 0) {
            c->slices[c->num_slices++] = &sorter->arrays[i].slice;
        }
    }
}

static tcu_status call_sort(any_case *c)
{
    const test_sort_call call = test_sorter_call(c->runner, c->test);
    return test_sort_run_call(c->context, &call);
}

Test(pointer_checks, of_sorts, .timeout = 120)
{
    test_sorter sorter = test_sorter_new();
    watch(sorter.context);
    for (int operation = 0; operation < TEST_SORT_COUNT; operation++) {
        test_random random = random_of(3, operation);
        int count = 0;
        for (int i = 0; i < cases(); i++) {
            const test_sort_case t = test_sort_random((test_sort_operation)operation,
                                                      1 + test_random_below(&random, most_elements), &random);
            any_case c = {
                .prepare = prepare_sort, .call = call_sort, .context = sorter.context, .runner = &sorter, .test = &t};
            count += expect_checks(&c, test_sort_names[operation]);
        }
        cr_expect_geq(count, cases(), "%s: %d arrays", test_sort_names[operation], count);
    }
    test_sorter_free(&sorter);
}

/* (The plan is made by prepare(); an update comes before the call.) */
static void prepare_polynomial(any_case *c)
{
    test_evaluator *evaluator = c->runner;
    test_evaluator_prepare(evaluator, c->test);
    add_buffers(c, evaluator->buffers, TEST_POLYNOMIAL_BUFFERS);
}

static tcu_status call_polynomial(any_case *c)
{
    return test_evaluator_enqueue(c->runner, c->test);
}

Test(pointer_checks, of_polynomials, .timeout = 120)
{
    test_evaluator evaluator = test_evaluator_new();
    watch(evaluator.context);
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        test_random random = random_of(4, form);
        int count = 0;
        for (int i = 0; i < cases(); i++) {
            test_polynomial_case t =
                test_polynomial_random((test_polynomial_form)form, test_polynomial_types[test_random_below(&random, 4)],
                                       1 + test_random_below(&random, 9), test_random_below(&random, 9),
                                       1 + test_random_below(&random, 200), &random);
            t.updated = form != TEST_POLYNOMIAL_ONCE;
            any_case c = {.prepare = prepare_polynomial,
                          .call = call_polynomial,
                          .context = evaluator.context,
                          .runner = &evaluator,
                          .test = &t};
            count += expect_checks(&c, test_polynomial_names[form]);
        }
        cr_expect_geq(count, cases(), "%s: %d arrays", test_polynomial_names[form], count);
    }
    test_evaluator_free(&evaluator);
}

static void prepare_moments(any_case *c)
{
    test_moments_runner *runner = c->runner;
    test_moments_prepare(runner, c->test);
    add_buffers(c, runner->buffers, TEST_MOMENTS_BUFFERS);
}

static tcu_status call_moments(any_case *c)
{
    const test_moments_call call = test_moments_make_call(c->runner, c->test);
    return test_moments_run_call(c->context, &call);
}

Test(pointer_checks, of_moments, .timeout = 120)
{
    test_moments_runner runner = test_moments_runner_new();
    watch(runner.context);
    const int64_t offsets[] = {0, 1, 1, 700, 1000};
    for (int form = 0; form < TEST_MOMENTS_COUNT; form++) {
        test_random random = random_of(6, form);
        int count = 0;
        for (int i = 0; i < cases(); i++) {
            test_moments_case t =
                test_moments_random((test_moments_form)form, test_moments_pairs[i % TEST_MOMENTS_PAIRS], &random);
            t.wanted = 7;
            t.n = 1000 + test_random_below(&random, most_elements);
            t.segment_size = 1 + test_random_below(&random, 1000);
            t.offsets = offsets;
            t.num_segments = 4;
            t.columns = t.row_stride = 1 + test_random_below(&random, 20);
            t.rows = t.n / t.columns;
            any_case c = {.prepare = prepare_moments,
                          .call = call_moments,
                          .context = runner.context,
                          .runner = &runner,
                          .test = &t};
            count += expect_checks(&c, test_moments_names[form]);
        }
        cr_expect_geq(count, 4 * cases(), "%s: %d arrays", test_moments_names[form], count);
    }
    test_moments_runner_free(&runner);
}

static void prepare_recurrence(any_case *c)
{
    test_recurrence_runner *runner = c->runner;
    test_recurrence_prepare(runner, c->test);
    add_buffers(c, runner->buffers, TEST_RECURRENCE_BUFFERS);
}

static tcu_status call_recurrence(any_case *c)
{
    const test_recurrence_call call = test_recurrence_make_call(c->runner, c->test);
    return test_recurrence_run_call(c->context, &call);
}

Test(pointer_checks, of_recurrences, .timeout = 120)
{
    test_recurrence_runner runner = test_recurrence_runner_new();
    watch(runner.context);
    const int64_t offsets[] = {0, 1, 1, 700, 1000};
    for (int form = 0; form < TEST_RECURRENCE_COUNT; form++) {
        test_random random = random_of(7, form);
        int count = 0;
        for (int i = 0; i < cases(); i++) {
            test_recurrence_case t = test_recurrence_random((test_recurrence_form)form,
                                                            test_recurrence_types[i % TEST_RECURRENCE_TYPES], &random);
            t.n = 1000 + test_random_below(&random, most_elements);
            t.segment_size = 1 + test_random_below(&random, 1000);
            t.offsets = offsets;
            t.num_segments = 4;
            t.constant_a = t.in_place = false;
            any_case c = {.prepare = prepare_recurrence,
                          .call = call_recurrence,
                          .context = runner.context,
                          .runner = &runner,
                          .test = &t};
            count += expect_checks(&c, test_recurrence_names[form]);
        }
        cr_expect_geq(count, 3 * cases(), "%s: %d arrays", test_recurrence_names[form], count);
    }
    test_recurrence_runner_free(&runner);
}

static void prepare_extrema(any_case *c)
{
    test_extrema_runner *runner = c->runner;
    test_extrema_prepare(runner, c->test);
    add_buffers(c, runner->buffers, TEST_EXTREMA_BUFFERS);
}

static tcu_status call_extrema(any_case *c)
{
    const test_extrema_call call = test_extrema_make_call(c->runner, c->test);
    return test_extrema_run_call(c->context, &call);
}

Test(pointer_checks, of_extrema, .timeout = 120)
{
    test_extrema_runner runner = test_extrema_runner_new();
    watch(runner.context);
    const int64_t offsets[] = {0, 1, 1, 700, 1000};
    for (int form = 0; form < TEST_EXTREMA_COUNT; form++) {
        test_random random = random_of(10, form);
        int count = 0;
        for (int i = 0; i < cases(); i++) {
            test_extrema_case t = test_extrema_random((test_extrema_form)form, (tcu_type)(i % TCU_TYPE_COUNT), &random);
            t.n = 1000 + test_random_below(&random, most_elements);
            t.segment_size = 1 + test_random_below(&random, 1000);
            t.offsets = offsets;
            t.num_segments = 4;
            any_case c = {.prepare = prepare_extrema,
                          .call = call_extrema,
                          .context = runner.context,
                          .runner = &runner,
                          .test = &t};
            count += expect_checks(&c, test_extrema_names[form]);
        }
        cr_expect_geq(count, 2 * cases(), "%s: %d arrays", test_extrema_names[form], count);
    }
    test_extrema_runner_free(&runner);
}

static void prepare_moves(any_case *c)
{
    test_mover *mover = c->runner;
    test_mover_prepare(mover, c->test);
    add_buffers(c, mover->buffers, TEST_MOVING_BUFFERS);
}

static tcu_status call_moves(any_case *c)
{
    const test_moving_call call = test_mover_make_call(c->runner, c->test);
    return test_moving_run_call(c->context, &call);
}

Test(pointer_checks, of_moves, .timeout = 120)
{
    test_mover mover = test_mover_new();
    watch(mover.context);
    for (int form = 0; form < TEST_MOVING_COUNT; form++) {
        test_random random = random_of(11, form);
        int count = 0;
        for (int i = 0; i < cases(); i++) {
            test_moving_case t =
                test_moving_random((test_moving_form)form, 1000 + test_random_below(&random, most_elements), &random);
            t.places += 1000;
            t.wanted |= TEST_MOVING_ITEMS;
            any_case c = {
                .prepare = prepare_moves, .call = call_moves, .context = mover.context, .runner = &mover, .test = &t};
            count += expect_checks(&c, test_moving_names[form]);
        }
        cr_expect_geq(count, 3 * cases(), "%s: %d arrays", test_moving_names[form], count);
    }
    test_mover_free(&mover);
}

static void prepare_merge(any_case *c)
{
    test_merge_runner *runner = c->runner;
    test_merge_prepare(runner, c->test);
    add_buffers(c, runner->buffers, TEST_MERGE_BUFFERS);
}

static tcu_status call_merge(any_case *c)
{
    const test_merge_call call = test_merge_make_call(c->runner, c->test);
    return test_merge_run_call(c->context, &call);
}

Test(pointer_checks, of_merges, .timeout = 120)
{
    test_merge_runner runner = test_merge_runner_new();
    watch(runner.context);
    for (int form = 0; form < TEST_MERGE_COUNT; form++) {
        test_random random = random_of(13, form);
        int count = 0;
        for (int i = 0; i < cases(); i++) {
            test_merge_case t = test_merge_random((test_merge_form)form, (tcu_type)(i % TCU_TYPE_COUNT), &random);
            t.n[0] = 1 + test_random_below(&random, most_elements);
            t.n[1] = 1 + test_random_below(&random, most_elements);
            test_merge_draw_counts(&t, &random);
            any_case c = {
                .prepare = prepare_merge, .call = call_merge, .context = runner.context, .runner = &runner, .test = &t};
            count += expect_checks(&c, test_merge_names[form]);
        }
        cr_expect_geq(count, 3 * cases(), "%s: %d arrays", test_merge_names[form], count);
    }
    test_merge_runner_free(&runner);
}

static void prepare_selection(any_case *c)
{
    test_selection_runner *runner = c->runner;
    test_selection_prepare(runner, c->test);
    add_buffers(c, runner->buffers, TEST_SELECTION_BUFFERS);
}

static tcu_status call_selection(any_case *c)
{
    const test_selection_call call = test_selection_make_call(c->runner, c->test);
    return test_selection_run_call(c->context, &call);
}

Test(pointer_checks, of_selections, .timeout = 120)
{
    test_selection_runner runner = test_selection_runner_new();
    watch(runner.context);
    for (int form = 0; form < TEST_SELECTION_COUNT; form++) {
        test_random random = random_of(15, form);
        int count = 0;
        for (int i = 0; i < cases(); i++) {
            test_selection_case t = test_selection_random((test_selection_form)form, (tcu_type)(i % TCU_TYPE_COUNT),
                                                          1 + test_random_below(&random, most_elements), &random);
            t.has_keys_out = t.has_positions = true;
            t.num_segments += 1;
            t.k = form == TEST_NTH_ELEMENT ? 0 : 1 + t.k % 3;
            any_case c = {.prepare = prepare_selection,
                          .call = call_selection,
                          .context = runner.context,
                          .runner = &runner,
                          .test = &t};
            count += expect_checks(&c, test_selection_names[form]);
        }
        const int least = form == TEST_QUANTILES ? 2 : 3;
        cr_expect_geq(count, least * cases(), "%s: %d arrays", test_selection_names[form], count);
    }
    test_selection_runner_free(&runner);
}

static void prepare_by_key(any_case *c)
{
    test_by_key_runner *runner = c->runner;
    const test_by_key_case *t = c->test;
    test_by_key_prepare(runner, t);
    const bool has_results = t->form != TEST_BY_KEY_REDUCE || (t->wanted & TEST_WANT_RESULTS) != 0;
    const bool has_count = t->form != TEST_BY_KEY_SCAN && (t->wanted & TEST_WANT_COUNT) != 0;
    for (int i = 0; i < TEST_BY_KEY_BUFFERS; i++) { /* (The others have no bytes where they are not wanted.) */
        const bool is_given = i == TEST_BY_KEY_VALUES || i == TEST_BY_KEY_OUT ? has_results
                              : i == TEST_BY_KEY_RUN_COUNT                    ? has_count
                                                                              : true;
        add_buffers(c, &runner->buffers[i], is_given ? 1 : 0);
    }
    add_count(c, &runner->length, runner->counted);
}

static tcu_status call_by_key(any_case *c)
{
    const test_by_key_call call = test_by_key_make_call(c->runner, c->test);
    return test_by_key_run_call(c->context, &call);
}

Test(pointer_checks, of_runs, .timeout = 120)
{
    test_by_key_runner runner = test_by_key_runner_new();
    watch(runner.context);
    for (int form = 0; form < TEST_BY_KEY_COUNT; form++) {
        test_random random = random_of(8, form);
        int count = 0;
        for (int i = 0; i < cases(); i++) {
            test_by_key_case t =
                test_by_key_any((test_by_key_form)form, 1 + test_random_below(&random, most_elements), &random);
            t.wanted = i == 0 ? TEST_WANT_ALL : t.wanted | TEST_WANT_RESULTS;
            t.in_place = false;
            t.length = count_of(i, t.n);
            any_case c = {.prepare = prepare_by_key,
                          .call = call_by_key,
                          .context = runner.context,
                          .runner = &runner,
                          .test = &t};
            count += expect_checks(&c, test_by_key_names[form]);
        }
        cr_expect_geq(count, 3 * cases(), "%s: %d arrays", test_by_key_names[form], count);
    }
    test_by_key_runner_free(&runner);
}

static void prepare_groups(any_case *c)
{
    test_grouper *grouper = c->runner;
    test_grouper_prepare(grouper, c->test);
    add_buffers(c, grouper->buffers, TEST_GROUP_BUFFERS);
    add_count(c, &grouper->length, grouper->counted);
}

static tcu_status call_groups(any_case *c)
{
    return test_grouper_enqueue(c->runner, c->test);
}

Test(pointer_checks, of_groups, .timeout = 120)
{
    test_grouper grouper = test_grouper_new();
    watch(grouper.context);
    test_random random = random_of(9, 0);
    int count = 0;
    for (int i = 0; i < cases(); i++) {
        test_group_case t = test_group_random(1 + test_random_below(&random, most_elements), &random);
        t.num_columns = i == 0 ? TCU_MAX_GROUP_COLUMNS : t.num_columns;
        t.wanted |= TEST_WANT_KEYS;
        t.length = count_of(i, t.n);
        any_case c = {
            .prepare = prepare_groups, .call = call_groups, .context = grouper.context, .runner = &grouper, .test = &t};
        count += expect_checks(&c, "tcu_group_by");
    }
    cr_expect_geq(count, 2 * cases() + TCU_MAX_GROUP_COLUMNS, "tcu_group_by: %d arrays", count);
    test_grouper_free(&grouper);
}

static void prepare_stencil(any_case *c)
{
    test_sweeper *sweeper = c->runner;
    const test_stencil_case *t = c->test;
    test_sweeper_prepare(sweeper, t);
    if (t->count.is_given) {
        c->slices[c->num_slices++] = &sweeper->count.slice;
    }
    const bool steps = t->form == TEST_STENCIL_ITERATE;
    for (int i = 0; i < TEST_STENCIL_BUFFERS; i++) {
        const bool is_copy = steps && i == TEST_STENCIL_OUT; /* the tests' own */
        if (!is_copy) {
            add_buffers(c, &sweeper->buffers[i], 1);
        }
    }
}

static tcu_status call_stencil(any_case *c)
{
    return test_sweeper_enqueue(c->runner, c->test);
}

Test(pointer_checks, of_stencils, .timeout = 120)
{
    test_sweeper sweeper = test_sweeper_new();
    watch(sweeper.context);
    for (int form = 0; form < TEST_STENCIL_COUNT; form++) {
        test_random random = random_of(5, form);
        int count = 0;
        for (int i = 0; i < cases() || count < cases(); i++) { /* (Some have no points, and so no array.) */
            const tcu_type type = form == TEST_STENCIL_DIFFERENCE ? TCU_TYPE_I32 : TCU_TYPE_F32;
            test_stencil_case t = test_stencil_random((test_stencil_form)form, type, most_elements, &random);
            t.count = form == TEST_STENCIL_DIFFERENCE ? count_of(i, t.extents[2]) : (test_count){0};
            any_case c = {.prepare = prepare_stencil,
                          .call = call_stencil,
                          .context = sweeper.context,
                          .runner = &sweeper,
                          .test = &t};
            count += expect_checks(&c, test_stencil_names[form]);
        }
        cr_expect_geq(count, cases(), "%s: %d arrays", test_stencil_names[form], count);
    }
    test_sweeper_free(&sweeper);
}
