/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Graphs of calls with a count in memory: captured once, replayed with another count each time: none, one, some, all that
 * there can be, more than that. Each replay has other elements, poison behind them, and is held against a plain loop.
 */
#include "test_cuda_counts.h"
#include "dot/dot.h"
#include "extrema/extrema.h"
#include "moments/moments.h"
#include "recurrence/recurrence.h"
#include "sums/sweep.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 63000 + test);
}

/* Segments of up to `n` elements, some of them empty. */
enum { SEGMENTS = 12 };
static void draw_offsets(int64_t (*offsets)[SEGMENTS + 1], uint64_t n, test_random *random)
{
    (*offsets)[0] = 0;
    for (int k = 0; k < SEGMENTS; k++) {
        const uint64_t left = n - (uint64_t)(*offsets)[k];
        (*offsets)[k + 1] = (*offsets)[k] + (int64_t)(k % 3 == 1 ? 0 : test_random_below(random, left / 4 + 1));
    }
}

Test(cuda_counts, sums, .timeout = 600)
{
    cudaStream_t stream = test_cuda_stream();
    test_runner runner = test_cuda_runner(stream);
    test_random random = random_of(0);
    for (int which = 0; which < 4 * TEST_OPERATION_COUNT; which++) {
        const test_operation operation = (test_operation)(which % TEST_OPERATION_COUNT);
        const test_pair pair = test_pairs[test_random_below(&random, TEST_PAIR_COUNT)];
        const uint64_t most = length_of(which / TEST_OPERATION_COUNT, &random);
        test_case t = test_case_random(operation, pair, most, &random);
        int64_t offsets[SEGMENTS + 1];
        cudaGraphExec_t executable = NULL;
        draw_offsets(&offsets, most, &random);
        t.reduction = test_reduction_random(operation, pair, &random);
        t.distribution = test_reduction_is_plain(&t.reduction) ? TEST_UNIFORM : TEST_POSITIVE;
        t.segment_size = 1 + test_random_below(&random, most / 3);
        t.offsets = offsets;
        t.in_place = which % 2 == 0 && test_types[t.in_type].bytes == test_types[t.out_type].bytes;
        for (int i = 0; i < REPLAYS; i++) {
            if (test_has_offsets(operation)) {
                t.num_segments = count_of_replay(i, SEGMENTS, &random, &t.count);
            } else {
                t.n = count_of_replay(i, most, &random, &t.count);
            }
            REPLAY(runner, stream, i, cr_assert(test_runner_prepare(&runner, &t)), test_cuda_enqueue(&runner, &t),
                   test_runner_verify(&runner, &t));
        }
        TEST_CUDA(cudaGraphExecDestroy(executable));
    }
    test_runner_free(&runner);
    TEST_CUDA(cudaStreamDestroy(stream));
}

/* Of so many segments by offsets that each kernel has more than one block for the offsets alone. */
Test(cuda_counts, many_segments, .timeout = 600)
{
    enum { MANY = 100000 };
    static int64_t offsets[MANY + 1];
    cudaStream_t stream = test_cuda_stream();
    test_runner runner = test_cuda_runner(stream);
    test_random random = random_of(5);
    for (int k = 0; k < MANY; k++) {
        offsets[k + 1] = offsets[k] + (int64_t)test_random_below(&random, 6);
    }
    const test_operation operations[] = {TEST_SEGMENTED_REDUCE_OFFSETS, TEST_SEGMENTED_SCAN_OFFSETS};
    for (int which = 0; which < 2; which++) {
        const test_pair pair = {TCU_TYPE_U32, TCU_TYPE_U32};
        test_case t = test_case_random(operations[which], pair, (uint64_t)offsets[MANY], &random);
        cudaGraphExec_t executable = NULL;
        t.in_place = false;
        t.offsets = offsets;
        for (int i = 0; i < REPLAYS; i++) {
            t.num_segments = count_of_replay(i, MANY, &random, &t.count);
            REPLAY(runner, stream, i, cr_assert(test_runner_prepare(&runner, &t)), test_cuda_enqueue(&runner, &t),
                   test_runner_verify(&runner, &t));
        }
        TEST_CUDA(cudaGraphExecDestroy(executable));
    }
    test_runner_free(&runner);
    TEST_CUDA(cudaStreamDestroy(stream));
}

Test(cuda_counts, dot_products, .timeout = 600)
{
    cudaStream_t stream = test_cuda_stream();
    test_dot_runner runner = test_dot_runner_new();
    test_random random = random_of(1);
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    for (int which = 0; which < 4 * TEST_DOT_COUNT; which++) {
        const test_pair pair = test_pairs[test_random_below(&random, TEST_PAIR_COUNT)];
        test_dot_case t = test_dot_random((test_dot_form)(which % TEST_DOT_COUNT), pair, &random);
        const uint64_t most = length_of(which / TEST_DOT_COUNT, &random);
        int64_t offsets[SEGMENTS + 1];
        cudaGraphExec_t executable = NULL;
        draw_offsets(&offsets, most, &random);
        t.n = most;
        t.segment_size = 1 + test_random_below(&random, most / 3);
        t.offsets = offsets;
        for (int i = 0; i < REPLAYS; i++) {
            if (t.form == TEST_DOT_OFFSETS) {
                t.num_segments = count_of_replay(i, SEGMENTS, &random, &t.count);
            } else {
                t.n = count_of_replay(i, most, &random, &t.count);
            }
            REPLAY(runner, stream, i, test_dot_prepare(&runner, &t),
                   cr_assert_eq(test_dot_run_call(&runner, &t), TCU_SUCCESS), test_dot_verify(&runner, &t));
        }
        TEST_CUDA(cudaGraphExecDestroy(executable));
    }
    test_dot_runner_free(&runner);
    TEST_CUDA(cudaStreamDestroy(stream));
}

Test(cuda_counts, extrema, .timeout = 600)
{
    cudaStream_t stream = test_cuda_stream();
    test_extrema_runner runner = test_extrema_runner_new();
    test_random random = random_of(2);
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    for (int which = 0; which < 4 * TEST_EXTREMA_COUNT; which++) {
        const tcu_type type = (tcu_type)test_random_below(&random, TCU_TYPE_COUNT);
        test_extrema_case t = test_extrema_random((test_extrema_form)(which % TEST_EXTREMA_COUNT), type, &random);
        const uint64_t most = length_of(which / TEST_EXTREMA_COUNT, &random);
        int64_t offsets[SEGMENTS + 1];
        cudaGraphExec_t executable = NULL;
        draw_offsets(&offsets, most, &random);
        t.n = most;
        t.segment_size = 1 + test_random_below(&random, most / 3);
        t.offsets = offsets;
        for (int i = 0; i < REPLAYS; i++) {
            if (t.form == TEST_EXTREMA_OFFSETS) {
                t.num_segments = count_of_replay(i, SEGMENTS, &random, &t.count);
            } else {
                t.n = count_of_replay(i, most, &random, &t.count);
            }
            test_extrema_prepare(&runner, &t);
            const test_extrema_call call = test_extrema_make_call(&runner, &t);
            REPLAY(runner, stream, i, (void)0, cr_assert_eq(test_extrema_run_call(runner.context, &call), TCU_SUCCESS),
                   test_extrema_verify(&runner, &t));
        }
        TEST_CUDA(cudaGraphExecDestroy(executable));
    }
    test_extrema_runner_free(&runner);
    TEST_CUDA(cudaStreamDestroy(stream));
}

Test(cuda_counts, moments, .timeout = 600)
{
    cudaStream_t stream = test_cuda_stream();
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(3);
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    for (int which = 0; which < 4 * TEST_MOMENTS_COUNT; which++) {
        const test_pair pair = test_moments_pairs[test_random_below(&random, TEST_MOMENTS_PAIRS)];
        test_moments_case t = test_moments_random((test_moments_form)(which % TEST_MOMENTS_COUNT), pair, &random);
        const uint64_t most = length_of(which / TEST_MOMENTS_COUNT, &random);
        int64_t offsets[SEGMENTS + 1];
        cudaGraphExec_t executable = NULL;
        draw_offsets(&offsets, most, &random);
        t.n = most;
        t.segment_size = 1 + test_random_below(&random, most / 3);
        t.offsets = offsets;
        t.columns = t.row_stride = 1 + test_random_below(&random, 9);
        for (int i = 0; i < REPLAYS; i++) {
            if (t.form == TEST_MOMENTS_OFFSETS) {
                t.num_segments = count_of_replay(i, SEGMENTS, &random, &t.count);
            } else if (t.form == TEST_MOMENTS_COLUMNS) {
                t.rows = count_of_replay(i, most / 10, &random, &t.count);
            } else {
                t.n = count_of_replay(i, most, &random, &t.count);
            }
            test_moments_prepare(&runner, &t);
            const test_moments_call call = test_moments_make_call(&runner, &t);
            REPLAY(runner, stream, i, (void)0, cr_assert_eq(test_moments_run_call(runner.context, &call), TCU_SUCCESS),
                   test_moments_verify(&runner, &t));
        }
        TEST_CUDA(cudaGraphExecDestroy(executable));
    }
    test_moments_runner_free(&runner);
    TEST_CUDA(cudaStreamDestroy(stream));
}

Test(cuda_counts, recurrences, .timeout = 600)
{
    cudaStream_t stream = test_cuda_stream();
    test_recurrence_runner runner = test_recurrence_runner_new();
    test_random random = random_of(4);
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    for (int which = 0; which < 4 * TEST_RECURRENCE_COUNT; which++) {
        const tcu_type type = test_recurrence_types[test_random_below(&random, TEST_RECURRENCE_TYPES)];
        test_recurrence_case t =
            test_recurrence_random((test_recurrence_form)(which % TEST_RECURRENCE_COUNT), type, &random);
        const uint64_t most = length_of(which / TEST_RECURRENCE_COUNT, &random);
        int64_t offsets[SEGMENTS + 1];
        cudaGraphExec_t executable = NULL;
        draw_offsets(&offsets, most, &random);
        t.n = most;
        t.segment_size = 1 + test_random_below(&random, most / 3);
        t.offsets = offsets;
        t.in_place = which % 2 == 0;
        for (int i = 0; i < REPLAYS; i++) {
            if (t.form == TEST_RECURRENCE_OFFSETS) {
                t.num_segments = count_of_replay(i, SEGMENTS, &random, &t.count);
            } else {
                t.n = count_of_replay(i, most, &random, &t.count);
            }
            test_recurrence_prepare(&runner, &t);
            const test_recurrence_call call = test_recurrence_make_call(&runner, &t);
            REPLAY(runner, stream, i, (void)0,
                   cr_assert_eq(test_recurrence_run_call(runner.context, &call), TCU_SUCCESS),
                   test_recurrence_verify(&runner, &t));
        }
        TEST_CUDA(cudaGraphExecDestroy(executable));
    }
    test_recurrence_runner_free(&runner);
    TEST_CUDA(cudaStreamDestroy(stream));
}
