/* SPDX-License-Identifier: Apache-2.0 */
/* An array of a case: in the context's memory space, and on the host what it has to hold after the call. */
#ifndef TEST_BUFFER_H
#define TEST_BUFFER_H

#include <stdint.h>

#include "test_memory.h"

typedef struct test_buffer {
    test_memory memory;
    test_slice slice;
    unsigned char *host; /* 8 bytes more than the slice, so that elements can be read as 64 bits */
    size_t capacity;     /* of host */
    bool used;           /* by this case */
} test_buffer;

/* Makes the buffer part of the case: so many bytes of poison, `shift` bytes off alignment. Cases of the same size and
 * shift find the same address. */
void test_buffer_open(test_buffer *buffer, size_t bytes, size_t shift, unsigned char poison);
/* The same with room behind: see test_slice_open_room(). */
void test_buffer_open_room(test_buffer *buffer, size_t bytes, test_room room, size_t shift, unsigned char poison);
void test_buffer_release(test_buffer *buffer);

/* All of them that are used: what is on the host. */
void test_buffers_upload(const test_buffer *buffers, int count);

/* Where a buffer that does not hold what it has to begins to differ, in elements of some bytes, and both elements. */
typedef struct test_difference {
    size_t at;
    uint64_t is, should_be;
} test_difference;

test_difference test_buffer_difference(const test_buffer *buffer, size_t element_bytes);

#endif /* TEST_BUFFER_H */
