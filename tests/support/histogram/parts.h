/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of which preparing a case consists: what the call reads, and what it has to write. */
#ifndef TEST_HISTOGRAM_PARTS_H
#define TEST_HISTOGRAM_PARTS_H

#include "histogram.h"

/* Elements from the beginning of an array to that of a pixel, and from the beginning of a row to that of the next; of
 * samples a pixel has as many elements as there are channels, of weights one. */
uint64_t test_histogram_place(const test_histogram_case *test, uint64_t pixel, uint64_t elements_of_pixel);
uint64_t test_histogram_row(const test_histogram_case *test, uint64_t elements_of_pixel);

/* Whether results are sums of reals, which have a tolerance. */
bool test_histogram_sums_reals(const test_histogram_case *test);

/* Whether the call finds its ends: rows have no gaps then. */
static inline bool test_histogram_finds_ends(const test_histogram_case *test)
{
    return test->finds_ends && test->operation == TEST_HISTOGRAM_EVEN && (test->gap == 0 || test->columns == 0);
}

/* Draws the ends of even bins, and opens and fills the levels. */
void test_counter_make_bins(test_counter *counter, const test_histogram_case *test);

/* Opens and fills samples and weights, and the count. */
void test_counter_make_inputs(test_counter *counter, const test_histogram_case *test);

/* Where ends are found: makes samples finite, and makes even bins of the least and the greatest (ends.c). */
void test_counter_find_ends(test_counter *counter, const test_histogram_case *test);

/* The bin of a sample in channel c, or num_bins. */
uint64_t test_counter_bin_of(const test_counter *counter, const test_histogram_case *test, int c,
                             const unsigned char *sample);

/* Opens the outputs, poisoned or with something to add to; uploads everything; and counts in a plain loop, into the
 * outputs' copies or, of reals, counter->sums. */
void test_counter_expect_outputs(test_counter *counter, const test_histogram_case *test);

#endif /* TEST_HISTOGRAM_PARTS_H */
