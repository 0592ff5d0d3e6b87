/* SPDX-License-Identifier: Apache-2.0 */
/* Every code path of every operation, forced by its name on tasks of all sizes and kinds: where it applies, and right. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "primitives/context/path.h"
#include "test_cuda.h"
#include "test_cuda_work.h"

static tcu_context *context_of(test_work *work)
{
    tcu_context **contexts[TEST_WORK_CONTEXTS];
    test_work_contexts(work, contexts);
    return *contexts[work->kind];
}

/* Which work is a call of that operation, as a call that no path is forced on says. */
static void find_work(const char *operation, bool *is_of)
{
    enum { SIZE = 100 };
    test_random random = test_random_part(93, 1);
    test_work work;
    test_work_open(&work, NULL);
    for (int which = 0; which < TEST_WORK_COUNT; which++) {
        tcu_call_info info;
        test_work_prepare(&work, which, SIZE, &random);
        test_work_enqueue(&work);
        cr_assert_eq(tcu_context_get_last_call(context_of(&work), &info), TCU_SUCCESS);
        is_of[which] = strcmp(info.operation, operation) == 0;
    }
    test_synchronise();
    test_work_close(&work);
}

/* All work of that operation; returns how many calls took the path. */
static int run_forced(const char *operation, const char *path, const bool *is_of, const uint64_t *sizes, int num_sizes,
                      uint64_t part)
{
    char value[100];
    snprintf(value, sizeof value, "%s:%s", operation, path);
    setenv("TCU_PATH", value, 1);
    test_random random = test_random_part(93, part);
    test_work work;
    test_work_open(&work, NULL);
    int taken = 0;
    const uint64_t longest = test_on_emulated() ? 3000 : UINT64_MAX;
    for (int which = 0; which < TEST_WORK_COUNT; which++) {
        for (int s = 0; is_of[which] && s < num_sizes && sizes[s] <= longest; s++) {
            if (!test_takes(&random, 3)) {
                continue;
            }
            tcu_call_info info;
            test_work_prepare(&work, which, sizes[s], &random);
            test_work_enqueue(&work);
            cr_assert_eq(tcu_context_get_last_call(context_of(&work), &info), TCU_SUCCESS);
            taken += strcmp(info.path, path) == 0;
            test_synchronise();
            cr_assert(test_work_verify(&work), "TCU_PATH=%s, path %s: %s", value, info.path, test_work_failure(&work));
        }
    }
    test_synchronise();
    test_work_close(&work);
    unsetenv("TCU_PATH");
    return taken;
}

enum { MOST_DRAWS = 20 };

static void force_all_paths(tcui_operation_id id)
{
    static const uint64_t sizes[] = {100, 300, 1000, 3000, 10000, 40000, 100000, 500000, 3000000};
    tcu_context *context = test_context_new();
    const tcui_operation *operation = context->backend->operations[id];
    bool is_of[TEST_WORK_COUNT];
    find_work(operation->name, is_of);
    for (int p = 0; p < operation->num_paths; p++) {
        /* Cases are drawn: a path that few of them have is drawn again. */
        int taken = 0;
        for (uint64_t part = 0; taken == 0 && part < (test_on_emulated() ? 1 : MOST_DRAWS); part++) {
            taken = run_forced(operation->name, operation->paths[p].name, is_of, sizes, sizeof sizes / sizeof sizes[0],
                               part);
        }
        /* (Few cases there, and no long ones; and sm_80 has not all paths.) */
        cr_expect(taken > 0 || test_on_emulated(), "%s:%s was never taken", operation->name, operation->paths[p].name);
    }
    tcu_context_destroy(context);
}

Test(cuda_forced_paths, of_reductions, .timeout = 240)
{
    force_all_paths(TCUI_REDUCE);
}

/*
 * Segments of four ones and many terms of 2^-24, which are half a unit of the ones: a chain of additions that begins with a
 * one loses each of them, so one that is longer than the error bound allows shows.
 */
Test(cuda_forced_paths, sums_whose_terms_vanish, .timeout = 60)
{
    enum { SEGMENTS = 20, LONGEST = 1024 };
    static const char *const paths[] = {"threads", "lanes", "warps", "chunks"};
    static const uint64_t sizes[] = {16, 64, 65, 100, 128, 200, 256, 1000, LONGEST};
    static float elements[SEGMENTS * LONGEST], sums[SEGMENTS];
    test_memory in_memory = {0}, out_memory = {0};
    const test_slice in = test_slice_open(&in_memory, sizeof elements, 0, 0);
    const test_slice out = test_slice_open(&out_memory, sizeof sums, 0, 0);
    for (size_t p = 0; p < sizeof paths / sizeof paths[0]; p++) {
        char value[100];
        snprintf(value, sizeof value, "reduce:%s", paths[p]);
        setenv("TCU_PATH", value, 1);
        tcu_context *context = test_context_new();
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            const uint64_t size = sizes[s];
            for (uint64_t i = 0; i < SEGMENTS * size; i++) {
                elements[i] = i % size < 4 ? 1.0f : 0x1p-24f;
            }
            test_copy_in(in.data, elements, SEGMENTS * size * sizeof(float));
            test_synchronise();
            cr_assert_eq(tcu_segmented_reduce(context, in.data, TCU_TYPE_F32, out.data, TCU_TYPE_F32, SEGMENTS * size,
                                              size, NULL),
                         TCU_SUCCESS);
            test_synchronise();
            test_copy_out(sums, out.data, sizeof sums);
            const double sum = 4 + (double)(size - 4) * 0x1p-24, bound = 4 * 0x1p-24 * log2((double)size) * sum;
            for (int k = 0; k < SEGMENTS; k++) {
                cr_assert(fabs(sums[k] - sum) <= bound,
                          "TCU_PATH=%s, segments of %d: segment %d is off by %g, bound %g", value, (int)size, k,
                          fabs(sums[k] - sum), bound);
            }
        }
        tcu_context_destroy(context);
    }
    unsetenv("TCU_PATH");
    test_memory_release(&in_memory);
    test_memory_release(&out_memory);
}

Test(cuda_forced_paths, of_scans, .timeout = 240)
{
    force_all_paths(TCUI_SCAN);
}

Test(cuda_forced_paths, of_compactions, .timeout = 240)
{
    force_all_paths(TCUI_COMPACT);
}

Test(cuda_forced_paths, of_histograms, .timeout = 240)
{
    force_all_paths(TCUI_HISTOGRAM);
}

Test(cuda_forced_paths, of_sorts, .timeout = 240)
{
    force_all_paths(TCUI_RADIX_SORT);
}

Test(cuda_forced_paths, of_polynomials, .timeout = 240)
{
    force_all_paths(TCUI_POLYNOMIAL);
}

Test(cuda_forced_paths, of_moments, .timeout = 240)
{
    force_all_paths(TCUI_MOMENTS);
}

Test(cuda_forced_paths, of_recurrences, .timeout = 240)
{
    force_all_paths(TCUI_RECURRENCE);
}

Test(cuda_forced_paths, of_operations_by_key, .timeout = 240)
{
    force_all_paths(TCUI_BY_KEY);
}

Test(cuda_forced_paths, of_gathers, .timeout = 240)
{
    force_all_paths(TCUI_GATHER);
}

Test(cuda_forced_paths, of_run_length_decodings, .timeout = 240)
{
    force_all_paths(TCUI_RUN_LENGTH);
}

Test(cuda_forced_paths, of_merges, .timeout = 240)
{
    force_all_paths(TCUI_MERGE);
}

Test(cuda_forced_paths, of_selections, .timeout = 240)
{
    force_all_paths(TCUI_SELECTION);
}
