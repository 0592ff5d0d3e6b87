/* SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "test_backend.h"
#include "test_sentence.h"

test_compaction_arena *test_compaction_arena_new(void)
{
    test_compaction_arena *a = calloc(1, sizeof *a);
    cr_assert_not_null(a);
    a->context = test_context_new();
    for (int i = 0; i < TEST_ARENA_BYTES; i++) {
        a->copy[i] = (unsigned char)(i * 7 % 5);
    }
    return a;
}

void test_compaction_arena_free(test_compaction_arena *a)
{
    cr_expect_eq(tcu_context_destroy(a->context), TCU_SUCCESS);
    test_memory_release(&a->memory);
    free(a);
}

void test_compaction_arena_set(test_compaction_arena *a, test_compaction_operation operation)
{
    a->slice = test_slice_open(&a->memory, TEST_ARENA_BYTES, 0, 0x5a);
    test_copy_in(a->slice.data, a->copy, TEST_ARENA_BYTES);
    unsigned char *data = a->slice.data;
    a->value = 1;
    a->upper = 2;
    a->predicate = (tcu_predicate)TCU_PREDICATE_INIT(TCU_COMPARE_INSIDE, &a->value);
    a->predicate.upper = &a->upper;
    a->options = (tcu_compact_options)TCU_COMPACT_OPTIONS_INIT;
    for (int c = 0; c < TEST_ARENA_COLUMNS; c++) {
        a->columns[c] = (tcu_column){data + TEST_ARENA_IN_AT + c * TEST_ARENA_ROOM,
                                     data + TEST_ARENA_OUT_AT + c * TEST_ARENA_ROOM, (size_t)4 << c};
    }
    a->call = (test_compaction_call){.operation = operation,
                                     .in = data + TEST_ARENA_IN_AT,
                                     .item_bytes = 4,
                                     .type = TCU_TYPE_F32,
                                     .predicate = &a->predicate,
                                     .flags = data + TEST_ARENA_FLAGS_AT,
                                     .columns = a->columns,
                                     .num_columns = TEST_ARENA_COLUMNS,
                                     .out = data + TEST_ARENA_OUT_AT,
                                     .indices = data + TEST_ARENA_INDICES_AT,
                                     .index_type = TCU_TYPE_U32,
                                     .run_lengths = (uint64_t *)(void *)(data + TEST_ARENA_LENGTHS_AT),
                                     .count = (uint64_t *)(void *)(data + TEST_ARENA_COUNT_AT),
                                     .n = TEST_ARENA_ITEMS,
                                     .options = &a->options};
}

void test_compaction_arena_use_context_values(test_compaction_arena *a)
{
    a->predicate.in_context_memory = 1;
    a->predicate.value = a->slice.data + TEST_ARENA_VALUE_AT;
    a->predicate.upper = a->slice.data + TEST_ARENA_UPPER_AT;
}

bool test_compaction_arena_unchanged(test_compaction_arena *a)
{
    test_synchronise();
    return test_slice_guarded(&a->slice) && test_slice_holds(&a->slice, a->copy);
}

void test_compaction_arena_expect_refusal(test_compaction_arena *a, tcu_status expected, const char *word, size_t value)
{
    const test_compaction_call *call = &a->call;
    const tcu_status status = test_compaction_run_call(a->context, call);
    const char *sentence = tcu_context_last_error(a->context);
    char text[32];
    snprintf(text, sizeof text, "%zu", value);
    cr_expect_eq(status, expected, "%s, %s %zu: status %d", test_compaction_names[call->operation], word, value,
                 (int)status);
    cr_expect(test_mentions(sentence, word) && test_mentions(sentence, text), "%s: \"%s\" does not name %s and %s",
              test_compaction_names[call->operation], sentence, word, text);
    cr_expect(test_compaction_arena_unchanged(a), "%s, %s %zu: memory was written",
              test_compaction_names[call->operation], word, value);
}
