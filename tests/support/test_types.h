/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The twelve element types as the tests know them: sizes, the 25 pairs, tolerances and conversions. Written from the
 * formats' definitions, not from the library, so that one error cannot hide another.
 */
#ifndef TEST_TYPES_H
#define TEST_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tcu/tcu.h>

typedef struct test_type {
    const char *name;
    size_t bytes;
    bool real; /* floating point */
    bool is_signed;
    double smallest;     /* denormal, 0 for integers */
    double max;          /* largest finite value */
    double overflow;     /* numbers from here on round to infinity */
    double sum_unit;     /* unit of the accuracy bound of a sum stored in this type */
    double round_factor; /* one more rounding on top of the bound, relative: 0 where the bound has it already */
} test_type;

extern const test_type test_types[TCU_TYPE_COUNT];

typedef struct test_pair {
    tcu_type in;
    tcu_type out;
} test_pair;

enum { TEST_PAIR_COUNT = 25 };
extern const test_pair test_pairs[TEST_PAIR_COUNT];

bool test_pair_supported(tcu_type in, tcu_type out);

/* The bits of some elements of a type of reals. */
typedef struct test_real {
    tcu_type type;
    uint64_t one, infinity, sign, quiet, signalling; /* the NaN with the least fraction is a signalling one */
} test_real;

enum { TEST_REALS = 4 };
extern const test_real test_reals[TEST_REALS]; /* each at the index of its type */

/* Whether an element of a type of reals is a quiet NaN: by its bits, as a signalling one may become quiet when it is
 * converted to another type. */
bool test_is_quiet_nan(tcu_type type, const void *element);

/* Both exact for every value, NaN and infinity included. */
double test_f16_value(uint16_t bits);
double test_bf16_value(uint16_t bits);

/* Rounded towards zero: for making test data, where the rounding does not matter. |value| within the type's range. */
uint16_t test_f16_bits(double value);
uint16_t test_bf16_bits(double value);

/* `count` elements of a floating-point type as doubles. */
void test_read_reals(tcu_type type, const void *elements, uint64_t count, double *values);

/* `count` elements of an integer type, sign- or zero-extended to 64 bits. */
void test_read_integers(tcu_type type, const void *elements, uint64_t count, uint64_t *values);

/* An element as a long double, which holds the numbers of all twelve types. */
long double test_number(tcu_type type, const void *element);
long double test_number_of_bits(tcu_type type, uint64_t bits);

/* The low bits that an integer type keeps. */
uint64_t test_integer_mask(tcu_type type);

#endif /* TEST_TYPES_H */
