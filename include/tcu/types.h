/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file types.h
 * Element types. Arrays are untyped pointers plus one of these.
 *
 * **Sizes.** An array has at most 2^63 - 1 bytes, from its first element to its last, with what strides leave between
 * them. Counts and strides that make one larger are TCU_ERROR_SIZE_OVERFLOW in every function, queries included, and so
 * is a call whose workspace would be larger.
 *
 * @code
 * assert(tcu_type_size(TCU_TYPE_BF16) == 2);
 * for (int type = 0; type < TCU_TYPE_COUNT; type++) {
 *     printf("%s: %zu bytes\n", tcu_type_name((tcu_type)type), tcu_type_size((tcu_type)type));
 * }
 * @endcode
 */
#ifndef TCU_TYPES_H
#define TCU_TYPES_H

#include <stddef.h>

#include "export.h"

TCU_BEGIN_DECLS

/** Values are pinned. All types are little-endian and have the layout of the CUDA type of the same name. */
typedef enum tcu_type {
    TCU_TYPE_F16 = 0,  /**< IEEE 754 binary16 (__half) */
    TCU_TYPE_BF16 = 1, /**< the upper 16 bits of binary32 (__nv_bfloat16) */
    TCU_TYPE_F32 = 2,  /**< IEEE 754 binary32 (float) */
    TCU_TYPE_F64 = 3,  /**< IEEE 754 binary64 (double) */
    TCU_TYPE_I8 = 4,   /**< int8_t, two's complement like all signed types */
    TCU_TYPE_U8 = 5,   /**< uint8_t */
    TCU_TYPE_I16 = 6,  /**< int16_t */
    TCU_TYPE_U16 = 7,  /**< uint16_t */
    TCU_TYPE_I32 = 8,  /**< int32_t */
    TCU_TYPE_U32 = 9,  /**< uint32_t */
    TCU_TYPE_I64 = 10, /**< int64_t */
    TCU_TYPE_U64 = 11  /**< uint64_t */
} tcu_type;

/** Number of enumerators of tcu_type: valid values are 0 ... TCU_TYPE_COUNT - 1. */
#define TCU_TYPE_COUNT 12

/** @return the size of an element in bytes (also its alignment), 0 for a value that is not a tcu_type. */
TCU_API size_t tcu_type_size(tcu_type type);

/** @return "f16", "bf16", ..., "u64"; "invalid" for a value that is not a tcu_type. Never NULL. */
TCU_API const char *tcu_type_name(tcu_type type);

TCU_END_DECLS

#endif /* TCU_TYPES_H */
