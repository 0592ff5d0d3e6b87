/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions, scans and what is made like them: dot products, extrema, moments, recurrences. Of whole arrays, segments of
 * one size and segments by offsets. */
#include "arguments.h"
#include "dot/dot.h"
#include "extrema/extrema.h"
#include "family.h"
#include "moments/moments.h"
#include "recurrence/recurrence.h"
#include "sums/sweep.h"
#include "test_backend.h"

FUZZ_STATE(sums, test_runner, test_case)
FUZZ_STATE(dots, test_dot_runner, test_dot_case)
FUZZ_STATE(extrema, test_extrema_runner, test_extrema_case)
FUZZ_STATE(moments, test_moments_runner, test_moments_case)
FUZZ_STATE(recurrences, test_recurrence_runner, test_recurrence_case)

static uint64_t below(test_random *random, uint64_t bound)
{
    return test_random_below(random, bound);
}

/* The segments and the count of a case that has drawn all else. */
#define DRAW_SHAPE(s, is_by_offsets, random)                                                                           \
    do {                                                                                                               \
        (s)->test.n = fuzz_length(random);                                                                             \
        (s)->test.segment_size = fuzz_segment_size((s)->test.n, random);                                               \
        fuzz_draw_offsets(&(s)->offsets, (s)->test.n, random);                                                         \
        (s)->test.offsets = (s)->offsets.values;                                                                       \
        (s)->test.num_segments = (s)->offsets.num_segments;                                                            \
        (s)->test.count = (is_by_offsets) ? fuzz_count_of_segments(&(s)->offsets, &(s)->test.n, random)                \
                                          : fuzz_count((s)->test.n, random);                                           \
    } while (0)

/* ------------------------------------------------------------------------------------- reductions and scans --- */

static void draw_sums(sums_state *s, test_random *random)
{
    const test_operation operation = (test_operation)below(random, TEST_OPERATION_COUNT);
    const test_pair pair = test_pairs[below(random, TEST_PAIR_COUNT)];
    test_case *const t = &s->test;
    *t = test_case_random(operation, pair, 0, random);
    t->reduction = test_reduction_random(operation, pair, random);
    if (!test_reduction_is_plain(&t->reduction)) {
        t->distribution = test_reduction_elements(&t->reduction, random);
    }
    if (!test_is_scan(operation) && test_reduction_is_plain(&t->reduction) && !t->reduction.reproducible) {
        const bool has_all_ones = operation == TEST_REDUCE && test_types[pair.in].real && !test_on_cuda();
        t->algorithm = (tcu_reduce_algorithm)below(random, has_all_ones ? TCU_REDUCE_ALGORITHM_ALL_ONES + 1
                                                                        : TCU_REDUCE_ALGORITHM_WORK_EFFICIENT + 1);
    }
    DRAW_SHAPE(s, test_has_offsets(operation), random);
    if (!test_has_offsets(operation)) {
        t->num_segments = 0;
        t->offsets = NULL;
    }
}

static tcu_status call_sums(sums_state *s)
{
    tcu_reduce_options options = test_reduction_options(&s->test.reduction);
    options.algorithm = s->test.algorithm;
    options.count = s->runner.counted;
    const test_call call = test_runner_call(&s->runner, &s->test, &options);
    tcu_context_set_arithmetic(s->runner.context, s->test.arithmetic);
    return test_call_run(s->runner.context, &call);
}

static const test_slice *array_of_sums(void *state, int i)
{
    const sums_state *const s = state;
    return i == 0                                ? &s->runner.out
           : i == 1                              ? &s->runner.in
           : test_has_offsets(s->test.operation) ? &s->runner.offsets
                                                 : NULL;
}

FUZZ_FAMILY(sums, test_runner, test_runner, 3)

/* --------------------------------------------------------------------------------------------- dot products --- */

static void draw_dots(dots_state *s, test_random *random)
{
    s->test = test_dot_random((test_dot_form)below(random, TEST_DOT_COUNT), test_pairs[below(random, TEST_PAIR_COUNT)],
                              random);
    DRAW_SHAPE(s, s->test.form == TEST_DOT_OFFSETS, random);
}

static tcu_status call_dots(dots_state *s)
{
    return test_dot_run_call(&s->runner, &s->test);
}

FUZZ_ARRAYS(dots, buffers)
FUZZ_FAMILY(dots, test_dot_runner, test_dot, TEST_DOT_BUFFERS)

/* -------------------------------------------------------------------------------------------------- extrema --- */

static void draw_extrema(extrema_state *s, test_random *random)
{
    s->test = test_extrema_random((test_extrema_form)below(random, TEST_EXTREMA_COUNT),
                                  (tcu_type)below(random, TCU_TYPE_COUNT), random);
    DRAW_SHAPE(s, s->test.form == TEST_EXTREMA_OFFSETS, random);
}

static tcu_status call_extrema(extrema_state *s)
{
    const test_extrema_call call = test_extrema_make_call(&s->runner, &s->test);
    return test_extrema_run_call(s->runner.context, &call);
}

FUZZ_ARRAYS(extrema, buffers)
FUZZ_FAMILY(extrema, test_extrema_runner, test_extrema, TEST_EXTREMA_BUFFERS)

/* -------------------------------------------------------------------------------------------------- moments --- */

/* Of columns it is rows that are counted. */
static void draw_moments(moments_state *s, test_random *random)
{
    test_moments_case *const t = &s->test;
    *t = test_moments_random((test_moments_form)below(random, TEST_MOMENTS_COUNT),
                             test_moments_pairs[below(random, TEST_MOMENTS_PAIRS)], random);
    DRAW_SHAPE(s, t->form == TEST_MOMENTS_OFFSETS, random);
    t->columns = below(random, 3) == 0 ? 1 + below(random, 3) : 1 + below(random, 300);
    t->rows = fuzz_length(random) / t->columns;
    t->row_stride = t->columns + below(random, 3);
    if (t->form == TEST_MOMENTS_COLUMNS) {
        t->count = fuzz_count(t->rows, random);
        if (t->count.behind > 100) { /* so many rows */
            t->count.behind = t->count.behind / t->row_stride + 1;
        }
    }
}

static tcu_status call_moments(moments_state *s)
{
    const test_moments_call call = test_moments_make_call(&s->runner, &s->test);
    return test_moments_run_call(s->runner.context, &call);
}

FUZZ_ARRAYS(moments, buffers)
FUZZ_FAMILY(moments, test_moments_runner, test_moments, TEST_MOMENTS_BUFFERS)

/* ---------------------------------------------------------------------------------------------- recurrences --- */

static void draw_recurrences(recurrences_state *s, test_random *random)
{
    s->test = test_recurrence_random((test_recurrence_form)below(random, TEST_RECURRENCE_COUNT),
                                     test_recurrence_types[below(random, TEST_RECURRENCE_TYPES)], random);
    DRAW_SHAPE(s, s->test.form == TEST_RECURRENCE_OFFSETS, random);
}

static tcu_status call_recurrences(recurrences_state *s)
{
    const test_recurrence_call call = test_recurrence_make_call(&s->runner, &s->test);
    return test_recurrence_run_call(s->runner.context, &call);
}

FUZZ_ARRAYS(recurrences, buffers)
FUZZ_FAMILY(recurrences, test_recurrence_runner, test_recurrence, TEST_RECURRENCE_BUFFERS)
