/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys and values by their sizes, which are constants of the functions that all of this is inlined into: one function
 * for each pair of sizes.
 */
#ifndef TCUI_RADIX_SORT_HOST_ITEMS_H
#define TCUI_RADIX_SORT_HOST_ITEMS_H

#include <string.h>

#include "internal.h"
#include "primitives/tile/host/tile.h"

/* X(key bytes, value bytes) of every pair; 0: no values. */
#define TCUI_SORT_VALUE_SIZES(X, key) X(key, 0) X(key, 1) X(key, 2) X(key, 4) X(key, 8) X(key, 16)
#define TCUI_SORT_SIZES(X)                                                                                             \
    TCUI_SORT_VALUE_SIZES(X, 1)                                                                                        \
    TCUI_SORT_VALUE_SIZES(X, 2)                                                                                        \
    TCUI_SORT_VALUE_SIZES(X, 4)                                                                                        \
    TCUI_SORT_VALUE_SIZES(X, 8)

/* Where a pair of sizes is in a table of [4][6] that TCUI_SORT_SIZES fills: 1, 2, 4, 8 and 0, 1, 2, 4, 8, 16. */
static inline int tcui_sort_size_index(size_t bytes)
{
    int index = 0;
    for (; bytes > 1; bytes /= 2) {
        index++;
    }
    return index;
}

#define TCUI_SORT_ROW(table, rule)                                                                                     \
    (table)[tcui_sort_size_index((rule)->key_bytes) * 6 +                                                              \
            ((rule)->value_bytes > 0 ? 1 + tcui_sort_size_index((rule)->value_bytes) : 0)]

/* The bits of key i. */
TCUI_ALWAYS_INLINE uint64_t tcui_sort_key(const char *keys, uint64_t i, size_t bytes)
{
    uint64_t x64;
    uint32_t x32;
    uint16_t x16;
    switch (bytes) {
    case 1:
        return (unsigned char)keys[i];
    case 2:
        memcpy(&x16, keys + i * 2, sizeof x16);
        return x16;
    case 4:
        memcpy(&x32, keys + i * 4, sizeof x32);
        return x32;
    default:
        memcpy(&x64, keys + i * 8, sizeof x64);
        return x64;
    }
}

/* The bits x as key i. */
TCUI_ALWAYS_INLINE void tcui_sort_store_key(char *keys, uint64_t i, uint64_t x, size_t bytes)
{
    const uint8_t x8 = (uint8_t)x;
    const uint16_t x16 = (uint16_t)x;
    const uint32_t x32 = (uint32_t)x;
    switch (bytes) {
    case 1:
        memcpy(keys + i, &x8, sizeof x8);
        break;
    case 2:
        memcpy(keys + i * 2, &x16, sizeof x16);
        break;
    case 4:
        memcpy(keys + i * 4, &x32, sizeof x32);
        break;
    default:
        memcpy(keys + i * 8, &x, sizeof x);
    }
}

TCUI_ALWAYS_INLINE void tcui_sort_copy(char *to, uint64_t place, const char *from, uint64_t i, size_t bytes)
{
    memcpy(to + place * bytes, from + i * bytes, bytes);
}

/* The index `i` as a value of 4 or 8 bytes. */
TCUI_ALWAYS_INLINE void tcui_sort_store_index(char *to, uint64_t place, uint64_t i, size_t bytes)
{
    const uint32_t i32 = (uint32_t)i;
    if (bytes == 4) {
        memcpy(to + place * 4, &i32, sizeof i32);
    } else if (bytes == 8) {
        memcpy(to + place * 8, &i, sizeof i);
    }
}

#endif /* TCUI_RADIX_SORT_HOST_ITEMS_H */
