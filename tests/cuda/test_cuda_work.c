/* SPDX-License-Identifier: Apache-2.0 */
#include "test_cuda_work.h"

#include <string.h>

const char *test_work_name(int which)
{
    return which < TEST_WORK_COMPACTIONS  ? test_operation_names[which]
           : which < TEST_WORK_HISTOGRAMS ? test_compaction_names[which - TEST_WORK_COMPACTIONS]
           : which < TEST_WORK_SORTS      ? test_histogram_names[which - TEST_WORK_HISTOGRAMS]
                                          : test_sort_names[which - TEST_WORK_SORTS];
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

test_compaction_case test_cuda_compaction(test_compaction_operation operation, uint64_t n, test_random *random)
{
    test_compaction_case t = test_compaction_random(operation, n, random);
    t.num_columns = 1 + t.num_columns % 3; /* long ones need not be many */
    t.in_place = false;
    t.temporary = TEST_TEMPORARY_DEFAULT;
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
    return t;
}

void test_work_open(test_work *work, cudaStream_t stream)
{
    *work = (test_work){.sums = test_cuda_runner(stream),
                        .compactor = test_cuda_compactor(stream),
                        .counter = test_cuda_counter(stream),
                        .sorter = test_cuda_sorter(stream)};
}

void test_work_close(test_work *work)
{
    test_runner_free(&work->sums);
    test_compactor_free(&work->compactor);
    test_counter_free(&work->counter);
    test_sorter_free(&work->sorter);
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
    }
}

void test_work_prepare(test_work *work, int which, uint64_t n, test_random *random)
{
    const uint64_t fewer = n > 100000 ? n / 8 : n;
    if (which < TEST_WORK_COMPACTIONS) {
        work->kind = TEST_WORK_SUM;
        work->cuts = test_cuts_of(n);
        work->sum = test_cuda_case((test_operation)which, test_pairs[test_random_below(random, TEST_PAIR_COUNT)], n,
                                   &work->cuts, 0);
    } else if (which < TEST_WORK_HISTOGRAMS) {
        work->kind = TEST_WORK_COMPACTION;
        work->compaction = test_cuda_compaction((test_compaction_operation)(which - TEST_WORK_COMPACTIONS), n, random);
    } else if (which < TEST_WORK_SORTS) {
        work->kind = TEST_WORK_HISTOGRAM;
        work->histogram = test_cuda_histogram((test_histogram_operation)(which - TEST_WORK_HISTOGRAMS), fewer, random);
    } else {
        work->kind = TEST_WORK_SORT;
        work->sort = test_cuda_sort((test_sort_operation)(which - TEST_WORK_SORTS), fewer, random);
    }
    test_work_change_input(work, random);
}

size_t test_work_query(test_work *work)
{
    size_t bytes = 0;
    if (work->kind == TEST_WORK_SUM) {
        const test_call call = test_runner_call(&work->sums, &work->sum, NULL);
        cr_assert_eq(test_call_query(work->sums.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_COMPACTION) {
        const test_compaction_call call = test_compactor_call(&work->compactor, &work->compaction);
        cr_assert_eq(test_compaction_query(work->compactor.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_HISTOGRAM) {
        const test_histogram_call call = test_counter_call(&work->counter, &work->histogram);
        cr_assert_eq(test_histogram_query(work->counter.context, &call, &bytes), TCU_SUCCESS);
    } else {
        const test_sort_call call = test_sorter_call(&work->sorter, &work->sort);
        cr_assert_eq(test_sort_query(work->sorter.context, &call, &bytes), TCU_SUCCESS);
    }
    return bytes;
}

void test_work_set_workspace(test_work *work, void *workspace, size_t bytes)
{
    cr_assert_eq(tcu_context_set_workspace(work->sums.context, workspace, bytes), TCU_SUCCESS);
    cr_assert_eq(tcu_context_set_workspace(work->compactor.context, workspace, bytes), TCU_SUCCESS);
    cr_assert_eq(tcu_context_set_workspace(work->counter.context, workspace, bytes), TCU_SUCCESS);
    cr_assert_eq(tcu_context_set_workspace(work->sorter.context, workspace, bytes), TCU_SUCCESS);
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
    }
}

bool test_work_verify(test_work *work)
{
    return work->kind == TEST_WORK_SUM          ? test_runner_verify(&work->sums, &work->sum)
           : work->kind == TEST_WORK_COMPACTION ? test_compactor_verify(&work->compactor, &work->compaction)
           : work->kind == TEST_WORK_HISTOGRAM  ? test_counter_verify(&work->counter, &work->histogram)
                                                : test_sorter_verify(&work->sorter, &work->sort);
}

const char *test_work_failure(const test_work *work)
{
    return work->kind == TEST_WORK_SUM          ? work->sums.failure
           : work->kind == TEST_WORK_COMPACTION ? work->compactor.failure
           : work->kind == TEST_WORK_HISTOGRAM  ? work->counter.failure
                                                : work->sorter.failure;
}

void test_work_expect(test_work *work)
{
    cr_assert(test_work_verify(work), "%s", test_work_failure(work));
}
