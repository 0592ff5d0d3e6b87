/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons of elements of any type, and elements that are likely to show where those are wrong. */
#ifndef TEST_COMPACTION_PREDICATE_H
#define TEST_COMPACTION_PREDICATE_H

#include <stdbool.h>
#include <stddef.h>

#include "tcu/tcu.h"
#include "test_random.h"

bool test_comparison_holds(tcu_comparison comparison, long double x, long double value, long double upper);

void test_random_bytes(test_random *random, unsigned char *to, size_t bytes);

/* Zeros of both signs, infinities, NaNs, extremes, the value and its neighbours, or anything. */
void test_random_element(test_random *random, tcu_type type, const unsigned char *near, unsigned char *to);

#endif /* TEST_COMPACTION_PREDICATE_H */
