/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory in the space of the run's backend, so that one test serves host and CUDA. All buffer handling of the suite is
 * here: copies, poison, guard bytes and the counting allocator.
 */
#ifndef TEST_MEMORY_H
#define TEST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "test_closed.h"

/* One allocation that many cases use one after the other: on a GPU allocating costs more than most cases. */
typedef struct test_memory {
    unsigned char *base;
    size_t bytes;
    unsigned char *closed; /* whole pages that nothing may touch until the next slice; NULL: there are none */
    size_t closed_bytes;
    test_closed device; /* on a GPU the memory itself, where a part of it is closed */
} test_memory;

/* At least `bytes`; what was in it is lost if it grows. */
void test_memory_reserve(test_memory *memory, size_t bytes);
void test_memory_release(test_memory *memory);

/* Between host memory and the backend's space. They wait for the legacy default stream. */
void test_copy_in(void *to, const void *from, size_t bytes);
void test_copy_out(void *to, const void *from, size_t bytes);
void test_set(void *to, unsigned char value, size_t bytes);

/* Waits until all work on the device is done, and fails the test if any of it failed. */
void test_synchronise(void);

/* Guard bytes on each side of a slice. */
enum { TEST_GUARD = 256 };

/* What lies behind a slice: bytes where the call may have elements, but a count says that there are none. */
typedef struct test_room {
    size_t bytes;
    /* On a GPU and on the emulated device it is no memory, from the next multiple of TEST_GUARD bytes on: an access
     * stops the test. The slice's address then depends on its size. */
    bool is_closed;
} test_room;

/* guard | shift | data | guard, all of it one poison value at first. */
typedef struct test_slice {
    unsigned char *start;
    unsigned char *data;
    size_t bytes;  /* of data */
    size_t behind; /* of the guard behind, and of room that is memory */
    unsigned char poison;
} test_slice;

/* Takes the slice from the beginning of `memory`, which grows where needed, and poisons it. */
test_slice test_slice_open(test_memory *memory, size_t bytes, size_t shift, unsigned char poison);

test_slice test_slice_open_room(test_memory *memory, size_t bytes, test_room room, size_t shift, unsigned char poison);

/* Whether both guards still hold the poison. */
bool test_slice_guarded(const test_slice *slice);

/* Whether bytes first ... first + count - 1 of the data still hold the poison. */
bool test_slice_untouched(const test_slice *slice, size_t first, size_t count);

/* Whether the data are these bytes of host memory. */
bool test_slice_holds(const test_slice *slice, const void *expected);

/* For tcu_context_set_allocator(): counts, fills what it gives with garbage, and refuses on demand. */
typedef struct test_allocator {
    size_t allocations;
    size_t releases;
    size_t live_bytes;
    bool wrong_release; /* a size or a stream that does not fit the allocation */
    bool refuse;
    void *last_pointer;
    size_t last_bytes;
    void *last_stream;
} test_allocator;

void *test_allocator_allocate(size_t bytes, void *stream, void *user);
void test_allocator_release(void *pointer, size_t bytes, void *stream, void *user);

#endif /* TEST_MEMORY_H */
