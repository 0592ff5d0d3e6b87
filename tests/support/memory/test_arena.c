/* SPDX-License-Identifier: Apache-2.0 */
#include "test_arena.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "test_backend.h"

/* Places of the arena, each with room for the longest buffer and as much before and behind it. */
enum {
    ROOM = 16384,
    OUT_AT = 1 * ROOM,
    IN_AT = 3 * ROOM,
    OFFSETS_AT = 5 * ROOM,
    ARENA_BYTES = 7 * ROOM,
};

test_arena test_arena_new(void)
{
    test_arena arena = {0};
    arena.context = test_context_new();
    arena.copy = malloc(ARENA_BYTES);
    cr_assert_not_null(arena.copy);
    memset(arena.copy, 0x5a, ARENA_BYTES);
    for (int i = 0; i < TEST_ARENA_ELEMENTS; i++) {
        float value = (float)(i % 7) - 2.5f;
        memcpy(arena.copy + IN_AT + (size_t)i * sizeof value, &value, sizeof value);
    }
    for (int i = 0; i <= TEST_ARENA_SEGMENTS; i++) {
        int64_t offset = i * (TEST_ARENA_ELEMENTS / TEST_ARENA_SEGMENTS);
        memcpy(arena.copy + OFFSETS_AT + (size_t)i * sizeof offset, &offset, sizeof offset);
    }
    return arena;
}

void test_arena_free(test_arena *arena)
{
    cr_expect_eq(tcu_context_destroy(arena->context), TCU_SUCCESS);
    test_memory_release(&arena->memory);
    free(arena->copy);
}

test_call test_arena_call(test_arena *arena, test_operation operation)
{
    arena->slice = test_slice_open(&arena->memory, ARENA_BYTES, 0, 0x5a);
    test_copy_in(arena->slice.data, arena->copy, ARENA_BYTES);
    arena->options = (tcu_reduce_options)TCU_REDUCE_OPTIONS_INIT;
    arena->scan_options = (tcu_scan_options)TCU_SCAN_OPTIONS_INIT;
    test_call call = {
        .operation = operation,
        .kind = TCU_SCAN_INCLUSIVE,
        .in = arena->slice.data + IN_AT,
        .in_type = TCU_TYPE_F32,
        .out = arena->slice.data + OUT_AT,
        .out_type = TCU_TYPE_F32,
        .n = TEST_ARENA_ELEMENTS,
        .segment_size = TEST_ARENA_ELEMENTS / TEST_ARENA_SEGMENTS,
        .num_segments = test_has_offsets(operation) ? TEST_ARENA_SEGMENTS : 0,
        .scan_options = &arena->scan_options,
    };
    if (test_has_offsets(operation)) {
        call.offsets = (const int64_t *)(const void *)(arena->slice.data + OFFSETS_AT);
    }
    return call;
}

bool test_arena_unchanged(test_arena *arena)
{
    test_synchronise();
    return test_slice_guarded(&arena->slice) && test_slice_holds(&arena->slice, arena->copy);
}

bool test_arena_unchanged_but_out(test_arena *arena, const test_call *call)
{
    test_synchronise();
    unsigned char now[ARENA_BYTES];
    test_copy_out(now, arena->slice.data, ARENA_BYTES);
    size_t out = (size_t)((unsigned char *)call->out - arena->slice.data);
    memcpy(now + out, arena->copy + out, test_call_outputs(call) * tcu_type_size(call->out_type));
    return test_slice_guarded(&arena->slice) && memcmp(now, arena->copy, ARENA_BYTES) == 0;
}
