/* SPDX-License-Identifier: Apache-2.0 */
#include "source.h"

#include <math.h>
#include <string.h>

#include "test_random.h"

const char *const test_distribution_names[TEST_DISTRIBUTION_COUNT] = {
    "uniform", "positive", "constant", "zero",     "negative zero", "alternating", "extremes",
    "wide",    "denormal", "infinite", "opposite", "nan",           "half units",  "near one",
};

static double uniform(test_random *random)
{
    return 2.0 * test_random_unit(random) - 1.0;
}

/* A value that stands still over all chunks. */
static double fixed_real(const test_source *source)
{
    test_random random = {source->seed};
    return 0.25 + 0.75 * test_random_unit(&random);
}

/* One special value in about every `n / 3` elements, at least every 20,000, at most every 8. */
static uint64_t special_distance(const test_source *source)
{
    uint64_t distance = source->n / 3;
    return distance < 8 ? 8 : distance > 20000 ? 20000 : distance;
}

static double special_real(const test_source *source, test_random *random)
{
    if (test_random_below(random, special_distance(source)) != 0) {
        return uniform(random);
    }
    switch (source->distribution) {
    case TEST_INFINITE:
        return INFINITY;
    case TEST_OPPOSITE:
        return test_random_next(random) & 1 ? INFINITY : -INFINITY;
    default:
        return NAN;
    }
}

/* In the last place of 1. */
static double half_unit(tcu_type type)
{
    return type == TCU_TYPE_F64 ? 0x1p-53 : type == TCU_TYPE_F32 ? 0x1p-24 : type == TCU_TYPE_F16 ? 0x1p-11 : 0x1p-8;
}

static double next_real(const test_source *source, test_random *random, uint64_t index)
{
    const test_type *type = &test_types[source->type];
    switch (source->distribution) {
    case TEST_POSITIVE:
        return test_random_unit(random);
    case TEST_CONSTANT:
        return fixed_real(source);
    case TEST_ZERO:
        return test_random_next(random) & 1 ? 0.0 : -0.0;
    case TEST_NEGATIVE_ZERO:
        return -0.0;
    case TEST_ALTERNATING:
        return index & 1 ? -fixed_real(source) : fixed_real(source);
    case TEST_EXTREMES:
        /* f16 sums are formed in f32, far from its limits, so both signs may occur. Elsewhere one sign only: with two
         * it would depend on the order of additions whether a partial sum overflows. */
        if (source->type == TCU_TYPE_F16) {
            return uniform(random) * type->max;
        }
        return (0.125 + 0.125 * test_random_unit(random)) * type->max;
    case TEST_WIDE:
        return uniform(random) * ldexp(1.0, (int)test_random_below(random, 25) - 12);
    case TEST_DENORMAL:
        return (double)(int64_t)(test_random_below(random, 15) - 7u) * type->smallest;
    case TEST_INFINITE:
    case TEST_OPPOSITE:
    case TEST_NAN:
        return special_real(source, random);
    case TEST_HALF_UNITS:
        return index % 1000 == 0 ? 1 : 0.99 * half_unit(source->type);
    case TEST_NEAR_ONE: {
        const double magnitude =
            test_random_below(random, source->n / 40 + 1) == 0 ? 0.5 + 1.5 * test_random_unit(random) : 1;
        return test_random_next(random) & 1 ? magnitude : -magnitude;
    }
    default:
        return uniform(random);
    }
}

static uint64_t next_integer(const test_source *source, test_random *random, uint64_t index)
{
    const test_type *type = &test_types[source->type];
    uint64_t top = (uint64_t)1 << (8 * type->bytes - 1);
    test_random fixed = {source->seed};
    switch (source->distribution) {
    case TEST_POSITIVE:
        return test_random_below(random, 101);
    case TEST_CONSTANT:
        return test_random_next(&fixed);
    case TEST_ZERO:
        return 0;
    case TEST_NEGATIVE_ZERO:
        return UINT64_MAX;
    case TEST_ALTERNATING:
        return index & 1 ? 0u - test_random_next(&fixed) : test_random_next(&fixed);
    case TEST_EXTREMES: {
        /* The ends of the signed and of the unsigned range. */
        const uint64_t ends[] = {top, top - 1, top + 1, UINT64_MAX, 1, UINT64_MAX - 1};
        return ends[test_random_below(random, 6)];
    }
    case TEST_WIDE:
        return test_random_next(random) >> test_random_below(random, 64);
    case TEST_DENORMAL:
        return test_random_below(random, 3) - 1u;
    case TEST_NEAR_ONE:
        return test_random_next(random) | 1;
    default:
        return test_random_next(random);
    }
}

/* 16-bit reals: drawn from a thousand values of the chunk's own, six to a random word. Large tests spend their time
 * here too. */
enum { PALETTE_BITS = 10, PALETTE_SIZE = 1 << PALETTE_BITS };

static void fill_from_palette(const test_source *source, test_random *random, uint64_t count, uint16_t *to)
{
    uint16_t palette[PALETTE_SIZE];
    for (int i = 0; i < PALETTE_SIZE; i++) {
        double value = next_real(source, random, 0);
        palette[i] = source->type == TCU_TYPE_F16 ? test_f16_bits(value) : test_bf16_bits(value);
    }
    uint64_t word = 0;
    for (uint64_t i = 0; i < count; i++) {
        word = i % 6 == 0 ? test_random_next(random) : word >> PALETTE_BITS;
        to[i] = palette[word % PALETTE_SIZE];
    }
}

/* A NaN of any bits in place of each one: of both signs, half of them signalling. (A conversion would make them quiet.) */
static void draw_nan(const test_source *source, uint64_t chunk, uint64_t count, unsigned char *elements)
{
    const test_real *real = &test_reals[source->type];
    const size_t bytes = test_types[source->type].bytes;
    const uint64_t quiet_bit = real->quiet ^ real->infinity;
    test_random random = test_random_part(~source->seed, chunk + 1);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t element = 0;
        memcpy(&element, elements + i * bytes, bytes);
        if ((element & ~real->sign) > real->infinity) {
            const uint64_t r = test_random_next(&random);
            element = real->infinity | (r & 1 ? real->sign : 0) | (r & 2 ? quiet_bit : 1) | (r >> 2 & (quiet_bit - 1));
            memcpy(elements + i * bytes, &element, bytes);
        }
    }
}

#define FILL(ELEMENT, VALUE)                                                                                           \
    do {                                                                                                               \
        ELEMENT *to = elements;                                                                                        \
        for (uint64_t i = 0; i < count; i++) {                                                                         \
            to[i] = (ELEMENT)(VALUE);                                                                                  \
        }                                                                                                              \
    } while (0)

/* All bits of integers at random, eight bytes at a time: large tests spend their time here. */
static void fill_bits(test_random *random, size_t bytes, unsigned char *to)
{
    for (size_t done = 0; done < bytes; done += 8) {
        uint64_t word = test_random_next(random);
        memcpy(to + done, &word, bytes - done < 8 ? bytes - done : 8);
    }
}

void test_source_chunk(const test_source *source, uint64_t chunk, uint64_t count, void *elements)
{
    test_random random = test_random_part(source->seed, chunk + 1);
    const bool is_uniform = source->distribution == TEST_UNIFORM || source->distribution == TEST_POSITIVE;
    if (is_uniform && test_types[source->type].real && test_types[source->type].bytes == 2) {
        fill_from_palette(source, &random, count, elements);
        return;
    }
    switch (source->type) {
    case TCU_TYPE_F16:
        FILL(uint16_t, test_f16_bits(next_real(source, &random, i)));
        break;
    case TCU_TYPE_BF16:
        FILL(uint16_t, test_bf16_bits(next_real(source, &random, i)));
        break;
    case TCU_TYPE_F32:
        FILL(float, next_real(source, &random, i));
        break;
    case TCU_TYPE_F64:
        FILL(double, next_real(source, &random, i));
        break;
    default:
        if (source->distribution == TEST_UNIFORM) {
            fill_bits(&random, count * test_types[source->type].bytes, elements);
            break;
        }
        switch (test_types[source->type].bytes) {
        case 1:
            FILL(uint8_t, next_integer(source, &random, i));
            break;
        case 2:
            FILL(uint16_t, next_integer(source, &random, i));
            break;
        case 4:
            FILL(uint32_t, next_integer(source, &random, i));
            break;
        default:
            FILL(uint64_t, next_integer(source, &random, i));
            break;
        }
    }
    if (source->distribution == TEST_NAN && test_types[source->type].real) {
        draw_nan(source, chunk, count, elements);
    }
}
