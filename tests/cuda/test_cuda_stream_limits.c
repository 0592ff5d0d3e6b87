/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every operation on streams that have one, two or eight of the device's multiprocessors, and small clusters or none.
 * No such streams are needed: contexts are told so. The emulated device refuses grids and clusters that such a stream
 * has no room for; on a GPU their results alone are looked at (test_cuda_shared_gpu.c has streams that really are so).
 *
 * A workspace that a query sized on a stream with all of the device does on these streams, too.
 */
#include "primitives/context/resources.h"
#include "test_cuda_work.h"

TestSuite(stream_limits, .timeout = 900);

/* Of an emulated device that is large enough to have some of eight multiprocessors left. */
enum { EMULATED_MULTIPROCESSORS = 20 };

/* The smallest clusters with which no compaction needs more of a workspace than on the whole device. */
enum { LEAST_CLUSTER = 8 };

static void limit(test_work *work, int multiprocessors, int cluster_blocks)
{
    tcu_context **contexts[TEST_WORK_CONTEXTS];
    test_work_contexts(work, contexts);
    for (int c = 0; c < TEST_WORK_CONTEXTS; c++) {
        test_limit_stream(*contexts[c], multiprocessors, cluster_blocks);
    }
}

static void open(test_work *work)
{
    test_work_open(work, NULL);
    if (test_on_emulated()) {
        tcu_context **contexts[TEST_WORK_CONTEXTS];
        test_work_contexts(work, contexts);
        for (int c = 0; c < TEST_WORK_CONTEXTS; c++) {
            (*contexts[c])->properties.multiprocessors = EMULATED_MULTIPROCESSORS;
        }
    }
}

/* Small arrays and large ones: those of a cluster, of a resident grid, and longer ones; one in four of the latter on the
 * emulated device, too, as clusters and many blocks are for them alone. */
static uint64_t draw_n(test_random *random)
{
    static const uint64_t most[] = {30, 200, 700, 3000};
    const uint64_t hundreds = most[test_random_below(random, 4)];
    const bool is_long = test_random_below(random, 4) == 0;
    return 100 * (1 + test_random_below(random, is_long ? hundreds : test_long(hundreds)));
}

typedef struct stream_limit {
    int multiprocessors, cluster_blocks;
} stream_limit;

/* Of what compacts, too, where values are no words. */
static bool may_compact(test_work_kind kind)
{
    return kind == TEST_WORK_COMPACTION || kind == TEST_WORK_BY_KEY || kind == TEST_WORK_GROUP_BY;
}

/* Calls on streams that change, with a workspace of exactly the size that the query says, or without one. */
static void expect_calls(const stream_limit *limits, int num_limits, unsigned part)
{
    test_random random = test_random_part(test_seed_of_run(), 9400 + part);
    test_work work;
    open(&work);
    for (int i = 0; i < (int)test_by_tier(1, 3, 10) * TEST_WORK_COUNT; i++) {
        if (!test_takes(&random, 2)) {
            continue;
        }
        const stream_limit *const first = &limits[test_random_below(&random, (uint64_t)num_limits)];
        limit(&work, 0, 0);
        test_work_prepare(&work, i % TEST_WORK_COUNT, draw_n(&random), &random);
        const size_t of_device = test_work_query(&work);
        limit(&work, first->multiprocessors, first->cluster_blocks);
        const size_t of_stream = test_work_query(&work);
        cr_expect(of_stream == of_device ||
                      (of_stream > of_device && first->cluster_blocks < LEAST_CLUSTER && may_compact(work.kind)),
                  "%s: %zu bytes, on the whole device %zu", test_work_name(i % TEST_WORK_COUNT), of_stream, of_device);
        if (test_random_below(&random, 2) == 0) {
            test_work_give_workspace(&work, (unsigned char)test_random_next(&random));
        }
        test_work_enqueue(&work);
        test_synchronise();
        cr_assert(test_work_verify(&work), "%s, n drawn in call %d, %d multiprocessors, clusters of %d: %s",
                  test_work_name(i % TEST_WORK_COUNT), i, first->multiprocessors, first->cluster_blocks,
                  test_work_failure(&work));
        test_work_set_workspace(&work, NULL, 0);
    }
    limit(&work, 0, 0);
    test_work_close(&work);
}

Test(stream_limits, one_multiprocessor)
{
    const stream_limit limits[] = {{1, 1}};
    expect_calls(limits, 1, 0);
}

Test(stream_limits, two_multiprocessors)
{
    const stream_limit limits[] = {{2, 2}, {2, 1}};
    expect_calls(limits, 2, 1);
}

Test(stream_limits, eight_multiprocessors)
{
    const stream_limit limits[] = {{8, 8}};
    expect_calls(limits, 1, 2);
}

Test(stream_limits, streams_that_change)
{
    const stream_limit limits[] = {{0, 0}, {1, 1}, {8, 8}, {3, 2}, {12, 8}, {5, 4}};
    expect_calls(limits, sizeof limits / sizeof limits[0], 3);
}

/* What a stream has is never more than what the device has, and decides nothing where it is not known. */
Test(stream_limits, resources)
{
    tcu_context *context = test_context_new();
    const tcui_resources device = tcui_device_resources(context);
    test_limit_stream(context, 0, 0);
    cr_expect_eq(tcui_stream_resources(context).multiprocessors, device.multiprocessors);
    cr_expect_eq(tcui_stream_resources(context).cluster_blocks, device.cluster_blocks);
    test_limit_stream(context, device.multiprocessors + 1, device.cluster_blocks + 1);
    cr_expect_eq(tcui_stream_resources(context).multiprocessors, device.multiprocessors);
    cr_expect_eq(tcui_stream_resources(context).cluster_blocks, device.cluster_blocks);
    test_limit_stream(context, 1, 1);
    cr_expect_eq(tcui_stream_resources(context).multiprocessors, 1);
    cr_expect_eq(tcui_stream_resources(context).cluster_blocks, 1);
    tcu_properties properties;
    cr_assert_eq(tcu_context_get_properties(context, &properties), TCU_SUCCESS);
    cr_expect_eq(properties.multiprocessors, device.multiprocessors, "the device's, whatever the stream has");
    test_limit_stream(context, 0, 0);
    tcu_context_destroy(context);
}
