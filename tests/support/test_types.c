/* SPDX-License-Identifier: Apache-2.0 */
#include "test_types.h"

#include <float.h>
#include <math.h>
#include <string.h>

/*
 * The tolerances. A sum of n elements may be off by 4 * sum_unit * max(1, log2(n)) * sum |x|, and by round_factor times
 * the result where the output type is narrower than the type that the sum is formed in (tcu/reduce.h, "Accuracy").
 * For f64, which has no bound in the contract, the unit leaves room for serial sums of some hundred elements.
 */
const test_type test_types[TCU_TYPE_COUNT] = {
    [TCU_TYPE_F16] = {"f16", 2, true, true, 0x1p-24, 65504.0, 65520.0, 0x1p-24, 0x1p-11},
    [TCU_TYPE_BF16] = {"bf16", 2, true, true, 0x1p-133, 0x1.fep127, 0x1.ffp127, 0x1p-24, 0x1p-8},
    [TCU_TYPE_F32] = {"f32", 4, true, true, 0x1p-149, FLT_MAX, 0x1.ffffffp127, 0x1p-24, 0.0},
    [TCU_TYPE_F64] = {"f64", 8, true, true, 0x1p-1074, DBL_MAX, INFINITY, 0x1p-51, 0.0},
    [TCU_TYPE_I8] = {"i8", 1, false, true, 0.0, 0.0, 0.0, 0.0, 0.0},
    [TCU_TYPE_U8] = {"u8", 1, false, false, 0.0, 0.0, 0.0, 0.0, 0.0},
    [TCU_TYPE_I16] = {"i16", 2, false, true, 0.0, 0.0, 0.0, 0.0, 0.0},
    [TCU_TYPE_U16] = {"u16", 2, false, false, 0.0, 0.0, 0.0, 0.0, 0.0},
    [TCU_TYPE_I32] = {"i32", 4, false, true, 0.0, 0.0, 0.0, 0.0, 0.0},
    [TCU_TYPE_U32] = {"u32", 4, false, false, 0.0, 0.0, 0.0, 0.0, 0.0},
    [TCU_TYPE_I64] = {"i64", 8, false, true, 0.0, 0.0, 0.0, 0.0, 0.0},
    [TCU_TYPE_U64] = {"u64", 8, false, false, 0.0, 0.0, 0.0, 0.0, 0.0},
};

const test_pair test_pairs[TEST_PAIR_COUNT] = {
    {TCU_TYPE_F16, TCU_TYPE_F16},  {TCU_TYPE_F16, TCU_TYPE_F32}, {TCU_TYPE_BF16, TCU_TYPE_BF16},
    {TCU_TYPE_BF16, TCU_TYPE_F32}, {TCU_TYPE_F32, TCU_TYPE_F32}, {TCU_TYPE_F32, TCU_TYPE_F64},
    {TCU_TYPE_F64, TCU_TYPE_F64},  {TCU_TYPE_I8, TCU_TYPE_I8},   {TCU_TYPE_I8, TCU_TYPE_I32},
    {TCU_TYPE_I8, TCU_TYPE_I64},   {TCU_TYPE_U8, TCU_TYPE_U8},   {TCU_TYPE_U8, TCU_TYPE_U32},
    {TCU_TYPE_U8, TCU_TYPE_U64},   {TCU_TYPE_I16, TCU_TYPE_I16}, {TCU_TYPE_I16, TCU_TYPE_I32},
    {TCU_TYPE_I16, TCU_TYPE_I64},  {TCU_TYPE_U16, TCU_TYPE_U16}, {TCU_TYPE_U16, TCU_TYPE_U32},
    {TCU_TYPE_U16, TCU_TYPE_U64},  {TCU_TYPE_I32, TCU_TYPE_I32}, {TCU_TYPE_I32, TCU_TYPE_I64},
    {TCU_TYPE_U32, TCU_TYPE_U32},  {TCU_TYPE_U32, TCU_TYPE_U64}, {TCU_TYPE_I64, TCU_TYPE_I64},
    {TCU_TYPE_U64, TCU_TYPE_U64},
};

bool test_pair_supported(tcu_type in, tcu_type out)
{
    for (int i = 0; i < TEST_PAIR_COUNT; i++) {
        if (test_pairs[i].in == in && test_pairs[i].out == out) {
            return true;
        }
    }
    return false;
}

const test_real test_reals[TEST_REALS] = {
    [TCU_TYPE_F16] = {TCU_TYPE_F16, 0x3c00, 0x7c00, 0x8000, 0x7e00, 0x7c01},
    [TCU_TYPE_BF16] = {TCU_TYPE_BF16, 0x3f80, 0x7f80, 0x8000, 0x7fc0, 0x7f81},
    [TCU_TYPE_F32] = {TCU_TYPE_F32, 0x3f800000, 0x7f800000, 0x80000000, 0x7fc00000, 0x7f800001},
    [TCU_TYPE_F64] = {TCU_TYPE_F64, UINT64_C(0x3ff0000000000000), UINT64_C(0x7ff0000000000000),
                      UINT64_C(0x8000000000000000), UINT64_C(0x7ff8000000000000), UINT64_C(0x7ff0000000000001)},
};

bool test_is_quiet_nan(tcu_type type, const void *element)
{
    uint64_t bits = 0;
    memcpy(&bits, element, test_types[type].bytes);
    return (bits & test_reals[type].quiet) == test_reals[type].quiet;
}

static float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

double test_f16_value(uint16_t bits)
{
    uint32_t sign = (uint32_t)(bits & 0x8000u) << 16;
    uint32_t exponent = (bits >> 10) & 0x1fu;
    uint32_t fraction = bits & 0x3ffu;
    if (exponent == 0) {
        double value = (double)fraction * 0x1p-24;
        return sign != 0 ? -value : value;
    }
    uint32_t wide_exponent = exponent == 0x1fu ? 0xffu : exponent + (127u - 15u);
    return float_of_bits(sign | wide_exponent << 23 | fraction << 13);
}

double test_bf16_value(uint16_t bits)
{
    return float_of_bits((uint32_t)bits << 16);
}

uint16_t test_f16_bits(double value)
{
    uint32_t bits = bits_of_float((float)value);
    uint16_t sign = (uint16_t)((bits >> 16) & 0x8000u);
    uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude >= 0x7f800000u) {
        return (uint16_t)(sign | 0x7c00u | (magnitude > 0x7f800000u ? 0x200u : 0u));
    }
    if (magnitude < 0x38800000u) { /* below 2^-14: a multiple of 2^-24 */
        return (uint16_t)(sign | (uint16_t)(fabs(value) * 0x1p24));
    }
    return (uint16_t)(sign | ((magnitude - 0x38000000u) >> 13));
}

uint16_t test_bf16_bits(double value)
{
    uint32_t bits = bits_of_float((float)value);
    return (uint16_t)((bits >> 16) | ((bits & 0x7fffffffu) > 0x7f800000u ? 0x40u : 0u));
}

#define READ_ALL(CAST, ELEMENT, VALUE)                                                                                 \
    do {                                                                                                               \
        const ELEMENT *from = elements;                                                                                \
        for (uint64_t i = 0; i < count; i++) {                                                                         \
            values[i] = (CAST)(VALUE);                                                                                 \
        }                                                                                                              \
    } while (0)

void test_read_reals(tcu_type type, const void *elements, uint64_t count, double *values)
{
    switch (type) {
    case TCU_TYPE_F16:
        READ_ALL(double, uint16_t, test_f16_value(from[i]));
        break;
    case TCU_TYPE_BF16:
        READ_ALL(double, uint16_t, test_bf16_value(from[i]));
        break;
    case TCU_TYPE_F32:
        READ_ALL(double, float, from[i]);
        break;
    default:
        READ_ALL(double, double, from[i]);
        break;
    }
}

void test_read_integers(tcu_type type, const void *elements, uint64_t count, uint64_t *values)
{
    switch (type) {
    case TCU_TYPE_I8:
        READ_ALL(uint64_t, int8_t, from[i]);
        break;
    case TCU_TYPE_U8:
        READ_ALL(uint64_t, uint8_t, from[i]);
        break;
    case TCU_TYPE_I16:
        READ_ALL(uint64_t, int16_t, from[i]);
        break;
    case TCU_TYPE_U16:
        READ_ALL(uint64_t, uint16_t, from[i]);
        break;
    case TCU_TYPE_I32:
        READ_ALL(uint64_t, int32_t, from[i]);
        break;
    case TCU_TYPE_U32:
        READ_ALL(uint64_t, uint32_t, from[i]);
        break;
    default:
        READ_ALL(uint64_t, uint64_t, from[i]);
        break;
    }
}

long double test_number_of_bits(tcu_type type, uint64_t bits)
{
    unsigned char element[8];
    memcpy(element, &bits, sizeof element);
    return test_number(type, element);
}

uint64_t test_integer_mask(tcu_type type)
{
    return UINT64_MAX >> (64 - 8 * test_types[type].bytes);
}

long double test_number(tcu_type type, const void *element)
{
    if (test_types[type].real) {
        double real;
        test_read_reals(type, element, 1, &real);
        return real;
    }
    uint64_t bits;
    test_read_integers(type, element, 1, &bits);
    return test_types[type].is_signed ? (long double)(int64_t)bits : (long double)bits;
}
