/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes of items that are no words, and slices of them, which may begin at any byte. */
#ifndef TEST_RECORDS_H
#define TEST_RECORDS_H

#include <stddef.h>

#include "test_random.h"

/* Of words of each size at aligned addresses; of many words; of so many bytes that a word is none. */
static const size_t test_record_bytes[] = {3, 12, 24, 40, 100, 1000, 32, 48, 7, 255};
enum {
    TEST_RECORD_SIZES = sizeof test_record_bytes / sizeof test_record_bytes[0],
    TEST_FEW_RECORD_BYTES = 1 << 20 /* of an array in a sweep */
};

static inline bool test_is_word(size_t bytes)
{
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

/* The bytes by which a slice is off: of words as many words, of records bytes. */
static inline size_t test_slice_shift(size_t shift, size_t item_bytes)
{
    return test_is_word(item_bytes) ? shift * item_bytes : shift;
}

/* Now and then records instead of words, of which long arrays are not too long. */
static inline void test_records_at_times(size_t *bytes, test_random *random)
{
    if (test_random_below(random, 4) == 0) {
        *bytes = test_record_bytes[test_random_below(random, 3)];
    }
}

/* A number of records that is not too large for sweeps: mostly few, now and then as many as fit. */
static inline uint64_t test_record_count(size_t bytes, test_random *random)
{
    const uint64_t most = TEST_FEW_RECORD_BYTES / bytes;
    return test_random_below(random, 4) == 0 ? test_random_below(random, most)
                                             : test_random_below(random, most < 300 ? most : 300);
}

#endif /* TEST_RECORDS_H */
