/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A moving view of a long array as numbers, at most TEST_CHUNK elements at a time: either of a slice in the backend's
 * space, or of a source that makes its elements again.
 */
#ifndef TEST_SUMS_WINDOW_H
#define TEST_SUMS_WINDOW_H

#include "source.h"

typedef struct test_window {
    tcu_type type;
    uint64_t n;
    const unsigned char *data; /* elements in the backend's space; NULL when `source` makes them */
    const test_source *source;
    uint64_t first, count; /* what is loaded */
    void *raw;             /* TEST_CHUNK elements as stored */
    union {
        double *reals;
        uint64_t *integers;
    };
} test_window;

test_window test_window_new(void);
void test_window_free(test_window *window);

void test_window_on_slice(test_window *window, tcu_type type, const unsigned char *data, uint64_t n);
void test_window_on_source(test_window *window, const test_source *source);

/* Loads the chunk with element `index` unless it is there, and returns how many elements are there from it on. */
uint64_t test_window_seek(test_window *window, uint64_t index);

/* The loaded elements from `index` on. */
static inline const double *test_window_reals(const test_window *window, uint64_t index)
{
    return window->reals + (index - window->first);
}

static inline const uint64_t *test_window_integers(const test_window *window, uint64_t index)
{
    return window->integers + (index - window->first);
}

static inline const void *test_window_raw(const test_window *window, uint64_t index)
{
    return (const unsigned char *)window->raw + (index - window->first) * test_types[window->type].bytes;
}

#endif /* TEST_SUMS_WINDOW_H */
