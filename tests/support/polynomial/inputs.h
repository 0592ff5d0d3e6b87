/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of which preparing and checking a case consist. */
#ifndef TEST_POLYNOMIAL_INPUTS_H
#define TEST_POLYNOMIAL_INPUTS_H

#include "polynomial.h"

/* Opens and fills all that a case reads. Of splines the evaluator's points are the differences. */
void test_evaluator_make_inputs(test_evaluator *evaluator, const test_polynomial_case *test);

/* Stores a sentence that ends with the whole case in words, and returns false. */
bool test_evaluator_fail(test_evaluator *evaluator, const test_polynomial_case *test, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether out and which, as bytes on the host, are the reductions of all rows at all points. */
bool test_evaluator_verify_reduction(test_evaluator *evaluator, const test_polynomial_case *test,
                                     const unsigned char *out, const uint64_t *which);

/* Whether nothing is rounded in this case, however it is evaluated. */
bool test_polynomial_is_exact(const test_polynomial_case *test);

/* Whether the oracle looks at this point, and at this polynomial there. All points near both ends are looked at. */
bool test_polynomial_samples(const test_polynomial_case *test, uint64_t point, uint64_t polynomial);

/* What is expected of derivative j of polynomial p at the point; exact cases have no error. */
test_expected test_evaluator_expected(const test_polynomial_case *test, const test_point *point, uint32_t j,
                                      uint64_t p);

#endif /* TEST_POLYNOMIAL_INPUTS_H */
