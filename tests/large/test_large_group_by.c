/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of more than 2^32 elements, as in test_large.c: the shorter tiers run the same code on fewer elements. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include <tcu/tcu.h>

#include "sums/source.h"
#include "test_backend.h"
#include "test_memory.h"

enum { GROUPS = 256 };

/* Of the elements with each key: how many there are, and the sum of their values modulo 2^8. */
typedef struct totals {
    uint64_t lengths[GROUPS];
    uint8_t sums[GROUPS];
} totals;

/* Keys and values of a byte into the backend's memory, and what their groups are. */
static totals fill(unsigned char *keys, unsigned char *values, uint64_t n)
{
    totals t = {{0}, {0}};
    const uint64_t seed = test_seed_of_run();
    const test_source of_keys = {TCU_TYPE_U8, TEST_UNIFORM, seed, n}, of_values = {TCU_TYPE_U8, TEST_UNIFORM, ~seed, n};
    unsigned char *key = malloc(TEST_CHUNK), *value = malloc(TEST_CHUNK);
    cr_assert(key != NULL && value != NULL);
    for (uint64_t i = 0; i < n; i += TEST_CHUNK) {
        const uint64_t count = n - i < TEST_CHUNK ? n - i : TEST_CHUNK;
        test_source_chunk(&of_keys, i / TEST_CHUNK, count, key);
        test_source_chunk(&of_values, i / TEST_CHUNK, count, value);
        test_copy_in(keys + i, key, count);
        test_copy_in(values + i, value, count);
        for (uint64_t k = 0; k < count; k++) {
            t.lengths[key[k]]++;
            t.sums[key[k]] = (uint8_t)(t.sums[key[k]] + value[k]);
        }
    }
    free(key);
    free(value);
    return t;
}

/* (Outputs are judged as if there were n groups; the lengths, which are few, come last.) */
Test(large_group_by, sums_of_bytes, .timeout = 3600)
{
    const uint64_t n = test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 32) + 17));
    const size_t stride = (size_t)(n + 256) / 256 * 256;
    test_memory memory = {0};
    const test_slice slice = test_slice_open(&memory, 4 * stride + 256 + GROUPS * 8, 0, 0xab);
    unsigned char *const keys = slice.data, *const values = keys + stride, *const sums = values + stride,
                         *const group_keys = sums + stride, *const count = group_keys + stride,
                         *const lengths = count + 256;
    const totals expected = fill(keys, values, n);
    const tcu_group_column column = TCU_GROUP_COLUMN_INIT(TCU_AGGREGATE_SUM, values, TCU_TYPE_U8, sums, TCU_TYPE_U8);
    const tcu_runs groups = {
        .keys = group_keys, .lengths = (uint64_t *)(void *)lengths, .count = (uint64_t *)(void *)count};
    tcu_context *context = test_context_new();
    cr_assert_eq(tcu_group_by(context, keys, TCU_TYPE_U8, n, &column, 1, &groups, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(context));
    test_synchronise();
    uint64_t found = 0, found_lengths[GROUPS];
    uint8_t found_keys[GROUPS], found_sums[GROUPS];
    test_copy_out(&found, count, sizeof found);
    test_copy_out(found_lengths, lengths, sizeof found_lengths);
    test_copy_out(found_keys, group_keys, sizeof found_keys);
    test_copy_out(found_sums, sums, sizeof found_sums);
    uint64_t group = 0;
    for (int key = 0; key < GROUPS; key++) {
        if (expected.lengths[key] == 0) {
            continue;
        }
        cr_assert(group < found && found_keys[group] == key, "%d is not the key of group %d", key, (int)group);
        cr_expect_eq(found_lengths[group], expected.lengths[key], "length of the group of %d", key);
        cr_expect_eq(found_sums[group], expected.sums[key], "sum of the group of %d", key);
        group++;
    }
    cr_expect_eq(found, group, "%d groups", (int)found);
    cr_expect(test_slice_guarded(&slice) && test_slice_untouched(&slice, (size_t)(sums - slice.data) + group, 8));
    tcu_context_destroy(context);
    test_memory_release(&memory);
}
