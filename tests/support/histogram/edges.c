/* SPDX-License-Identifier: Apache-2.0 */
#include "edges.h"

#include <criterion/criterion.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "test_backend.h"
#include "test_types.h"

void test_counter_expect_short_samples(test_counter *counter, test_histogram_operation operation, test_random *random)
{
    static const tcu_type types[] = {TCU_TYPE_U8, TCU_TYPE_I8, TCU_TYPE_U16, TCU_TYPE_I16, TCU_TYPE_F16, TCU_TYPE_BF16};
    static const uint64_t numbers_of_bins[] = {1,   2,    3,    7,    10,   100,  255,   256,   257,
                                               300, 1000, 2047, 2048, 2049, 4096, 65535, 65536, 100003};
    enum { N = 1 << 16, COUNTS = sizeof numbers_of_bins / sizeof numbers_of_bins[0] };
    uint16_t *numbers = malloc(N * sizeof *numbers);
    cr_assert_not_null(numbers);
    for (int i = 0; i < N; i++) {
        numbers[i] = (uint16_t)i;
    }
    for (size_t type = 0; type < sizeof types / sizeof types[0]; type++) {
        for (int i = 0; i < COUNTS; i++) {
            for (int scale = 0; scale < TEST_SCALE_COUNT; scale++) {
                if ((test_tier_of_run() == TEST_TIER_SHORT && (i + scale) % 6 != 0) || !test_takes(random, 32)) {
                    continue;
                }
                test_histogram_case t = test_histogram_random(operation, N, random);
                t.sample_type = types[type];
                t.channels[0].num_bins = numbers_of_bins[i];
                t.channels[0].scale = (test_scale)scale;
                t.channels[0].level_type = test_types[types[type]].real
                                               ? (test_random_below(random, 2) ? types[type] : TCU_TYPE_F64)
                                               : (test_random_below(random, 2) ? types[type] : TCU_TYPE_I64);
                t.columns = 0;
                t.given = numbers;
                test_counter_expect(counter, &t);
            }
        }
    }
    free(numbers);
}

void test_counter_expect_between(test_counter *counter, tcu_type sample_type, tcu_type level_type, uint64_t lower,
                                 uint64_t upper, uint64_t num_bins, test_random *random)
{
    test_histogram_case t = test_histogram_random(TEST_HISTOGRAM_EVEN, 0, random);
    t.sample_type = sample_type;
    t.n = 5 * (num_bins + 1);
    t.channels[0] = (test_histogram_channel){.num_bins = num_bins,
                                             .kind = TCU_BINS_EVEN,
                                             .level_type = level_type,
                                             .given = true,
                                             .lower = lower,
                                             .upper = upper};
    const long double first = test_number_of_bits(level_type, lower), last = test_number_of_bits(level_type, upper);
    const size_t bytes = test_types[sample_type].bytes;
    unsigned char *samples = malloc(t.n * bytes);
    cr_assert_not_null(samples);
    for (uint64_t i = 0; i < t.n; i++) {
        const long double edge = first + (last - first) / (long double)num_bins * (long double)(i / 5);
        const uint64_t bits = test_step_bits(sample_type, test_near_bits(sample_type, edge), (int)(i % 5) - 2);
        memcpy(samples + i * bytes, &bits, bytes);
    }
    t.columns = 0;
    t.given = samples;
    test_counter_expect(counter, &t);
    free(samples);
}

static uint64_t bits_of(tcu_type type, double number)
{
    return test_near_bits(type, number);
}

void test_counter_expect_edges_of_reals(test_counter *counter, test_random *random)
{
    static const double ends[][2] = {
        {0, 1},
        {0, 255},
        {0, 256},
        {0, 0x1p-140},
        {0, 0x1p1000},
        {-128, 128},
        {-1, 1},
        {-1.7, 2.9},
        {0.1, 0.3},
        {1e30, 1.0000001e30},
        {-3e38, 3e38},
        {1e-45, 3e-44},
        {-1e-40, 1e38},
        {1, 1 + 0x1p-20},
        {-DBL_MAX, DBL_MAX},
        {-DBL_MAX, 0x1p-1074},
        {0, 0x1p-1074},
        {-0x1p-1074, 1e300},
        {0x1p-1060, 0x1p-1055},
        {0x1p-1030, 0x1p-1020},
        {3 * 0x1p-1074, 0x1p-1016},
        {1e-300, 1e300},
        {-1e-20, 1},
        {0x1p900, 0x1p900 * (1 + 0x1p-52)},
        {-0.9 * 0x1p-65, 0.1 * 0x1p-65}, /* of 10 bins, an edge near to 0 is looked for among all numbers */
    };
    static const tcu_type types[] = {TCU_TYPE_F32, TCU_TYPE_F64, TCU_TYPE_F16, TCU_TYPE_BF16};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        for (int type = 0; type < 4; type++) {
            for (int k = 0; k < (int)test_by_tier(4, 20, 100); k++) {
                const uint64_t num_bins = k == 0 ? 10 : k < 3 ? 254 + (uint64_t)k : test_num_bins(random);
                if (!test_takes(random, 12)) {
                    continue;
                }
                test_counter_expect_between(counter, types[type], TCU_TYPE_F64, bits_of(TCU_TYPE_F64, ends[i][0]),
                                            bits_of(TCU_TYPE_F64, ends[i][1]), num_bins, random);
            }
        }
    }
}
