/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "moving.h"
#include "test_backend.h"
#include "test_types.h"

static const tcu_type index_types[] = {TCU_TYPE_I32, TCU_TYPE_U32, TCU_TYPE_I64, TCU_TYPE_U64};
static const tcu_type number_types[] = {TCU_TYPE_U32, TCU_TYPE_U64};

uint64_t test_moving_limited(const test_moving_case *t)
{
    switch (t->limit) {
    case TEST_LIMIT_ZERO:
        return 0;
    case TEST_LIMIT_ONE:
        return t->n < 1 ? t->n : 1;
    case TEST_LIMIT_SOME:
        return t->n - t->n / 3;
    default:
        return t->n;
    }
}

uint64_t test_moving_name(const test_moving_case *t, const void *names, uint64_t i)
{
    return t->type == TCU_TYPE_I32   ? (uint64_t)(int64_t)((const int32_t *)names)[i]
           : t->type == TCU_TYPE_U32 ? ((const uint32_t *)names)[i]
                                     : ((const uint64_t *)names)[i];
}

static void store_name(const test_moving_case *t, void *names, uint64_t i, uint64_t x)
{
    if (test_types[t->type].bytes == 4) {
        ((uint32_t *)names)[i] = (uint32_t)x;
    } else {
        ((uint64_t *)names)[i] = x;
    }
}

/* At places - 1, places, the limits of the type, and anywhere between. Types that cannot say so have none. */
static uint64_t out_of_range(const test_moving_case *t, uint64_t r)
{
    const bool is_short = test_types[t->type].bytes == 4, is_signed = test_types[t->type].is_signed;
    const uint64_t sign = is_short ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
    const uint64_t most = is_signed ? sign - 1 : is_short ? UINT32_MAX : UINT64_MAX;
    if (is_signed && (r & 1) != 0) {
        return (r & 6) != 0 ? (uint64_t)0 - 1 - r % 1000 : sign; /* negative; the least */
    }
    return t->places > most ? 0
           : (r & 6) == 0   ? most
           : (r & 6) == 2   ? t->places
                            : t->places + r % ((most - t->places) | 1);
}

/* Indices of a scatter are distinct: i times an odd number, modulo a power of two. */
static void fill_indices(const test_moving_case *t, void *names)
{
    test_random random = test_random_part(t->seed, 3);
    const uint64_t factor = test_random_next(&random) | 1, summand = test_random_next(&random);
    uint64_t mask = 0;
    while (mask + 1 < t->n || mask + 1 < t->places) {
        mask = 2 * mask + 1;
    }
    for (uint64_t i = 0; i < t->n; i++) {
        const uint64_t r = test_random_next(&random);
        uint64_t index = t->form == TEST_MOVING_SCATTER ? (i * factor + summand) & mask
                         : t->places > 0                ? r % t->places
                                                        : 0;
        if (t->none_is_in_range || index >= t->places || t->places == 0 ||
            (t->bad > 0 && r >> 32 & 1 && (r >> 33) % t->bad == 0)) {
            index = out_of_range(t, r >> 5);
        }
        store_name(t, names, i, index);
    }
}

static uint64_t length_of(const test_moving_case *t, uint64_t k, uint64_t r)
{
    switch (t->lengths) {
    case TEST_LENGTHS_EQUAL:
        return t->mean_length;
    case TEST_LENGTHS_EMPTY:
        return r % 1000 == 0 ? (r >> 10) % (1000 * t->mean_length + 1) : 0;
    case TEST_LENGTHS_GIANT:
        return k == t->seed % t->n ? t->n * t->mean_length : r % 3;
    default:
        return r % (2 * t->mean_length + 1);
    }
}

void test_moving_fill(const test_moving_case *t, void *names)
{
    if (t->form != TEST_MOVING_DECODE) {
        fill_indices(t, names);
        return;
    }
    test_random random = test_random_part(t->seed, 3);
    for (uint64_t k = 0; k < t->n; k++) {
        const uint64_t r = test_random_next(&random);
        store_name(t, names, k, k < test_moving_limited(t) ? length_of(t, k, r) : r);
    }
}

/* Any bytes, and those of structures that users have, more often. */
static size_t any_item_bytes(test_random *random)
{
    static const uint16_t usual[] = {1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 40, 48, 64, 128};
    return test_random_below(random, 4) == 0 ? 1 + test_random_below(random, 300)
                                             : usual[test_random_below(random, sizeof usual / sizeof usual[0])];
}

test_moving_case test_moving_random(test_moving_form form, uint64_t n, test_random *random)
{
    test_moving_case t = {.form = form,
                          .item_bytes = any_item_bytes(random),
                          .n = n,
                          .bad = (unsigned)test_random_below(random, 3) * 4,
                          .lengths = (test_lengths)test_random_below(random, TEST_LENGTHS_COUNT),
                          .limit = (test_moving_limit)test_random_below(random, TEST_LIMITS),
                          .wanted = (unsigned)test_random_below(random, TEST_MOVING_ALL + 1),
                          .run_type = number_types[test_random_below(random, 2)],
                          .seed = test_random_next(random),
                          .temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT)};
    t.type = form == TEST_MOVING_DECODE ? number_types[test_random_below(random, 2)]
                                        : index_types[test_random_below(random, 4)];
    if (form == TEST_MOVING_DECODE) {
        t.mean_length = 1 + test_random_below(random, test_random_below(random, 3) == 0 ? 400 : 5);
        t.n = n / t.mean_length;
        t.places = test_random_below(random, 2) == 0 ? n + test_random_below(random, 1000)
                                                     : n / (1 + test_random_below(random, 4));
    } else {
        t.places = test_random_below(random, 3) == 0 ? n / (1 + test_random_below(random, 9))
                                                     : n + test_random_below(random, n + 1);
    }
    /* Words of the whole item's alignment in half of the cases. */
    if (test_random_below(random, 2) == 0) {
        t.from_shift = (unsigned)test_random_below(random, 20);
        t.to_shift = (unsigned)test_random_below(random, 20);
    }
    t.shift = (unsigned)test_random_below(random, 5);
    return t;
}
