/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compactions on paths that sizes would not lead to: in one pass where items fit into registers, by tiles on a device
 * that has better; and by so few blocks that each has many tiles.
 */
#include <criterion/criterion.h>

#include "algorithms/compact/cuda/tuning.h"
#include "compaction/compaction.h"
#include "test_backend.h"
#include "test_types.h"

static const tcui_compact_policy one_pass = {.one_pass = true, .one_pass_flagged_bytes = 16};
static const tcui_compact_policy tiles = {.one_pass = false};

static test_compactor compactor_by(const tcui_compact_policy *policy)
{
    test_compactor compactor = test_compactor_new();
    compactor.context->policies[TCUI_COMPACT] = policy;
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
        if (!test_takes(&random, 24)) {
            continue;
        }
        const test_compaction_operation operation = (test_compaction_operation)(i % TEST_COMPACTION_COUNT);
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 21));
        const test_compaction_case t = test_compaction_random(operation, n, &random);
        test_compactor_expect(compactor, &t);
    }
}

TestSuite(compaction_paths, .timeout = 600);

/* Workspace of some calls of n items that go in one pass. */
static size_t bytes_needed(tcu_context *context, int call, uint64_t n)
{
    size_t bytes = 0;
    tcu_status status;
    switch (call) {
    case 0:
    case 1:
        status = tcu_compact_if_workspace(context, TCU_TYPE_U32, n, call, NULL, &bytes);
        break;
    case 2:
    case 3:
        status = tcu_unique_workspace(context, 4, 1, n, call - 2, NULL, &bytes);
        break;
    case 4:
        status = tcu_compact_indices_workspace(context, TCU_FLAGS_BYTES, TCU_TYPE_U32, n, NULL, &bytes);
        break;
    default:
        status = tcu_compact_indices_workspace(context, TCU_FLAGS_BITS, TCU_TYPE_U64, n, NULL, &bytes);
        break;
    }
    cr_assert_eq(status, TCU_SUCCESS, "call %d: %s", call, tcu_context_last_error(context));
    return bytes;
}

/* Whether the policies mean what the tests take them for: only the path by tiles needs more memory for more items. */
Test(compaction_paths, are_those_of_their_policies)
{
    static const struct {
        const tcui_compact_policy *policy;
        bool has_memory_for_one_item, needs_more_for_more;
    } table[] = {{NULL, false, false}, {&one_pass, true, false}, {&tiles, true, true}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        test_compactor compactor = compactor_by(table[i].policy);
        const bool has_all_paths = compactor.context->has_bulk_copies;
        for (int call = 0; call < 6; call++) {
            const size_t of_one = bytes_needed(compactor.context, call, 1),
                         of_many = bytes_needed(compactor.context, call, 1 << 25),
                         of_more = bytes_needed(compactor.context, call, 1 << 26);
            cr_expect_eq(of_one > 0, table[i].has_memory_for_one_item || !has_all_paths,
                         "policy %zu, call %d: %zu bytes", i, call, of_one);
            cr_expect_eq(of_more > of_many, table[i].needs_more_for_more || !has_all_paths,
                         "policy %zu, call %d: %zu and %zu bytes", i, call, of_many, of_more);
        }
        test_compactor_free(&compactor);
    }
}

Test(compaction_paths, in_one_pass)
{
    test_compactor compactor = compactor_by(&one_pass);
    sweep(&compactor, 0);
    test_compactor_free(&compactor);
}

Test(compaction_paths, by_tiles)
{
    test_compactor compactor = compactor_by(&tiles);
    sweep(&compactor, 1);
    test_compactor_free(&compactor);
}

/* Of items in one word the paths compare all at once, each with code of its own. */
static void expect_short_numbers(const tcui_compact_policy *policy, unsigned part)
{
    test_compactor compactor = compactor_by(policy);
    test_random random = random_of(part);
    test_compactor_expect_short_numbers(&compactor, &random);
    test_compactor_free(&compactor);
}

Test(compaction_paths, in_one_pass_every_short_number)
{
    expect_short_numbers(&one_pass, 12);
}

Test(compaction_paths, by_tiles_every_short_number)
{
    expect_short_numbers(&tiles, 13);
}

/* ------------------------------------------------------------------------------------------------- few blocks --- */

/* Takes the device for one of so few multiprocessors: blocks then have many tiles, and use what they hold of a few
 * tiles many times. 0: as it is. */
static void take_fewer(test_compactor *compactor, int multiprocessors)
{
    tcu_context *context = compactor->context;
    if (multiprocessors > 0 && multiprocessors < context->properties.multiprocessors) {
        context->properties.multiprocessors = multiprocessors;
    }
}

static void sweep_by_blocks(int multiprocessors, unsigned part)
{
    test_compactor compactor = compactor_by(&one_pass);
    take_fewer(&compactor, multiprocessors);
    sweep(&compactor, part);
    test_compactor_free(&compactor);
}

Test(compaction_paths, in_one_pass_by_one_block)
{
    sweep_by_blocks(1, 3);
}

Test(compaction_paths, in_one_pass_by_two_blocks)
{
    sweep_by_blocks(2, 4);
}

Test(compaction_paths, in_one_pass_by_seven_blocks)
{
    sweep_by_blocks(7, 5);
}

/* --------------------------------------------------------------------------------------------- ends of tiles --- */

/* Items of a slice of the one-pass compaction; a tile has a slice for each consumer warp. */
static uint64_t slice_items(size_t item_bytes)
{
    return item_bytes == 1 ? 32 * 16 * TCUI_COMPACT_BYTE_VECTORS : TCUI_COMPACT_SLICE_BYTES / item_bytes;
}

/* Arrays that end with a tile or a slice, an item before it or behind, where they begin with one and where not. */
Test(compaction_paths, ends_of_tiles_in_one_pass)
{
    enum { OPERATIONS = 6 };
    static const test_compaction_operation operations[OPERATIONS] = {TEST_COMPACT, TEST_COMPACT, TEST_COMPACT_IF,
                                                                     TEST_UNIQUE,  TEST_UNIQUE,  TEST_COMPACT_INDICES};
    static const tcu_type types[] = {TCU_TYPE_U8, TCU_TYPE_I16, TCU_TYPE_F32, TCU_TYPE_U64};
    test_random random = random_of(10);
    for (int blocks = 0; blocks <= 2; blocks += 2) {
        test_compactor compactor = compactor_by(&one_pass);
        take_fewer(&compactor, blocks);
        for (int i = 0; i < 5 * OPERATIONS * 2 * 3 * 2 * (int)test_by_tier(1, 2, 8); i++) {
            if (!test_takes(&random, 24)) {
                continue;
            }
            const int which = i / 5 % OPERATIONS, round = i / (5 * OPERATIONS);
            const test_compaction_operation operation = operations[which];
            const bool predicate = test_takes_predicate(operation);
            const int width = operation == TEST_COMPACT_INDICES ? 0 : i % (predicate ? 4 : 5);
            const unsigned shift = round % 2 && operation != TEST_COMPACT_INDICES ? 5 : 0,
                           phase = shift % (16 >> width);
            const uint64_t slices = round / 6 % 2 ? 1 + test_random_below(&random, 10 * TCUI_COMPACT_CONSUMERS)
                                                  : TCUI_COMPACT_CONSUMERS * (1 + test_random_below(&random, 10));
            const uint64_t n = slices * slice_items((size_t)1 << width) - phase + (uint64_t)(round / 2 % 3) - 1;
            test_compaction_case t = test_compaction_random(operation, n, &random);
            t.item_bytes = (size_t)1 << width;
            t.type = predicate ? types[width] : t.type;
            if (operation != TEST_COMPACT_INDICES) {
                t.format = which == 1 ? TCU_FLAGS_BITS : TCU_FLAGS_BYTES;
            }
            t.in_place = t.in_place && operation != TEST_COMPACT;
            t.with_lengths = which == 4;
            t.in_shift = shift;
            t.out_shift = t.in_place ? shift : t.out_shift;
            test_compactor_expect(&compactor, &t);
        }
        test_compactor_free(&compactor);
    }
}

/* ----------------------------------------------------------------------------- few enough for the sanitizers --- */

typedef struct few {
    test_compaction_operation operation;
    int blocks; /* 0: as many as there are */
    uint64_t n;
    bool with_lengths; /* of runs */
} few;

/*
 * Arrays of some tiles. What slow tools look for are roles and tiles that meet in a block's shared memory: in the short
 * tier each case runs once, with the widest items, 16 bytes or f64. The other tiers go through items of all sizes and
 * through numbers of blocks.
 */
static void expect_few(const tcui_compact_policy *policy, const few *cases, unsigned count, bool in_place,
                       unsigned part)
{
    enum { BLOCK_COUNTS = 3 };
    static const int block_counts[BLOCK_COUNTS] = {1, 2, 0};
    static const tcu_type types[] = {TCU_TYPE_F64, TCU_TYPE_U32, TCU_TYPE_F16, TCU_TYPE_I8, TCU_TYPE_I64};
    static const unsigned shifts[] = {1, 3, 0, 7};
    test_random random = random_of(part);
    for (unsigned i = 0; i < test_by_tier(count, 60, 240); i++) {
        const few *c = &cases[i % count];
        const unsigned round = i / count;
        const int blocks = round == 0 ? c->blocks : block_counts[(i % count + round) % BLOCK_COUNTS];
        test_compactor compactor = compactor_by(policy);
        take_fewer(&compactor, blocks);
        const uint64_t n = c->n - test_random_below(&random, round > 0 && i % 4 == 3 ? c->n : c->n / 10);
        test_compaction_case t = test_compaction_random(c->operation, n, &random);
        t.type = types[round % 5];
        t.item_bytes = test_takes_predicate(t.operation) ? test_types[t.type].bytes : (size_t)16 >> round % 5;
        t.num_columns = 1 + t.num_columns % 3;
        t.with_lengths = c->operation == TEST_UNIQUE && c->with_lengths;
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

/*
 * Of 8 bytes these are 8 or 9 tiles, of 16 twice as many: by one block and by two more than the 7 stages that a block
 * has, so that stages are used again.
 */
enum { FEW = 36000 };

Test(compaction_paths, in_one_pass_in_place)
{
    static const few cases[] = {
        {TEST_COMPACT_IF, 1, FEW, false}, {TEST_UNIQUE, 2, FEW, false}, {TEST_UNIQUE, 2, FEW, true}};
    expect_few(&one_pass, cases, 3, true, 6);
}

Test(compaction_paths, in_one_pass_misaligned)
{
    /* The fourth are 11 or 12 tiles, each of another block. */
    static const few cases[] = {{TEST_COMPACT, 1, FEW, false}, {TEST_COMPACT_IF, 1, FEW, false},
                                {TEST_UNIQUE, 2, FEW, false},  {TEST_COMPACT, 0, 24000, false},
                                {TEST_UNIQUE, 1, FEW, true},   {TEST_UNIQUE, 0, FEW, true}};
    expect_few(&one_pass, cases, 6, false, 7);
}

/* Bytes are compacted by code of their own, and so are positions: ten tiles and a little, by one block. */
Test(compaction_paths, in_one_pass_of_bytes_misaligned)
{
    enum { CASES = 7 };
    static const struct {
        test_compaction_operation operation;
        tcu_flags_format format;
        tcu_type index_type;
        bool with_lengths;
    } cases[CASES] = {{TEST_COMPACT, TCU_FLAGS_BYTES, TCU_TYPE_U32, false},
                      {TEST_COMPACT, TCU_FLAGS_BITS, TCU_TYPE_U32, false},
                      {TEST_COMPACT_IF, TCU_FLAGS_BYTES, TCU_TYPE_U32, false},
                      {TEST_UNIQUE, TCU_FLAGS_BYTES, TCU_TYPE_U32, false},
                      {TEST_UNIQUE, TCU_FLAGS_BYTES, TCU_TYPE_U32, true},
                      {TEST_COMPACT_INDICES, TCU_FLAGS_BYTES, TCU_TYPE_U32, false},
                      {TEST_COMPACT_INDICES, TCU_FLAGS_BITS, TCU_TYPE_U64, false}};
    test_random random = random_of(11);
    for (unsigned i = 0; i < CASES * test_by_tier(1, 10, 40); i++) {
        const uint64_t n = 10 * TCUI_COMPACT_CONSUMERS * slice_items(1) + 5;
        test_compaction_case t = test_compaction_random(cases[i % CASES].operation, n, &random);
        t.type = TCU_TYPE_U8;
        t.item_bytes = 1;
        t.format = cases[i % CASES].format;
        t.index_type = i < CASES ? cases[i % CASES].index_type : t.index_type;
        t.density = i < CASES ? TEST_KEEP_HALF : t.density;
        t.with_lengths = cases[i % CASES].with_lengths;
        t.in_place = false;
        t.in_shift = 3 + i;
        t.out_shift = 1 + i % 16;
        t.flags_shift = 1 + i % 17;
        test_compactor compactor = compactor_by(&one_pass);
        take_fewer(&compactor, 1);
        test_compactor_expect(&compactor, &t);
        test_compactor_free(&compactor);
    }
}

/* By tiles bytes are moved by code of their own, too: some tiles, at every phase of items and flags. */
Test(compaction_paths, by_tiles_of_bytes)
{
    static const test_compaction_operation operations[] = {TEST_PARTITION, TEST_PARTITION_IF, TEST_COMPACT};
    test_random random = random_of(14);
    test_compactor compactor = compactor_by(&tiles);
    for (unsigned i = 0; i < 3 * test_by_tier(16, 64, 256); i++) {
        if (!test_takes(&random, 24)) {
            continue;
        }
        const uint64_t n = test_random_below(&random, 5 * TCUI_COMPACT_TILE_BYTES / 4);
        test_compaction_case t = test_compaction_random(operations[i % 3], n, &random);
        t.type = TCU_TYPE_U8;
        t.item_bytes = 1;
        t.in_place = t.in_place && operations[i % 3] == TEST_COMPACT;
        t.in_shift = i / 3 % 16;
        t.out_shift = t.in_place ? t.in_shift : t.out_shift;
        test_compactor_expect(&compactor, &t);
    }
    test_compactor_free(&compactor);
}

Test(compaction_paths, by_tiles_in_place)
{
    static const few cases[] = {
        {TEST_COMPACT, 1, FEW, false}, {TEST_COMPACT_IF, 2, FEW, false}, {TEST_UNIQUE, 0, FEW, true}};
    expect_few(&tiles, cases, 3, true, 8);
}

Test(compaction_paths, by_tiles_misaligned)
{
    static const few cases[] = {{TEST_COMPACT, 1, FEW, false},
                                {TEST_COMPACT_IF, 2, FEW, false},
                                {TEST_COMPACT_INDICES, 0, FEW, false},
                                {TEST_COMPACT_COLUMNS, 1, FEW, false},
                                {TEST_PARTITION, 2, FEW, false},
                                {TEST_PARTITION_IF, 0, FEW, false},
                                {TEST_UNIQUE, 1, FEW, true}};
    expect_few(&tiles, cases, 7, false, 9);
}
