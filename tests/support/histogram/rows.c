/* SPDX-License-Identifier: Apache-2.0 */
#include "rows.h"

#include "test_backend.h"
#include "test_types.h"

test_histogram_case test_histogram_misaligned_rows(tcu_type sample_type, int num_channels, const test_pair *pair,
                                                   test_random *random)
{
    const test_histogram_operation of_one = test_random_below(random, 2) ? TEST_HISTOGRAM_EVEN : TEST_HISTOGRAM_RANGE;
    const test_histogram_operation operation = pair != NULL        ? TEST_HISTOGRAM_WEIGHTED
                                               : num_channels == 1 ? of_one
                                                                   : TEST_HISTOGRAM_MULTI;
    const uint64_t columns = 1 + test_random_below(random, test_random_below(random, 4) == 0 ? 700 : 60);
    const uint64_t n = columns * test_random_below(random, 20) + test_random_below(random, columns);
    test_histogram_case t = test_histogram_random(operation, n, random);
    t.sample_type = sample_type;
    t.num_channels = num_channels;
    for (int c = 0; c < num_channels; c++) {
        t.channels[c] = (test_histogram_channel){
            .num_bins = c > 0 && test_random_below(random, 4) == 0 ? 0 : 1 + test_random_below(random, 300),
            .kind = num_channels > 1 || pair != NULL   ? (tcu_bins_kind)test_random_below(random, 2)
                    : operation == TEST_HISTOGRAM_EVEN ? TCU_BINS_EVEN
                                                       : TCU_BINS_RANGE,
            .level_type = sample_type,
            .scale = (test_scale)test_random_below(random, TEST_SCALE_COUNT)};
    }
    if (pair != NULL) {
        t.weight_type = pair->in;
        t.out_type = pair->out;
    }
    t.columns = columns;
    t.gap = 1 + test_random_below(random, 40);
    t.gap += (columns * (uint64_t)num_channels + t.gap) % 2 == 0; /* an odd number of elements from row to row */
    t.in_shift = 1 + (unsigned)test_random_below(random, 15);
    return t;
}

void test_counter_expect_misaligned_rows(test_counter *counter, test_random *random)
{
    static const int channels[] = {1, 3, 5, 6, 7, 8};
    static const test_pair weights[] = {{TCU_TYPE_U8, TCU_TYPE_U64},
                                        {TCU_TYPE_I16, TCU_TYPE_I32},
                                        {TCU_TYPE_U32, TCU_TYPE_U32},
                                        {TCU_TYPE_I64, TCU_TYPE_I64}};
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        for (int i = 0; i < 6 * (int)test_by_tier(1, 2, 10); i++) {
            if (test_tier_of_run() == TEST_TIER_SHORT && (type + i) % 6 != 0) {
                continue;
            }
            const bool weighted = (type + i / 3) % 4 == 0;
            const test_histogram_case t = test_histogram_misaligned_rows((tcu_type)type, channels[i % 6],
                                                                         weighted ? &weights[i % 4] : NULL, random);
            test_counter_expect(counter, &t);
        }
    }
}
