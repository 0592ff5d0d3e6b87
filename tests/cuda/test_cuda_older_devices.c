/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels that devices before sm_90 run, on any device: scans by tiles in three kernels. (How tiles of reductions
 * come into shared memory there is decided when the code is built: tests/emulation.)
 */
#define _POSIX_C_SOURCE 200112L

#include <criterion/criterion.h>
#include <stdlib.h>

#include "test_sweep.h"

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
