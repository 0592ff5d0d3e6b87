/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA graphs: an operation captured once gives the right result on every replay, whatever is in its memory by then. */
#include "sums/sweep.h"
#include "test_cuda_replay.h"
#include "test_random.h"

/* In the global mode a call that might synchronise or allocate behind the stream's back breaks the capture. */
static cudaGraphExec_t capture(test_runner *runner, const test_case *t, cudaStream_t stream)
{
    TEST_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    test_cuda_enqueue(runner, t);
    return test_cuda_end_capture(stream);
}

/* Other elements and other offsets in the same buffers. */
static void change_input(test_runner *runner, test_case *t, test_cuts *cuts, test_random *random)
{
    const unsigned char *in = runner->in.data, *out = runner->out.data;
    t->seed = test_random_next(random) & ~(uint64_t)7;
    for (int i = 1; i < TEST_CUTS; i++) {
        cuts->values[i] = cuts->values[i - 1] + (int64_t)test_random_below(random, t->n / 3);
        cuts->values[i] = cuts->values[i] < (int64_t)t->n ? cuts->values[i] : (int64_t)t->n;
    }
    cr_assert(test_runner_prepare(runner, t));
    cr_assert(runner->in.data == in && runner->out.data == out, "the graph has these addresses");
}

static void replay(test_operation operation, test_pair pair, uint64_t n, bool workspace, int replays)
{
    cudaStream_t stream = test_cuda_stream();
    test_runner runner = test_cuda_runner(stream);
    test_random random = test_sweep_random(operation, 50 + (unsigned)pair.in);
    test_cuts cuts = test_cuts_of(n);
    test_case t = test_cuda_case(operation, pair, n, &cuts, 0);
    t.kind = test_random_below(&random, 2) ? TCU_SCAN_EXCLUSIVE : TCU_SCAN_INCLUSIVE;
    t.reduction = test_reduction_random(operation, pair, &random);
    t.in_shift = 1;
    cr_assert(test_runner_prepare(&runner, &t));
    if (workspace) {
        test_cuda_give_workspace(&runner, &t, 0x77);
    }
    cudaGraphExec_t executable = capture(&runner, &t, stream);
    for (int i = 0; i < test_replays(replays); i++) {
        change_input(&runner, &t, &cuts, &random);
        /* What the last replay left, or garbage; one replay, or some on each other's heels. */
        if (workspace && i % 2 == 1) {
            test_set(runner.workspace.data, (unsigned char)test_random_next(&random), runner.workspace.bytes);
            test_synchronise();
        }
        for (int k = 0; k < (i % 10 == 9 ? 5 : 1); k++) {
            TEST_CUDA(cudaGraphLaunch(executable, stream));
        }
        TEST_CUDA(cudaStreamSynchronize(stream));
        if (!test_runner_verify(&runner, &t)) {
            cr_assert_fail("replay %d, %s: %s", i, workspace ? "workspace" : "default allocator", runner.failure);
        }
    }
    if (workspace) {
        cr_assert(test_slice_guarded(&runner.workspace), "wrote outside the workspace");
    }
    TEST_CUDA(cudaGraphExecDestroy(executable));
    test_runner_free(&runner);
    TEST_CUDA(cudaStreamDestroy(stream));
}

static void replay_all(bool workspace)
{
    const test_pair pairs[] = {{TCU_TYPE_F16, TCU_TYPE_F16}, {TCU_TYPE_F32, TCU_TYPE_F64},
                               {TCU_TYPE_F64, TCU_TYPE_F64}, {TCU_TYPE_U8, TCU_TYPE_U64},
                               {TCU_TYPE_I32, TCU_TYPE_I32}, {TCU_TYPE_I64, TCU_TYPE_I64}};
    test_random random = test_sweep_random(TEST_SCAN, 51);
    for (int operation = 0; operation < TEST_OPERATION_COUNT; operation++) {
        for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
            if (!test_takes(&random, 16)) {
                continue;
            }
            /* One block's worth for some, many blocks' for others. */
            uint64_t n =
                100 * (1 + test_random_below(&random, i % 2 == 0 ? 100 : test_long(test_by_tier(500, 1500, 5000))));
            replay((test_operation)operation, pairs[i], n, workspace, 100);
        }
    }
}

Test(cuda_graphs, replay_with_a_workspace_of_garbage, .timeout = 300)
{
    replay_all(true);
}

Test(cuda_graphs, replay_with_the_default_allocator, .timeout = 300)
{
    replay_all(false);
}

Test(cuda_graphs, a_thousand_replays_with_changing_input, .timeout = 600)
{
    for (int operation = 0; operation < TEST_OPERATION_COUNT; operation++) {
        replay((test_operation)operation, (test_pair){TCU_TYPE_F16, TCU_TYPE_F32}, 100 * test_long(700), true,
               (int)test_by_tier(50, 300, 1000));
    }
}

/* ---------------------------------------------------------------------------------------------- compactions --- */

/*
 * Other items, flags and, in context memory, other values of the predicate; of values in host memory the graph keeps
 * those of the capture. How many items are kept changes from none to all.
 */
static void replay_compaction(const test_compaction_case *given, bool workspace, int replays, test_random *random)
{
    cudaStream_t stream = test_cuda_stream();
    test_work work;
    test_work_open(&work, stream);
    work.kind = TEST_WORK_COMPACTION;
    work.compaction = *given;
    if (!given->values_in_context) {
        work.compaction.given_values = true;
        work.compaction.value_bits = test_random_below(random, 50);
        work.compaction.upper_bits = 50 + test_random_below(random, 50); /* not below the value in any type */
    }
    test_cuda_replay(&work, stream, workspace, replays, random);
}

/* Every compaction, in place and with each source of the predicate's values where it has them; of no items, too. */
static void replay_compactions(bool workspace)
{
    test_random random = test_sweep_random(TEST_SCAN, 53);
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (int i = 0; i < 10; i++) {
            if (!test_takes(&random, 16)) {
                continue;
            }
            /* One block's worth for some, many blocks' for others. */
            const uint64_t longest = i % 2 == 0 ? 8000 : test_long(test_by_tier(40000, 100000, 400000));
            const uint64_t n = i < 9 ? 1 + test_random_below(&random, longest) : 0;
            test_compaction_case t = test_cuda_compaction((test_compaction_operation)operation, n, &random);
            t.in_place = test_works_in_place(t.operation) && i % 3 == 1;
            t.values_in_context = i / 2 % 2 == 0;
            replay_compaction(&t, workspace, n > 0 ? (int)test_by_tier(10, 30, 100) : 3, &random);
        }
    }
}

Test(cuda_graphs, compactions_with_a_workspace_of_garbage, .timeout = 300)
{
    replay_compactions(true);
}

Test(cuda_graphs, compactions_with_the_default_allocator, .timeout = 300)
{
    replay_compactions(false);
}

Test(cuda_graphs, a_thousand_replays_of_compactions, .timeout = 600)
{
    test_random random = test_sweep_random(TEST_SCAN, 54);
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        test_compaction_case t = test_cuda_compaction((test_compaction_operation)operation, test_long(70000), &random);
        t.values_in_context = true;
        replay_compaction(&t, true, (int)test_by_tier(50, 300, 1000), &random);
    }
}

/* ----------------------------------------------------------------------------------------------- histograms --- */

/* Other samples, weights, levels and counts; and other ends, where these are found. */
static void replay_histograms(bool workspace)
{
    test_random random = test_sweep_random(TEST_SCAN, 68);
    for (int operation = 0; operation < TEST_HISTOGRAM_COUNT; operation++) {
        for (int i = 0; i < 12; i++) {
            if (!test_takes(&random, 8)) {
                continue;
            }
            const uint64_t longest = i % 2 == 0 ? 3000 : test_long(test_by_tier(20000, 60000, 200000));
            const uint64_t n = 1 + test_random_below(&random, longest);
            cudaStream_t stream = test_cuda_stream();
            test_work work;
            test_work_open(&work, stream);
            work.kind = TEST_WORK_HISTOGRAM;
            work.histogram = test_cuda_histogram((test_histogram_operation)operation, n, &random);
            work.histogram.has_count = i % 3 > 0;
            test_cuda_replay(&work, stream, workspace, (int)test_by_tier(6, 12, 25), &random);
        }
    }
}

Test(cuda_graphs, histograms_with_a_workspace_of_garbage, .timeout = 300)
{
    replay_histograms(true);
}

Test(cuda_graphs, histograms_with_the_default_allocator, .timeout = 300)
{
    replay_histograms(false);
}

/* ---------------------------------------------------------------------------------------------------- sorts --- */

/* Other keys, values and offsets, of as many segments. Where the result is stays as the captured call said. */
static void replay_sort(const test_sort_case *given, bool workspace, int replays, test_random *random)
{
    cudaStream_t stream = test_cuda_stream();
    test_work work;
    test_work_open(&work, stream);
    work.kind = TEST_WORK_SORT;
    work.sort = *given;
    work.one_way = true;
    test_cuda_replay(&work, stream, workspace, replays, random);
}

/* Every sort, in place where it can be, of no keys too. */
static void replay_sorts(bool workspace)
{
    test_random random = test_sweep_random(TEST_SCAN, 55);
    for (int operation = 0; operation < TEST_SORT_COUNT; operation++) {
        for (int i = 0; i < 12; i++) {
            if (!test_takes(&random, 16)) {
                continue;
            }
            /* One block's worth for some, many blocks' for others. */
            const uint64_t longest = i % 2 == 0 ? 8000 : test_long(test_by_tier(60000, 100000, 200000));
            const uint64_t n = i < 11 ? 1 + test_random_below(&random, longest) : 0;
            test_sort_case t = test_cuda_sort((test_sort_operation)operation, n, &random);
            t.keys_in_place = test_sort_works_in_place(t.operation) && i % 3 == 1;
            t.values_in_place = test_sort_takes_values(t.operation) && i % 4 == 1;
            replay_sort(&t, workspace, n > 0 ? (int)test_by_tier(6, 12, 25) : 3, &random);
        }
    }
}

Test(cuda_graphs, sorts_with_a_workspace_of_garbage, .timeout = 600)
{
    replay_sorts(true);
}

Test(cuda_graphs, sorts_with_the_default_allocator, .timeout = 600)
{
    replay_sorts(false);
}

Test(cuda_graphs, hundreds_of_replays_of_sorts, .timeout = 600)
{
    test_random random = test_sweep_random(TEST_SCAN, 56);
    for (int operation = 0; operation < TEST_SORT_COUNT; operation++) {
        const test_sort_case t = test_cuda_sort((test_sort_operation)operation, test_long(70000), &random);
        replay_sort(&t, true, (int)test_by_tier(20, 100, 300), &random);
    }
}

/* ----------------------------------------------------------------------------------------------------- by key --- */

/* Other keys, of another number of runs, which a replay finds on the device. */
static void replay_by_keys(bool workspace)
{
    test_random random = test_sweep_random(TEST_SCAN, 58);
    for (int form = 0; form < TEST_BY_KEY_COUNT; form++) {
        for (int i = 0; i < 8; i++) {
            if (!test_takes(&random, 8)) {
                continue;
            }
            /* One block's worth for some, many blocks' for others. */
            const uint64_t longest = i % 2 == 0 ? 8000 : test_long(test_by_tier(40000, 100000, 400000));
            const uint64_t n = i < 7 ? 1 + test_random_below(&random, longest) : 0;
            cudaStream_t stream = test_cuda_stream();
            test_work work;
            test_work_open(&work, stream);
            work.kind = TEST_WORK_BY_KEY;
            work.by_key = test_cuda_by_key((test_by_key_form)form, n, &random);
            test_cuda_replay(&work, stream, workspace && n > 0, n > 0 ? (int)test_by_tier(10, 30, 100) : 3, &random);
        }
    }
}

Test(cuda_graphs, by_key_with_a_workspace_of_garbage, .timeout = 300)
{
    replay_by_keys(true);
}

Test(cuda_graphs, by_key_with_the_default_allocator, .timeout = 300)
{
    replay_by_keys(false);
}

/* Other keys and values, of another number of groups. */
static void replay_groups(bool workspace)
{
    test_random random = test_sweep_random(TEST_SCAN, 59);
    for (int i = 0; i < 12; i++) {
        if (!test_takes(&random, 6)) {
            continue;
        }
        const uint64_t longest = i % 2 == 0 ? 8000 : test_long(test_by_tier(40000, 100000, 400000));
        const uint64_t n = i < 11 ? 1 + test_random_below(&random, longest) : 0;
        cudaStream_t stream = test_cuda_stream();
        test_work work;
        test_work_open(&work, stream);
        work.kind = TEST_WORK_GROUP_BY;
        work.group_by = test_cuda_groups(n, &random);
        test_cuda_replay(&work, stream, workspace && n > 0, n > 0 ? (int)test_by_tier(6, 12, 25) : 3, &random);
    }
}

Test(cuda_graphs, groups_with_a_workspace_of_garbage, .timeout = 300)
{
    replay_groups(true);
}

Test(cuda_graphs, groups_with_the_default_allocator, .timeout = 300)
{
    replay_groups(false);
}

/* ----------------------------------------------------------------------------------------------- recurrences --- */

/* Other factors, elements, initial values and offsets. */
static void replay_recurrences(bool workspace)
{
    test_random random = test_sweep_random(TEST_SCAN, 60);
    for (int form = 0; form < TEST_RECURRENCE_COUNT; form++) {
        for (int i = 0; i < 8; i++) {
            if (!test_takes(&random, 8)) {
                continue;
            }
            /* One tile for some, many tiles, which wait for each other, for others. */
            const uint64_t longest = i % 2 == 0 ? 3000 : test_long(test_by_tier(200000, 400000, 1000000));
            const uint64_t n = 100 * (1 + test_random_below(&random, longest / 100));
            cudaStream_t stream = test_cuda_stream();
            test_work work;
            test_work_open(&work, stream);
            test_work_prepare(&work, TEST_WORK_RECURRENCES + form, n, &random);
            work.recurrence.in_place = i % 3 == 1;
            test_cuda_replay(&work, stream, workspace, (int)test_by_tier(10, 30, 100), &random);
        }
    }
}

Test(cuda_graphs, recurrences_with_a_workspace_of_garbage, .timeout = 300)
{
    replay_recurrences(true);
}

Test(cuda_graphs, recurrences_with_the_default_allocator, .timeout = 300)
{
    replay_recurrences(false);
}

/* Every form, of other values with each replay, and segments that begin elsewhere. */
static void replay_extrema(bool workspace)
{
    test_random random = test_sweep_random(TEST_SCAN, 61);
    for (int form = 0; form < TEST_EXTREMA_COUNT; form++) {
        for (int i = 0; i < 8; i++) {
            if (!test_takes(&random, 8)) {
                continue;
            }
            const uint64_t longest = i % 2 == 0 ? 3000 : test_long(test_by_tier(200000, 400000, 1000000));
            const uint64_t n = 100 * (1 + test_random_below(&random, longest / 100));
            cudaStream_t stream = test_cuda_stream();
            test_work work;
            test_work_open(&work, stream);
            test_work_prepare(&work, TEST_WORK_EXTREMA + form, n, &random);
            test_cuda_replay(&work, stream, workspace, (int)test_by_tier(10, 30, 100), &random);
        }
    }
}

Test(cuda_graphs, extrema_with_a_workspace_of_garbage, .timeout = 300)
{
    replay_extrema(true);
}

Test(cuda_graphs, extrema_with_the_default_allocator, .timeout = 300)
{
    replay_extrema(false);
}

/* Every form, of other items, indices and lengths with each replay, and with another count where that is in memory. */
static void replay_moves(bool workspace)
{
    test_random random = test_sweep_random(TEST_SCAN, 62);
    for (int form = 0; form < TEST_MOVING_COUNT; form++) {
        for (int i = 0; i < 8; i++) {
            if (!test_takes(&random, 8)) {
                continue;
            }
            const uint64_t longest = i % 2 == 0 ? 3000 : test_long(test_by_tier(200000, 400000, 1000000));
            const uint64_t n = 100 * (1 + test_random_below(&random, longest / 100));
            cudaStream_t stream = test_cuda_stream();
            test_work work;
            test_work_open(&work, stream);
            test_work_prepare(&work, TEST_WORK_MOVES + form, n, &random);
            test_cuda_replay(&work, stream, workspace, (int)test_by_tier(10, 30, 100), &random);
        }
    }
}

Test(cuda_graphs, moves_with_a_workspace_of_garbage, .timeout = 300)
{
    replay_moves(true);
}

Test(cuda_graphs, moves_with_the_default_allocator, .timeout = 300)
{
    replay_moves(false);
}

/* Every form, of other keys and other counts with each replay. */
static void replay_merges(bool workspace)
{
    test_random random = test_sweep_random(TEST_SCAN, 67);
    for (int form = 0; form < TEST_MERGE_COUNT; form++) {
        for (int i = 0; i < 12; i++) {
            if (!test_takes(&random, 8)) {
                continue;
            }
            const uint64_t longest = i % 2 == 0 ? 3000 : test_long(test_by_tier(800000, 1600000, 4000000));
            const uint64_t n = 100 * (1 + test_random_below(&random, longest / 100));
            cudaStream_t stream = test_cuda_stream();
            test_work work;
            test_work_open(&work, stream);
            test_work_prepare(&work, TEST_WORK_MERGES + form, n, &random);
            test_cuda_replay(&work, stream, workspace, (int)test_by_tier(10, 30, 100), &random);
        }
    }
}

Test(cuda_graphs, merges_with_a_workspace_of_garbage, .timeout = 300)
{
    replay_merges(true);
}

Test(cuda_graphs, merges_with_the_default_allocator, .timeout = 300)
{
    replay_merges(false);
}

/* Every form, of other keys, offsets and counts with each replay. */
static void replay_selections(bool workspace)
{
    test_random random = test_sweep_random(TEST_SCAN, 68);
    for (int form = 0; form < TEST_SELECTION_COUNT; form++) {
        for (int i = 0; i < 10; i++) {
            if (!test_takes(&random, 8)) {
                continue;
            }
            const uint64_t longest = i % 2 == 0 ? 3000 : test_long(test_by_tier(800000, 1600000, 4000000));
            const uint64_t n = 100 * (1 + test_random_below(&random, longest / 100));
            cudaStream_t stream = test_cuda_stream();
            test_work work;
            test_work_open(&work, stream);
            test_work_prepare(&work, TEST_WORK_SELECTIONS + form, n, &random);
            test_cuda_replay(&work, stream, workspace, (int)test_by_tier(10, 30, 100), &random);
        }
    }
}

Test(cuda_graphs, selections_with_a_workspace_of_garbage, .timeout = 300)
{
    replay_selections(true);
}

Test(cuda_graphs, selections_with_the_default_allocator, .timeout = 300)
{
    replay_selections(false);
}

/* ------------------------------------------------------------------------------------------------ polynomials --- */

/* An update of the plan and an evaluation: other coefficients, points, indices and breakpoints with each replay, and of
 * other magnitudes: what a plan or a call found out about them at the capture must not be kept. */
static void replay_polynomial(const test_polynomial_case *given, bool workspace, int replays, test_random *random)
{
    cudaStream_t stream = test_cuda_stream();
    test_work work;
    test_work_open(&work, stream);
    work.kind = TEST_WORK_POLYNOMIAL;
    work.polynomial = *given;
    test_cuda_replay(&work, stream, workspace, replays, random);
}

/* Every form, in place where it can be, and of no points too. */
static void replay_polynomials(bool workspace)
{
    test_random random = test_sweep_random(TEST_SCAN, 57);
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        for (int i = 0; i < 12; i++) {
            if (!test_takes(&random, 16)) {
                continue;
            }
            const uint64_t n = i < 11 ? 1 + test_random_below(&random, i % 2 == 0 ? 300 : 8000) : 0;
            test_polynomial_case t = test_cuda_polynomial((test_polynomial_form)form, n, &random);
            t.in_place = i % 3 == 1;
            replay_polynomial(&t, workspace, n > 0 ? (int)test_by_tier(6, 12, 25) : 3, &random);
        }
    }
}

Test(cuda_graphs, polynomials_with_a_workspace_of_garbage, .timeout = 600)
{
    replay_polynomials(true);
}

Test(cuda_graphs, polynomials_with_the_default_allocator, .timeout = 600)
{
    replay_polynomials(false);
}

/* --------------------------------------------------------------------------------------- all in one graph --- */

/* All share one workspace: each may leave there what the next has to ignore. */
Test(cuda_graphs, a_chain_of_all_operations, .timeout = 300)
{
    const uint64_t n = 100 * test_long(test_long(2000));
    static test_work works[TEST_WORK_COUNT];
    cudaStream_t stream = test_cuda_stream();
    test_random random = test_sweep_random(TEST_SCAN, 52);
    test_memory workspace = {0};
    size_t most = 0;
    for (int i = 0; i < TEST_WORK_COUNT; i++) {
        test_work_open(&works[i], stream);
        test_work_prepare(&works[i], i, n, &random);
        works[i].compaction.values_in_context = true; /* others with each replay */
        test_work_change_input(&works[i], &random);
        const size_t bytes = test_work_query(&works[i]);
        most = bytes > most ? bytes : most;
    }
    test_memory_reserve(&workspace, most + 1);
    for (int i = 0; i < TEST_WORK_COUNT; i++) {
        test_work_set_workspace(&works[i], workspace.base, most + 1);
    }
    cudaGraphExec_t executable = test_cuda_capture(works, TEST_WORK_COUNT, stream);
    for (int k = 0; k < test_replays(10); k++) {
        for (int i = 0; i < TEST_WORK_COUNT; i++) {
            test_work_change_input(&works[i], &random);
        }
        test_synchronise();
        TEST_CUDA(cudaGraphLaunch(executable, stream));
        TEST_CUDA(cudaGraphLaunch(executable, stream));
        TEST_CUDA(cudaStreamSynchronize(stream));
        for (int i = 0; i < TEST_WORK_COUNT; i++) {
            test_work_expect(&works[i]);
        }
    }
    TEST_CUDA(cudaGraphExecDestroy(executable));
    for (int i = 0; i < TEST_WORK_COUNT; i++) {
        test_work_close(&works[i]);
    }
    test_memory_release(&workspace);
}
