/* SPDX-License-Identifier: Apache-2.0 */
/* A hash (FNV-1a) of what arrays hold: two runs of a call have the same one if they wrote the same bits. */
#ifndef TEST_HASH_H
#define TEST_HASH_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "test_buffer.h"

static inline uint64_t test_hash_start(void)
{
    return UINT64_C(0xcbf29ce484222325);
}

static inline uint64_t test_hash_slice(uint64_t hash, const test_slice *slice)
{
    unsigned char *bytes = malloc(slice->bytes + 1);
    cr_assert_not_null(bytes);
    test_copy_out(bytes, slice->data, slice->bytes);
    for (size_t i = 0; i < slice->bytes; i++) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    free(bytes);
    return hash;
}

/* Of those that the case uses. */
static inline uint64_t test_hash_buffers(const test_buffer *buffers, int count)
{
    uint64_t hash = test_hash_start();
    for (int i = 0; i < count; i++) {
        hash = buffers[i].used ? test_hash_slice(hash, &buffers[i].slice) : hash;
    }
    return hash;
}

#endif /* TEST_HASH_H */
