/* SPDX-License-Identifier: Apache-2.0 */
/* Code paths by name: TCU_PATH, and what a call says of itself. tests/cuda/test_cuda_forced_paths.c runs them all. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "primitives/context/path.h"
#include "sums/runner.h"
#include "test_backend.h"
#include "test_sentence.h"

Test(paths, unknown_names_are_errors)
{
    const struct {
        const char *value, *word;
    } table[] = {{"scans:host", "scans"},      {"scan:tilse", "tilse"}, {"scan", "scan"},
                 {":host", "reduce"},          {"scan:", "scan"},       {"radix_sort:passes:1", "radix_sort"},
                 {"scan:host,nothing", "scan"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        tcu_context *context = (tcu_context *)(void *)&context;
        setenv("TCU_PATH", table[i].value, 1);
        cr_expect_eq(tcu_context_create(&context, test_backend_of_run(), -1), TCU_ERROR_INVALID_ARGUMENT, "row %zu", i);
        cr_expect_null(context, "row %zu", i);
        const char *sentence = tcu_context_last_error(NULL);
        cr_expect(test_mentions(sentence, "TCU_PATH") && test_mentions(sentence, table[i].word), "row %zu: %s", i,
                  sentence);
    }
    unsetenv("TCU_PATH");
}

Test(paths, every_name_of_the_tables_is_known)
{
    tcu_context *of_tables = test_context_new();
    for (int id = 0; id < TCUI_OPERATIONS; id++) {
        const tcui_operation *operation = of_tables->backend->operations[id];
        cr_assert_eq((int)operation->id, id);
        for (int p = 0; p < operation->num_paths; p++) {
            char value[100];
            snprintf(value, sizeof value, "%s:%s", operation->name, operation->paths[p].name);
            setenv("TCU_PATH", value, 1);
            tcu_context *context = test_context_new();
            for (int other = 0; other < TCUI_OPERATIONS; other++) {
                cr_expect_eq(context->forced_paths[other], other == id ? &operation->paths[p] : NULL, "%s", value);
            }
            tcu_context_destroy(context);
        }
    }
    unsetenv("TCU_PATH");
    tcu_context_destroy(of_tables);
}

/* And it is not the host's. */
Test(paths, the_reference_has_one_path)
{
    const tcui_operation_id ids[] = {TCUI_REDUCE,     TCUI_SCAN,       TCUI_COMPACT,  TCUI_HISTOGRAM, TCUI_RADIX_SORT,
                                     TCUI_MOMENTS,    TCUI_RECURRENCE, TCUI_BY_KEY,   TCUI_EXTREMA,   TCUI_GATHER,
                                     TCUI_RUN_LENGTH, TCUI_MERGE,      TCUI_SELECTION};
    tcu_context *context = NULL;
    cr_assert_eq(tcu_context_create(&context, TCU_BACKEND_REFERENCE, -1), TCU_SUCCESS);
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        const tcui_operation *operation = context->backend->operations[ids[i]];
        cr_expect_eq(operation->num_paths, 1, "%s", operation->name);
        cr_expect_str_eq(operation->paths[0].name, "reference", "%s", operation->name);
    }
    tcu_context_destroy(context);
}

Test(paths, the_last_call_is_told)
{
    test_runner runner = test_runner_new();
    tcu_call_info info;
    memset(&info, 0xaa, sizeof info);
    cr_assert_eq(tcu_context_get_last_call(runner.context, &info), TCU_SUCCESS);
    cr_expect_str_eq(info.function, "");
    cr_expect_str_eq(info.operation, "");
    cr_expect_str_eq(info.path, "");
    const test_case t = {.operation = TEST_SEGMENTED_REDUCE,
                         .in_type = TCU_TYPE_I32,
                         .out_type = TCU_TYPE_I32,
                         .n = 100000,
                         .segment_size = 10,
                         .in_place = true,
                         .seed = 3};
    test_runner_expect(&runner, &t);
    size_t bytes = 0;
    const test_call call = test_runner_call(&runner, &t, NULL);
    cr_assert_eq(test_call_query(runner.context, &call, &bytes), TCU_SUCCESS);
    cr_assert_eq(tcu_context_get_last_call(runner.context, &info), TCU_SUCCESS);
    cr_expect_str_eq(info.function, "tcu_segmented_reduce");
    cr_expect_str_eq(info.operation, "reduce");
    cr_expect_neq(info.path[0], '\0');
    cr_expect_eq(strcmp(info.path, "reference") == 0, test_on_reference(), "the path is %s", info.path);
    cr_expect_eq(info.workspace_bytes, bytes, "%zu bytes, the query says %zu", info.workspace_bytes, bytes);
    cr_expect_eq(tcu_context_get_last_call(runner.context, NULL), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect_eq(tcu_context_get_last_call(NULL, &info), TCU_ERROR_INVALID_CONTEXT);
    test_runner_free(&runner);
}
