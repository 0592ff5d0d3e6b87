/* SPDX-License-Identifier: Apache-2.0 */
/* Groups against a plain loop over the elements in a merge sort's order. */
#include <criterion/criterion.h>

#include "by_key/groups.h"
#include "test_backend.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 48000 + test);
}

/* Every type of keys x numbers of groups x columns of any kind. */
Test(group_by, every_key_type, .timeout = 600)
{
    static const uint64_t groups[] = {1, 3, 100, 100000};
    test_grouper grouper = test_grouper_new();
    test_random random = random_of(0);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        for (int g = 0; g < 4; g++) {
            if (!test_takes(&random, 3)) {
                continue;
            }
            test_group_case t = test_group_random(1 + test_random_below(&random, 5000), &random);
            t.key_type = (tcu_type)type;
            t.groups = groups[g];
            test_group_draw_length(&t, &random);
            test_grouper_expect(&grouper, &t);
        }
    }
    test_grouper_free(&grouper);
}

/* Every aggregate of every type: as the only column, which the sort takes along, and beside another one. */
Test(group_by, every_aggregate, .timeout = 600)
{
    test_grouper grouper = test_grouper_new();
    test_random random = random_of(1);
    for (int aggregate = 0; aggregate <= TCU_AGGREGATE_LAST; aggregate++) {
        const bool is_sum = aggregate == TCU_AGGREGATE_SUM, is_count = aggregate == TCU_AGGREGATE_COUNT;
        for (int p = 0; p < (is_sum ? TEST_PAIR_COUNT : (int)TCU_TYPE_COUNT); p++) {
            for (int columns = 1; columns <= 2; columns++) {
                if (!test_takes(&random, 4)) {
                    continue;
                }
                const tcu_type type = is_count ? TCU_TYPE_I64 : (tcu_type)p;
                test_group_case t = test_group_random(1 + test_random_below(&random, 3000), &random);
                t.groups = 1 + test_random_below(&random, 200);
                t.num_columns = columns;
                t.aggregates[0] = (tcu_aggregate)aggregate;
                t.pairs[0] = is_sum ? test_pairs[p] : (test_pair){type, type};
                test_group_draw_length(&t, &random);
                test_grouper_expect(&grouper, &t);
            }
        }
    }
    test_grouper_free(&grouper);
}

/* Without columns, with counts alone, and with all eight; each set of outputs. */
Test(group_by, every_number_of_columns_and_output, .timeout = 600)
{
    test_grouper grouper = test_grouper_new();
    test_random random = random_of(2);
    for (int columns = 0; columns <= TCU_MAX_GROUP_COLUMNS; columns++) {
        for (unsigned wanted = 0; wanted < TEST_WANT_RESULTS; wanted++) {
            if (!test_takes(&random, 6)) {
                continue;
            }
            test_group_case t = test_group_random(1 + test_random_below(&random, 2000), &random);
            t.num_columns = columns;
            t.wanted = wanted;
            for (int c = 0; c < columns && columns < 3 && wanted % 2 == 0; c++) {
                t.aggregates[c] = TCU_AGGREGATE_COUNT;
                t.pairs[c] = (test_pair){TCU_TYPE_U64, TCU_TYPE_U64};
            }
            test_group_draw_length(&t, &random);
            test_grouper_expect(&grouper, &t);
        }
    }
    test_grouper_free(&grouper);
}

Test(group_by, long_arrays, .timeout = 600)
{
    test_grouper grouper = test_grouper_new();
    test_random random = random_of(3);
    for (int i = 0; i < 8; i++) {
        test_group_case t = test_group_random(test_long(100000 + test_random_below(&random, 400000)), &random);
        t.num_columns = 1 + i % 3;
        test_group_draw_length(&t, &random);
        test_grouper_expect(&grouper, &t);
    }
    test_grouper_free(&grouper);
}

Test(group_by, of_nothing)
{
    test_grouper grouper = test_grouper_new();
    test_random random = random_of(4);
    for (int i = 0; i < 30; i++) {
        test_group_case t = test_group_random(0, &random);
        test_group_draw_length(&t, &random);
        test_grouper_expect(&grouper, &t);
    }
    test_grouper_free(&grouper);
}

/* None, one, some and all of the elements that there could be, in a short array and a long one. */
Test(group_by, every_count, .timeout = 600)
{
    test_grouper grouper = test_grouper_new();
    test_random random = random_of(5);
    for (int i = 0; i < 40; i++) {
        if (!test_takes(&random, 6)) {
            continue;
        }
        const uint64_t most = i % 8 < 4 ? 1 + test_random_below(&random, 5000) : test_long(150000);
        const uint64_t lengths[] = {0, 1, test_random_below(&random, most), most}, n = lengths[i % 4];
        test_group_case t = test_group_random(n, &random);
        t.length = (test_count){.is_given = true, .behind = most - n, .value = n};
        test_grouper_expect(&grouper, &t);
    }
    test_grouper_free(&grouper);
}
