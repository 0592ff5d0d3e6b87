/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory of a GPU, behind which lie addresses that no memory belongs to and that no other array gets: an access to them
 * stops the kernel. By the driver's functions for virtual memory, in whole pages of 2 MB.
 */
#ifndef TEST_CLOSED_H
#define TEST_CLOSED_H

#include <stddef.h>

typedef struct test_closed {
    unsigned char *base; /* NULL: there is none */
    size_t open;         /* bytes of memory, at least as many as were wanted */
    size_t closed;       /* bytes of addresses behind it */
    unsigned long long handle;
} test_closed;

test_closed test_closed_open(size_t open, size_t closed);

/* No work on the device may use it any more. */
void test_closed_release(test_closed *memory);

#endif /* TEST_CLOSED_H */
