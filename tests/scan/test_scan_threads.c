/* SPDX-License-Identifier: Apache-2.0 */
/* Scans that threads share in rounds (primitives/scan/host/rounds.c): right, and the same bits from any number. */
#include <criterion/criterion.h>
#include <stdio.h>

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
