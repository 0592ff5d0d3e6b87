/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels that devices before sm_90 run, on any device: scans by tiles in three kernels, what compactions and sorts
 * run, histograms without clusters, polynomials and stencils in less shared memory.
 * (What is decided when the code is built is tried in tests/emulation.)
 */
#define _POSIX_C_SOURCE 200112L

#include <criterion/criterion.h>
#include <stdlib.h>

#include "compaction/compaction.h"
#include "histogram/rows.h"
#include "polynomial/polynomial.h"
#include "sorting/sorting.h"
#include "stencil/stencil.h"
#include "sums/sweep.h"
#include "test_backend.h"
#include "test_cuda_histogram.h"

static void take_older_device(void)
{
    cr_assert_eq(setenv("TCU_TEST_WITHOUT_BULK_COPIES", "1", 1), 0);
}

TestSuite(older_devices, .init = take_older_device, .timeout = 600);

Test(older_devices, scan_of_every_pair_and_size)
{
    test_sweep_sizes(TEST_SCAN);
}

Test(older_devices, scan_of_misaligned_slices)
{
    test_sweep_shifts(TEST_SCAN);
}

Test(older_devices, scan_in_place)
{
    test_sweep_in_place(TEST_SCAN);
}

Test(older_devices, scan_of_every_distribution)
{
    test_sweep_distributions(TEST_SCAN);
}

Test(older_devices, segmented_scan_of_every_pair_and_size)
{
    test_sweep_sizes(TEST_SEGMENTED_SCAN);
}

Test(older_devices, segmented_scan_of_every_segment_size)
{
    test_sweep_segment_sizes(TEST_SEGMENTED_SCAN);
}

Test(older_devices, segmented_scan_by_offsets)
{
    test_sweep_sizes(TEST_SEGMENTED_SCAN_OFFSETS);
    test_sweep_shapes(TEST_SEGMENTED_SCAN_OFFSETS);
    test_sweep_crowds(TEST_SEGMENTED_SCAN_OFFSETS);
}

Test(older_devices, same_bits_from_run_to_run)
{
    test_sweep_determinism(TEST_SCAN);
    test_sweep_determinism(TEST_SEGMENTED_SCAN);
}

Test(older_devices, compactions)
{
    test_compactor compactor = test_compactor_new();
    test_random random = test_random_part(test_seed_of_run(), 7100);
    for (uint64_t i = 0; i < test_by_tier(200, 1000, 5000); i++) {
        if (!test_takes(&random, 32)) {
            continue;
        }
        const test_compaction_operation operation = (test_compaction_operation)(i % TEST_COMPACTION_COUNT);
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 19));
        const test_compaction_case t = test_compaction_random(operation, n, &random);
        test_compactor_expect(&compactor, &t);
    }
    test_compactor_free(&compactor);
}

static void expect_histograms(const tcui_histogram_policy *policy, unsigned part)
{
    test_counter counter = test_counter_new();
    test_random random = test_random_part(test_seed_of_run(), part);
    counter.context->policies[TCUI_HISTOGRAM] = policy;
    for (uint64_t i = 0; i < test_by_tier(100, 500, 2500); i++) {
        if (!test_takes(&random, 32)) {
            continue;
        }
        const test_histogram_operation operation = (test_histogram_operation)(i % TEST_HISTOGRAM_COUNT);
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 19));
        test_histogram_case t = test_histogram_random(operation, n, &random);
        if (i % 8 >= 4) { /* sums of pixels in columns, in fewer copies than elsewhere */
            t.num_channels = 1;
            t.channels[0].num_bins = 1 + test_random_below(&random, 500);
        }
        test_counter_expect(&counter, &t);
    }
    test_counter_expect_misaligned_rows(&counter, &random);
    test_counter_free(&counter);
}

Test(older_devices, histograms)
{
    expect_histograms(NULL, 7200);
}

Test(older_devices, histograms_by_a_grid)
{
    expect_histograms(&by_grid, 7201);
}

/* Which has no clusters here. */
Test(older_devices, histograms_by_a_cluster_if_there_were_one)
{
    expect_histograms(&by_cluster, 7202);
}

Test(older_devices, sorts)
{
    test_sorter sorter = test_sorter_new();
    test_random random = test_random_part(test_seed_of_run(), 7300);
    for (uint64_t i = 0; i < test_by_tier(200, 1000, 5000); i++) {
        if (!test_takes(&random, 32)) {
            continue;
        }
        const test_sort_operation operation = (test_sort_operation)(i % TEST_SORT_COUNT);
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 19));
        const test_sort_case t = test_sort_random(operation, n, &random);
        test_sorter_expect(&sorter, &t);
    }
    test_sorter_free(&sorter);
}

/* More rows than a block's shared memory holds, among others. */
Test(older_devices, polynomials)
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = test_random_part(test_seed_of_run(), 7500);
    for (uint64_t i = 0; i < test_by_tier(300, 1200, 6000); i++) {
        if (!test_takes(&random, 80)) {
            continue;
        }
        const test_polynomial_form form = (test_polynomial_form)(i % TEST_POLYNOMIAL_COUNT);
        const test_polynomial_case t = test_polynomial_any(form, test_long(i % 10 == 0 ? 1000000 : 50000), &random);
        test_evaluator_expect(&evaluator, &t);
    }
    static const test_polynomial_form of_all[] = {TEST_POLYNOMIAL_GRID, TEST_POLYNOMIAL_REDUCE};
    for (int i = 0; i < 8; i++) {
        test_polynomial_case t = test_polynomial_random(of_all[i % 2], test_polynomial_types[i / 2], 1024,
                                                        16 + test_random_below(&random, 60), test_long(20000), &random);
        t.basis = TCU_BASIS_MONOMIAL;
        t.every = 997;
        test_evaluator_expect(&evaluator, &t);
    }
    test_evaluator_free(&evaluator);
}

Test(older_devices, stencils)
{
    test_sweeper sweeper = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 7400);
    for (uint64_t i = 0; i < test_by_tier(200, 1000, 5000); i++) {
        if (!test_takes(&random, 32)) {
            continue;
        }
        const test_stencil_case t = test_stencil_any(test_long(i % 10 == 0 ? 1000000 : 50000), &random);
        test_sweeper_expect(&sweeper, &t);
    }
    test_sweeper_free(&sweeper);
}
