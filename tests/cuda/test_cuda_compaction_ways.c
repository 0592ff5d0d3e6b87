/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compactions by ways that sizes would not lead to: in one pass where items fit into registers, by tiles on a device
 * that has better, with counts on the matrix unit; and by so few blocks that each has many tiles.
 */
#include <criterion/criterion.h>

#include "algorithms/compact/compact_tuning.h"
#include "test_backend.h"
#include "test_compaction.h"
#include "test_types.h"

static const tcui_compact_policy one_pass = {TCU_ARITHMETIC_PLAIN, 0, true, 16, 0};
static const tcui_compact_policy tiles = {TCU_ARITHMETIC_PLAIN, 0, false, 0, 0};

static test_compactor compactor_by(const tcui_compact_policy *policy)
{
    test_compactor compactor = test_compactor_new();
    compactor.context->compact_policy = policy;
    return compactor;
}

static test_random random_of(unsigned part)
{
    return test_random_part(test_seed_of_run(), 7200 + part);
}

static void sweep(test_compactor *compactor, unsigned part)
{
    test_random random = random_of(part);
    for (uint64_t i = 0; i < test_by_tier(200, 1000, 5000); i++) {
        const test_compaction_operation operation = (test_compaction_operation)(i % TEST_COMPACTION_COUNT);
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 21));
        const test_compaction_case t = test_compaction_random(operation, n, &random);
        test_compactor_expect(compactor, &t);
    }
}

TestSuite(compaction_ways, .timeout = 600);

/* Whether the policies mean what the tests take them for: only the way by tiles needs more memory for more items. */
Test(compaction_ways, are_those_of_their_policies)
{
    static const struct {
        const tcui_compact_policy *policy;
        bool has_memory_for_one_item, needs_more_for_more;
    } table[] = {{NULL, false, false}, {&one_pass, true, false}, {&tiles, true, true}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        test_compactor compactor = compactor_by(table[i].policy);
        const bool has_all_ways = compactor.context->has_bulk_copies;
        size_t of_one, of_many, of_more;
        for (int in_place = 0; in_place < 2; in_place++) {
            tcu_context *context = compactor.context;
            cr_assert_eq(tcu_compact_if_workspace(context, TCU_TYPE_U32, 1, in_place, &of_one), TCU_SUCCESS);
            cr_assert_eq(tcu_compact_if_workspace(context, TCU_TYPE_U32, 1 << 25, in_place, &of_many), TCU_SUCCESS);
            cr_assert_eq(tcu_compact_if_workspace(context, TCU_TYPE_U32, 1 << 26, in_place, &of_more), TCU_SUCCESS);
            cr_expect_eq(of_one > 0, table[i].has_memory_for_one_item || !has_all_ways, "policy %zu: %zu bytes", i,
                         of_one);
            cr_expect_eq(of_more > of_many, table[i].needs_more_for_more || !has_all_ways,
                         "policy %zu: %zu and %zu bytes", i, of_many, of_more);
        }
        test_compactor_free(&compactor);
    }
}

Test(compaction_ways, in_one_pass)
{
    test_compactor compactor = compactor_by(&one_pass);
    sweep(&compactor, 0);
    test_compactor_free(&compactor);
}

Test(compaction_ways, by_tiles)
{
    test_compactor compactor = compactor_by(&tiles);
    sweep(&compactor, 1);
    test_compactor_free(&compactor);
}

Test(compaction_ways, counted_on_the_matrix_unit)
{
    test_compactor compactor = compactor_by(NULL);
    cr_assert_eq(tcu_context_set_arithmetic(compactor.context, TCU_ARITHMETIC_MATRIX), TCU_SUCCESS);
    sweep(&compactor, 2);
    test_compactor_free(&compactor);
}

/* ------------------------------------------------------------------------------------------------- few blocks --- */

/* Takes the device for one of so few multiprocessors: blocks then have many tiles, and use what they hold of a few
 * tiles many times. 0: as it is. */
static void take_fewer(test_compactor *compactor, int multiprocessors, int cluster_blocks)
{
    tcu_context *context = compactor->context;
    if (multiprocessors > 0 && multiprocessors < context->properties.multiprocessors) {
        context->properties.multiprocessors = multiprocessors;
    }
    if (cluster_blocks > 0 && cluster_blocks < context->cluster_blocks) {
        context->cluster_blocks = cluster_blocks;
    }
}

static void sweep_by_blocks(int multiprocessors, unsigned part)
{
    test_compactor compactor = compactor_by(&one_pass);
    take_fewer(&compactor, multiprocessors, 0);
    sweep(&compactor, part);
    test_compactor_free(&compactor);
}

Test(compaction_ways, in_one_pass_by_one_block)
{
    sweep_by_blocks(1, 3);
}

Test(compaction_ways, in_one_pass_by_two_blocks)
{
    sweep_by_blocks(2, 4);
}

Test(compaction_ways, in_one_pass_by_seven_blocks)
{
    sweep_by_blocks(7, 5);
}

/* -------------------------------------------------------------------- few enough for slow tools (racecheck) --- */

/*
 * Arrays of some tiles, by one block, by two and by as many as there are. What slow tools look for are roles and tiles
 * that meet in a block's shared memory: in the short tier each operation runs once, with the widest items, of which so
 * few make more tiles than a block has stages. The other tiers go through items of all sizes.
 */
static void expect_few(const tcui_compact_policy *policy, const test_compaction_operation *operations, unsigned count,
                       bool in_place, unsigned part)
{
    enum { N = 36000, BLOCK_COUNTS = 3 };
    static const int block_counts[BLOCK_COUNTS] = {1, 2, 0};
    static const tcu_type types[] = {TCU_TYPE_F64, TCU_TYPE_U32, TCU_TYPE_F16, TCU_TYPE_I8, TCU_TYPE_I64};
    static const unsigned shifts[] = {1, 3, 0, 7};
    test_random random = random_of(part);
    for (unsigned i = 0; i < test_by_tier(count, 60, 240); i++) {
        const unsigned round = i / count;
        const int blocks = block_counts[(i % count + round) % BLOCK_COUNTS];
        test_compactor compactor = compactor_by(policy);
        take_fewer(&compactor, blocks, blocks > 0 ? 1 : 0);
        const uint64_t n = N - test_random_below(&random, round > 0 && i % 4 == 3 ? N : N / 10);
        test_compaction_case t = test_compaction_random(operations[i % count], n, &random);
        t.type = types[round % 5];
        t.item_bytes = test_takes_predicate(t.operation) ? test_types[t.type].bytes : (size_t)16 >> round % 5;
        t.num_columns = 1 + t.num_columns % 3;
        t.with_lengths = t.with_lengths && !policy->streams;
        t.in_place = in_place;
        if (!in_place) {
            t.in_shift = shifts[i % 4];
            t.out_shift = shifts[(i / 4 + 1) % 4];
            t.flags_shift = 1 + i % 17;
        }
        test_compactor_expect(&compactor, &t);
        test_compactor_free(&compactor);
    }
}

Test(compaction_ways, in_one_pass_in_place)
{
    static const test_compaction_operation operations[] = {TEST_COMPACT_IF, TEST_UNIQUE};
    expect_few(&one_pass, operations, 2, true, 6);
}

Test(compaction_ways, in_one_pass_misaligned)
{
    static const test_compaction_operation operations[] = {TEST_COMPACT, TEST_COMPACT_IF, TEST_UNIQUE};
    expect_few(&one_pass, operations, 3, false, 7);
}

Test(compaction_ways, by_tiles_in_place)
{
    static const test_compaction_operation operations[] = {TEST_COMPACT, TEST_COMPACT_IF, TEST_UNIQUE};
    expect_few(&tiles, operations, 3, true, 8);
}

Test(compaction_ways, by_tiles_misaligned)
{
    static const test_compaction_operation operations[] = {TEST_COMPACT,         TEST_COMPACT_IF, TEST_COMPACT_INDICES,
                                                           TEST_COMPACT_COLUMNS, TEST_PARTITION,  TEST_PARTITION_IF,
                                                           TEST_UNIQUE};
    expect_few(&tiles, operations, 7, false, 9);
}
