/* SPDX-License-Identifier: Apache-2.0 */
/* Plans and functions on arrays of doubles in host memory: for tests that know what has to come out. */
#ifndef TEST_APPLY_H
#define TEST_APPLY_H

#include <stddef.h>

#include <tcu/tcu.h>

/* A plan of a description that is good. */
tcu_stencil *test_plan_of(tcu_context *context, const tcu_stencil_desc *desc);

/* One sweep of a plan of that type: numbers are rounded to it before, and read from it afterwards. The plan is
 * destroyed. */
void test_apply(tcu_context *context, tcu_stencil *plan, tcu_type type, const double *in, size_t in_count, double *out,
                size_t out_count);

/* Copies of numbers in the context's memory, as elements of the type; to be given to test_release_elements(). */
void *test_elements(tcu_type type, const double *numbers, size_t count);
void test_read_elements(tcu_type type, const void *elements, double *numbers, size_t count);
void test_release_elements(void *elements);

#endif /* TEST_APPLY_H */
