/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one case of one operation and checks all that a call promises: the status, every output against the oracle, the
 * guards around every buffer, the input where it is not the output, and what belongs to no segment.
 */
#ifndef TEST_SUMS_RUNNER_H
#define TEST_SUMS_RUNNER_H

#include "operation.h"
#include "reduction.h"
#include "source.h"
#include "test_count.h"
#include "test_memory.h"
#include "window.h"

/* Where the operation's temporary memory comes from. */
typedef enum test_temporary {
    TEST_TEMPORARY_DEFAULT,   /* the context's own allocator */
    TEST_TEMPORARY_WORKSPACE, /* exactly the queried bytes at any alignment, full of garbage; a byte less must fail */
    TEST_TEMPORARY_ALLOCATOR, /* counted, full of garbage */
    TEST_TEMPORARY_COUNT
} test_temporary;

typedef struct test_case {
    test_operation operation;
    tcu_scan_kind kind;
    tcu_type in_type, out_type;
    uint64_t n;
    uint64_t segment_size;  /* fixed segments */
    const int64_t *offsets; /* segments by offsets, in host memory: num_segments + 1 values */
    uint64_t num_segments;
    tcu_arithmetic arithmetic;
    tcu_reduce_algorithm algorithm;
    test_reduction reduction; /* zeros are a plain sum */
    test_distribution distribution;
    uint64_t seed;
    unsigned in_shift, out_shift, offsets_shift; /* elements by which the slices are off a multiple of 256 bytes */
    bool in_place;
    test_temporary temporary;
    test_count count; /* of elements, by offsets of segments */
} test_case;

/* A context and the memory that all cases of a test share. */
typedef struct test_runner {
    tcu_context *context;
    test_memory in_memory, out_memory, offsets_memory, workspace_memory;
    test_slice in, out, offsets, workspace; /* of the last case; in place: in is out */
    test_count_place count;
    const uint64_t *counted; /* there, or NULL */
    test_allocator allocator;
    test_window source_window, out_window;
    tcu_scan_options scan_options; /* of the last case, whose initial value they point to */
    char failure[1200];
} test_runner;

test_runner test_runner_new(void);
void test_runner_free(test_runner *runner);

/* The three steps of a case. Each returns false with the sentence in runner->failure. */
bool test_runner_prepare(test_runner *runner, const test_case *test);
bool test_runner_execute(test_runner *runner, const test_case *test);
bool test_runner_verify(test_runner *runner, const test_case *test);

/* Whether the input of a prepared case is still what it was. */
bool test_runner_holds_source(test_runner *runner, const test_case *test);

/* All three. */
bool test_runner_run(test_runner *runner, const test_case *test);

/* All three; a failure ends the test with its sentence. */
void test_runner_expect(test_runner *runner, const test_case *test);

/* The outputs' bytes on the host, for free(). And whether a later run gave the same: a failure names the place. */
unsigned char *test_runner_copy_output(const test_runner *runner);
bool test_runner_same_output(test_runner *runner, const test_case *test, const unsigned char *first, int run);

/* An element of an array in hexadecimal; returns `text`. */
const char *test_bits_text(const unsigned char *elements, size_t bytes, uint64_t index, char text[32]);

/* The call that a prepared case makes. */
test_call test_runner_call(const test_runner *runner, const test_case *test, const tcu_reduce_options *options);

/* Stores a sentence that ends with the whole case in words, and returns false. */
bool test_runner_fail(test_runner *runner, const test_case *test, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif /* TEST_SUMS_RUNNER_H */
