/* SPDX-License-Identifier: Apache-2.0 */
/* tcu_scan() against the oracle, over the dimensions that tests/support/sums/sweep.h lists. */
#include <criterion/criterion.h>

#include "sums/sweep.h"

Test(scan, every_pair_and_size, .timeout = 600)
{
    test_sweep_sizes(TEST_SCAN);
}

Test(scan, every_distribution_and_arithmetic, .timeout = 600)
{
    test_sweep_distributions(TEST_SCAN);
}

Test(scan, misaligned_slices, .timeout = 600)
{
    test_sweep_shifts(TEST_SCAN);
}

Test(scan, in_place, .timeout = 600)
{
    test_sweep_in_place(TEST_SCAN);
}

Test(scan, exclusive_is_inclusive_shifted, .timeout = 600)
{
    test_sweep_exclusive_is_shifted(TEST_SCAN);
}

Test(scan, same_bits_from_run_to_run, .timeout = 600)
{
    test_sweep_determinism(TEST_SCAN);
}

Test(scan, every_operator_and_pair, .timeout = 600)
{
    test_sweep_operators(TEST_SCAN);
}

Test(scan, every_operator_and_size, .timeout = 600)
{
    test_sweep_operator_sizes(TEST_SCAN);
}

Test(scan, same_bits_by_every_operator, .timeout = 600)
{
    test_sweep_operator_determinism(TEST_SCAN);
}
