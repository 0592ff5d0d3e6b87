/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as elements of the library's types f16, f32, f64, i32 and u8, and back. */
#ifndef TCU_EXAMPLES_TOUR_ELEMENTS_H
#define TCU_EXAMPLES_TOUR_ELEMENTS_H

#include "numbers/series.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <tcu/types.h>

static inline bool type_is_real(tcu_type type)
{
    return type <= TCU_TYPE_F64;
}

/* How well a type holds a series. */
typedef enum elements_fit {
    ELEMENTS_EXACT,   /* every number */
    ELEMENTS_ROUNDED, /* every number, rounded to the significant bits that the type has */
    ELEMENTS_UNFIT    /* some number, or a sum, is none that the type stands for */
} elements_fit;

/*
 * Integer types hold integers in their range; real types, numbers in the range in which they have all their significant
 * bits (so none that would become infinite, 0 or subnormal). A sum of n numbers has to be in the range of `sum_type`.
 * If the series does not fit, `reason` says why.
 */
elements_fit elements_judge(const series *numbers, uint64_t n, tcu_type type, tcu_type sum_type, char *reason,
                            size_t reason_bytes);

/* The significant bits of a real type. */
int elements_precision(tcu_type type);

/* n elements of `type`, malloc'ed: the series from its beginning, over and over. NULL if memory ran out. */
void *elements_make(const series *numbers, uint64_t n, tcu_type type);

/* ---------------------------------------------------------- one element, for the loops that check all of them --- */

/* Modulo 2^64, which serves signed and unsigned types: u8, i32, u32, and those of 64 bits. */
static inline uint64_t element_integer(const void *array, tcu_type type, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_U8:
        return ((const uint8_t *)array)[i];
    case TCU_TYPE_I32:
        return (uint64_t)(int64_t)((const int32_t *)array)[i];
    case TCU_TYPE_U32:
        return ((const uint32_t *)array)[i];
    default:
        return ((const uint64_t *)array)[i];
    }
}

static inline double half_to_double(uint16_t half)
{
    const uint32_t bits = (uint32_t)(half & 0x8000u) << 16 | (uint32_t)(half & 0x7fffu) << 13;
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value * 0x1p112;
}

/* Of the types above, i64 and u64. Integers are exact up to 2^53. */
static inline double element_value(const void *array, tcu_type type, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_F16:
        return half_to_double(((const uint16_t *)array)[i]);
    case TCU_TYPE_F32:
        return ((const float *)array)[i];
    case TCU_TYPE_F64:
        return ((const double *)array)[i];
    case TCU_TYPE_U64:
        return (double)element_integer(array, type, i);
    default:
        return (double)(int64_t)element_integer(array, type, i);
    }
}

#endif /* TCU_EXAMPLES_TOUR_ELEMENTS_H */
