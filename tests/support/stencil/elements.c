/* SPDX-License-Identifier: Apache-2.0 */
#include "elements.h"

#include <math.h>

#include "test_types.h"

/* A multiple of the type's unit in the last place there, or of the least one. */
static long double rounded_to_bits(long double value, int bits, int least)
{
    int exponent;
    (void)frexpl(value, &exponent);
    const int last = exponent - bits > least ? exponent - bits : least;
    return ldexpl(rintl(ldexpl(value, -last)), last);
}

long double test_rounded(tcu_type type, long double value)
{
    if (type == TCU_TYPE_U8) {
        return isnan(value) || value < 0 ? 0 : value > 255 ? 255 : rintl(value);
    }
    if (!isfinite(value) || value == 0) {
        return value;
    }
    if (type == TCU_TYPE_F64) {
        return (double)value;
    }
    if (type == TCU_TYPE_F32) {
        return (float)value;
    }
    const long double rounded =
        type == TCU_TYPE_F16 ? rounded_to_bits(value, 11, -24) : rounded_to_bits(value, 8, -133);
    return fabsl(rounded) > test_types[type].max ? copysignl(INFINITY, value) : rounded;
}

double test_element_store(tcu_type type, double value, void *element)
{
    const double rounded = (double)test_rounded(type, value);
    if (type == TCU_TYPE_U8) {
        *(unsigned char *)element = (unsigned char)rounded;
    } else {
        test_number_store(type, rounded, element);
    }
    return rounded;
}

double test_element_draw(test_numbers numbers, tcu_type type, test_random *random, void *element)
{
    return type == TCU_TYPE_U8 ? test_element_store(type, (double)test_random_below(random, 256), element)
                               : test_number_draw(numbers, type, 1, random, element);
}

tcu_type test_computed_in(tcu_type type)
{
    return type == TCU_TYPE_F64 ? TCU_TYPE_F64 : TCU_TYPE_F32;
}
