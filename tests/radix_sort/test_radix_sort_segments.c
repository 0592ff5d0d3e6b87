/* SPDX-License-Identifier: Apache-2.0 */
/* Segments of thousands of keys, which backends sort by other paths than short ones; alone and among short ones. */
#include <criterion/criterion.h>

#include "sorting/sorting.h"
#include "test_backend.h"
#include "test_types.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 9900 + test);
}

static test_sort_case some_case(test_sort_operation operation, uint64_t n, int i, test_random *random)
{
    static const tcu_type types[] = {TCU_TYPE_U32, TCU_TYPE_F64, TCU_TYPE_BF16, TCU_TYPE_I8, TCU_TYPE_F32};
    test_sort_case t = test_sort_random(operation, n, random);
    t.key_type = types[i % 5];
    const int bits = 8 * (int)test_types[t.key_type].bytes;
    if (t.options.end_bit > bits || t.options.begin_bit > bits || i % 2) {
        t.options.begin_bit = t.options.end_bit = 0;
    }
    return t;
}

Test(radix_sort_segments, every_size_around_powers_of_two, .timeout = 900)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(1);
    int i = 0;
    for (uint64_t power = 128; power <= test_by_tier(16384, 65536, 262144); power *= 2) {
        for (int beside = -1; beside <= 1; beside++) {
            for (uint64_t k = 0; k < 2 * test_by_tier(1, 3, 10); k++, i++) {
                const uint64_t size = power + (uint64_t)beside + (k % 4 == 3 ? power / 2 : 0);
                test_sort_case t = some_case(k % 2 ? TEST_SORT_SEGMENTED_PAIRS : TEST_SORT_SEGMENTED,
                                             2 * size + test_random_below(&random, size) + 1, i, &random);
                t.segment_size = size;
                test_sorter_expect(&sorter, &t);
            }
        }
    }
    test_sorter_free(&sorter);
}

Test(radix_sort_segments, long_ones_among_short_ones, .timeout = 900)
{
    static const test_shape shapes[] = {TEST_SHAPE_GIANT, TEST_SHAPE_POWER_LAW, TEST_SHAPE_INNER, TEST_SHAPE_UNIFORM,
                                        TEST_SHAPE_EMPTIES};
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(2);
    const uint64_t most = test_long(test_by_tier(150000, 600000, 2000000));
    for (int i = 0; i < 10 * (int)test_by_tier(1, 3, 8); i++) {
        const uint64_t n = most / 2 + test_random_below(&random, most / 2);
        test_sort_case t = some_case(i % 2 ? TEST_SORT_PAIRS_OFFSETS : TEST_SORT_OFFSETS, n, i / 2, &random);
        t.shape = shapes[i / 2 % 5];
        test_sorter_expect(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* Neighbours that agree in the bits that a block sorts by first: one run after the other, as long as one thread puts in
 * order and longer, at the ends of segments and around multiples of a warp's lanes. */
Test(radix_sort_segments, runs_of_ties, .timeout = 900)
{
    static const uint64_t sizes[] = {288, 544, 1120, 2272, 4576, 8672};
    static const tcu_type types[] = {TCU_TYPE_U32, TCU_TYPE_I64, TCU_TYPE_F32,
                                     TCU_TYPE_U64, TCU_TYPE_I32, TCU_TYPE_F64};
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(4);
    int i = 0;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (uint64_t length = 0; length < 4; length++) { /* of runs: by the size modulo 4 */
            for (uint64_t k = 0; k < test_by_tier(2, 6, 20); k++, i++) {
                const uint64_t size = sizes[s] + length + 4 * test_random_below(&random, 8);
                test_sort_case t =
                    some_case(k % 2 ? TEST_SORT_SEGMENTED_PAIRS : TEST_SORT_SEGMENTED, 3 * size, i, &random);
                t.key_type = types[i / 2 % 6];
                t.options.begin_bit = t.options.end_bit = 0;
                t.spread = TEST_SORT_TIES;
                t.segment_size = size;
                test_sorter_expect(&sorter, &t);
            }
        }
    }
    test_sorter_free(&sorter);
}

/* As many elements as each shape of a block that sorts by digits holds, and one more; spreads in which many keys agree in
 * the bits that they are sorted by first. */
Test(radix_sort_segments, sizes_around_the_shapes_of_blocks, .timeout = 900)
{
    static const uint64_t sizes[] = {256, 576, 1152, 2304, 4608, 8704, 9216};
    static const tcu_type types[] = {TCU_TYPE_U32, TCU_TYPE_F64, TCU_TYPE_F32, TCU_TYPE_I64, TCU_TYPE_U16};
    static const test_sort_spread spreads[] = {TEST_SORT_UNIFORM,  TEST_SORT_NIBBLES, TEST_SORT_STEPS, TEST_SORT_LONE,
                                               TEST_SORT_REVERSED, TEST_SORT_SPECIAL, TEST_SORT_TWO,   TEST_SORT_ZIPF};
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(3);
    int i = 0;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (int k = 0; k < (int)test_by_tier(8, 24, 80); k++, i++) {
            const uint64_t size = sizes[s] + (uint64_t)k % 2;
            test_sort_case t = some_case(k / 2 % 2 ? TEST_SORT_SEGMENTED_PAIRS : TEST_SORT_SEGMENTED,
                                         2 * size + test_random_below(&random, size) + 1, 0, &random);
            t.key_type = types[i % 5];
            t.spread = spreads[i / 2 % 8];
            const int bits = 8 * (int)test_types[t.key_type].bytes;
            if (i % 3 || t.options.end_bit > bits || t.options.begin_bit > bits) {
                t.options.begin_bit = t.options.end_bit = 0;
            }
            t.segment_size = size;
            test_sorter_expect(&sorter, &t);
        }
    }
    test_sorter_free(&sorter);
}
