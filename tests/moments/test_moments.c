/* SPDX-License-Identifier: Apache-2.0 */
/* Moments against a plain loop: sizes, shapes of segments and matrices, kinds of values, and bits that stay. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "moments/moments.h"
#include "sums/sweep.h"
#include "test_backend.h"
#include "test_offsets.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 41000 + test);
}

/* Every pair x sizes of segments where lanes, warps, batches and chunks end x two lengths. */
Test(moments, every_pair_and_segment_size, .timeout = 600)
{
    static const uint64_t sizes[] = {1,    2,    3,     4,     5,     7,     8,     16,    17,   31,
                                     32,   33,   64,    100,   127,   128,   129,   250,   256,  511,
                                     512,  513,  1000,  1024,  1025,  2048,  2049,  4095,  4096, 4097,
                                     5000, 8192, 10000, 16384, 16385, 30000, 32768, 32769, 70000};
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(0);
    for (int p = 0; p < TEST_MOMENTS_PAIRS; p++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            if (!test_takes(&random, 4)) {
                continue;
            }
            test_moments_case t = test_moments_random(TEST_MOMENTS_SEGMENTS, test_moments_pairs[p], &random);
            t.segment_size = sizes[s];
            const uint64_t about = 3 + test_random_below(&random, test_long(40000) / sizes[s] + 3);
            t.n = about * sizes[s] + (s % 2 == 0 ? test_random_below(&random, sizes[s]) : 0);
            test_moments_expect(&runner, &t);
        }
    }
    test_moments_runner_free(&runner);
}

/* One segment of everything, up to many chunks and tiles; and segments of more than one chunk. */
Test(moments, long_segments, .timeout = 600)
{
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(1);
    for (int i = 0; i < 4 * TEST_MOMENTS_PAIRS; i++) {
        test_moments_case t =
            test_moments_random(TEST_MOMENTS_SEGMENTS, test_moments_pairs[i % TEST_MOMENTS_PAIRS], &random);
        t.n = 1 + test_random_below(&random, test_long(3000000));
        t.segment_size = i < TEST_MOMENTS_PAIRS ? t.n : 20000 + test_random_below(&random, t.n);
        test_moments_expect(&runner, &t);
    }
    test_moments_runner_free(&runner);
}

/* Every pair x every shape of offsets. */
Test(moments, every_shape_of_offsets, .timeout = 600)
{
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(2);
    for (int i = 0; i < 2 * TEST_MOMENTS_PAIRS * TEST_SHAPE_COUNT; i++) {
        if (!test_takes(&random, 3)) {
            continue;
        }
        test_moments_case t =
            test_moments_random(TEST_MOMENTS_OFFSETS, test_moments_pairs[i % TEST_MOMENTS_PAIRS], &random);
        t.n = test_random_below(&random, i % 4 == 0 ? test_long(1000000) : test_long(50000) + 1);
        test_offsets offsets = test_offsets_new((test_shape)(i / TEST_MOMENTS_PAIRS % TEST_SHAPE_COUNT), t.n, &random);
        t.offsets = offsets.values;
        t.num_segments = offsets.num_segments;
        test_moments_expect(&runner, &t);
        test_offsets_free(&offsets);
    }
    test_moments_runner_free(&runner);
}

/* Segments on both sides of a tile's length, beside short and empty ones: heads, tails, and tiles that one covers. */
Test(moments, offsets_of_long_segments, .timeout = 600)
{
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(3);
    for (int i = 0; i < TEST_MOMENTS_PAIRS; i++) {
        test_moments_case t = test_moments_random(TEST_MOMENTS_OFFSETS, test_moments_pairs[i], &random);
        const uint64_t tile = 131072 / test_types[t.pair.in].bytes;
        const uint64_t lengths[] = {5, tile, 0, tile + 1, tile + 2, 0, 0, 3 * tile + 77, 1, tile - 1, 2 * tile, 300};
        enum { SEGMENTS = sizeof lengths / sizeof lengths[0] };
        int64_t offsets[SEGMENTS + 1] = {(int64_t)test_random_below(&random, 100)};
        for (int k = 0; k < SEGMENTS; k++) {
            offsets[k + 1] = offsets[k] + (int64_t)lengths[k];
        }
        t.n = (uint64_t)offsets[SEGMENTS] + test_random_below(&random, 100);
        t.offsets = offsets;
        t.num_segments = SEGMENTS;
        test_moments_expect(&runner, &t);
    }
    test_moments_runner_free(&runner);
}

/* Every pair x widths on both sides of vectors, warps and blocks, dense or not, of few rows and of many. */
Test(moments, every_pair_and_width, .timeout = 600)
{
    static const uint64_t widths[] = {1,  2,  3,   4,   8,   15,  16,  17,  32,   48,
                                      63, 64, 100, 128, 129, 256, 512, 513, 2048, 3000};
    static const uint64_t heights[] = {1, 2, 7, 8, 9, 31, 32, 33, 100, 257, 5000};
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(4);
    for (int p = 0; p < TEST_MOMENTS_PAIRS; p++) {
        for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
            if (!test_takes(&random, 4)) {
                continue;
            }
            test_moments_case t = test_moments_random(TEST_MOMENTS_COLUMNS, test_moments_pairs[p], &random);
            t.columns = widths[w];
            t.rows = heights[test_random_below(&random, 11)];
            while (t.rows * t.columns > test_long(400000)) {
                t.rows = (t.rows + 1) / 2;
            }
            const uint64_t strides[] = {t.columns, t.columns + 1 + test_random_below(&random, 20),
                                        (t.columns + 31) / 16 * 16};
            t.row_stride = strides[test_random_below(&random, 3)];
            t.in_shift = test_random_below(&random, 2) == 0 ? 0 : t.in_shift;
            test_moments_expect(&runner, &t);
        }
    }
    test_moments_runner_free(&runner);
}

/* Ranges of rows on the host, and of blocks on a device. */
Test(moments, tall_matrices, .timeout = 600)
{
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(5);
    for (int i = 0; i < 2 * TEST_MOMENTS_PAIRS; i++) {
        test_moments_case t =
            test_moments_random(TEST_MOMENTS_COLUMNS, test_moments_pairs[i % TEST_MOMENTS_PAIRS], &random);
        t.columns = 1 + test_random_below(&random, 9);
        t.rows = test_long(40000 + test_random_below(&random, 150000));
        t.row_stride = t.columns + test_random_below(&random, 3);
        test_moments_expect(&runner, &t);
    }
    test_moments_runner_free(&runner);
}

/* Every kind of values, each wholly within the range that moments.h promises its bounds for. */
Test(moments, every_kind_of_values, .timeout = 600)
{
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(6);
    for (int i = 0; i < TEST_MOMENTS_PAIRS * TEST_VALUES_COUNT; i++) {
        for (int form = 0; form < TEST_MOMENTS_COUNT; form++) {
            const uint64_t n = test_long(1000 + test_random_below(&random, 100000));
            int64_t offsets[4] = {0, (int64_t)(n / 3), (int64_t)(n / 3), (int64_t)n};
            test_moments_case t =
                test_moments_random((test_moments_form)form, test_moments_pairs[i / TEST_VALUES_COUNT], &random);
            t.values = (test_moments_values)(i % TEST_VALUES_COUNT);
            t.wanted = 7;
            t.n = n;
            t.segment_size = 1 + test_random_below(&random, n);
            t.offsets = offsets;
            t.num_segments = 3;
            t.columns = t.row_stride = 1 + test_random_below(&random, 40);
            t.rows = n / t.columns + 1;
            test_moments_expect(&runner, &t);
        }
    }
    test_moments_runner_free(&runner);
}

/* Nothing at all, columns without rows, segments without elements. */
Test(moments, of_nothing)
{
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(7);
    const int64_t offsets[4] = {0, 0, 0, 0};
    for (int i = 0; i < 4 * TEST_MOMENTS_PAIRS; i++) {
        for (int form = 0; form < TEST_MOMENTS_COUNT; form++) {
            test_moments_case t =
                test_moments_random((test_moments_form)form, test_moments_pairs[i % TEST_MOMENTS_PAIRS], &random);
            t.segment_size = 1 + test_random_below(&random, 1000);
            t.offsets = offsets;
            t.num_segments = test_random_below(&random, 4);
            t.columns = test_random_below(&random, 4);
            t.row_stride = t.columns + 5;
            t.rows = t.columns == 0 ? 10 : 0;
            test_moments_expect(&runner, &t);
        }
    }
    test_moments_runner_free(&runner);
}

static void expect_same_bits(test_moments_runner *runner, const test_moments_case *t)
{
    unsigned char *was[TEST_MOMENTS_BUFFERS] = {0};
    for (int run = 0; run < 4; run++) {
        if (!test_on_cuda() && !test_on_reference()) {
            cr_assert_eq(tcu_context_set_threads(runner->context, 1 + run % 3), TCU_SUCCESS);
            test_share_all_calls(runner->context);
        }
        cr_assert(test_moments_execute(runner, t) && test_moments_verify(runner, t), "%s", runner->failure);
        for (int b = TEST_MOMENTS_N; b < TEST_MOMENTS_BUFFERS; b++) {
            const test_slice *slice = &runner->buffers[b].slice;
            if (run == 0) {
                was[b] = malloc(slice->bytes + 1);
                cr_assert_not_null(was[b]);
                test_copy_out(was[b], slice->data, slice->bytes);
            }
            cr_assert(test_slice_holds(slice, was[b]), "%s, %s, %d: other bits in run %d", test_moments_names[t->form],
                      test_types[t->pair.in].name, b, run);
        }
    }
    for (int b = 0; b < TEST_MOMENTS_BUFFERS; b++) {
        free(was[b]);
    }
}

Test(moments, same_bits_from_run_to_run, .timeout = 600)
{
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(8);
    for (int i = 0; i < TEST_MOMENTS_PAIRS; i++) {
        for (int form = 0; form < TEST_MOMENTS_COUNT; form++) {
            const uint64_t n = test_long(800000 + test_random_below(&random, 100000));
            int64_t offsets[4] = {7, (int64_t)(n / 5), (int64_t)(n / 4), (int64_t)n};
            test_moments_case t = test_moments_random((test_moments_form)form, test_moments_pairs[i], &random);
            t.wanted = 7;
            t.temporary = TEST_TEMPORARY_DEFAULT;
            t.n = n;
            t.segment_size = 1 + test_random_below(&random, n / 2);
            t.offsets = offsets;
            t.num_segments = 3;
            t.columns = t.row_stride = 1 + test_random_below(&random, 40);
            t.rows = n / t.columns;
            test_moments_prepare(&runner, &t);
            expect_same_bits(&runner, &t);
        }
    }
    test_moments_runner_free(&runner);
}

/* Reproducible moments of more than 4096 chunks, whose sums are those of more than one chunk. */
Test(moments, reproducible_three_levels, .timeout = 600)
{
    test_moments_runner runner = test_moments_runner_new();
    test_random random = random_of(70);
    test_moments_case t = test_moments_random(TEST_MOMENTS_SEGMENTS, (test_pair){TCU_TYPE_U8, TCU_TYPE_F32}, &random);
    t.reproducible = true;
    t.n = (4096u << 12) + 1 + test_random_below(&random, 9000);
    t.segment_size = t.n;
    test_moments_expect(&runner, &t);
    const int64_t offsets[] = {0, 1 + (int64_t)test_random_below(&random, 10), (int64_t)t.n - 3, (int64_t)t.n};
    t.form = TEST_MOMENTS_OFFSETS;
    t.offsets = offsets;
    t.num_segments = 3;
    test_moments_expect(&runner, &t);
    test_moments_runner_free(&runner);
}
