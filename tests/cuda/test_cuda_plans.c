/* SPDX-License-Identifier: Apache-2.0 */
/* Plans and streams: none is created during a capture, each can be destroyed during one, and what is created can be used on
 * every stream at once. */
#include "algorithms/polynomial/plan.h"
#include "algorithms/stencil/cuda/prepared.h"
#include "algorithms/stencil/plan.h"
#include "plans/apply.h"
#include "test_cuda_capture.h"
#include "test_memory.h"
#include "test_sentence.h"

static tcu_context *context_on(cudaStream_t stream)
{
    cr_assert(test_on_cuda(), "these tests are about CUDA: run them with TCU_TEST_BACKEND=cuda");
    tcu_context *context = test_context_new();
    cr_assert_eq(tcu_context_set_stream(context, stream), TCU_SUCCESS);
    return context;
}

static void expect_refusal(tcu_context *context, tcu_status status, bool no_plan, cudaStream_t stream)
{
    cr_expect_eq(status, TCU_ERROR_DEVICE, "status %d", (int)status);
    cr_expect(no_plan && test_mentions(tcu_context_last_error(context), "captured"), "%s",
              tcu_context_last_error(context));
    cudaGraph_t graph;
    size_t nodes = 0;
    TEST_CUDA(cudaStreamEndCapture(stream, &graph));
    TEST_CUDA(cudaGraphGetNodes(graph, NULL, &nodes));
    cr_expect_eq(nodes, 0, "%zu nodes", nodes);
    TEST_CUDA(cudaGraphDestroy(graph));
}

Test(cuda_plans, polynomials_are_not_created_during_a_capture)
{
    cudaStream_t stream = test_cuda_stream();
    tcu_context *context = context_on(stream);
    float *coefficients;
    TEST_CUDA(cudaMalloc((void **)&coefficients, 100 * sizeof *coefficients));
    for (int i = 0; i < TEST_CAPTURE_MODES; i++) {
        tcu_polynomial *plan = NULL;
        TEST_CUDA(cudaStreamBeginCapture(stream, test_capture_modes[i]));
        const tcu_status status = tcu_polynomial_create(context, coefficients, 10, 9, TCU_TYPE_F32, NULL, &plan);
        expect_refusal(context, status, plan == NULL, stream);
    }
    TEST_CUDA(cudaFree(coefficients));
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
    TEST_CUDA(cudaStreamDestroy(stream));
}

static tcu_stencil_desc one_tap(void)
{
    static const int32_t offset = 1;
    static const double weight = 1;
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.dimensions = 1;
    desc.extents[0] = 4;
    desc.num_taps = 1;
    desc.offsets = &offset;
    desc.weights = &weight;
    return desc;
}

Test(cuda_plans, stencils_are_not_created_during_a_capture)
{
    cudaStream_t stream = test_cuda_stream();
    tcu_context *context = context_on(stream);
    const tcu_stencil_desc desc = one_tap();
    for (int i = 0; i < TEST_CAPTURE_MODES; i++) {
        tcu_stencil *plan = NULL;
        TEST_CUDA(cudaStreamBeginCapture(stream, test_capture_modes[i]));
        const tcu_status status = tcu_stencil_create(context, &desc, &plan);
        expect_refusal(context, status, plan == NULL, stream);
    }
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
    TEST_CUDA(cudaStreamDestroy(stream));
}

typedef struct plans {
    tcu_polynomial *polynomial;
    tcu_stencil *stencil;
} plans;

static void *destroy(void *argument)
{
    const plans *p = argument;
    cr_expect_eq(tcu_polynomial_destroy(p->polynomial), TCU_SUCCESS);
    cr_expect_eq(tcu_stencil_destroy(p->stencil), TCU_SUCCESS);
    return NULL;
}

typedef struct creation {
    tcu_context *context; /* on a stream that is not captured */
    const float *coefficients;
    plans created;
} creation;

static void *create(void *argument)
{
    creation *c = argument;
    const tcu_stencil_desc desc = one_tap();
    cr_expect_eq(tcu_polynomial_create(c->context, c->coefficients, 10, 9, TCU_TYPE_F32, NULL, &c->created.polynomial),
                 TCU_SUCCESS, "%s", tcu_context_last_error(c->context));
    cr_expect_eq(tcu_stencil_create(c->context, &desc, &c->created.stencil), TCU_SUCCESS, "%s",
                 tcu_context_last_error(c->context));
    return NULL;
}

/* (Creating copies to the device and waits for it, which ends captures in the global mode unless CUDA is told.) */
Test(cuda_plans, are_created_while_another_stream_is_captured)
{
    creation c = {.context = context_on(test_cuda_stream())};
    float *coefficients;
    TEST_CUDA(cudaMalloc((void **)&coefficients, 100 * sizeof *coefficients));
    TEST_CUDA(cudaMemset(coefficients, 0, 100 * sizeof *coefficients));
    c.coefficients = coefficients;
    for (int i = 0; i < TEST_CAPTURES; i++) {
        c.created = (plans){NULL, NULL};
        test_cuda_during_capture(i, create, &c);
        cr_assert(c.created.polynomial != NULL && c.created.stencil != NULL);
        destroy(&c.created);
    }
    TEST_CUDA(cudaFree(coefficients));
    cr_expect_eq(tcu_context_destroy(c.context), TCU_SUCCESS);
}

static bool is_device_memory(const void *pointer)
{
    struct cudaPointerAttributes attributes;
    TEST_CUDA(cudaPointerGetAttributes(&attributes, pointer));
    return attributes.type == cudaMemoryTypeDevice;
}

/* By the thread that captures, and by another one: the plans' memory is free, and the capture goes on. */
Test(cuda_plans, are_destroyed_during_a_capture)
{
    enum { P = 1000, WIDTH = 1000 };
    tcu_context *context = context_on(test_cuda_stream());
    const tcu_stencil_desc desc = one_tap();
    float *coefficients;
    TEST_CUDA(cudaMalloc((void **)&coefficients, P * WIDTH * sizeof *coefficients));
    TEST_CUDA(cudaMemset(coefficients, 0, P * WIDTH * sizeof *coefficients));
    for (int i = 0; i < TEST_CAPTURES; i++) {
        plans p;
        cr_assert_eq(tcu_polynomial_create(context, coefficients, P, WIDTH - 1, TCU_TYPE_F32, NULL, &p.polynomial),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        cr_assert_eq(tcu_stencil_create(context, &desc, &p.stencil), TCU_SUCCESS, "%s",
                     tcu_context_last_error(context));
        const void *const memory[] = {p.polynomial->memory, ((const tcui_stencil_prepared *)p.stencil->memory)->memory};
        cr_assert(is_device_memory(memory[0]) && is_device_memory(memory[1]));
        test_cuda_during_capture(i, destroy, &p);
        cr_expect(!is_device_memory(memory[0]) && !is_device_memory(memory[1]), "a plan's memory was not freed");
    }
    TEST_CUDA(cudaFree(coefficients));
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
}

/* The coefficients come late on the first stream, and the second one evaluates as soon as there is a plan. */
Test(cuda_plans, a_plan_is_ready_for_every_stream, .timeout = 120)
{
    enum { P = 1000, WIDTH = 64, LATE = 256 << 20, TIMES = 20 };
    cudaStream_t streams[2] = {test_cuda_stream(), test_cuda_stream()};
    tcu_context *contexts[2] = {context_on(streams[0]), context_on(streams[1])};
    static float results[P];
    const size_t bytes = P * WIDTH * sizeof(float);
    float *coefficients, *point, *out, *staged;
    void *late;
    TEST_CUDA(cudaMalloc((void **)&coefficients, bytes));
    TEST_CUDA(cudaMalloc((void **)&point, sizeof *point));
    TEST_CUDA(cudaMalloc((void **)&out, sizeof results));
    TEST_CUDA(cudaMalloc(&late, LATE));
    const float one = 1;
    TEST_CUDA(cudaMemcpy(point, &one, sizeof one, cudaMemcpyHostToDevice));
    TEST_CUDA(cudaMallocHost((void **)&staged, bytes));
    for (int i = 0; i < P * WIDTH; i++) {
        staged[i] = (float)(1 + i / WIDTH);
    }
    for (int time = 0; time < 10; time++) {
        TEST_CUDA(cudaMemset(coefficients, 0xff, bytes));
        TEST_CUDA(cudaDeviceSynchronize());
        for (int i = 0; i < TIMES; i++) {
            TEST_CUDA(cudaMemsetAsync(late, i, LATE, streams[0]));
        }
        TEST_CUDA(cudaMemcpyAsync(coefficients, staged, bytes, cudaMemcpyHostToDevice, streams[0]));
        tcu_polynomial *plan = NULL;
        cr_assert_eq(tcu_polynomial_create(contexts[0], coefficients, P, WIDTH - 1, TCU_TYPE_F32, NULL, &plan),
                     TCU_SUCCESS, "%s", tcu_context_last_error(contexts[0]));
        cr_assert_eq(tcu_polynomial_evaluate(contexts[1], plan, point, 1, out, TCU_TYPE_F32, TCU_ORDER_ROW_MAJOR, 0),
                     TCU_SUCCESS, "%s", tcu_context_last_error(contexts[1]));
        TEST_CUDA(cudaStreamSynchronize(streams[1]));
        TEST_CUDA(cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost));
        for (int p = 0; p < P; p++) {
            cr_assert_eq(results[p], (float)(WIDTH * (1 + p)), "polynomial %d: %g", p, (double)results[p]);
        }
        cr_expect_eq(tcu_polynomial_destroy(plan), TCU_SUCCESS);
    }
    TEST_CUDA(cudaFreeHost(staged));
    TEST_CUDA(cudaFree(late));
    TEST_CUDA(cudaFree(out));
    TEST_CUDA(cudaFree(point));
    TEST_CUDA(cudaFree(coefficients));
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(tcu_context_destroy(contexts[i]), TCU_SUCCESS);
        TEST_CUDA(cudaStreamDestroy(streams[i]));
    }
}
