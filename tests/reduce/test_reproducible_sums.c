/* SPDX-License-Identifier: Apache-2.0 */
/* Sums whose bits are the same on every device and backend: against the formulas of reduce.h, and stored bits. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "sums/sweep.h"
#include "test_backend.h"

enum { CHUNK = 4096, REAL_PAIRS = 7 }; /* the first ones of test_pairs */

static const uint64_t lengths[] = {0,    1,    2,    3,    4,    5,     7,     8,     9,     15,        16,
                                   31,   33,   64,   127,  128,  129,   255,   256,   257,   300,       511,
                                   512,  513,  1023, 1025, 2047, 2048,  2049,  4095,  4096,  4097,      4351,
                                   4353, 6144, 8191, 8192, 8193, 12289, 32768, 40000, 65536, CHUNK * 33};

static test_case case_of(test_operation operation, int pair, uint64_t n, test_random *random)
{
    test_case t = test_case_random(operation, test_pairs[pair], n, random);
    t.reduction = (test_reduction){.op = TCU_OPERATOR_SUM, .reproducible = true};
    return t;
}

static void sweep_lengths(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 70);
    for (int pair = 0; pair < REAL_PAIRS; pair++) {
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            for (uint64_t repeat = 0; repeat < test_by_tier(2, 4, 16); repeat++) {
                if (test_takes(&random, 3)) {
                    test_case t = case_of(operation, pair, lengths[i], &random);
                    test_sweep_expect(&runner, &t, &random);
                }
            }
        }
    }
    test_runner_free(&runner);
}

Test(reproducible_sums, arrays, .timeout = 600)
{
    sweep_lengths(TEST_REDUCE);
}

Test(reproducible_sums, scans, .timeout = 600)
{
    sweep_lengths(TEST_SCAN);
}

Test(reproducible_sums, segments, .timeout = 600)
{
    sweep_lengths(TEST_SEGMENTED_REDUCE);
}

Test(reproducible_sums, offsets, .timeout = 600)
{
    sweep_lengths(TEST_SEGMENTED_REDUCE_OFFSETS);
}

/* Segments of each length beside others: what they share (vectors, chunks' slots) must not show. */
Test(reproducible_sums, segment_sizes, .timeout = 600)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(TEST_SEGMENTED_REDUCE, 71);
    for (int pair = 0; pair < REAL_PAIRS; pair++) {
        for (size_t i = 1; i < sizeof lengths / sizeof lengths[0]; i++) {
            if (test_takes(&random, 3)) {
                const uint64_t size = lengths[i], segments = 1 + test_random_below(&random, size < 1000 ? 40 : 6);
                test_case t = case_of(TEST_SEGMENTED_REDUCE, pair,
                                      size * (segments - 1) + 1 + test_random_below(&random, size), &random);
                t.segment_size = size;
                test_runner_expect(&runner, &t);
            }
        }
    }
    test_runner_free(&runner);
}

/* Long segments side by side, in whose slots (primitives/reduce/reproducible.h) there is no room to spare. */
Test(reproducible_sums, long_segments_by_offsets, .timeout = 600)
{
    enum { SEGMENTS = 40 };
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(TEST_SEGMENTED_REDUCE_OFFSETS, 72);
    for (uint64_t repeat = 0; repeat < test_by_tier(20, 60, 200); repeat++) {
        int64_t offsets[SEGMENTS + 1] = {(int64_t)test_random_below(&random, 5000)};
        for (int k = 0; k < SEGMENTS; k++) {
            const uint64_t kind = test_random_below(&random, 4);
            const uint64_t length = kind == 0   ? test_random_below(&random, 9)
                                    : kind == 1 ? CHUNK - 1 + test_random_below(&random, 4)
                                    : kind == 2 ? 2 * CHUNK - 1 + test_random_below(&random, 4)
                                                : test_random_below(&random, 20000);
            offsets[k + 1] = offsets[k] + (int64_t)length;
        }
        const uint64_t n = (uint64_t)offsets[SEGMENTS] + test_random_below(&random, 3000);
        if (test_takes(&random, 4)) {
            test_case t =
                case_of(TEST_SEGMENTED_REDUCE_OFFSETS, (int)test_random_below(&random, REAL_PAIRS), n, &random);
            t.offsets = offsets;
            t.num_segments = SEGMENTS;
            test_runner_expect(&runner, &t);
        }
    }
    test_runner_free(&runner);
}

/* More than 4096 chunks, whose sums are those of more than one chunk. */
Test(reproducible_sums, three_levels, .timeout = 600)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(TEST_REDUCE, 73);
    static const int pairs[] = {0, 4, 6};
    for (int i = 0; i < 3; i++) {
        test_case t =
            case_of(TEST_REDUCE, pairs[i], (uint64_t)CHUNK * CHUNK + 1 + test_random_below(&random, 9000), &random);
        test_runner_expect(&runner, &t);
        test_case scan = t;
        scan.operation = TEST_SCAN;
        scan.in_place = false;
        test_runner_expect(&runner, &scan);
        int64_t offsets[4] = {0, 1 + (int64_t)test_random_below(&random, 10), (int64_t)(t.n - 3), (int64_t)t.n};
        t.operation = TEST_SEGMENTED_REDUCE_OFFSETS;
        t.offsets = offsets;
        t.num_segments = 3;
        t.in_place = false;
        test_runner_expect(&runner, &t);
    }
    test_runner_free(&runner);
}

/* The same bits by any number of threads. */
Test(reproducible_sums, same_bits, .timeout = 600)
{
    test_runner runner = test_runner_new();
    for (int operation = TEST_REDUCE; operation <= TEST_SCAN; operation++) {
        test_random random = test_sweep_random((test_operation)operation, 74);
        for (int pair = 0; pair < REAL_PAIRS; pair++) {
            const uint64_t n = test_random_below(&random, test_long(300000));
            test_case t = case_of((test_operation)operation, pair, n, &random);
            test_sweep_expect_same_bits(&runner, &t, &random);
        }
    }
    test_runner_free(&runner);
}

/* ------------------------------------------------------------------------------------------------ stored bits --- */

/* Results that every device and backend has to give, of elements that follow from their places alone. */
typedef struct stored {
    uint64_t n, sum, last_inclusive, last_exclusive;
} stored;

enum { LENGTHS = 3, LONGEST = 100003 };
static const stored stored_bits[REAL_PAIRS][LENGTHS] = {
    {{1000, 0xe4ac, 0xe4ac, 0xe4ac}, {5000, 0x5fdb, 0x5fdb, 0x5fe2}, {100003, 0x6983, 0x6983, 0x6983}},
    {{1000, 0xc4957ae6, 0xc4957ae6, 0xc4957ae2},
     {5000, 0x43fb6380, 0x43fb637c, 0x43fc3fdc},
     {100003, 0x4530657c, 0x45306584, 0x45305fe4}},
    {{1000, 0xc495, 0xc495, 0xc495}, {5000, 0x43fb, 0x43fb, 0x43fc}, {100003, 0x452e, 0x452e, 0x452e}},
    {{1000, 0xc49560fa, 0xc49560fc, 0xc49560f8},
     {5000, 0x43fb15d0, 0x43fb15df, 0x43fbf1df},
     {100003, 0x452e2af8, 0x452e2b00, 0x452e2560}},
    {{1000, 0xc4957190, 0xc495718f, 0xc495718b},
     {5000, 0x43fbce5c, 0x43fbce61, 0x43fcaad2},
     {100003, 0x45307ee4, 0x45307edb, 0x4530793b}},
    {{1000, 0xc092ae320a96dd80, 0xc092ae320a96dd80, 0xc092ae3182e05780},
     {5000, 0x407f79cbe19f5200, 0x407f79cbe19f5200, 0x407f9559fe5f5200},
     {100003, 0x40a60fdc76017500, 0x40a60fdc76017500, 0x40a60f286b587500}},
    {{1000, 0xc092ae320a75af7f, 0xc092ae320a75af81, 0xc092ae3182bf296c},
     {5000, 0x407f79cbcac542a5, 0x407f79cbcac54280, 0x407f9559e794967f},
     {100003, 0x40a60fdc371c5b52, 0x40a60fdc371c5b4c, 0x40a60f282c730c80}},
};

/* Element i: of both signs, some twenty binary orders. */
static void set_element(tcu_type type, unsigned char *elements, uint64_t i)
{
    test_random random = test_random_part(2026, i);
    const double sign = test_random_below(&random, 2) == 0 ? 1 : -1;
    const double magnitude = 1 + test_random_unit(&random);
    const double x = sign * ldexp(magnitude, (int)test_random_below(&random, 20) - 12);
    const float narrow = (float)x;
    const uint16_t half = type == TCU_TYPE_F16 ? test_f16_bits(x) : test_bf16_bits(x);
    const size_t bytes = test_types[type].bytes;
    memcpy(elements + i * bytes, bytes == 2 ? (const void *)&half : bytes == 4 ? (const void *)&narrow : &x, bytes);
}

static uint64_t bits_at(const test_slice *out, size_t bytes, uint64_t i)
{
    unsigned char element[8] = {0};
    uint64_t bits = 0;
    test_copy_out(element, out->data + i * bytes, bytes);
    memcpy(&bits, element, bytes);
    return bits;
}

Test(reproducible_sums, stored_bits, .timeout = 600)
{
    static unsigned char elements[LONGEST * 8];
    test_memory in_memory = {0}, out_memory = {0};
    tcu_context *context = test_context_new();
    tcu_reduce_options of_reduce = TCU_REDUCE_OPTIONS_INIT;
    tcu_scan_options of_scan = TCU_SCAN_OPTIONS_INIT;
    of_reduce.sum_mode = of_scan.sum_mode = TCU_SUM_REPRODUCIBLE;
    for (int pair = 0; pair < REAL_PAIRS; pair++) {
        const tcu_type in_type = test_pairs[pair].in, out_type = test_pairs[pair].out;
        const size_t in_bytes = test_types[in_type].bytes, out_bytes = test_types[out_type].bytes;
        for (uint64_t i = 0; i < LONGEST; i++) {
            set_element(in_type, elements, i);
        }
        for (int l = 0; l < LENGTHS; l++) {
            const stored *const expected = &stored_bits[pair][l];
            const uint64_t n = expected->n;
            const test_slice in = test_slice_open(&in_memory, n * in_bytes, (size_t)l * in_bytes, 0xff);
            const test_slice out = test_slice_open(&out_memory, n * out_bytes, (size_t)l * out_bytes, 0xff);
            stored got = {.n = n};
            test_copy_in(in.data, elements, n * in_bytes);
            test_synchronise();
            cr_assert_eq(tcu_reduce(context, in.data, in_type, out.data, out_type, n, &of_reduce), TCU_SUCCESS);
            test_synchronise();
            got.sum = bits_at(&out, out_bytes, 0);
            for (int kind = TCU_SCAN_INCLUSIVE; kind <= TCU_SCAN_EXCLUSIVE; kind++) {
                cr_assert_eq(tcu_scan(context, (tcu_scan_kind)kind, in.data, in_type, out.data, out_type, n, &of_scan),
                             TCU_SUCCESS);
                test_synchronise();
                *(kind == TCU_SCAN_INCLUSIVE ? &got.last_inclusive : &got.last_exclusive) =
                    bits_at(&out, out_bytes, n - 1);
            }
            cr_assert(memcmp(&got, expected, sizeof got) == 0,
                      "%s -> %s: {%" PRIu64 ", 0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 "}", test_types[in_type].name,
                      test_types[out_type].name, n, got.sum, got.last_inclusive, got.last_exclusive);
        }
    }
    tcu_context_destroy(context);
    test_memory_release(&in_memory);
    test_memory_release(&out_memory);
}

/* Of moments with correction 1: mean and variance. */
typedef struct stored_moments {
    uint64_t n, mean, variance;
} stored_moments;

enum { MOMENTS_PAIRS = 5 };
static const test_pair moments_pairs[MOMENTS_PAIRS] = {{TCU_TYPE_F16, TCU_TYPE_F32},
                                                       {TCU_TYPE_BF16, TCU_TYPE_F32},
                                                       {TCU_TYPE_F32, TCU_TYPE_F32},
                                                       {TCU_TYPE_F32, TCU_TYPE_F64},
                                                       {TCU_TYPE_F64, TCU_TYPE_F64}};
static const stored_moments stored_moments_bits[MOMENTS_PAIRS][LENGTHS] = {
    {{1000, 0xbf99114e, 0x4534bc5f}, {5000, 0x3dcdf006, 0x452935ef}, {100003, 0x3ce7330b, 0x45201aff}},
    {{1000, 0xbf98f6c5, 0x4533ee78}, {5000, 0x3dcdb062, 0x45287360}, {100003, 0x3ce4474c, 0x451f6871}},
    {{1000, 0xbf9907bf, 0x4534d657}, {5000, 0x3dce4793, 0x452950db}, {100003, 0x3ce75457, 0x45203463}},
    {{1000, 0xbff320f7d9b1039b, 0x40a69acad33caada},
     {5000, 0x3fb9c8f262d056d9, 0x40a52a1b5f7ce9bd},
     {100003, 0x3f9cea8ae2d79e01, 0x40a4068c5a477916}},
    {{1000, 0xbff320f7d98f09bc, 0x40a69acacc6c7893},
     {5000, 0x3fb9c8f25017f832, 0x40a52a1b5e7ff4a2},
     {100003, 0x3f9cea8a906836ee, 0x40a4068c5a0f12cc}},
};

Test(reproducible_sums, stored_bits_of_moments, .timeout = 600)
{
    static unsigned char elements[LONGEST * 8];
    test_memory in_memory = {0}, out_memory = {0};
    tcu_context *context = test_context_new();
    tcu_moments_options options = TCU_MOMENTS_OPTIONS_INIT;
    options.sum_mode = TCU_SUM_REPRODUCIBLE;
    options.correction = 1;
    for (int pair = 0; pair < MOMENTS_PAIRS; pair++) {
        const tcu_type in_type = moments_pairs[pair].in, out_type = moments_pairs[pair].out;
        const size_t in_bytes = test_types[in_type].bytes, out_bytes = test_types[out_type].bytes;
        for (uint64_t i = 0; i < LONGEST; i++) {
            set_element(in_type, elements, i);
        }
        for (int l = 0; l < LENGTHS; l++) {
            const stored_moments *const expected = &stored_moments_bits[pair][l];
            const test_slice in = test_slice_open(&in_memory, expected->n * in_bytes, (size_t)l * in_bytes, 0xff);
            const test_slice out = test_slice_open(&out_memory, 2 * out_bytes, (size_t)l * out_bytes, 0xff);
            test_copy_in(in.data, elements, expected->n * in_bytes);
            test_synchronise();
            cr_assert_eq(tcu_segmented_moments(context, in.data, in_type, NULL, out.data, out.data + out_bytes,
                                               out_type, expected->n, expected->n, &options),
                         TCU_SUCCESS);
            test_synchronise();
            const stored_moments got = {expected->n, bits_at(&out, out_bytes, 0), bits_at(&out, out_bytes, 1)};
            cr_assert(memcmp(&got, expected, sizeof got) == 0, "%s -> %s: {%" PRIu64 ", 0x%" PRIx64 ", 0x%" PRIx64 "}",
                      test_types[in_type].name, test_types[out_type].name, got.n, got.mean, got.variance);
        }
    }
    tcu_context_destroy(context);
    test_memory_release(&in_memory);
    test_memory_release(&out_memory);
}
