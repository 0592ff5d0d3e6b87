/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements for tests of collectives, as bits and as numbers, and what a collective has to give, by plain loops: sums
 * of reals in long double, of integers modulo 2^32, and beside each the sum of magnitudes that its bound of error is
 * a multiple of.
 */
#ifndef COLLECTIVE_ORACLE_H
#define COLLECTIVE_ORACLE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "collective_kernels.h"
#include "test_random.h"

/* What elements are drawn from. */
typedef enum element_range {
    RANGE_NEAR_ONE, /* magnitudes in [1/2, 2), integers of all bits: one element that is missing or twice there is seen */
    RANGE_WIDE,     /* of exponents that differ, with zeros of both signs */
    RANGE_SMALL,    /* the smallest numbers, denormal ones too */
    RANGE_LARGE,    /* the largest ones whose sums do not overflow */
    RANGE_SPECIAL, /* some are infinite or NaN */
    RANGE_UNEVEN,  /* a warp's first one large, the others just below what a sum with it keeps, of one sign */
    ELEMENT_RANGES,
    RANGE_EXTREME = ELEMENT_RANGES /* integers: a warp's are all equal, such as 1 bits alone, or the least one */
} element_range;

static inline bool is_real(element_type type)
{
    return type <= ELEMENT_F64;
}

static inline int element_bytes(element_type type)
{
    static const int bytes[ELEMENT_TYPES] = {2, 2, 4, 8, 1, 1, 4, 4};
    return bytes[type];
}

/* A real by sign, exponent and fraction: their bits, the exponent's bias and what is large are all that types differ
 * in. */
typedef struct real_format {
    int fraction_bits, bias, large;
} real_format;

static inline int draw_exponent(const real_format *format, element_range range, test_random *random)
{
    const int drawn = (int)test_random_below(random, range == RANGE_NEAR_ONE ? 2 : 12);
    return range == RANGE_SMALL   ? drawn - format->bias
           : range == RANGE_LARGE ? format->large - drawn
                                  : drawn - (range == RANGE_NEAR_ONE ? 1 : 6);
}

static inline double real_element(element_type type, element_range range, bool is_large, test_random *random,
                                  uint64_t *bits)
{
    static const real_format formats[] = {{10, 15, 15}, {7, 127, 112}, {23, 127, 112}, {52, 1023, 1000}};
    const real_format *format = &formats[type];
    const int fraction_bits = format->fraction_bits, bias = format->bias;
    const uint64_t sign = range == RANGE_UNEVEN ? 0 : test_random_below(random, 2);
    uint64_t fraction = test_random_next(random) & ((UINT64_C(1) << fraction_bits) - 1);
    int exponent = draw_exponent(format, range, random);
    if (range == RANGE_WIDE && test_random_below(random, 16) == 0) {
        fraction = 0, exponent = -bias;
    }
    if (range == RANGE_UNEVEN) {
        exponent = is_large ? 0 : type == ELEMENT_F64 ? -54 : -25;
        exponent += type == ELEMENT_F16 ? 12 : 0; /* (which has few below 2^-14) */
        fraction = is_large ? 0 : fraction | UINT64_C(3) << (fraction_bits - 2);
    }
    /* (The lowest exponent has no hidden bit.) */
    double value = ldexp((exponent > -bias) + ldexp((double)fraction, -fraction_bits), exponent + (exponent == -bias));
    if (range == RANGE_SPECIAL && test_random_below(random, 200) == 0) {
        const bool infinite = test_random_below(random, 3) > 0;
        value = infinite ? INFINITY : NAN;
        fraction = infinite ? 0 : UINT64_C(1) << (fraction_bits - 1);
        exponent = bias + 1;
    }
    const int sign_place = 8 * element_bytes(type) - 1;
    *bits = sign << sign_place | (uint64_t)(exponent + bias) << fraction_bits | fraction;
    return sign ? -value : value;
}

/* Element `index` of an array of `type`, `of_warp` to a warp, becomes a random one, whose value is returned. */
static inline double draw_element(element_type type, element_range range, test_random *random, void *elements,
                                  int index, int of_warp)
{
    uint64_t bits = test_random_next(random);
    if (range == RANGE_EXTREME) {
        const uint64_t sign_bit = UINT64_C(1) << (8 * element_bytes(type) - 1);
        const uint64_t extremes[] = {~UINT64_C(0), sign_bit, sign_bit - 1, sign_bit + 1};
        bits = extremes[(index / of_warp + of_warp / 32) % 4];
    }
    double value;
    if (is_real(type)) {
        value = real_element(type, range, index % of_warp == 0, random, &bits);
    } else {
        value = type == ELEMENT_S8    ? (int8_t)bits
                : type == ELEMENT_U8  ? (uint8_t)bits
                : type == ELEMENT_S32 ? (double)(int32_t)bits
                                      : (double)(uint32_t)bits;
    }
    memcpy((char *)elements + (size_t)index * (size_t)element_bytes(type), &bits, (size_t)element_bytes(type));
    return value;
}

/* What some elements come to so far. */
typedef struct expected {
    const collective_case *of;
    long double value, magnitudes;
} expected;

static inline expected nothing(const collective_case *of)
{
    expected e = {of, 0, 0};
    const bool is_signed = of->type == ELEMENT_S8 || of->type == ELEMENT_S32;
    const double greatest = is_signed ? INT32_MAX : UINT32_MAX, lowest = is_signed ? INT32_MIN : 0;
    const double most = is_real(of->type) ? INFINITY : greatest, least = is_real(of->type) ? -INFINITY : lowest;
    e.value = of->form == FORM_MINIMUM ? most : of->form == FORM_MAXIMUM ? least : 0;
    return e;
}

static inline bool is_less(long double a, long double b)
{
    return a < b || (a == b && signbit(a) && !signbit(b));
}

/* Integers modulo 2^32, as the accumulator has them. */
static inline long double wrapped(element_type type, long double sum)
{
    const uint32_t bits = (uint32_t)(int64_t)sum;
    return type == ELEMENT_S8 || type == ELEMENT_S32 ? (long double)(int32_t)bits : (long double)bits;
}

static inline void expect_next(expected *e, double x)
{
    if (e->of->form == FORM_MINIMUM || e->of->form == FORM_MAXIMUM) {
        const bool takes = e->of->form == FORM_MINIMUM ? is_less(x, e->value) : is_less(e->value, x);
        e->value = isnan((double)e->value) || isnan(x) ? NAN : takes ? x : e->value;
        return;
    }
    e->value += x;
    e->magnitudes += fabs(x);
    if (!is_real(e->of->type)) {
        e->value = wrapped(e->of->type, e->value);
    }
}

/* The greatest error that collectives.cuh and plain.cuh allow. */
static inline long double allowed_error(const expected *e)
{
    const collective_case *of = e->of;
    if (!is_real(of->type) || of->form == FORM_MINIMUM || of->form == FORM_MAXIMUM) {
        return 0;
    }
    const bool is_matrix = of->form == FORM_MATRIX, is_half = of->type == ELEMENT_F16 || of->type == ELEMENT_BF16;
    const int of_warp = !is_matrix ? of->items + 16 : is_half ? 4 * of->items + 32 : of->items + 48;
    const long double of_smallest = is_matrix && of->type == ELEMENT_F32 ? 0x1p-120L : 0;
    return (of_warp + (of->threads > 0 ? 48 : 0)) * ldexpl(e->magnitudes, of->type == ELEMENT_F64 ? -53 : -24) +
           of_smallest;
}

static inline bool is_expected(const expected *e, double result)
{
    const double value = (double)e->value;
    if (isnan(value) || isinf(value)) {
        return isnan(value) ? isnan(result) : result == value;
    }
    const bool is_extremum = e->of->form == FORM_MINIMUM || e->of->form == FORM_MAXIMUM;
    return fabsl(result - e->value) <= allowed_error(e) && (!is_extremum || !signbit(value) == !signbit(result));
}

#endif /* COLLECTIVE_ORACLE_H */
