/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs of merges and searches, and their results by plain loops. Keys are told apart by ranks alone. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "merge.h"
#include "sorting/order.h"
#include "test_types.h"

uint64_t test_merge_length(const test_merge_case *t, int which)
{
    return t->has_count[which] && t->count[which] < t->n[which] ? t->count[which] : t->n[which];
}

/* ---------------------------------------------------------------------------------------------------- inputs --- */

/* A rank of array `which`; `one` is the same for all of a case. */
static uint64_t draw_rank(const test_merge_case *t, int which, uint64_t i, uint64_t one, test_random *random)
{
    const int bits = 8 * (int)test_types[t->key_type].bytes;
    const uint64_t all = UINT64_MAX >> (64 - bits), any = test_random_next(random) & all;
    switch (t->spread) {
    case TEST_MERGE_FEW:
        return (one + any % 8) & all;
    case TEST_MERGE_ONE:
        return one & all;
    case TEST_MERGE_SPECIAL:
        return test_special_rank(t->key_type, random);
    case TEST_MERGE_APART:
        return any >> 1 | (((unsigned)which ^ (unsigned)(t->seed >> 40)) & 1 ? all ^ all >> 1 : 0);
    case TEST_MERGE_RISING:
        return (uint64_t)((long double)i / (long double)t->n[which] * (long double)all);
    default:
        return any;
    }
}

static int compare_ranks(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

/* Ranks of an array in ascending order; those of RISING are so already. */
static uint64_t *make_ranks(const test_merge_case *t, int which, uint64_t n, bool sorted, test_random *random)
{
    uint64_t *ranks = malloc(n * sizeof *ranks + 1);
    const uint64_t one = t->seed * 0x9e3779b97f4a7c15;
    cr_assert_not_null(ranks);
    for (uint64_t i = 0; i < n; i++) {
        ranks[i] = draw_rank(t, which, i, one, random);
    }
    if (sorted) {
        qsort(ranks, n, sizeof *ranks, compare_ranks);
    }
    return ranks;
}

static void fill_keys(const test_merge_case *t, int which, bool sorted, test_random *random, unsigned char *keys)
{
    const size_t bytes = test_types[t->key_type].bytes;
    const uint64_t n = test_merge_length(t, which);
    const bool is_sorted = sorted && t->spread == TEST_MERGE_RISING;
    uint64_t *ranks = is_sorted ? NULL : make_ranks(t, which, n, sorted, random);
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t place = sorted && t->descending ? n - 1 - i : i;
        const uint64_t key =
            test_key_of_rank(t->key_type, is_sorted ? draw_rank(t, which, place, 0, random) : ranks[place]);
        memcpy(keys + i * bytes, &key, bytes); /* the lowest bytes */
    }
    free(ranks);
}

void test_merge_fill(const test_merge_case *t, test_buffer *b)
{
    test_random random = test_random_part(t->seed, 13);
    fill_keys(t, 0, true, &random, b[TEST_MERGE_A].host);
    fill_keys(t, 1, t->form != TEST_MERGE_SEARCH || t->values_sorted, &random, b[TEST_MERGE_B].host);
    for (int which = 0; which < 2; which++) {
        unsigned char *values = b[TEST_MERGE_A_VALUES + which].host;
        for (uint64_t i = 0; t->form == TEST_MERGE_PAIRS && i < t->n[which] * t->value_bytes; i++) {
            values[i] = (unsigned char)test_random_next(&random);
        }
        if (t->has_count[which]) {
            memcpy(b[TEST_MERGE_A_COUNT + which].host, &t->count[which], sizeof t->count[which]);
        }
    }
}

/* --------------------------------------------------------------------------------------------------- results --- */

static bool comes_before(const test_merge_case *t, uint64_t rank, uint64_t other)
{
    return t->descending ? rank > other : rank < other;
}

static void merge_by_loop(const test_merge_case *t, test_buffer *b)
{
    const size_t bytes = test_types[t->key_type].bytes;
    const uint64_t n[2] = {test_merge_length(t, 0), test_merge_length(t, 1)};
    uint64_t next[2] = {0, 0};
    for (uint64_t k = 0; k < n[0] + n[1]; k++) {
        const bool takes_b =
            next[0] == n[0] ||
            (next[1] < n[1] && comes_before(t, test_rank_of_key(t->key_type, b[TEST_MERGE_B].host, next[1]),
                                            test_rank_of_key(t->key_type, b[TEST_MERGE_A].host, next[0])));
        const uint64_t i = next[takes_b]++;
        memcpy(b[TEST_MERGE_OUT].host + k * bytes, b[TEST_MERGE_A + takes_b].host + i * bytes, bytes);
        if (t->form == TEST_MERGE_PAIRS) {
            memcpy(b[TEST_MERGE_VALUES_OUT].host + k * t->value_bytes,
                   b[TEST_MERGE_A_VALUES + takes_b].host + i * t->value_bytes, t->value_bytes);
        }
    }
}

/* The values in their order, and one sweep over the array. */
static void search_by_loop(const test_merge_case *t, test_buffer *b)
{
    const uint64_t m = test_merge_length(t, 0), n = test_merge_length(t, 1);
    uint64_t *ranks = malloc(n * sizeof *ranks + 1), *order = malloc(n * sizeof *order + 1);
    uint64_t *spare = malloc(n * sizeof *spare + 1);
    cr_assert(ranks != NULL && order != NULL && spare != NULL);
    for (uint64_t j = 0; j < n; j++) {
        ranks[j] = test_rank_of_key(t->key_type, b[TEST_MERGE_B].host, j);
        order[j] = j;
    }
    test_merge_sort(ranks, t->descending, order, spare, n);
    uint64_t position = 0;
    for (uint64_t k = 0; k < n; k++) {
        const uint64_t value = ranks[order[k]];
        for (; position < m; position++) {
            const uint64_t key = test_rank_of_key(t->key_type, b[TEST_MERGE_A].host, position);
            if (!comes_before(t, key, value) && !(t->upper && key == value)) {
                break;
            }
        }
        if (t->index_type == TCU_TYPE_U32) {
            ((uint32_t *)(void *)b[TEST_MERGE_POSITIONS].host)[order[k]] = (uint32_t)position;
        } else {
            ((uint64_t *)(void *)b[TEST_MERGE_POSITIONS].host)[order[k]] = position;
        }
    }
    free(ranks);
    free(order);
    free(spare);
}

void test_merge_oracle(const test_merge_case *t, test_buffer *b)
{
    if (t->form == TEST_MERGE_SEARCH) {
        search_by_loop(t, b);
    } else {
        merge_by_loop(t, b);
    }
}
