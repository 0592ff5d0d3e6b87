/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests about CUDA itself share. */
#ifndef TEST_CUDA_H
#define TEST_CUDA_H

#include <criterion/criterion.h>
#include <cuda_runtime_api.h>
#include <string.h>

#include "sums/runner.h"
#include "test_backend.h"

#define TEST_CUDA(CALL)                                                                                                \
    do {                                                                                                               \
        cudaError_t cuda_error = (CALL);                                                                               \
        cr_assert(cuda_error == cudaSuccess, #CALL ": %s", cudaGetErrorString(cuda_error));                            \
    } while (0)

/* The graph of what was enqueued on a stream since its capture began. */
static inline cudaGraphExec_t test_cuda_end_capture(cudaStream_t stream)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    TEST_CUDA(cudaStreamEndCapture(stream, &graph));
    TEST_CUDA(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    TEST_CUDA(cudaGraphDestroy(graph));
    return executable;
}

/* Offsets for any n that is a multiple of 100. */
enum { TEST_CUTS = 5 };
typedef struct test_cuts {
    int64_t values[TEST_CUTS + 1];
} test_cuts;

static inline test_cuts test_cuts_of(uint64_t n)
{
    int64_t part = (int64_t)(n / 100);
    test_cuts cuts = {{0, 3 * part, 3 * part, 50 * part + 1, 95 * part, 100 * part}};
    return cuts;
}

/* A case of any operation, its temporary memory from the default allocator. `cuts` has to outlive it. */
static inline test_case test_cuda_case(test_operation operation, test_pair pair, uint64_t n, const test_cuts *cuts,
                                       uint64_t seed)
{
    test_case t = {.operation = operation,
                   .in_type = pair.in,
                   .out_type = pair.out,
                   .n = n,
                   .segment_size = 1 + n / 5,
                   .offsets = cuts->values,
                   .num_segments = TEST_CUTS,
                   .seed = seed};
    return t;
}

/* A stream that does not wait for the legacy default stream, and a runner on it. */
static inline cudaStream_t test_cuda_stream(void)
{
    cudaStream_t stream;
    TEST_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return stream;
}

static inline test_runner test_cuda_runner(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    test_runner runner = test_runner_new();
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    return runner;
}

/* Enqueues the call of a prepared case and does not wait. */
static inline void test_cuda_enqueue(test_runner *runner, const test_case *t)
{
    test_reduction reduction = t->reduction; /* of which nothing is read when the call has returned */
    tcu_reduce_options options = test_reduction_options(&reduction);
    options.count = runner->counted;
    test_call call = test_runner_call(runner, t, &options);
    tcu_status status = test_call_run(runner->context, &call);
    memset(reduction.initial, 0x5a, sizeof reduction.initial);
    cr_assert(status == TCU_SUCCESS, "%s", tcu_context_last_error(runner->context));
}

/* Gives the runner's context a workspace of exactly the size that the case needs, full of garbage. */
static inline void test_cuda_give_workspace(test_runner *runner, const test_case *t, unsigned char garbage)
{
    tcu_reduce_options options = test_reduction_options(&t->reduction);
    options.count = runner->counted;
    test_call call = test_runner_call(runner, t, &options);
    size_t bytes = 0;
    cr_assert_eq(test_call_query(runner->context, &call, &bytes), TCU_SUCCESS);
    runner->workspace = test_slice_open(&runner->workspace_memory, bytes, 13, garbage);
    cr_assert_eq(tcu_context_set_workspace(runner->context, runner->workspace.data, bytes), TCU_SUCCESS);
    test_synchronise();
}

static inline void test_cuda_expect(test_runner *runner, const test_case *t)
{
    cr_assert(test_runner_verify(runner, t), "%s", runner->failure);
}

#endif /* TEST_CUDA_H */
