/* SPDX-License-Identifier: Apache-2.0 */
/* A call of any operation and all that it needs: for tests of streams and graphs, which take sums, compactions,
 * histograms, sorts, polynomials, stencils, moments, recurrences, operations by key, groups, extrema, gathers, scatters,
 * run-length decodings, merges and selections alike. */
#ifndef TEST_CUDA_WORK_H
#define TEST_CUDA_WORK_H

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
#include "test_cuda.h"
#include "test_random.h"

/* The sums, behind them the compactions, then the histograms, the sorts, evaluations of polynomials, stencils,
 * moments, recurrences, operations by key, groups, extrema, what moves items, merges with searches, and selections. */
enum {
    TEST_WORK_COMPACTIONS = TEST_OPERATION_COUNT,
    TEST_WORK_HISTOGRAMS = TEST_WORK_COMPACTIONS + TEST_COMPACTION_COUNT,
    TEST_WORK_SORTS = TEST_WORK_HISTOGRAMS + TEST_HISTOGRAM_COUNT,
    TEST_WORK_POLYNOMIALS = TEST_WORK_SORTS + TEST_SORT_COUNT,
    TEST_WORK_STENCILS = TEST_WORK_POLYNOMIALS + TEST_POLYNOMIAL_COUNT,
    TEST_WORK_MOMENTS = TEST_WORK_STENCILS + TEST_STENCIL_COUNT,
    TEST_WORK_RECURRENCES = TEST_WORK_MOMENTS + TEST_MOMENTS_COUNT,
    TEST_WORK_BY_KEYS = TEST_WORK_RECURRENCES + TEST_RECURRENCE_COUNT,
    TEST_WORK_GROUPS = TEST_WORK_BY_KEYS + TEST_BY_KEY_COUNT,
    TEST_WORK_EXTREMA = TEST_WORK_GROUPS + 1,
    TEST_WORK_MOVES = TEST_WORK_EXTREMA + TEST_EXTREMA_COUNT,
    TEST_WORK_MERGES = TEST_WORK_MOVES + TEST_MOVING_COUNT,
    TEST_WORK_SELECTIONS = TEST_WORK_MERGES + TEST_MERGE_COUNT,
    TEST_WORK_COUNT = TEST_WORK_SELECTIONS + TEST_SELECTION_COUNT
};

typedef enum test_work_kind {
    TEST_WORK_SUM,
    TEST_WORK_COMPACTION,
    TEST_WORK_HISTOGRAM,
    TEST_WORK_SORT,
    TEST_WORK_POLYNOMIAL,
    TEST_WORK_STENCIL,
    TEST_WORK_MOMENT,
    TEST_WORK_RECURRENCE,
    TEST_WORK_BY_KEY,
    TEST_WORK_GROUP_BY,
    TEST_WORK_EXTREMUM,
    TEST_WORK_MOVE,
    TEST_WORK_MERGE,
    TEST_WORK_SELECTION
} test_work_kind;

/* Segments that offsets give, of moments, recurrences and extrema: how many. */
enum { TEST_WORK_SEGMENTS = 6 };

/* Kinds of runners, each with a context of its own. */
enum { TEST_WORK_CONTEXTS = TEST_WORK_SELECTION + 1 };

typedef struct test_work {
    test_work_kind kind;
    test_runner sums;
    test_case sum;
    test_cuts cuts; /* of sum */
    test_compactor compactor;
    test_compaction_case compaction;
    test_counter counter;
    test_histogram_case histogram;
    test_sorter sorter;
    test_sort_case sort;
    test_evaluator evaluator;
    test_polynomial_case polynomial;
    test_sweeper sweeper;
    test_stencil_case stencil;
    test_moments_runner moments_runner;
    test_moments_case moments;
    test_recurrence_runner recurrence_runner;
    test_recurrence_case recurrence;
    int64_t offsets[TEST_WORK_SEGMENTS + 1]; /* of moments, recurrences and extrema */
    test_by_key_runner by_key_runner;
    test_by_key_case by_key;
    test_grouper grouper;
    test_group_case group_by;
    test_extrema_runner extrema_runner;
    test_extrema_case extrema;
    test_mover mover;
    test_moving_case move;
    test_merge_runner merge_runner;
    test_merge_case merge;
    test_selection_runner selection_runner;
    test_selection_case selection;
    bool one_way; /* sorts between two buffers: not back again to where they began */
} test_work;

const char *test_work_name(int which);

/* Runners of one kind each, on a stream. */
test_compactor test_cuda_compactor(cudaStream_t stream);
test_counter test_cuda_counter(cudaStream_t stream);
test_sorter test_cuda_sorter(cudaStream_t stream);
test_evaluator test_cuda_evaluator(cudaStream_t stream);
test_sweeper test_cuda_sweeper(cudaStream_t stream);
test_moments_runner test_cuda_moments_runner(cudaStream_t stream);
test_recurrence_runner test_cuda_recurrence_runner(cudaStream_t stream);
test_by_key_runner test_cuda_by_key_runner(cudaStream_t stream);
test_grouper test_cuda_grouper(cudaStream_t stream);
test_extrema_runner test_cuda_extrema_runner(cudaStream_t stream);
test_mover test_cuda_mover(cudaStream_t stream);
test_merge_runner test_cuda_merge_runner(cudaStream_t stream);
test_selection_runner test_cuda_selection_runner(cudaStream_t stream);
test_dot_runner test_cuda_dot_runner(cudaStream_t stream);

/* Cases that may run many times on the same input, their temporary memory from the default allocator. */
test_compaction_case test_cuda_compaction(test_compaction_operation operation, uint64_t n, test_random *random);
test_histogram_case test_cuda_histogram(test_histogram_operation operation, uint64_t n, test_random *random);
test_sort_case test_cuda_sort(test_sort_operation operation, uint64_t n, test_random *random);
test_polynomial_case test_cuda_polynomial(test_polynomial_form form, uint64_t n, test_random *random);
test_stencil_case test_cuda_stencil(test_stencil_form form, uint64_t n, test_random *random);
test_by_key_case test_cuda_by_key(test_by_key_form form, uint64_t n, test_random *random);
test_group_case test_cuda_groups(uint64_t n, test_random *random);
test_merge_case test_cuda_merge(test_merge_form form, uint64_t n, test_random *random);
test_selection_case test_cuda_selection(test_selection_form form, uint64_t n, test_random *random);

void test_work_open(test_work *work, cudaStream_t stream);
void test_work_close(test_work *work);

/* The contexts of all kinds, for tests that set or replace them. */
void test_work_contexts(test_work *work, tcu_context **contexts[TEST_WORK_CONTEXTS]);

/* A call of operation `which`; `n` is a multiple of 100. Histograms and sorts get an eighth of many items, since what
 * they have to be takes the host so much longer; polynomials as many points as make that many steps, stencils as make
 * some multiply-adds for each. An evaluation of a plan begins with an update of the plan. */
void test_work_prepare(test_work *work, int which, uint64_t n, test_random *random);

/* Other input for the same call, its buffers at the same addresses. */
void test_work_change_input(test_work *work, test_random *random);

size_t test_work_query(test_work *work);
void test_work_set_workspace(test_work *work, void *workspace, size_t bytes);

/* A workspace of exactly the size that the prepared call needs, full of garbage. */
test_slice test_work_give_workspace(test_work *work, unsigned char garbage);

/* Enqueues the call and does not wait. What it reads of host memory is spoilt when it has returned. A sort between two
 * buffers that ends in the other one is followed by another one, back, and time steps begin with a copy of what u was: so
 * they may be repeated. */
void test_work_enqueue(test_work *work);

bool test_work_verify(test_work *work);
const char *test_work_failure(const test_work *work);
void test_work_expect(test_work *work);

#endif /* TEST_CUDA_WORK_H */
