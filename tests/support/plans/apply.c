/* SPDX-License-Identifier: Apache-2.0 */
#include "apply.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "stencil/elements.h"
#include "test_memory.h"
#include "test_types.h"

tcu_stencil *test_plan_of(tcu_context *context, const tcu_stencil_desc *desc)
{
    tcu_stencil *plan = NULL;
    cr_assert_eq(tcu_stencil_create(context, desc, &plan), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    return plan;
}

void *test_elements(tcu_type type, const double *numbers, size_t count)
{
    const size_t bytes = test_types[type].bytes;
    unsigned char *host = malloc(count * bytes + 1);
    cr_assert_not_null(host);
    for (size_t i = 0; i < count; i++) {
        test_element_store(type, numbers[i], host + i * bytes);
    }
    test_memory memory = {0};
    test_memory_reserve(&memory, count * bytes + 1);
    test_copy_in(memory.base, host, count * bytes);
    test_synchronise();
    free(host);
    return memory.base;
}

void test_read_elements(tcu_type type, const void *elements, double *numbers, size_t count)
{
    const size_t bytes = test_types[type].bytes;
    unsigned char *host = malloc(count * bytes + 1);
    cr_assert_not_null(host);
    test_synchronise();
    test_copy_out(host, elements, count * bytes);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = (double)test_number(type, host + i * bytes);
    }
    free(host);
}

void test_release_elements(void *elements)
{
    test_memory memory = {.base = elements, .bytes = 1};
    test_memory_release(&memory);
}

void test_apply(tcu_context *context, tcu_stencil *plan, tcu_type type, const double *in, size_t in_count, double *out,
                size_t out_count)
{
    void *from = test_elements(type, in, in_count), *to = test_elements(type, out, out_count);
    cr_assert_eq(tcu_stencil_execute(context, plan, from, to), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_read_elements(type, to, out, out_count);
    cr_assert_eq(tcu_stencil_destroy(plan), TCU_SUCCESS);
    test_release_elements(from);
    test_release_elements(to);
}
