/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts in several threads at once: one each, without locks. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "by_key/groups.h"
#include "compaction/compaction.h"
#include "dot/dot.h"
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

enum { THREAD_COUNT = 8 };

typedef struct worker {
    pthread_t thread;
    unsigned index;
    char failure[1600];
} worker;

/* Cases of all operations, each thread its own. */
static void *run_cases(void *argument)
{
    worker *self = argument;
    test_runner runner = test_runner_new();
    test_random random = test_random_part(test_seed_of_run(), 1000 + self->index);
    const int64_t offsets[] = {0, 1, 1, 700, 3000};
    for (uint64_t i = 0; i < test_long(test_by_tier(100, 300, 1000)) && self->failure[0] == '\0'; i++) {
        test_pair pair = test_pairs[test_random_below(&random, TEST_PAIR_COUNT)];
        test_operation operation = (test_operation)test_random_below(&random, TEST_OPERATION_COUNT);
        test_case t = test_case_random(operation, pair, 3000 + test_random_below(&random, 3000), &random);
        t.reduction = test_reduction_random(operation, pair, &random);
        t.segment_size = 1 + test_random_below(&random, 2000);
        t.offsets = offsets;
        t.num_segments = 4;
        if (!test_runner_run(&runner, &t)) {
            memcpy(self->failure, runner.failure, sizeof runner.failure);
        }
    }
    test_runner_free(&runner);
    return NULL;
}

static void *run_compactions(void *argument)
{
    worker *self = argument;
    test_compactor compactor = test_compactor_new();
    test_random random = test_random_part(test_seed_of_run(), 3000 + self->index);
    for (uint64_t i = 0; i < test_long(test_by_tier(100, 300, 1000)) && self->failure[0] == '\0'; i++) {
        test_compaction_case t =
            test_compaction_random((test_compaction_operation)test_random_below(&random, TEST_COMPACTION_COUNT),
                                   test_random_below(&random, 6000), &random);
        test_compaction_draw_length(&t, &random);
        if (!test_compactor_run(&compactor, &t)) {
            memcpy(self->failure, compactor.failure, sizeof compactor.failure);
        }
    }
    test_compactor_free(&compactor);
    return NULL;
}

static void *run_histograms(void *argument)
{
    worker *self = argument;
    test_counter counter = test_counter_new();
    test_random random = test_random_part(test_seed_of_run(), 4000 + self->index);
    for (uint64_t i = 0; i < test_long(test_by_tier(100, 300, 1000)) && self->failure[0] == '\0'; i++) {
        const test_histogram_case t =
            test_histogram_random((test_histogram_operation)test_random_below(&random, TEST_HISTOGRAM_COUNT),
                                  test_random_below(&random, 3000), &random);
        if (!test_counter_run(&counter, &t)) {
            memcpy(self->failure, counter.failure, sizeof counter.failure);
        }
    }
    test_counter_free(&counter);
    return NULL;
}

static void *run_sorts(void *argument)
{
    worker *self = argument;
    test_sorter sorter = test_sorter_new();
    test_random random = test_random_part(test_seed_of_run(), 5000 + self->index);
    for (uint64_t i = 0; i < test_long(test_by_tier(100, 300, 1000)) && self->failure[0] == '\0'; i++) {
        const test_sort_case t = test_sort_random((test_sort_operation)test_random_below(&random, TEST_SORT_COUNT),
                                                  test_random_below(&random, 6000), &random);
        if (!test_sorter_run(&sorter, &t)) {
            memcpy(self->failure, sorter.failure, sizeof self->failure);
        }
    }
    test_sorter_free(&sorter);
    return NULL;
}

static void *run_polynomials(void *argument)
{
    worker *self = argument;
    test_evaluator evaluator = test_evaluator_new();
    test_random random = test_random_part(test_seed_of_run(), 6000 + self->index);
    for (uint64_t i = 0; i < test_long(test_by_tier(50, 200, 1000)) && self->failure[0] == '\0'; i++) {
        const test_polynomial_case t = test_polynomial_any(
            (test_polynomial_form)test_random_below(&random, TEST_POLYNOMIAL_COUNT), 20000, &random);
        if (!test_evaluator_run(&evaluator, &t)) {
            memcpy(self->failure, evaluator.failure, sizeof self->failure);
        }
    }
    test_evaluator_free(&evaluator);
    return NULL;
}

static void *run_stencils(void *argument)
{
    worker *self = argument;
    test_sweeper sweeper = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 7000 + self->index);
    for (uint64_t i = 0; i < test_long(test_by_tier(50, 200, 1000)) && self->failure[0] == '\0'; i++) {
        const test_stencil_case t = test_stencil_any(20000, &random);
        if (!test_sweeper_run(&sweeper, &t)) {
            memcpy(self->failure, sweeper.failure, sizeof self->failure);
        }
    }
    test_sweeper_free(&sweeper);
    return NULL;
}

static void *run_moments(void *argument)
{
    worker *self = argument;
    test_moments_runner runner = test_moments_runner_new();
    test_random random = test_random_part(test_seed_of_run(), 8000 + self->index);
    int64_t offsets[] = {0, 1, 1, 700, 3000};
    for (uint64_t i = 0; i < test_long(test_by_tier(100, 300, 1000)) && self->failure[0] == '\0'; i++) {
        test_moments_case t = test_moments_random((test_moments_form)test_random_below(&random, TEST_MOMENTS_COUNT),
                                                  test_moments_pairs[i % TEST_MOMENTS_PAIRS], &random);
        t.n = 3000 + test_random_below(&random, 3000);
        t.segment_size = 1 + test_random_below(&random, 2000);
        t.offsets = offsets;
        t.num_segments = 4;
        t.columns = t.row_stride = 1 + test_random_below(&random, 100);
        t.rows = t.n / t.columns;
        test_moments_prepare(&runner, &t);
        if (!test_moments_execute(&runner, &t) || !test_moments_verify(&runner, &t)) {
            memcpy(self->failure, runner.failure, sizeof runner.failure);
        }
    }
    test_moments_runner_free(&runner);
    return NULL;
}

static void *run_recurrences(void *argument)
{
    worker *self = argument;
    test_recurrence_runner runner = test_recurrence_runner_new();
    test_random random = test_random_part(test_seed_of_run(), 9000 + self->index);
    int64_t offsets[] = {0, 1, 1, 700, 3000};
    for (uint64_t i = 0; i < test_long(test_by_tier(100, 300, 1000)) && self->failure[0] == '\0'; i++) {
        test_recurrence_case t =
            test_recurrence_random((test_recurrence_form)test_random_below(&random, TEST_RECURRENCE_COUNT),
                                   test_recurrence_types[i % TEST_RECURRENCE_TYPES], &random);
        t.n = 3000 + test_random_below(&random, 3000);
        t.segment_size = 1 + test_random_below(&random, 2000);
        t.offsets = offsets;
        t.num_segments = 4;
        test_recurrence_prepare(&runner, &t);
        if (!test_recurrence_execute(&runner, &t) || !test_recurrence_verify(&runner, &t)) {
            memcpy(self->failure, runner.failure, sizeof runner.failure);
        }
    }
    test_recurrence_runner_free(&runner);
    return NULL;
}

static void *run_by_keys(void *argument)
{
    worker *self = argument;
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = test_random_part(test_seed_of_run(), 11000 + self->index);
    for (uint64_t i = 0; i < test_long(test_by_tier(100, 300, 1000)) && self->failure[0] == '\0'; i++) {
        test_by_key_case t = test_by_key_any((test_by_key_form)test_random_below(&random, TEST_BY_KEY_COUNT),
                                             test_random_below(&random, 6000), &random);
        test_by_key_draw_length(&t, &random);
        test_by_key_prepare(&runner, &t);
        if (!test_by_key_execute(&runner, &t) || !test_by_key_verify(&runner, &t)) {
            memcpy(self->failure, runner.failure, sizeof runner.failure);
        }
    }
    test_by_key_runner_free(&runner);
    return NULL;
}

static void *run_groups(void *argument)
{
    worker *self = argument;
    test_grouper grouper = test_grouper_new();
    test_random random = test_random_part(test_seed_of_run(), 12000 + self->index);
    for (uint64_t i = 0; i < test_long(test_by_tier(50, 200, 1000)) && self->failure[0] == '\0'; i++) {
        test_group_case t = test_group_random(test_random_below(&random, 3000), &random);
        test_group_draw_length(&t, &random);
        test_grouper_prepare(&grouper, &t);
        if (!test_grouper_execute(&grouper, &t) || !test_grouper_verify(&grouper, &t)) {
            memcpy(self->failure, grouper.failure, sizeof grouper.failure);
        }
    }
    test_grouper_free(&grouper);
    return NULL;
}

static void *run_extrema(void *argument)
{
    worker *self = argument;
    test_extrema_runner runner = test_extrema_runner_new();
    test_random random = test_random_part(test_seed_of_run(), 13000 + self->index);
    const int64_t offsets[] = {0, 1, 1, 700, 3000};
    for (uint64_t i = 0; i < test_long(test_by_tier(100, 300, 1000)) && self->failure[0] == '\0'; i++) {
        test_extrema_case t = test_extrema_random((test_extrema_form)test_random_below(&random, TEST_EXTREMA_COUNT),
                                                  (tcu_type)(i % TCU_TYPE_COUNT), &random);
        t.n = 3000 + test_random_below(&random, 3000);
        t.segment_size = 1 + test_random_below(&random, 2000);
        t.offsets = offsets;
        t.num_segments = 4;
        test_extrema_prepare(&runner, &t);
        if (!test_extrema_execute(&runner, &t) || !test_extrema_verify(&runner, &t)) {
            memcpy(self->failure, runner.failure, sizeof runner.failure);
        }
    }
    test_extrema_runner_free(&runner);
    return NULL;
}

static void *run_moves(void *argument)
{
    worker *self = argument;
    test_mover mover = test_mover_new();
    test_random random = test_random_part(test_seed_of_run(), 15000 + self->index);
    for (uint64_t i = 0; i < test_long(test_by_tier(100, 300, 1000)) && self->failure[0] == '\0'; i++) {
        const test_moving_case t = test_moving_random((test_moving_form)(i % TEST_MOVING_COUNT),
                                                      3000 + test_random_below(&random, 3000), &random);
        test_mover_prepare(&mover, &t);
        if (!test_mover_execute(&mover, &t) || !test_mover_verify(&mover, &t)) {
            memcpy(self->failure, mover.failure, sizeof mover.failure);
        }
    }
    test_mover_free(&mover);
    return NULL;
}

static void *run_merges(void *argument)
{
    worker *self = argument;
    test_merge_runner runner = test_merge_runner_new();
    test_random random = test_random_part(test_seed_of_run(), 16000 + self->index);
    for (uint64_t i = 0; i < test_long(test_by_tier(100, 300, 1000)) && self->failure[0] == '\0'; i++) {
        test_merge_case t = test_merge_random((test_merge_form)test_random_below(&random, TEST_MERGE_COUNT),
                                              (tcu_type)(i % TCU_TYPE_COUNT), &random);
        t.n[0] = test_random_below(&random, 5000);
        t.n[1] = test_random_below(&random, 5000);
        test_merge_draw_counts(&t, &random);
        test_merge_prepare(&runner, &t);
        if (!test_merge_execute(&runner, &t) || !test_merge_verify(&runner, &t)) {
            memcpy(self->failure, runner.failure, sizeof runner.failure);
        }
    }
    test_merge_runner_free(&runner);
    return NULL;
}

static void *run_selections(void *argument)
{
    worker *self = argument;
    test_selection_runner runner = test_selection_runner_new();
    test_random random = test_random_part(test_seed_of_run(), 17000 + self->index);
    for (uint64_t i = 0; i < test_long(test_by_tier(100, 300, 1000)) && self->failure[0] == '\0'; i++) {
        const test_selection_case t =
            test_selection_random((test_selection_form)test_random_below(&random, TEST_SELECTION_COUNT),
                                  (tcu_type)(i % TCU_TYPE_COUNT), test_random_below(&random, 5000), &random);
        test_selection_prepare(&runner, &t);
        if (!test_selection_execute(&runner, &t) || !test_selection_verify(&runner, &t)) {
            memcpy(self->failure, runner.failure, sizeof runner.failure);
        }
    }
    test_selection_runner_free(&runner);
    return NULL;
}

static void *run_dots(void *argument)
{
    worker *self = argument;
    test_dot_runner runner = test_dot_runner_new();
    test_random random = test_random_part(test_seed_of_run(), 14000 + self->index);
    const int64_t offsets[] = {0, 1, 1, 700, 3000};
    for (uint64_t i = 0; i < test_long(test_by_tier(100, 300, 1000)) && self->failure[0] == '\0'; i++) {
        test_dot_case t = test_dot_random((test_dot_form)test_random_below(&random, TEST_DOT_COUNT),
                                          test_pairs[i % TEST_PAIR_COUNT], &random);
        t.n = 3000 + test_random_below(&random, 3000);
        t.segment_size = 1 + test_random_below(&random, 2000);
        t.offsets = offsets;
        t.num_segments = 4;
        test_dot_prepare(&runner, &t);
        if (!test_dot_execute(&runner, &t) || !test_dot_verify(&runner, &t)) {
            memcpy(self->failure, runner.failure, sizeof runner.failure);
        }
    }
    test_dot_runner_free(&runner);
    return NULL;
}

/* A failure of a call without a context is the calling thread's own. */
static void *fail_without_context(void *argument)
{
    worker *self = argument;
    char expected[32];
    snprintf(expected, sizeof expected, "%u", 100 + self->index);
    if (tcu_context_last_error(NULL)[0] != '\0') {
        snprintf(self->failure, sizeof self->failure, "a new thread has the sentence \"%s\"",
                 tcu_context_last_error(NULL));
        return NULL;
    }
    for (int i = 0; i < 1000; i++) {
        tcu_context *context;
        tcu_status status = tcu_context_create(&context, (tcu_backend)(100 + self->index), -1);
        if (status != TCU_ERROR_INVALID_ARGUMENT || strstr(tcu_context_last_error(NULL), expected) == NULL) {
            snprintf(self->failure, sizeof self->failure, "thread %u: status %d, \"%s\"", self->index, (int)status,
                     tcu_context_last_error(NULL));
        }
    }
    return NULL;
}

static void *create_and_destroy(void *argument)
{
    worker *self = argument;
    for (int i = 0; i < 2000; i++) {
        tcu_context *context;
        if (tcu_context_create(&context, test_backend_of_run(), -1) != TCU_SUCCESS ||
            tcu_context_destroy(context) != TCU_SUCCESS) {
            snprintf(self->failure, sizeof self->failure, "thread %u: \"%s\"", self->index,
                     tcu_context_last_error(NULL));
        }
    }
    return NULL;
}

static void in_threads(void *(*work)(void *))
{
    static worker workers[THREAD_COUNT];
    for (unsigned i = 0; i < THREAD_COUNT; i++) {
        workers[i].index = i;
        cr_assert_eq(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREAD_COUNT; i++) {
        cr_assert_eq(pthread_join(workers[i].thread, NULL), 0);
    }
    for (unsigned i = 0; i < THREAD_COUNT; i++) {
        cr_expect_eq(workers[i].failure[0], '\0', "%s", workers[i].failure);
    }
}

Test(threads, each_with_a_context_of_its_own, .timeout = 300)
{
    in_threads(run_cases);
}

Test(threads, each_with_compactions_of_its_own, .timeout = 300)
{
    in_threads(run_compactions);
}

Test(threads, each_with_histograms_of_its_own, .timeout = 300)
{
    in_threads(run_histograms);
}

Test(threads, each_with_sorts_of_its_own, .timeout = 300)
{
    in_threads(run_sorts);
}

Test(threads, each_with_polynomials_of_its_own, .timeout = 300)
{
    in_threads(run_polynomials);
}

Test(threads, each_with_stencils_of_its_own, .timeout = 300)
{
    in_threads(run_stencils);
}

Test(threads, each_with_moments_of_its_own, .timeout = 300)
{
    in_threads(run_moments);
}

Test(threads, each_with_recurrences_of_its_own, .timeout = 300)
{
    in_threads(run_recurrences);
}

Test(threads, each_with_runs_of_its_own, .timeout = 300)
{
    in_threads(run_by_keys);
}

Test(threads, each_with_groups_of_its_own, .timeout = 300)
{
    in_threads(run_groups);
}

Test(threads, each_with_extrema_of_its_own, .timeout = 300)
{
    in_threads(run_extrema);
}

Test(threads, each_with_moves_of_its_own, .timeout = 300)
{
    in_threads(run_moves);
}

Test(threads, each_with_merges_of_its_own, .timeout = 300)
{
    in_threads(run_merges);
}

Test(threads, each_with_selections_of_its_own, .timeout = 300)
{
    in_threads(run_selections);
}

Test(threads, each_with_dot_products_of_its_own, .timeout = 300)
{
    in_threads(run_dots);
}

Test(threads, each_with_a_sentence_of_its_own, .timeout = 60)
{
    in_threads(fail_without_context);
}

Test(threads, create_and_destroy_at_once, .timeout = 120)
{
    in_threads(create_and_destroy);
}
