/* SPDX-License-Identifier: Apache-2.0 */
/* The library's own memory pool, which calls without a workspace use: what it keeps, and who else sees it. */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/cuda/temporary.h"
#include "test_cuda_capture.h"
#include "test_cuda_work.h"

static uint64_t attribute(cudaMemPool_t pool, enum cudaMemPoolAttr which)
{
    uint64_t value = 0;
    TEST_CUDA(cudaMemPoolGetAttribute(pool, which, &value));
    return value;
}

/* In place, a segmented reduction needs room for all its results: 4 * n / 2 bytes. */
static test_case needy_case(uint64_t n)
{
    return (test_case){.operation = TEST_SEGMENTED_REDUCE,
                       .in_type = TCU_TYPE_I32,
                       .out_type = TCU_TYPE_I32,
                       .n = n,
                       .segment_size = 2,
                       .seed = test_seed_of_run(),
                       .in_place = true};
}

/* The first to open the pool says how much memory the device has: 1 GiB, of which 32 MiB are kept. */
Test(cuda_pool, keeps_memory_up_to_its_bound, .timeout = 120)
{
    enum { BOUND = 32 << 20 };
    int device;
    TEST_CUDA(cudaGetDevice(&device));
    tcui_temporary *first;
    TEST_CUDA(tcui_temporary_open(device, (size_t)1 << 30, &first));
    cr_assert_not_null(first, "the device has memory pools");
    cudaMemPool_t pool = tcui_temporary_pool(first);
    test_runner runner = test_cuda_runner(test_cuda_stream());
    cr_expect_eq(attribute(pool, cudaMemPoolAttrReleaseThreshold), BOUND);
    for (uint64_t n = 1 << 20; n <= 1 << 26; n *= 4) {
        const test_case t = needy_case(n);
        test_runner_expect(&runner, &t);
        test_synchronise();
        const uint64_t reserved = attribute(pool, cudaMemPoolAttrReservedMemCurrent);
        const uint64_t used = attribute(pool, cudaMemPoolAttrUsedMemCurrent);
        cr_expect_geq(reserved, 2 * n < BOUND ? 2 * n : 0, "%llu bytes are kept", (unsigned long long)reserved);
        cr_expect_leq(reserved, BOUND + used, "%llu bytes are kept", (unsigned long long)reserved);
        cr_expect_leq(used, TCUI_KEPT_BYTES, "the context kept %llu bytes", (unsigned long long)used);
    }
    test_runner_free(&runner);
    tcui_temporary_close(first);
}

Test(cuda_pool, leaves_the_default_pool_alone, .timeout = 120)
{
    int device;
    TEST_CUDA(cudaGetDevice(&device));
    cudaMemPool_t standard;
    TEST_CUDA(cudaDeviceGetDefaultMemPool(&standard, device));
    const uint64_t threshold = attribute(standard, cudaMemPoolAttrReleaseThreshold);
    test_runner runner = test_cuda_runner(test_cuda_stream());
    const test_case t = needy_case(1 << 22);
    test_runner_expect(&runner, &t);
    cr_expect_eq(attribute(standard, cudaMemPoolAttrReservedMemHigh), 0);
    cr_expect_eq(attribute(standard, cudaMemPoolAttrReleaseThreshold), threshold);
    test_runner_free(&runner);
}

/* One for all contexts of the device. Without any it keeps nothing. */
Test(cuda_pool, is_shared_by_the_contexts_of_a_device)
{
    tcu_context *first = test_context_new(), *second = test_context_new();
    cudaMemPool_t pool = tcui_temporary_pool(second->temporary);
    cr_expect_eq(tcui_temporary_pool(first->temporary), pool);
    tcu_context_destroy(first);
    cr_expect_eq(attribute(pool, cudaMemPoolAttrReleaseThreshold), second->properties.memory_bytes / 32);
    tcu_context_destroy(second);
    for (int again = 0; again < 3; again++) {
        test_runner runner = test_cuda_runner(test_cuda_stream());
        const test_case t = needy_case(again == 0 ? 1 << 26 : 1 << 20);
        test_runner_expect(&runner, &t);
        cr_expect_eq(tcui_temporary_pool(runner.context->temporary), pool);
        cr_expect_gt(attribute(pool, cudaMemPoolAttrReservedMemCurrent), 0);
        test_runner_free(&runner);
        test_synchronise();
        cr_expect_eq(attribute(pool, cudaMemPoolAttrUsedMemCurrent), 0);
        cr_expect_eq(attribute(pool, cudaMemPoolAttrReservedMemCurrent), 0);
    }
}

Test(cuda_pool, survives_a_device_reset)
{
    tcu_context *before = NULL;
    for (int again = 0; again < 3; again++) {
        test_runner runner = test_cuda_runner(test_cuda_stream());
        const test_case t = needy_case(1 << 20);
        test_runner_expect(&runner, &t);
        /* One from before a reset is destroyed behind it, beside one of after it. */
        cr_expect_eq(tcu_context_destroy(before), TCU_SUCCESS);
        before = runner.context;
        runner.context = test_context_new();
        test_runner_expect(&runner, &t);
        test_runner_free(&runner);
        TEST_CUDA(cudaDeviceReset());
    }
    cr_expect_eq(tcu_context_destroy(before), TCU_SUCCESS);
}

/* One context on streams in turn, in pairs, and on ones that come and go: no two streams use its memory at once. */
Test(cuda_pool, streams_in_turn, .timeout = 240)
{
    enum { STREAMS = 3, ROUNDS = 12 };
    test_random random = test_random_part(92, 0);
    cudaStream_t streams[STREAMS];
    for (int s = 0; s < STREAMS; s++) {
        streams[s] = test_cuda_stream();
    }
    test_work work;
    test_work_open(&work, NULL);
    tcu_context **contexts[TEST_WORK_CONTEXTS];
    test_work_contexts(&work, contexts);
    for (int which = 0; which < TEST_WORK_COUNT; which++) {
        for (int round = 0; round < ROUNDS; round++) {
            const int s = (round / 2) % STREAMS;
            if (round % 5 == 4) {
                TEST_CUDA(cudaStreamDestroy(streams[s]));
                streams[s] = test_cuda_stream();
            }
            for (int c = 0; c < TEST_WORK_CONTEXTS; c++) {
                cr_assert_eq(tcu_context_set_stream(*contexts[c], streams[s]), TCU_SUCCESS);
            }
            test_work_prepare(&work, which, round % 2 ? 300000 : 30000, &random);
            test_synchronise();
            test_work_enqueue(&work);
            test_synchronise();
            test_work_expect(&work);
        }
    }
    test_work_close(&work);
}

/* Each of two streams sorts keys of its own, at the same time, by calls of one context. */
Test(cuda_pool, streams_at_the_same_time, .timeout = 240)
{
    enum { N = 1 << 22, CALLS = 20 };
    const uint32_t factors[2] = {2654435761u, 2246822519u}; /* odd: i * factor mod N is a permutation */
    cudaStream_t streams[2] = {test_cuda_stream(), test_cuda_stream()};
    test_runner runner = test_cuda_runner(streams[0]);
    tcu_context *context = runner.context;
    uint32_t *keys = malloc(N * sizeof *keys), *in[2], *out[2];
    cr_assert_not_null(keys);
    for (uint32_t s = 0; s < 2; s++) {
        for (uint32_t i = 0; i < N; i++) {
            keys[i] = s * N + (i * factors[s]) % N;
        }
        TEST_CUDA(cudaMalloc((void **)&in[s], N * sizeof *keys));
        TEST_CUDA(cudaMalloc((void **)&out[s], N * sizeof *keys));
        TEST_CUDA(cudaMemcpy(in[s], keys, N * sizeof *keys, cudaMemcpyHostToDevice));
    }
    for (int call = 0; call < CALLS; call++) {
        for (int s = 0; s < 2; s++) {
            cr_assert_eq(tcu_context_set_stream(context, streams[s]), TCU_SUCCESS);
            for (int again = 0; again < 2; again++) {
                cr_assert_eq(tcu_radix_sort(context, in[s], out[s], TCU_TYPE_U32, N, NULL), TCU_SUCCESS, "%s",
                             tcu_context_last_error(context));
            }
        }
    }
    TEST_CUDA(cudaDeviceSynchronize());
    for (uint32_t s = 0; s < 2; s++) {
        TEST_CUDA(cudaMemcpy(keys, out[s], N * sizeof *keys, cudaMemcpyDeviceToHost));
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < N; i++) {
            wrong += keys[i] != s * N + i;
        }
        cr_expect_eq(wrong, 0, "stream %u: %u keys", s, wrong);
        cudaFree(in[s]);
        cudaFree(out[s]);
    }
    free(keys);
    test_runner_free(&runner);
}

/* A context of its parent thread, on what that thread and its child each call the stream of their own. */
static void *call_on_own_stream(void *runner)
{
    const test_case t = needy_case(1 << 20);
    test_runner_expect(runner, &t);
    return NULL;
}

Test(cuda_pool, one_context_on_the_streams_of_threads, .timeout = 120)
{
    test_runner runner = test_cuda_runner(cudaStreamPerThread);
    for (int i = 0; i < 4; i++) {
        pthread_t thread;
        call_on_own_stream(&runner);
        cr_assert_eq(pthread_create(&thread, NULL, call_on_own_stream, &runner), 0);
        pthread_join(thread, NULL);
    }
    test_runner_free(&runner);
}

/* Contexts that are created and destroyed while a stream is captured, the device's only ones: the capture goes on. */
static void *create_and_destroy_some(void *unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(tcu_context_destroy(test_context_new()), TCU_SUCCESS);
    }
    return NULL;
}

Test(cuda_pool, comes_and_goes_during_a_capture, .timeout = 120)
{
    for (int i = 0; i < TEST_CAPTURES; i++) {
        test_cuda_during_capture(i, create_and_destroy_some, NULL);
    }
    tcu_context *context = test_context_new();
    cr_expect_eq(attribute(tcui_temporary_pool(context->temporary), cudaMemPoolAttrReleaseThreshold),
                 context->properties.memory_bytes / 32);
    tcu_context_destroy(context);
}

/* An error of the application's own stays for it to find. */
Test(cuda_pool, leaves_errors_of_others)
{
    test_runner runner = test_cuda_runner(test_cuda_stream());
    const test_case t = needy_case(1 << 20);
    test_runner_expect(&runner, &t);
    tcu_context *context = runner.context;
    runner.context = test_context_new();
    cr_assert_neq(cudaSetDevice(9999), cudaSuccess);
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
    cr_expect_eq(cudaGetLastError(), cudaErrorInvalidDevice);
    test_runner_free(&runner);
}

/* What was enqueued goes on when its context is gone. */
Test(cuda_pool, work_outlives_its_context, .timeout = 120)
{
    test_random random = test_random_part(91, 0);
    cudaStream_t stream = test_cuda_stream();
    for (int which = 0; which < TEST_WORK_COUNT; which++) {
        test_work work;
        test_work_open(&work, stream);
        test_work_prepare(&work, which, 3000000, &random);
        test_work_enqueue(&work);
        tcu_context **contexts[TEST_WORK_CONTEXTS];
        test_work_contexts(&work, contexts);
        for (int i = 0; i < TEST_WORK_CONTEXTS; i++) {
            cr_assert_eq(tcu_context_destroy(*contexts[i]), TCU_SUCCESS);
        }
        test_synchronise();
        test_work_expect(&work);
        for (int i = 0; i < TEST_WORK_CONTEXTS; i++) {
            *contexts[i] = test_context_new();
        }
        test_work_close(&work);
    }
}

/* Also what was captured: a graph owns its memory. */
Test(cuda_pool, graphs_outlive_their_context, .timeout = 120)
{
    cudaStream_t stream = test_cuda_stream();
    test_runner runner = test_cuda_runner(stream);
    const test_case t = needy_case(1 << 22);
    cr_assert(test_runner_prepare(&runner, &t));
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    TEST_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    test_cuda_enqueue(&runner, &t);
    TEST_CUDA(cudaStreamEndCapture(stream, &graph));
    cr_assert_eq(tcu_context_destroy(runner.context), TCU_SUCCESS);
    TEST_CUDA(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    TEST_CUDA(cudaGraphDestroy(graph));
    runner.context = test_context_new();
    for (int replay = 0; replay < 3; replay++) {
        cr_assert(test_runner_prepare(&runner, &t));
        test_synchronise();
        TEST_CUDA(cudaGraphLaunch(executable, stream));
        test_synchronise();
        test_cuda_expect(&runner, &t);
    }
    TEST_CUDA(cudaGraphExecDestroy(executable));
    test_runner_free(&runner);
}

/* Contexts that come and go on many threads, and the pool's memory with them. */
static void *create_and_destroy(void *failures)
{
    enum { N = 4096 };
    int *device_memory;
    bool good = cudaMalloc((void **)&device_memory, N * sizeof(int)) == cudaSuccess;
    for (int i = 0; i < 50 && good; i++) {
        tcu_context *context;
        good = tcu_context_create(&context, TCU_BACKEND_CUDA, -1) == TCU_SUCCESS;
        if (!good) {
            break;
        }
        tcu_context_set_stream(context, cudaStreamPerThread);
        good = cudaMemsetAsync(device_memory, 1, N * sizeof(int), cudaStreamPerThread) == cudaSuccess &&
               tcu_segmented_reduce(context, device_memory, TCU_TYPE_I32, device_memory, TCU_TYPE_I32, N, 2, NULL) ==
                   TCU_SUCCESS;
        tcu_context_destroy(context);
        int sum = 0;
        good = good &&
               cudaMemcpyAsync(&sum, device_memory + N / 2 - 1, sizeof sum, cudaMemcpyDeviceToHost,
                               cudaStreamPerThread) == cudaSuccess &&
               cudaStreamSynchronize(cudaStreamPerThread) == cudaSuccess && sum == 2 * 0x01010101;
    }
    cudaFree(device_memory);
    *(int *)failures += !good;
    return NULL;
}

Test(cuda_pool, contexts_come_and_go_on_many_threads, .timeout = 120)
{
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    int failures[THREADS] = {0};
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(pthread_create(&threads[i], NULL, create_and_destroy, &failures[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        cr_expect_eq(failures[i], 0, "thread %d", i);
    }
}

/* A child of a process that has used CUDA has none: it may destroy its parent's contexts, and gets host contexts. */
static int in_child(tcu_context *of_parent)
{
    enum { N = 100 };
    tcu_context *context = NULL;
    tcu_properties properties;
    int in[N];
    for (int i = 0; i < N; i++) {
        in[i] = i;
    }
    if (tcu_context_destroy(of_parent) != TCU_SUCCESS) {
        return 1;
    }
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS) {
        return 2;
    }
    if (tcu_context_get_properties(context, &properties) != TCU_SUCCESS || properties.backend != TCU_BACKEND_HOST) {
        return 3;
    }
    if (tcu_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_I32, in, TCU_TYPE_I32, N, NULL) != TCU_SUCCESS ||
        in[N - 1] != N * (N - 1) / 2) {
        return 4;
    }
    return tcu_context_destroy(context) == TCU_SUCCESS ? 0 : 5;
}

Test(cuda_pool, forked_children_do_without_it, .timeout = 120)
{
    test_runner runner = test_cuda_runner(test_cuda_stream());
    const test_case t = needy_case(1 << 20);
    test_runner_expect(&runner, &t);
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        _exit(in_child(runner.context));
    }
    int status = -1;
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child's status is %#x", status);
    test_runner_expect(&runner, &t);
    test_runner_free(&runner);
}
