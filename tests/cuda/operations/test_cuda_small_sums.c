/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of whole arrays at the limits of the paths of small ones (reduce/cuda/kernels/array.cuh): one block, a cluster, few
 * and many chunks, and behind them chunks of several batches; an element and a vector beside each limit, at every
 * distance from whole vectors at which an array can begin.
 */
#include <criterion/criterion.h>

#include "primitives/context/context_internal.h"
#include "primitives/reduce/cuda/tuning.h"
#include "sums/sweep.h"
#include "test_backend.h"
#include "test_types.h"

TestSuite(small_sums, .timeout = 600);

enum { VECTOR_BYTES = 16, MOST_CLUSTER_BLOCKS = 16 /* primitives/pipeline/aggregate_exchange.cuh, which is C++ */ };

/* The most bytes on each path: on an H200 64 KB, 512 KB, 2.1 MB and 34.6 MB. */
enum { ONE_BLOCK, CLUSTER, FEW_CHUNKS, ONE_BATCH, LIMITS };

static void limits_of(const tcu_context *context, uint64_t limits[LIMITS])
{
    const uint64_t batch = (uint64_t)TCUI_REDUCE_CHUNK_THREADS * TCUI_REDUCE_CHUNK_VECTORS * VECTOR_BYTES;
    const uint64_t multiprocessors = (uint64_t)context->properties.multiprocessors;
    const int cluster = context->cluster_blocks < MOST_CLUSTER_BLOCKS ? context->cluster_blocks : MOST_CLUSTER_BLOCKS;
    limits[ONE_BLOCK] = (uint64_t)TCUI_REDUCE_ARRAY_THREADS * TCUI_REDUCE_ARRAY_VECTORS * VECTOR_BYTES;
    limits[CLUSTER] = (uint64_t)cluster * batch > limits[ONE_BLOCK] ? (uint64_t)cluster * batch : limits[ONE_BLOCK];
    limits[FEW_CHUNKS] = multiprocessors / 2 * batch;
    limits[ONE_BATCH] = 2 * TCUI_REDUCE_CHUNK_BATCHES * multiprocessors * batch;
}

/* Beside one limit, `pairs` pairs of types from a random one on. */
static void expect_at_limit(int limit, int cluster_blocks, uint64_t pairs, unsigned part)
{
    static const unsigned shifts[] = {0, 1, 3};
    test_runner runner = test_runner_new();
    test_keep_paths();
    if (cluster_blocks > 0 && cluster_blocks < runner.context->cluster_blocks) {
        runner.context->cluster_blocks = cluster_blocks;
    }
    uint64_t limits[LIMITS];
    limits_of(runner.context, limits);
    test_random random = test_sweep_random(TEST_REDUCE, 40 + part);
    const uint64_t first = test_random_below(&random, TEST_PAIR_COUNT);
    for (uint64_t p = 0; p < pairs; p++) {
        const test_pair pair = test_pairs[(first + p) % TEST_PAIR_COUNT];
        const uint64_t bytes = test_types[pair.in].bytes, at_limit = limits[limit] / bytes;
        const uint64_t vector = VECTOR_BYTES / bytes;
        for (uint64_t s = 0; s < (limit < FEW_CHUNKS ? 3 : test_by_tier(1, 3, 3)); s++) {
            /* Of what lies in whole vectors, but the last limit: of all. */
            const uint64_t before = (vector - shifts[s] % vector) % vector;
            const uint64_t sizes[] = {at_limit - 1,          at_limit,
                                      at_limit + 1,          at_limit + before,
                                      at_limit + before - 1, at_limit + before + vector};
            for (int i = 0; i < 6; i++) {
                test_case t = test_case_random(TEST_REDUCE, pair, sizes[i], &random);
                t.arithmetic = TCU_ARITHMETIC_AUTO;
                t.in_place = false;
                t.in_shift = shifts[s];
                test_runner_expect(&runner, &t);
            }
        }
    }
    test_runner_free(&runner);
}

Test(small_sums, one_block)
{
    expect_at_limit(ONE_BLOCK, 0, test_by_tier(3, TEST_PAIR_COUNT, TEST_PAIR_COUNT), 0);
}

Test(small_sums, a_cluster)
{
    expect_at_limit(CLUSTER, 0, test_by_tier(3, TEST_PAIR_COUNT, TEST_PAIR_COUNT), 1);
}

Test(small_sums, a_cluster_of_2)
{
    expect_at_limit(CLUSTER, 2, test_by_tier(3, TEST_PAIR_COUNT, TEST_PAIR_COUNT), 2);
}

Test(small_sums, a_cluster_of_8)
{
    expect_at_limit(CLUSTER, 8, test_by_tier(3, TEST_PAIR_COUNT, TEST_PAIR_COUNT), 3);
}

Test(small_sums, no_cluster)
{
    expect_at_limit(CLUSTER, 1, test_by_tier(3, TEST_PAIR_COUNT, TEST_PAIR_COUNT), 4);
}

Test(small_sums, few_chunks)
{
    expect_at_limit(FEW_CHUNKS, 0, test_by_tier(1, 8, TEST_PAIR_COUNT), 5);
}

Test(small_sums, chunks_of_one_batch)
{
    expect_at_limit(ONE_BATCH, 0, test_by_tier(1, 2, 5), 6);
}
