/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops over the dimensions of the suite. Each sweep goes over every value of the dimensions in its name; all others
 * are drawn at random for every case, so that over a run each value of each meets many of the others.
 */
#ifndef TEST_SUMS_SWEEP_H
#define TEST_SUMS_SWEEP_H

#include "runner.h"
#include "test_offsets.h"
#include "test_random.h"

/* Lengths at and around the powers of two where tiles, warps and blocks end. */
extern const uint64_t test_sizes[];
extern const int test_size_count;

extern const uint64_t test_segment_sizes[];
extern const int test_segment_size_count;

/* Everything but the operation, the types, n and the segments drawn at random. */
test_case test_case_random(test_operation operation, test_pair pair, uint64_t n, test_random *random);

/* Every pair of types x every size, and random sizes up to 2^20. */
void test_sweep_sizes(test_operation operation);

/* Every pair x every distribution x every arithmetic. */
void test_sweep_distributions(test_operation operation);

/* Every pair whose types have one size, in place. */
void test_sweep_in_place(test_operation operation);

/* Every pair x every combination of shifts of in and out by 0, 1, 3, 7 elements. */
void test_sweep_shifts(test_operation operation);

/* Every pair x every segment size. */
void test_sweep_segment_sizes(test_operation operation);

/* Every pair x every shape of offsets. */
void test_sweep_crowds(test_operation operation); /* very many empty segments at one place */
void test_sweep_shapes(test_operation operation);

/* All with every NaN mode, with and without an initial value, shifted, in place, on any workspace: every operator with
 * every map that the operation has x every pair of types that it takes; x every size, or every segment size, or shape of
 * offsets; and the same bits in ten runs. */
void test_sweep_operators(test_operation operation);
void test_sweep_operator_sizes(test_operation operation);
void test_sweep_operator_determinism(test_operation operation);

/* Ten runs of a case give the same bits, on the host with various numbers of threads. Chooses segments. */
void test_sweep_expect_same_bits(test_runner *runner, test_case *test, test_random *random);

/* Every pair: ten runs on the same input give the same bits. On the host with various numbers of threads. */
void test_sweep_determinism(test_operation operation);

/* Every pair: the exclusive scan is the inclusive one, shifted by an element of the segment, in every bit. */
void test_sweep_exclusive_is_shifted(test_operation operation);

/* Runs the case with segments that fit its operation, where it takes any: a random size or a random shape. */
void test_sweep_expect(test_runner *runner, test_case *test, test_random *random);

/* A generator of its own for each test of the run. */
test_random test_sweep_random(test_operation operation, unsigned sweep);

#endif /* TEST_SUMS_SWEEP_H */
