/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compactions by ways that sizes would not lead to: in one pass where items fit into registers, by tiles on a device
 * that has better, with counts on the matrix unit.
 */
#include <criterion/criterion.h>

#include "algorithms/compact/compact_tuning.h"
#include "test_backend.h"
#include "test_compaction.h"

static void sweep(const tcui_compact_policy *policy, tcu_arithmetic arithmetic, unsigned part)
{
    test_compactor compactor = test_compactor_new();
    compactor.context->compact_policy = policy;
    cr_assert_eq(tcu_context_set_arithmetic(compactor.context, arithmetic), TCU_SUCCESS);
    test_random random = test_random_part(test_seed_of_run(), part);
    for (uint64_t i = 0; i < test_by_tier(200, 1000, 5000); i++) {
        const test_compaction_operation operation = (test_compaction_operation)(i % TEST_COMPACTION_COUNT);
        const uint64_t n = test_random_below(&random, (uint64_t)1 << test_random_below(&random, 21));
        const test_compaction_case t = test_compaction_random(operation, n, &random);
        test_compactor_expect(&compactor, &t);
    }
    test_compactor_free(&compactor);
}

TestSuite(compaction_ways, .timeout = 600);

Test(compaction_ways, in_one_pass)
{
    static const tcui_compact_policy policy = {TCU_ARITHMETIC_PLAIN, 0, true, 16};
    sweep(&policy, TCU_ARITHMETIC_AUTO, 7200);
}

Test(compaction_ways, by_tiles)
{
    static const tcui_compact_policy policy = {TCU_ARITHMETIC_PLAIN, 0, false, 0};
    sweep(&policy, TCU_ARITHMETIC_AUTO, 7201);
}

Test(compaction_ways, counted_on_the_matrix_unit)
{
    sweep(NULL, TCU_ARITHMETIC_MATRIX, 7202);
}
