/* SPDX-License-Identifier: Apache-2.0 */
/* The tour's data: a series of numbers, read or made, and its elements in the library's types. */
#ifndef TCU_EXAMPLES_SERIES_H
#define TCU_EXAMPLES_SERIES_H

#include <stddef.h>
#include <stdint.h>
#include <tcu/types.h>

typedef struct series {
    double *values;
    size_t count;
} series;

/* Reads one number a line; blank lines and lines that begin with '#' are passed over. "-" is standard input. On
 * failure says why on standard error and returns -1. */
int series_read(series *numbers, const char *path);

/* Makes hourly temperatures in degrees Celsius: seasons, days, weather. The same numbers on every machine. */
int series_make(series *numbers, size_t count);

void series_free(series *numbers);

/*
 * The series as elements of `type` (f16, f32, f64, i32 or u8), malloc'ed; NULL if memory ran out. f16 and i32 hold the
 * values times a power of two that uses their range well; u8 holds 256 steps from the smallest to the largest value.
 */
void *series_encode(const series *numbers, tcu_type type);

/* The value of one binary16 number. */
double half_to_double(uint16_t half);

#endif /* TCU_EXAMPLES_SERIES_H */
