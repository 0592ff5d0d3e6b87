/* SPDX-License-Identifier: Apache-2.0 */
/* Groups that may be few enough for a hash table: numbers of them about its limit, shared by threads; and the table. */
#include <criterion/criterion.h>

#include "algorithms/by_key/host/group_table.h"
#include "by_key/groups.h"
#include "test_backend.h"

/* A table has room for a group in 16 elements. (All threads take part in short arrays, too.) */
Test(few_groups, about_as_many_as_fit, .timeout = 600)
{
    static const uint64_t thirds[] = {1, 2, 3, 4, 6}; /* of what fits */
    test_grouper grouper = test_grouper_new();
    test_random random = test_random_part(test_seed_of_run(), 48100);
    for (int run = 0; run < 60; run++) {
        if (!test_takes(&random, 6)) {
            continue;
        }
        if (test_backend_of_run() == TCU_BACKEND_HOST) {
            test_share_all_calls(grouper.context);
            cr_assert_eq(tcu_context_set_threads(grouper.context, 1 + run % 4), TCU_SUCCESS);
        }
        test_group_case t = test_group_random(16 + test_random_below(&random, 6000), &random);
        t.groups = 1 + t.n / 16 * thirds[run % 5] / 3;
        test_grouper_expect(&grouper, &t);
    }
    test_grouper_free(&grouper);
}

enum { MOST = 1000, SLOTS_LOG2 = 11 };

typedef struct table_arrays {
    uint32_t slots[1 << SLOTS_LOG2];
    uint64_t keys[MOST], counts[MOST];
} table_arrays;

static tcui_group_table new_table(table_arrays *arrays)
{
    tcui_group_table table = {.slots = arrays->slots,
                              .keys = arrays->keys,
                              .counts = arrays->counts,
                              .most = MOST,
                              .most_slots_log2 = SLOTS_LOG2};
    memset(arrays, 0xa5, sizeof *arrays);
    tcui_group_table_clear(&table);
    return table;
}

Test(few_groups, keys_are_numbered_in_the_order_in_which_they_come)
{
    static table_arrays arrays;
    tcui_group_table table = new_table(&arrays);
    test_random random = test_random_part(test_seed_of_run(), 48101);
    uint64_t keys[MOST];
    for (int32_t k = 0; k < MOST; k++) {
        keys[k] = test_random_next(&random);
        cr_assert_eq(tcui_group_number(&table, keys[k]), k);
        const uint64_t again = test_random_below(&random, (uint64_t)k + 1);
        cr_assert_eq(tcui_group_number(&table, keys[again]), (int32_t)again);
        cr_assert_eq(table.counts[k], 0);
    }
    cr_assert_eq(tcui_group_number(&table, test_random_next(&random)), TCUI_GROUP_NONE, "%d keys fit", MOST);
    cr_assert_eq(tcui_group_number(&table, keys[MOST - 1]), MOST - 1);
}

/* Multiples of the inverse of the hash function's factor, which all begin at the first slots. */
Test(few_groups, keys_that_do_not_suit_the_hash_function_are_refused)
{
    static table_arrays arrays;
    tcui_group_table table = new_table(&arrays);
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t inverse = factor, k = 0;
    for (int bits = 3; bits < 64; bits *= 2) {
        inverse *= 2 - factor * inverse; /* (Newton's iteration modulo 2^64) */
    }
    cr_assert_eq(factor * inverse, 1);
    while (k < MOST && tcui_group_number(&table, k * inverse) == (int32_t)k) {
        k++;
    }
    cr_assert_eq(k, TCUI_GROUP_PROBES + 1);
}
