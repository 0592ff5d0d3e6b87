/* SPDX-License-Identifier: Apache-2.0 */
/* First values of runs, and first and last ones of groups, of any number of bytes, against a plain loop. */
#include <criterion/criterion.h>

#include "by_key/groups.h"
#include "test_backend.h"
#include "test_records.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 73000 + test);
}

/* With every set of other outputs. */
Test(by_key_records, first_values_of_runs, .timeout = 600)
{
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = random_of(0);
    for (unsigned i = 0; i < TEST_RECORD_SIZES * (TEST_WANT_ALL + 1) * (unsigned)test_by_tier(1, 3, 10); i++) {
        const size_t bytes = test_record_bytes[i % TEST_RECORD_SIZES];
        test_by_key_case t = test_by_key_random(TEST_BY_KEY_UNIQUE, test_record_count(bytes, &random), &random);
        if (test_takes(&random, 4)) {
            t.value_bytes = bytes;
            t.wanted = i / TEST_RECORD_SIZES % (TEST_WANT_ALL + 1);
            test_by_key_draw_length(&t, &random);
            test_by_key_expect(&runner, &t);
        }
    }
    test_by_key_runner_free(&runner);
}

/* Columns of items beside others and alone, of few groups and of many; items of a word's size are such columns, too. */
Test(by_key_records, columns_of_groups, .timeout = 600)
{
    static const uint64_t groups[] = {1, 3, 100, 100000};
    test_grouper grouper = test_grouper_new();
    test_random random = random_of(1);
    for (int i = 0; i < TEST_RECORD_SIZES * 4 * 4 * (int)test_by_tier(1, 3, 10); i++) {
        const size_t bytes = test_record_bytes[i % TEST_RECORD_SIZES];
        test_group_case t = test_group_random(test_record_count(bytes, &random), &random);
        if (!test_takes(&random, 6)) {
            continue;
        }
        t.groups = groups[i / TEST_RECORD_SIZES % 4];
        t.num_columns = 1 + i / TEST_RECORD_SIZES / 4 % 4;
        t.aggregates[0] = i % 2 == 0 ? TCU_AGGREGATE_FIRST : TCU_AGGREGATE_LAST;
        t.item_bytes[0] = bytes;
        for (int c = 1; c < t.num_columns; c++) {
            if (t.aggregates[c] >= TCU_AGGREGATE_FIRST && test_random_below(&random, 2) == 0) {
                t.item_bytes[c] = (size_t)1 << test_random_below(&random, 5);
            }
        }
        test_group_draw_length(&t, &random);
        test_grouper_expect(&grouper, &t);
    }
    test_grouper_free(&grouper);
}
