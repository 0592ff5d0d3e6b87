/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as elements of the library's types f16, f32, f64, i32 and u8, and back. */
#ifndef TCU_EXAMPLES_TOUR_ELEMENTS_H
#define TCU_EXAMPLES_TOUR_ELEMENTS_H

#include "series.h"
#include <stdbool.h>
#include <stdint.h>
#include <tcu/types.h>

bool type_is_real(tcu_type type);

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

/* One element of an array: of the types above, and of i64 and u64. Integers are exact up to 2^53. */
double element_value(const void *array, tcu_type type, uint64_t i);

/* One element of an array of integers, modulo 2^64, which serves signed and unsigned types. */
uint64_t element_integer(const void *array, tcu_type type, uint64_t i);

#endif /* TCU_EXAMPLES_TOUR_ELEMENTS_H */
