/* SPDX-License-Identifier: Apache-2.0 */
/* Temporary memory of sorts: too small a workspace, an allocator that has none, and how much queries ask for. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "sorting/arena.h"
#include "test_backend.h"
#include "test_overlap.h"
#include "test_sentence.h"

typedef test_sort_arena arena;

/* What the good call needs; in place every other time, where there is such a call. */
static size_t set_needy(arena *a, test_sort_operation operation, bool in_place)
{
    size_t need = 4711;
    test_sort_arena_set(a, operation);
    if (in_place && test_sort_works_in_place(operation)) {
        a->call.keys_out = (void *)(uintptr_t)a->call.keys_in;
    }
    cr_assert_eq(test_sort_query(a->context, &a->call, &need), TCU_SUCCESS, "%s", tcu_context_last_error(a->context));
    return need;
}

Test(radix_sort_memory, too_small_a_workspace)
{
    static char garbage; /* never touched: the size is checked first */
    arena *a = test_sort_arena_new();
    for (int i = 0; i < 2 * TEST_SORT_COUNT; i++) {
        const size_t need = set_needy(a, (test_sort_operation)(i / 2), i % 2 != 0);
        const size_t sizes[] = {0, 1, need / 2, need - 1};
        for (int k = 0; k < 4 && need > 0; k++) {
            char text[32];
            snprintf(text, sizeof text, "%zu", sizes[k]);
            cr_assert_eq(tcu_context_set_workspace(a->context, &garbage, sizes[k]), TCU_SUCCESS);
            cr_expect_eq(test_sort_run_call(a->context, &a->call), TCU_ERROR_WORKSPACE_TOO_SMALL);
            cr_expect(test_mentions(tcu_context_last_error(a->context), "workspace") &&
                      test_mentions(tcu_context_last_error(a->context), text));
            cr_expect(test_sort_arena_unchanged(a));
        }
        cr_assert_eq(tcu_context_set_workspace(a->context, NULL, 0), TCU_SUCCESS);
    }
    test_sort_arena_free(a);
}

static tcu_status run(void *a)
{
    return test_sort_run_call(((arena *)a)->context, &((arena *)a)->call);
}

static bool unchanged(void *a)
{
    return test_sort_arena_unchanged(a);
}

Test(radix_sort_memory, a_workspace_on_an_array)
{
    arena *a = test_sort_arena_new();
    for (int i = 0; i < 2 * TEST_SORT_COUNT; i++) {
        const test_sort_operation operation = (test_sort_operation)(i / 2);
        const bool in_place = i % 2 != 0 && test_sort_works_in_place(operation);
        const test_overlap_call overlap = {.operation = test_sort_names[operation],
                                           .context = a->context,
                                           .need = set_needy(a, operation, i % 2 != 0),
                                           .arena = a,
                                           .run = run,
                                           .unchanged = unchanged};
        const bool has_indices = operation == TEST_SORT_ARGSORT, by_buffers = operation == TEST_SORT_BUFFERS;
        const bool has_values = test_sort_takes_values(operation) || by_buffers;
        const size_t key_bytes = TEST_SORT_ITEMS * sizeof(float), value_bytes = TEST_SORT_ITEMS * 8;
        const test_overlap_array arrays[] = {
            {by_buffers    ? "buffers.keys[0]"
             : has_indices ? "keys"
                           : "keys_in",
             by_buffers ? a->buffers.keys[0] : a->call.keys_in, key_bytes},
            {by_buffers ? "buffers.values[0]" : "values_in", by_buffers ? a->buffers.values[0] : a->call.values_in,
             has_values ? value_bytes : 0},
            {"offsets", a->call.offsets,
             test_sort_takes_offsets(operation) ? (TEST_SORT_SEGMENTS + 1) * sizeof(int64_t) : 0},
            /* (in place inputs are named) */
            {by_buffers ? "buffers.keys[1]" : "keys_out", by_buffers ? a->buffers.keys[1] : a->call.keys_out,
             has_indices || in_place ? 0 : key_bytes},
            {by_buffers    ? "buffers.values[1]"
             : has_indices ? "indices"
                           : "values_out",
             by_buffers ? a->buffers.values[1] : a->call.values_out,
             in_place      ? 0
             : has_indices ? TEST_SORT_ITEMS * sizeof(uint32_t)
             : has_values  ? value_bytes
                           : 0}};
        test_overlap_expect(&overlap, arrays, sizeof arrays / sizeof arrays[0]);
    }
    test_sort_arena_free(a);
}

/* Neither keys nor segments: nothing is asked for, and any workspace will do. */
Test(radix_sort_memory, nothing_to_do_needs_none)
{
    arena *a = test_sort_arena_new();
    for (int i = 0; i < 2 * TEST_SORT_COUNT; i++) {
        const test_sort_operation operation = (test_sort_operation)(i / 2);
        const bool without_segments = i % 2 != 0;
        if (without_segments && !test_sort_takes_offsets(operation)) {
            continue;
        }
        size_t need = 4711;
        test_sort_arena_set(a, operation);
        if (without_segments) {
            a->call.num_segments = 0;
        } else {
            a->call.n = 0;
        }
        cr_assert_eq(test_sort_query(a->context, &a->call, &need), TCU_SUCCESS);
        cr_expect_eq(need, 0, "%s: %zu bytes", test_sort_names[operation], need);
        cr_assert_eq(tcu_context_set_workspace(a->context, a->slice.data, TEST_SORT_ARENA_BYTES), TCU_SUCCESS);
        if (!without_segments) {
            a->call.num_segments = 0; /* (offsets leave [0, 0]) */
        }
        cr_expect_eq(test_sort_run_call(a->context, &a->call), TCU_SUCCESS, "%s: %s", test_sort_names[operation],
                     tcu_context_last_error(a->context));
        cr_assert_eq(tcu_context_set_workspace(a->context, NULL, 0), TCU_SUCCESS);
        cr_expect(test_sort_arena_unchanged(a), "%s: memory was written", test_sort_names[operation]);
    }
    test_sort_arena_free(a);
}

Test(radix_sort_memory, an_allocator_without_memory)
{
    arena *a = test_sort_arena_new();
    test_allocator allocator = {.refuse = true};
    for (int i = 0; i < 2 * TEST_SORT_COUNT; i++) {
        const size_t need = set_needy(a, (test_sort_operation)(i / 2), i % 2 != 0);
        cr_assert_eq(tcu_context_set_allocator(a->context, test_allocator_allocate, test_allocator_release, &allocator),
                     TCU_SUCCESS);
        const tcu_status status = test_sort_run_call(a->context, &a->call);
        cr_expect_eq(status, need > 0 ? TCU_ERROR_OUT_OF_MEMORY : TCU_SUCCESS, "%s: status %d", test_sort_names[i / 2],
                     (int)status);
        cr_expect(need == 0 || test_sort_arena_unchanged(a), "%s: memory was written", test_sort_names[i / 2]);
        cr_assert_eq(tcu_context_set_allocator(a->context, NULL, NULL, NULL), TCU_SUCCESS);
    }
    test_synchronise();
    test_sort_arena_free(a);
}

/* As the header says: never less for more elements, and between two buffers little for any number. */
static void expect_to_grow(arena *a, test_sort_operation operation)
{
    const size_t most_between_buffers = (size_t)64 << 20;
    size_t before = 0;
    /* (Behind even numbers the next one: limits are often multiples of powers of two.) */
    for (uint64_t n = 0; n < (uint64_t)1 << 40; n = n < 300 || n % 2 == 0 ? n + 1 : n + n / 7) {
        size_t bytes = 0;
        a->call.n = n;
        cr_assert_eq(test_sort_query(a->context, &a->call, &bytes), TCU_SUCCESS);
        cr_assert(bytes >= before, "%s, key type %d, segments of %zu: %zu bytes for n %zu, but %zu for fewer",
                  test_sort_names[operation], (int)a->call.key_type, (size_t)a->call.segment_size, bytes, (size_t)n,
                  before);
        cr_assert(operation != TEST_SORT_BUFFERS || bytes <= most_between_buffers);
        before = bytes;
    }
}

Test(radix_sort_memory, queries_grow_with_n_but_not_between_buffers)
{
    /* As long as there are elements; of which there is one first, and more later. */
    static const uint64_t segment_sizes[] = {UINT64_MAX, 5, 8192, 8193, 100000};
    arena *a = test_sort_arena_new();
    for (int operation = 0; operation < TEST_SORT_COUNT; operation++) {
        for (int type = 0; type < TCU_TYPE_COUNT; type++) {
            for (int in_place = 0; in_place < 2; in_place++) {
                for (size_t s = 0; s < sizeof segment_sizes / sizeof segment_sizes[0]; s++) {
                    set_needy(a, (test_sort_operation)operation, in_place != 0);
                    a->call.key_type = (tcu_type)type;
                    a->call.index_type = TCU_TYPE_U64;
                    a->call.segment_size = segment_sizes[s];
                    expect_to_grow(a, (test_sort_operation)operation);
                }
            }
        }
    }
    test_sort_arena_free(a);
}
