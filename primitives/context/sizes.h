/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sizes of arrays: an array has at most TCUI_MOST_BYTES, so that the distance of any two bytes of it is an int64_t. What
 * is computed here is found to be more before anything wraps around. (By compilers' own checks: a division would take ten
 * times as long.)
 */
#ifndef TCUI_SIZES_H
#define TCUI_SIZES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 2^63 - 1 where addresses have 64 bits. */
#define TCUI_MOST_BYTES ((uint64_t)PTRDIFF_MAX)

/* The same in sentences: "in has 5 elements of 4 bytes: " TCUI_TOO_LARGE. */
#define TCUI_TOO_LARGE "more than 2^63 - 1 bytes"

/* *product = a * b; false, and *product is of no use, if that is more than TCUI_MOST_BYTES. */
static inline bool tcui_multiply(uint64_t a, uint64_t b, uint64_t *product)
{
#if defined(__GNUC__) || defined(__clang__)
    ptrdiff_t result;
    const bool fits = !__builtin_mul_overflow(a, b, &result);
    *product = (uint64_t)result;
    return fits;
#else
    *product = a * b;
    return b == 0 || a <= TCUI_MOST_BYTES / b;
#endif
}

/* *bytes of an array; false if they are too many. */
static inline bool tcui_bytes_of(uint64_t count, size_t element_bytes, size_t *bytes)
{
    uint64_t product;
    const bool fits = tcui_multiply(count, element_bytes, &product);
    *bytes = (size_t)product;
    return fits;
}

/* *extent = how far `rows` rows of `columns` reach that begin `stride` apart, 0 where there is nothing in them; false if
 * that is too much. In elements or in bytes, as the arguments are. */
static inline bool tcui_extent(uint64_t rows, uint64_t columns, uint64_t stride, uint64_t *extent)
{
    *extent = 0;
    if (rows == 0 || columns == 0) {
        return true;
    }
    if (!tcui_multiply(rows - 1, stride, extent) || columns > TCUI_MOST_BYTES - *extent) {
        return false;
    }
    *extent += columns;
    return true;
}

#endif /* TCUI_SIZES_H */
