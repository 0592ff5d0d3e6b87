/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every sort against a stable merge sort. Each test goes over every value of the dimensions in its name; all others are
 * drawn at random for every case.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sorting/sorting.h"
#include "sums/sweep.h"
#include "test_backend.h"
#include "test_types.h"

/* Values of enumerations never change. */
_Static_assert(TCU_RANKING_AUTO == 0 && TCU_RANKING_CHECKED == 1 && TCU_RANKING_DOCUMENTED == 2, "tcu_ranking");

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 9000 + test);
}

/* An edge most of the time, now and then a long one. */
static uint64_t some_size(test_random *random)
{
    if (test_random_below(random, 12) == 0) {
        return 1 + test_random_below(random, test_long(test_by_tier(60000, 100000, 400000)));
    }
    return test_sizes[test_random_below(random, (uint64_t)test_size_count - 4)];
}

static test_sort_case some_case(int operation, uint64_t n, tcu_type key_type, test_random *random)
{
    test_sort_case t = test_sort_random((test_sort_operation)operation, n, random);
    t.key_type = key_type;
    const int bits = 8 * (int)test_types[key_type].bytes;
    if (t.options.end_bit > bits || t.options.begin_bit > bits) {
        t.options.begin_bit = t.options.end_bit = 0;
    }
    return t;
}

Test(radix_sort, every_size_of_arrays_and_type, .timeout = 900)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(1);
    for (int operation = 0; operation < TEST_SORT_COUNT; operation++) {
        for (int type = 0; type < TCU_TYPE_COUNT; type++) {
            const int step = test_tier_of_run() == TEST_TIER_SHORT ? 3 : 1;
            for (int size = (int)test_random_below(&random, (uint64_t)step); size < test_size_count; size += step) {
                if (!test_takes(&random, 60)) {
                    continue;
                }
                const test_sort_case t = some_case(operation, test_sizes[size], (tcu_type)type, &random);
                test_sorter_expect(&sorter, &t);
            }
            const uint64_t longest = test_long(test_by_tier(1 << 16, 1 << 18, 1 << 20));
            for (uint64_t i = 0; i < test_by_tier(1, 2, 8); i++) {
                if (!test_takes(&random, 60)) {
                    continue;
                }
                const test_sort_case t =
                    some_case(operation, test_random_below(&random, longest), (tcu_type)type, &random);
                test_sorter_expect(&sorter, &t);
            }
        }
    }
    test_sorter_free(&sorter);
}

Test(radix_sort, every_type_direction_and_range_of_bits, .timeout = 900)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(2);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        const int bits = 8 * (int)test_types[type].bytes;
        /* Every range of 8 and 16 bits; of the others, those around multiples of a digit. */
        const int step = bits <= 16 ? 1 : (int)test_by_tier(7, 3, 1);
        for (int begin = 0; begin <= bits; begin += step) {
            for (int end = begin > 0 ? begin : 1; end <= bits; end += step) {
                for (int descending = 0; descending < 2; descending++) {
                    if (!test_takes(&random, 12)) {
                        continue;
                    }
                    const int operation = (int)test_random_below(&random, TEST_SORT_COUNT);
                    test_sort_case t =
                        some_case(operation, 1 + test_random_below(&random, 300), (tcu_type)type, &random);
                    t.without_options = false;
                    t.options.begin_bit = begin;
                    t.options.end_bit = end;
                    t.options.descending = descending;
                    test_sorter_expect(&sorter, &t);
                }
            }
        }
    }
    test_sorter_free(&sorter);
}

/* Long enough for several threads, and for counting. */
Test(radix_sort, every_spread_and_type, .timeout = 1200)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(3);
    const uint64_t long_n = test_long(test_by_tier(140000, 500000, 1500000));
    for (int spread = 0; spread < TEST_SORT_SPREADS; spread++) {
        for (int type = 0; type < TCU_TYPE_COUNT; type++) {
            for (int i = 0; i < TEST_SORT_COUNT; i++) {
                if (!test_takes(&random, 24)) {
                    continue;
                }
                const bool is_long = (spread + type + i) % 4 == 0;
                const uint64_t n = is_long ? long_n + test_random_below(&random, test_long(50000)) : some_size(&random);
                test_sort_case t = some_case(i, n, (tcu_type)type, &random);
                t.spread = (test_sort_spread)spread;
                if (is_long && test_random_below(&random, 2)) { /* also segments of many parts */
                    t.segment_size = n / 2 + 1;
                    t.shape = test_random_below(&random, 2) ? TEST_SHAPE_SINGLE : TEST_SHAPE_GIANT;
                    t.options.begin_bit = t.options.end_bit = 0;
                }
                test_sorter_expect(&sorter, &t);
            }
        }
    }
    test_sorter_free(&sorter);
}

/* In order, with every digit's keys beginning where those of the others do modulo 4 KB. */
Test(radix_sort, powers_of_two_of_steps, .timeout = 900)
{
    static const size_t values[] = {0, 1, 2, 4, 8, 16};
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(4);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        for (int v = 0; v < 6; v++) {
            if (!test_takes(&random, 12)) {
                continue;
            }
            const uint64_t n = test_long((uint64_t)1 << test_by_tier(17, 18, 20));
            test_sort_case t = some_case(TEST_SORT_BUFFERS, n - test_random_below(&random, 3), (tcu_type)type, &random);
            t.value_bytes = values[v];
            t.spread = TEST_SORT_STEPS;
            t.options.begin_bit = t.options.end_bit = 0;
            test_sorter_expect(&sorter, &t);
        }
    }
    test_sorter_free(&sorter);
}

Test(radix_sort, every_size_of_keys_and_values, .timeout = 900)
{
    static const int operations[] = {TEST_SORT_PAIRS, TEST_SORT_BUFFERS, TEST_SORT_SEGMENTED_PAIRS,
                                     TEST_SORT_PAIRS_OFFSETS};
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(5);
    for (int o = 0; o < 4; o++) {
        for (int type = 0; type < TCU_TYPE_COUNT; type++) {
            for (size_t value_bytes = 1; value_bytes <= 16; value_bytes *= 2) {
                for (uint64_t i = 0; i < test_by_tier(4, 12, 40); i++) {
                    if (!test_takes(&random, 24)) {
                        continue;
                    }
                    test_sort_case t = some_case(operations[o], some_size(&random), (tcu_type)type, &random);
                    t.value_bytes = value_bytes;
                    test_sorter_expect(&sorter, &t);
                }
            }
        }
    }
    test_sorter_free(&sorter);
}

Test(radix_sort, misaligned_slices, .timeout = 900)
{
    static const unsigned shifts[] = {0, 1, 3, 7};
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(6);
    for (int operation = 0; operation < TEST_SORT_COUNT; operation++) {
        for (int type = 0; type < TCU_TYPE_COUNT; type++) {
            for (int i = 0; i < 16 * (int)test_by_tier(1, 2, 6); i++) {
                if (!test_takes(&random, 32)) {
                    continue;
                }
                test_sort_case t = some_case(operation, some_size(&random), (tcu_type)type, &random);
                t.in_shift = shifts[i % 4];
                t.out_shift = shifts[i / 4 % 4];
                test_sorter_expect(&sorter, &t);
            }
        }
    }
    test_sorter_free(&sorter);
}

/* Keys, values, or both; every number of passes, of which some may have nothing to do. */
Test(radix_sort, in_place, .timeout = 900)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(7);
    for (int operation = 0; operation < TEST_SORT_COUNT; operation++) {
        for (int i = 0; i < 60 * (int)test_by_tier(2, 6, 20) && test_sort_works_in_place(operation); i++) {
            if (!test_takes(&random, 40)) {
                continue;
            }
            test_sort_case t =
                some_case(operation, i % 2 ? some_size(&random) : test_random_below(&random, test_long(50000)),
                          (tcu_type)(i % TCU_TYPE_COUNT), &random);
            t.values_in_place = test_sort_takes_values(operation) && i % 3 > 0;
            t.keys_in_place = !test_sort_takes_values(operation) || i % 3 < 2;
            test_sorter_expect(&sorter, &t);
        }
    }
    test_sorter_free(&sorter);
}

Test(radix_sort, every_shape_of_segments, .timeout = 900)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(8);
    for (int shape = 0; shape < TEST_SHAPE_COUNT; shape++) {
        for (int i = 0; i < 2 * TCU_TYPE_COUNT * (int)test_by_tier(1, 3, 10); i++) {
            test_sort_case t = some_case(i % 2 ? TEST_SORT_OFFSETS : TEST_SORT_PAIRS_OFFSETS,
                                         i % 3 ? some_size(&random) : test_random_below(&random, test_long(60000)),
                                         (tcu_type)(i / 2 % TCU_TYPE_COUNT), &random);
            t.shape = (test_shape)shape;
            test_sorter_expect(&sorter, &t);
        }
    }
    test_sorter_free(&sorter);
}

Test(radix_sort, every_size_of_small_segments, .timeout = 900)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(9);
    for (uint64_t size = 1; size <= 130; size++) {
        for (uint64_t i = 0; i < test_by_tier(2, 6, 20); i++) {
            if (!test_takes(&random, 40)) {
                continue;
            }
            const tcu_type type = (tcu_type)test_random_below(&random, TCU_TYPE_COUNT);
            test_sort_case t = some_case(i % 2 ? TEST_SORT_SEGMENTED : TEST_SORT_SEGMENTED_PAIRS, 3000, type, &random);
            t.segment_size = size;
            test_sorter_expect(&sorter, &t);
        }
    }
    test_sorter_free(&sorter);
}

Test(radix_sort, millions_of_tiny_segments, .timeout = 900)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(10);
    const uint64_t n = test_long(test_by_tier(200000, 2000000, 8000000));
    const test_shape shapes[] = {TEST_SHAPE_ONES, TEST_SHAPE_CROWDED, TEST_SHAPE_POWER_LAW};
    for (int i = 0; i < 5; i++) {
        if (!test_takes(&random, 5)) {
            continue;
        }
        test_sort_case t = some_case(i < 3 ? TEST_SORT_PAIRS_OFFSETS : TEST_SORT_SEGMENTED, n, TCU_TYPE_F32, &random);
        t.shape = shapes[i % 3];
        t.segment_size = i == 3 ? 2 : 5;
        t.value_bytes = 4;
        test_sorter_expect(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* All patterns of 16 bits, shuffled, by every sort in both directions; each many times by those that count. */
Test(radix_sort, every_short_number, .timeout = 900)
{
    static const tcu_type types[] = {TCU_TYPE_F16, TCU_TYPE_BF16, TCU_TYPE_I16, TCU_TYPE_U16};
    enum { PATTERNS = 65536, MANY = 9, N = MANY * PATTERNS };
    uint16_t *keys = malloc(N * sizeof *keys);
    cr_assert_not_null(keys);
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(11);
    /* (The reference does not count them by value; the emulated device may be told to: test_draw_paths().) */
    const int many = test_on_reference() || test_on_emulated() ? 2 : MANY;
    for (int times = 1; times <= many; times += many - 1) { /* once each, and so many that they are counted */
        const uint64_t n = (uint64_t)times * PATTERNS;
        for (uint64_t i = 0; i < n; i++) {
            const uint64_t other = test_random_below(&random, i + 1);
            keys[i] = keys[other];
            keys[other] = (uint16_t)i;
        }
        for (int type = 0; type < 4; type++) {
            for (int i = 0; i < 2 * TEST_SORT_COUNT; i++) {
                if (!test_takes(&random, 100)) {
                    continue;
                }
                test_sort_case t = some_case(i / 2, n, types[type], &random);
                if (times > 1) {
                    if (t.operation != TEST_SORT_KEYS && t.operation != TEST_SORT_BUFFERS &&
                        t.operation != TEST_SORT_SEGMENTED) {
                        continue;
                    }
                    t.segment_size = n;
                    t.value_bytes = 0;
                }
                t.options.descending = i % 2;
                t.options.begin_bit = t.options.end_bit = 0;
                t.without_options = i % 2 == 0;
                t.given_keys = keys;
                test_sorter_expect(&sorter, &t);
            }
        }
    }
    test_sorter_free(&sorter);
    free(keys);
}

/* The order of reals as numbers, which does not go through the oracle's ranks. */
Test(radix_sort, reals_are_in_the_order_of_numbers)
{
    const float nan = (float)NAN, infinity = (float)INFINITY;
    const float keys[] = {1,  copysignf(nan, 1),  0,       -0.0f, -infinity, 1e-40f, infinity,
                          -1, copysignf(nan, -1), -1e-40f, 3.5f,  -0.0f,     0,      -3.5f};
    const float sorted[] = {
        copysignf(nan, -1), -infinity,        -3.5f, -1, -1e-40f, -0.0f, -0.0f, 0, 0, 1e-40f, 1, 3.5f,
        infinity,           copysignf(nan, 1)};
    enum { N = sizeof keys / sizeof keys[0] };
    const uint32_t positions[N] = {8, 4, 13, 7, 9, 3, 11, 2, 12, 5, 0, 10, 6, 1};
    tcu_context *context = test_context_new();
    test_memory memory[3] = {{0}};
    test_slice in = test_slice_open(&memory[0], sizeof keys, 0, 0x11);
    test_slice out = test_slice_open(&memory[1], sizeof keys, 0, 0x11);
    test_slice indices = test_slice_open(&memory[2], sizeof positions, 0, 0x11);
    test_copy_in(in.data, keys, sizeof keys);
    cr_assert_eq(tcu_radix_sort(context, in.data, out.data, TCU_TYPE_F32, N, NULL), TCU_SUCCESS);
    cr_assert_eq(tcu_argsort(context, in.data, TCU_TYPE_F32, indices.data, TCU_TYPE_U32, N, NULL), TCU_SUCCESS);
    test_synchronise();
    cr_expect(test_slice_holds(&out, sorted));
    cr_expect(test_slice_holds(&indices, positions));
    for (int i = 0; i < 3; i++) {
        test_memory_release(&memory[i]);
    }
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
}

/* Where the result is does not depend on the keys: a graph's replays find it where the captured call said. */
Test(radix_sort, the_current_buffer_does_not_depend_on_keys, .timeout = 300)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(12);
    for (int i = 0; i < 40 * (int)test_by_tier(1, 3, 10); i++) {
        if (!test_takes(&random, 24)) {
            continue;
        }
        test_sort_case t = test_sort_random(TEST_SORT_BUFFERS, 1 + some_size(&random), &random);
        int first = -1;
        for (int spread = 0; spread < TEST_SORT_SPREADS; spread++) {
            t.spread = (test_sort_spread)spread;
            test_sorter_expect(&sorter, &t);
            cr_assert(spread == 0 || sorter.buffers.current == first, "%s keys of type %s: %d, not %d",
                      test_sort_spread_names[spread], test_types[t.key_type].name, sorter.buffers.current, first);
            first = sorter.buffers.current;
        }
    }
    test_sorter_free(&sorter);
}

Test(radix_sort, random_cases, .timeout = 1200)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(13);
    for (uint64_t i = 0; i < test_by_tier(1000, 4000, 20000); i++) {
        if (!test_takes(&random, 24)) {
            continue;
        }
        const uint64_t longest = (uint64_t)1 << test_random_below(&random, 15);
        const test_sort_case t = test_sort_random((test_sort_operation)(i % TEST_SORT_COUNT),
                                                  test_random_below(&random, longest + 1), &random);
        test_sorter_expect(&sorter, &t);
    }
    test_sorter_free(&sorter);
}
