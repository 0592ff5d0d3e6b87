/* SPDX-License-Identifier: Apache-2.0 */
#include "bin_by_definition.h"

#include <math.h>
#include <string.h>

#include "test_types.h"

/* ------------------------------------------------------------------------------------------------- numbers --- */

uint64_t test_near_bits(tcu_type type, long double number)
{
    uint64_t bits = 0;
    if (type == TCU_TYPE_F16) {
        const double most = test_types[type].max;
        bits = test_f16_bits(fabsl(number) > (long double)most ? copysign(INFINITY, (double)number) : (double)number);
    } else if (type == TCU_TYPE_BF16) {
        bits = test_bf16_bits((double)number);
    } else if (type == TCU_TYPE_F32) {
        const float f32 = (float)number;
        memcpy(&bits, &f32, sizeof f32);
    } else if (type == TCU_TYPE_F64) {
        const double f64 = (double)number;
        memcpy(&bits, &f64, sizeof f64);
    } else if (test_types[type].is_signed) {
        const int width = 8 * (int)test_types[type].bytes;
        const long double most = ldexpl(1, width - 1);
        bits = number < -most   ? (uint64_t)1 << (width - 1)
               : number >= most ? ((uint64_t)1 << (width - 1)) - 1
                                : (uint64_t)(int64_t)floorl(number);
    } else {
        const long double end = ldexpl(1, 8 * (int)test_types[type].bytes);
        bits = number < 0 ? 0 : number >= end ? UINT64_MAX : (uint64_t)floorl(number);
    }
    return bits & test_integer_mask(type);
}

uint64_t test_step_bits(tcu_type type, uint64_t bits, int steps)
{
    const uint64_t mask = test_integer_mask(type), sign = mask / 2 + 1;
    if (!test_types[type].real) {
        return (bits + (uint64_t)steps) & mask;
    }
    const bool negative = (bits & sign) != 0;
    int64_t place = (int64_t)(bits & ~sign);
    place = (negative ? -place : place) + steps;
    return place < 0 ? ((uint64_t)-place & (mask >> 1)) | sign : (uint64_t)place & (mask >> 1);
}

/* --------------------------------------------------------------------------------------- long arithmetic --- */

/* magnitude * 2^exponent */
typedef struct exact {
    bool negative;
    uint64_t magnitude;
    int exponent;
} exact;

static exact exact_of(tcu_type type, const unsigned char *element)
{
    exact e = {0};
    uint64_t bits = 0;
    if (!test_types[type].real) {
        test_read_integers(type, element, 1, &bits);
        e.negative = test_types[type].is_signed && (int64_t)bits < 0;
        e.magnitude = e.negative ? 0 - bits : bits;
        return e;
    }
    double real;
    test_read_reals(type, element, 1, &real);
    e.negative = real < 0;
    e.magnitude = (uint64_t)ldexp(frexp(fabs(real), &e.exponent), 53);
    e.exponent -= 53;
    return e;
}

/* A number in digits of 32 bits, two's complement, the lowest first, in units that all terms of a sum share. All
 * doubles and their products with an integer of 32 bits fit. */
enum { DIGITS = (1074 + 53 + 1024 + 64) / 32 + 8 };

typedef struct sum {
    uint32_t digits[DIGITS];
    int count;
} sum;

/* Adds factor * e, in units of 2^unit. */
static void add_product(sum *s, exact e, int64_t factor, int unit)
{
    const bool negative = e.negative != (factor < 0);
    uint64_t multiplier = factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor;
    uint32_t product[6] = {0};
    for (int i = 0; i < 2; i++) {
        uint64_t carry = 0;
        for (int k = 0; k < 2; k++) {
            carry += (e.magnitude >> 32 * i & UINT32_MAX) * (multiplier >> 32 * k & UINT32_MAX);
            carry += product[i + k];
            product[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
        product[i + 2] = (uint32_t)carry;
    }
    if (e.magnitude == 0) {
        return;
    }
    const int place = (e.exponent - unit) / 32, shift = (e.exponent - unit) % 32;
    uint64_t carry = negative;
    for (int i = 0; place + i < s->count; i++) {
        const uint64_t low = i < 6 ? product[i] : 0, below = i > 0 && i < 7 ? product[i - 1] : 0;
        const uint32_t digit = (uint32_t)(low << shift | below << shift >> 32);
        carry += (uint64_t)s->digits[place + i] + (negative ? ~digit : digit);
        s->digits[place + i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* Whether x >= lower + k * (upper - lower) / B, that is B * x - B * lower + k * lower - k * upper >= 0. */
static bool is_above_edge(const test_bins *bins, exact x, exact lower, exact upper, uint64_t k)
{
    int unit = x.magnitude ? x.exponent : 2000, top = -2000;
    const exact *all[] = {&x, &lower, &upper};
    for (int i = 0; i < 3; i++) {
        if (all[i]->magnitude != 0) {
            unit = all[i]->exponent < unit ? all[i]->exponent : unit;
            top = all[i]->exponent > top ? all[i]->exponent : top;
        }
    }
    sum s = {.count = top < unit ? 1 : (top - unit + 64 + 32 + 4) / 32 + 2};
    const int64_t B = (int64_t)bins->num_bins;
    add_product(&s, x, B, unit);
    add_product(&s, lower, (int64_t)k - B, unit);
    add_product(&s, upper, -(int64_t)k, unit);
    return s.digits[s.count - 1] >> 31 == 0;
}

/* ---------------------------------------------------------------------------------------------------- bins --- */

static uint64_t even_bin(const test_bins *bins, const unsigned char *sample)
{
    unsigned char bytes[2][8];
    memcpy(bytes[0], &bins->lower, 8);
    memcpy(bytes[1], &bins->upper, 8);
    const long double x = test_number(bins->sample_type, sample);
    const long double lower = test_number(bins->level_type, bytes[0]), upper = test_number(bins->level_type, bytes[1]);
    if (!(x >= lower && x < upper)) {
        return bins->num_bins;
    }
    const exact e = exact_of(bins->sample_type, sample), l = exact_of(bins->level_type, bytes[0]),
                u = exact_of(bins->level_type, bytes[1]);
    /* From anywhere near to where the definition holds. */
    const long double guess = (x - lower) / (upper - lower) * (long double)bins->num_bins;
    uint64_t k = guess < (long double)bins->num_bins ? (uint64_t)guess : bins->num_bins - 1;
    while (!is_above_edge(bins, e, l, u, k)) {
        k--;
    }
    while (is_above_edge(bins, e, l, u, k + 1)) {
        k++;
    }
    return k;
}

static uint64_t range_bin(const test_bins *bins, const unsigned char *sample)
{
    const size_t bytes = test_types[bins->level_type].bytes;
    const long double x = test_number(bins->sample_type, sample);
    if (!(x >= test_number(bins->level_type, bins->levels)) ||
        !(x < test_number(bins->level_type, bins->levels + bins->num_bins * bytes))) {
        return bins->num_bins;
    }
    uint64_t begin = 0, end = bins->num_bins; /* levels[begin] <= x < levels[end] */
    while (end - begin > 1) {
        const uint64_t middle = (begin + end) / 2;
        if (x < test_number(bins->level_type, bins->levels + middle * bytes)) {
            end = middle;
        } else {
            begin = middle;
        }
    }
    return begin;
}

uint64_t test_bin_of(const test_bins *bins, const unsigned char *sample)
{
    return bins->kind == TCU_BINS_EVEN ? even_bin(bins, sample) : range_bin(bins, sample);
}
