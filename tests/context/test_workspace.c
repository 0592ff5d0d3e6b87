/* SPDX-License-Identifier: Apache-2.0 */
/* Where temporary memory comes from, and which unit forms the sums: the setters that operations heed. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "primitives/context/context_internal.h"
#include "sums/runner.h"
#include "test_backend.h"
#include "test_sentence.h"

/* One case of every operation, long enough that backends need temporary memory where they ever do. */
static void every_operation(test_runner *runner, test_temporary temporary,
                            void (*check)(test_runner *runner, const test_case *t, size_t queried))
{
    const int64_t n = (int64_t)test_long(300001), offsets[] = {0, 10, 10, 5000, n / 3 * 2, n};
    for (int operation = 0; operation < TEST_OPERATION_COUNT; operation++) {
        for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
            test_case t = {.operation = (test_operation)operation,
                           .in_type = test_pairs[pair].in,
                           .out_type = test_pairs[pair].out,
                           .n = (uint64_t)n,
                           .segment_size = (uint64_t)n / 4,
                           .offsets = offsets,
                           .num_segments = 5,
                           .seed = test_seed_of_run(),
                           .temporary = temporary};
            cr_assert(test_runner_prepare(runner, &t) && test_runner_execute(runner, &t), "%s", runner->failure);
            test_call call = test_runner_call(runner, &t, NULL);
            size_t queried = 0;
            cr_assert_eq(test_call_query(runner->context, &call, &queried), TCU_SUCCESS);
            check(runner, &t, queried);
        }
    }
}

static void allocated_what_was_queried(test_runner *runner, const test_case *t, size_t queried)
{
    const test_allocator *allocator = &runner->allocator;
    if ((allocator->allocations > 0) != (queried > 0) || allocator->wrong_release ||
        (queried > 0 && allocator->last_bytes > queried)) {
        test_runner_fail(runner, t, "%zu allocations, the last of %zu bytes, but the query says %zu",
                         allocator->allocations, allocator->last_bytes, queried);
        cr_assert_fail("%s", runner->failure);
    }
}

Test(workspace, an_allocator_serves_every_operation, .timeout = 300)
{
    test_runner runner = test_runner_new();
    every_operation(&runner, TEST_TEMPORARY_ALLOCATOR, allocated_what_was_queried);
    test_runner_free(&runner);
}

static void allocated_nothing(test_runner *runner, const test_case *t, size_t queried)
{
    (void)queried;
    if (runner->allocator.allocations != 0) {
        test_runner_fail(runner, t, "%zu allocations beside the workspace", runner->allocator.allocations);
        cr_assert_fail("%s", runner->failure);
    }
}

Test(workspace, with_a_workspace_nothing_is_allocated, .timeout = 300)
{
    test_runner runner = test_runner_new();
    every_operation(&runner, TEST_TEMPORARY_WORKSPACE, allocated_nothing);
    test_runner_free(&runner);
}

Test(workspace, null_goes_back_to_the_allocator)
{
    test_runner runner = test_runner_new();
    test_memory memory = {0};
    test_memory_reserve(&memory, 16);
    const test_case t = {.in_type = TCU_TYPE_F32, .out_type = TCU_TYPE_F32, .n = 500000, .seed = 8};
    cr_assert_eq(tcu_context_set_workspace(runner.context, memory.base, 16), TCU_SUCCESS);
    cr_assert_eq(tcu_context_set_workspace(runner.context, NULL, 0), TCU_SUCCESS);
    test_runner_expect(&runner, &t);
    test_memory_release(&memory);
    test_runner_free(&runner);
}

Test(workspace, queries_do_not_decrease_with_n)
{
    tcu_context *context = test_context_new();
    const test_operation operations[] = {TEST_REDUCE, TEST_SCAN};
    for (int i = 0; i < 2; i++) {
        for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
            test_call call = {
                .operation = operations[i], .in_type = test_pairs[pair].in, .out_type = test_pairs[pair].out};
            size_t last = 0;
            for (uint64_t n = 0; n < (uint64_t)1 << 40; n += 1 + n / 7) {
                size_t bytes = SIZE_MAX;
                call.n = n;
                cr_assert_eq(test_call_query(context, &call, &bytes), TCU_SUCCESS, "%s",
                             tcu_context_last_error(context));
                cr_assert_geq(bytes, last, "%s, %s, n %llu", test_operation_names[operations[i]],
                              test_types[call.in_type].name, (unsigned long long)n);
                last = bytes;
            }
        }
    }
    tcu_context_destroy(context);
}

/* The queries of other operations, each of one type, and of segments of a few sizes where there are segments. */
enum { QUERIES = 18 };

static tcu_status query_other(tcu_context *context, int which, tcu_type type, uint64_t n, uint64_t size, size_t *bytes)
{
    const tcu_group_column column = {.aggregate = TCU_AGGREGATE_MAX, .value_type = type, .result_type = type},
                           columns[] = {
                               column, {.aggregate = TCU_AGGREGATE_COUNT, .result_type = TCU_TYPE_U64}, column};
    static uint64_t wanted; /* of pointers a query asks only whether they are NULL */
    const tcu_runs all = {.keys = &wanted, .lengths = &wanted, .offsets = (int64_t *)&wanted, .count = &wanted};
    const tcu_search_options in_order = {.values_sorted = 1};
    const tcu_type real = (tcu_type)(type % TEST_REALS);
    switch (which) {
    case 0:
        return tcu_linear_recurrence_workspace(context, real, n, NULL, bytes);
    case 1:
        return tcu_segmented_linear_recurrence_workspace(context, real, n, size, NULL, bytes);
    case 2:
        return tcu_segmented_linear_recurrence_offsets_workspace(context, real, n, size, NULL, bytes);
    case 3:
        return tcu_reduce_by_key_workspace(context, 4, type, type, n, NULL, NULL, bytes);
    case 4:
        return tcu_scan_by_key_workspace(context, 8, type, type, n, NULL, bytes);
    case 5:
        return tcu_unique_by_key_workspace(context, 4, 16, n, NULL, NULL, bytes);
    case 6:
        return tcu_group_by_workspace(context, TCU_TYPE_U32, n, &column, 1, NULL, NULL, bytes);
    case 7:
        return tcu_group_by_workspace(context, type, n, &column, 1, NULL, NULL, bytes);
    case 8:
        return tcu_reduce_extrema_workspace(context, type, n, NULL, bytes);
    case 9:
        return tcu_dot_workspace(context, type, type, n, NULL, bytes);
    case 10:
        return tcu_reduce_by_key_workspace(context, 2, type, type, n, &all, NULL, bytes);
    case 11:
        return tcu_unique_by_key_workspace(context, 16, 1, n, &all, NULL, bytes);
    case 12:
        return tcu_run_length_decode_workspace(context, TCU_TYPE_U32, n, type, 1000, NULL, bytes);
    case 13:
        return tcu_run_length_decode_workspace(context, TCU_TYPE_U64, 1000, 8 * (size_t)type, n, NULL, bytes);
    case 14:
        return tcu_merge_workspace(context, n, size, type, NULL, bytes);
    case 15:
        return tcu_merge_pairs_workspace(context, size, n, type, 16, NULL, bytes);
    case 16: /* of values that are sorted, the only ones that need any */
        return tcu_search_sorted_workspace(context, size, n, type, TCU_TYPE_U64, &in_order, bytes);
    default:
        return tcu_group_by_workspace(context, type, n, columns, 3, &all, NULL, bytes);
    }
}

Test(workspace, other_queries_do_not_decrease_with_n)
{
    static const uint64_t sizes[] = {1, 7, 64, 1000, 5000, 300000, UINT64_C(1) << 30};
    enum { SIZES = sizeof sizes / sizeof sizes[0] };
    tcu_context *context = test_context_new();
    for (int i = 0; i < QUERIES * TCU_TYPE_COUNT * SIZES; i++) {
        const int which = i % QUERIES, type = i / QUERIES % TCU_TYPE_COUNT;
        const uint64_t size = sizes[i / (QUERIES * TCU_TYPE_COUNT)];
        size_t last = 0;
        for (uint64_t n = 0; n < (uint64_t)1 << 40 && n / size < 1 << 30; n += 1 + n / 7) {
            size_t bytes = SIZE_MAX;
            cr_assert_eq(query_other(context, which, (tcu_type)type, n, size, &bytes), TCU_SUCCESS, "%s",
                         tcu_context_last_error(context));
            cr_assert_geq(bytes, last, "query %d, %s, n %llu, segments %llu: %zu bytes after %zu", which,
                          test_types[type].name, (unsigned long long)n, (unsigned long long)size, bytes, last);
            last = bytes;
        }
    }
    tcu_context_destroy(context);
}

/* Neither elements nor segments: nothing is asked for. Where nothing is written either, any workspace will do. */
Test(workspace, nothing_to_do_needs_none)
{
    enum { BYTES = 256 };
    static const int64_t zeros[4];
    tcu_context *context = test_context_new();
    test_memory memory = {0}, offsets_memory = {0};
    test_slice offsets = test_slice_open(&offsets_memory, sizeof zeros, 0, 0x33);
    test_copy_in(offsets.data, zeros, sizeof zeros);
    for (int operation = 0; operation < TEST_OPERATION_COUNT; operation++) {
        for (int without_segments = 0; without_segments < 2; without_segments++) {
            const test_slice out = test_slice_open(&memory, BYTES, 0, 0x11);
            const bool has_offsets = test_has_offsets((test_operation)operation);
            if (without_segments && !has_offsets) {
                continue;
            }
            const test_call call = {.operation = (test_operation)operation,
                                    .out = out.data,
                                    .in_type = TCU_TYPE_F32,
                                    .out_type = TCU_TYPE_F32,
                                    .segment_size = 7,
                                    .offsets = (const int64_t *)(const void *)offsets.data,
                                    .num_segments = without_segments ? 0 : 3};
            size_t need = 4711;
            cr_assert_eq(test_call_query(context, &call, &need), TCU_SUCCESS);
            cr_expect_eq(need, 0, "%s: %zu bytes", test_operation_names[operation], need);
            const uint64_t sums = operation == TEST_REDUCE ? 1 : operation == TEST_SEGMENTED_REDUCE_OFFSETS ? 3 : 0;
            const size_t written = without_segments ? 0 : (size_t)sums * sizeof(float);
            cr_assert_eq(tcu_context_set_workspace(context, out.data, written > 0 ? 0 : BYTES), TCU_SUCCESS);
            cr_expect_eq(test_call_run(context, &call), TCU_SUCCESS, "%s: %s", test_operation_names[operation],
                         tcu_context_last_error(context));
            test_synchronise();
            float values[3] = {1, 1, 1};
            test_copy_out(values, out.data, written);
            for (size_t i = 0; i < written / sizeof(float); i++) {
                cr_expect_eq(values[i], 0, "%s", test_operation_names[operation]);
            }
            cr_expect(test_slice_guarded(&out) && test_slice_untouched(&out, written, BYTES - written), "%s wrote",
                      test_operation_names[operation]);
        }
    }
    tcu_context_destroy(context);
    test_memory_release(&memory);
    test_memory_release(&offsets_memory);
}

Test(workspace, an_allocator_is_two_functions_or_none)
{
    tcu_context *context = test_context_new();
    cr_expect_eq(tcu_context_set_allocator(context, test_allocator_allocate, NULL, NULL), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(test_mentions(tcu_context_last_error(context), "release"), "%s", tcu_context_last_error(context));
    cr_expect_eq(tcu_context_set_allocator(context, NULL, test_allocator_release, NULL), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(test_mentions(tcu_context_last_error(context), "allocate"), "%s", tcu_context_last_error(context));
    cr_expect_eq(tcu_context_set_allocator(context, NULL, NULL, NULL), TCU_SUCCESS);
    tcu_context_destroy(context);
}

/* The host has no streams: it stores one and passes none on. */
Test(workspace, the_allocator_gets_the_stream)
{
    test_runner runner = test_runner_new();
    void *stream = test_on_cuda() ? NULL : &runner;
    cr_assert_eq(tcu_context_set_stream(runner.context, stream), TCU_SUCCESS);
    const test_case t = {.operation = TEST_SEGMENTED_REDUCE,
                         .in_type = TCU_TYPE_I32,
                         .out_type = TCU_TYPE_I32,
                         .n = 100000,
                         .segment_size = 10,
                         .in_place = true, /* needs room for the results for sure */
                         .seed = 3,
                         .temporary = TEST_TEMPORARY_ALLOCATOR};
    test_runner_expect(&runner, &t);
    cr_expect_gt(runner.allocator.allocations, 0);
    cr_expect_null(runner.allocator.last_stream);
    test_runner_free(&runner);
}

Test(arithmetic, starts_as_the_environment_says)
{
    const struct {
        const char *value;
        tcu_arithmetic arithmetic;
    } table[] = {{"matrix", TCU_ARITHMETIC_MATRIX},
                 {"plain", TCU_ARITHMETIC_PLAIN},
                 {"auto", TCU_ARITHMETIC_AUTO},
                 {NULL, TCU_ARITHMETIC_AUTO}};
    for (int i = 0; i < 4; i++) {
        if (table[i].value != NULL) {
            setenv("TCU_ARITHMETIC", table[i].value, 1);
        } else {
            unsetenv("TCU_ARITHMETIC");
        }
        tcu_context *context = test_context_new();
        cr_expect_eq(context->arithmetic, table[i].arithmetic, "row %d: %d", i, (int)context->arithmetic);
        tcu_context_destroy(context);
    }
}

Test(arithmetic, an_unknown_word_in_the_environment_is_an_error)
{
    const char *const words[] = {"Matrix", "tensor", "0", " plain", "plain "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        tcu_context *context = (tcu_context *)(void *)&context;
        setenv("TCU_ARITHMETIC", words[i], 1);
        cr_expect_eq(tcu_context_create(&context, test_backend_of_run(), -1), TCU_ERROR_INVALID_ARGUMENT);
        cr_expect_null(context);
        const char *sentence = tcu_context_last_error(NULL);
        cr_expect(test_mentions(sentence, "TCU_ARITHMETIC") && strstr(sentence, words[i]) != NULL, "%s", sentence);
    }
    setenv("TCU_ARITHMETIC", "", 1);
    tcu_context_destroy(test_context_new());
    unsetenv("TCU_ARITHMETIC");
}

Test(arithmetic, takes_its_enumerators_only)
{
    tcu_context *context = test_context_new();
    for (int arithmetic = TCU_ARITHMETIC_AUTO; arithmetic <= TCU_ARITHMETIC_PLAIN; arithmetic++) {
        cr_expect_eq(tcu_context_set_arithmetic(context, (tcu_arithmetic)arithmetic), TCU_SUCCESS);
        cr_expect_eq((int)context->arithmetic, arithmetic);
    }
    const int invalid[] = {-1, 3, 1000};
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(tcu_context_set_arithmetic(context, (tcu_arithmetic)invalid[i]), TCU_ERROR_INVALID_ARGUMENT);
        cr_expect_eq((int)context->arithmetic, TCU_ARITHMETIC_PLAIN, "a failed call changes nothing");
    }
    tcu_context_destroy(context);
}
