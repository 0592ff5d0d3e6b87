/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a sum should be: a serial loop, in twice double's precision for reals, modulo 2^64 for integers. It knows
 * nothing of tiles, and never calls the library.
 */
#ifndef TEST_SUMS_ORACLE_H
#define TEST_SUMS_ORACLE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "test_types.h"

typedef struct oracle {
    uint64_t count;    /* elements summed */
    uint64_t integer;  /* their sum modulo 2^64 */
    double high, low;  /* the sum of the finite reals is high + low */
    double absolute;   /* the sum of their magnitudes */
    double nonfinite;  /* the sum of the others, as a plain loop forms it */
    bool is_nonfinite; /* there was one */
} oracle;

/* Knuth's TwoSum: the rounding error of every addition is exact and is gathered in `low`. */
static inline void oracle_add_real(oracle *sum, double x)
{
    sum->count++;
    if (!isfinite(x)) {
        sum->nonfinite += x;
        sum->is_nonfinite = true;
        return;
    }
    double high = sum->high + x;
    double part = high - sum->high;
    sum->low += (sum->high - (high - part)) + (x - part);
    sum->high = high;
    sum->absolute += fabs(x);
}

static inline void oracle_add_integer(oracle *sum, uint64_t x)
{
    sum->count++;
    sum->integer += x;
}

/* The sum as a number to print. */
double oracle_real(const oracle *sum);

/* Whether `got`, read from the output type, is within the tolerance of the type pair. */
bool oracle_accepts_real(const oracle *sum, tcu_type out, double got);

static inline bool oracle_accepts_integer(const oracle *sum, uint64_t mask, uint64_t got)
{
    return ((sum->integer ^ got) & mask) == 0;
}

#endif /* TEST_SUMS_ORACLE_H */
