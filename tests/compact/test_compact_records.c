/* SPDX-License-Identifier: Apache-2.0 */
/* Compactions, partitions and runs of items of any number of bytes, against a plain loop. */
#include <criterion/criterion.h>

#include "compaction/compaction.h"
#include "test_backend.h"
#include "test_records.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 71000 + test);
}

/* The forms that take sizes of items. */
static const test_compaction_operation forms[] = {TEST_COMPACT, TEST_COMPACT_COLUMNS, TEST_PARTITION, TEST_UNIQUE};
enum { FORMS = sizeof forms / sizeof forms[0] };

static test_compaction_case some_case(test_compaction_operation form, size_t item_bytes, test_random *random)
{
    test_compaction_case t = test_compaction_random(form, test_record_count(item_bytes, random), random);
    t.item_bytes = item_bytes;
    t.num_columns = 1 + (int)test_random_below(random, 3);
    for (int c = 0; c < t.num_columns; c++) { /* words are among them */
        t.column_bytes[c] = c == 0 || test_random_below(random, 2) == 0 ? item_bytes : t.column_bytes[c];
    }
    return t;
}

Test(compact_records, every_form_size_and_density, .timeout = 600)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(0);
    for (int i = 0; i < FORMS * TEST_RECORD_SIZES * TEST_DENSITY_COUNT * (int)test_by_tier(1, 2, 10); i++) {
        test_compaction_case t = some_case(forms[i % FORMS], test_record_bytes[i / FORMS % TEST_RECORD_SIZES], &random);
        if (test_takes(&random, 8)) {
            t.density = (test_density)(i / FORMS / TEST_RECORD_SIZES % TEST_DENSITY_COUNT);
            test_compaction_draw_length(&t, &random);
            test_compactor_expect(&compactor, &t);
        }
    }
    test_compactor_free(&compactor);
}

/* Slices that begin at any byte, so with words of any size. */
Test(compact_records, misaligned_slices, .timeout = 600)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(1);
    for (unsigned i = 0; i < FORMS * 17 * 17; i++) {
        test_compaction_case t =
            some_case(forms[i % FORMS], test_record_bytes[test_random_below(&random, TEST_RECORD_SIZES)], &random);
        if (!test_takes(&random, 10)) {
            continue;
        }
        t.in_place = t.in_place && i % 2 == 0;
        t.in_shift = i / FORMS % 17;
        t.out_shift = i / FORMS / 17;
        t.flags_shift = i % 19;
        test_compaction_draw_length(&t, &random);
        test_compactor_expect(&compactor, &t);
    }
    test_compactor_free(&compactor);
}

/* Many blocks write over what others read, or have read. */
Test(compact_records, in_place, .timeout = 600)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(2);
    for (int i = 0; i < 2 * TEST_RECORD_SIZES * TEST_DENSITY_COUNT; i++) {
        const size_t bytes = test_record_bytes[i / 2 % TEST_RECORD_SIZES];
        test_compaction_case t = some_case(i % 2 ? TEST_UNIQUE : TEST_COMPACT, bytes, &random);
        if (!test_takes(&random, 5)) {
            continue;
        }
        t.n = test_random_below(&random, TEST_FEW_RECORD_BYTES / bytes);
        t.in_place = true;
        t.density = (test_density)(i / 2 / TEST_RECORD_SIZES);
        test_compaction_draw_length(&t, &random);
        test_compactor_expect(&compactor, &t);
    }
    test_compactor_free(&compactor);
}

/* Records longer than what a block of a device moves, and around sizes at which it counts them in another way. */
Test(compact_records, long_records, .timeout = 600)
{
    static const size_t sizes[] = {4096, 8192, 16383, 16384, 16385, 65537, 131080, 262144};
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(3);
    for (int i = 0; i < 2 * FORMS * (int)(sizeof sizes / sizeof sizes[0]); i++) {
        test_compaction_case t = some_case(forms[i % FORMS], sizes[i / FORMS / 2], &random);
        if (!test_takes(&random, 6)) {
            continue;
        }
        t.n = 1 + test_random_below(&random, 12);
        t.density = i / FORMS % 2 ? TEST_KEEP_HALF : TEST_KEEP_ALL;
        test_compactor_expect(&compactor, &t);
    }
    test_compactor_free(&compactor);
}

/* So many that the host shares them out among threads, and a device's granules are many. */
Test(compact_records, long_arrays, .timeout = 600)
{
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(4);
    for (int i = 0; i < 3 * FORMS; i++) {
        static const size_t sizes[] = {3, 12, 24};
        test_compaction_case t = some_case(forms[i % FORMS], sizes[i / FORMS], &random);
        if (!test_takes(&random, 6)) {
            continue;
        }
        t.n = test_long(400000 + test_random_below(&random, 100000));
        test_compaction_draw_length(&t, &random);
        test_compactor_expect(&compactor, &t);
    }
    test_compactor_free(&compactor);
}

/* The same room each time, and another count in it: none, one, some and all records. */
Test(compact_records, counts_of_one_room, .timeout = 600)
{
    enum { COUNTS = 4 };
    test_compactor compactor = test_compactor_new();
    test_random random = random_of(5);
    for (int i = 0; i < FORMS * TEST_RECORD_SIZES * COUNTS; i++) {
        const size_t bytes = test_record_bytes[i / FORMS % TEST_RECORD_SIZES];
        const uint64_t most = 1 + test_record_count(bytes, &random);
        const uint64_t counts[COUNTS] = {0, 1, test_random_below(&random, most), most};
        test_compaction_case t = some_case(forms[i % FORMS], bytes, &random);
        if (!test_takes(&random, 4)) {
            continue;
        }
        t.n = counts[i / FORMS / TEST_RECORD_SIZES];
        t.length = (test_count){.is_given = true, .behind = most - t.n, .value = t.n};
        test_compactor_expect(&compactor, &t);
    }
    test_compactor_free(&compactor);
}

Test(compact_records, queries_do_not_decrease_with_n)
{
    tcu_context *context = test_context_new();
    char here;
    for (int i = 0; i < 2 * FORMS * TEST_RECORD_SIZES; i++) {
        test_compaction_call call = {.operation = forms[i / 2 % FORMS],
                                     .item_bytes = test_record_bytes[i / 2 / FORMS],
                                     .num_columns = 3,
                                     .in = i % 2 ? &here : NULL,
                                     .out = &here};
        size_t last = 0;
        for (call.n = 0; call.n < (uint64_t)1 << 40; call.n += 1 + call.n / 7) {
            size_t bytes = SIZE_MAX;
            cr_assert_eq(test_compaction_query(context, &call, &bytes), TCU_SUCCESS, "%s",
                         tcu_context_last_error(context));
            cr_assert_geq(bytes, last, "%s, n %llu", test_compaction_names[call.operation], (unsigned long long)call.n);
            last = bytes;
        }
    }
    tcu_context_destroy(context);
}
