/* SPDX-License-Identifier: Apache-2.0 */
/* Streams: the caller's, two at once, one a thread; and calls that return while the stream still waits. */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "test_cuda.h"
#include "test_random.h"
#include "test_sweep.h"

Test(cuda_streams, every_kind_of_stream, .timeout = 120)
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
    }
}

/* Two contexts whose work is on the device at the same time, each many calls deep. */
static void interleave(uint64_t n, int depth, bool workspaces)
{
    test_random random = test_sweep_random(TEST_SCAN, 41);
    test_runner runners[2] = {test_cuda_runner(test_cuda_stream()), test_cuda_runner(test_cuda_stream())};
    const test_cuts cuts = test_cuts_of(n);
    for (int first = 0; first < TEST_OPERATION_COUNT; first++) {
        for (int second = 0; second < TEST_OPERATION_COUNT; second++) {
            const int operations[] = {first, second};
            test_case cases[2];
            for (int i = 0; i < 2; i++) {
                cases[i] = test_cuda_case((test_operation)operations[i],
                                          test_pairs[test_random_below(&random, TEST_PAIR_COUNT)], n, &cuts,
                                          test_random_next(&random));
                cr_assert(test_runner_prepare(&runners[i], &cases[i]));
                if (workspaces) {
                    test_cuda_give_workspace(&runners[i], &cases[i], 0xc3);
                }
            }
            for (int k = 0; k < depth; k++) {
                test_cuda_enqueue(&runners[0], &cases[0]);
                test_cuda_enqueue(&runners[1], &cases[1]);
            }
            test_synchronise();
            test_cuda_expect(&runners[0], &cases[0]);
            test_cuda_expect(&runners[1], &cases[1]);
        }
    }
    test_runner_free(&runners[0]);
    test_runner_free(&runners[1]);
}

Test(cuda_streams, two_at_once_short, .timeout = 120)
{
    interleave(10000, 20, false);
    interleave(10000, 20, true);
}

Test(cuda_streams, two_at_once_long, .timeout = 300)
{
    interleave(test_by_tier(500000, 2000000, 10000000), 10, true);
}

/* One-pass scans, whose blocks wait for each other, fill the device from both streams all the time. */
Test(cuda_streams, two_at_once_for_a_minute, .timeout = 300)
{
    enum { N = 1000000, DEPTH = 50 };
    const double seconds = (double)test_by_tier(1, 5, 60);
    test_random random = test_sweep_random(TEST_SCAN, 43);
    test_runner runners[2] = {test_cuda_runner(test_cuda_stream()), test_cuda_runner(test_cuda_stream())};
    const test_cuts cuts = test_cuts_of(N);
    test_case cases[2];
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int round = 0;; round++) {
        for (int i = 0; i < 2; i++) {
            const int operations[] = {TEST_SCAN, TEST_SEGMENTED_SCAN, TEST_SEGMENTED_SCAN_OFFSETS,
                                      TEST_SEGMENTED_REDUCE_OFFSETS};
            cases[i] = test_cuda_case((test_operation)operations[(round + i) % 4],
                                      test_pairs[test_random_below(&random, TEST_PAIR_COUNT)], N, &cuts,
                                      test_random_next(&random));
            cr_assert(test_runner_prepare(&runners[i], &cases[i]));
        }
        for (int k = 0; k < DEPTH; k++) {
            test_cuda_enqueue(&runners[0], &cases[0]);
            test_cuda_enqueue(&runners[1], &cases[1]);
        }
        test_synchronise();
        test_cuda_expect(&runners[0], &cases[0]);
        test_cuda_expect(&runners[1], &cases[1]);
        clock_gettime(CLOCK_MONOTONIC, &now);
        if ((double)(now.tv_sec - begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - begin.tv_nsec) > seconds) {
            break;
        }
    }
    test_runner_free(&runners[0]);
    test_runner_free(&runners[1]);
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
    enum { N = 2000000 };
    cudaStream_t stream = test_cuda_stream();
    test_runner runner = test_cuda_runner(stream);
    const test_cuts cuts = test_cuts_of(N);
    const test_pair pairs[] = {{TCU_TYPE_F16, TCU_TYPE_F16}, {TCU_TYPE_F32, TCU_TYPE_F32}, {TCU_TYPE_U8, TCU_TYPE_U64}};
    for (int i = 0; i < TEST_OPERATION_COUNT * 3 * 2; i++) {
        test_case t = test_cuda_case((test_operation)(i / 6), pairs[i % 3], N, &cuts, test_seed_of_run() + (unsigned)i);
        /* Once beforehand: loading a kernel's code, and the pool's first memory, may wait for the device. */
        cr_assert(test_runner_prepare(&runner, &t) && test_runner_execute(&runner, &t), "%s", runner.failure);
        cr_assert(test_runner_prepare(&runner, &t));
        if (i / 3 % 2 == 1) {
            test_cuda_give_workspace(&runner, &t, 0x99);
        }
        gate g = {false, false};
        TEST_CUDA(cudaLaunchHostFunc(stream, wait_at, &g));
        for (int k = 0; k < 3; k++) {
            test_cuda_enqueue(&runner, &t);
        }
        cr_assert(!atomic_load(&g.gave_up), "%s waited for the stream", test_operation_names[t.operation]);
        cr_assert_eq(cudaStreamQuery(stream), cudaErrorNotReady, "the stream was to be held");
        atomic_store(&g.open, true);
        test_synchronise();
        cr_assert(!atomic_load(&g.gave_up));
        test_cuda_expect(&runner, &t);
        cr_assert_eq(tcu_context_set_workspace(runner.context, NULL, 0), TCU_SUCCESS);
    }
    test_runner_free(&runner);
}

/* Eight threads, each with a stream and a context, hold nothing of each other. */
typedef struct worker {
    pthread_t thread;
    unsigned index;
    char failure[1200];
} worker;

static void *work_on_a_stream(void *argument)
{
    worker *self = argument;
    test_runner runner = test_cuda_runner(test_cuda_stream());
    test_random random = test_random_part(test_seed_of_run(), 2000 + self->index);
    for (int i = 0; i < 60 && self->failure[0] == '\0'; i++) {
        uint64_t n = 100 * (1 + test_random_below(&random, 3000));
        const test_cuts cuts = test_cuts_of(n);
        test_case t = test_cuda_case((test_operation)test_random_below(&random, TEST_OPERATION_COUNT),
                                     test_pairs[test_random_below(&random, TEST_PAIR_COUNT)], n, &cuts,
                                     test_random_next(&random));
        t.temporary = (test_temporary)(i % TEST_TEMPORARY_COUNT);
        if (!test_runner_run(&runner, &t)) {
            memcpy(self->failure, runner.failure, sizeof self->failure);
        }
    }
    test_runner_free(&runner);
    return NULL;
}

Test(cuda_streams, a_context_and_a_stream_a_thread, .timeout = 120)
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
