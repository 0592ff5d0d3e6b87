/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs of compactions, operations by key and groups that read a count: see test_cuda_counts.h. */
#include "test_cuda_counts.h"
#include "tests/cuda/test_cuda_work.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 63100 + test);
}

/* In place and beside, of every item size, by flags and by values that lie in the device's memory. */
Test(cuda_counts, compactions, .timeout = 600)
{
    cudaStream_t stream = test_cuda_stream();
    test_compactor compactor = test_cuda_compactor(stream);
    test_random random = random_of(0);
    for (int which = 0; which < 4 * TEST_COMPACTION_COUNT; which++) {
        const uint64_t most = length_of(which / TEST_COMPACTION_COUNT, &random);
        test_compaction_case t =
            test_compaction_random((test_compaction_operation)(which % TEST_COMPACTION_COUNT), most, &random);
        cudaGraphExec_t executable = NULL;
        t.values_in_context = true; /* (a graph keeps those of the host as they were) */
        for (int i = 0; i < REPLAYS; i++) {
            t.n = count_of_replay(i, most, &random, &t.length);
            test_compactor_prepare(&compactor, &t);
            const test_compaction_call call = test_compactor_call(&compactor, &t);
            REPLAY(compactor, stream, i, test_synchronise(),
                   cr_assert_eq(test_compaction_run_call(compactor.context, &call), TCU_SUCCESS),
                   test_compactor_verify(&compactor, &t));
        }
        TEST_CUDA(cudaGraphExecDestroy(executable));
    }
    test_compactor_free(&compactor);
    TEST_CUDA(cudaStreamDestroy(stream));
}

Test(cuda_counts, by_key, .timeout = 600)
{
    cudaStream_t stream = test_cuda_stream();
    test_by_key_runner runner = test_cuda_by_key_runner(stream);
    test_random random = random_of(1);
    for (int which = 0; which < 4 * TEST_BY_KEY_COUNT; which++) {
        const uint64_t most = length_of(which / TEST_BY_KEY_COUNT, &random);
        test_by_key_case t = test_by_key_any((test_by_key_form)(which % TEST_BY_KEY_COUNT), most, &random);
        cudaGraphExec_t executable = NULL;
        for (int i = 0; i < REPLAYS; i++) {
            t.n = count_of_replay(i, most, &random, &t.length);
            test_by_key_prepare(&runner, &t);
            const test_by_key_call call = test_by_key_make_call(&runner, &t);
            REPLAY(runner, stream, i, (void)0, cr_assert_eq(test_by_key_run_call(runner.context, &call), TCU_SUCCESS),
                   test_by_key_verify(&runner, &t));
        }
        TEST_CUDA(cudaGraphExecDestroy(executable));
    }
    test_by_key_runner_free(&runner);
    TEST_CUDA(cudaStreamDestroy(stream));
}

Test(cuda_counts, groups, .timeout = 600)
{
    cudaStream_t stream = test_cuda_stream();
    test_grouper grouper = test_cuda_grouper(stream);
    test_random random = random_of(2);
    for (int which = 0; which < 8; which++) {
        const uint64_t most = length_of(which, &random);
        test_group_case t = test_group_random(most, &random);
        cudaGraphExec_t executable = NULL;
        for (int i = 0; i < REPLAYS; i++) {
            t.n = count_of_replay(i, most, &random, &t.length);
            REPLAY(grouper, stream, i, test_grouper_prepare(&grouper, &t),
                   cr_assert_eq(test_grouper_enqueue(&grouper, &t), TCU_SUCCESS), test_grouper_verify(&grouper, &t));
        }
        TEST_CUDA(cudaGraphExecDestroy(executable));
    }
    test_grouper_free(&grouper);
    TEST_CUDA(cudaStreamDestroy(stream));
}
