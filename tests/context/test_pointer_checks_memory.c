/* SPDX-License-Identifier: Apache-2.0 */
/* What else is asked about besides arrays: workspaces, copies, and what plans are made of. */
#include <criterion/criterion.h>

#include "test_backend.h"
#include "test_pointer_watch.h"
#include "test_sentence.h"

/* Where it is used, and only there. (A sort in place has nowhere else to move keys to.) */
Test(pointer_checks_memory, of_a_workspace)
{
    enum { N = 100000 };
    tcu_context *context = test_context_new();
    watch(context);
    void *keys, *workspace;
    size_t bytes;
    cr_assert_eq(tcu_allocate(context, N * sizeof(uint32_t), &keys), TCU_SUCCESS);
    cr_assert_eq(tcu_radix_sort_workspace(context, TCU_TYPE_U32, N, 1, NULL, &bytes), TCU_SUCCESS);
    cr_assert_gt(bytes, 0, "this test needs a call that needs memory");
    cr_assert_eq(tcu_allocate(context, bytes, &workspace), TCU_SUCCESS);
    cr_assert_eq(tcu_context_set_workspace(context, workspace, bytes), TCU_SUCCESS);
    refused = workspace;
    cr_expect_eq(tcu_radix_sort(context, keys, keys, TCU_TYPE_U32, N, NULL), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(test_mentions(tcu_context_last_error(context), "workspace"), "%s", tcu_context_last_error(context));
    num_asked = 0;
    cr_expect_eq(tcu_radix_sort(context, keys, keys, TCU_TYPE_U32, 0, NULL), TCU_SUCCESS);
    cr_expect_eq(num_asked, 0, "a call of no elements asked");
    cr_assert_eq(tcu_context_set_workspace(context, NULL, 0), TCU_SUCCESS);
    cr_expect_eq(tcu_free(context, workspace), TCU_SUCCESS);
    cr_expect_eq(tcu_free(context, keys), TCU_SUCCESS);
    tcu_context_destroy(context);
}

Test(pointer_checks_memory, of_copies)
{
    tcu_context *context = test_context_new();
    watch(context);
    int host = 5;
    void *memory;
    cr_assert_eq(tcu_allocate(context, sizeof host, &memory), TCU_SUCCESS);
    refused = &host;
    cr_expect_eq(tcu_copy_in(context, memory, &host, sizeof host), TCU_SUCCESS, "host memory is not asked about");
    host = 6;
    cr_expect_eq(tcu_copy_out(context, &host, memory, sizeof host), TCU_SUCCESS, "host memory is not asked about");
    cr_expect_eq(host, 5);
    refused = memory;
    host = 7;
    cr_expect_eq(tcu_copy_in(context, memory, &host, sizeof host), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(test_mentions(tcu_context_last_error(context), "to_context_memory"), "%s",
              tcu_context_last_error(context));
    cr_expect_eq(tcu_copy_out(context, &host, memory, sizeof host), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(test_mentions(tcu_context_last_error(context), "from_context_memory"), "%s",
              tcu_context_last_error(context));
    cr_expect_eq(host, 7, "to_host was written");
    refused = NULL;
    cr_expect_eq(tcu_copy_out(context, &host, memory, sizeof host), TCU_SUCCESS);
    cr_expect_eq(host, 5, "the context's memory was written");
    cr_expect_eq(tcu_free(context, memory), TCU_SUCCESS);
    tcu_context_destroy(context);
}

/* A plan's coefficients, too: none is made of host memory. */
Test(pointer_checks_memory, of_plans)
{
    tcu_context *context = test_context_new();
    watch(context);
    void *coefficients;
    tcu_polynomial *plan = NULL;
    cr_assert_eq(tcu_allocate(context, 4 * sizeof(float), &coefficients), TCU_SUCCESS);
    refused = coefficients;
    cr_expect_eq(tcu_polynomial_create(context, coefficients, 1, 3, TCU_TYPE_F32, NULL, &plan),
                 TCU_ERROR_INVALID_ARGUMENT);
    cr_expect_null(plan);
    cr_expect(test_mentions(tcu_context_last_error(context), "coefficients"), "%s", tcu_context_last_error(context));
    cr_expect_eq(tcu_free(context, coefficients), TCU_SUCCESS);
    tcu_context_destroy(context);
}
