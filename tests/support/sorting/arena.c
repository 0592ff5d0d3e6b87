/* SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "test_backend.h"

test_sort_arena *test_sort_arena_new(void)
{
    static const int64_t offsets[TEST_SORT_SEGMENTS + 1] = {0, 90, 90, 150, TEST_SORT_ITEMS};
    test_sort_arena *a = calloc(1, sizeof *a);
    cr_assert_not_null(a);
    a->context = test_context_new();
    for (int i = 0; i < TEST_SORT_ARENA_BYTES; i++) {
        a->copy[i] = (unsigned char)(i * 7 % 251);
    }
    memcpy(a->copy + TEST_SORT_OFFSETS_AT, offsets, sizeof offsets);
    return a;
}

void test_sort_arena_free(test_sort_arena *a)
{
    cr_expect_eq(tcu_context_destroy(a->context), TCU_SUCCESS);
    test_memory_release(&a->memory);
    free(a);
}

void test_sort_arena_set(test_sort_arena *a, test_sort_operation operation)
{
    a->slice = test_slice_open(&a->memory, TEST_SORT_ARENA_BYTES, 0, 0x5a);
    test_copy_in(a->slice.data, a->copy, TEST_SORT_ARENA_BYTES);
    unsigned char *data = a->slice.data;
    a->options = (tcu_sort_options)TCU_SORT_OPTIONS_INIT;
    a->buffers = (tcu_sort_buffers){.keys = {data + TEST_SORT_KEYS_IN_AT, data + TEST_SORT_KEYS_OUT_AT},
                                    .values = {data + TEST_SORT_VALUES_IN_AT, data + TEST_SORT_VALUES_OUT_AT},
                                    .value_bytes = 8,
                                    .current = 0};
    a->call = (test_sort_call){.operation = operation,
                               .keys_in = data + TEST_SORT_KEYS_IN_AT,
                               .keys_out = data + TEST_SORT_KEYS_OUT_AT,
                               .key_type = TCU_TYPE_F32,
                               .values_in = data + TEST_SORT_VALUES_IN_AT,
                               .values_out = data + TEST_SORT_VALUES_OUT_AT,
                               .value_bytes = 8,
                               .index_type = TCU_TYPE_U32,
                               .buffers = &a->buffers,
                               .n = TEST_SORT_ITEMS,
                               .segment_size = 70,
                               .offsets = (const int64_t *)(const void *)(data + TEST_SORT_OFFSETS_AT),
                               .num_segments = TEST_SORT_SEGMENTS,
                               .options = &a->options};
}

bool test_sort_arena_unchanged(test_sort_arena *a)
{
    test_synchronise();
    return test_slice_guarded(&a->slice) && test_slice_holds(&a->slice, a->copy) && a->buffers.current == 0;
}
