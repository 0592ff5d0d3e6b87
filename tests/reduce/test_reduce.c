/* SPDX-License-Identifier: Apache-2.0 */
/* tcu_reduce() against the oracle, over the dimensions that tests/support/sums/sweep.h lists. */
#include <criterion/criterion.h>

#include "sums/sweep.h"
#include "test_backend.h"

Test(reduce, every_pair_and_size, .timeout = 600)
{
    test_sweep_sizes(TEST_REDUCE);
}

Test(reduce, every_distribution_and_arithmetic, .timeout = 600)
{
    test_sweep_distributions(TEST_REDUCE);
}

Test(reduce, misaligned_slices, .timeout = 600)
{
    test_sweep_shifts(TEST_REDUCE);
}

Test(reduce, in_place, .timeout = 600)
{
    test_sweep_in_place(TEST_REDUCE);
}

Test(reduce, same_bits_from_run_to_run, .timeout = 600)
{
    test_sweep_determinism(TEST_REDUCE);
}

/* Every floating-point pair and size by the named algorithms; the all-ones recursion is the host's alone. */
Test(reduce, every_algorithm, .timeout = 600)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(TEST_REDUCE, 9);
    const int last = test_on_cuda() ? TCU_REDUCE_ALGORITHM_WORK_EFFICIENT : TCU_REDUCE_ALGORITHM_ALL_ONES;
    for (int algorithm = TCU_REDUCE_ALGORITHM_AUTO; algorithm <= last; algorithm++) {
        for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
            if (algorithm == TCU_REDUCE_ALGORITHM_ALL_ONES && !test_types[test_pairs[pair].in].real) {
                continue;
            }
            for (int size = 0; size < test_size_count; size++) {
                test_case t = test_case_random(TEST_REDUCE, test_pairs[pair], test_sizes[size], &random);
                t.algorithm = (tcu_reduce_algorithm)algorithm;
                test_runner_expect(&runner, &t);
            }
        }
    }
    test_runner_free(&runner);
}
