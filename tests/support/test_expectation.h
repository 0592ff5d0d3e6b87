/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an output has to hold that is too long for a copy in memory: put down piece by piece, in the order of the
 * output, and compared chunk by chunk.
 */
#ifndef TEST_EXPECTATION_H
#define TEST_EXPECTATION_H

#include <stdint.h>

typedef struct test_expectation {
    const unsigned char *output; /* in the backend's space */
    uint64_t total, compared;    /* bytes */
    uint64_t pending;
    unsigned char *expected, *found; /* a chunk of each */
} test_expectation;

test_expectation test_expectation_of(const void *output, uint64_t bytes);

/* Where the next *bytes go, of elements of 1, 2, 4 or 8 bytes, or as many of them as *bytes says afterwards. */
void *test_expectation_room(test_expectation *e, uint64_t *bytes);

/* Everything has been put down, and is there, or the test fails. */
void test_expectation_end(test_expectation *e);

#endif /* TEST_EXPECTATION_H */
