/* SPDX-License-Identifier: Apache-2.0 */
/* Extrema and dot products on CUDA: every path forced, and graphs whose input and workspace change between replays. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "extrema/extrema.h"
#include "test_backend.h"
#include "tests/cuda/test_cuda.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 47000 + test);
}

Test(cuda_extrema, every_path, .timeout = 240)
{
    static const char *const paths[] = {"extrema:lanes", "extrema:chunks", "extrema:offsets"};
    static const uint64_t sizes[] = {1, 5, 16, 63, 64, 200, 1000, 4000, 16368, 20000, 70000};
    test_random random = random_of(0);
    test_keep_paths();
    for (size_t p = 0; p < sizeof paths / sizeof paths[0]; p++) {
        setenv("TCU_PATH", paths[p], 1);
        test_extrema_runner runner = test_extrema_runner_new();
        int taken = 0;
        for (int i = 0; i < TCU_TYPE_COUNT * 11; i++) {
            if (!test_takes(&random, 4)) {
                continue;
            }
            tcu_call_info info;
            const bool by_offsets = p == 2;
            test_extrema_case t = test_extrema_random(by_offsets ? TEST_EXTREMA_OFFSETS : TEST_EXTREMA_SEGMENTS,
                                                      (tcu_type)(i % TCU_TYPE_COUNT), &random);
            t.segment_size = sizes[i / TCU_TYPE_COUNT];
            t.n = 2 * t.segment_size + test_random_below(&random, 9000);
            const int64_t n = (int64_t)t.n, offsets[] = {1, 1, 2, n / 3, n / 3, n - 1};
            t.offsets = offsets;
            t.num_segments = 5;
            test_extrema_expect(&runner, &t);
            cr_assert_eq(tcu_context_get_last_call(runner.context, &info), TCU_SUCCESS);
            taken += strcmp(info.path, paths[p] + strlen("extrema:")) == 0;
        }
        cr_expect(taken > 0, "%s was never taken", paths[p]);
        test_extrema_runner_free(&runner);
    }
    unsetenv("TCU_PATH");
}

/* One capture, then replays with other elements, garbage in the workspace and in the outputs. */
Test(cuda_extrema, replay_with_a_workspace_of_garbage, .timeout = 300)
{
    test_random random = random_of(1);
    cudaStream_t stream;
    TEST_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    test_extrema_runner runner = test_extrema_runner_new();
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    for (int i = 0; i < 2 * TEST_EXTREMA_COUNT; i++) {
        const uint64_t n = test_on_emulated() ? 60000 : 3000000;
        const int64_t offsets[] = {3, 10, 10, (int64_t)n / 2, (int64_t)n};
        const test_extrema_form form = (test_extrema_form)(i % TEST_EXTREMA_COUNT);
        test_extrema_case t = test_extrema_random(form, (tcu_type)test_random_below(&random, TCU_TYPE_COUNT), &random);
        t.n = n;
        t.segment_size = i < TEST_EXTREMA_COUNT ? 100 : n / 3;
        t.offsets = offsets;
        t.num_segments = 4;
        test_extrema_prepare(&runner, &t);
        const test_extrema_call call = test_extrema_make_call(&runner, &t);
        size_t bytes = 0;
        cr_assert_eq(test_extrema_query(runner.context, &call, &bytes), TCU_SUCCESS);
        const test_slice space = test_slice_open(&runner.workspace_memory, bytes, 0, 0x77);
        cr_assert_eq(tcu_context_set_workspace(runner.context, space.data, bytes), TCU_SUCCESS);
        TEST_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        cr_assert_eq(test_extrema_run_call(runner.context, &call), TCU_SUCCESS, "%s",
                     tcu_context_last_error(runner.context));
        cudaGraphExec_t executable = test_cuda_end_capture(stream);
        for (int replay = 0; replay < test_replays(20); replay++) {
            t.values = (test_extrema_values)test_random_below(&random, TEST_EXTREMA_VALUES_COUNT);
            t.seed = (test_random_next(&random) & ~(uint64_t)31) | (t.seed & 31);
            test_extrema_prepare(&runner, &t);
            test_set(space.data, (unsigned char)test_random_next(&random), space.bytes);
            test_synchronise();
            TEST_CUDA(cudaGraphLaunch(executable, stream));
            TEST_CUDA(cudaStreamSynchronize(stream));
            cr_assert(test_extrema_verify(&runner, &t), "replay %d: %s", replay, runner.failure);
        }
        TEST_CUDA(cudaGraphExecDestroy(executable));
        tcu_context_set_workspace(runner.context, NULL, 0);
    }
    test_extrema_runner_free(&runner);
    TEST_CUDA(cudaStreamDestroy(stream));
}

/* Small integers, whose products and sums are exact in f32, with another input in each replay. */
Test(cuda_extrema, replay_of_dot_products, .timeout = 120)
{
    enum { N = 30000, SIZE = 300, SEGMENTS = N / SIZE };
    static float x[N], y[N], sums[SEGMENTS];
    test_random random = random_of(2);
    test_memory memory[3] = {{0}};
    const test_slice in_x = test_slice_open(&memory[0], sizeof x, 4, 0xff),
                     in_y = test_slice_open(&memory[1], sizeof y, 8, 0xff),
                     out = test_slice_open(&memory[2], sizeof sums, 0, 0x5d);
    cudaStream_t stream;
    TEST_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    tcu_context *context = test_context_new();
    cr_assert_eq(tcu_context_set_stream(context, stream), TCU_SUCCESS);
    TEST_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    cr_assert_eq(tcu_segmented_dot(context, in_x.data, in_y.data, TCU_TYPE_F32, out.data, TCU_TYPE_F32, N, SIZE, NULL),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    cudaGraphExec_t executable = test_cuda_end_capture(stream);
    for (int replay = 0; replay < 3; replay++) {
        for (int i = 0; i < N; i++) {
            x[i] = (float)test_random_below(&random, 100) - 50;
            y[i] = (float)test_random_below(&random, 100) - 50;
        }
        test_copy_in(in_x.data, x, sizeof x);
        test_copy_in(in_y.data, y, sizeof y);
        test_set(out.data, 0x5d, sizeof sums);
        test_synchronise();
        TEST_CUDA(cudaGraphLaunch(executable, stream));
        TEST_CUDA(cudaStreamSynchronize(stream));
        test_copy_out(sums, out.data, sizeof sums);
        for (int k = 0; k < SEGMENTS; k++) {
            float expected = 0;
            for (int i = k * SIZE; i < (k + 1) * SIZE; i++) {
                expected += x[i] * y[i];
            }
            cr_assert_eq(sums[k], expected, "replay %d, segment %d: %g instead of %g", replay, k, (double)sums[k],
                         (double)expected);
        }
    }
    TEST_CUDA(cudaGraphExecDestroy(executable));
    TEST_CUDA(cudaStreamDestroy(stream));
    tcu_context_destroy(context);
    for (int i = 0; i < 3; i++) {
        test_memory_release(&memory[i]);
    }
}
