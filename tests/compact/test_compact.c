/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every compaction against a plain loop. Each test goes over every value of the dimensions in its name; all others are
 * drawn at random for every case.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compaction/compaction.h"
#include "sums/sweep.h"
#include "test_backend.h"
#include "test_types.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 7000 + test);
}

/* An edge most of the time, now and then a long one. */
static uint64_t some_size(test_random *random)
{
    if (test_random_below(random, 12) == 0) {
        return 1 + test_random_below(random, test_long(test_by_tier(20000, 100000, 400000)));
    }
    return test_sizes[test_random_below(random, (uint64_t)test_size_count - 4)];
}

/* Sizes of items; for a predicate each is that of the types which have it. */
enum { ITEM_SIZES = 5 };

static test_compaction_case some_case(test_compaction_operation operation, size_t item_bytes, uint64_t n,
                                      test_random *random)
{
    test_compaction_case t = test_compaction_random(operation, n, random);
    if (!test_takes_predicate(operation)) {
        t.item_bytes = item_bytes;
    }
    test_compaction_draw_length(&t, random);
    return t;
}

Test(compact, every_size_of_arrays_and_items, .timeout = 600)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(1);
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (int item = 0; item < ITEM_SIZES; item++) {
            for (int size = 0; size < test_size_count; size++) {
                if (!test_takes(&random, 8)) {
                    continue;
                }
                const test_compaction_case t =
                    some_case((test_compaction_operation)operation, (size_t)1 << item, test_sizes[size], &random);
                test_compactor_expect(&compactor, &t);
            }
            const uint64_t longest = test_long(test_by_tier(1 << 16, 1 << 18, 1 << 20));
            for (uint64_t i = 0; i < test_by_tier(1, 3, 10); i++) {
                const test_compaction_case t = some_case((test_compaction_operation)operation, (size_t)1 << item,
                                                         test_random_below(&random, longest), &random);
                test_compactor_expect(&compactor, &t);
            }
        }
    }
    test_compactor_free(&compactor);
}

/* Each in a long array, where one in 10000 is some, and in a few of any size. */
Test(compact, every_density_and_format, .timeout = 600)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(2);
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (int item = 0; item < ITEM_SIZES; item++) {
            for (int i = 0; i < 2 * TEST_DENSITY_COUNT; i++) {
                for (uint64_t k = 0; k < test_by_tier(2, 4, 8); k++) {
                    const uint64_t n =
                        k == 0 ? test_long(50000 + test_random_below(&random, 20000)) : some_size(&random);
                    if (!test_takes(&random, 6)) {
                        continue;
                    }
                    test_compaction_case t =
                        some_case((test_compaction_operation)operation, (size_t)1 << item, n, &random);
                    t.density = (test_density)(i / 2);
                    t.format = i % 2 ? TCU_FLAGS_BITS : TCU_FLAGS_BYTES;
                    test_compactor_expect(&compactor, &t);
                }
            }
        }
    }
    test_compactor_free(&compactor);
}

Test(compact, misaligned_slices, .timeout = 600)
{
    static const unsigned shifts[] = {0, 1, 3, 7};
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(3);
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (int item = 0; item < ITEM_SIZES; item++) {
            for (int i = 0; i < 16 * (int)test_by_tier(1, 2, 6); i++) {
                if (!test_takes(&random, 4)) {
                    continue;
                }
                test_compaction_case t =
                    some_case((test_compaction_operation)operation, (size_t)1 << item, some_size(&random), &random);
                t.in_place = false;
                t.in_shift = shifts[i % 4];
                t.out_shift = shifts[i / 4 % 4];
                t.flags_shift = (unsigned)i % 17;
                test_compactor_expect(&compactor, &t);
            }
        }
    }
    test_compactor_free(&compactor);
}

Test(compact, in_place, .timeout = 600)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(4);
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        if (!test_works_in_place((test_compaction_operation)operation)) {
            continue;
        }
        for (int item = 0; item < ITEM_SIZES; item++) {
            for (int i = 0; i < TEST_DENSITY_COUNT * (int)test_by_tier(2, 6, 20); i++) {
                test_compaction_case t =
                    some_case((test_compaction_operation)operation, (size_t)1 << item,
                              i % 2 ? some_size(&random) : test_long(test_random_below(&random, 100000)), &random);
                t.in_place = true;
                t.density = (test_density)(i % TEST_DENSITY_COUNT);
                test_compactor_expect(&compactor, &t);
            }
        }
    }
    test_compactor_free(&compactor);
}

Test(compact, every_type_and_comparison, .timeout = 600)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(5);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        for (int comparison = 0; comparison <= TCU_COMPARE_OUTSIDE; comparison++) {
            for (int i = 0; i < 4 * (int)test_by_tier(2, 6, 20); i++) {
                if (!test_takes(&random, 6)) {
                    continue;
                }
                test_compaction_case t =
                    test_compaction_random(i & 1 ? TEST_PARTITION_IF : TEST_COMPACT_IF, some_size(&random), &random);
                t.type = (tcu_type)type;
                t.item_bytes = test_types[type].bytes;
                t.comparison = (tcu_comparison)comparison;
                t.values_in_context = (i & 2) != 0;
                t.in_place = t.in_place && t.operation == TEST_COMPACT_IF;
                test_compaction_draw_length(&t, &random);
                test_compactor_expect(&compactor, &t);
            }
        }
    }
    test_compactor_free(&compactor);
}

Test(compact, every_short_number_with_special_values, .timeout = 600)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(6);
    test_compactor_expect_short_numbers(&compactor, &random);
    test_compactor_free(&compactor);
}

/* The bits of f32 and f64: NaNs, whose bits are what is kept, zeros, infinities, denormals, and numbers between. */
Test(compact, a_nan_is_kept_by_not_equal_and_outside_only)
{
    const float nan = (float)NAN;
    const float items[] = {1, nan, -0.0f, 0, -nan, (float)INFINITY, -(float)INFINITY, 1e-40f, 2, nan};
    enum { N = sizeof items / sizeof items[0] };
    const float values[] = {0, -0.0f, 1, nan, (float)INFINITY};
    /* Kept of the items above by each comparison, in the range [value, 1] where it is one. */
    static const uint64_t kept[TCU_COMPARE_OUTSIDE + 1][5] = {
        {1, 1, 4, 0, 6}, {3, 3, 5, 0, 7},  {4, 4, 2, 0, 0}, {6, 6, 3, 0, 1},
        {2, 2, 1, 0, 1}, {8, 8, 9, 10, 9}, {4, 4, 1, 0, 0}, {6, 6, 9, 10, 10},
    };
    test_compactor compactor = test_compactor_new();
    for (int comparison = 0; comparison <= TCU_COMPARE_OUTSIDE; comparison++) {
        for (int v = 0; v < 5; v++) {
            test_compaction_case t = {.operation = TEST_COMPACT_IF,
                                      .type = TCU_TYPE_F32,
                                      .item_bytes = sizeof(float),
                                      .comparison = (tcu_comparison)comparison,
                                      .given_items = items,
                                      .given_values = true,
                                      .values_in_context = comparison >= TCU_COMPARE_INSIDE,
                                      .n = N};
            const float one = 1;
            memcpy(&t.value_bits, &values[v], sizeof(float));
            memcpy(&t.upper_bits, &one, sizeof(float));
            test_compactor_expect(&compactor, &t);
            cr_expect_eq(compactor.kept, kept[comparison][v], "comparison %d with value %d keeps %d", comparison, v,
                         (int)compactor.kept);
        }
    }
    test_compactor_free(&compactor);
}

Test(compact, every_number_of_columns, .timeout = 600)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(7);
    for (int num_columns = 1; num_columns <= TCU_MAX_COLUMNS; num_columns++) {
        for (int i = 0; i < TEST_DENSITY_COUNT * (int)test_by_tier(1, 4, 12); i++) {
            test_compaction_case t = test_compaction_random(TEST_COMPACT_COLUMNS, some_size(&random), &random);
            t.num_columns = num_columns;
            t.density = (test_density)(i % TEST_DENSITY_COUNT);
            test_compaction_draw_length(&t, &random);
            test_compactor_expect(&compactor, &t);
        }
    }
    test_compactor_free(&compactor);
}

Test(compact, equal_bits_are_a_run)
{
    const double items[] = {0.0, -0.0, -0.0, NAN, NAN, -NAN, 1, 1, 0.0, 0.0};
    test_compactor compactor = test_compactor_new();
    for (int in_place = 0; in_place < 2; in_place++) {
        const test_compaction_case t = {.operation = TEST_UNIQUE,
                                        .item_bytes = sizeof(double),
                                        .given_items = items,
                                        .with_lengths = true,
                                        .in_place = in_place != 0,
                                        .n = sizeof items / sizeof items[0]};
        test_compactor_expect(&compactor, &t);
        cr_expect_eq(compactor.kept, 6);
    }
    test_compactor_free(&compactor);
}

Test(compact, queries_do_not_decrease_with_n)
{
    tcu_context *context = test_context_new();
    test_random random = random_of(8);
    char here;
    uint64_t lengths;
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (int i = 0; i < 20; i++) {
            const test_compaction_case t = test_compaction_random((test_compaction_operation)operation, 0, &random);
            test_compaction_call call = {.operation = t.operation,
                                         .in = t.in_place ? &here : NULL,
                                         .out = &here,
                                         .item_bytes = t.item_bytes,
                                         .type = t.type,
                                         .format = t.format,
                                         .num_columns = t.num_columns,
                                         .index_type = TCU_TYPE_U64,
                                         .run_lengths = t.with_lengths ? &lengths : NULL};
            size_t last = 0;
            for (call.n = 0; call.n < (uint64_t)1 << 40; call.n += 1 + call.n / 7) {
                size_t bytes = SIZE_MAX;
                cr_assert_eq(test_compaction_query(context, &call, &bytes), TCU_SUCCESS, "%s",
                             tcu_context_last_error(context));
                cr_assert_geq(bytes, last, "%s, n %llu", test_compaction_names[operation], (unsigned long long)call.n);
                last = bytes;
            }
        }
    }
    tcu_context_destroy(context);
}

Test(compact, anything_at_random, .timeout = 900)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(9);
    for (uint64_t i = 0; i < test_by_tier(300, 2000, 10000); i++) {
        if (!test_takes(&random, 8)) {
            continue;
        }
        const test_compaction_operation operation =
            (test_compaction_operation)test_random_below(&random, TEST_COMPACTION_COUNT);
        /* As many sizes between any two powers of two. */
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 19));
        test_compaction_case t = test_compaction_random(operation, n, &random);
        test_compaction_draw_length(&t, &random);
        test_compactor_expect(&compactor, &t);
    }
    test_compactor_free(&compactor);
}

/* None, one, some and all of the items that there could be, in a short array and a long one. */
Test(compact, every_count, .timeout = 600)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(10);
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (int item = 0; item < ITEM_SIZES; item++) {
            for (int i = 0; i < 8; i++) {
                if (!test_takes(&random, 6)) {
                    continue;
                }
                const uint64_t most = i < 4 ? 1 + test_random_below(&random, 5000) : test_long(300000);
                const uint64_t lengths[] = {0, 1, test_random_below(&random, most), most}, n = lengths[i % 4];
                test_compaction_case t = some_case((test_compaction_operation)operation, (size_t)1 << item, n, &random);
                t.length = (test_count){.is_given = true, .behind = most - n, .value = n};
                test_compactor_expect(&compactor, &t);
            }
        }
    }
    test_compactor_free(&compactor);
}
