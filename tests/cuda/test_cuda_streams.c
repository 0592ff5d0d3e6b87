/* SPDX-License-Identifier: Apache-2.0 */
/* Streams: the caller's, two at once, one a thread; and calls that return while the stream still waits. */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "sums/sweep.h"
#include "test_cuda.h"
#include "test_cuda_work.h"
#include "test_random.h"

/* Of an array or of segments of one size. */
static test_recurrence_case any_recurrence(uint64_t most, test_random *random)
{
    test_recurrence_case t =
        test_recurrence_random(test_random_below(random, 2) == 0 ? TEST_RECURRENCE_WHOLE : TEST_RECURRENCE_SEGMENTS,
                               test_recurrence_types[test_random_below(random, TEST_RECURRENCE_TYPES)], random);
    t.n = test_random_below(random, most);
    t.segment_size = 1 + test_random_below(random, 3000);
    return t;
}

static test_extrema_case any_extrema(uint64_t n, const test_cuts *cuts, test_random *random)
{
    test_extrema_case t = test_extrema_random((test_extrema_form)test_random_below(random, TEST_EXTREMA_COUNT),
                                              (tcu_type)test_random_below(random, TCU_TYPE_COUNT), random);
    t.n = n;
    t.segment_size = 1 + test_random_below(random, 3000);
    t.offsets = cuts->values;
    t.num_segments = TEST_CUTS;
    return t;
}

static test_dot_case any_dot(uint64_t n, const test_cuts *cuts, test_random *random)
{
    test_dot_case t = test_dot_random((test_dot_form)test_random_below(random, TEST_DOT_COUNT),
                                      test_pairs[test_random_below(random, TEST_PAIR_COUNT)], random);
    t.n = n;
    t.segment_size = 1 + test_random_below(random, 3000);
    t.offsets = cuts->values;
    t.num_segments = TEST_CUTS;
    return t;
}

Test(cuda_streams, every_kind_of_stream, .timeout = 240)
{
    test_random random = test_sweep_random(TEST_REDUCE, 40);
    cudaStream_t blocking, low, not_blocking = test_cuda_stream();
    TEST_CUDA(cudaStreamCreate(&blocking));
    TEST_CUDA(cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, 0));
    const cudaStream_t streams[] = {NULL, cudaStreamLegacy, cudaStreamPerThread, blocking, low, not_blocking};
    for (size_t i = 0; i < sizeof streams / sizeof streams[0]; i++) {
        test_runner runner = test_cuda_runner(streams[i]);
        for (int k = 0; k < 60; k++) {
            uint64_t n = 100 * (1 + test_random_below(&random, 1000));
            const test_cuts cuts = test_cuts_of(n);
            test_case t = test_case_random((test_operation)(k % TEST_OPERATION_COUNT),
                                           test_pairs[test_random_below(&random, TEST_PAIR_COUNT)], n, &random);
            t.segment_size = 1 + test_random_below(&random, 3000);
            t.offsets = cuts.values;
            t.num_segments = TEST_CUTS;
            test_runner_expect(&runner, &t);
        }
        test_runner_free(&runner);
        test_compactor compactor = test_cuda_compactor(streams[i]);
        for (int k = 0; k < 60; k++) {
            const test_compaction_case t = test_compaction_random(
                (test_compaction_operation)(k % TEST_COMPACTION_COUNT), test_random_below(&random, 50000), &random);
            test_compactor_expect(&compactor, &t);
        }
        test_compactor_free(&compactor);
        test_counter counter = test_cuda_counter(streams[i]);
        for (int k = 0; k < 60; k++) {
            const test_histogram_case t = test_histogram_random((test_histogram_operation)(k % TEST_HISTOGRAM_COUNT),
                                                                test_random_below(&random, 5000), &random);
            test_counter_expect(&counter, &t);
        }
        test_counter_free(&counter);
        test_sorter sorter = test_cuda_sorter(streams[i]);
        for (int k = 0; k < 60; k++) {
            const test_sort_case t = test_sort_random((test_sort_operation)(k % TEST_SORT_COUNT),
                                                      test_random_below(&random, 50000), &random);
            test_sorter_expect(&sorter, &t);
        }
        test_sorter_free(&sorter);
        test_evaluator evaluator = test_cuda_evaluator(streams[i]);
        for (int k = 0; k < 60; k++) {
            const test_polynomial_case t =
                test_polynomial_any((test_polynomial_form)(k % TEST_POLYNOMIAL_COUNT), 50000, &random);
            test_evaluator_expect(&evaluator, &t);
        }
        test_evaluator_free(&evaluator);
        test_sweeper sweeper = test_cuda_sweeper(streams[i]);
        for (int k = 0; k < 60; k++) {
            const test_stencil_case t = test_stencil_any(50000, &random);
            test_sweeper_expect(&sweeper, &t);
        }
        test_sweeper_free(&sweeper);
        test_by_key_runner runs = test_cuda_by_key_runner(streams[i]);
        for (int k = 0; k < 60; k++) {
            const test_by_key_case t =
                test_by_key_any((test_by_key_form)(k % TEST_BY_KEY_COUNT), test_random_below(&random, 50000), &random);
            test_by_key_expect(&runs, &t);
        }
        test_by_key_runner_free(&runs);
        test_grouper grouper = test_cuda_grouper(streams[i]);
        for (int k = 0; k < 20; k++) {
            const test_group_case t = test_group_random(test_random_below(&random, 20000), &random);
            test_grouper_expect(&grouper, &t);
        }
        test_grouper_free(&grouper);
        test_recurrence_runner recurrences = test_cuda_recurrence_runner(streams[i]);
        for (int k = 0; k < 60; k++) {
            const test_recurrence_case t = any_recurrence(50000, &random);
            test_recurrence_expect(&recurrences, &t);
        }
        test_recurrence_runner_free(&recurrences);
        test_mover mover = test_cuda_mover(streams[i]);
        for (int k = 0; k < 60; k++) {
            const test_moving_case t = test_moving_random((test_moving_form)(k % TEST_MOVING_COUNT),
                                                          test_random_below(&random, 50000), &random);
            test_mover_expect(&mover, &t);
        }
        test_mover_free(&mover);
        test_extrema_runner extrema = test_cuda_extrema_runner(streams[i]);
        test_dot_runner dots = test_cuda_dot_runner(streams[i]);
        for (int k = 0; k < 60; k++) {
            const uint64_t n = 100 * (1 + test_random_below(&random, 500));
            const test_cuts cuts = test_cuts_of(n);
            const test_extrema_case t = any_extrema(n, &cuts, &random);
            test_extrema_expect(&extrema, &t);
            const test_dot_case d = any_dot(n, &cuts, &random);
            test_dot_expect(&dots, &d);
        }
        test_merge_runner merges = test_cuda_merge_runner(streams[i]);
        for (int k = 0; k < 60; k++) {
            const test_merge_case t =
                test_cuda_merge((test_merge_form)(k % TEST_MERGE_COUNT), test_random_below(&random, 50000), &random);
            test_merge_expect(&merges, &t);
        }
        test_merge_runner_free(&merges);
        test_selection_runner selections = test_cuda_selection_runner(streams[i]);
        for (int k = 0; k < 60; k++) {
            const test_selection_case t = test_cuda_selection((test_selection_form)(k % TEST_SELECTION_COUNT),
                                                              1 + test_random_below(&random, 50000), &random);
            test_selection_expect(&selections, &t);
        }
        test_selection_runner_free(&selections);
        test_extrema_runner_free(&extrema);
        test_dot_runner_free(&dots);
    }
}

/* Two contexts whose work is on the device at the same time, each many calls deep. */
static void interleave(test_work works[2], const int which[2], uint64_t n, int depth, bool workspaces,
                       test_random *random)
{
    for (int i = 0; i < 2; i++) {
        test_work_prepare(&works[i], which[i], n, random);
        if (workspaces) {
            test_work_give_workspace(&works[i], 0xc3);
        }
    }
    test_synchronise();
    for (int k = 0; k < depth; k++) {
        test_work_enqueue(&works[0]);
        test_work_enqueue(&works[1]);
    }
    test_synchronise();
    test_work_expect(&works[0]);
    test_work_expect(&works[1]);
}

/* Every pair of sums; of the other pairs each `stride`-th, whose input takes longer to make. */
static void interleave_pairs(uint64_t n, int depth, bool workspaces, int stride)
{
    test_random random = test_sweep_random(TEST_SCAN, 41);
    const int offset = (int)test_random_below(&random, (uint64_t)stride);
    test_work works[2];
    test_work_open(&works[0], test_cuda_stream());
    test_work_open(&works[1], test_cuda_stream());
    for (int first = 0; first < TEST_WORK_COUNT; first++) {
        for (int second = 0; second < TEST_WORK_COUNT; second++) {
            const int which[] = {first, second};
            const bool are_sums = first < TEST_OPERATION_COUNT && second < TEST_OPERATION_COUNT;
            if (are_sums || (first + second) % stride == offset) {
                interleave(works, which, n, depth, workspaces, &random);
            }
        }
    }
    test_work_close(&works[0]);
    test_work_close(&works[1]);
}

Test(cuda_streams, two_at_once_short, .timeout = 300)
{
    const int stride = (int)test_by_tier(5, 1, 1);
    interleave_pairs(10000, 20, false, stride);
    interleave_pairs(10000, 20, true, stride);
}

Test(cuda_streams, two_at_once_long, .timeout = 600)
{
    interleave_pairs(test_by_tier(500000, 2000000, 10000000), 10, true, 10);
}

/* Kernels in one pass, whose blocks wait for each other, fill the device from both streams all the time. */
Test(cuda_streams, two_at_once_for_a_minute, .timeout = 300)
{
    enum { N = 1000000, DEPTH = 50 };
    static const int those[] = {TEST_SCAN, TEST_SEGMENTED_SCAN, TEST_SEGMENTED_SCAN_OFFSETS,
                                TEST_SEGMENTED_REDUCE_OFFSETS};
    enum { SUMS = sizeof those / sizeof those[0] };
    const double seconds = (double)test_by_tier(1, 5, 60);
    test_random random = test_sweep_random(TEST_SCAN, 43);
    test_work works[2];
    test_work_open(&works[0], test_cuda_stream());
    test_work_open(&works[1], test_cuda_stream());
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int round = 0;; round++) {
        int which[2];
        for (int i = 0; i < 2; i++) { /* two sums, two others, and one of each in turn */
            const int others = TEST_WORK_COUNT - TEST_OPERATION_COUNT;
            which[i] = round >> i & 1 ? TEST_OPERATION_COUNT + (int)test_random_below(&random, (uint64_t)others)
                                      : those[(round / 4 + i) % SUMS];
        }
        interleave(works, which, N, DEPTH, false, &random);
        clock_gettime(CLOCK_MONOTONIC, &now);
        if ((double)(now.tv_sec - begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - begin.tv_nsec) > seconds) {
            break;
        }
    }
    test_work_close(&works[0]);
    test_work_close(&works[1]);
}

/* Work on one stream in order: each scan reads what the one before it wrote. */
Test(cuda_streams, calls_on_one_stream_are_ordered, .timeout = 120)
{
    enum { N = 3000000 };
    test_runner runner = test_cuda_runner(test_cuda_stream());
    const test_cuts cuts = test_cuts_of(N);
    test_case t = test_cuda_case(TEST_SCAN, (test_pair){TCU_TYPE_U32, TCU_TYPE_U32}, N, &cuts, 5);
    cr_assert(test_runner_prepare(&runner, &t));
    test_call call = test_runner_call(&runner, &t, NULL);
    cr_assert_eq(test_call_run(runner.context, &call), TCU_SUCCESS);
    call.in = call.out;
    cr_assert_eq(test_call_run(runner.context, &call), TCU_SUCCESS);
    cr_assert_eq(test_call_run(runner.context, &call), TCU_SUCCESS);
    test_synchronise();

    /* The same three times in a loop. */
    test_source source = {TCU_TYPE_U32, TEST_UNIFORM, 5, N};
    test_window_on_source(&runner.source_window, &source);
    test_window_on_slice(&runner.out_window, TCU_TYPE_U32, runner.out.data, N);
    uint32_t once = 0, twice = 0, thrice = 0;
    for (uint64_t i = 0; i < N; i++) {
        test_window_seek(&runner.source_window, i);
        test_window_seek(&runner.out_window, i);
        once += (uint32_t)*test_window_integers(&runner.source_window, i);
        twice += once;
        thrice += twice;
        cr_assert_eq(*test_window_integers(&runner.out_window, i), thrice, "out[%llu]", (unsigned long long)i);
    }
    test_runner_free(&runner);
}

/* Holds a stream until told, and not for ever: a call that waits for the stream then fails instead of hanging. */
typedef struct gate {
    atomic_bool open;
    atomic_bool gave_up;
} gate;

static void wait_at(void *argument)
{
    gate *g = argument;
    for (int i = 0; i < 20000 && !atomic_load(&g->open); i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (!atomic_load(&g->open)) {
        atomic_store(&g->gave_up, true);
    }
}

Test(cuda_streams, calls_return_before_the_stream_is_done, .timeout = 300)
{
    enum { N = 2000000, TIMES = 3 };
    test_random random = test_sweep_random(TEST_SCAN, 44);
    cudaStream_t stream = test_cuda_stream();
    test_work work;
    test_work_open(&work, stream);
    const test_pair pairs[] = {{TCU_TYPE_F16, TCU_TYPE_F16}, {TCU_TYPE_F32, TCU_TYPE_F32}, {TCU_TYPE_U8, TCU_TYPE_U64}};
    for (int i = 0; i < TEST_WORK_COUNT * TIMES * 2; i++) {
        const int which = i / (2 * TIMES);
        test_work_prepare(&work, which, which < TEST_OPERATION_COUNT ? N : N / 8, &random);
        if (work.kind == TEST_WORK_SUM) {
            work.sum.in_type = pairs[i % TIMES].in;
            work.sum.out_type = pairs[i % TIMES].out;
            work.sum.reduction = (test_reduction){0};
            test_work_change_input(&work, &random);
        }
        /* Once beforehand: loading a kernel's code, and the pool's first memory, may wait for the device. */
        test_synchronise();
        test_work_enqueue(&work);
        test_synchronise();
        if (i / TIMES % 2 == 1) {
            test_work_give_workspace(&work, 0x99);
        }
        test_work_change_input(&work, &random);
        test_synchronise();
        gate g = {false, false};
        TEST_CUDA(cudaLaunchHostFunc(stream, wait_at, &g));
        for (int k = 0; k < 3; k++) {
            test_work_enqueue(&work);
        }
        cr_assert(!atomic_load(&g.gave_up), "%s waited for the stream", test_work_name(which));
        cr_assert_eq(cudaStreamQuery(stream), cudaErrorNotReady, "the stream was to be held");
        atomic_store(&g.open, true);
        test_synchronise();
        cr_assert(!atomic_load(&g.gave_up));
        test_work_expect(&work);
        test_work_set_workspace(&work, NULL, 0);
    }
    test_work_close(&work);
}

/* Eight threads, each with a stream and a context, hold nothing of each other. */
typedef struct worker {
    pthread_t thread;
    unsigned index;
    char failure[1600];
} worker;

static void *work_on_a_stream(void *argument)
{
    worker *self = argument;
    test_runner runner = test_cuda_runner(test_cuda_stream());
    test_random random = test_random_part(test_seed_of_run(), 2000 + self->index);
    for (int i = 0; i < 60 && self->failure[0] == '\0'; i++) {
        uint64_t n = 100 * (1 + test_random_below(&random, 3000));
        const test_cuts cuts = test_cuts_of(n);
        const test_operation operation = (test_operation)test_random_below(&random, TEST_OPERATION_COUNT);
        const test_pair pair = test_pairs[test_random_below(&random, TEST_PAIR_COUNT)];
        test_case t = test_cuda_case(operation, pair, n, &cuts, test_random_next(&random));
        t.reduction = test_reduction_random(operation, pair, &random);
        t.temporary = (test_temporary)(i % TEST_TEMPORARY_COUNT);
        if (!test_runner_run(&runner, &t)) {
            memcpy(self->failure, runner.failure, sizeof runner.failure);
        }
    }
    test_runner_free(&runner);
    test_compactor compactor = test_cuda_compactor(test_cuda_stream());
    for (int i = 0; i < 60 && self->failure[0] == '\0'; i++) {
        const test_compaction_case t =
            test_compaction_random((test_compaction_operation)test_random_below(&random, TEST_COMPACTION_COUNT),
                                   test_random_below(&random, 100000), &random);
        if (!test_compactor_run(&compactor, &t)) {
            memcpy(self->failure, compactor.failure, sizeof compactor.failure);
        }
    }
    test_compactor_free(&compactor);
    test_counter counter = test_cuda_counter(test_cuda_stream());
    for (int i = 0; i < 60 && self->failure[0] == '\0'; i++) {
        const test_histogram_case t =
            test_histogram_random((test_histogram_operation)test_random_below(&random, TEST_HISTOGRAM_COUNT),
                                  test_random_below(&random, 10000), &random);
        if (!test_counter_run(&counter, &t)) {
            memcpy(self->failure, counter.failure, sizeof counter.failure);
        }
    }
    test_counter_free(&counter);
    test_sorter sorter = test_cuda_sorter(test_cuda_stream());
    for (int i = 0; i < 60 && self->failure[0] == '\0'; i++) {
        const test_sort_case t = test_sort_random((test_sort_operation)test_random_below(&random, TEST_SORT_COUNT),
                                                  test_random_below(&random, 100000), &random);
        if (!test_sorter_run(&sorter, &t)) {
            memcpy(self->failure, sorter.failure, sizeof self->failure);
        }
    }
    test_sorter_free(&sorter);
    test_sweeper sweeper = test_cuda_sweeper(test_cuda_stream());
    for (int i = 0; i < 60 && self->failure[0] == '\0'; i++) {
        const test_stencil_case t = test_stencil_any(50000, &random);
        if (!test_sweeper_run(&sweeper, &t)) {
            memcpy(self->failure, sweeper.failure, sizeof self->failure);
        }
    }
    test_sweeper_free(&sweeper);
    test_by_key_runner runs = test_cuda_by_key_runner(test_cuda_stream());
    for (int i = 0; i < 60 && self->failure[0] == '\0'; i++) {
        const test_by_key_case t = test_by_key_any((test_by_key_form)test_random_below(&random, TEST_BY_KEY_COUNT),
                                                   test_random_below(&random, 100000), &random);
        test_by_key_prepare(&runs, &t);
        if (!test_by_key_execute(&runs, &t) || !test_by_key_verify(&runs, &t)) {
            memcpy(self->failure, runs.failure, sizeof runs.failure);
        }
    }
    test_by_key_runner_free(&runs);
    test_grouper grouper = test_cuda_grouper(test_cuda_stream());
    for (int i = 0; i < 20 && self->failure[0] == '\0'; i++) {
        const test_group_case t = test_group_random(test_random_below(&random, 20000), &random);
        test_grouper_prepare(&grouper, &t);
        if (!test_grouper_execute(&grouper, &t) || !test_grouper_verify(&grouper, &t)) {
            memcpy(self->failure, grouper.failure, sizeof grouper.failure);
        }
    }
    test_grouper_free(&grouper);
    test_recurrence_runner recurrences = test_cuda_recurrence_runner(test_cuda_stream());
    for (int i = 0; i < 60 && self->failure[0] == '\0'; i++) {
        const test_recurrence_case t = any_recurrence(100000, &random);
        test_recurrence_prepare(&recurrences, &t);
        if (!test_recurrence_execute(&recurrences, &t) || !test_recurrence_verify(&recurrences, &t)) {
            memcpy(self->failure, recurrences.failure, sizeof recurrences.failure);
        }
    }
    test_recurrence_runner_free(&recurrences);
    return NULL;
}

Test(cuda_streams, a_context_and_a_stream_a_thread, .timeout = 240)
{
    static worker workers[8];
    for (unsigned i = 0; i < 8; i++) {
        workers[i].index = i;
        cr_assert_eq(pthread_create(&workers[i].thread, NULL, work_on_a_stream, &workers[i]), 0);
    }
    for (int i = 0; i < 8; i++) {
        cr_assert_eq(pthread_join(workers[i].thread, NULL), 0);
    }
    for (int i = 0; i < 8; i++) {
        cr_expect_eq(workers[i].failure[0], '\0', "%s", workers[i].failure);
    }
}
