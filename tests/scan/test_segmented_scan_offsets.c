/* SPDX-License-Identifier: Apache-2.0 */
/* tcu_segmented_scan_offsets() against the oracle, over the dimensions that tests/support/sums/sweep.h lists. */
#include <criterion/criterion.h>

#include "sums/sweep.h"

Test(segmented_scan_offsets, every_pair_and_size, .timeout = 600)
{
    test_sweep_sizes(TEST_SEGMENTED_SCAN_OFFSETS);
}

Test(segmented_scan_offsets, every_distribution_and_arithmetic, .timeout = 600)
{
    test_sweep_distributions(TEST_SEGMENTED_SCAN_OFFSETS);
}

Test(segmented_scan_offsets, misaligned_slices, .timeout = 600)
{
    test_sweep_shifts(TEST_SEGMENTED_SCAN_OFFSETS);
}

Test(segmented_scan_offsets, in_place, .timeout = 600)
{
    test_sweep_in_place(TEST_SEGMENTED_SCAN_OFFSETS);
}

Test(segmented_scan_offsets, every_shape_of_offsets, .timeout = 600)
{
    test_sweep_shapes(TEST_SEGMENTED_SCAN_OFFSETS);
}

Test(segmented_scan_offsets, exclusive_is_inclusive_shifted, .timeout = 600)
{
    test_sweep_exclusive_is_shifted(TEST_SEGMENTED_SCAN_OFFSETS);
}

Test(segmented_scan_offsets, crowds_of_empty_segments, .timeout = 600)
{
    test_sweep_crowds(TEST_SEGMENTED_SCAN_OFFSETS);
}

Test(segmented_scan_offsets, same_bits_from_run_to_run, .timeout = 600)
{
    test_sweep_determinism(TEST_SEGMENTED_SCAN_OFFSETS);
}

Test(segmented_scan_offsets, every_operator_and_pair, .timeout = 600)
{
    test_sweep_operators(TEST_SEGMENTED_SCAN_OFFSETS);
}

Test(segmented_scan_offsets, every_operator_and_size, .timeout = 600)
{
    test_sweep_operator_sizes(TEST_SEGMENTED_SCAN_OFFSETS);
}

Test(segmented_scan_offsets, same_bits_by_every_operator, .timeout = 600)
{
    test_sweep_operator_determinism(TEST_SEGMENTED_SCAN_OFFSETS);
}
