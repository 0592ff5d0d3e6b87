/* SPDX-License-Identifier: Apache-2.0 */
/* Scans that threads share in rounds (primitives/scan/host/rounds.c): right, and the same bits from any number. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sums/sweep.h"
#include "test_backend.h"
#include "test_hash.h"

/* Elements of a chunk; chunks from which threads share a scan; bytes of a thread's part of a round. */
enum { CHUNK = 1 << 12, PARALLEL = 8, PART_BYTES = 1 << 18 };

/* About as long as a limit: that of one thread, or that of so many rounds of 1 to 5 threads. */
static uint64_t length_near_limit(test_pair pair, test_random *random)
{
    const uint64_t in = test_types[pair.in].bytes, out = test_types[pair.out].bytes;
    const uint64_t members = 1 + test_random_below(random, 5), rounds = test_random_below(random, 3);
    const uint64_t part = PART_BYTES / (in > out ? in : out);
    const uint64_t limit = rounds == 0 ? (PARALLEL - 1) * CHUNK : rounds * members * part;
    return limit - 1 + test_random_below(random, 3);
}

/* Segments as long as a part, as a chunk, or as a few vectors. */
static uint64_t any_segment_size(uint64_t n, test_random *random)
{
    const uint64_t most[] = {n, 20 * CHUNK, CHUNK, 1000};
    return 129 + test_random_below(random, most[test_random_below(random, 4)]);
}

static uint64_t hash_with(const test_case *t, int threads)
{
    test_runner runner = test_runner_new();
    cr_assert_eq(tcu_context_set_threads(runner.context, threads), TCU_SUCCESS);
    test_share_all_calls(runner.context);
    test_runner_expect(&runner, t);
    const uint64_t hash = test_hash_slice(test_hash_start(), &runner.out);
    test_runner_free(&runner);
    return hash;
}

static void expect_same_bits(test_operation operation)
{
    test_random random = test_sweep_random(operation, 90);
    for (int p = 0; p < TEST_PAIR_COUNT; p++) {
        for (uint64_t i = 0; i < test_by_tier(1, 3, 12); i++) {
            const uint64_t n = length_near_limit(test_pairs[p], &random);
            test_case t = test_case_random(operation, test_pairs[p], n, &random);
            test_offsets offsets = {0};
            t.segment_size = any_segment_size(n, &random);
            if (test_has_offsets(operation)) {
                offsets = test_offsets_new((test_shape)test_random_below(&random, TEST_SHAPE_COUNT), n, &random);
                t.offsets = offsets.values;
                t.num_segments = offsets.num_segments;
            }
            const uint64_t first = hash_with(&t, 1);
            for (int threads = 2; threads <= 5; threads++) {
                cr_expect_eq(hash_with(&t, threads), first, "%s of %s, n = %llu: %d threads differ from one",
                             test_operation_names[operation], test_types[test_pairs[p].in].name, (unsigned long long)n,
                             threads);
            }
            test_offsets_free(&offsets);
        }
    }
}

Test(scan_threads, arrays, .timeout = 600)
{
    expect_same_bits(TEST_SCAN);
}

Test(scan_threads, segments, .timeout = 600)
{
    expect_same_bits(TEST_SEGMENTED_SCAN);
}

Test(scan_threads, offsets, .timeout = 600)
{
    expect_same_bits(TEST_SEGMENTED_SCAN_OFFSETS);
}

/* NaNs of both signs and of several payloads, some of them in one chunk: which one is carried on is the same for all. */
Test(scan_threads, many_nans, .timeout = 300)
{
    enum { N = 40 * CHUNK };
    test_random random = test_random_part(91, 0);
    test_memory memory[2] = {{0}};
    const test_slice in = test_slice_open(&memory[0], N * sizeof(float), 0, 0x11),
                     out = test_slice_open(&memory[1], N * sizeof(float), 0, 0x12);
    uint32_t *elements = malloc(N * sizeof *elements);
    cr_assert_not_null(elements);
    for (int i = 0; i < 100; i++) {
        if (!test_takes(&random, 16)) {
            continue;
        }
        const uint64_t nans = 1 + test_random_below(&random, 4), first = test_random_below(&random, N / 2);
        memset(elements, 0, N * sizeof *elements);
        for (uint64_t k = 0; k < nans; k++) {
            const uint32_t sign = (uint32_t)test_random_below(&random, 2) << 31;
            elements[first + test_random_below(&random, CHUNK)] =
                sign | UINT32_C(0x7fc00000) | (uint32_t)test_random_below(&random, 1 << 22);
        }
        test_copy_in(in.data, elements, N * sizeof *elements);
        uint64_t hashes[5];
        for (int threads = 1; threads <= 5; threads++) {
            tcu_context *context = test_context_new();
            cr_assert_eq(tcu_context_set_threads(context, threads), TCU_SUCCESS);
            test_share_all_calls(context);
            cr_assert_eq(tcu_scan(context, TCU_SCAN_INCLUSIVE, in.data, TCU_TYPE_F32, out.data, TCU_TYPE_F32, N, NULL),
                         TCU_SUCCESS);
            test_synchronise();
            hashes[threads - 1] = test_hash_slice(test_hash_start(), &out);
            cr_expect_eq(hashes[threads - 1], hashes[0], "case %d: %d threads differ from one", i, threads);
            tcu_context_destroy(context);
        }
    }
    free(elements);
    test_memory_release(&memory[0]);
    test_memory_release(&memory[1]);
}
