/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of neighbours: all types, in place and not, exact; and scans, which undo them. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stencil/stencil.h"
#include "test_backend.h"
#include "test_types.h"

static test_stencil_case difference_of(int type, uint64_t n, test_random *random)
{
    test_stencil_case t = test_stencil_plain(TEST_STENCIL_DIFFERENCE, (tcu_type)type, 1);
    t.seed = test_random_next(random);
    t.value_seed = test_random_next(random);
    t.extents[2] = n;
    t.in_place = t.seed & 1;
    t.temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT);
    test_stencil_settle(&t);
    return t;
}

/* Lengths around those of vectors, warps and tiles; slices that lie in all ways; all kinds of numbers. */
Test(adjacent_difference, every_type_and_length, .timeout = 120)
{
    static const uint64_t lengths[] = {0,  1,  2,  3,   7,   8,   9,   16,   17,   31,   32,    33,    63,
                                       64, 65, 66, 127, 129, 255, 257, 1023, 1025, 4097, 20011, 65536, 65537};
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18500);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            for (int in_place = 0; in_place < 2; in_place++) {
                for (unsigned shift = 0; shift < 4; shift++) {
                    test_stencil_case t = difference_of(type, lengths[i], &random);
                    t.in_place = in_place;
                    t.in_shift = shift == 0 ? 0 : (unsigned)test_random_below(&random, 40);
                    t.out_shift = shift == 1 ? t.in_shift : (unsigned)test_random_below(&random, 40);
                    t.numbers = (test_numbers)test_random_below(&random, TEST_NUMBERS_COUNT);
                    test_sweeper_expect(&s, &t);
                }
            }
        }
    }
    test_sweeper_free(&s);
}

Test(adjacent_difference, of_many, .timeout = 120)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18501);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        for (int i = 0; i < 4; i++) {
            test_stencil_case t = difference_of(
                type, 1 + test_random_below(&random, test_long(test_by_tier(300000, 1000000, 10000000))), &random);
            t.in_place = i % 2;
            t.in_shift = (unsigned)test_random_below(&random, 16);
            test_sweeper_expect(&s, &t);
        }
    }
    test_sweeper_free(&s);
}

/* Of integers whatever they are; of reals those whose sums are exact. */
Test(adjacent_difference, a_scan_gives_the_input_back, .timeout = 120)
{
    enum { N = 30011 };
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18502);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        for (int in_place = 0; in_place < 2; in_place++) {
            test_stencil_case t = difference_of(type, N, &random);
            t.numbers = TEST_NUMBERS_EXACT;
            t.in_place = in_place;
            test_sweeper_prepare(&s, &t);
            test_buffer *in = &s.buffers[TEST_STENCIL_IN],
                        *out = &s.buffers[in_place ? TEST_STENCIL_IN : TEST_STENCIL_OUT];
            cr_assert(test_sweeper_execute(&s, &t), "%s", s.failure);
            cr_assert_eq(
                tcu_scan(s.context, TCU_SCAN_INCLUSIVE, out->slice.data, t.type, out->slice.data, t.type, N, NULL),
                TCU_SUCCESS, "%s", tcu_context_last_error(s.context));
            unsigned char *now = malloc(out->slice.bytes);
            cr_assert_not_null(now);
            test_synchronise();
            test_copy_out(now, out->slice.data, out->slice.bytes);
            for (uint64_t i = 0; i < N; i++) {
                const size_t bytes = test_types[type].bytes;
                cr_assert(test_number(t.type, now + i * bytes) == test_number(t.type, in->host + i * bytes),
                          "%s, element %" PRIu64, test_types[type].name, i);
            }
            free(now);
        }
    }
    test_sweeper_free(&s);
}

/* As many as a number in memory says: what lies behind is poison, or no memory at all. */
Test(adjacent_difference, of_a_count_in_memory, .timeout = 120)
{
    static const uint64_t lengths[] = {0, 1, 15, 64, 65, 1023, 4097, 65536, 65537, 200003};
    enum { LENGTHS = sizeof lengths / sizeof lengths[0] };
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18503);
    for (int i = 0; i < 2 * TCU_TYPE_COUNT * LENGTHS; i++) {
        test_stencil_case t = difference_of(i / 2 % TCU_TYPE_COUNT, lengths[i / (2 * TCU_TYPE_COUNT)], &random);
        t.in_place = i % 2;
        t.in_shift = (unsigned)test_random_below(&random, 40);
        t.out_shift = test_random_below(&random, 2) ? t.in_shift : (unsigned)test_random_below(&random, 40);
        t.count = test_count_random(t.extents[2], &random);
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}

Test(adjacent_difference, of_nothing_writes_nothing)
{
    tcu_context *context = test_context_new();
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        size_t bytes = 4711;
        cr_expect_eq(tcu_adjacent_difference(context, NULL, 0, (tcu_type)type, NULL, NULL), TCU_SUCCESS);
        cr_expect_eq(tcu_adjacent_difference_workspace(context, 0, (tcu_type)type, NULL, &bytes), TCU_SUCCESS);
        cr_expect_eq(bytes, 0);
    }
    tcu_context_destroy(context);
}
