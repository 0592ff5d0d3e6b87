/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers, scatters and run-length decodings on CUDA: their paths, each path of the scan that decodings stand on, and a
 * graph of two calls of which the first tells the second how much there is. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "moving/moving.h"
#include "test_backend.h"
#include "tests/cuda/test_cuda.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 54000 + test);
}

/* Names of paths are what TCU_PATH says. */
Test(cuda_gather, every_path, .timeout = 240)
{
    static const char *const names[TEST_MOVING_COUNT][2] = {
        {"gather", "words"}, {"gather", "words"}, {"run_length", "merged"}};
    test_random random = random_of(0);
    test_mover mover = test_mover_new();
    for (int form = 0; form < TEST_MOVING_COUNT; form++) {
        tcu_call_info info;
        test_moving_case t = test_moving_random((test_moving_form)form, 3000, &random);
        t.wanted = TEST_MOVING_ALL;
        test_mover_expect(&mover, &t);
        cr_assert_eq(tcu_context_get_last_call(mover.context, &info), TCU_SUCCESS);
        cr_expect(strcmp(info.operation, names[form][0]) == 0 && strcmp(info.path, names[form][1]) == 0, "%s:%s",
                  info.operation, info.path);
    }
    test_mover_free(&mover);
}

/* The scan of the lengths by each of its paths, where that applies. */
Test(cuda_gather, run_lengths_by_every_scan, .timeout = 240)
{
    static const char *const paths[] = {"scan:small", "scan:one_pass", "scan:tiles"};
    test_random random = random_of(1);
    test_keep_paths();
    for (size_t p = 0; p < sizeof paths / sizeof paths[0]; p++) {
        setenv("TCU_PATH", paths[p], 1);
        test_mover mover = test_mover_new();
        for (int i = 0; i < 40; i++) {
            if (!test_takes(&random, 4)) {
                continue;
            }
            const uint64_t most = i % 2 == 0 ? 3000 : test_on_emulated() ? 30000 : 3000000;
            test_moving_case t = test_moving_random(TEST_MOVING_DECODE, test_random_below(&random, most), &random);
            t.item_bytes = 1 + t.item_bytes % 20;
            test_mover_expect(&mover, &t);
        }
        test_mover_free(&mover);
    }
    unsetenv("TCU_PATH");
}

/* The runs of elements, then an item of another array for each by its run: of how many elements only the device knows. With
 * other lengths in each replay, none and more elements than there is room for among them. */
Test(cuda_gather, replay_of_a_count, .timeout = 120)
{
    enum { RUNS = 700, CAPACITY = 5000, ITEM_BYTES = 6, REPLAYS = 12 };
    static uint32_t lengths[RUNS];
    static unsigned char items[RUNS * ITEM_BYTES], expected[CAPACITY * ITEM_BYTES];
    test_random random = random_of(2);
    test_memory memory[6] = {{0}};
    const test_slice in = test_slice_open(&memory[0], sizeof lengths, 4, 0xff),
                     from = test_slice_open(&memory[1], sizeof items, 2, 0xff),
                     runs = test_slice_open(&memory[2], CAPACITY * sizeof(uint32_t), 8, 0x5c),
                     count = test_slice_open(&memory[3], sizeof(uint64_t), 0, 0x5d),
                     outside = test_slice_open(&memory[4], sizeof(uint64_t), 0, 0x5e),
                     out = test_slice_open(&memory[5], sizeof expected, 2, 0x5b);
    cudaStream_t stream;
    TEST_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    tcu_context *context = test_context_new();
    cr_assert_eq(tcu_context_set_stream(context, stream), TCU_SUCCESS);
    tcu_gather_options options = TCU_GATHER_OPTIONS_INIT;
    options.count = (const uint64_t *)(const void *)count.data;
    options.out_of_range = (uint64_t *)(void *)outside.data;
    TEST_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    cr_assert_eq(tcu_run_length_decode(context, in.data, TCU_TYPE_U32, RUNS, NULL, NULL, 0, runs.data, TCU_TYPE_U32,
                                       (uint64_t *)(void *)count.data, CAPACITY, NULL),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    cr_assert_eq(
        tcu_gather(context, from.data, RUNS, runs.data, TCU_TYPE_U32, out.data, ITEM_BYTES, CAPACITY, &options),
        TCU_SUCCESS, "%s", tcu_context_last_error(context));
    cudaGraphExec_t executable = test_cuda_end_capture(stream);
    for (int replay = 0; replay < test_replays(REPLAYS); replay++) {
        const uint64_t longest = replay % 3 == 0 ? 10 : replay % 3 == 1 ? 1 : 20;
        uint64_t elements = 0, none = 1;
        memset(expected, 0x5b, sizeof expected);
        for (int k = 0; k < RUNS; k++) {
            lengths[k] = (uint32_t)test_random_below(&random, longest);
            for (int b = 0; b < ITEM_BYTES; b++) {
                items[k * ITEM_BYTES + b] = (unsigned char)test_random_next(&random);
            }
            for (uint32_t i = 0; i < lengths[k]; i++, elements++) {
                if (elements < CAPACITY) {
                    memcpy(expected + elements * ITEM_BYTES, items + k * ITEM_BYTES, ITEM_BYTES);
                }
            }
        }
        test_copy_in(in.data, lengths, sizeof lengths);
        test_copy_in(from.data, items, sizeof items);
        test_set(out.data, 0x5b, sizeof expected);
        test_set(runs.data, 0xff, runs.bytes); /* out of range, if they were taken for runs */
        test_synchronise();
        TEST_CUDA(cudaGraphLaunch(executable, stream));
        TEST_CUDA(cudaStreamSynchronize(stream));
        cr_expect(test_slice_holds(&out, expected) && test_slice_guarded(&out), "replay %d", replay);
        cr_expect(test_slice_holds(&count, &elements), "replay %d: not %d elements", replay, (int)elements);
        test_copy_out(&none, outside.data, sizeof none);
        cr_expect_eq(none, 0, "replay %d: %d out of range", replay, (int)none);
    }
    TEST_CUDA(cudaGraphExecDestroy(executable));
    tcu_context_destroy(context);
    for (int k = 0; k < 6; k++) {
        test_memory_release(&memory[k]);
    }
    TEST_CUDA(cudaStreamDestroy(stream));
}
