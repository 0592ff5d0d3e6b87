/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes and names of the element types, and the tests' own conversions that all other tests lean on. */
#include <criterion/criterion.h>
#include <math.h>

#include "test_types.h"

Test(element_types, have_sizes_and_names)
{
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        cr_expect_eq(tcu_type_size((tcu_type)type), test_types[type].bytes, "type %d", type);
        cr_expect_str_eq(tcu_type_name((tcu_type)type), test_types[type].name, "type %d", type);
    }
    const int invalid[] = {-1, TCU_TYPE_COUNT, 4711};
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(tcu_type_size((tcu_type)invalid[i]), 0, "type %d", invalid[i]);
        cr_expect_str_eq(tcu_type_name((tcu_type)invalid[i]), "invalid", "type %d", invalid[i]);
    }
}

/* The value of an IEEE-like 16-bit pattern from its definition, with ldexp() instead of shifts of bits. */
static double value_by_definition(unsigned bits, int fraction_bits, int bias)
{
    unsigned exponent_mask = (0x7fffu >> fraction_bits), exponent = (bits >> fraction_bits) & exponent_mask;
    unsigned fraction = bits & ((1u << fraction_bits) - 1);
    double value;
    if (exponent == exponent_mask) {
        value = fraction != 0 ? NAN : INFINITY;
    } else if (exponent == 0) {
        value = ldexp(fraction, 1 - bias - fraction_bits);
    } else {
        value = ldexp(fraction + (1u << fraction_bits), (int)exponent - bias - fraction_bits);
    }
    return bits & 0x8000u ? -value : value;
}

static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

Test(element_types, the_tests_read_all_halves_right)
{
    for (unsigned bits = 0; bits < 65536; bits++) {
        double f16 = test_f16_value((uint16_t)bits), bf16 = test_bf16_value((uint16_t)bits);
        cr_assert(same(f16, value_by_definition(bits, 10, 15)), "f16 0x%04x read as %g", bits, f16);
        cr_assert(same(bf16, value_by_definition(bits, 7, 127)), "bf16 0x%04x read as %g", bits, bf16);
        cr_assert(same(test_f16_value(test_f16_bits(f16)), f16), "f16 0x%04x written as 0x%04x", bits,
                  test_f16_bits(f16));
        cr_assert(same(test_bf16_value(test_bf16_bits(bf16)), bf16), "bf16 0x%04x written as 0x%04x", bits,
                  test_bf16_bits(bf16));
    }
}
