/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many tiles and segments of sorts were put in order again, which the emulated device alone tells. Shared atomics
 * number the lanes of a warp in no order there, so that nearly every tile is staged in a wrong one and has to be
 * repaired. As repairs would hide what ranks wrong by masks, too, they are counted. With TCU_INJECT_WRONG_ORDER what is
 * ranked by masks is staged in a wrong order as well.
 */
#include <vector>

#include <criterion/criterion.h>
#include <string>

#include "algorithms/radix_sort/cuda/block/radix/settle.cuh"
#include "algorithms/radix_sort/cuda/passes/staged_order.cuh"
#include "algorithms/radix_sort/cuda/passes/tuning.h"
#include "algorithms/radix_sort/cuda/tuning.h"
#include "primitives/context/path.h"

extern "C" {
#include "sorting/sorting.h"
#include "test_backend.h"
}

namespace
{

#ifdef TCU_INJECT_WRONG_ORDER
constexpr bool is_injected = true;
#else
constexpr bool is_injected = false;
#endif

constexpr uint64_t small_tile = tcui_sort_small_tiles[0].threads * tcui_sort_small_tiles[0].keys;

test_sort_case case_of(test_sort_operation operation, tcu_type type, test_sort_spread spread, tcu_ranking ranking,
                       test_random *random)
{
    const uint64_t n = small_tile + test_random_below(random, 2 * small_tile);
    test_sort_case t = test_sort_random(operation, n, random);
    t.key_type = type;
    t.value_bytes = 4;
    t.spread = spread;
    t.without_options = t.has_count = false;
    t.options.ranking = ranking;
    t.options.begin_bit = t.options.end_bit = 0;
    return t;
}

test_sorter sorter_by_small_tiles()
{
    static const tcui_radix_sort_policy by_small_tiles = {.small_items = UINT64_MAX,
                                                          .many_copies_from = UINT64_MAX,
                                                          .even_rounds = 2,
                                                          .segment_items = 2048,
                                                          .most_runs = 512,
                                                          .leading_items = UINT64_MAX,
                                                          .always_divides = false};
    test_sorter sorter = test_sorter_new();
    test_keep_paths();
    cr_assert(tcui_force_paths(sorter.context, "radix_sort:passes") == TCU_SUCCESS);
    sorter.context->policies[TCUI_RADIX_SORT] = &by_small_tiles;
    return sorter;
}

/* Tiles that were put in order in a sort. */
uint64_t repairs_of(const test_sort_case &t)
{
    test_sorter sorter = sorter_by_small_tiles();
    const uint64_t before = tcu::repaired_tiles;
    test_sorter_expect(&sorter, &t);
    test_sorter_free(&sorter);
    return tcu::repaired_tiles - before;
}

} // namespace

/* Masks leave nothing to repair but what is injected. */
Test(emulated_repairs, of_the_documented_order, .timeout = 600)
{
    test_random random = test_random_part(test_seed_of_run(), 30001);
    for (tcu_type type : {TCU_TYPE_I8, TCU_TYPE_F32, TCU_TYPE_U64}) {
        for (test_sort_spread spread : {TEST_SORT_UNIFORM, TEST_SORT_NIBBLES, TEST_SORT_CONSTANT, TEST_SORT_ORDERED}) {
            const uint64_t of_keys = repairs_of(case_of(TEST_SORT_KEYS, type, spread, TCU_RANKING_DOCUMENTED, &random));
            cr_expect(of_keys == 0 || is_injected, "keys of type %d, spread %d", (int)type, (int)spread);
            const uint64_t of_pairs =
                repairs_of(case_of(TEST_SORT_PAIRS, type, spread, TCU_RANKING_DOCUMENTED, &random));
            cr_expect((of_pairs > 0) == is_injected, "pairs of type %d, spread %d", (int)type, (int)spread);
        }
    }
}

/* They are what ranks crowded warps, too; of others every tile is wrong here. (Tiles are full: a warp that has few keys of a
 * last one is not crowded.) */
Test(emulated_repairs, of_the_checked_order, .timeout = 600)
{
    test_random random = test_random_part(test_seed_of_run(), 30002);
    for (tcu_type type : {TCU_TYPE_U16, TCU_TYPE_F64}) {
        test_sort_case constant = case_of(TEST_SORT_PAIRS, type, TEST_SORT_CONSTANT, TCU_RANKING_AUTO, &random);
        constant.n = 2 * small_tile;
        const uint64_t crowded = repairs_of(constant);
        cr_expect((crowded > 0) == is_injected, "crowded, type %d", (int)type);
        const uint64_t others =
            repairs_of(case_of(TEST_SORT_PAIRS, type, TEST_SORT_UNIFORM, TCU_RANKING_AUTO, &random));
        cr_expect(others > 0, "not crowded, type %d", (int)type);
    }
}

/* Of segments that a block sorts by digits. */
Test(emulated_repairs, of_segments, .timeout = 600)
{
    test_random random = test_random_part(test_seed_of_run(), 30003);
    test_sorter sorter = test_sorter_new();
    test_keep_paths();
    const uint64_t before = tcu::repaired_segments + tcu::segments_with_long_ties;
    for (tcu_type type : {TCU_TYPE_U16, TCU_TYPE_F32, TCU_TYPE_U64}) {
        test_sort_case t = case_of(TEST_SORT_SEGMENTED_PAIRS, type, TEST_SORT_UNIFORM, TCU_RANKING_AUTO, &random);
        t.segment_size = 1000 + test_random_below(&random, 1000);
        test_sorter_expect(&sorter, &t);
    }
    test_sorter_free(&sorter);
    cr_expect(tcu::repaired_segments + tcu::segments_with_long_ties > before);
}

/* Segments in the reverse order take no digit: bare keys, and such with values if their items lack bits or no keys are
 * equal. */
Test(emulated_repairs, of_reversed_segments, .timeout = 600)
{
    test_random random = test_random_part(test_seed_of_run(), 30006);
    test_sorter sorter = test_sorter_new();
    test_keep_paths();
    for (tcu_type type : {TCU_TYPE_U32, TCU_TYPE_F32, TCU_TYPE_I64, TCU_TYPE_F64}) {
        for (test_sort_operation operation : {TEST_SORT_SEGMENTED, TEST_SORT_SEGMENTED_PAIRS}) {
            test_sort_case t = case_of(operation, type, TEST_SORT_REVERSED, TCU_RANKING_AUTO, &random);
            t.options.descending = 0;
            t.segment_size = 1000 + test_random_below(&random, 1000);
            const uint64_t before = tcu::reversed_segments;
            test_sorter_expect(&sorter, &t);
            cr_expect(tcu::reversed_segments > before, "type %d, operation %d", (int)type, (int)operation);
        }
    }
    test_sorter_free(&sorter);
}

/* The same with equal keys. Items that lack bits are reversed, ties put in order, and where these are too long all is
 * sorted by digits after all; items that have all bits and an index are reversed only if no keys are equal. */
Test(emulated_repairs, of_reversed_ties, .timeout = 600)
{
    static const struct {
        uint64_t times; /* that each key is there */
        bool lacks_bits;
        uint64_t reversed, too_long; /* segments */
    } table[] = {{1, true, 4, 0},  {2, true, 4, 0},  {16, true, 4, 0},
                 {17, true, 4, 4}, {1, false, 4, 0}, {2, false, 0, 0}};
    constexpr uint64_t size = 4 * 16 * 17;
    test_random random = test_random_part(test_seed_of_run(), 30007);
    test_sorter sorter = test_sorter_new();
    test_keep_paths();
    for (const auto &row : table) {
        std::vector<int64_t> keys(4 * size);
        for (uint64_t i = 0; i < keys.size(); i++) {
            const uint64_t value = (size - 1 - i % size) / row.times;
            keys[i] = static_cast<int64_t>(row.lacks_bits ? value << 40 | value : value << 20);
        }
        test_sort_case t =
            case_of(TEST_SORT_SEGMENTED_PAIRS, TCU_TYPE_I64, TEST_SORT_UNIFORM, TCU_RANKING_AUTO, &random);
        t.options.descending = 0;
        t.segment_size = size;
        t.n = keys.size();
        t.given_keys = keys.data();
        const uint64_t reversed = tcu::reversed_segments, too_long = tcu::segments_with_long_ties;
        test_sorter_expect(&sorter, &t);
        cr_expect(tcu::reversed_segments - reversed == row.reversed &&
                      tcu::segments_with_long_ties - too_long == row.too_long,
                  "each key %d times, lacks bits: %d: %d and %d segments", (int)row.times, row.lacks_bits,
                  (int)(tcu::reversed_segments - reversed), (int)(tcu::segments_with_long_ties - too_long));
    }
    test_sorter_free(&sorter);
}

/* One thread puts runs of up to 16 keys with the same highest bits in order, and of more none. */
Test(emulated_repairs, of_runs_of_ties, .timeout = 600)
{
    test_random random = test_random_part(test_seed_of_run(), 30005);
    test_sorter sorter = test_sorter_new();
    test_keep_paths();
    for (tcu_type type : {TCU_TYPE_U32, TCU_TYPE_U64}) {
        for (test_sort_operation operation : {TEST_SORT_SEGMENTED, TEST_SORT_SEGMENTED_PAIRS}) {
            for (uint64_t size = 1000; size < 1004; size++) { /* runs of 2, 15, 16 and 17 */
                test_sort_case t = case_of(operation, type, TEST_SORT_TIES, TCU_RANKING_DOCUMENTED, &random);
                t.segment_size = size;
                t.n = 4 * size;
                const uint64_t before = tcu::segments_with_long_ties;
                test_sorter_expect(&sorter, &t);
                const uint64_t found = tcu::segments_with_long_ties - before, expected = size % 4 == 3 ? 4 : 0;
                cr_expect(is_injected ? found >= expected : found == expected, "type %d, operation %d, size %d: %d",
                          (int)type, (int)operation, (int)size, (int)found);
            }
        }
    }
    test_sorter_free(&sorter);
}

#if __CUDA_ARCH__ >= 900 && !defined(TCU_INJECT_WRONG_ORDER) /* (It takes long, and is the same elsewhere.) */

/* So many tiles that the tags of the look-back's rows come round again: of 64 uses of the fewest rows there are, 8. */
Test(emulated_repairs, of_many_tiles, .timeout = 600)
{
    test_random random = test_random_part(test_seed_of_run(), 30004);
    test_sorter sorter = sorter_by_small_tiles();
    sorter.context->properties.multiprocessors = 1;
    test_sort_case t = case_of(TEST_SORT_KEYS, TCU_TYPE_U8, TEST_SORT_UNIFORM, TCU_RANKING_AUTO, &random);
    t.n = (64 * 8 + 20) * small_tile + 100;
    test_sorter_expect(&sorter, &t);
    test_sorter_free(&sorter);
}

#endif
