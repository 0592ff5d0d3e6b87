/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compactions at the limits of the shapes that hold items in registers, and in place in one pass where blocks have so
 * many tiles that all that is used again is used again.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/compact/cuda/tuning.h"
#include "compaction/compaction.h"
#include "test_backend.h"
#include "test_types.h"

TestSuite(compaction_shapes, .timeout = 900);

/* ---------------------------------------------------------------------------------------------------- limits --- */

/* algorithms/compact/cuda/small/kernel.cuh and look_back.cuh, which are C++. */
enum { ROW_ITEMS = 32, WARPS = 16, MOST_CLUSTER_BLOCKS = 16, MOST_GRID_BLOCKS = 192 };

enum {
    CLUSTER_SHAPES = sizeof tcui_compact_cluster_rows / sizeof tcui_compact_cluster_rows[0],
    GRID_SHAPES = sizeof tcui_compact_grid_rows / sizeof tcui_compact_grid_rows[0],
    LIMITS = 1 + CLUSTER_SHAPES + GRID_SHAPES
};

/* The most items of each shape, of one block, of a cluster, of a grid; returns how many shapes there are. */
static int limits_of(const tcu_context *context, uint64_t limits[LIMITS])
{
    const uint64_t of_row = ROW_ITEMS * WARPS;
    const int most_cluster = context->cluster_blocks, multiprocessors = context->properties.multiprocessors;
    const uint64_t cluster = (uint64_t)(most_cluster < MOST_CLUSTER_BLOCKS ? most_cluster : MOST_CLUSTER_BLOCKS);
    const uint64_t grid = (uint64_t)(multiprocessors < MOST_GRID_BLOCKS ? multiprocessors : MOST_GRID_BLOCKS);
    int count = 0;
    limits[count++] = of_row * tcui_compact_block_rows;
    for (int i = 0; i < CLUSTER_SHAPES && cluster > 1; i++) {
        limits[count++] = of_row * cluster * (uint64_t)tcui_compact_cluster_rows[i];
    }
    for (int i = 0; i < GRID_SHAPES; i++) {
        limits[count++] = of_row * grid * (uint64_t)tcui_compact_grid_rows[i];
    }
    return count;
}

static size_t partition_need(tcu_context *context, uint64_t n)
{
    size_t bytes = 0;
    cr_assert_eq(tcu_partition_workspace(context, 4, TCU_FLAGS_BYTES, n, NULL, &bytes), TCU_SUCCESS, "%s",
                 tcu_context_last_error(context));
    return bytes;
}

/* Beside each limit, each operation once. */
static void expect_at_limits(int cluster_blocks, unsigned part)
{
    test_compactor compactor = test_compactor_new();
    tcu_context *context = compactor.context;
    if (cluster_blocks > 0 && cluster_blocks < context->cluster_blocks) {
        context->cluster_blocks = cluster_blocks;
    }
    if (test_on_emulated()) {
        context->properties.multiprocessors = 20; /* more than a cluster has blocks, as on every GPU */
    }
    uint64_t limits[LIMITS];
    const int count = limits_of(context, limits);
    /* These are the limits: a grid needs memory, as much as tiles, by which the items go where a stream has too few
     * multiprocessors for the grid. (One without clusters needs memory sooner.) */
    if (context->has_bulk_copies && context->stream_multiprocessors == 0) {
        const uint64_t last = limits[count - 1], without_grid = limits[count - 1 - GRID_SHAPES];
        cr_expect_eq(partition_need(context, without_grid), 0);
        cr_expect_gt(partition_need(context, without_grid + 1), 0);
        cr_expect_geq(partition_need(context, last), partition_need(context, without_grid + 1));
        cr_expect_geq(partition_need(context, last + 1), partition_need(context, last));
    }
    test_random random = test_random_part(test_seed_of_run(), 7250 + part);
    for (int i = 0; i < 3 * count * TEST_COMPACTION_COUNT; i++) {
        if (!test_takes(&random, 12)) {
            continue;
        }
        const uint64_t n = limits[i / TEST_COMPACTION_COUNT / 3] + (uint64_t)(i / TEST_COMPACTION_COUNT % 3) - 1;
        test_compaction_case t =
            test_compaction_random((test_compaction_operation)(i % TEST_COMPACTION_COUNT), n, &random);
        t.num_columns = 1 + t.num_columns % 3;
        test_compactor_expect(&compactor, &t);
    }
    test_compactor_free(&compactor);
}

Test(compaction_shapes, limits)
{
    expect_at_limits(0, 0);
}

Test(compaction_shapes, limits_without_clusters)
{
    expect_at_limits(1, 1);
}

Test(compaction_shapes, limits_with_clusters_of_2)
{
    expect_at_limits(2, 2);
}

Test(compaction_shapes, limits_with_clusters_of_8)
{
    expect_at_limits(8, 3);
}

/* ------------------------------------------------------------------------------------------------ many tiles --- */

typedef struct draw {
    test_random random;
    uint64_t per_mille; /* kept; 0: long runs of items that are all kept or all not */
    uint64_t left;
    bool inside;
} draw;

static bool next_kept(draw *d)
{
    if (d->per_mille > 0) {
        return test_random_below(&d->random, 1000) < d->per_mille;
    }
    if (d->left == 0) {
        d->left = 1 + test_random_below(&d->random, 200000);
        d->inside = !d->inside;
    }
    d->left--;
    return d->inside;
}

/* Random items: kept if the highest bit is not set; or if they differ from those before them. */
static void fill(unsigned char *items, size_t bytes, uint64_t n, test_compaction_operation operation, draw *d)
{
    for (uint64_t i = 0; i < n; i++) {
        const bool keep = next_kept(d) || (operation == TEST_UNIQUE && i == 0);
        unsigned char *item = items + i * bytes;
        const uint64_t bits = test_random_next(&d->random);
        if (operation == TEST_UNIQUE && !keep) {
            memcpy(item, item - bytes, bytes);
            continue;
        }
        memcpy(item, &bits, bytes);
        if (operation == TEST_COMPACT_IF) {
            item[bytes - 1] = (unsigned char)(keep ? item[bytes - 1] & 0x7f : item[bytes - 1] | 0x80);
        }
    }
}

/* 2048 tiles of 32 KB in the medium tier (of bytes 2340 of 28 KB), 15 or more a block of an H200; 2^24 items of u32. */
static void expect_many_tiles(test_compaction_operation operation, tcu_type type, unsigned part)
{
    static const tcui_compact_policy in_one_pass = {.one_pass = true, .one_pass_flagged_bytes = 4};
    static const uint64_t per_mille[] = {1, 100, 500, 999, 0};
    const size_t bytes = test_types[type].bytes;
    const uint64_t whole =
        test_long(test_by_tier((uint64_t)1 << 22, (uint64_t)1 << 26, (uint64_t)1 << (bytes == 1 ? 27 : 28)));
    test_compactor compactor = test_compactor_new();
    compactor.context->policies[TCUI_COMPACT] = &in_one_pass;
    unsigned char *items = malloc(whole);
    cr_assert_not_null(items);
    test_random random = test_random_part(test_seed_of_run(), 7260 + part);
    for (size_t i = 0; i < sizeof per_mille / sizeof per_mille[0]; i++) {
        test_compaction_case t = test_compaction_random(operation, 0, &random);
        t.n = (whole - test_random_below(&random, whole / 64)) / bytes;
        t.in_place = true;
        t.with_lengths = operation == TEST_UNIQUE && bytes == 8; /* lengths are as large as the items */
        t.type = type;
        t.item_bytes = bytes;
        t.comparison = TCU_COMPARE_LESS;
        t.given_values = true;
        t.value_bits = t.upper_bits = (uint64_t)1 << (8 * bytes - 1);
        t.given_items = items;
        draw d = {.random = random, .per_mille = per_mille[i]};
        fill(items, bytes, t.n, operation, &d);
        test_compactor_expect(&compactor, &t);
        /* The items are as drawn: nothing would be moved of items that are all kept. */
        const double kept = (double)compactor.kept / (double)t.n, expected = (double)per_mille[i] / 1000;
        cr_expect(per_mille[i] == 0 || (kept > expected / 2 && kept < expected * 2 && kept < 1),
                  "%g of the items are kept, not %g", kept, expected);
    }
    free(items);
    test_compactor_free(&compactor);
}

Test(compaction_shapes, many_tiles_of_u8_over_themselves)
{
    expect_many_tiles(TEST_COMPACT_IF, TCU_TYPE_U8, 0);
}

Test(compaction_shapes, many_tiles_of_u32_over_themselves)
{
    expect_many_tiles(TEST_COMPACT_IF, TCU_TYPE_U32, 1);
}

Test(compaction_shapes, many_tiles_of_runs_of_u32_over_themselves)
{
    expect_many_tiles(TEST_UNIQUE, TCU_TYPE_U32, 2);
}

Test(compaction_shapes, many_tiles_of_runs_of_u64_over_themselves)
{
    expect_many_tiles(TEST_UNIQUE, TCU_TYPE_U64, 3);
}
