/* SPDX-License-Identifier: Apache-2.0 */
/* tcu_segmented_reduce() against the oracle, over the dimensions that tests/support/sums/sweep.h lists. */
#include <criterion/criterion.h>

#include "sums/sweep.h"

Test(segmented_reduce, every_pair_and_size, .timeout = 600)
{
    test_sweep_sizes(TEST_SEGMENTED_REDUCE);
}

Test(segmented_reduce, every_distribution_and_arithmetic, .timeout = 600)
{
    test_sweep_distributions(TEST_SEGMENTED_REDUCE);
}

Test(segmented_reduce, misaligned_slices, .timeout = 600)
{
    test_sweep_shifts(TEST_SEGMENTED_REDUCE);
}

Test(segmented_reduce, in_place, .timeout = 600)
{
    test_sweep_in_place(TEST_SEGMENTED_REDUCE);
}

Test(segmented_reduce, every_segment_size, .timeout = 600)
{
    test_sweep_segment_sizes(TEST_SEGMENTED_REDUCE);
}

Test(segmented_reduce, same_bits_from_run_to_run, .timeout = 600)
{
    test_sweep_determinism(TEST_SEGMENTED_REDUCE);
}

Test(segmented_reduce, every_operator_and_pair, .timeout = 600)
{
    test_sweep_operators(TEST_SEGMENTED_REDUCE);
}

Test(segmented_reduce, every_operator_and_size, .timeout = 600)
{
    test_sweep_operator_sizes(TEST_SEGMENTED_REDUCE);
}

Test(segmented_reduce, same_bits_by_every_operator, .timeout = 600)
{
    test_sweep_operator_determinism(TEST_SEGMENTED_REDUCE);
}
