/* SPDX-License-Identifier: Apache-2.0 */
/* Cases whose samples are all that a type has, or lie at the edges of all bins: for the paths of a histogram in turn. */
#ifndef TEST_HISTOGRAM_EDGES_H
#define TEST_HISTOGRAM_EDGES_H

#include "histogram.h"

/* All numbers of each type of 8 and 16 bits, in many sets of bins of one channel. */
void test_counter_expect_short_samples(test_counter *counter, test_histogram_operation operation, test_random *random);

/* Even bins with given ends, and samples at and beside the edges of all of them. */
void test_counter_expect_between(test_counter *counter, tcu_type sample_type, tcu_type level_type, uint64_t lower,
                                 uint64_t upper, uint64_t num_bins, test_random *random);

/* The same with many ends, for reals of all types. */
void test_counter_expect_edges_of_reals(test_counter *counter, test_random *random);

#endif /* TEST_HISTOGRAM_EDGES_H */
