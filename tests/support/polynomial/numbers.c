/* SPDX-License-Identifier: Apache-2.0 */
#include "numbers.h"

#include <math.h>
#include <string.h>

#include "test_types.h"

double test_number_store(tcu_type type, double value, void *element)
{
    double stored = value;
    if (type == TCU_TYPE_F16 || type == TCU_TYPE_BF16) {
        const uint16_t bits = type == TCU_TYPE_F16 ? test_f16_bits(value) : test_bf16_bits(value);
        memcpy(element, &bits, sizeof bits);
        stored = type == TCU_TYPE_F16 ? test_f16_value(bits) : test_bf16_value(bits);
    } else if (type == TCU_TYPE_F32) {
        const float single = (float)value;
        memcpy(element, &single, sizeof single);
        stored = single;
    } else {
        memcpy(element, &value, sizeof value);
    }
    return stored;
}

static double between(test_random *random, double low, double high)
{
    return low + (high - low) * test_random_unit(random);
}

/* A magnitude between two powers of two. */
static double magnitude(test_random *random, double low, double high)
{
    return exp2(between(random, low, high));
}

/* Exponents of the ends of a type. */
typedef struct range {
    double tiny, huge, wide;
} range;

static range range_of(tcu_type type)
{
    switch (type) {
    case TCU_TYPE_F16:
        return (range){-24, 15.99, 14};
    case TCU_TYPE_BF16:
        return (range){-133, 127.99, 20};
    case TCU_TYPE_F32:
        return (range){-149, 127.999, 20};
    default:
        return (range){-1074, 1023.999, 20};
    }
}

static double special(test_random *random)
{
    static const double values[] = {INFINITY, -INFINITY, NAN, 0.0, -0.0};
    return values[test_random_below(random, 5)];
}

static double wide(test_random *random, const range *of, uint64_t power)
{
    /* Powers that leave room for coefficients of 2^20 in the type. */
    const double room = (of->huge > 128 ? 1000 : 100) / (double)(power > 0 ? power : 1);
    const bool bounded = test_random_below(random, 4) != 0 && room < of->wide;
    return magnitude(random, -of->wide, bounded ? room : of->wide);
}

static double draw(test_numbers numbers, tcu_type type, uint64_t power, test_random *random)
{
    const range of = range_of(type);
    switch (numbers) {
    case TEST_NUMBERS_WIDE:
    case TEST_NUMBERS_POSITIVE:
        return wide(random, &of, power);
    case TEST_NUMBERS_NEAR_ONE:
        return 1 + between(random, -0x1p-10, 0x1p-10);
    case TEST_NUMBERS_EXACT: {
        static const double points[] = {0, 0.5, 1, 2};
        return power > 1
                   ? points[test_random_below(random, power > 7 ? 1 : 4)] + (power > 7 && test_random_below(random, 2))
                   : (double)test_random_below(random, 5);
    }
    case TEST_NUMBERS_TINY:
        return magnitude(random, of.tiny, of.tiny + (type == TCU_TYPE_F16 ? 12 : 40));
    case TEST_NUMBERS_HUGE:
        return magnitude(random, of.huge - 10, of.huge);
    case TEST_NUMBERS_MIXED:
        if (test_random_below(random, 50) == 0) {
            const uint64_t which = test_random_below(random, 3);
            return which == 2 ? 0 : draw(which ? TEST_NUMBERS_TINY : TEST_NUMBERS_HUGE, type, power, random);
        }
        return test_random_unit(random);
    case TEST_NUMBERS_SPECIAL:
        return test_random_below(random, 50) == 0 ? special(random) : test_random_unit(random);
    default:
        return test_random_unit(random);
    }
}

double test_number_draw(test_numbers numbers, tcu_type type, uint64_t power, test_random *random, void *element)
{
    const double size = draw(numbers, type, power, random);
    const bool negative = numbers != TEST_NUMBERS_POSITIVE && test_random_below(random, 2);
    return test_number_store(type, negative ? -size : size, element);
}
