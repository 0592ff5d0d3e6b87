/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts on a GPU: sizes up to several tiles, tiles that sizes would not lead to, ends of tiles, numbers of passes,
 * blocks that have tile after tile, and offsets that are no offsets. */
#include <stdlib.h>
#include <string.h>

#include "algorithms/radix_sort/cuda/passes/tuning.h"
#include "algorithms/radix_sort/cuda/tuning.h"
#include "primitives/context/path.h"
#include "sorting/sorting.h"
#include "test_random.h"
#include "test_types.h"
#include "tests/cuda/test_cuda.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 9800 + test);
}

/* All bits of the keys of a whole array. */
static test_sort_case whole(test_sort_operation operation, uint64_t n, tcu_type type, size_t value_bytes,
                            test_random *random)
{
    test_sort_case t = test_sort_random(operation, n, random);
    t.key_type = type;
    t.value_bytes = value_bytes;
    t.options.begin_bit = t.options.end_bit = 0;
    return t;
}

/* Edges of tiles are somewhere among them, whatever their shapes. */
Test(cuda_sorts, sizes_up_to_several_tiles, .timeout = 900)
{
    static const tcu_type types[] = {TCU_TYPE_U32, TCU_TYPE_F64, TCU_TYPE_I16, TCU_TYPE_U8};
    static const size_t values[] = {0, 4, 8, 16};
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(1);
    for (uint64_t n = 128; n <= 65536; n += 128) { /* growing: what a kernel was allowed once it may have again */
        if (!test_takes(&random, 64)) {
            continue;
        }
        const int64_t offset = (int64_t)test_random_below(&random, 3) - 1;
        const test_sort_case t = whole(n / 128 % 2 ? TEST_SORT_PAIRS : TEST_SORT_KEYS, n + (uint64_t)offset,
                                       n / 256 % 2 ? TCU_TYPE_U32 : TCU_TYPE_U64, 4, &random);
        test_sorter_expect(&sorter, &t);
    }
    const uint64_t step = test_by_tier(997, 211, 37);
    int i = 0;
    for (uint64_t n = test_random_below(&random, step); n < 50000; n += step, i++) {
        if (!test_takes(&random, 32)) {
            continue;
        }
        const size_t value_bytes = values[i / 4 % 4];
        const test_sort_case t =
            whole(value_bytes > 0 ? TEST_SORT_PAIRS : TEST_SORT_KEYS, n, types[i % 4], value_bytes, &random);
        test_sorter_expect(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* Large tiles of short arrays, and small ones of long arrays, of which blocks then have many each. */
Test(cuda_sorts, tiles_that_sizes_would_not_lead_to, .timeout = 900)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(4);
    tcui_radix_sort_policy policy = tcui_radix_sort_policy_of(sorter.context);
    const uint64_t many = test_long(5000000);
    sorter.context->policies[TCUI_RADIX_SORT] = &policy;
    for (uint64_t i = 0; i < test_by_tier(200, 1000, 4000); i++) {
        if (!test_takes(&random, 32)) {
            continue;
        }
        policy.small_items = i % 2 ? 0 : UINT64_MAX;
        policy.even_rounds = test_random_below(&random, 3);
        policy.many_copies_from = test_random_below(&random, 2) ? 0 : many;
        const test_sort_case t = test_sort_random((test_sort_operation)(i / 2 % TEST_SORT_COUNT),
                                                  test_long(test_random_below(&random, 200000)), &random);
        test_sorter_expect(&sorter, &t);
    }
    for (uint64_t i = 0; i < 4 * test_by_tier(1, 2, 4); i++) {
        if (!test_takes(&random, 4)) {
            continue;
        }
        policy.small_items = UINT64_MAX;
        const test_sort_case t =
            whole(i % 2 ? TEST_SORT_PAIRS : TEST_SORT_KEYS, many, i / 2 % 2 ? TCU_TYPE_U32 : TCU_TYPE_F64, 4, &random);
        test_sorter_expect(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

static uint64_t items_of(const tcui_sort_tile_policy *tile)
{
    return (uint64_t)tile->threads * (uint64_t)tile->keys;
}

/* Tiles that are full to the last key, those with one key less, and those with one key more in the next. */
Test(cuda_sorts, ends_of_tiles, .timeout = 900)
{
    static const struct {
        tcu_type type;
        size_t value_bytes;
        const tcui_sort_tile_policy *large;
    } table[] = {
        {TCU_TYPE_U32, 0, &tcui_sort_large_tiles[0][0]}, {TCU_TYPE_F32, 4, &tcui_sort_large_tiles[0][1]},
        {TCU_TYPE_I32, 8, &tcui_sort_large_tiles[0][2]}, {TCU_TYPE_F64, 0, &tcui_sort_large_tiles[1][0]},
        {TCU_TYPE_U64, 2, &tcui_sort_large_tiles[1][1]}, {TCU_TYPE_I64, 8, &tcui_sort_large_tiles[1][2]},
    };
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(6);
    tcui_radix_sort_policy policy = tcui_radix_sort_policy_of(sorter.context);
    sorter.context->policies[TCUI_RADIX_SORT] = &policy;
    policy.even_rounds = 0;
    for (size_t i = 0; i < 2 * sizeof table / sizeof table[0]; i++) {
        const bool is_small = i % 2 != 0;
        const uint64_t tile = items_of(is_small ? &tcui_sort_small_tiles[0] : table[i / 2].large);
        policy.small_items = is_small ? UINT64_MAX : 0;
        for (uint64_t k = 33000 / tile + 1; k < 33000 / tile + 4; k++) {
            for (uint64_t n = k * tile - 1; n <= k * tile + 1; n++) {
                if (!test_takes(&random, 32)) {
                    continue;
                }
                const test_sort_case t = whole(table[i / 2].value_bytes > 0 ? TEST_SORT_PAIRS : TEST_SORT_KEYS, n,
                                               table[i / 2].type, table[i / 2].value_bytes, &random);
                test_sorter_expect(&sorter, &t);
            }
        }
    }
    test_sorter_free(&sorter);
}

/* Arrays that fill the device once or twice, whose tiles have as many rows as that takes: each number of them, and a last
 * tile of any length. */
Test(cuda_sorts, rows_of_tiles, .timeout = 900)
{
    static const struct {
        tcu_type type;
        size_t value_bytes;
        const tcui_sort_tile_policy *tile;
    } table[] = {
        {TCU_TYPE_U32, 0, &tcui_sort_large_tiles[0][0]}, {TCU_TYPE_F32, 4, &tcui_sort_large_tiles[0][1]},
        {TCU_TYPE_I32, 8, &tcui_sort_large_tiles[0][2]}, {TCU_TYPE_F64, 0, &tcui_sort_large_tiles[1][0]},
        {TCU_TYPE_U64, 1, &tcui_sort_large_tiles[1][1]}, {TCU_TYPE_I64, 8, &tcui_sort_large_tiles[1][2]},
        {TCU_TYPE_U16, 2, &tcui_sort_large_tiles[0][1]},
    };
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(8);
    test_keep_paths();
    cr_assert_eq(tcui_force_paths(sorter.context, "radix_sort:passes"), TCU_SUCCESS);
    tcui_radix_sort_policy policy = tcui_radix_sort_policy_of(sorter.context);
    policy.small_items = 0;
    policy.many_copies_from = 0;
    sorter.context->policies[TCUI_RADIX_SORT] = &policy;
    const int own_multiprocessors = sorter.context->properties.multiprocessors;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        for (uint64_t rows = TCUI_SORT_LEAST_ROWS; rows <= policy.even_rounds * (uint64_t)table[i].tile->keys; rows++) {
            if (!test_takes(&random, 48)) {
                continue;
            }
            sorter.context->properties.multiprocessors =
                1 + (int)test_random_below(&random, own_multiprocessors < 4 ? (uint64_t)own_multiprocessors : 4);
            const uint64_t row =
                (uint64_t)table[i].tile->threads * (uint64_t)sorter.context->properties.multiprocessors;
            const test_sort_case t = whole(table[i].value_bytes > 0 ? TEST_SORT_PAIRS : TEST_SORT_KEYS,
                                           rows * row - test_random_below(&random, 2) * test_random_below(&random, row),
                                           table[i].type, table[i].value_bytes, &random);
            test_sorter_expect(&sorter, &t);
        }
    }
    test_sorter_free(&sorter);
}

/* The longest arrays that go by small tiles, in one round of large ones, and in two; and one more or less. */
Test(cuda_sorts, limits_of_tiles, .timeout = 900)
{
    test_keep_paths();
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(9);
    int *multiprocessors = &sorter.context->properties.multiprocessors;
    *multiprocessors = *multiprocessors < 9 ? *multiprocessors : 9;
    const tcui_radix_sort_policy policy = tcui_radix_sort_policy_of(sorter.context);
    const uint64_t round = (uint64_t)*multiprocessors * items_of(&tcui_sort_large_tiles[0][0]);
    const uint64_t limits[] = {(uint64_t)*multiprocessors * policy.small_items, round, policy.even_rounds * round};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        for (uint64_t n = limits[i] - 1; n <= limits[i] + 1; n++) {
            if (!test_takes(&random, i > 0 ? 24 : 4)) {
                continue;
            }
            const test_sort_case t = whole(TEST_SORT_KEYS, n, TCU_TYPE_U32, 0, &random);
            test_sorter_expect(&sorter, &t);
        }
    }
    test_sorter_free(&sorter);
}

/* In passes, of which the last may have few bits, and of which some may have nothing to do. */
Test(cuda_sorts, every_type_direction_and_number_of_passes, .timeout = 900)
{
    const int step = (int)test_by_tier(5, 3, 1);
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(7);
    tcui_radix_sort_policy policy = tcui_radix_sort_policy_of(sorter.context);
    sorter.context->policies[TCUI_RADIX_SORT] = &policy;
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        const int bits = 8 * (int)test_types[type].bytes;
        for (int begin = 0; begin < 8; begin++) {
            for (int end = begin + 1; end <= bits; end += step) {
                for (int descending = 0; descending < 2; descending++) {
                    if (!test_takes(&random, 48)) {
                        continue;
                    }
                    const bool is_small = test_random_below(&random, 2) != 0;
                    const uint64_t n = test_long(33000 + test_random_below(&random, 5000));
                    policy.small_items = is_small ? UINT64_MAX : 0;
                    policy.even_rounds = test_random_below(&random, 3);
                    policy.many_copies_from = test_random_below(&random, 2) ? 0 : UINT64_MAX;
                    test_sort_case t = test_sort_random(descending ? TEST_SORT_PAIRS : TEST_SORT_KEYS, n, &random);
                    t.key_type = (tcu_type)type;
                    t.without_options = false;
                    t.options.begin_bit = begin;
                    t.options.end_bit = end;
                    t.options.descending = descending ^ (begin + end) % 2;
                    test_sorter_expect(&sorter, &t);
                }
            }
        }
    }
    test_sorter_free(&sorter);
}

/* Small tiles, of which there are more than the look-back has rows: what one tells the next goes round and round. */
Test(cuda_sorts, more_tiles_than_the_ring_has_rows, .timeout = 1200)
{
    static const struct {
        test_sort_operation operation;
        tcu_type type;
        size_t value_bytes;
        test_sort_spread spread;
    } table[] = {
        {TEST_SORT_KEYS, TCU_TYPE_U32, 0, TEST_SORT_UNIFORM},   {TEST_SORT_PAIRS, TCU_TYPE_F32, 4, TEST_SORT_NIBBLES},
        {TEST_SORT_BUFFERS, TCU_TYPE_I64, 8, TEST_SORT_STEPS},  {TEST_SORT_ARGSORT, TCU_TYPE_U16, 0, TEST_SORT_ZIPF},
        {TEST_SORT_PAIRS, TCU_TYPE_U8, 16, TEST_SORT_UNIFORM},  {TEST_SORT_KEYS, TCU_TYPE_I32, 0, TEST_SORT_BLOCKS},
        {TEST_SORT_PAIRS, TCU_TYPE_U32, 1, TEST_SORT_CONSTANT}, {TEST_SORT_KEYS, TCU_TYPE_F64, 0, TEST_SORT_LONE},
    };
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(2);
    tcui_radix_sort_policy policy = tcui_radix_sort_policy_of(sorter.context);
    policy.small_items = UINT64_MAX;
    sorter.context->policies[TCUI_RADIX_SORT] = &policy;
    const tcui_sort_tile_policy *small = &tcui_sort_small_tiles[0];
    const uint64_t blocks = (uint64_t)(small->blocks * sorter.context->properties.multiprocessors),
                   tile = items_of(small);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        /* Rows are the power of two behind three times the blocks: less than six times. */
        const uint64_t n = test_by_tier(7, 10, 20) * blocks * tile + test_long(test_random_below(&random, 100000));
        for (int ranking = TCU_RANKING_CHECKED; ranking <= TCU_RANKING_DOCUMENTED; ranking++) {
            if (!test_takes(&random, 8)) {
                continue;
            }
            test_sort_case t = whole(table[i].operation, n, table[i].type, table[i].value_bytes, &random);
            t.spread = table[i].spread;
            t.without_options = false;
            t.options.ranking = (tcu_ranking)ranking;
            test_sorter_expect(&sorter, &t);
        }
    }
    test_sorter_free(&sorter);
}

/* ------------------------------------------------------------------------------------------------ bad offsets --- */

typedef enum disorder {
    ANYTHING,    /* 64 random bits */
    NEAR,        /* in the array, but not in order */
    THERE_AGAIN, /* 0, n, 0, n, ...: together far longer than the array */
    BEHIND,      /* in order, but the last ones are far behind the end */
    BEFORE,      /* the first ones are negative */
    DISORDERS
} disorder;

static int64_t bad_offset(disorder kind, uint64_t k, uint64_t count, uint64_t n, test_random *random)
{
    switch (kind) {
    case ANYTHING:
        return (int64_t)test_random_next(random);
    case NEAR:
        return (int64_t)test_random_below(random, n + 1);
    case THERE_AGAIN:
        return k % 2 ? (int64_t)n : 0;
    case BEHIND:
        return (int64_t)(k * (2 * n / count)) + (k == count ? INT64_MAX / 2 : 0);
    default:
        return (int64_t)(k * (n / count)) - (int64_t)n / 2;
    }
}

/* The call as it was prepared, with these offsets for those: it ends, in the workspace and the outputs alone. */
static void expect_to_stay_inside(test_sorter *sorter, const test_sort_case *t, const int64_t *offsets, int number)
{
    const test_sort_array *array = &sorter->arrays[TEST_SORT_OFFSET_VALUES];
    memcpy(array->host, offsets, array->slice.bytes); /* what has to be there afterwards, too */
    test_copy_in(array->slice.data, offsets, array->slice.bytes);
    const test_sort_call call = test_sorter_call(sorter, t);
    size_t bytes = 0;
    cr_assert_eq(test_sort_query(sorter->context, &call, &bytes), TCU_SUCCESS);
    const test_slice workspace = test_slice_open(&sorter->workspace_memory, bytes, 13, 0x99);
    cr_assert_eq(tcu_context_set_workspace(sorter->context, workspace.data, bytes), TCU_SUCCESS);
    cr_assert_eq(test_sort_run_call(sorter->context, &call), TCU_SUCCESS, "%s",
                 tcu_context_last_error(sorter->context));
    test_synchronise();
    cr_assert(test_slice_guarded(&workspace), "case %d wrote outside the workspace", number);
    for (int a = 0; a < TEST_SORT_ARRAYS; a++) {
        const bool is_output = a == TEST_SORT_KEYS_OUT || a == TEST_SORT_VALUES_OUT;
        const test_sort_array *one = &sorter->arrays[a];
        cr_assert(!one->used || test_slice_guarded(&one->slice), "case %d wrote outside array %d", number, a);
        cr_assert(!one->used || is_output || test_slice_holds(&one->slice, one->host), "case %d wrote array %d", number,
                  a);
    }
}

/* A device clamps them: the call ends and touches nothing but its outputs, which may then hold anything. */
/* As TCU_PATH does, unless `paths` is NULL. */
static test_sorter sorter_by(const char *paths)
{
    test_sorter sorter = test_sorter_new();
    if (paths != NULL) {
        test_keep_paths();
        cr_assert_eq(tcui_force_paths(sorter.context, paths), TCU_SUCCESS);
    }
    return sorter;
}

static void try_offsets_that_are_no_offsets(const char *paths, unsigned test)
{
    static const test_sort_operation operations[] = {TEST_SORT_OFFSETS, TEST_SORT_PAIRS_OFFSETS};
    test_sorter sorter = sorter_by(paths);
    test_random random = random_of(test);
    for (int i = 0; i < 2 * DISORDERS * (int)test_by_tier(6, 20, 60); i++) {
        if (!test_takes(&random, 32)) {
            continue;
        }
        const uint64_t n = 1 + test_random_below(&random, test_random_below(&random, 3) == 0 ? 400000 : 5000);
        test_sort_case t = test_sort_random(operations[i % 2], n, &random);
        t.keys_in_place = t.values_in_place = false;
        /* Each may be as long as the array: not so many that they take seconds. */
        const uint64_t many = 20000000 / (n > 200 ? n : 200);
        t.given_segments = 1 + test_random_below(&random, test_random_below(&random, 4) == 0 ? many : 50);
        test_sorter_prepare(&sorter, &t);
        int64_t *offsets = malloc((t.given_segments + 1) * sizeof *offsets);
        cr_assert_not_null(offsets);
        for (uint64_t k = 0; k <= t.given_segments; k++) {
            offsets[k] = bad_offset((disorder)(i / 2 % DISORDERS), k, t.given_segments, n, &random);
        }
        expect_to_stay_inside(&sorter, &t, offsets, i);
        free(offsets);
    }
    test_sorter_free(&sorter);
}

Test(cuda_sorts, offsets_that_are_no_offsets, .timeout = 600)
{
    try_offsets_that_are_no_offsets(NULL, 3);
}

Test(cuda_sorts, offsets_that_are_no_offsets_divided, .timeout = 600)
{
    try_offsets_that_are_no_offsets("radix_sort:divided", 13);
}

static void try_long_segments_that_overlap(const char *paths)
{
    enum { N = 40000 };
    static const int64_t offsets[] = {10000, 30000, 20000, 40000};
    static uint32_t keys[N];
    for (int i = 0; i < N; i++) {
        keys[i] = i >= 10000 && i < 20000 ? 0xffff : 0;
    }
    test_sorter sorter = sorter_by(paths);
    test_random random = random_of(5);
    test_sort_case t = test_sort_random(TEST_SORT_OFFSETS, N, &random);
    t.key_type = TCU_TYPE_U32;
    t.keys_in_place = false;
    t.options = (tcu_sort_options)TCU_SORT_OPTIONS_INIT;
    t.without_options = false;
    t.given_keys = keys;
    t.given_segments = sizeof offsets / sizeof offsets[0] - 1;
    for (int descending = 0; descending < 2; descending++) {
        t.options.descending = descending;
        test_sorter_prepare(&sorter, &t);
        expect_to_stay_inside(&sorter, &t, offsets, descending);
    }
    test_sorter_free(&sorter);
}

/* Passes of long segments that overlap would change each other's keys behind the back of the counts of digits. */
Test(cuda_sorts, long_segments_that_overlap, .timeout = 300)
{
    try_long_segments_that_overlap(NULL);
    try_long_segments_that_overlap("radix_sort:divided");
}
