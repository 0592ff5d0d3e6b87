/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts of keys whose values have any number of bytes, in every form, against a plain loop. */
#include <criterion/criterion.h>

#include "sorting/sorting.h"
#include "test_backend.h"
#include "test_records.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 72000 + test);
}

/* The forms that take values. */
static const test_sort_operation forms[] = {TEST_SORT_PAIRS, TEST_SORT_BUFFERS, TEST_SORT_SEGMENTED_PAIRS,
                                            TEST_SORT_PAIRS_OFFSETS};
enum { FORMS = sizeof forms / sizeof forms[0] };

static test_sort_case some_case(test_sort_operation form, size_t value_bytes, test_random *random)
{
    test_sort_case t = test_sort_random(form, test_record_count(value_bytes, random), random);
    t.value_bytes = value_bytes;
    return t;
}

/* Keys in place, values in place, both and none. */
Test(radix_sort_records, every_form_size_and_place, .timeout = 600)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(0);
    for (int i = 0; i < FORMS * TEST_RECORD_SIZES * 4 * (int)test_by_tier(1, 3, 10); i++) {
        test_sort_case t = some_case(forms[i % FORMS], test_record_bytes[i / FORMS % TEST_RECORD_SIZES], &random);
        const int places = i / FORMS / TEST_RECORD_SIZES % 4;
        if (!test_takes(&random, 8)) {
            continue;
        }
        t.keys_in_place = t.operation != TEST_SORT_BUFFERS && (places & 1) != 0;
        t.values_in_place = t.operation != TEST_SORT_BUFFERS && (places & 2) != 0;
        test_sorter_expect(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* Each number of bits that is compared has another number of passes, so keys end in either of two arrays. */
Test(radix_sort_records, every_key_type_and_number_of_passes, .timeout = 600)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(1);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        for (int i = 0; i < FORMS * 8; i++) {
            test_sort_case t =
                some_case(forms[i % FORMS], test_record_bytes[test_random_below(&random, TEST_RECORD_SIZES)], &random);
            const int bits = 8 * (int)tcu_type_size((tcu_type)type), end = 8 * (i / FORMS + 1);
            if (!test_takes(&random, 8)) {
                continue;
            }
            t.key_type = (tcu_type)type;
            t.options = (tcu_sort_options)TCU_SORT_OPTIONS_INIT;
            t.options.end_bit = end < bits ? end : bits;
            t.without_options = false;
            test_sorter_expect(&sorter, &t);
        }
    }
    test_sorter_free(&sorter);
}

Test(radix_sort_records, misaligned_slices, .timeout = 600)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(2);
    for (unsigned i = 0; i < FORMS * 17 * 17; i++) {
        test_sort_case t =
            some_case(forms[i % FORMS], test_record_bytes[test_random_below(&random, TEST_RECORD_SIZES)], &random);
        if (!test_takes(&random, 20)) {
            continue;
        }
        t.in_shift = i / FORMS % 17;
        t.out_shift = i / FORMS / 17;
        test_sorter_expect(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

Test(radix_sort_records, long_arrays, .timeout = 600)
{
    static const size_t sizes[] = {3, 12, 24};
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(3);
    for (int i = 0; i < 3 * FORMS; i++) {
        test_sort_case t = some_case(forms[i % FORMS], sizes[i / FORMS], &random);
        if (!test_takes(&random, 6)) {
            continue;
        }
        t.n = test_long(300000 + test_random_below(&random, 100000));
        test_sorter_expect(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* Counts of elements and of segments: none, one, some, all and more. */
Test(radix_sort_records, counts, .timeout = 600)
{
    test_sorter sorter = test_sorter_new();
    test_random random = random_of(4);
    for (int i = 0; i < FORMS * TEST_RECORD_SIZES * 4 * (int)test_by_tier(1, 2, 6); i++) {
        test_sort_case t = some_case(forms[i % FORMS], test_record_bytes[i / FORMS % TEST_RECORD_SIZES], &random);
        if (!test_takes(&random, 8)) {
            continue;
        }
        t.without_options = false;
        t.has_count = true;
        t.values_in_place = t.operation != TEST_SORT_BUFFERS && i / FORMS / TEST_RECORD_SIZES % 2 != 0;
        test_sorter_expect(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

Test(radix_sort_records, queries_do_not_decrease_with_n)
{
    tcu_context *context = test_context_new();
    for (int i = 0; i < FORMS * TEST_RECORD_SIZES; i++) {
        tcu_sort_buffers buffers = TCU_SORT_BUFFERS_INIT(NULL, NULL);
        buffers.value_bytes = test_record_bytes[i / FORMS];
        test_sort_call call = {.operation = forms[i % FORMS],
                               .key_type = TCU_TYPE_F32,
                               .value_bytes = buffers.value_bytes,
                               .buffers = &buffers,
                               .segment_size = 100,
                               .num_segments = 50};
        size_t last = 0;
        for (call.n = 0; call.n < (uint64_t)1 << 40; call.n += 1 + call.n / 7) {
            size_t bytes = SIZE_MAX;
            cr_assert_eq(test_sort_query(context, &call, &bytes), TCU_SUCCESS, "%s", tcu_context_last_error(context));
            cr_assert_geq(bytes, last, "%s, n %llu", test_sort_names[call.operation], (unsigned long long)call.n);
            last = bytes;
        }
    }
    tcu_context_destroy(context);
}
