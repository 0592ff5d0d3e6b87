/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes of arrays that may be more than the address space. */
#ifndef TCUI_SIZES_H
#define TCUI_SIZES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* *bytes = count * element_bytes, modulo the address space; false if that is less than the product. */
static inline bool tcui_bytes_of(uint64_t count, size_t element_bytes, size_t *bytes)
{
#if defined(__GNUC__) || defined(__clang__)
    return !__builtin_mul_overflow(count, element_bytes, bytes); /* (A division would take ten times as long.) */
#else
    *bytes = (size_t)count * element_bytes;
    return element_bytes == 0 || count <= SIZE_MAX / element_bytes;
#endif
}

#endif /* TCUI_SIZES_H */
