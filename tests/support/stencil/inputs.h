/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs of a case: taps, values, weights and biases. */
#ifndef TEST_STENCIL_INPUTS_H
#define TEST_STENCIL_INPUTS_H

#include "stencil.h"

/* The taps that a plan is made of. */
test_taps test_sweeper_taps(const test_stencil_case *test);

/* Opens the buffers of values and weights, draws what is in them, and sets the footprint. */
void test_sweeper_make_inputs(test_sweeper *sweeper, const test_stencil_case *test, const test_taps *taps);

/* Whether nothing is rounded in the sums. */
bool test_stencil_is_exact(const test_stencil_case *test);

/* The constant that the description has. */
double test_stencil_constant(const test_stencil_case *test);

#endif /* TEST_STENCIL_INPUTS_H */
