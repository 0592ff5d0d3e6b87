/* SPDX-License-Identifier: Apache-2.0 */
/* What only shows while an operation runs: too little temporary memory, bad offsets, an algorithm that is not there. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

#include "test_arena.h"
#include "test_backend.h"
#include "test_overlap.h"
#include "test_sentence.h"
#include "test_types.h"

/* Calls of every operation and pair, in place where that needs more; enough elements for some to need memory. */
static void with_every_need(void (*check)(tcu_context *context, const test_call *call, size_t need,
                                          const test_slice *out))
{
    enum { N = 100000 };
    tcu_context *context = test_context_new();
    test_memory in_memory = {0}, out_memory = {0}, offsets_memory = {0};
    const int64_t offsets[] = {0, 5, 5, 70000, N};
    test_slice offsets_slice = test_slice_open(&offsets_memory, sizeof offsets, 0, 0x33);
    test_copy_in(offsets_slice.data, offsets, sizeof offsets);
    int needs = 0;
    for (int operation = 0; operation < TEST_OPERATION_COUNT; operation++) {
        for (int i = 0; i < 2 * TEST_PAIR_COUNT; i++) {
            test_pair pair = test_pairs[i / 2];
            bool in_place = i % 2 == 1 && test_types[pair.in].bytes == test_types[pair.out].bytes;
            test_slice in = test_slice_open(&in_memory, N * test_types[pair.in].bytes, 0, 0x11);
            test_slice out = test_slice_open(&out_memory, N * test_types[pair.out].bytes, 0, 0x11);
            test_call call = {.operation = (test_operation)operation,
                              .in = in_place ? out.data : in.data,
                              .in_type = pair.in,
                              .out = out.data,
                              .out_type = pair.out,
                              .n = N,
                              .segment_size = 30,
                              .offsets = (const int64_t *)(const void *)offsets_slice.data,
                              .num_segments = 4};
            size_t need = 0;
            cr_assert_eq(test_call_query(context, &call, &need), TCU_SUCCESS, "%s", tcu_context_last_error(context));
            if (need > 0) {
                needs++;
                check(context, &call, need, &out);
                cr_expect(test_slice_guarded(&out) && test_slice_untouched(&out, 0, out.bytes), "%s %s -> %s wrote",
                          test_operation_names[operation], test_types[pair.in].name, test_types[pair.out].name);
            }
        }
    }
    /* The segmented reductions in place need memory for their results whatever the backend. */
    cr_expect_geq(needs, 2 * 12);
    tcu_context_destroy(context);
    test_memory_release(&in_memory);
    test_memory_release(&out_memory);
    test_memory_release(&offsets_memory);
}

static void expect_too_small(tcu_context *context, const test_call *call, size_t need, const test_slice *out)
{
    (void)out;
    static char garbage; /* never touched: the size is checked first */
    const size_t sizes[] = {need - 1, need / 2, 0};
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(tcu_context_set_workspace(context, &garbage, sizes[i]), TCU_SUCCESS);
        tcu_status status = test_call_run(context, call);
        const char *sentence = tcu_context_last_error(context);
        char given[32], needed[32];
        snprintf(given, sizeof given, "%zu", sizes[i]);
        snprintf(needed, sizeof needed, "%zu", need);
        cr_expect_eq(status, TCU_ERROR_WORKSPACE_TOO_SMALL, "%s, %zu of %zu bytes: status %d",
                     test_operation_names[call->operation], sizes[i], need, (int)status);
        cr_expect(test_mentions(sentence, "workspace") && test_mentions(sentence, given) &&
                      test_mentions(sentence, needed),
                  "%s", sentence);
    }
    cr_assert_eq(tcu_context_set_workspace(context, NULL, 0), TCU_SUCCESS);
}

Test(bad_memory, too_small_a_workspace, .timeout = 120)
{
    with_every_need(expect_too_small);
}

typedef struct sums_call {
    test_arena *arena;
    test_call call;
} sums_call;

static tcu_status run_sums(void *call)
{
    const sums_call *c = call;
    return test_call_run(c->arena->context, &c->call);
}

static bool sums_unchanged(void *call)
{
    return test_arena_unchanged(((sums_call *)call)->arena);
}

Test(bad_memory, a_workspace_on_an_array)
{
    test_arena arena = test_arena_new();
    for (int operation = 0; operation < TEST_OPERATION_COUNT; operation++) {
        for (int in_place = 0; in_place < 2; in_place++) {
            sums_call c = {&arena, test_arena_call(&arena, (test_operation)operation)};
            if (in_place) {
                c.call.in = c.call.out;
            }
            test_overlap_call overlap = {.operation = test_operation_names[operation],
                                         .context = arena.context,
                                         .arena = &c,
                                         .run = run_sums,
                                         .unchanged = sums_unchanged};
            cr_assert_eq(test_call_query(arena.context, &c.call, &overlap.need), TCU_SUCCESS);
            const test_overlap_array arrays[] = {
                {"in", c.call.in, c.call.n * sizeof(float)},
                {"out", c.call.out, test_call_outputs(&c.call) * sizeof(float)},
                {"offsets", c.call.offsets,
                 test_has_offsets(c.call.operation) ? (c.call.num_segments + 1) * sizeof(int64_t) : 0}};
            /* (in place "in" is named, of the two that are one) */
            test_overlap_expect(&overlap, arrays, in_place ? 1 : 3);
        }
    }
    test_arena_free(&arena);
}

static void expect_out_of_memory(tcu_context *context, const test_call *call, size_t need, const test_slice *out)
{
    (void)out;
    test_allocator allocator = {.refuse = true};
    cr_assert_eq(tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, &allocator),
                 TCU_SUCCESS);
    tcu_status status = test_call_run(context, call);
    const char *sentence = tcu_context_last_error(context);
    char needed[32];
    snprintf(needed, sizeof needed, "%zu", need);
    cr_expect_eq(status, TCU_ERROR_OUT_OF_MEMORY, "%s: status %d", test_operation_names[call->operation], (int)status);
    cr_expect(test_mentions(sentence, needed), "%s", sentence);
    cr_expect_eq(allocator.releases, 0, "what was never given was released");
    cr_assert_eq(tcu_context_set_allocator(context, NULL, NULL, NULL), TCU_SUCCESS);
}

Test(bad_memory, an_allocator_without_memory, .timeout = 120)
{
    with_every_need(expect_out_of_memory);
}

/* The host refuses offsets that decrease or leave [0, n]; a device, which alone can read them, clamps them, ends, and
 * touches nothing but `out`. */
Test(bad_memory, offsets_that_are_no_offsets, .timeout = 120)
{
    const struct {
        int index;
        int64_t value;
    } table[] = {
        {0, -1},        {0, 101},       {0, 1001}, {1, -1},         {1, 99999},
        {1, 500},       {5, 399},       {5, 601},  {5, INT64_MIN},  {5, INT64_MAX},
        {10, 899},      {10, 1001},     {10, -1},  {10, INT64_MAX}, {9, (int64_t)1 << 32},
        {0, INT64_MIN}, {0, INT64_MAX},
    };
    const test_operation operations[] = {TEST_SEGMENTED_REDUCE_OFFSETS, TEST_SEGMENTED_SCAN_OFFSETS};
    test_arena arena = test_arena_new();
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
            test_call call = test_arena_call(&arena, operations[i]);
            size_t at = (size_t)((const unsigned char *)(call.offsets + table[k].index) - arena.slice.data);
            int64_t good;
            memcpy(&good, arena.copy + at, sizeof good);
            memcpy(arena.copy + at, &table[k].value, sizeof good);
            call = test_arena_call(&arena, operations[i]);
            tcu_status status = test_call_run(arena.context, &call);
            const char *name = test_operation_names[operations[i]];
            if (test_on_cuda()) {
                cr_expect_eq(status, TCU_SUCCESS, "%s, row %zu: %s", name, k, tcu_context_last_error(arena.context));
                cr_expect(test_arena_unchanged_but_out(&arena, &call), "%s, row %zu wrote outside out", name, k);
            } else {
                const char *sentence = tcu_context_last_error(arena.context);
                cr_expect_eq(status, TCU_ERROR_INVALID_OFFSETS, "%s, row %zu: status %d", name, k, (int)status);
                cr_expect(strstr(sentence, "offsets[") != NULL, "%s, row %zu: %s", name, k, sentence);
                cr_expect(test_arena_unchanged(&arena), "%s, row %zu wrote memory", name, k);
            }
            memcpy(arena.copy + at, &good, sizeof good);
        }
    }
    test_arena_free(&arena);
}

/* The all-ones recursion sums floating-point arrays on the host, nothing else. */
Test(bad_memory, an_algorithm_where_it_is_not)
{
    const tcu_reduce_options options = {.algorithm = TCU_REDUCE_ALGORITHM_ALL_ONES};
    test_arena arena = test_arena_new();
    for (int operation = TEST_REDUCE; operation <= TEST_SEGMENTED_REDUCE_OFFSETS; operation++) {
        for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
            test_call call = test_arena_call(&arena, (test_operation)operation);
            call.in_type = test_pairs[pair].in;
            call.out_type = test_pairs[pair].out;
            call.n = 400;
            call.options = &options;
            if (test_has_offsets(call.operation)) {
                call.num_segments = 2;
            }
            if (operation == TEST_REDUCE && test_types[call.in_type].real && !test_on_cuda()) {
                cr_expect_eq(test_call_run(arena.context, &call), TCU_SUCCESS, "%s",
                             tcu_context_last_error(arena.context));
                continue;
            }
            size_t bytes = 4711;
            tcu_status status = test_call_run(arena.context, &call);
            cr_expect_eq(status, TCU_ERROR_UNSUPPORTED_ALGORITHM, "%s %s: status %d", test_operation_names[operation],
                         test_types[call.in_type].name, (int)status);
            cr_expect(test_mentions(tcu_context_last_error(arena.context), "algorithm"), "%s",
                      tcu_context_last_error(arena.context));
            cr_expect_eq(test_call_query(arena.context, &call, &bytes), TCU_ERROR_UNSUPPORTED_ALGORITHM);
            cr_expect_eq(bytes, 4711);
            cr_expect(test_arena_unchanged(&arena), "%s wrote memory", test_operation_names[operation]);
        }
    }
    test_arena_free(&arena);
}
