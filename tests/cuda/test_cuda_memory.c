/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of tcu/memory.h on streams and in captures, and what kinds of memory a call takes. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "test_cuda_capture.h"
#include "test_cuda_work.h"
#include "test_sentence.h"

static tcu_context *context_on(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    tcu_context *context = test_context_new();
    cr_assert_eq(tcu_context_set_stream(context, stream), TCU_SUCCESS);
    return context;
}

/* Whether the device reads all memory of the process: then nothing is refused. */
static bool reads_all(void)
{
    int device, pageable = 0;
    TEST_CUDA(cudaGetDevice(&device));
    TEST_CUDA(cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, device));
    return pageable != 0;
}

/* --------------------------------------------------------------------------------------- allocating, copying --- */

static void wait_a_while(void *unused)
{
    (void)unused;
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
}

/* Copies come behind work that is still in flight, are complete when they return, and synchronising waits for it. */
Test(cuda_memory, is_ordered_by_the_stream, .timeout = 120)
{
    enum { BYTES = 100000 };
    cudaStream_t streams[] = {NULL, cudaStreamPerThread, test_cuda_stream()};
    unsigned char *host = malloc(BYTES);
    cr_assert_not_null(host);
    for (size_t i = 0; i < sizeof streams / sizeof streams[0]; i++) {
        tcu_context *context = context_on(streams[i]);
        void *memory;
        cr_assert_eq(tcu_allocate(context, BYTES, &memory), TCU_SUCCESS, "%s", tcu_context_last_error(context));
        TEST_CUDA(cudaLaunchHostFunc(streams[i], wait_a_while, NULL));
        TEST_CUDA(cudaMemsetAsync(memory, 0x5a, BYTES, streams[i]));
        cr_assert_eq(tcu_copy_out(context, host, memory, BYTES), TCU_SUCCESS, "%s", tcu_context_last_error(context));
        cr_expect(host[0] == 0x5a && memcmp(host, host + 1, BYTES - 1) == 0, "stream %zu: the copy came too early", i);

        memset(host, 0x33, BYTES);
        TEST_CUDA(cudaLaunchHostFunc(streams[i], wait_a_while, NULL));
        TEST_CUDA(cudaMemsetAsync(memory, 0, BYTES, streams[i]));
        cr_assert_eq(tcu_copy_in(context, memory, host, BYTES), TCU_SUCCESS, "%s", tcu_context_last_error(context));
        cr_expect_eq(cudaStreamQuery(streams[i]), cudaSuccess, "the copy is not complete");
        memset(host, 0x44, BYTES);
        cr_assert_eq(tcu_copy_out(context, host, memory, BYTES), TCU_SUCCESS);
        cr_expect(host[0] == 0x33 && memcmp(host, host + 1, BYTES - 1) == 0, "stream %zu: another copy arrived", i);

        TEST_CUDA(cudaLaunchHostFunc(streams[i], wait_a_while, NULL));
        cr_expect_eq(tcu_synchronize(context), TCU_SUCCESS);
        cr_expect_eq(cudaStreamQuery(streams[i]), cudaSuccess, "there is still work on the stream");

        TEST_CUDA(cudaLaunchHostFunc(streams[i], wait_a_while, NULL));
        TEST_CUDA(cudaMemsetAsync(memory, 1, BYTES, streams[i]));
        cr_expect_eq(tcu_free(context, memory), TCU_SUCCESS, "%s", tcu_context_last_error(context));
        cr_expect_eq(cudaStreamQuery(streams[i]), cudaSuccess, "freed while it is in use");
        tcu_context_destroy(context);
    }
    free(host);
}

/* Pinned host memory is copied without a detour, and so has to be waited for. */
Test(cuda_memory, pinned_host_memory_may_be_used_again)
{
    enum { BYTES = 1 << 24 };
    tcu_context *context = context_on(test_cuda_stream());
    unsigned char *pinned;
    void *memory;
    TEST_CUDA(cudaMallocHost((void **)&pinned, BYTES));
    cr_assert_eq(tcu_allocate(context, BYTES, &memory), TCU_SUCCESS);
    memset(pinned, 0x61, BYTES);
    cr_assert_eq(tcu_copy_in(context, memory, pinned, BYTES), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    memset(pinned, 0x62, BYTES);
    cr_assert_eq(tcu_copy_out(context, pinned, memory, BYTES), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    cr_expect(pinned[0] == 0x61 && memcmp(pinned, pinned + 1, BYTES - 1) == 0);
    cr_expect_eq(tcu_free(context, memory), TCU_SUCCESS);
    TEST_CUDA(cudaFreeHost(pinned));
    tcu_context_destroy(context);
}

static void expect_captured(tcu_context *context, tcu_status status)
{
    cr_expect_eq(status, TCU_ERROR_DEVICE, "status %d", (int)status);
    cr_expect(test_mentions(tcu_context_last_error(context), "captured"), "%s", tcu_context_last_error(context));
}

/* Each gets a status, and the capture goes on. */
Test(cuda_memory, not_during_a_capture)
{
    cudaStream_t stream = test_cuda_stream();
    tcu_context *context = context_on(stream);
    void *memory, *more;
    int host = 3;
    cr_assert_eq(tcu_allocate(context, sizeof host, &memory), TCU_SUCCESS);
    for (int i = 0; i < TEST_CAPTURE_MODES; i++) {
        more = memory;
        TEST_CUDA(cudaStreamBeginCapture(stream, test_capture_modes[i]));
        expect_captured(context, tcu_allocate(context, 100, &more));
        cr_expect_null(more);
        expect_captured(context, tcu_free(context, memory));
        expect_captured(context, tcu_copy_in(context, memory, &host, sizeof host));
        expect_captured(context, tcu_copy_out(context, &host, memory, sizeof host));
        expect_captured(context, tcu_synchronize(context));
        cr_expect_eq(tcu_allocate(context, 0, &more), TCU_SUCCESS);
        cr_expect_eq(tcu_free(context, NULL), TCU_SUCCESS);
        cr_expect_eq(tcu_copy_in(context, memory, &host, 0), TCU_SUCCESS);
        cudaGraph_t graph;
        size_t nodes = 1;
        TEST_CUDA(cudaStreamEndCapture(stream, &graph));
        TEST_CUDA(cudaGraphGetNodes(graph, NULL, &nodes));
        cr_expect_eq(nodes, 0, "%zu nodes", nodes);
        TEST_CUDA(cudaGraphDestroy(graph));
    }
    cr_expect_eq(tcu_free(context, memory), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    tcu_context_destroy(context);
}

/* All functions, on a context whose stream is not captured. */
static void *use_memory(void *argument)
{
    tcu_context *context = argument;
    const int three = 3;
    int back = 0;
    void *memory = NULL;
    cr_expect_eq(tcu_allocate(context, 10000000, &memory), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    cr_expect_eq(tcu_copy_in(context, memory, &three, sizeof three), TCU_SUCCESS, "%s",
                 tcu_context_last_error(context));
    cr_expect_eq(tcu_copy_out(context, &back, memory, sizeof back), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    cr_expect_eq(back, three);
    cr_expect_eq(tcu_synchronize(context), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    cr_expect_eq(tcu_free(context, memory), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    return NULL;
}

/* Of another stream, by the thread that captures and by another one: the capture goes on. */
Test(cuda_memory, during_captures_of_other_streams)
{
    tcu_context *context = context_on(test_cuda_stream());
    for (int i = 0; i < TEST_CAPTURES; i++) {
        test_cuda_during_capture(i, use_memory, context);
    }
    tcu_context_destroy(context);
}

/* The calling thread's device stays what it was, and pointers that are not tcu_allocate()'s are refused. */
Test(cuda_memory, host_memory_is_not_freed)
{
    tcu_context *context = context_on(NULL);
    int *host = malloc(sizeof *host), before, after;
    cr_assert_not_null(host);
    TEST_CUDA(cudaGetDevice(&before));
    cr_expect_eq(tcu_free(context, host), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(test_mentions(tcu_context_last_error(context), "pointer"), "%s", tcu_context_last_error(context));
    TEST_CUDA(cudaGetDevice(&after));
    cr_expect_eq(before, after);
    TEST_CUDA(cudaGetLastError());
    free(host);
    tcu_context_destroy(context);
}

/* ----------------------------------------------------------------------------------------- what calls take --- */

enum { N = 5000 };

static tcu_status scan(tcu_context *context, const void *in, void *out)
{
    return tcu_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_U32, out, TCU_TYPE_U32, N, NULL);
}

static void expect_refused(tcu_context *context, tcu_status status, const char *argument)
{
    if (reads_all()) {
        cr_expect_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(context));
        return;
    }
    const char *sentence = tcu_context_last_error(context);
    cr_expect_eq(status, TCU_ERROR_INVALID_ARGUMENT, "status %d: %s", (int)status, sentence);
    cr_expect(test_mentions(sentence, argument) && test_mentions(sentence, "host"), "%s", sentence);
}

/* Of malloc() and of variables; the device and the context can be used as before. */
Test(cuda_memory, pageable_memory_is_refused)
{
    static uint32_t variable[N];
    tcu_context *context = context_on(test_cuda_stream());
    uint32_t *pageable = calloc(N, sizeof *pageable);
    void *memory;
    cr_assert_not_null(pageable);
    cr_assert_eq(tcu_allocate(context, sizeof variable, &memory), TCU_SUCCESS);
    TEST_CUDA(cudaMemset(memory, 0, sizeof variable));
    expect_refused(context, scan(context, pageable, memory), "in");
    expect_refused(context, scan(context, memory, pageable), "out");
    expect_refused(context, scan(context, variable, memory), "in");
    expect_refused(context, tcu_copy_in(context, pageable, variable, sizeof variable), "to_context_memory");
    expect_refused(context, tcu_copy_out(context, variable, pageable, sizeof variable), "from_context_memory");
    cr_expect_eq(scan(context, memory, memory), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    cr_expect_eq(tcu_synchronize(context), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    size_t bytes;
    cr_assert_eq(tcu_scan_workspace(context, TCU_TYPE_U32, TCU_TYPE_U32, 100 * N, NULL, &bytes), TCU_SUCCESS);
    if (bytes > 0) {
        void *workspace = malloc(bytes), *large;
        cr_assert_not_null(workspace);
        cr_assert_eq(tcu_allocate(context, 100 * sizeof variable, &large), TCU_SUCCESS);
        cr_assert_eq(tcu_context_set_workspace(context, workspace, bytes), TCU_SUCCESS);
        expect_refused(
            context,
            tcu_scan(context, TCU_SCAN_INCLUSIVE, large, TCU_TYPE_U32, large, TCU_TYPE_U32, (uint64_t)100 * N, NULL),
            "workspace");
        cr_assert_eq(tcu_context_set_workspace(context, NULL, 0), TCU_SUCCESS);
        cr_expect_eq(tcu_free(context, large), TCU_SUCCESS, "%s", tcu_context_last_error(context));
        free(workspace);
    }
    cr_expect_eq(tcu_free(context, memory), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    free(pageable);
    tcu_context_destroy(context);
}

/* All memory that the device can read passes, with the checks on and off. */
Test(cuda_memory, other_memory_is_taken)
{
    enum { KINDS = 6 };
    static const char *const names[KINDS] = {"device", "pool", "managed", "pinned", "mapped", "registered"};
    static uint32_t numbers[N];
    tcu_context *context = context_on(NULL);
    uint32_t *memory[KINDS], *registered = aligned_alloc(4096, 8 * 4096);
    cr_assert_not_null(registered);
    TEST_CUDA(cudaMalloc((void **)&memory[0], sizeof numbers));
    TEST_CUDA(cudaMallocAsync((void **)&memory[1], sizeof numbers, NULL));
    TEST_CUDA(cudaMallocManaged((void **)&memory[2], sizeof numbers, cudaMemAttachGlobal));
    TEST_CUDA(cudaMallocHost((void **)&memory[3], sizeof numbers));
    TEST_CUDA(cudaHostAlloc((void **)&memory[4], sizeof numbers, cudaHostAllocMapped));
    TEST_CUDA(cudaHostRegister(registered, 8 * 4096, cudaHostRegisterDefault));
    memory[5] = registered;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int enabled = 0; enabled < 2; enabled++) {
            for (uint32_t i = 0; i < N; i++) {
                numbers[i] = 1;
            }
            TEST_CUDA(cudaMemcpy(memory[kind], numbers, sizeof numbers, cudaMemcpyDefault));
            cr_assert_eq(tcu_context_set_pointer_checks(context, enabled), TCU_SUCCESS);
            cr_assert_eq(scan(context, memory[kind], memory[kind]), TCU_SUCCESS, "%s memory: %s", names[kind],
                         tcu_context_last_error(context));
            cr_assert_eq(tcu_copy_out(context, numbers, memory[kind], sizeof numbers), TCU_SUCCESS, "%s memory: %s",
                         names[kind], tcu_context_last_error(context));
            cr_expect_eq(numbers[N - 1], N, "%s memory: %u", names[kind], numbers[N - 1]);
        }
    }
    TEST_CUDA(cudaFree(memory[0]));
    TEST_CUDA(cudaFree(memory[1]));
    TEST_CUDA(cudaFree(memory[2]));
    TEST_CUDA(cudaFreeHost(memory[3]));
    TEST_CUDA(cudaFreeHost(memory[4]));
    TEST_CUDA(cudaHostUnregister(registered));
    free(registered);
    tcu_context_destroy(context);
}

/* Asking about pointers enqueues nothing and may be captured, in every mode; a refused call leaves the capture as it
 * was. (That captured calls are right is what the tests of graphs are about, which ask too.) */
Test(cuda_memory, pointers_are_checked_during_a_capture)
{
    cudaStream_t stream = test_cuda_stream();
    tcu_context *context = context_on(stream);
    uint32_t *pageable = calloc(N, sizeof *pageable);
    void *memory;
    cr_assert_not_null(pageable);
    cr_assert_eq(tcu_allocate(context, N * sizeof *pageable, &memory), TCU_SUCCESS);
    for (int i = 0; i < TEST_CAPTURE_MODES; i++) {
        cudaGraph_t graph;
        size_t nodes = 0;
        TEST_CUDA(cudaStreamBeginCapture(stream, test_capture_modes[i]));
        expect_refused(context, scan(context, pageable, memory), "in");
        cr_expect_eq(scan(context, memory, memory), TCU_SUCCESS, "%s", tcu_context_last_error(context));
        TEST_CUDA(cudaStreamEndCapture(stream, &graph));
        TEST_CUDA(cudaGraphGetNodes(graph, NULL, &nodes));
        cr_expect_gt(nodes, 0, "nothing was captured");
        TEST_CUDA(cudaGraphDestroy(graph));
    }
    cr_expect_eq(tcu_free(context, memory), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    free(pageable);
    tcu_context_destroy(context);
}
