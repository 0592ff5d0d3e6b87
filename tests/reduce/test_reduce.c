/* SPDX-License-Identifier: Apache-2.0 */
/* tcu_reduce() against the oracle, over the dimensions that tests/support/sums/sweep.h lists. */
#include <criterion/criterion.h>
#include <inttypes.h>

#include "sums/sweep.h"
#include "test_backend.h"
#include "test_memory.h"

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

Test(reduce, every_operator_and_pair, .timeout = 600)
{
    test_sweep_operators(TEST_REDUCE);
}

Test(reduce, every_operator_and_size, .timeout = 600)
{
    test_sweep_operator_sizes(TEST_REDUCE);
}

Test(reduce, same_bits_by_every_operator, .timeout = 600)
{
    test_sweep_operator_determinism(TEST_REDUCE);
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

/* Elements whose sums wrap in whatever they are added up in before the end. */
Test(reduce, integers_at_their_limits, .timeout = 300)
{
    enum { N = 300 };
    uint32_t words[N];
    tcu_context *context = test_context_new();
    test_memory memories[2] = {0};
    const test_slice of_words = test_slice_open(&memories[0], sizeof words, 0, 0);
    const test_slice of_sum = test_slice_open(&memories[1], sizeof(uint64_t), 0, 0);
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        const uint32_t word = is_signed ? UINT32_C(1) << 31 : UINT32_MAX;
        for (int i = 0; i < N; i++) {
            words[i] = word;
        }
        test_copy_in(of_words.data, words, sizeof words);
        for (uint64_t n = 0; n <= N; n++) {
            const uint64_t expected = n * (is_signed ? (uint64_t)INT32_MIN : word);
            uint64_t sum;
            test_synchronise();
            cr_assert_eq(tcu_reduce(context, of_words.data, is_signed ? TCU_TYPE_I32 : TCU_TYPE_U32, of_sum.data,
                                    is_signed ? TCU_TYPE_I64 : TCU_TYPE_U64, n, NULL),
                         TCU_SUCCESS);
            test_synchronise();
            test_copy_out(&sum, of_sum.data, sizeof sum);
            cr_assert(sum == expected, "%d elements, %s: off by %" PRId64, (int)n, is_signed ? "i32" : "u32",
                      (int64_t)(sum - expected));
        }
    }
    for (int m = 0; m < 2; m++) {
        test_memory_release(&memories[m]);
    }
    tcu_context_destroy(context);
}
