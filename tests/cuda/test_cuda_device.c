/* SPDX-License-Identifier: Apache-2.0 */
/* The device: which is current, no memory left on it, and memory that is not from cudaMalloc. */
#include <stdlib.h>
#include <string.h>

#include "backends/cuda/temporary.h"
#include "test_cuda.h"
#include "test_cuda_work.h"

/* The calling thread's current device is its own, whichever device the context is on. */
Test(cuda_device, current_device_stays, .timeout = 120)
{
    int count;
    TEST_CUDA(cudaGetDeviceCount(&count));
    cr_assert_gt(count, 0);
    const int devices = count < 2 ? count : 2;
    test_random random = test_random_part(17, 0);
    for (int on = 0; on < devices; on++) {
        for (int current = 0; current < devices; current++) {
            TEST_CUDA(cudaSetDevice(on));
            test_work work;
            test_work_open(&work, NULL);
            tcu_properties properties;
            cr_assert_eq(tcu_context_get_properties(work.sums.context, &properties), TCU_SUCCESS);
            cr_expect_eq(properties.device, on, "-1 means the current device");
            for (int which = 0; which < TEST_WORK_COUNT; which++) {
                TEST_CUDA(cudaSetDevice(on));
                test_work_prepare(&work, which, 30000, &random);
                TEST_CUDA(cudaSetDevice(current));
                test_work_enqueue(&work);
                int after = -1;
                TEST_CUDA(cudaGetDevice(&after));
                cr_expect_eq(after, current, "%s on device %d left %d current, not %d", test_work_name(which), on,
                             after, current);
                TEST_CUDA(cudaSetDevice(on));
                test_synchronise();
                test_work_expect(&work);
            }
            test_work_close(&work);
        }
    }
}

Test(cuda_device, creating_leaves_the_current_device)
{
    int before, after;
    TEST_CUDA(cudaGetDevice(&before));
    tcu_context *context = test_context_new();
    tcu_context_destroy(context);
    TEST_CUDA(cudaGetDevice(&after));
    cr_expect_eq(before, after);
}

/* Leaves the context hardly any memory: a pool that may not grow where there is such a thing, so that tests that run at
 * the same time keep theirs; otherwise by taking all there is. */
static void exhaust_the_device(tcu_context *context)
{
#if CUDART_VERSION >= 12020
    struct cudaMemPoolProps properties;
    memset(&properties, 0, sizeof properties);
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    TEST_CUDA(cudaGetDevice(&properties.location.id));
    properties.maxSize = (size_t)32 << 20;
    cudaMemPool_t pool;
    TEST_CUDA(cudaMemPoolCreate(&pool, &properties));
    tcui_temporary_set_pool(context->temporary, pool);
#else
    (void)context;
    for (size_t part = (size_t)1 << 33; part >= (size_t)32 << 20; part /= 2) {
        void *taken;
        while (cudaMalloc(&taken, part) == cudaSuccess) {
        }
    }
    cudaGetLastError();
#endif
}

/* In place, a segmented reduction needs room for all its results: 64 MB here. */
Test(cuda_device, out_of_memory_is_reported, .timeout = 120)
{
    enum { N = 1 << 25, SEGMENTS = N / 2 };
    const test_operation operations[] = {TEST_SEGMENTED_REDUCE, TEST_SEGMENTED_REDUCE_OFFSETS};
    test_runner runner = test_cuda_runner(test_cuda_stream());
    const test_cuts cuts = test_cuts_of(30000);
    int64_t *offsets = malloc((SEGMENTS + 1) * sizeof *offsets);
    cr_assert_not_null(offsets);
    for (int64_t i = 0; i <= SEGMENTS; i++) {
        offsets[i] = 2 * i;
    }
    /* All buffers first. */
    test_memory_reserve(&runner.out_memory, (size_t)N * 4 + 4096);
    test_memory_reserve(&runner.in_memory, (size_t)1 << 20);
    test_memory_reserve(&runner.offsets_memory, (size_t)(SEGMENTS + 1) * 8 + 4096);
    exhaust_the_device(runner.context);
    for (int i = 0; i < 2; i++) {
        test_case t = {.operation = operations[i],
                       .in_type = TCU_TYPE_I32,
                       .out_type = TCU_TYPE_I32,
                       .n = N,
                       .segment_size = 2,
                       .offsets = offsets,
                       .num_segments = SEGMENTS,
                       .seed = test_seed_of_run(),
                       .in_place = true};
        cr_assert(test_runner_prepare(&runner, &t));
        test_call call = test_runner_call(&runner, &t, NULL);
        tcu_status status = test_call_run(runner.context, &call);
        cr_expect_eq(status, TCU_ERROR_OUT_OF_MEMORY, "%s: status %d", test_operation_names[operations[i]],
                     (int)status);
        cr_expect_neq(tcu_context_last_error(runner.context)[0], '\0');
        cr_expect_eq(cudaGetLastError(), cudaSuccess, "the runtime's last error was left behind");
        test_synchronise();
        cr_expect(test_runner_holds_source(&runner, &t), "%s wrote", test_operation_names[operations[i]]);
        /* The context is none the worse for it. */
        test_case small = test_cuda_case(operations[i], (test_pair){TCU_TYPE_F16, TCU_TYPE_F32}, 30000, &cuts, 18);
        test_runner_expect(&runner, &small);
    }
    free(offsets);
    test_runner_free(&runner);
}

/* Also of less than a context keeps, where something else has the pool's memory; and once that is free, there is some. */
Test(cuda_device, out_of_memory_that_comes_back, .timeout = 120)
{
    enum { N = 1 << 23, FILLER = 24 << 20 };
    cudaStream_t stream = test_cuda_stream();
    test_runner runner = test_cuda_runner(stream);
    const test_case t = {.operation = TEST_SEGMENTED_REDUCE, /* needs 16 MiB */
                         .in_type = TCU_TYPE_I32,
                         .out_type = TCU_TYPE_I32,
                         .n = N,
                         .segment_size = 2,
                         .seed = test_seed_of_run(),
                         .in_place = true};
    cr_assert(test_runner_prepare(&runner, &t));
    exhaust_the_device(runner.context);
    void *filler;
    TEST_CUDA(cudaMallocFromPoolAsync(&filler, FILLER, tcui_temporary_pool(runner.context->temporary), stream));
    const test_call call = test_runner_call(&runner, &t, NULL);
    cr_expect_eq(test_call_run(runner.context, &call), TCU_ERROR_OUT_OF_MEMORY);
    cr_expect_eq(cudaGetLastError(), cudaSuccess, "the runtime's last error was left behind");
    test_synchronise();
    cr_expect(test_runner_holds_source(&runner, &t));
    TEST_CUDA(cudaFreeAsync(filler, stream));
    for (int again = 0; again < 3; again++) {
        test_runner_expect(&runner, &t);
    }
    test_runner_free(&runner);
}

/* Device pointers need not come from cudaMalloc. */
static void run_in(void *in, void *out, const char *what)
{
    enum { N = 50000 };
    tcu_context *context = test_context_new();
    cudaStream_t stream = test_cuda_stream();
    cr_assert_eq(tcu_context_set_stream(context, stream), TCU_SUCCESS);
    uint32_t *numbers = in;
    uint64_t *sums = out;
    for (int i = 0; i < N; i++) {
        numbers[i] = 4000000000u - (uint32_t)i;
        sums[i] = 99;
    }
    cr_assert_eq(tcu_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_U32, out, TCU_TYPE_U64, N, NULL), TCU_SUCCESS,
                 "%s: %s", what, tcu_context_last_error(context));
    TEST_CUDA(cudaStreamSynchronize(stream));
    uint64_t sum = 0;
    for (int i = 0; i < N; i++) {
        sum += numbers[i];
        cr_assert_eq(sums[i], sum, "%s: scan, out[%d]", what, i);
    }
    cr_assert_eq(tcu_segmented_reduce(context, in, TCU_TYPE_U32, out, TCU_TYPE_U64, N, 10000, NULL), TCU_SUCCESS);
    TEST_CUDA(cudaStreamSynchronize(stream));
    sum = 0;
    for (int i = 0; i < N; i++) {
        sum += numbers[i];
        if (i % 10000 == 9999) {
            cr_assert_eq(sums[i / 10000], sum, "%s: segment %d", what, i / 10000);
            sum = 0;
        }
    }
    const uint32_t limit = numbers[N / 2];
    const tcu_predicate above = TCU_PREDICATE_INIT(TCU_COMPARE_GREATER, &limit);
    uint32_t *kept = out;
    uint64_t *kept_count = sums + N;
    cr_assert_eq(tcu_compact_if(context, in, TCU_TYPE_U32, &above, kept, kept_count, N, NULL), TCU_SUCCESS, "%s: %s",
                 what, tcu_context_last_error(context));
    TEST_CUDA(cudaStreamSynchronize(stream));
    cr_assert_eq(*kept_count, N / 2, "%s: count", what);
    cr_assert_eq(memcmp(kept, numbers, N / 2 * sizeof *kept), 0, "%s: kept items", what);
    tcu_context_destroy(context);
    TEST_CUDA(cudaStreamDestroy(stream));
}

Test(cuda_device, managed_and_mapped_memory, .timeout = 120)
{
    void *in, *out;
    TEST_CUDA(cudaMallocManaged(&in, 1 << 20, cudaMemAttachGlobal));
    TEST_CUDA(cudaMallocManaged(&out, 1 << 20, cudaMemAttachGlobal));
    run_in(in, out, "managed memory");
    TEST_CUDA(cudaFree(in));
    TEST_CUDA(cudaFree(out));
    TEST_CUDA(cudaHostAlloc(&in, 1 << 20, cudaHostAllocMapped));
    TEST_CUDA(cudaHostAlloc(&out, 1 << 20, cudaHostAllocMapped));
    run_in(in, out, "mapped memory");
    TEST_CUDA(cudaFreeHost(in));
    TEST_CUDA(cudaFreeHost(out));
}
