/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of rows with gaps, whose beginnings have every offset from whole vectors: for the paths of a histogram in turn. */
#ifndef TEST_HISTOGRAM_ROWS_H
#define TEST_HISTOGRAM_ROWS_H

#include "histogram.h"

/* Of samples of a type, so many to a pixel; without weights, or with such as a pair has. All else is drawn. */
test_histogram_case test_histogram_misaligned_rows(tcu_type sample_type, int num_channels, const test_pair *pair,
                                                   test_random *random);

/* Every type in 1, 3 and 5 to 8 channels: counts and sums of integers, which the paths of counts differ in. */
void test_counter_expect_misaligned_rows(test_counter *counter, test_random *random);

#endif /* TEST_HISTOGRAM_ROWS_H */
