/* SPDX-License-Identifier: Apache-2.0 */
/* Stencils, time steps, convolutions, layers and differences on CUDA devices: graphs, and plans of the other backend. */
#include "algorithms/stencil/cuda/tuning.h"
#include "plans/apply.h"
#include "test_sentence.h"
#include "tests/cuda/test_cuda_replay.h"

/* ----------------------------------------------------------------------------------------------------- graphs --- */

/* Other values with each replay, of other kinds, and where weights are an array other weights. */
static void replay(const test_stencil_case *given, bool workspace, int replays, test_random *random)
{
    cudaStream_t stream = test_cuda_stream();
    test_work work;
    test_work_open(&work, stream);
    work.kind = TEST_WORK_STENCIL;
    work.stencil = *given;
    test_cuda_replay(&work, stream, workspace, replays, random);
}

/* Every form, differences in place too, and where there is nothing to write. */
static void replay_all(bool workspace)
{
    test_random random = test_random_part(test_seed_of_run(), 18900 + workspace);
    for (int form = 0; form < TEST_STENCIL_COUNT; form++) {
        for (int i = 0; i < 12; i++) {
            if (!test_takes(&random, 16)) {
                continue;
            }
            test_stencil_case t = test_cuda_stencil((test_stencil_form)form, i % 2 == 0 ? 300 : 20000, &random);
            t.in_place = form == TEST_STENCIL_DIFFERENCE && i % 3 == 1;
            if (i == 11 && form != TEST_STENCIL_EXECUTE) {
                test_stencil_empty(&t);
            }
            replay(&t, workspace, i < 11 ? (int)test_by_tier(6, 12, 25) : 3, &random);
        }
    }
}

Test(cuda_stencils, graphs_with_a_workspace_of_garbage, .timeout = 600)
{
    replay_all(true);
}

Test(cuda_stencils, graphs_with_the_default_allocator, .timeout = 600)
{
    replay_all(false);
}

/* ---------------------------------------------------------------------------------------------- several fields --- */

enum { COLUMNS = 96, FIELDS = 2 };

/* u_next = the star of u - u_before; the next u_before is u. Or, where that is no copy, half of it. */
static tcu_stencil *wave_of(tcu_context *context, uint64_t rows, double copied)
{
    static const int32_t offsets[] = {-1, 0, 0, -1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0};
    static const uint32_t fields[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0};
    const double weights[] = {0.25, 0.25, 1, 0.25, 0.25, -1, copied};
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.dimensions = 2;
    desc.extents[0] = rows;
    desc.extents[1] = COLUMNS;
    desc.in_fields = desc.out_fields = FIELDS;
    desc.num_taps = sizeof weights / sizeof weights[0];
    desc.offsets = offsets;
    desc.weights = weights;
    desc.tap_fields = fields;
    return test_plan_of(context, &desc);
}

static void expect_paths(tcu_context *context, uint64_t rows, double copied, const char *sweep, const char *steps)
{
    test_memory memory[2] = {{0}, {0}};
    void *arrays[2];
    for (int i = 0; i < 2; i++) {
        const test_slice slice = test_slice_open(&memory[i], FIELDS * rows * COLUMNS * sizeof(float), 0, 0);
        arrays[i] = slice.data;
    }
    tcu_stencil *plan = wave_of(context, rows, copied);
    tcu_call_info info;
    cr_assert_eq(tcu_stencil_execute(context, plan, arrays[0], arrays[1]), TCU_SUCCESS);
    cr_assert_eq(tcu_context_get_last_call(context, &info), TCU_SUCCESS);
    cr_expect_str_eq(info.path, sweep, "%u rows", (unsigned)rows);
    cr_assert_eq(tcu_stencil_iterate(context, plan, arrays[0], arrays[1], 3), TCU_SUCCESS);
    cr_assert_eq(tcu_context_get_last_call(context, &info), TCU_SUCCESS);
    cr_expect_str_eq(info.path, steps, "%u rows", (unsigned)rows);
    cr_expect_eq(tcu_stencil_destroy(plan), TCU_SUCCESS);
    for (int i = 0; i < 2; i++) {
        test_memory_release(&memory[i]);
    }
}

/* From where on passes pay: a result for each thread of a full device. */
Test(cuda_stencils, fields_go_one_by_one_where_grids_are_large)
{
    tcu_context *context = test_context_new();
    const uint64_t threads =
        (uint64_t)context->properties.multiprocessors * TCUI_STENCIL_GENERAL_RESIDENT * TCUI_STENCIL_GENERAL_THREADS;
    const uint64_t rows = (threads + COLUMNS - 1) / COLUMNS;
    expect_paths(context, rows, 1, "fields", "exchange");
    expect_paths(context, rows, 0.5, "fields", "sweeps");
    expect_paths(context, rows - 1, 1, "general", "sweeps");
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
}

/* ------------------------------------------------------------------------------------- plans of other backends --- */

static void expect_other(tcu_context *context, const tcu_stencil *plan)
{
    static float numbers[8];
    size_t bytes = 4711;
    const tcu_status statuses[] = {tcu_stencil_execute(context, plan, numbers, numbers + 4),
                                   tcu_stencil_iterate(context, plan, numbers, numbers + 4, 1),
                                   tcu_stencil_execute_workspace(context, plan, &bytes),
                                   tcu_stencil_iterate_workspace(context, plan, &bytes)};
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(statuses[i], TCU_ERROR_INVALID_ARGUMENT, "function %d: status %d", i, (int)statuses[i]);
    }
    const char *sentence = tcu_context_last_error(context);
    cr_expect(test_mentions(sentence, "stencil") && bytes == 4711, "%s", sentence);
}

Test(cuda_stencils, a_plan_is_of_one_backend)
{
    tcu_context *contexts[2] = {NULL, test_context_new()};
    cr_assert_eq(tcu_context_create(&contexts[0], TCU_BACKEND_HOST, -1), TCU_SUCCESS);
    const int32_t offset = 1;
    const double weight = 1;
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.dimensions = 1;
    desc.extents[0] = 4;
    desc.num_taps = 1;
    desc.offsets = &offset;
    desc.weights = &weight;
    for (int i = 0; i < 2; i++) {
        tcu_stencil *plan = test_plan_of(contexts[i], &desc);
        expect_other(contexts[1 - i], plan);
        cr_expect_eq(tcu_stencil_destroy(plan), TCU_SUCCESS);
    }
    cr_expect_eq(tcu_context_destroy(contexts[0]), TCU_SUCCESS);
    cr_expect_eq(tcu_context_destroy(contexts[1]), TCU_SUCCESS);
}
