/* SPDX-License-Identifier: Apache-2.0 */
/* Sums whose bits are the same on every device and backend: against the formulas of reduce.h, and stored bits. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#include "sums/sweep.h"
#include "test_backend.h"

enum { CHUNK = 4096, REAL_PAIRS = 7 }; /* the first ones of test_pairs */

static const uint64_t lengths[] = {0,    1,    2,    3,    4,    5,     7,     8,     9,     15,        16,
                                   31,   33,   64,   127,  128,  129,   255,   256,   257,   300,       511,
                                   512,  513,  1023, 1025, 2047, 2048,  2049,  4095,  4096,  4097,      4351,
                                   4353, 6144, 8191, 8192, 8193, 12289, 32768, 40000, 65536, CHUNK * 33};

static test_case case_of(test_operation operation, int pair, uint64_t n, test_random *random)
{
    test_case t = test_case_random(operation, test_pairs[pair], n, random);
    t.reduction = (test_reduction){.op = TCU_OPERATOR_SUM, .reproducible = true};
    return t;
}

static void sweep_lengths(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 70);
    for (int pair = 0; pair < REAL_PAIRS; pair++) {
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            for (uint64_t repeat = 0; repeat < test_by_tier(2, 4, 16); repeat++) {
                if (test_takes(&random, 3)) {
                    test_case t = case_of(operation, pair, lengths[i], &random);
                    test_sweep_expect(&runner, &t, &random);
                }
            }
        }
    }
    test_runner_free(&runner);
}

Test(reproducible_sums, arrays, .timeout = 600)
{
    sweep_lengths(TEST_REDUCE);
}

Test(reproducible_sums, scans, .timeout = 600)
{
    sweep_lengths(TEST_SCAN);
}

Test(reproducible_sums, segments, .timeout = 600)
{
    sweep_lengths(TEST_SEGMENTED_REDUCE);
}

Test(reproducible_sums, offsets, .timeout = 600)
{
    sweep_lengths(TEST_SEGMENTED_REDUCE_OFFSETS);
}

/* Segments of each length beside others: what they share (vectors, chunks' slots) must not show. */
Test(reproducible_sums, segment_sizes, .timeout = 600)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(TEST_SEGMENTED_REDUCE, 71);
    for (int pair = 0; pair < REAL_PAIRS; pair++) {
        for (size_t i = 1; i < sizeof lengths / sizeof lengths[0]; i++) {
            if (test_takes(&random, 3)) {
                const uint64_t size = lengths[i], segments = 1 + test_random_below(&random, size < 1000 ? 40 : 6);
                test_case t = case_of(TEST_SEGMENTED_REDUCE, pair,
                                      size * (segments - 1) + 1 + test_random_below(&random, size), &random);
                t.segment_size = size;
                test_runner_expect(&runner, &t);
            }
        }
    }
    test_runner_free(&runner);
}

/* Long segments side by side, in whose slots (primitives/reduce/reproducible.h) there is no room to spare. */
Test(reproducible_sums, long_segments_by_offsets, .timeout = 600)
{
    enum { SEGMENTS = 40 };
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(TEST_SEGMENTED_REDUCE_OFFSETS, 72);
    for (uint64_t repeat = 0; repeat < test_by_tier(20, 60, 200); repeat++) {
        int64_t offsets[SEGMENTS + 1] = {(int64_t)test_random_below(&random, 5000)};
        for (int k = 0; k < SEGMENTS; k++) {
            const uint64_t kind = test_random_below(&random, 4);
            const uint64_t length = kind == 0   ? test_random_below(&random, 9)
                                    : kind == 1 ? CHUNK - 1 + test_random_below(&random, 4)
                                    : kind == 2 ? 2 * CHUNK - 1 + test_random_below(&random, 4)
                                                : test_random_below(&random, 20000);
            offsets[k + 1] = offsets[k] + (int64_t)length;
        }
        const uint64_t n = (uint64_t)offsets[SEGMENTS] + test_random_below(&random, 3000);
        if (test_takes(&random, 4)) {
            test_case t = case_of(TEST_SEGMENTED_REDUCE_OFFSETS, (int)test_random_below(&random, REAL_PAIRS), n, &random);
            t.offsets = offsets;
            t.num_segments = SEGMENTS;
            test_runner_expect(&runner, &t);
        }
    }
    test_runner_free(&runner);
}

/* More than 4096 chunks, whose sums are those of more than one chunk. */
Test(reproducible_sums, three_levels, .timeout = 600)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(TEST_REDUCE, 73);
    static const int pairs[] = {0, 4, 6};
    for (int i = 0; i < 3; i++) {
        test_case t = case_of(TEST_REDUCE, pairs[i], (uint64_t)CHUNK * CHUNK + 1 + test_random_below(&random, 9000), &random);
        test_runner_expect(&runner, &t);
        test_case scan = t;
        scan.operation = TEST_SCAN;
        scan.in_place = false;
        test_runner_expect(&runner, &scan);
        int64_t offsets[4] = {0, 1 + (int64_t)test_random_below(&random, 10), (int64_t)(t.n - 3), (int64_t)t.n};
        t.operation = TEST_SEGMENTED_REDUCE_OFFSETS;
        t.offsets = offsets;
        t.num_segments = 3;
        t.in_place = false;
        test_runner_expect(&runner, &t);
    }
    test_runner_free(&runner);
}

/* The same bits by any number of threads. */
Test(reproducible_sums, same_bits, .timeout = 600)
{
    test_runner runner = test_runner_new();
    for (int operation = TEST_REDUCE; operation <= TEST_SCAN; operation++) {
        test_random random = test_sweep_random((test_operation)operation, 74);
        for (int pair = 0; pair < REAL_PAIRS; pair++) {
            const uint64_t n = test_random_below(&random, test_long(300000));
            test_case t = case_of((test_operation)operation, pair, n, &random);
            test_sweep_expect_same_bits(&runner, &t, &random);
        }
    }
    test_runner_free(&runner);
}
