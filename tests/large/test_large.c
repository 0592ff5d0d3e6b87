/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts past 2^31 and 2^32. The shorter tiers run the same code on fewer elements. The long tier needs 9 GB of memory
 * a test, so run few tests at once.
 */
#include <criterion/criterion.h>

#include "sums/sweep.h"
#include "test_backend.h"

/* Just past 2^32 where elements are bytes, just past 2^31 where they are two. */
static uint64_t past_2_to_32(void)
{
    return test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 32) + 17));
}

static uint64_t past_2_to_31(void)
{
    return test_long(test_by_tier(700033, 7000033, ((uint64_t)1 << 31) + 33));
}

static void expect(test_case t)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(t.operation, 30 + (unsigned)t.in_type);
    t.seed = test_random_next(&random);
    t.temporary = TEST_TEMPORARY_WORKSPACE;
    t.in_shift = 1;
    t.out_shift = t.in_place ? 1 : 3;
    test_runner_expect(&runner, &t);
    test_runner_free(&runner);
}

Test(large, reduce_u8, .timeout = 900)
{
    expect(
        (test_case){.operation = TEST_REDUCE, .in_type = TCU_TYPE_U8, .out_type = TCU_TYPE_U64, .n = past_2_to_32()});
}

/* A number in memory past 2^32 says how many there are. */
static test_count counted(uint64_t n)
{
    return (test_count){.is_given = true, .behind = 100000, .value = n};
}

Test(large, reduce_u8_counted, .timeout = 900)
{
    const uint64_t n = past_2_to_32();
    expect((test_case){
        .operation = TEST_REDUCE, .in_type = TCU_TYPE_U8, .out_type = TCU_TYPE_U64, .n = n, .count = counted(n)});
}

Test(large, scan_u8_counted, .timeout = 900)
{
    const uint64_t n = past_2_to_32();
    expect((test_case){.operation = TEST_SCAN,
                       .in_type = TCU_TYPE_U8,
                       .out_type = TCU_TYPE_U8,
                       .n = n,
                       .in_place = true,
                       .count = counted(n)});
}

Test(large, segmented_reduce_u8_counted, .timeout = 900)
{
    const uint64_t n = past_2_to_32();
    expect((test_case){.operation = TEST_SEGMENTED_REDUCE,
                       .in_type = TCU_TYPE_U8,
                       .out_type = TCU_TYPE_U8,
                       .n = n,
                       .segment_size = 19,
                       .count = counted(n)});
}

Test(large, reduce_bf16, .timeout = 900)
{
    expect(
        (test_case){.operation = TEST_REDUCE, .in_type = TCU_TYPE_BF16, .out_type = TCU_TYPE_F32, .n = past_2_to_31()});
}

/* Bit by bit. */
static const test_reduction reproducible = {.reproducible = true};

Test(large, reduce_bf16_reproducible, .timeout = 900)
{
    expect((test_case){.operation = TEST_REDUCE,
                       .in_type = TCU_TYPE_BF16,
                       .out_type = TCU_TYPE_F32,
                       .n = past_2_to_31(),
                       .reduction = reproducible});
}

Test(large, segmented_reduce_offsets_bf16_reproducible, .timeout = 900)
{
    const uint64_t n = past_2_to_31();
    const int64_t offsets[] = {3, 10, (int64_t)(n / 3), (int64_t)n - 5};
    expect((test_case){.operation = TEST_SEGMENTED_REDUCE_OFFSETS,
                       .in_type = TCU_TYPE_BF16,
                       .out_type = TCU_TYPE_F32,
                       .n = n,
                       .offsets = offsets,
                       .num_segments = 3,
                       .reduction = reproducible});
}

Test(large, scan_bf16_reproducible, .timeout = 900)
{
    expect((test_case){.operation = TEST_SCAN,
                       .in_type = TCU_TYPE_BF16,
                       .out_type = TCU_TYPE_BF16,
                       .n = past_2_to_31(),
                       .reduction = reproducible});
}

Test(large, scan_u8, .timeout = 900)
{
    expect((test_case){.operation = TEST_SCAN, .in_type = TCU_TYPE_U8, .out_type = TCU_TYPE_U8, .n = past_2_to_32()});
}

Test(large, scan_u8_in_place, .timeout = 900)
{
    expect((test_case){.operation = TEST_SCAN,
                       .kind = TCU_SCAN_EXCLUSIVE,
                       .in_type = TCU_TYPE_U8,
                       .out_type = TCU_TYPE_U8,
                       .n = past_2_to_32(),
                       .in_place = true});
}

Test(large, scan_i16, .timeout = 900)
{
    expect((test_case){.operation = TEST_SCAN, .in_type = TCU_TYPE_I16, .out_type = TCU_TYPE_I16, .n = past_2_to_31()});
}

/* Other operators than +; what is not zero is counted past 2^32. */
Test(large, reduce_u8_by_xor, .timeout = 900)
{
    expect((test_case){.operation = TEST_REDUCE,
                       .in_type = TCU_TYPE_U8,
                       .out_type = TCU_TYPE_U8,
                       .n = past_2_to_32(),
                       .reduction = {.op = TCU_OPERATOR_XOR}});
}

Test(large, reduce_i8_that_are_not_zero, .timeout = 900)
{
    expect((test_case){.operation = TEST_REDUCE,
                       .in_type = TCU_TYPE_I8,
                       .out_type = TCU_TYPE_U64,
                       .n = past_2_to_32(),
                       .reduction = {.map = TCU_MAP_NONZERO}});
}

Test(large, reduce_bf16_by_max, .timeout = 900)
{
    expect((test_case){.operation = TEST_REDUCE,
                       .in_type = TCU_TYPE_BF16,
                       .out_type = TCU_TYPE_BF16,
                       .n = past_2_to_31(),
                       .reduction = {.op = TCU_OPERATOR_MAX, .map = TCU_MAP_ABSOLUTE}});
}

Test(large, segmented_reduce_by_min, .timeout = 900)
{
    expect((test_case){.operation = TEST_SEGMENTED_REDUCE,
                       .in_type = TCU_TYPE_I8,
                       .out_type = TCU_TYPE_I8,
                       .n = past_2_to_32(),
                       .segment_size = 19,
                       .reduction = {.op = TCU_OPERATOR_MIN}});
}

/* (By XOR each element matters for all results behind it.) */
Test(large, scan_u8_by_xor, .timeout = 900)
{
    expect((test_case){.operation = TEST_SCAN,
                       .in_type = TCU_TYPE_U8,
                       .out_type = TCU_TYPE_U8,
                       .n = past_2_to_32(),
                       .in_place = true,
                       .reduction = {.op = TCU_OPERATOR_XOR}});
}

Test(large, segmented_scan_by_min, .timeout = 900)
{
    expect((test_case){.operation = TEST_SEGMENTED_SCAN,
                       .kind = TCU_SCAN_EXCLUSIVE,
                       .in_type = TCU_TYPE_I8,
                       .out_type = TCU_TYPE_I8,
                       .n = past_2_to_32(),
                       .segment_size = 23,
                       .reduction = {.op = TCU_OPERATOR_MIN}});
}

/* More than 2^32 / 3 segments, and sums far behind 2^32. */
Test(large, segmented_reduce_of_short_segments, .timeout = 900)
{
    expect((test_case){.operation = TEST_SEGMENTED_REDUCE,
                       .in_type = TCU_TYPE_U8,
                       .out_type = TCU_TYPE_U8,
                       .n = past_2_to_32(),
                       .segment_size = 3});
}

/* In registers, within a vector and over several. */
Test(large, segmented_reduce_of_half_vectors, .timeout = 900)
{
    expect((test_case){.operation = TEST_SEGMENTED_REDUCE,
                       .in_type = TCU_TYPE_U8,
                       .out_type = TCU_TYPE_U8,
                       .n = past_2_to_32(),
                       .segment_size = 8});
}

Test(large, segmented_reduce_of_vectors, .timeout = 900)
{
    expect((test_case){.operation = TEST_SEGMENTED_REDUCE,
                       .in_type = TCU_TYPE_U8,
                       .out_type = TCU_TYPE_U32,
                       .n = past_2_to_32(),
                       .segment_size = 256});
}

Test(large, segmented_reduce_of_long_segments, .timeout = 900)
{
    uint64_t n = past_2_to_32();
    expect((test_case){.operation = TEST_SEGMENTED_REDUCE,
                       .in_type = TCU_TYPE_I8,
                       .out_type = TCU_TYPE_I64,
                       .n = n,
                       .segment_size = n - 9});
}

Test(large, segmented_scan_of_short_segments, .timeout = 900)
{
    expect((test_case){.operation = TEST_SEGMENTED_SCAN,
                       .in_type = TCU_TYPE_U8,
                       .out_type = TCU_TYPE_U8,
                       .n = past_2_to_32(),
                       .segment_size = 100});
}

Test(large, segmented_scan_of_long_segments, .timeout = 900)
{
    uint64_t n = past_2_to_32();
    expect((test_case){.operation = TEST_SEGMENTED_SCAN,
                       .kind = TCU_SCAN_EXCLUSIVE,
                       .in_type = TCU_TYPE_I8,
                       .out_type = TCU_TYPE_I8,
                       .n = n,
                       .segment_size = n / 2 + 5,
                       .in_place = true});
}

/* Short segments at both ends, one of nearly everything between, and offsets on both sides of 2^31 and 2^32. */
static void expect_with_offsets(test_operation operation, tcu_type out, test_reduction reduction)
{
    uint64_t n = past_2_to_32();
    const int64_t offsets[] = {2,
                               5,
                               5,
                               1000,
                               (int64_t)(n / 2 - 3),
                               (int64_t)(n / 2 + 3),
                               (int64_t)(n - 20),
                               (int64_t)(n - 18),
                               (int64_t)(n - 17),
                               (int64_t)(n - 16),
                               (int64_t)(n - 16),
                               (int64_t)(n - 2)};
    expect((test_case){.operation = operation,
                       .in_type = TCU_TYPE_U8,
                       .out_type = out,
                       .n = n,
                       .offsets = offsets,
                       .num_segments = sizeof offsets / sizeof offsets[0] - 1,
                       .reduction = reduction});
}

Test(large, segmented_reduce_by_offsets, .timeout = 900)
{
    expect_with_offsets(TEST_SEGMENTED_REDUCE_OFFSETS, TCU_TYPE_U64, (test_reduction){0});
}

Test(large, segmented_reduce_by_offsets_and_product, .timeout = 900)
{
    expect_with_offsets(TEST_SEGMENTED_REDUCE_OFFSETS, TCU_TYPE_U64,
                        (test_reduction){.op = TCU_OPERATOR_PRODUCT, .map = TCU_MAP_SQUARE});
}

Test(large, segmented_scan_by_offsets_and_xor, .timeout = 900)
{
    expect_with_offsets(TEST_SEGMENTED_SCAN_OFFSETS, TCU_TYPE_U8, (test_reduction){.op = TCU_OPERATOR_XOR});
}

Test(large, segmented_scan_by_offsets, .timeout = 900)
{
    expect_with_offsets(TEST_SEGMENTED_SCAN_OFFSETS, TCU_TYPE_U8, (test_reduction){0});
}
