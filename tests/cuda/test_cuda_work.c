/* SPDX-License-Identifier: Apache-2.0 */
#include "test_cuda_work.h"

#include <string.h>

#include "primitives/context/context_internal.h"
#include "test_records.h"

const char *test_work_name(int which)
{
    return which < TEST_WORK_COMPACTIONS   ? test_operation_names[which]
           : which < TEST_WORK_HISTOGRAMS  ? test_compaction_names[which - TEST_WORK_COMPACTIONS]
           : which < TEST_WORK_SORTS       ? test_histogram_names[which - TEST_WORK_HISTOGRAMS]
           : which < TEST_WORK_POLYNOMIALS ? test_sort_names[which - TEST_WORK_SORTS]
           : which < TEST_WORK_STENCILS    ? test_polynomial_names[which - TEST_WORK_POLYNOMIALS]
           : which < TEST_WORK_MOMENTS     ? test_stencil_names[which - TEST_WORK_STENCILS]
           : which < TEST_WORK_RECURRENCES ? test_moments_names[which - TEST_WORK_MOMENTS]
           : which < TEST_WORK_BY_KEYS     ? test_recurrence_names[which - TEST_WORK_RECURRENCES]
           : which < TEST_WORK_GROUPS      ? test_by_key_names[which - TEST_WORK_BY_KEYS]
           : which < TEST_WORK_EXTREMA     ? "tcu_group_by"
           : which < TEST_WORK_MOVES       ? test_extrema_names[which - TEST_WORK_EXTREMA]
           : which < TEST_WORK_MERGES      ? test_moving_names[which - TEST_WORK_MOVES]
           : which < TEST_WORK_SELECTIONS  ? test_merge_names[which - TEST_WORK_MERGES]
                                           : test_selection_names[which - TEST_WORK_SELECTIONS];
}

test_compactor test_cuda_compactor(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_compactor compactor = test_compactor_new();
    cr_assert_eq(tcu_context_set_stream(compactor.context, stream), TCU_SUCCESS);
    return compactor;
}

test_counter test_cuda_counter(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_counter counter = test_counter_new();
    cr_assert_eq(tcu_context_set_stream(counter.context, stream), TCU_SUCCESS);
    return counter;
}

test_sorter test_cuda_sorter(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_sorter sorter = test_sorter_new();
    cr_assert_eq(tcu_context_set_stream(sorter.context, stream), TCU_SUCCESS);
    return sorter;
}

test_evaluator test_cuda_evaluator(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_evaluator evaluator = test_evaluator_new();
    cr_assert_eq(tcu_context_set_stream(evaluator.context, stream), TCU_SUCCESS);
    return evaluator;
}

test_sweeper test_cuda_sweeper(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_sweeper sweeper = test_sweeper_new();
    cr_assert_eq(tcu_context_set_stream(sweeper.context, stream), TCU_SUCCESS);
    return sweeper;
}

test_moments_runner test_cuda_moments_runner(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_moments_runner runner = test_moments_runner_new();
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    return runner;
}

test_recurrence_runner test_cuda_recurrence_runner(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_recurrence_runner runner = test_recurrence_runner_new();
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    return runner;
}

test_extrema_runner test_cuda_extrema_runner(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_extrema_runner runner = test_extrema_runner_new();
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    return runner;
}

test_mover test_cuda_mover(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_mover mover = test_mover_new();
    cr_assert_eq(tcu_context_set_stream(mover.context, stream), TCU_SUCCESS);
    return mover;
}

test_merge_runner test_cuda_merge_runner(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_merge_runner runner = test_merge_runner_new();
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    return runner;
}

test_selection_runner test_cuda_selection_runner(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_selection_runner runner = test_selection_runner_new();
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    return runner;
}

test_dot_runner test_cuda_dot_runner(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_dot_runner runner = test_dot_runner_new();
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    return runner;
}

test_by_key_runner test_cuda_by_key_runner(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_by_key_runner runner = test_by_key_runner_new();
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    return runner;
}

test_grouper test_cuda_grouper(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_grouper grouper = test_grouper_new();
    cr_assert_eq(tcu_context_set_stream(grouper.context, stream), TCU_SUCCESS);
    return grouper;
}

/* Another number of elements, of as many as there could be, for which a graph was captured. */
static void change_count(test_count *count, uint64_t *n, test_random *random)
{
    const uint64_t most = *n + count->behind;
    switch (test_random_below(random, 6)) {
    case 0:
        *n = 0;
        break;
    case 1:
        *n = most < 1 ? most : 1;
        break;
    case 2:
        *n = most;
        break;
    default:
        *n = test_random_below(random, most + 1);
        break;
    }
    const bool is_more = *n == most && test_random_below(random, 2) == 0;
    *count = (test_count){.is_given = true, .behind = most - *n, .value = is_more ? UINT64_MAX : *n};
}

/* One in three times. */
static void draw_count(test_count *count, uint64_t *n, test_random *random)
{
    if (test_random_below(random, 3) == 0) {
        change_count(count, n, random);
    }
}

test_compaction_case test_cuda_compaction(test_compaction_operation operation, uint64_t n, test_random *random)
{
    test_compaction_case t = test_compaction_random(operation, n, random);
    t.num_columns = 1 + t.num_columns % 3; /* long ones need not be many */
    t.in_place = false;
    t.temporary = TEST_TEMPORARY_DEFAULT;
    draw_count(&t.length, &t.n, random);
    if (!test_takes_predicate(operation)) {
        test_records_at_times(&t.item_bytes, random);
        test_records_at_times(&t.column_bytes[0], random);
    }
    return t;
}

test_histogram_case test_cuda_histogram(test_histogram_operation operation, uint64_t n, test_random *random)
{
    test_histogram_case t = test_histogram_random(operation, n, random);
    t.num_channels = 1 + (t.num_channels - 1) % 3;
    t.channels[0].num_bins += t.channels[0].num_bins == 0;
    t.accumulate = false;
    t.temporary = TEST_TEMPORARY_DEFAULT;
    return t;
}

test_sort_case test_cuda_sort(test_sort_operation operation, uint64_t n, test_random *random)
{
    test_sort_case t = test_sort_random(operation, n, random);
    t.keys_in_place = t.values_in_place = false;
    t.temporary = TEST_TEMPORARY_DEFAULT;
    t.given_segments = 1 + test_random_below(random, n / 10 + 1);
    if (t.value_bytes > 0) {
        test_records_at_times(&t.value_bytes, random);
    }
    return t;
}

/* Many polynomials, or one; degrees on both sides of where the matrix unit pays. */
test_polynomial_case test_cuda_polynomial(test_polynomial_form form, uint64_t n, test_random *random)
{
    static const uint64_t counts[] = {1, 16, 40, 3}, degrees[] = {3, 63, 20, 140, 7, 31};
    const bool has_pieces = form == TEST_POLYNOMIAL_INDEXED || form == TEST_POLYNOMIAL_SPLINE;
    const uint64_t count = has_pieces ? 1 + test_random_below(random, 300) : counts[test_random_below(random, 4)];
    const uint64_t degree = degrees[test_random_below(random, 6)];
    const uint64_t steps = (degree + 1) * (has_pieces ? 1 : count), most = 1 + 3000000 / steps;
    test_polynomial_case t = test_polynomial_random(form, test_polynomial_types[test_random_below(random, 4)], count,
                                                    degree, n < most ? n : most, random);
    t.in_place = false;
    t.updated = form != TEST_POLYNOMIAL_ONCE;
    t.derivatives = t.derivatives > 1 ? 1 : t.derivatives;
    t.point_numbers = t.coefficient_numbers = TEST_NUMBERS_UNIT;
    t.temporary = TEST_TEMPORARY_DEFAULT;
    return t;
}

/* Of any type that the form has; of long ones some results are looked at. */
test_stencil_case test_cuda_stencil(test_stencil_form form, uint64_t n, test_random *random)
{
    const uint64_t work = n < 500000 ? 8 * n : 4000000;
    const tcu_type type = form == TEST_STENCIL_DIFFERENCE ? (tcu_type)test_random_below(random, TCU_TYPE_COUNT)
                          : form == TEST_STENCIL_LAYER
                              ? test_stencil_types[1 + test_random_below(random, 3)]
                              : test_stencil_types[test_random_below(random, TEST_STENCIL_TYPES)];
    test_stencil_case t = test_stencil_random(form, type, work, random);
    t.in_place = false;
    t.every = work > 100000 ? 17 : 0;
    t.temporary = TEST_TEMPORARY_DEFAULT;
    return t;
}

/* Some that are empty, short, and long. */
static void set_offsets(int64_t *offsets, uint64_t n)
{
    const uint64_t ends[TEST_WORK_SEGMENTS + 1] = {0, n / 100, n / 100, n / 50, n / 2, n - n / 10, n};
    for (int k = 0; k <= TEST_WORK_SEGMENTS; k++) {
        offsets[k] = (int64_t)ends[k];
    }
}

/* Any that do not decrease, from anywhere to anywhere. */
static void draw_offsets(int64_t *offsets, uint64_t n, test_random *random)
{
    uint64_t at = 0;
    for (int k = 0; k <= TEST_WORK_SEGMENTS; k++) {
        const uint64_t left = n - at;
        at += test_random_below(random, k == 0 ? left / 50 + 1 : left / 2 + 1);
        offsets[k] = (int64_t)at;
    }
}

/* Segments of one size that are short or long; a few columns or many. */
static test_moments_case cuda_moments(test_moments_form form, uint64_t n, int64_t *offsets, test_random *random)
{
    test_moments_case t =
        test_moments_random(form, test_moments_pairs[test_random_below(random, TEST_MOMENTS_PAIRS)], random);
    t.temporary = TEST_TEMPORARY_DEFAULT;
    t.n = n;
    t.segment_size = 1 + test_random_below(random, test_random_below(random, 2) == 0 ? n : 300);
    set_offsets(offsets, n);
    t.offsets = offsets;
    t.num_segments = TEST_WORK_SEGMENTS;
    t.columns = 1 + test_random_below(random, n / 10);
    t.rows = n / t.columns;
    t.row_stride = t.columns + test_random_below(random, 3);
    return t;
}

static test_recurrence_case cuda_recurrence(test_recurrence_form form, uint64_t n, int64_t *offsets,
                                            test_random *random)
{
    test_recurrence_case t =
        test_recurrence_random(form, test_recurrence_types[test_random_below(random, TEST_RECURRENCE_TYPES)], random);
    t.temporary = TEST_TEMPORARY_DEFAULT;
    t.in_place = false;
    t.n = n;
    t.segment_size = 1 + test_random_below(random, test_random_below(random, 2) == 0 ? n : 300);
    set_offsets(offsets, n);
    t.offsets = offsets;
    t.num_segments = TEST_WORK_SEGMENTS;
    return t;
}

static test_extrema_case cuda_extrema(test_extrema_form form, uint64_t n, int64_t *offsets, test_random *random)
{
    test_extrema_case t = test_extrema_random(form, (tcu_type)test_random_below(random, TCU_TYPE_COUNT), random);
    t.temporary = TEST_TEMPORARY_DEFAULT;
    t.n = n;
    t.segment_size = 1 + test_random_below(random, test_random_below(random, 2) == 0 ? n : 300);
    set_offsets(offsets, n);
    t.offsets = offsets;
    t.num_segments = TEST_WORK_SEGMENTS;
    return t;
}

/* Items that are not so long that few of them make a case, and runs of which there are some, with something wanted. */
static test_moving_case cuda_moves(test_moving_form form, uint64_t n, test_random *random)
{
    test_moving_case t = test_moving_random(form, n, random);
    t.item_bytes = 1 + t.item_bytes % 32;
    if (form == TEST_MOVING_DECODE) {
        t.wanted |= TEST_MOVING_ITEMS;
        t.mean_length = 1 + t.mean_length % 5;
        t.n = n / t.mean_length;
    }
    t.temporary = TEST_TEMPORARY_DEFAULT;
    return t;
}

/* Results stay where they are from call to call, and inputs what they were. */
test_by_key_case test_cuda_by_key(test_by_key_form form, uint64_t n, test_random *random)
{
    test_by_key_case t = test_by_key_any(form, n, random);
    t.in_place = false;
    t.wanted |= TEST_WANT_RESULTS;
    t.temporary = TEST_TEMPORARY_DEFAULT;
    draw_count(&t.length, &t.n, random);
    test_records_at_times(&t.value_bytes, random);
    return t;
}

/* (What they have to be takes the host a merge sort, and a loop for each column.) */
test_group_case test_cuda_groups(uint64_t n, test_random *random)
{
    test_group_case t = test_group_random(n, random);
    t.num_columns %= 4;
    t.wanted |= TEST_WANT_KEYS;
    t.temporary = TEST_TEMPORARY_DEFAULT;
    draw_count(&t.length, &t.n, random);
    for (int c = 0; c < t.num_columns; c++) {
        if (t.aggregates[c] >= TCU_AGGREGATE_FIRST) {
            test_records_at_times(&t.item_bytes[c], random);
        }
    }
    return t;
}

/* Of n elements in both arrays together. */
test_merge_case test_cuda_merge(test_merge_form form, uint64_t n, test_random *random)
{
    test_merge_case t = test_merge_random(form, (tcu_type)test_random_below(random, TCU_TYPE_COUNT), random);
    t.temporary = TEST_TEMPORARY_DEFAULT;
    t.n[0] = test_random_below(random, n + 1);
    t.n[1] = n - t.n[0];
    test_merge_draw_counts(&t, random);
    return t;
}

/* Something is selected, if the count says so. */
test_selection_case test_cuda_selection(test_selection_form form, uint64_t n, test_random *random)
{
    test_selection_case t = test_selection_random(form, (tcu_type)test_random_below(random, TCU_TYPE_COUNT), n, random);
    t.temporary = TEST_TEMPORARY_DEFAULT;
    t.num_segments += 1;
    t.k += t.k == 0;
    return t;
}

void test_work_open(test_work *work, cudaStream_t stream)
{
    *work = (test_work){.sums = test_cuda_runner(stream),
                        .compactor = test_cuda_compactor(stream),
                        .counter = test_cuda_counter(stream),
                        .sorter = test_cuda_sorter(stream),
                        .evaluator = test_cuda_evaluator(stream),
                        .sweeper = test_cuda_sweeper(stream),
                        .moments_runner = test_cuda_moments_runner(stream),
                        .recurrence_runner = test_cuda_recurrence_runner(stream),
                        .by_key_runner = test_cuda_by_key_runner(stream),
                        .grouper = test_cuda_grouper(stream),
                        .extrema_runner = test_cuda_extrema_runner(stream),
                        .mover = test_cuda_mover(stream),
                        .merge_runner = test_cuda_merge_runner(stream),
                        .selection_runner = test_cuda_selection_runner(stream)};
}

void test_work_close(test_work *work)
{
    test_runner_free(&work->sums);
    test_compactor_free(&work->compactor);
    test_counter_free(&work->counter);
    test_sorter_free(&work->sorter);
    test_evaluator_free(&work->evaluator);
    test_sweeper_free(&work->sweeper);
    test_moments_runner_free(&work->moments_runner);
    test_recurrence_runner_free(&work->recurrence_runner);
    test_by_key_runner_free(&work->by_key_runner);
    test_grouper_free(&work->grouper);
    test_extrema_runner_free(&work->extrema_runner);
    test_mover_free(&work->mover);
    test_merge_runner_free(&work->merge_runner);
    test_selection_runner_free(&work->selection_runner);
}

void test_work_contexts(test_work *work, tcu_context **contexts[TEST_WORK_CONTEXTS])
{
    contexts[TEST_WORK_SUM] = &work->sums.context;
    contexts[TEST_WORK_COMPACTION] = &work->compactor.context;
    contexts[TEST_WORK_HISTOGRAM] = &work->counter.context;
    contexts[TEST_WORK_SORT] = &work->sorter.context;
    contexts[TEST_WORK_POLYNOMIAL] = &work->evaluator.context;
    contexts[TEST_WORK_STENCIL] = &work->sweeper.context;
    contexts[TEST_WORK_MOMENT] = &work->moments_runner.context;
    contexts[TEST_WORK_RECURRENCE] = &work->recurrence_runner.context;
    contexts[TEST_WORK_BY_KEY] = &work->by_key_runner.context;
    contexts[TEST_WORK_GROUP_BY] = &work->grouper.context;
    contexts[TEST_WORK_EXTREMUM] = &work->extrema_runner.context;
    contexts[TEST_WORK_MOVE] = &work->mover.context;
    contexts[TEST_WORK_MERGE] = &work->merge_runner.context;
    contexts[TEST_WORK_SELECTION] = &work->selection_runner.context;
}

void test_work_change_input(test_work *work, test_random *random)
{
    switch (work->kind) {
    case TEST_WORK_SUM:
        work->sum.seed = test_random_next(random) & ~(uint64_t)7;
        cr_assert(test_runner_prepare(&work->sums, &work->sum));
        break;
    case TEST_WORK_COMPACTION:
        work->compaction.seed = test_random_next(random);
        work->compaction.density = (test_density)test_random_below(random, TEST_DENSITY_COUNT);
        if (work->compaction.length.is_given) {
            change_count(&work->compaction.length, &work->compaction.n, random);
        }
        test_compactor_prepare(&work->compactor, &work->compaction);
        break;
    case TEST_WORK_HISTOGRAM: /* of even bins a graph keeps the ends */
        work->histogram.seed = test_random_next(random);
        work->histogram.spread = (test_spread)test_random_below(random, TEST_SPREAD_COUNT);
        test_counter_prepare(&work->counter, &work->histogram);
        break;
    case TEST_WORK_SORT:
        work->sort.seed = test_random_next(random);
        work->sort.spread = (test_sort_spread)test_random_below(random, TEST_SORT_SPREADS);
        work->sort.shape = (test_shape)test_random_below(random, TEST_SHAPE_COUNT);
        test_sorter_prepare(&work->sorter, &work->sort);
        break;
    case TEST_WORK_POLYNOMIAL: /* of the call's arguments a graph keeps those that follow from seeds, too */
        work->polynomial.seed = (test_random_next(random) & ~(uint64_t)31) | (work->polynomial.seed & 31);
        test_evaluator_prepare(&work->evaluator, &work->polynomial);
        break;
    case TEST_WORK_STENCIL: /* the plan stays */
        work->stencil.value_seed = test_random_next(random);
        test_sweeper_prepare(&work->sweeper, &work->stencil);
        break;
    case TEST_WORK_MOMENT: /* a graph keeps the arguments that follow from the seed */
        work->moments.seed = (test_random_next(random) & ~(uint64_t)3) | (work->moments.seed & 3);
        test_moments_prepare(&work->moments_runner, &work->moments);
        break;
    case TEST_WORK_RECURRENCE: /* likewise; offsets are the device's */
        draw_offsets(work->offsets, work->recurrence.n, random);
        work->recurrence.seed = (test_random_next(random) & ~(uint64_t)15) | (work->recurrence.seed & 15);
        test_recurrence_prepare(&work->recurrence_runner, &work->recurrence);
        break;
    case TEST_WORK_BY_KEY: /* of other runs, which a replay finds */
        work->by_key.seed = test_random_next(random);
        work->by_key.shape = (test_run_shape)test_random_below(random, TEST_RUN_SHAPES);
        if (work->by_key.length.is_given) {
            change_count(&work->by_key.length, &work->by_key.n, random);
        }
        test_by_key_prepare(&work->by_key_runner, &work->by_key);
        break;
    case TEST_WORK_GROUP_BY: { /* likewise of as many groups as another number says */
        static const uint64_t groups[] = {1, 5, 300, 1000000};
        work->group_by.seed = test_random_next(random);
        work->group_by.groups = groups[test_random_below(random, 4)];
        if (work->group_by.length.is_given) {
            change_count(&work->group_by.length, &work->group_by.n, random);
        }
        test_grouper_prepare(&work->grouper, &work->group_by);
        break;
    }
    case TEST_WORK_EXTREMUM: /* of other values; a graph keeps the arguments that follow from the seed */
        draw_offsets(work->offsets, work->extrema.n, random);
        work->extrema.seed = (test_random_next(random) & ~(uint64_t)31) | (work->extrema.seed & 31);
        work->extrema.values = (test_extrema_values)test_random_below(random, TEST_EXTREMA_VALUES_COUNT);
        test_extrema_prepare(&work->extrema_runner, &work->extrema);
        break;
    case TEST_WORK_MOVE: /* likewise; other lengths, and another count in memory */
        work->move.seed = (test_random_next(random) & ~(uint64_t)31) | (work->move.seed & 31);
        work->move.lengths = (test_lengths)test_random_below(random, TEST_LENGTHS_COUNT);
        if (work->move.limit != TEST_LIMIT_NONE) {
            work->move.limit = (test_moving_limit)(TEST_LIMIT_ZERO + test_random_below(random, TEST_LIMIT_MORE));
        }
        test_mover_prepare(&work->mover, &work->move);
        break;
    case TEST_WORK_MERGE: /* of other keys and counts, which a replay reads; a graph keeps what follows from the seed */
        work->merge.seed = (test_random_next(random) & ~(uint64_t)15) | (work->merge.seed & 15);
        work->merge.spread = (test_merge_spread)test_random_below(random, TEST_MERGE_SPREADS);
        test_merge_draw_counts(&work->merge, random);
        test_merge_prepare(&work->merge_runner, &work->merge);
        break;
    case TEST_WORK_SELECTION: /* likewise, and offsets; q are numbers that a graph keeps */
        work->selection.seed = (test_random_next(random) & ~(uint64_t)15) | (work->selection.seed & 15);
        work->selection.spread = (test_selection_spread)test_random_below(random, TEST_SELECTION_SPREADS);
        work->selection.has_nans = test_random_below(random, 3) == 0;
        test_selection_draw_count(&work->selection, random);
        test_selection_prepare(&work->selection_runner, &work->selection);
    }
}

void test_work_prepare(test_work *work, int which, uint64_t n, test_random *random)
{
    const uint64_t fewer = n > 100000 ? n / 8 : n;
    if (which < TEST_WORK_COMPACTIONS) {
        work->kind = TEST_WORK_SUM;
        work->cuts = test_cuts_of(n);
        const test_pair pair = test_pairs[test_random_below(random, TEST_PAIR_COUNT)];
        work->sum = test_cuda_case((test_operation)which, pair, n, &work->cuts, 0);
        work->sum.reduction = test_reduction_random((test_operation)which, pair, random);
    } else if (which < TEST_WORK_HISTOGRAMS) {
        work->kind = TEST_WORK_COMPACTION;
        work->compaction = test_cuda_compaction((test_compaction_operation)(which - TEST_WORK_COMPACTIONS), n, random);
    } else if (which < TEST_WORK_SORTS) {
        work->kind = TEST_WORK_HISTOGRAM;
        work->histogram = test_cuda_histogram((test_histogram_operation)(which - TEST_WORK_HISTOGRAMS), fewer, random);
    } else if (which < TEST_WORK_POLYNOMIALS) {
        work->kind = TEST_WORK_SORT;
        work->sort = test_cuda_sort((test_sort_operation)(which - TEST_WORK_SORTS), fewer, random);
    } else if (which < TEST_WORK_STENCILS) {
        work->kind = TEST_WORK_POLYNOMIAL;
        work->polynomial = test_cuda_polynomial((test_polynomial_form)(which - TEST_WORK_POLYNOMIALS), fewer, random);
    } else if (which < TEST_WORK_MOMENTS) {
        work->kind = TEST_WORK_STENCIL;
        work->stencil = test_cuda_stencil((test_stencil_form)(which - TEST_WORK_STENCILS), fewer, random);
    } else if (which < TEST_WORK_RECURRENCES) {
        work->kind = TEST_WORK_MOMENT;
        work->moments = cuda_moments((test_moments_form)(which - TEST_WORK_MOMENTS), n, work->offsets, random);
    } else if (which < TEST_WORK_BY_KEYS) {
        work->kind = TEST_WORK_RECURRENCE;
        work->recurrence =
            cuda_recurrence((test_recurrence_form)(which - TEST_WORK_RECURRENCES), n, work->offsets, random);
    } else if (which < TEST_WORK_GROUPS) {
        work->kind = TEST_WORK_BY_KEY;
        work->by_key = test_cuda_by_key((test_by_key_form)(which - TEST_WORK_BY_KEYS), n, random);
    } else if (which < TEST_WORK_EXTREMA) {
        work->kind = TEST_WORK_GROUP_BY;
        work->group_by = test_cuda_groups(fewer, random);
    } else if (which < TEST_WORK_MOVES) {
        work->kind = TEST_WORK_EXTREMUM;
        work->extrema = cuda_extrema((test_extrema_form)(which - TEST_WORK_EXTREMA), n, work->offsets, random);
    } else if (which < TEST_WORK_MERGES) {
        work->kind = TEST_WORK_MOVE;
        work->move = cuda_moves((test_moving_form)(which - TEST_WORK_MOVES), n, random);
    } else if (which < TEST_WORK_SELECTIONS) {
        work->kind = TEST_WORK_MERGE;
        work->merge = test_cuda_merge((test_merge_form)(which - TEST_WORK_MERGES), fewer, random);
    } else {
        work->kind = TEST_WORK_SELECTION;
        work->selection = test_cuda_selection((test_selection_form)(which - TEST_WORK_SELECTIONS), fewer, random);
    }
    test_work_change_input(work, random);
}

size_t test_work_query(test_work *work)
{
    size_t bytes = 0;
    if (work->kind == TEST_WORK_SUM) {
        const tcu_reduce_options options = test_reduction_options(&work->sum.reduction);
        const test_call call = test_runner_call(&work->sums, &work->sum, &options);
        cr_assert_eq(test_call_query(work->sums.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_COMPACTION) {
        const test_compaction_call call = test_compactor_call(&work->compactor, &work->compaction);
        cr_assert_eq(test_compaction_query(work->compactor.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_HISTOGRAM) {
        const test_histogram_call call = test_counter_call(&work->counter, &work->histogram);
        cr_assert_eq(test_histogram_query(work->counter.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_SORT) {
        const test_sort_call call = test_sorter_call(&work->sorter, &work->sort);
        cr_assert_eq(test_sort_query(work->sorter.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_POLYNOMIAL) {
        const test_polynomial_call call = test_evaluator_call(&work->evaluator, &work->polynomial);
        cr_assert_eq(test_polynomial_query(work->evaluator.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_MOMENT) {
        const test_moments_call call = test_moments_make_call(&work->moments_runner, &work->moments);
        cr_assert_eq(test_moments_query(work->moments_runner.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_RECURRENCE) {
        const test_recurrence_call call = test_recurrence_make_call(&work->recurrence_runner, &work->recurrence);
        cr_assert_eq(test_recurrence_query(work->recurrence_runner.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_BY_KEY) {
        const test_by_key_call call = test_by_key_make_call(&work->by_key_runner, &work->by_key);
        cr_assert_eq(test_by_key_query(work->by_key_runner.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_GROUP_BY) {
        bytes = test_grouper_query(&work->grouper, &work->group_by);
    } else if (work->kind == TEST_WORK_EXTREMUM) {
        const test_extrema_call call = test_extrema_make_call(&work->extrema_runner, &work->extrema);
        cr_assert_eq(test_extrema_query(work->extrema_runner.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_MOVE) {
        const test_moving_call call = test_mover_make_call(&work->mover, &work->move);
        cr_assert_eq(test_moving_query(work->mover.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_MERGE) {
        const test_merge_call call = test_merge_make_call(&work->merge_runner, &work->merge);
        cr_assert_eq(test_merge_query(work->merge_runner.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_SELECTION) {
        const test_selection_call call = test_selection_make_call(&work->selection_runner, &work->selection);
        cr_assert_eq(test_selection_query(work->selection_runner.context, &call, &bytes), TCU_SUCCESS);
    } else {
        const test_stencil_call call = test_sweeper_call(&work->sweeper, &work->stencil);
        cr_assert_eq(test_stencil_query(work->sweeper.context, &call, &bytes), TCU_SUCCESS);
    }
    return bytes;
}

void test_work_set_workspace(test_work *work, void *workspace, size_t bytes)
{
    tcu_context **contexts[TEST_WORK_CONTEXTS];
    test_work_contexts(work, contexts);
    for (int c = 0; c < TEST_WORK_CONTEXTS; c++) {
        cr_assert_eq(tcu_context_set_workspace(*contexts[c], workspace, bytes), TCU_SUCCESS);
    }
}

test_slice test_work_give_workspace(test_work *work, unsigned char garbage)
{
    const size_t bytes = test_work_query(work);
    const test_slice workspace = test_slice_open(&work->compactor.workspace_memory, bytes, 13, garbage);
    test_work_set_workspace(work, workspace.data, bytes);
    test_synchronise();
    return workspace;
}

static void enqueue_compaction(test_compactor *compactor, const test_compaction_case *t)
{
    const test_compaction_call call = test_compactor_call(compactor, t);
    const tcu_status status = test_compaction_run_call(compactor->context, &call);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(compactor->context));
    memset(&compactor->predicate, 0xee, sizeof compactor->predicate);
    memset(compactor->columns, 0xee, sizeof compactor->columns);
}

static void enqueue_histogram(test_counter *counter, const test_histogram_case *t)
{
    const test_histogram_call call = test_counter_call(counter, t);
    const tcu_status status = test_histogram_run_call(counter->context, &call);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(counter->context));
    test_counter_spoil_arguments(counter);
}

static void enqueue_sort(test_sorter *sorter, const test_sort_case *t, bool one_way)
{
    const test_sort_call call = test_sorter_call(sorter, t);
    do {
        const tcu_status status = test_sort_run_call(sorter->context, &call);
        cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(sorter->context));
    } while (!one_way && sorter->buffers.current != t->current);
    test_sorter_spoil(sorter);
}

static void enqueue_stencil(test_sweeper *sweeper, const test_stencil_case *t)
{
    if (t->form == TEST_STENCIL_ITERATE && sweeper->buffers[TEST_STENCIL_IN].slice.bytes > 0) {
        const test_slice *u = &sweeper->buffers[TEST_STENCIL_IN].slice,
                         *was = &sweeper->buffers[TEST_STENCIL_OUT].slice;
        TEST_CUDA(cudaMemcpyAsync(u->data, was->data, u->bytes, cudaMemcpyDeviceToDevice, sweeper->context->stream));
    }
    const tcu_status status = test_sweeper_enqueue(sweeper, t);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(sweeper->context));
}

static void enqueue_moments(test_moments_runner *runner, const test_moments_case *t)
{
    const test_moments_call call = test_moments_make_call(runner, t);
    const tcu_status status = test_moments_run_call(runner->context, &call);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(runner->context));
    memset(&runner->options, 0xee, sizeof runner->options);
}

static void enqueue_recurrence(test_recurrence_runner *runner, const test_recurrence_case *t)
{
    const test_recurrence_call call = test_recurrence_make_call(runner, t);
    const tcu_status status = test_recurrence_run_call(runner->context, &call);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(runner->context));
    memset(&runner->options, 0xee, sizeof runner->options);
}

static void enqueue_by_key(test_by_key_runner *runner, const test_by_key_case *t)
{
    const test_by_key_call call = test_by_key_make_call(runner, t);
    const tcu_status status = test_by_key_run_call(runner->context, &call);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(runner->context));
    memset(&runner->runs, 0xee, sizeof runner->runs);
    memset(&runner->options, 0xee, sizeof runner->options);
}

static void enqueue_groups(test_grouper *grouper, const test_group_case *t)
{
    const tcu_status status = test_grouper_enqueue(grouper, t);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(grouper->context));
    memset(grouper->columns, 0xee, sizeof grouper->columns);
    memset(&grouper->groups, 0xee, sizeof grouper->groups);
    memset(&grouper->options, 0xee, sizeof grouper->options);
}

static void enqueue_extrema(test_extrema_runner *runner, const test_extrema_case *t)
{
    const test_extrema_call call = test_extrema_make_call(runner, t);
    const tcu_status status = test_extrema_run_call(runner->context, &call);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(runner->context));
    memset(&runner->options, 0xee, sizeof runner->options);
}

static void enqueue_move(test_mover *mover, const test_moving_case *t)
{
    const test_moving_call call = test_mover_make_call(mover, t);
    const tcu_status status = test_moving_run_call(mover->context, &call);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(mover->context));
    memset(&mover->options, 0xee, sizeof mover->options);
    memset(&mover->run_options, 0xee, sizeof mover->run_options);
}

static void enqueue_merge(test_merge_runner *runner, const test_merge_case *t)
{
    const test_merge_call call = test_merge_make_call(runner, t);
    const tcu_status status = test_merge_run_call(runner->context, &call);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(runner->context));
    memset(&runner->merge_options, 0xee, sizeof runner->merge_options);
    memset(&runner->search_options, 0xee, sizeof runner->search_options);
}

static void enqueue_selection(test_selection_runner *runner, const test_selection_case *t)
{
    const test_selection_call call = test_selection_make_call(runner, t);
    const tcu_status status = test_selection_run_call(runner->context, &call);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(runner->context));
    test_selection_spoil(runner);
}

void test_work_enqueue(test_work *work)
{
    switch (work->kind) {
    case TEST_WORK_SUM:
        test_cuda_enqueue(&work->sums, &work->sum);
        break;
    case TEST_WORK_COMPACTION:
        enqueue_compaction(&work->compactor, &work->compaction);
        break;
    case TEST_WORK_HISTOGRAM:
        enqueue_histogram(&work->counter, &work->histogram);
        break;
    case TEST_WORK_SORT:
        enqueue_sort(&work->sorter, &work->sort, work->one_way);
        break;
    case TEST_WORK_POLYNOMIAL:
        cr_assert_eq(test_evaluator_enqueue(&work->evaluator, &work->polynomial), TCU_SUCCESS, "%s",
                     tcu_context_last_error(work->evaluator.context));
        break;
    case TEST_WORK_STENCIL:
        enqueue_stencil(&work->sweeper, &work->stencil);
        break;
    case TEST_WORK_MOMENT:
        enqueue_moments(&work->moments_runner, &work->moments);
        break;
    case TEST_WORK_RECURRENCE:
        enqueue_recurrence(&work->recurrence_runner, &work->recurrence);
        break;
    case TEST_WORK_BY_KEY:
        enqueue_by_key(&work->by_key_runner, &work->by_key);
        break;
    case TEST_WORK_GROUP_BY:
        enqueue_groups(&work->grouper, &work->group_by);
        break;
    case TEST_WORK_EXTREMUM:
        enqueue_extrema(&work->extrema_runner, &work->extrema);
        break;
    case TEST_WORK_MOVE:
        enqueue_move(&work->mover, &work->move);
        break;
    case TEST_WORK_MERGE:
        enqueue_merge(&work->merge_runner, &work->merge);
        break;
    case TEST_WORK_SELECTION:
        enqueue_selection(&work->selection_runner, &work->selection);
    }
}

bool test_work_verify(test_work *work)
{
    return work->kind == TEST_WORK_SUM          ? test_runner_verify(&work->sums, &work->sum)
           : work->kind == TEST_WORK_COMPACTION ? test_compactor_verify(&work->compactor, &work->compaction)
           : work->kind == TEST_WORK_HISTOGRAM  ? test_counter_verify(&work->counter, &work->histogram)
           : work->kind == TEST_WORK_SORT       ? test_sorter_verify(&work->sorter, &work->sort)
           : work->kind == TEST_WORK_POLYNOMIAL ? test_evaluator_verify(&work->evaluator, &work->polynomial)
           : work->kind == TEST_WORK_STENCIL    ? test_sweeper_verify(&work->sweeper, &work->stencil)
           : work->kind == TEST_WORK_MOMENT     ? test_moments_verify(&work->moments_runner, &work->moments)
           : work->kind == TEST_WORK_RECURRENCE ? test_recurrence_verify(&work->recurrence_runner, &work->recurrence)
           : work->kind == TEST_WORK_BY_KEY     ? test_by_key_verify(&work->by_key_runner, &work->by_key)
           : work->kind == TEST_WORK_GROUP_BY   ? test_grouper_verify(&work->grouper, &work->group_by)
           : work->kind == TEST_WORK_EXTREMUM   ? test_extrema_verify(&work->extrema_runner, &work->extrema)
           : work->kind == TEST_WORK_MOVE       ? test_mover_verify(&work->mover, &work->move)
           : work->kind == TEST_WORK_MERGE      ? test_merge_verify(&work->merge_runner, &work->merge)
                                                : test_selection_verify(&work->selection_runner, &work->selection);
}

const char *test_work_failure(const test_work *work)
{
    return work->kind == TEST_WORK_SUM          ? work->sums.failure
           : work->kind == TEST_WORK_COMPACTION ? work->compactor.failure
           : work->kind == TEST_WORK_HISTOGRAM  ? work->counter.failure
           : work->kind == TEST_WORK_SORT       ? work->sorter.failure
           : work->kind == TEST_WORK_POLYNOMIAL ? work->evaluator.failure
           : work->kind == TEST_WORK_STENCIL    ? work->sweeper.failure
           : work->kind == TEST_WORK_MOMENT     ? work->moments_runner.failure
           : work->kind == TEST_WORK_RECURRENCE ? work->recurrence_runner.failure
           : work->kind == TEST_WORK_BY_KEY     ? work->by_key_runner.failure
           : work->kind == TEST_WORK_GROUP_BY   ? work->grouper.failure
           : work->kind == TEST_WORK_EXTREMUM   ? work->extrema_runner.failure
           : work->kind == TEST_WORK_MOVE       ? work->mover.failure
           : work->kind == TEST_WORK_MERGE      ? work->merge_runner.failure
                                                : work->selection_runner.failure;
}

void test_work_expect(test_work *work)
{
    cr_assert(test_work_verify(work), "%s", test_work_failure(work));
}
