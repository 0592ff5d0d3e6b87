/* SPDX-License-Identifier: Apache-2.0 */
/*
 * f16 and bf16 conversions of primitives/tile/half.h, against an oracle that knows the formats by their definition
 * only: a value is sign * fraction * 2^exponent (ldexp), and narrowing is the search for the nearest value in the table
 * of all of them.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "primitives/tile/half.h"

typedef struct format {
    const char *name;
    int fraction; /* bits of the fraction */
    int emin;     /* exponent of the smallest normal number */
    float (*widen)(uint16_t bits);
    uint16_t (*narrow_f64)(double x);
    uint16_t (*narrow_f32)(float x);
} format;

static const format formats[] = {
    {"f16", 10, -14, tcui_f32_from_f16, tcui_f16_from_f64, tcui_f16_from_f32},
    {"bf16", 7, -126, tcui_f32_from_bf16, tcui_bf16_from_f64, tcui_bf16_from_f32},
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

static uint64_t random_state;

static uint64_t random_u64(void)
{
    random_state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = random_state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void seed_randomly(void)
{
    random_state = (uint64_t)time(NULL);
    cr_log_info("seed %llu", (unsigned long long)random_state);
}

static int infinity_bits(const format *f)
{
    return 0x7fff >> f->fraction << f->fraction;
}

/* The value of a finite, not negative bit pattern. For the pattern of infinity: what would come next, 2^(emax + 1). */
static double value_of(const format *f, int bits)
{
    int exponent = bits >> f->fraction;
    int fraction = bits & ((1 << f->fraction) - 1);
    if (exponent == 0) {
        return ldexp(fraction, f->emin - f->fraction);
    }
    return ldexp(fraction + (1 << f->fraction), f->emin + exponent - 1 - f->fraction);
}

/* Nearest by bisection over the patterns 0 ... infinity, whose values increase; ties to the even pattern. */
static uint16_t nearest(const format *f, double x)
{
    int sign = signbit(x) ? 0x8000 : 0;
    double magnitude = fabs(x);
    int low = 0;
    int high = infinity_bits(f);
    if (magnitude >= value_of(f, high)) {
        return (uint16_t)(sign | high);
    }
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (value_of(f, middle) <= magnitude) {
            low = middle;
        } else {
            high = middle;
        }
    }
    /* Exact: both differences are of neighbours within a factor of two, or of a multiple of their distance. */
    double below = magnitude - value_of(f, low);
    double above = value_of(f, high) - magnitude;
    int up = above < below || (above == below && low % 2 != 0);
    return (uint16_t)(sign | (up ? high : low));
}

static void check_narrow(const format *f, double x)
{
    uint16_t expected = nearest(f, x);
    uint16_t got = f->narrow_f64(x);
    cr_assert_eq(got, expected, "%s of %a: %#06x, not %#06x", f->name, x, got, expected);
    if ((double)(float)x == x) {
        got = f->narrow_f32((float)x);
        cr_assert_eq(got, expected, "%s of the float %a: %#06x, not %#06x", f->name, x, got, expected);
    }
}

Test(half, widens_every_value_exactly)
{
    for (int k = 0; k < FORMATS; k++) {
        const format *f = &formats[k];
        for (int bits = 0; bits < 0x10000; bits++) {
            int magnitude = bits & 0x7fff;
            float got = f->widen((uint16_t)bits);
            cr_assert_eq(signbit(got) != 0, bits >= 0x8000, "%s %#06x: sign", f->name, bits);
            if (magnitude > infinity_bits(f)) {
                cr_assert(isnan(got), "%s %#06x: %a is not NaN", f->name, bits, (double)got);
            } else if (magnitude == infinity_bits(f)) {
                cr_assert(isinf(got), "%s %#06x: %a is not infinite", f->name, bits, (double)got);
            } else {
                cr_assert_eq(fabs((double)got), value_of(f, magnitude), "%s %#06x: %a", f->name, bits, (double)got);
            }
        }
    }
}

Test(half, every_value_comes_back)
{
    for (int k = 0; k < FORMATS; k++) {
        const format *f = &formats[k];
        for (int bits = 0; bits < 0x10000; bits++) {
            uint16_t from_f32 = f->narrow_f32(f->widen((uint16_t)bits));
            uint16_t from_f64 = f->narrow_f64((double)f->widen((uint16_t)bits));
            int nan = (bits & 0x7fff) > infinity_bits(f);
            int expected = nan ? bits | 1 << (f->fraction - 1) : bits; /* quiet */
            cr_assert_eq(from_f32, expected, "%s %#06x came back as %#06x", f->name, bits, from_f32);
            cr_assert_eq(from_f64, expected, "%s %#06x came back as %#06x", f->name, bits, from_f64);
        }
    }
}

/* Between every two neighbours: the tie, one step of a float and of a double to either side of it, and the quarters.
 * The tie above the largest number is where infinity begins. */
Test(half, rounds_between_all_neighbours)
{
    for (int k = 0; k < FORMATS; k++) {
        const format *f = &formats[k];
        for (int bits = 0; bits < infinity_bits(f); bits++) {
            double low = value_of(f, bits);
            double high = value_of(f, bits + 1);
            double tie = (low + high) / 2;
            const double points[] = {low,
                                     tie,
                                     nextafter(tie, 0),
                                     nextafter(tie, INFINITY),
                                     (double)nextafterf((float)tie, 0),
                                     (double)nextafterf((float)tie, INFINITY),
                                     (low + tie) / 2,
                                     (tie + high) / 2,
                                     nextafter(high, 0)};
            for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
                check_narrow(f, points[i]);
                check_narrow(f, -points[i]);
            }
        }
    }
}

Test(half, rounds_random_numbers)
{
    seed_randomly();
    for (int k = 0; k < FORMATS; k++) {
        const format *f = &formats[k];
        for (int i = 0; i < 300000; i++) {
            /* Exponents from far below the smallest denormal to far above the largest number. */
            int span = 2 * (3 - f->emin) + f->fraction;
            int exponent = (int)(random_u64() % (uint64_t)span) + f->emin - f->fraction - 3;
            double x = ldexp((double)(random_u64() >> 11), exponent - 53);
            check_narrow(f, random_u64() % 2 != 0 ? x : -x);
            check_narrow(f, (double)(float)x);
        }
    }
}

Test(half, specials)
{
    static const double extremes[] = {0.0,     0x1p-1074, 0x1p-1022, 0x1p-149,       0x1p-134,
                                      0x1p-25, 65504.0,   65519.996, 65520.0,        0x1.fep127,
                                      0x1p128, 0x1p1023,  INFINITY,  0x1.fffffep127, 0x1.fffffffffffffp1023};
    for (int k = 0; k < FORMATS; k++) {
        const format *f = &formats[k];
        for (size_t i = 0; i < sizeof extremes / sizeof extremes[0]; i++) {
            check_narrow(f, extremes[i]);
            check_narrow(f, -extremes[i]);
        }
        /* NaNs of every payload bit, quiet and signalling, keep their sign. */
        for (int bit = 0; bit < 52; bit++) {
            for (int sign = 0; sign < 2; sign++) {
                uint64_t nan = (uint64_t)sign << 63 | UINT64_C(0x7ff) << 52 | UINT64_C(1) << bit;
                double x;
                memcpy(&x, &nan, sizeof x);
                uint16_t got = f->narrow_f64(x);
                cr_assert_gt(got & 0x7fff, infinity_bits(f), "%s of a NaN with payload bit %d: %#06x", f->name, bit,
                             got);
                cr_assert_eq(got >> 15, sign);
            }
        }
    }
}
