/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of grids: the numbers of f64, f32, f16, bf16 and u8, and rounding to them. */
#ifndef TEST_STENCIL_ELEMENTS_H
#define TEST_STENCIL_ELEMENTS_H

#include <tcu/tcu.h>

#include "polynomial/numbers.h"
#include "test_random.h"

/* The number of the type next to a value, ties to even; beyond the largest one infinity. Of u8: within 0 ... 255, and 0
 * for NaN. */
long double test_rounded(tcu_type type, long double value);

/* Stores the rounded value, and returns it. */
double test_element_store(tcu_type type, double value, void *element);

/* A number of the kind; of u8 any byte. */
double test_element_draw(test_numbers numbers, tcu_type type, test_random *random, void *element);

/* What sums of the type are computed in: f64 or f32. */
tcu_type test_computed_in(tcu_type type);

#endif /* TEST_STENCIL_ELEMENTS_H */
