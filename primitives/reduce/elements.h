/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements of all types as bits, for the operators that need no arithmetic: what a type's infinity, sign and NaN look
 * like, the order of its values as one of unsigned integers, and each operator's neutral element.
 */
#ifndef TCUI_REDUCE_ELEMENTS_H
#define TCUI_REDUCE_ELEMENTS_H

#include <string.h>

#include "backend.h"
#include "primitives/context/types.h"

/* Bits of a type's elements, in the lowest bytes. */
typedef struct tcui_format {
    uint64_t all;      /* those that it has */
    uint64_t sign;     /* the highest one; 0 of unsigned types */
    uint64_t infinity; /* of reals; 0 of integers */
    uint64_t one;      /* the value 1 */
} tcui_format;

static inline tcui_format tcui_format_of(tcu_type type)
{
    const uint64_t all = UINT64_MAX >> (64 - 8 * (int)tcu_type_size(type)), sign = all ^ (all >> 1);
    switch (type) {
    case TCU_TYPE_F16:
        return (tcui_format){all, sign, 0x7c00, 0x3c00};
    case TCU_TYPE_BF16:
        return (tcui_format){all, sign, 0x7f80, 0x3f80};
    case TCU_TYPE_F32:
        return (tcui_format){all, sign, 0x7f800000, 0x3f800000};
    case TCU_TYPE_F64:
        return (tcui_format){all, sign, UINT64_C(0x7ff0000000000000), UINT64_C(0x3ff0000000000000)};
    default:
        return (tcui_format){all, tcui_is_unsigned(type) ? 0 : sign, 0, 1};
    }
}

/* array[i]. */
static inline uint64_t tcui_bits_load(tcu_type type, const void *array, uint64_t i)
{
    const size_t bytes = tcu_type_size(type);
    uint64_t bits = 0;
    memcpy(&bits, (const char *)array + i * bytes, bytes);
    return bits;
}

static inline void tcui_bits_store(tcu_type type, void *array, uint64_t i, uint64_t bits)
{
    const size_t bytes = tcu_type_size(type);
    memcpy((char *)array + i * bytes, &bits, bytes);
}

static inline bool tcui_bits_are_nan(tcu_type type, uint64_t bits)
{
    const tcui_format format = tcui_format_of(type);
    return tcui_is_real(type) && (bits & ~format.sign) > format.infinity;
}

/* The NaN that MIN and MAX give: quiet, which is the highest bit of the fraction. */
static inline uint64_t tcui_quiet_nan_bits(tcu_type type)
{
    const uint64_t infinity = tcui_format_of(type).infinity;
    return infinity | (infinity & (0 - infinity)) >> 1;
}

/* What an operator gives for no elements: the element that changes no other. */
static inline uint64_t tcui_neutral_bits(tcu_operator op, tcu_type type)
{
    const tcui_format format = tcui_format_of(type);
    switch (op) {
    case TCU_OPERATOR_PRODUCT:
        return format.one;
    case TCU_OPERATOR_MIN:
        return format.infinity != 0 ? format.infinity : format.all ^ format.sign;
    case TCU_OPERATOR_MAX:
        return format.infinity != 0 ? format.infinity | format.sign : format.sign;
    case TCU_OPERATOR_AND:
        return format.all;
    default: /* sums, OR, XOR */
        return 0;
    }
}

static inline bool tcui_is_extremum(tcu_operator op)
{
    return op == TCU_OPERATOR_MIN || op == TCU_OPERATOR_MAX;
}

static inline bool tcui_is_of_bits(tcu_operator op)
{
    return op == TCU_OPERATOR_AND || op == TCU_OPERATOR_OR || op == TCU_OPERATOR_XOR;
}

#endif /* TCUI_REDUCE_ELEMENTS_H */
