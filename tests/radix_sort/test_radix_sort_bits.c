/* SPDX-License-Identifier: Apache-2.0 */
/* What begin_bit and end_bit mean at their ends: 0 and 0 compare all bits, two equal ones above 0 none. */
#include <criterion/criterion.h>
#include <string.h>

#include <tcu/tcu.h>

#include "test_backend.h"
#include "test_memory.h"

enum { N = 1000, SEGMENT = 300 };

typedef struct sorts {
    tcu_context *context;
    test_memory memory;
    uint16_t keys[N];
    void *keys_in, *keys_out, *values_in, *values_out; /* in the context's memory */
    uint16_t sorted[N];
    uint32_t values[N]; /* where each key was */
} sorts;

static sorts sorts_new(void)
{
    sorts s = {.context = test_context_new()};
    test_random random = test_random_part(test_seed_of_run(), 4370);
    uint32_t places[N];
    for (uint32_t i = 0; i < N; i++) {
        s.keys[i] = (uint16_t)test_random_below(&random, 65536);
        places[i] = i;
    }
    test_memory_reserve(&s.memory, 4 * sizeof places);
    s.keys_in = s.memory.base;
    s.keys_out = s.memory.base + sizeof places;
    s.values_in = s.memory.base + 2 * sizeof places;
    s.values_out = s.memory.base + 3 * sizeof places;
    test_copy_in(s.keys_in, s.keys, sizeof s.keys);
    test_copy_in(s.values_in, places, sizeof places);
    return s;
}

static void sorts_free(sorts *s)
{
    tcu_context_destroy(s->context);
    test_memory_release(&s->memory);
}

/* Pairs, by whole arrays or by segments. */
static void sort(sorts *s, int begin_bit, int end_bit, bool segmented)
{
    tcu_sort_options options = TCU_SORT_OPTIONS_INIT;
    options.begin_bit = begin_bit;
    options.end_bit = end_bit;
    size_t bytes = 0;
    const tcu_status asked =
        segmented ? tcu_segmented_sort_pairs_workspace(s->context, TCU_TYPE_U16, 4, N, SEGMENT, 0, &options, &bytes)
                  : tcu_radix_sort_pairs_workspace(s->context, TCU_TYPE_U16, 4, N, 0, &options, &bytes);
    cr_expect_eq(asked, TCU_SUCCESS, "%s", tcu_context_last_error(s->context));
    const tcu_status status = segmented ? tcu_segmented_sort_pairs(s->context, s->keys_in, s->keys_out, TCU_TYPE_U16,
                                                                   s->values_in, s->values_out, 4, N, SEGMENT, &options)
                                        : tcu_radix_sort_pairs(s->context, s->keys_in, s->keys_out, TCU_TYPE_U16,
                                                               s->values_in, s->values_out, 4, N, &options);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(s->context));
    test_copy_out(s->sorted, s->keys_out, sizeof s->sorted);
    test_copy_out(s->values, s->values_out, sizeof s->values);
}

/* In order by the bits from `begin_bit` on, keys alike in the order in which they came. */
static void expect_order(const sorts *s, int begin_bit, bool segmented)
{
    for (uint32_t i = 0; i < N; i++) {
        cr_assert_lt(s->values[i], N);
        cr_assert_eq(s->sorted[i], s->keys[s->values[i]], "place %u", (unsigned)i);
        const bool begins = segmented ? i % SEGMENT == 0 : i == 0;
        if (begins) {
            continue;
        }
        const int before = s->sorted[i - 1] >> begin_bit, here = s->sorted[i] >> begin_bit;
        cr_assert(before < here || (before == here && s->values[i - 1] < s->values[i]), "from bit %d, place %u",
                  begin_bit, (unsigned)i);
    }
}

Test(radix_sort_bits, an_end_of_0_is_the_end_of_the_key)
{
    sorts s = sorts_new();
    for (int begin_bit = 0; begin_bit < 16; begin_bit += 5) {
        for (int segmented = 0; segmented < 2; segmented++) {
            sort(&s, begin_bit, 0, segmented);
            expect_order(&s, begin_bit, segmented);
        }
    }
    sorts_free(&s);
}

Test(radix_sort_bits, no_bits_make_a_copy)
{
    sorts s = sorts_new();
    for (int bit = 1; bit <= 16; bit += 3) {
        for (int segmented = 0; segmented < 2; segmented++) {
            sort(&s, bit, bit, segmented);
            cr_expect(memcmp(s.sorted, s.keys, sizeof s.keys) == 0, "bit %d", bit);
            for (uint32_t i = 0; i < N; i++) {
                cr_assert_eq(s.values[i], i, "bit %d", bit);
            }
        }
    }
    sorts_free(&s);
}
