/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs of selections: keys of each spread by their ranks, offsets, numbers of quantiles. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "selection.h"
#include "sorting/order.h"
#include "test_types.h"

uint64_t test_selection_length(const test_selection_case *t)
{
    return t->has_count && !test_selection_by_offsets(t->form) && t->count < t->n ? t->count : t->n;
}

static uint64_t segments_of(const test_selection_case *t, uint64_t n)
{
    return test_selection_by_size(t->form)      ? n / t->segment_size + (n % t->segment_size != 0)
           : test_selection_by_offsets(t->form) ? t->num_segments
                                                : 1;
}

uint64_t test_selection_segments(const test_selection_case *t)
{
    return segments_of(t, t->n);
}

uint64_t test_selection_segments_now(const test_selection_case *t)
{
    const uint64_t segments = segments_of(t, test_selection_length(t));
    return t->has_count && test_selection_by_offsets(t->form) && t->count < segments ? t->count : segments;
}

void test_selection_segment(const test_selection_case *t, const test_buffer *b, uint64_t s, uint64_t *begin,
                            uint64_t *end)
{
    const uint64_t n = test_selection_length(t);
    *begin = 0;
    *end = n;
    if (test_selection_by_offsets(t->form)) {
        int64_t offsets[2];
        memcpy(offsets, b[TEST_SELECTION_OFFSETS].host + s * sizeof *offsets, sizeof offsets);
        *begin = (uint64_t)offsets[0];
        *end = (uint64_t)offsets[1];
    } else if (test_selection_by_size(t->form)) {
        *begin = s * t->segment_size;
        *end = n - *begin > t->segment_size ? *begin + t->segment_size : n;
    }
}

static bool is_nan(tcu_type type, uint64_t key)
{
    const uint64_t sign = UINT64_C(1) << (8 * (int)test_types[type].bytes - 1);
    return test_types[type].real && (key & (sign - 1)) > test_reals[type].infinity;
}

/* The rank of key i; `one` is the same for all of a case. */
static uint64_t draw_rank(const test_selection_case *t, uint64_t i, uint64_t one, test_random *random)
{
    const uint64_t all = UINT64_MAX >> (64 - 8 * (int)test_types[t->key_type].bytes);
    const uint64_t any = test_random_next(random), step = all / (t->n + 1);
    switch (t->spread) {
    case TEST_SELECTION_FEW:
        return (one + any % 8) & all;
    case TEST_SELECTION_ONE:
        return one & all;
    case TEST_SELECTION_SPECIAL:
        return test_special_rank(t->key_type, random);
    case TEST_SELECTION_RISING:
        return i * step & all;
    case TEST_SELECTION_FALLING:
        return all - (i * step & all);
    case TEST_SELECTION_NEAR:
        return ((one & ~UINT64_C(0xfff)) | (any & 0xfff)) & all;
    case TEST_SELECTION_MOSTLY:
        return any % 64 == 0 ? any >> 6 & all : one & all;
    default:
        return any & all;
    }
}

static void fill_keys(const test_selection_case *t, test_random *random, unsigned char *keys)
{
    const size_t bytes = test_types[t->key_type].bytes;
    const uint64_t n = test_selection_length(t), one = t->seed * 0x9e3779b97f4a7c15;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t key = test_key_of_rank(t->key_type, draw_rank(t, i, one, random));
        if (t->form == TEST_QUANTILES && !t->has_nans && is_nan(t->key_type, key)) {
            key = 0;
        }
        memcpy(keys + i * bytes, &key, bytes); /* the lowest bytes */
    }
}

static int compare(const void *x, const void *y)
{
    const int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return a < b ? -1 : a > b;
}

/* Evenly drawn, all in a few places, or one segment of nearly everything among many that are empty. */
static void fill_offsets(const test_selection_case *t, test_random *random, int64_t *offsets)
{
    const uint64_t kind = test_random_below(random, 3);
    for (uint64_t s = 0; s <= t->num_segments; s++) {
        const uint64_t any = test_random_below(random, t->n + 1), few = test_random_below(random, 8) * (t->n / 8);
        offsets[s] = (int64_t)(kind == 0    ? any
                               : kind == 1  ? few
                               : s % 2 == 0 ? any % 8 % (t->n + 1)
                                            : t->n - any % 8 % (t->n + 1));
    }
    qsort(offsets, t->num_segments + 1, sizeof *offsets, compare);
}

void test_selection_fill(const test_selection_case *t, test_buffer *b)
{
    test_random random = test_random_part(t->seed, 17);
    fill_keys(t, &random, b[TEST_SELECTION_KEYS].host);
    for (uint64_t i = 0; test_selection_has_values(t->form) && i < t->n * t->value_bytes; i++) {
        b[TEST_SELECTION_VALUES].host[i] = (unsigned char)test_random_next(&random);
    }
    if (test_selection_by_offsets(t->form) && t->num_segments > 0) {
        int64_t *offsets = malloc((t->num_segments + 1) * sizeof *offsets);
        cr_assert_not_null(offsets);
        fill_offsets(t, &random, offsets);
        for (uint64_t s = test_selection_segments_now(t) + 1; s <= t->num_segments; s++) {
            offsets[s] = (int64_t)test_random_next(&random); /* behind the count, not to be read */
        }
        memcpy(b[TEST_SELECTION_OFFSETS].host, offsets, (t->num_segments + 1) * sizeof *offsets);
        free(offsets);
    }
    if (t->has_count) {
        memcpy(b[TEST_SELECTION_LENGTH].host, &t->count, sizeof t->count);
    }
}

/* Ends, middles, places where h is a whole number or halfway, and any others. A graph keeps those of its call, so they
 * follow from what a test does not change between replays. */
void test_selection_fill_q(const test_selection_case *t, double *q)
{
    test_random random = test_random_part(t->n * 1000003 + t->k, 18);
    for (uint64_t j = 0; j < t->k; j++) {
        const uint64_t last = t->n > 1 ? t->n - 1 : 1;
        const double place = (double)test_random_below(&random, last + 1) / (double)last;
        const double ends[] = {0, 1, 0.5, 0.25, 0x1p-1074, -0.0, 0.9999999999999999};
        const uint64_t kind = test_random_below(&random, 5);
        q[j] = kind == 0   ? ends[test_random_below(&random, sizeof ends / sizeof ends[0])]
               : kind == 1 ? place
               : kind == 2 ? ((double)test_random_below(&random, last) + 0.5) / (double)last
                           : test_random_unit(&random);
    }
}
