/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A GPU that is shared: every operation on streams of green contexts, which have 8, 16 or half of the multiprocessors,
 * on two of them at the same time, on streams that change, and while another kernel keeps most multiprocessors to
 * itself.
 */
#include "test_cuda.h"

#if CUDART_VERSION >= 12040 /* of which on there are green contexts */

#include "primitives/context/resources.h"
#include "test_cuda_green.h"
#include "test_cuda_occupy.h"
#include "test_cuda_work.h"

TestSuite(cuda_shared_gpu, .timeout = 900);

/* A quarter of the calls are short, a quarter long enough for what takes the whole device. */
static uint64_t draw_n(test_random *random)
{
    static const uint64_t most[] = {30, 700, 5000, 30000};
    return 100 * (1 + test_random_below(random, most[test_random_below(random, 4)]));
}

static int half_of_the_device(void)
{
    int device, count;
    TEST_CUDA(cudaGetDevice(&device));
    TEST_CUDA(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    return count / 2;
}

static void set_stream(test_work *work, cudaStream_t stream)
{
    tcu_context **contexts[TEST_WORK_CONTEXTS];
    test_work_contexts(work, contexts);
    for (int c = 0; c < TEST_WORK_CONTEXTS; c++) {
        cr_assert_eq(tcu_context_set_stream(*contexts[c], stream), TCU_SUCCESS);
    }
}

static void expect_number(const tcu_context *context, int multiprocessors)
{
    const tcui_resources stream = tcui_stream_resources(context);
    cr_expect_eq(stream.multiprocessors, multiprocessors, "%d multiprocessors, the green context has %d",
                 stream.multiprocessors, multiprocessors);
    cr_log_info("%d multiprocessors: clusters of up to %d", stream.multiprocessors, stream.cluster_blocks);
}

/* A workspace that was sized on a stream with the whole device does on every stream with clusters of 8. */
static void prepare(test_work *work, cudaStream_t whole, int which, test_random *random)
{
    set_stream(work, whole);
    test_work_prepare(work, which, draw_n(random), random);
    if (test_random_below(random, 2) == 0) {
        test_work_give_workspace(work, (unsigned char)test_random_next(random));
    } else {
        test_work_set_workspace(work, NULL, 0);
    }
    test_synchronise();
}

static void expect_all_work(int multiprocessors, unsigned part)
{
    test_green green;
    test_green_open(&green, 1, multiprocessors);
    const cudaStream_t whole = test_cuda_stream();
    test_random random = test_random_part(test_seed_of_run(), 9500 + part);
    test_work work;
    test_work_open(&work, whole);
    for (int i = 0; i < (int)test_by_tier(1, 3, 10) * TEST_WORK_COUNT; i++) {
        prepare(&work, whole, i % TEST_WORK_COUNT, &random);
        set_stream(&work, green.stream);
        expect_number(work.sums.context, green.multiprocessors);
        test_work_enqueue(&work);
        TEST_CUDA(cudaStreamSynchronize(green.stream));
        test_work_expect(&work);
    }
    test_work_close(&work);
    TEST_CUDA(cudaStreamDestroy(whole));
    test_green_close(&green, 1);
}

Test(cuda_shared_gpu, eight_multiprocessors)
{
    expect_all_work(8, 0);
}

Test(cuda_shared_gpu, sixteen_multiprocessors)
{
    expect_all_work(16, 1);
}

Test(cuda_shared_gpu, half_of_the_multiprocessors)
{
    expect_all_work(half_of_the_device(), 2);
}

/* The context asks again for each stream. (Work on the streams is ordered by the host.) */
Test(cuda_shared_gpu, streams_that_change)
{
    test_green greens[2];
    test_green_open(greens, 2, 16);
    const cudaStream_t whole = test_cuda_stream();
    test_random random = test_random_part(test_seed_of_run(), 9510);
    test_work work;
    test_work_open(&work, whole);
    const int of_device = tcui_device_resources(work.sums.context).multiprocessors;
    for (int i = 0; i < (int)test_by_tier(1, 2, 6) * TEST_WORK_COUNT; i++) {
        prepare(&work, whole, i % TEST_WORK_COUNT, &random);
        expect_number(work.sums.context, of_device);
        const uint64_t which = test_random_below(&random, 3);
        const cudaStream_t stream = which < 2 ? greens[which].stream : whole;
        set_stream(&work, stream);
        expect_number(work.sums.context, which < 2 ? greens[which].multiprocessors : of_device);
        test_work_enqueue(&work);
        TEST_CUDA(cudaStreamSynchronize(stream));
        test_work_expect(&work);
    }
    test_work_close(&work);
    TEST_CUDA(cudaStreamDestroy(whole));
    test_green_close(greens, 2);
}

/* The work of one may run while that of the other one does. */
Test(cuda_shared_gpu, two_at_the_same_time)
{
    test_green greens[2];
    test_green_open(greens, 2, half_of_the_device() / 2);
    const cudaStream_t whole = test_cuda_stream();
    test_random random = test_random_part(test_seed_of_run(), 9520);
    static test_work works[2];
    for (int w = 0; w < 2; w++) {
        test_work_open(&works[w], whole);
    }
    for (int i = 0; i < (int)test_by_tier(1, 2, 6) * TEST_WORK_COUNT; i++) {
        for (int w = 0; w < 2; w++) {
            const int which = w == 0 ? i % TEST_WORK_COUNT : (int)test_random_below(&random, TEST_WORK_COUNT);
            prepare(&works[w], whole, which, &random);
            set_stream(&works[w], greens[w].stream);
        }
        for (int w = 0; w < 2; w++) {
            test_work_enqueue(&works[w]);
        }
        for (int w = 0; w < 2; w++) {
            TEST_CUDA(cudaStreamSynchronize(greens[w].stream));
        }
        for (int w = 0; w < 2; w++) {
            test_work_expect(&works[w]);
        }
    }
    for (int w = 0; w < 2; w++) {
        test_work_close(&works[w]);
    }
    TEST_CUDA(cudaStreamDestroy(whole));
    test_green_close(greens, 2);
}

/* A graph's kernels have the grids of the stream that was captured. */
Test(cuda_shared_gpu, graphs)
{
    test_green green;
    test_green_open(&green, 1, 8);
    const cudaStream_t whole = test_cuda_stream();
    test_random random = test_random_part(test_seed_of_run(), 9530);
    test_work work;
    test_work_open(&work, whole);
    for (int which = 0; which < TEST_WORK_COUNT; which++) {
        prepare(&work, whole, which, &random);
        set_stream(&work, green.stream);
        TEST_CUDA(cudaStreamBeginCapture(green.stream, cudaStreamCaptureModeGlobal));
        test_work_enqueue(&work);
        const cudaGraphExec_t graph = test_cuda_end_capture(green.stream);
        TEST_CUDA(cudaGraphLaunch(graph, green.stream));
        TEST_CUDA(cudaStreamSynchronize(green.stream));
        test_work_expect(&work);
        TEST_CUDA(cudaGraphExecDestroy(graph));
    }
    test_work_close(&work);
    TEST_CUDA(cudaStreamDestroy(whole));
    test_green_close(&green, 1);
}

/* Default streams belong to the context that is current when the library's context is created, or its stream set. */
Test(cuda_shared_gpu, default_stream)
{
    test_green green;
    test_green_open(&green, 1, 8);
    test_random random = test_random_part(test_seed_of_run(), 9540);
    test_green_make_current(&green);
    test_work work;
    test_work_open(&work, NULL);
    expect_number(work.sums.context, green.multiprocessors);
    for (int which = 0; which < TEST_WORK_COUNT; which++) {
        test_work_prepare(&work, which, draw_n(&random), &random);
        test_work_enqueue(&work);
        TEST_CUDA(cudaDeviceSynchronize());
        test_work_expect(&work);
    }
    test_work_close(&work);
    test_green_make_current(NULL);
    test_green_close(&green, 1);
}

/* Kernels whose blocks have to be resident together wait for the other kernel's end, all others need not; none fails.
 * Each call runs once before: CUDA may wait for all kernels when one is loaded. */
Test(cuda_shared_gpu, most_multiprocessors_taken)
{
    enum { LEFT = 4 };
    const cudaStream_t stream = test_cuda_stream(), others = test_cuda_stream();
    test_random random = test_random_part(test_seed_of_run(), 9550);
    unsigned *arrived, *told;
    TEST_CUDA(cudaHostAlloc((void **)&arrived, 2 * sizeof *arrived, cudaHostAllocMapped));
    told = arrived + 1;
    test_work work;
    test_work_open(&work, stream);
    const int taken = tcui_device_resources(work.sums.context).multiprocessors - LEFT;
    for (int which = 0; which < TEST_WORK_COUNT; which++) {
        const uint64_t n = draw_n(&random), seed = test_random_next(&random);
        for (int turn = 0; turn < 2; turn++) { /* the same call, which is enqueued below once more */
            test_random of_call = test_random_part(seed, 0);
            test_work_prepare(&work, which, n, &of_call);
            if (turn == 0) {
                test_work_enqueue(&work);
            }
            test_synchronise();
        }
        *(volatile unsigned *)arrived = *(volatile unsigned *)told = 0;
        TEST_CUDA(test_occupy(arrived, told, taken, others));
        while (*(volatile unsigned *)arrived < (unsigned)taken) { /* (The suite's timeout ends a wait for ever.) */
        }
        test_work_enqueue(&work);
        *(volatile unsigned *)told = 1;
        TEST_CUDA(cudaStreamSynchronize(stream));
        TEST_CUDA(cudaStreamSynchronize(others));
        test_work_expect(&work);
    }
    test_work_close(&work);
    TEST_CUDA(cudaFreeHost(arrived));
    TEST_CUDA(cudaStreamDestroy(stream));
    TEST_CUDA(cudaStreamDestroy(others));
}

#endif
