/* SPDX-License-Identifier: Apache-2.0 */
/* Points and coefficients of all magnitudes. */
#ifndef TEST_POLYNOMIAL_NUMBERS_H
#define TEST_POLYNOMIAL_NUMBERS_H

#include <stdint.h>

#include <tcu/tcu.h>

#include "test_random.h"

typedef enum test_numbers {
    TEST_NUMBERS_UNIT,     /* uniform in [-1, 1] */
    TEST_NUMBERS_WIDE,     /* magnitudes from 2^-20 to 2^20, as many between any two powers of two */
    TEST_NUMBERS_POSITIVE, /* the same, above 0 */
    TEST_NUMBERS_NEAR_ONE, /* within 2^-10 of 1 or -1 */
    TEST_NUMBERS_EXACT,    /* points: few bits, near 0; coefficients: small integers. No rounding up to degree 7 */
    TEST_NUMBERS_TINY,     /* denormals, and somewhat above */
    TEST_NUMBERS_HUGE,     /* near the end of the type */
    TEST_NUMBERS_MIXED,    /* uniform in [-1, 1]; one in 50 tiny, huge or 0 */
    TEST_NUMBERS_SPECIAL,  /* uniform in [-1, 1]; one in 50 NaN, infinite or 0 */
    TEST_NUMBERS_COUNT
} test_numbers;

/* An element of a real type of these numbers, and its value. What is raised to a power that would overflow for most
 * wide numbers is mostly drawn from narrower ones; coefficients have the power 1. */
double test_number_draw(test_numbers numbers, tcu_type type, uint64_t power, test_random *random, void *element);

/* Stores the number of the type next to a value within its range, and returns it; not finite ones are kept. */
double test_number_store(tcu_type type, double value, void *element);

#endif /* TEST_POLYNOMIAL_NUMBERS_H */
