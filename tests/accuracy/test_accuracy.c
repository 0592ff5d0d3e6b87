/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long sums: the error bound of tcu/reduce.h for the reduction and for every prefix of the scan, and the same bits in
 * ten runs. 2^28 elements in the long tier.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>

#include "sums/sweep.h"
#include "test_backend.h"

/* Nine more runs into a poisoned output, without making the input again. */
static void expect_same_bits(test_runner *runner, test_case *t)
{
    unsigned char *first = test_runner_copy_output(runner);
    for (int run = 2; run <= test_replays(10); run++) {
        t->temporary = (test_temporary)(run % TEST_TEMPORARY_COUNT);
        test_set(runner->out.data, runner->out.poison, runner->out.bytes);
        cr_assert(test_runner_execute(runner, t), "%s", runner->failure);
        cr_assert(test_runner_same_output(runner, t, first, run), "%s", runner->failure);
    }
    free(first);
}

static void expect_accurate(tcu_type in, tcu_type out)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(TEST_REDUCE, 20 + 12 * (unsigned)in + (unsigned)out);
    const uint64_t n = test_long(test_by_tier(1 << 19, 1 << 22, 1 << 28));
    const test_distribution distributions[] = {TEST_UNIFORM, TEST_POSITIVE};
    for (int i = 0; i < 2; i++) {
        /* Every arithmetic; of 2^28 elements one, at random, for the sake of time. */
        const int first = test_tier_of_run() == TEST_TIER_LONG ? (int)test_random_below(&random, 3) : 0;
        const int last = test_tier_of_run() == TEST_TIER_LONG ? first : TCU_ARITHMETIC_PLAIN;
        for (int arithmetic = first; arithmetic <= last; arithmetic++) {
            test_case t = test_case_random(TEST_REDUCE, (test_pair){in, out}, n, &random);
            t.distribution = distributions[i];
            t.arithmetic = (tcu_arithmetic)arithmetic;
            t.in_place = false;
            t.temporary = TEST_TEMPORARY_DEFAULT;
            test_runner_expect(&runner, &t);
            expect_same_bits(&runner, &t);

            t.operation = TEST_SCAN;
            t.temporary = TEST_TEMPORARY_DEFAULT;
            test_runner_expect(&runner, &t);
            if (i == 0) {
                expect_same_bits(&runner, &t);
            }
        }
    }
    test_runner_free(&runner);
}

Test(accuracy, f16_sums, .timeout = 900)
{
    expect_accurate(TCU_TYPE_F16, TCU_TYPE_F32);
}

Test(accuracy, f16_sums_in_f16, .timeout = 900)
{
    expect_accurate(TCU_TYPE_F16, TCU_TYPE_F16);
}

Test(accuracy, bf16_sums, .timeout = 900)
{
    expect_accurate(TCU_TYPE_BF16, TCU_TYPE_F32);
}

Test(accuracy, f32_sums, .timeout = 900)
{
    expect_accurate(TCU_TYPE_F32, TCU_TYPE_F32);
}

Test(accuracy, f32_sums_in_f64, .timeout = 900)
{
    expect_accurate(TCU_TYPE_F32, TCU_TYPE_F64);
}

Test(accuracy, f64_sums, .timeout = 900)
{
    expect_accurate(TCU_TYPE_F64, TCU_TYPE_F64);
}

Test(accuracy, i8_sums_are_exact, .timeout = 900)
{
    expect_accurate(TCU_TYPE_I8, TCU_TYPE_I32);
}

Test(accuracy, i32_sums_are_exact, .timeout = 900)
{
    expect_accurate(TCU_TYPE_I32, TCU_TYPE_I64);
}
