/* SPDX-License-Identifier: Apache-2.0 */
#include "test_cuda_replay.h"

#include <string.h>

cudaGraphExec_t test_cuda_capture(test_work *works, int count, cudaStream_t stream)
{
    TEST_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < count; i++) {
        test_work_enqueue(&works[i]);
    }
    return test_cuda_end_capture(stream);
}

/* What a graph has the addresses of: arrays, and the plan. */
enum { MOST_ADDRESSES = 32 };
_Static_assert((int)TEST_SORT_ARRAYS < MOST_ADDRESSES && (int)TEST_HISTOGRAM_BUFFERS <= MOST_ADDRESSES &&
                   (int)TEST_POLYNOMIAL_BUFFERS < MOST_ADDRESSES && (int)TEST_STENCIL_BUFFERS < MOST_ADDRESSES &&
                   (int)TEST_GROUP_BUFFERS <= MOST_ADDRESSES,
               "a place for each address");

static void find_addresses(const test_work *work, const void *addresses[MOST_ADDRESSES])
{
    int count = 0;
    memset(addresses, 0, MOST_ADDRESSES * sizeof *addresses);
    switch (work->kind) {
    case TEST_WORK_COMPACTION:
        addresses[count++] = work->compactor.buffers[TEST_BUFFER_IN].slice.data;
        addresses[count++] = work->compactor.buffers[TEST_BUFFER_OUT].slice.data;
        addresses[count++] = work->compactor.buffers[TEST_BUFFER_FLAGS].slice.data;
        break;
    case TEST_WORK_HISTOGRAM:
        for (int b = 0; b < TEST_HISTOGRAM_BUFFERS; b++) {
            addresses[count++] = work->counter.buffers[b].slice.data;
        }
        break;
    case TEST_WORK_SORT:
        for (int a = 0; a < TEST_SORT_ARRAYS; a++) {
            addresses[count++] = work->sorter.arrays[a].slice.data;
        }
        break;
    case TEST_WORK_POLYNOMIAL:
        addresses[count++] = work->evaluator.plan;
        for (int b = 0; b < TEST_POLYNOMIAL_BUFFERS; b++) {
            addresses[count++] = work->evaluator.buffers[b].slice.data;
        }
        break;
    case TEST_WORK_STENCIL:
        addresses[count++] = work->sweeper.plan;
        for (int b = 0; b < TEST_STENCIL_BUFFERS; b++) {
            addresses[count++] = work->sweeper.buffers[b].slice.data;
        }
        break;
    case TEST_WORK_BY_KEY:
        for (int b = 0; b < TEST_BY_KEY_BUFFERS; b++) {
            addresses[count++] = work->by_key_runner.buffers[b].slice.data;
        }
        break;
    case TEST_WORK_GROUP_BY:
        for (int b = 0; b < TEST_GROUP_BUFFERS; b++) {
            addresses[count++] = work->grouper.buffers[b].slice.data;
        }
        break;
    case TEST_WORK_EXTREMUM:
        for (int b = 0; b < TEST_EXTREMA_BUFFERS; b++) {
            addresses[count++] = work->extrema_runner.buffers[b].slice.data;
        }
        break;
    case TEST_WORK_MOVE:
        for (int b = 0; b < TEST_MOVING_BUFFERS; b++) {
            addresses[count++] = work->mover.buffers[b].slice.data;
        }
        break;
    case TEST_WORK_MERGE:
        for (int b = 0; b < TEST_MERGE_BUFFERS; b++) {
            addresses[count++] = work->merge_runner.buffers[b].slice.data;
        }
        break;
    case TEST_WORK_SELECTION:
        for (int b = 0; b < TEST_SELECTION_BUFFERS; b++) {
            addresses[count++] = work->selection_runner.buffers[b].slice.data;
        }
        break;
    case TEST_WORK_RECURRENCE:
        for (int b = 0; b < TEST_RECURRENCE_BUFFERS; b++) {
            addresses[count++] = work->recurrence_runner.buffers[b].slice.data;
        }
        break;
    default:
        cr_assert_fail("addresses of works of kind %d are not known here", (int)work->kind);
    }
}

/* Input of other kinds than the replay's before: what a plan or a call found out about it at the capture must not be
 * kept. */
static void change_input(test_work *work, int replay, test_random *random)
{
    static const test_numbers of_polynomials[] = {TEST_NUMBERS_UNIT, TEST_NUMBERS_MIXED, TEST_NUMBERS_WIDE};
    static const test_numbers of_stencils[] = {TEST_NUMBERS_UNIT, TEST_NUMBERS_SPECIAL, TEST_NUMBERS_EXACT};
    if (work->kind == TEST_WORK_POLYNOMIAL) {
        work->polynomial.point_numbers = of_polynomials[replay % 3];
        work->polynomial.coefficient_numbers = of_polynomials[replay / 3 % 3];
    }
    if (work->kind == TEST_WORK_STENCIL) {
        work->stencil.numbers = of_stencils[replay % 3];
    }
    test_work_change_input(work, random);
    if (work->kind == TEST_WORK_COMPACTION) { /* of use to the plain loop alone */
        memset(work->compactor.value, 0xee, sizeof work->compactor.value);
        memset(work->compactor.upper, 0xee, sizeof work->compactor.upper);
    }
}

/* Whether a replay finds another input than the one before: one that works in place, or ends in the other buffer. */
static bool spoils_its_input(const test_work *work)
{
    const test_sort_case *sort = &work->sort;
    switch (work->kind) {
    case TEST_WORK_COMPACTION:
        return work->compaction.in_place;
    case TEST_WORK_HISTOGRAM:
        return work->histogram.accumulate;
    case TEST_WORK_SORT:
        return sort->keys_in_place || sort->values_in_place || work->sorter.buffers.current != sort->current;
    case TEST_WORK_POLYNOMIAL:
        return work->polynomial.in_place;
    case TEST_WORK_STENCIL:
        return work->stencil.in_place;
    case TEST_WORK_BY_KEY:
        return work->by_key.in_place;
    case TEST_WORK_GROUP_BY:
    case TEST_WORK_EXTREMUM:
    case TEST_WORK_MOVE:
        return false;
    case TEST_WORK_RECURRENCE:
        return work->recurrence.in_place;
    default:
        return true;
    }
}

void test_cuda_replay(test_work *work, cudaStream_t stream, bool workspace, int replays, test_random *random)
{
    const void *captured[MOST_ADDRESSES], *addresses[MOST_ADDRESSES];
    test_work_change_input(work, random);
    const test_slice space = workspace ? test_work_give_workspace(work, 0x77) : (test_slice){0};
    find_addresses(work, captured);
    cudaGraphExec_t executable = test_cuda_capture(work, 1, stream);
    for (int i = 0; i < test_replays(replays); i++) {
        change_input(work, i, random);
        find_addresses(work, addresses);
        cr_assert(memcmp(addresses, captured, sizeof captured) == 0, "the graph has these addresses");
        /* What the last replay left, or garbage. */
        if (workspace && i % 2 == 1) {
            test_set(space.data, (unsigned char)test_random_next(random), space.bytes);
        }
        test_synchronise();
        /* One replay, or some on each other's heels. */
        for (int k = 0; k < (i % 10 == 9 && !spoils_its_input(work) ? 5 : 1); k++) {
            TEST_CUDA(cudaGraphLaunch(executable, stream));
        }
        TEST_CUDA(cudaStreamSynchronize(stream));
        if (!test_work_verify(work)) {
            cr_assert_fail("replay %d, %s: %s", i, workspace ? "workspace" : "default allocator",
                           test_work_failure(work));
        }
    }
    cr_assert(!workspace || test_slice_guarded(&space), "wrote outside the workspace");
    TEST_CUDA(cudaGraphExecDestroy(executable));
    test_work_close(work);
    TEST_CUDA(cudaStreamDestroy(stream));
}
