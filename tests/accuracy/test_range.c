/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums whose elements are so large that a partial sum in another order than the array's could overflow: within the range
 * that reduce.h names they are finite and within its bound, whatever the order; beyond it they stay in their segment.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <tcu/tcu.h>

#include "test_backend.h"
#include "test_memory.h"
#include "test_types.h"

/* Signs of elements: half of them positive, all first; in turn; at random. */
typedef enum sign_order { SIGN_BLOCKS, SIGN_TURNS, SIGN_RANDOM, SIGN_POSITIVE, SIGN_ORDERS } sign_order;

static const struct {
    tcu_type in, out;
    double range; /* of sum |x| */
    double most;  /* that `out` holds */
    double unit, out_unit;
} pairs[] = {
    /* Of f16 any number of elements is in range. */
    {TCU_TYPE_F16, TCU_TYPE_F16, INFINITY, 65504, 0x1p-22, 0x1p-11},
    {TCU_TYPE_F16, TCU_TYPE_F32, INFINITY, INFINITY, 0x1p-22, 0x1p-24},
    {TCU_TYPE_BF16, TCU_TYPE_BF16, 0x1p127, INFINITY, 0x1p-22, 0x1p-8},
    {TCU_TYPE_BF16, TCU_TYPE_F32, 0x1p127, INFINITY, 0x1p-22, 0x1p-24},
    {TCU_TYPE_F32, TCU_TYPE_F32, 0x1p127, INFINITY, 0x1p-22, 0x1p-24},
    {TCU_TYPE_F32, TCU_TYPE_F64, INFINITY, INFINITY, 0x1p-22, 0x1p-53},
    {TCU_TYPE_F64, TCU_TYPE_F64, 0x1p1023, INFINITY, 0x1p-51, 0x1p-53},
};
enum { PAIRS = sizeof pairs / sizeof pairs[0], MOST_ELEMENTS = 70000 };

typedef struct arrays {
    tcu_context *context;
    test_memory in_memory, out_memory;
    double signs[MOST_ELEMENTS];
    double out[MOST_ELEMENTS]; /* bytes of any type */
    double in[MOST_ELEMENTS];
} arrays;

static double number_at(tcu_type type, const void *elements, uint64_t i)
{
    return (double)test_number(type, (const char *)elements + i * tcu_type_size(type));
}

/* (Halves towards zero: 3e38 and 65504 are in their range.) */
static void store(tcu_type type, void *elements, uint64_t i, double value)
{
    const float single = (float)value;
    const uint16_t half = type == TCU_TYPE_F16    ? test_f16_bits(value)
                          : type == TCU_TYPE_BF16 ? test_bf16_bits(value)
                                                  : 0;
    const void *from = type == TCU_TYPE_F64   ? (const void *)&value
                       : type == TCU_TYPE_F32 ? (const void *)&single
                                              : &half;
    memcpy((char *)elements + i * tcu_type_size(type), from, tcu_type_size(type));
}

static double sign_of(sign_order order, uint64_t i, uint64_t n, test_random *random)
{
    switch (order) {
    case SIGN_BLOCKS:
        return i < n / 2 ? 1 : -1;
    case SIGN_TURNS:
        return i % 2 == 0 ? 1 : -1;
    case SIGN_RANDOM:
        return test_random_next(random) & 1 ? 1 : -1;
    default:
        return 1;
    }
}

/* The largest element of which n are in range: a power of two, but of f16 the largest that there is. */
static double magnitude_of(int pair, uint64_t n)
{
    if (pairs[pair].in == TCU_TYPE_F16) {
        return 65504;
    }
    const double range = pairs[pair].range;
    return isinf(range) ? 0x1p127 : range / exp2(ceil(log2((double)n)));
}

static void put(arrays *a, int pair, uint64_t n, double magnitude)
{
    const tcu_type type = pairs[pair].in;
    for (uint64_t i = 0; i < n; i++) {
        store(type, a->in, i, a->signs[i] * magnitude);
    }
    test_memory_reserve(&a->in_memory, n * tcu_type_size(type));
    test_memory_reserve(&a->out_memory, n * tcu_type_size(pairs[pair].out));
    test_copy_in(a->in_memory.base, a->in, n * tcu_type_size(type));
}

/* Result number k, of `terms` elements whose signs add up to `sum`. */
static void expect_sum(const arrays *a, int pair, uint64_t k, double sum, uint64_t terms, double magnitude)
{
    const double got = number_at(pairs[pair].out, a->out, k), wanted = sum * magnitude;
    const double most = pairs[pair].most;
    if (fabs(wanted) >= most * (1 + pairs[pair].out_unit) && !isinf(most)) {
        cr_expect(isinf(got) && signbit(got) == signbit(wanted), "pair %d: %g for %g", pair, got, wanted);
        return;
    }
    const double levels = fmax(1, log2((double)terms));
    const double bound = pairs[pair].unit * levels * (double)terms * magnitude + pairs[pair].out_unit * fabs(wanted);
    cr_expect(isfinite(got) && fabs(got - wanted) <= bound, "pair %d, sum %llu of %llu elements of %g: %g for %g", pair,
              (unsigned long long)k, (unsigned long long)terms, magnitude, got, wanted);
}

static void expect_all(arrays *a, int pair, uint64_t n, uint64_t segment, double magnitude)
{
    const tcu_type in_type = pairs[pair].in, out_type = pairs[pair].out;
    const void *in = a->in_memory.base;
    void *out = a->out_memory.base;
    const uint64_t segments = (n + segment - 1) / segment;
    put(a, pair, n, magnitude);

    cr_assert_eq(tcu_segmented_reduce(a->context, in, in_type, out, out_type, n, segment, NULL), TCU_SUCCESS);
    test_copy_out(a->out, out, segments * tcu_type_size(out_type));
    for (uint64_t k = 0; k < segments; k++) {
        double sum = 0;
        const uint64_t end = (k + 1) * segment < n ? (k + 1) * segment : n;
        for (uint64_t i = k * segment; i < end; i++) {
            sum += a->signs[i];
        }
        expect_sum(a, pair, k, sum, end - k * segment, magnitude);
    }
    cr_assert_eq(tcu_segmented_scan(a->context, TCU_SCAN_INCLUSIVE, in, in_type, out, out_type, n, segment, NULL),
                 TCU_SUCCESS);
    test_copy_out(a->out, out, n * tcu_type_size(out_type));
    double sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        sum = i % segment == 0 ? a->signs[i] : sum + a->signs[i];
        expect_sum(a, pair, i, sum, i % segment + 1, magnitude);
    }
}

static arrays *arrays_new(void)
{
    arrays *a = calloc(1, sizeof *a);
    cr_assert_not_null(a);
    a->context = test_context_new();
    /* (So that their addresses stay.) */
    test_memory_reserve(&a->in_memory, sizeof a->in);
    test_memory_reserve(&a->out_memory, sizeof a->out);
    return a;
}

static void arrays_free(arrays *a)
{
    tcu_context_destroy(a->context);
    test_memory_release(&a->in_memory);
    test_memory_release(&a->out_memory);
    free(a);
}

Test(range, sums_within_it_are_finite_in_any_order, .timeout = 120)
{
    const uint64_t lengths[] = {2, 4, 31, 1000, test_long(9001), test_long(MOST_ELEMENTS)};
    test_random random = test_random_part(test_seed_of_run(), 9127);
    arrays *a = arrays_new();
    for (int pair = 0; pair < PAIRS; pair++) {
        for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
            for (int order = 0; order < SIGN_ORDERS; order++) {
                const uint64_t n = lengths[l];
                for (uint64_t i = 0; i < n; i++) {
                    a->signs[i] = sign_of((sign_order)order, i, n, &random);
                }
                expect_all(a, pair, n, n, magnitude_of(pair, n));
                expect_all(a, pair, n, 29, magnitude_of(pair, 29));
            }
        }
    }
    arrays_free(a);
}

/* Segments of 3e38 (1.7e308), in turn with those of 1: of these every result is right. */
Test(range, what_is_beyond_it_stays_in_its_segment, .timeout = 120)
{
    const uint64_t n = test_long(9001), sizes[] = {5, 16, 100, 1000};
    arrays *a = arrays_new();
    for (int pair = 0; pair < PAIRS; pair++) {
        const double large = pairs[pair].in == TCU_TYPE_F16 ? 65504 : pairs[pair].in == TCU_TYPE_F64 ? 1.7e308 : 3e38;
        for (int s = 0; s < 4; s++) {
            const uint64_t size = sizes[s];
            for (uint64_t i = 0; i < n; i++) {
                a->signs[i] = (i % 2 == 0 ? 1 : -1) * (i / size % 2 == 0 ? large : 1);
            }
            put(a, pair, n, 1);
            cr_assert_eq(tcu_segmented_reduce(a->context, a->in_memory.base, pairs[pair].in, a->out_memory.base,
                                              pairs[pair].out, n, size, NULL),
                         TCU_SUCCESS);
            test_copy_out(a->out, a->out_memory.base, (n + size - 1) / size * tcu_type_size(pairs[pair].out));
            for (uint64_t k = 1; (k + 1) * size <= n; k += 2) {
                const double wanted = size % 2 == 0 ? 0 : k * size % 2 == 0 ? 1 : -1;
                cr_expect_eq(number_at(pairs[pair].out, a->out, k), wanted, "pair %d, segment %llu of %llu", pair,
                             (unsigned long long)k, (unsigned long long)size);
            }
            cr_assert_eq(tcu_segmented_scan(a->context, TCU_SCAN_INCLUSIVE, a->in_memory.base, pairs[pair].in,
                                            a->out_memory.base, pairs[pair].out, n, size, NULL),
                         TCU_SUCCESS);
            test_copy_out(a->out, a->out_memory.base, n * tcu_type_size(pairs[pair].out));
            double sum = 0;
            for (uint64_t i = 0; i < n; i++) {
                sum = i % size == 0 ? a->signs[i] : sum + a->signs[i];
                if (i / size % 2 == 1) {
                    cr_expect_eq(number_at(pairs[pair].out, a->out, i), sum, "pair %d, scan, place %llu of %llu", pair,
                                 (unsigned long long)i, (unsigned long long)size);
                }
            }
        }
    }
    arrays_free(a);
}
