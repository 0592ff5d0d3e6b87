/* SPDX-License-Identifier: Apache-2.0 */
/* tcu_segmented_scan() against the oracle, over the dimensions that tests/support/sums/sweep.h lists. */
#include <criterion/criterion.h>

#include "sums/sweep.h"

Test(segmented_scan, every_pair_and_size, .timeout = 600)
{
    test_sweep_sizes(TEST_SEGMENTED_SCAN);
}

Test(segmented_scan, every_distribution_and_arithmetic, .timeout = 600)
{
    test_sweep_distributions(TEST_SEGMENTED_SCAN);
}

Test(segmented_scan, misaligned_slices, .timeout = 600)
{
    test_sweep_shifts(TEST_SEGMENTED_SCAN);
}

Test(segmented_scan, in_place, .timeout = 600)
{
    test_sweep_in_place(TEST_SEGMENTED_SCAN);
}

Test(segmented_scan, every_segment_size, .timeout = 600)
{
    test_sweep_segment_sizes(TEST_SEGMENTED_SCAN);
}

Test(segmented_scan, exclusive_is_inclusive_shifted, .timeout = 600)
{
    test_sweep_exclusive_is_shifted(TEST_SEGMENTED_SCAN);
}

Test(segmented_scan, same_bits_from_run_to_run, .timeout = 600)
{
    test_sweep_determinism(TEST_SEGMENTED_SCAN);
}

Test(segmented_scan, every_operator_and_pair, .timeout = 600)
{
    test_sweep_operators(TEST_SEGMENTED_SCAN);
}

Test(segmented_scan, every_operator_and_size, .timeout = 600)
{
    test_sweep_operator_sizes(TEST_SEGMENTED_SCAN);
}

Test(segmented_scan, same_bits_by_every_operator, .timeout = 600)
{
    test_sweep_operator_determinism(TEST_SEGMENTED_SCAN);
}
