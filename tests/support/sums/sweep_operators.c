/* SPDX-License-Identifier: Apache-2.0 */
/* The sweeps of operators. */
#include "sweep.h"
#include "test_backend.h"

static test_case case_of(test_operation operation, int which, test_pair pair, uint64_t n, test_random *random)
{
    test_case t = test_case_random(operation, pair, n, random);
    t.reduction = test_reductions[which];
    test_reduction_vary(&t.reduction, pair.out, random);
    test_reduction_draw_mode(&t.reduction, operation, pair.out, random);
    t.distribution = test_reduction_elements(&t.reduction, random);
    /* Sums of these may overflow, which with an infinite initial value of the other sign is NaN: reduce.h, range. */
    if (t.distribution == TEST_EXTREMES && t.reduction.op == TCU_OPERATOR_SUM) {
        t.reduction.has_initial = false;
    }
    return t;
}

static test_pair some_pair(int which, test_random *random)
{
    test_pair pair;
    do {
        pair.in = (tcu_type)test_random_below(random, TCU_TYPE_COUNT);
        pair.out = (tcu_type)test_random_below(random, TCU_TYPE_COUNT);
    } while (!test_reduction_takes(&test_reductions[which], pair));
    return pair;
}

void test_sweep_operators(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 10);
    for (int which = 0; which < TEST_REDUCTION_COUNT; which++) {
        if (!test_operation_has(operation, &test_reductions[which])) {
            continue;
        }
        for (int in = 0; in < TCU_TYPE_COUNT; in++) {
            for (int out = 0; out < TCU_TYPE_COUNT; out++) {
                const test_pair pair = {(tcu_type)in, (tcu_type)out};
                for (uint64_t i = 0; i < test_by_tier(4, 12, 24) && test_reduction_takes(&test_reductions[which], pair);
                     i++) {
                    const bool is_long = test_random_below(&random, 16) == 0;
                    const uint64_t n = test_random_below(&random, is_long ? test_long(80000) : 5000);
                    if (test_takes(&random, 6)) {
                        test_case t = case_of(operation, which, pair, n, &random);
                        test_sweep_expect(&runner, &t, &random);
                    }
                }
            }
        }
    }
    test_runner_free(&runner);
}

void test_sweep_operator_sizes(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 11);
    const uint64_t longest = test_long(test_by_tier(1 << 18, 1 << 20, 1 << 20));
    for (int which = 0; which < TEST_REDUCTION_COUNT; which++) {
        if (!test_operation_has(operation, &test_reductions[which])) {
            continue;
        }
        for (int size = 0; size < test_size_count; size++) {
            if (test_takes(&random, 4)) {
                test_case t = case_of(operation, which, some_pair(which, &random), test_sizes[size], &random);
                test_sweep_expect(&runner, &t, &random);
            }
        }
        for (int size = 0; test_has_sizes(operation) && size < test_segment_size_count; size++) {
            if (test_takes(&random, 4)) {
                const uint64_t segment_size = test_segment_sizes[size],
                               bounded = segment_size < 3000 ? segment_size : 3000;
                const uint64_t n = bounded * (1 + test_random_below(&random, 40)) + test_random_below(&random, bounded);
                test_case t = case_of(operation, which, some_pair(which, &random), n, &random);
                t.segment_size = segment_size;
                test_runner_expect(&runner, &t);
            }
        }
        for (uint64_t i = 0; i < test_by_tier(1, 3, 8); i++) {
            const uint64_t n = test_random_below(&random, longest);
            test_case t = case_of(operation, which, some_pair(which, &random), n, &random);
            test_sweep_expect(&runner, &t, &random);
        }
    }
    test_runner_free(&runner);
}

void test_sweep_operator_determinism(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 12);
    for (int which = 0; which < TEST_REDUCTION_COUNT; which++) {
        if (!test_operation_has(operation, &test_reductions[which])) {
            continue;
        }
        for (uint64_t i = 0; i < test_by_tier(1, 3, 6); i++) {
            const uint64_t n = test_random_below(&random, test_long(test_by_tier(100000, 200000, 1 << 20)));
            test_case t = case_of(operation, which, some_pair(which, &random), n, &random);
            test_sweep_expect_same_bits(&runner, &t, &random);
        }
    }
    test_runner_free(&runner);
}
