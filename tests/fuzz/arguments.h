/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of random calls. Half of them lie where kernels change what they do: at powers of two and multiples of tiles,
 * and one beside. */
#ifndef FUZZ_ARGUMENTS_H
#define FUZZ_ARGUMENTS_H

#include "test_count.h"
#include "test_offsets.h"
#include "test_random.h"

/* How many elements the longest cases of the run's backend have, but for a few on GPUs; and multiply-adds of cases that
 * have many an element. */
uint64_t fuzz_longest(void);
uint64_t fuzz_work(void);

/* 0 to about fuzz_longest() elements. */
uint64_t fuzz_length(test_random *random);

/* Of items that are large, fewer. */
uint64_t fuzz_length_of(size_t item_bytes, test_random *random);

/* Of segments of an array of n elements, from 1 on; often n or one beside. */
uint64_t fuzz_segment_size(uint64_t n, test_random *random);

/* Replaces the offsets by others, of an array of n elements. */
void fuzz_draw_offsets(test_offsets *offsets, uint64_t n, test_random *random);

/* One case in three has a count of elements; or of segments by offsets, which then cover *n, with elements behind. */
test_count fuzz_count(uint64_t n, test_random *random);
test_count fuzz_count_of_segments(const test_offsets *offsets, uint64_t *n, test_random *random);

#endif /* FUZZ_ARGUMENTS_H */
