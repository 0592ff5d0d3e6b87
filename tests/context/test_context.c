/* SPDX-License-Identifier: Apache-2.0 */
/* A context's life: creating, properties, destroying, the error sentence; and what the library says about itself. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

#include "primitives/context/context_internal.h"
#include "sums/operation.h"
#include "test_backend.h"
#include "test_sentence.h"

static void *const anything = (void *)0x1000;

Test(context, reports_its_properties)
{
    tcu_context *context = test_context_new();
    tcu_properties properties;
    memset(&properties, 0xaa, sizeof properties);
    cr_assert_eq(tcu_context_get_properties(context, &properties), TCU_SUCCESS);
    cr_expect_eq(properties.backend, test_backend_of_run());
    cr_expect_not_null(memchr(properties.name, '\0', sizeof properties.name), "name is not terminated");
    cr_expect_neq(properties.name[0], '\0', "name is empty");
    cr_expect_gt(properties.multiprocessors, 0);
    cr_expect_str_eq(properties.fallback_reason, "");
    if (test_on_cuda()) {
        cr_expect_geq(properties.device, 0);
        cr_expect_geq(properties.compute_capability_major, 8);
        cr_expect_gt(properties.memory_bytes, (size_t)1 << 30);
        cr_expect_geq(properties.shared_memory_per_block, 48u * 1024);
    } else {
        cr_expect_eq(properties.device, -1);
        cr_expect_eq(properties.compute_capability_major, 0);
        cr_expect_eq(properties.compute_capability_minor, 0);
        cr_expect_eq(properties.memory_bytes, 0);
        cr_expect_eq(properties.shared_memory_per_block, 0);
    }
    cr_expect_eq(tcu_context_get_properties(context, NULL), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(test_mentions(tcu_context_last_error(context), "properties"), "%s", tcu_context_last_error(context));
    tcu_context_destroy(context);
}

Test(context, auto_takes_cuda_or_says_why_not)
{
    const int devices[] = {-1, 0, 9999};
    for (int i = 0; i < 3; i++) {
        tcu_context *context = NULL;
        cr_assert_eq(tcu_context_create(&context, TCU_BACKEND_AUTO, devices[i]), TCU_SUCCESS);
        tcu_properties properties;
        cr_assert_eq(tcu_context_get_properties(context, &properties), TCU_SUCCESS);
        cr_expect_neq(properties.backend, TCU_BACKEND_AUTO);
        cr_expect_eq(properties.backend == TCU_BACKEND_HOST, properties.fallback_reason[0] != '\0',
                     "device %d: backend %d, reason \"%s\"", devices[i], (int)properties.backend,
                     properties.fallback_reason);
        if (test_on_cuda() || devices[i] == 9999) {
            cr_expect_eq(properties.backend, devices[i] == 9999 ? TCU_BACKEND_HOST : TCU_BACKEND_CUDA);
        }
        if (properties.backend == TCU_BACKEND_HOST) {
            cr_expect_eq(properties.device, -1);
            cr_expect_eq(properties.memory_bytes, 0);
            cr_expect_gt(properties.multiprocessors, 0);
        }
        cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
    }
}

Test(context, processors_are_there_whatever_the_device)
{
    const int devices[] = {-1, 0, 9999};
    const tcu_backend backends[] = {TCU_BACKEND_HOST, TCU_BACKEND_REFERENCE};
    for (int i = 0; i < 6; i++) {
        tcu_context *context = NULL;
        cr_assert_eq(tcu_context_create(&context, backends[i / 3], devices[i % 3]), TCU_SUCCESS);
        tcu_properties properties;
        cr_assert_eq(tcu_context_get_properties(context, &properties), TCU_SUCCESS);
        cr_expect_eq(properties.backend, backends[i / 3]);
        cr_expect(backends[i / 3] == TCU_BACKEND_HOST || properties.multiprocessors == 1, "%d threads",
                  properties.multiprocessors);
        cr_expect_str_eq(properties.fallback_reason, "", "it was asked for, it did not fall back");
        tcu_context_destroy(context);
    }
}

Test(context, refuses_what_cannot_be_created)
{
    const struct {
        int backend, device;
        tcu_status status;
        const char *word, *value;
    } table[] = {
        {4, -1, TCU_ERROR_INVALID_ARGUMENT, "backend", "4"},
        {-1, -1, TCU_ERROR_INVALID_ARGUMENT, "backend", "-1"},
        {1 << 20, -1, TCU_ERROR_INVALID_ARGUMENT, "backend", "1048576"},
        {TCU_BACKEND_AUTO, -2, TCU_ERROR_INVALID_ARGUMENT, "device", "-2"},
        {TCU_BACKEND_HOST, -2, TCU_ERROR_INVALID_ARGUMENT, "device", "-2"},
        {TCU_BACKEND_CUDA, -100, TCU_ERROR_INVALID_ARGUMENT, "device", "-100"},
        {TCU_BACKEND_CUDA, 9999, TCU_ERROR_BACKEND_UNAVAILABLE, "device", "9999"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        tcu_context *context = anything;
        tcu_status status = tcu_context_create(&context, (tcu_backend)table[i].backend, table[i].device);
        const char *sentence = tcu_context_last_error(NULL);
        cr_expect_eq(status, table[i].status, "row %zu: status %d", i, (int)status);
        cr_expect_null(context, "row %zu: a failed call has to set *context to NULL", i);
        cr_expect(test_mentions(sentence, table[i].word) && test_mentions(sentence, table[i].value), "row %zu: %s", i,
                  sentence);
    }
    cr_expect_eq(tcu_context_create(NULL, TCU_BACKEND_HOST, -1), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(test_mentions(tcu_context_last_error(NULL), "context"), "%s", tcu_context_last_error(NULL));
}

/* Every function that takes a context. */
static void expect_invalid(tcu_context *context, const char *what)
{
    tcu_properties properties;
    int value = 1, result = 7;
    size_t bytes = 99;
    const tcu_status statuses[] = {
        tcu_context_set_stream(context, NULL),
        tcu_context_set_workspace(context, NULL, 0),
        tcu_context_set_allocator(context, NULL, NULL, NULL),
        tcu_context_set_arithmetic(context, TCU_ARITHMETIC_AUTO),
        tcu_context_set_threads(context, 1),
        tcu_context_set_pointer_checks(context, 1),
        tcu_context_get_properties(context, &properties),
    };
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        cr_expect_eq(statuses[i], TCU_ERROR_INVALID_CONTEXT, "%s context, function %zu: status %d", what, i,
                     (int)statuses[i]);
    }
    for (int operation = 0; operation < TEST_OPERATION_COUNT; operation++) {
        const int64_t offsets[] = {0, 1};
        test_call call = {(test_operation)operation,
                          TCU_SCAN_INCLUSIVE,
                          &value,
                          TCU_TYPE_I32,
                          &result,
                          TCU_TYPE_I32,
                          1,
                          1,
                          offsets,
                          1,
                          NULL,
                          NULL};
        cr_expect_eq(test_call_run(context, &call), TCU_ERROR_INVALID_CONTEXT, "%s context, %s", what,
                     test_operation_names[operation]);
        cr_expect(test_mentions(tcu_context_last_error(NULL), "context"), "%s context, %s: %s", what,
                  test_operation_names[operation], tcu_context_last_error(NULL));
        cr_expect_eq(test_call_query(context, &call, &bytes), TCU_ERROR_INVALID_CONTEXT, "%s context, %s_workspace",
                     what, test_operation_names[operation]);
    }
    cr_expect_eq(result, 7, "out was written");
    cr_expect_eq(bytes, 99, "*bytes was written");
    cr_expect(test_mentions(tcu_context_last_error(context), "context"), "the thread's sentence stands in for it");
}

Test(context, a_null_context_is_refused)
{
    expect_invalid(NULL, "null");
    cr_expect_eq(tcu_context_destroy(NULL), TCU_SUCCESS);
}

Test(context, a_destroyed_context_is_recognised)
{
    tcu_context *context = test_context_new();
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
    expect_invalid(context, "destroyed");
    cr_expect_eq(tcu_context_destroy(context), TCU_ERROR_INVALID_CONTEXT, "destroyed twice");
    /* Also after many others. */
    for (int i = 0; i < 1000; i++) {
        cr_assert_eq(tcu_context_destroy(test_context_new()), TCU_SUCCESS);
    }
    expect_invalid(context, "long ago destroyed");
    cr_expect_eq(tcu_context_destroy(context), TCU_ERROR_INVALID_CONTEXT, "destroyed twice");
}

Test(context, many_exist_side_by_side)
{
    enum { COUNT = 200 };
    tcu_context *contexts[COUNT];
    for (int i = 0; i < COUNT; i++) {
        contexts[i] = test_context_new();
        for (int j = 0; j < i; j++) {
            cr_assert_neq(contexts[i], contexts[j]);
        }
    }
    for (int i = 0; i < COUNT; i++) {
        cr_assert_eq(tcu_context_destroy(contexts[i]), TCU_SUCCESS);
    }
}

Test(context, keeps_the_sentence_of_the_last_failure)
{
    tcu_context *context = test_context_new(), *other = test_context_new();
    cr_expect_str_eq(tcu_context_last_error(context), "");
    cr_expect_eq(tcu_context_set_arithmetic(context, (tcu_arithmetic)17), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(test_mentions(tcu_context_last_error(context), "arithmetic") &&
                  test_mentions(tcu_context_last_error(context), "17"),
              "%s", tcu_context_last_error(context));
    cr_expect_eq(tcu_context_set_arithmetic(context, TCU_ARITHMETIC_PLAIN), TCU_SUCCESS);
    cr_expect_str_eq(tcu_context_last_error(context), "", "a call that succeeds clears it");
    cr_expect_eq(tcu_context_set_workspace(context, NULL, 12), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(test_mentions(tcu_context_last_error(context), "workspace") &&
                  test_mentions(tcu_context_last_error(context), "12"),
              "%s", tcu_context_last_error(context));
    cr_expect_str_eq(tcu_context_last_error(other), "", "a sentence belongs to its context");
    tcu_context_destroy(context);
    tcu_context_destroy(other);
}

/* Also of calls without a context. */
Test(context, sentences_begin_with_the_function)
{
    static const char of_workspace[] = "tcu_context_set_workspace: ", of_scan[] = "tcu_scan: ",
                      of_query[] = "tcu_scan_workspace: ", of_create[] = "tcu_context_create: ";
    tcu_context *context = test_context_new(), *none = NULL;
    cr_expect_eq(tcu_context_set_workspace(context, NULL, 12), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(strncmp(tcu_context_last_error(context), of_workspace, sizeof of_workspace - 1) == 0, "%s",
              tcu_context_last_error(context));
    cr_expect_eq(tcu_scan(context, TCU_SCAN_INCLUSIVE, NULL, TCU_TYPE_F32, NULL, TCU_TYPE_F32, 1, NULL),
                 TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(strncmp(tcu_context_last_error(context), of_scan, sizeof of_scan - 1) == 0, "%s",
              tcu_context_last_error(context));
    cr_expect_eq(tcu_scan_workspace(NULL, TCU_TYPE_F32, TCU_TYPE_F32, 1, NULL, NULL), TCU_ERROR_INVALID_CONTEXT);
    cr_expect(strncmp(tcu_context_last_error(NULL), of_query, sizeof of_query - 1) == 0, "%s",
              tcu_context_last_error(NULL));
    cr_expect_eq(tcu_context_create(&none, (tcu_backend)7, -1), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(strncmp(tcu_context_last_error(NULL), of_create, sizeof of_create - 1) == 0, "%s",
              tcu_context_last_error(NULL));
    tcu_context *created = test_context_new();
    cr_expect_str_eq(tcu_context_last_error(NULL), "", "a call that succeeds clears it");
    tcu_context_destroy(created);
    tcu_context_destroy(context);
}

Test(context, has_a_sentence_for_code_that_no_call_reaches)
{
    tcu_context *context = test_context_new();
    cr_expect_eq(tcui_fail_unreachable(context, "a scan of letters"), TCU_ERROR_DEVICE);
    cr_expect(test_mentions(tcu_context_last_error(context), "letters"), "%s", tcu_context_last_error(context));
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
}

Test(library, knows_its_version)
{
    cr_expect_eq(tcu_version(), TCU_VERSION);
    cr_expect_eq(TCU_VERSION, 10000 * TCU_VERSION_MAJOR + 100 * TCU_VERSION_MINOR + TCU_VERSION_PATCH);
}

Test(library, says_every_status_in_words)
{
    for (int i = TCU_SUCCESS; i <= TCU_ERROR_INVALID_LEVELS; i++) {
        cr_assert_not_null(tcu_status_string((tcu_status)i));
        cr_expect_gt(strlen(tcu_status_string((tcu_status)i)), 4, "status %d", i);
        for (int j = TCU_SUCCESS; j < i; j++) {
            cr_expect_str_neq(tcu_status_string((tcu_status)i), tcu_status_string((tcu_status)j), "statuses %d, %d", i,
                              j);
        }
    }
    const int unknown[] = {-1, TCU_ERROR_INVALID_LEVELS + 1, 1000};
    for (int i = 0; i < 3; i++) {
        cr_assert_not_null(tcu_status_string((tcu_status)unknown[i]));
        cr_expect_str_neq(tcu_status_string((tcu_status)unknown[i]), tcu_status_string(TCU_SUCCESS));
    }
}

/* Programs store these numbers and other languages repeat them: they never change. */
Test(library, pins_its_enumerators)
{
    const int pinned[][2] = {
        {TCU_SUCCESS, 0},
        {TCU_ERROR_INVALID_ARGUMENT, 1},
        {TCU_ERROR_UNSUPPORTED_TYPE, 2},
        {TCU_ERROR_MISALIGNED, 3},
        {TCU_ERROR_OVERLAP, 4},
        {TCU_ERROR_SIZE_OVERFLOW, 5},
        {TCU_ERROR_WORKSPACE_TOO_SMALL, 6},
        {TCU_ERROR_OUT_OF_MEMORY, 7},
        {TCU_ERROR_BACKEND_UNAVAILABLE, 8},
        {TCU_ERROR_INVALID_CONTEXT, 9},
        {TCU_ERROR_INVALID_OFFSETS, 10},
        {TCU_ERROR_UNSUPPORTED_ALGORITHM, 11},
        {TCU_ERROR_DEVICE, 12},
        {TCU_ERROR_INVALID_LEVELS, 13},
        {TCU_TYPE_F16, 0},
        {TCU_TYPE_BF16, 1},
        {TCU_TYPE_F32, 2},
        {TCU_TYPE_F64, 3},
        {TCU_TYPE_I8, 4},
        {TCU_TYPE_U8, 5},
        {TCU_TYPE_I16, 6},
        {TCU_TYPE_U16, 7},
        {TCU_TYPE_I32, 8},
        {TCU_TYPE_U32, 9},
        {TCU_TYPE_I64, 10},
        {TCU_TYPE_U64, 11},
        {TCU_TYPE_COUNT, 12},
        {TCU_BACKEND_AUTO, 0},
        {TCU_BACKEND_HOST, 1},
        {TCU_BACKEND_CUDA, 2},
        {TCU_ARITHMETIC_AUTO, 0},
        {TCU_ARITHMETIC_MATRIX, 1},
        {TCU_ARITHMETIC_PLAIN, 2},
        {TCU_SCAN_INCLUSIVE, 0},
        {TCU_SCAN_EXCLUSIVE, 1},
        {TCU_REDUCE_ALGORITHM_AUTO, 0},
        {TCU_REDUCE_ALGORITHM_WORK_EFFICIENT, 1},
        {TCU_REDUCE_ALGORITHM_ALL_ONES, 2},
    };
    for (size_t i = 0; i < sizeof pinned / sizeof pinned[0]; i++) {
        cr_expect_eq(pinned[i][0], pinned[i][1], "row %zu", i);
    }
}
