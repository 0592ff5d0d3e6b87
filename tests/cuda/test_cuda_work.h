/* SPDX-License-Identifier: Apache-2.0 */
/* A call of any operation, sum, compaction or sort, and all that it needs: for tests of streams and graphs. */
#ifndef TEST_CUDA_WORK_H
#define TEST_CUDA_WORK_H

#include "test_compaction.h"
#include "test_cuda.h"
#include "test_random.h"
#include "test_sorting.h"

/* The sums, behind them the compactions, and the sorts. */
enum {
    TEST_WORK_COMPACTIONS = TEST_OPERATION_COUNT,
    TEST_WORK_SORTS = TEST_WORK_COMPACTIONS + TEST_COMPACTION_COUNT,
    TEST_WORK_COUNT = TEST_WORK_SORTS + TEST_SORT_COUNT
};

typedef enum test_work_kind { TEST_WORK_IS_SUM, TEST_WORK_IS_COMPACTION, TEST_WORK_IS_SORT } test_work_kind;

typedef struct test_work {
    test_work_kind kind;
    test_runner sums;
    test_case sum;
    test_cuts cuts; /* of sum */
    test_compactor compactor;
    test_compaction_case compaction;
    test_sorter sorter;
    test_sort_case sort;
    bool one_way; /* sorts between two buffers: not back again to where they began */
} test_work;

static inline const char *test_work_name(int which)
{
    return which < TEST_WORK_COMPACTIONS ? test_operation_names[which]
           : which < TEST_WORK_SORTS     ? test_compaction_names[which - TEST_WORK_COMPACTIONS]
                                         : test_sort_names[which - TEST_WORK_SORTS];
}

static inline test_compactor test_cuda_compactor(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_compactor compactor = test_compactor_new();
    cr_assert_eq(tcu_context_set_stream(compactor.context, stream), TCU_SUCCESS);
    return compactor;
}

/* A case that may run many times on the same input, its temporary memory from the default allocator. */
static inline test_compaction_case test_cuda_compaction(test_compaction_operation operation, uint64_t n,
                                                        test_random *random)
{
    test_compaction_case t = test_compaction_random(operation, n, random);
    t.num_columns = 1 + t.num_columns % 3; /* long ones need not be many */
    t.in_place = false;
    t.temporary = TEST_TEMPORARY_DEFAULT;
    return t;
}

static inline test_sorter test_cuda_sorter(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_sorter sorter = test_sorter_new();
    cr_assert_eq(tcu_context_set_stream(sorter.context, stream), TCU_SUCCESS);
    return sorter;
}

/* A case that may run many times on the same input, its temporary memory from the default allocator. */
static inline test_sort_case test_cuda_sort(test_sort_operation operation, uint64_t n, test_random *random)
{
    test_sort_case t = test_sort_random(operation, n, random);
    t.keys_in_place = t.values_in_place = false;
    t.temporary = TEST_TEMPORARY_DEFAULT;
    t.given_segments = 1 + test_random_below(random, n / 10 + 1);
    return t;
}

static inline void test_work_open(test_work *work, cudaStream_t stream)
{
    *work = (test_work){
        .sums = test_cuda_runner(stream), .compactor = test_cuda_compactor(stream), .sorter = test_cuda_sorter(stream)};
}

static inline void test_work_close(test_work *work)
{
    test_runner_free(&work->sums);
    test_compactor_free(&work->compactor);
    test_sorter_free(&work->sorter);
}

/* Other input for the same call, its buffers at the same addresses. */
static inline void test_work_change_input(test_work *work, test_random *random)
{
    if (work->kind == TEST_WORK_IS_SORT) {
        work->sort.seed = test_random_next(random);
        work->sort.spread = (test_sort_spread)test_random_below(random, TEST_SORT_SPREADS);
        work->sort.shape = (test_shape)test_random_below(random, TEST_SHAPE_COUNT);
        test_sorter_prepare(&work->sorter, &work->sort);
    } else if (work->kind == TEST_WORK_IS_COMPACTION) {
        work->compaction.seed = test_random_next(random);
        work->compaction.density = (test_density)test_random_below(random, TEST_DENSITY_COUNT);
        test_compactor_prepare(&work->compactor, &work->compaction);
    } else {
        work->sum.seed = test_random_next(random) & ~(uint64_t)7;
        cr_assert(test_runner_prepare(&work->sums, &work->sum));
    }
}

/* `n` is a multiple of 100. (Sorts on the host, to compare with, take long.) */
static inline void test_work_prepare(test_work *work, int which, uint64_t n, test_random *random)
{
    if (which >= TEST_WORK_SORTS) {
        work->kind = TEST_WORK_IS_SORT;
        work->sort = test_cuda_sort((test_sort_operation)(which - TEST_WORK_SORTS), n < 100000 ? n : n / 5, random);
    } else if (which >= TEST_WORK_COMPACTIONS) {
        work->kind = TEST_WORK_IS_COMPACTION;
        work->compaction = test_cuda_compaction((test_compaction_operation)(which - TEST_WORK_COMPACTIONS), n, random);
    } else {
        work->kind = TEST_WORK_IS_SUM;
        work->cuts = test_cuts_of(n);
        work->sum = test_cuda_case((test_operation)which, test_pairs[test_random_below(random, TEST_PAIR_COUNT)], n,
                                   &work->cuts, 0);
    }
    test_work_change_input(work, random);
}

static inline size_t test_work_query(test_work *work)
{
    size_t bytes = 0;
    if (work->kind == TEST_WORK_IS_SORT) {
        const test_sort_call call = test_sorter_call(&work->sorter, &work->sort);
        cr_assert_eq(test_sort_query(work->sorter.context, &call, &bytes), TCU_SUCCESS);
    } else if (work->kind == TEST_WORK_IS_COMPACTION) {
        const test_compaction_call call = test_compactor_call(&work->compactor, &work->compaction);
        cr_assert_eq(test_compaction_query(work->compactor.context, &call, &bytes), TCU_SUCCESS);
    } else {
        const test_call call = test_runner_call(&work->sums, &work->sum, NULL);
        cr_assert_eq(test_call_query(work->sums.context, &call, &bytes), TCU_SUCCESS);
    }
    return bytes;
}

static inline void test_work_set_workspace(test_work *work, void *workspace, size_t bytes)
{
    cr_assert_eq(tcu_context_set_workspace(work->sums.context, workspace, bytes), TCU_SUCCESS);
    cr_assert_eq(tcu_context_set_workspace(work->compactor.context, workspace, bytes), TCU_SUCCESS);
    cr_assert_eq(tcu_context_set_workspace(work->sorter.context, workspace, bytes), TCU_SUCCESS);
}

/* A workspace of exactly the size that the prepared call needs, full of garbage. */
static inline test_slice test_work_give_workspace(test_work *work, unsigned char garbage)
{
    const size_t bytes = test_work_query(work);
    const test_slice workspace = test_slice_open(&work->compactor.workspace_memory, bytes, 13, garbage);
    test_work_set_workspace(work, workspace.data, bytes);
    test_synchronise();
    return workspace;
}

/* A sort between two buffers that ends in the other one is followed by another one, back: so it may be repeated. */
static inline void test_work_enqueue_sort(test_work *work)
{
    test_sorter *sorter = &work->sorter;
    const test_sort_call call = test_sorter_call(sorter, &work->sort);
    do {
        const tcu_status status = test_sort_run_call(sorter->context, &call);
        cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(sorter->context));
    } while (!work->one_way && sorter->buffers.current != work->sort.current);
    test_sorter_spoil(sorter);
}

/* Enqueues the call and does not wait. What it reads of host memory is spoilt when it has returned. */
static inline void test_work_enqueue(test_work *work)
{
    if (work->kind == TEST_WORK_IS_SORT) {
        test_work_enqueue_sort(work);
        return;
    }
    if (work->kind == TEST_WORK_IS_SUM) {
        test_cuda_enqueue(&work->sums, &work->sum);
        return;
    }
    test_compactor *compactor = &work->compactor;
    const test_compaction_call call = test_compactor_call(compactor, &work->compaction);
    const tcu_status status = test_compaction_run_call(compactor->context, &call);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(compactor->context));
    memset(&compactor->predicate, 0xee, sizeof compactor->predicate);
    memset(compactor->columns, 0xee, sizeof compactor->columns);
}

static inline bool test_work_verify(test_work *work)
{
    return work->kind == TEST_WORK_IS_SORT         ? test_sorter_verify(&work->sorter, &work->sort)
           : work->kind == TEST_WORK_IS_COMPACTION ? test_compactor_verify(&work->compactor, &work->compaction)
                                                   : test_runner_verify(&work->sums, &work->sum);
}

static inline const char *test_work_failure(const test_work *work)
{
    return work->kind == TEST_WORK_IS_SORT         ? work->sorter.failure
           : work->kind == TEST_WORK_IS_COMPACTION ? work->compactor.failure
                                                   : work->sums.failure;
}

static inline void test_work_expect(test_work *work)
{
    cr_assert(test_work_verify(work), "%s", test_work_failure(work));
}

#endif /* TEST_CUDA_WORK_H */
