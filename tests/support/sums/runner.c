/* SPDX-License-Identifier: Apache-2.0 */
#include "runner.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "test_backend.h"
#include "test_random.h"

test_runner test_runner_new(void)
{
    test_runner runner = {0};
    runner.context = test_context_new();
    runner.source_window = test_window_new();
    runner.out_window = test_window_new();
    return runner;
}

void test_runner_free(test_runner *runner)
{
    cr_assert(tcu_context_destroy(runner->context) == TCU_SUCCESS);
    test_memory_release(&runner->in_memory);
    test_memory_release(&runner->out_memory);
    test_memory_release(&runner->offsets_memory);
    test_memory_release(&runner->workspace_memory);
    test_memory_release(&runner->count.memory);
    test_window_free(&runner->source_window);
    test_window_free(&runner->out_window);
}

bool test_runner_fail(test_runner *runner, const test_case *t, const char *format, ...)
{
    static const char *const arithmetics[] = {"auto", "matrix", "plain"};
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(runner->failure, sizeof runner->failure, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof runner->failure) {
        length = (int)sizeof runner->failure - 1;
    }
    snprintf(runner->failure + length, sizeof runner->failure - (size_t)length,
             "\n  %s%s of %s, %s%s, %s%s, %s -> %s, n %" PRIu64 ", segment_size %" PRIu64 ", num_segments %" PRIu64
             ", %s values, arithmetic %s, algorithm %d,"
             "\n  %scount %d (%" PRIu64 "; %" PRIu64
             " behind), shifts in %u out %u offsets %u, temporary memory %d, case seed %" PRIu64
             ", TCU_TEST_SEED=%" PRIu64,
             test_operation_names[t->operation],
             !test_is_scan(t->operation)     ? ""
             : t->kind == TCU_SCAN_EXCLUSIVE ? " exclusive"
                                             : " inclusive",
             test_map_names[t->reduction.map], t->reduction.reproducible ? "reproducible " : "",
             test_operator_names[t->reduction.op],
             t->reduction.nan_mode == TCU_NAN_IGNORE ? "NaN ignored" : "NaN propagates",
             t->reduction.has_initial ? ", with an initial value" : "", test_types[t->in_type].name,
             test_types[t->out_type].name, t->n, t->segment_size, t->num_segments,
             test_distribution_names[t->distribution], arithmetics[t->arithmetic], (int)t->algorithm,
             t->in_place ? "in place, " : "", t->count.is_given, t->count.value, t->count.behind, t->in_shift,
             t->out_shift, t->offsets_shift, (int)t->temporary, t->seed, test_seed_of_run());
    return false;
}

/* What calls without options do. */
static bool is_default_sum(const test_reduction *reduction)
{
    return test_reduction_is_plain(reduction) && !reduction->reproducible;
}

test_call test_runner_call(const test_runner *runner, const test_case *t, const tcu_reduce_options *options)
{
    const bool by_offsets = test_has_offsets(t->operation);
    const uint64_t behind = t->count.behind;
    test_call call = {t->operation,
                      t->kind,
                      runner->in.data,
                      t->in_type,
                      runner->out.data,
                      t->out_type,
                      t->n + (by_offsets ? t->count.elements_behind : behind),
                      t->segment_size,
                      NULL,
                      t->num_segments + (by_offsets ? behind : 0),
                      options,
                      is_default_sum(&t->reduction) && !t->count.is_given ? NULL : &runner->scan_options};
    if (test_has_offsets(t->operation)) {
        call.offsets = (const int64_t *)runner->offsets.data;
    }
    /* Pointers that nothing is read or written through may be NULL: try that as well. */
    if (!t->in_place && call.n == 0 && t->seed & 1) {
        call.in = NULL;
    }
    if (!t->in_place && test_call_outputs(&call) == 0 && t->seed & 2) {
        call.out = NULL;
    }
    if (call.num_segments == 0 && t->seed & 4) {
        call.offsets = NULL;
    }
    return call;
}

static unsigned char next_poison(const test_case *t, unsigned which)
{
    test_random random = test_random_part(t->seed, UINT64_MAX - which);
    return (unsigned char)(1 + test_random_below(&random, 254));
}

static void upload_source(test_runner *runner, const test_source *source, unsigned char *to)
{
    test_window *window = &runner->source_window;
    test_window_on_source(window, source);
    for (uint64_t i = 0; i < source->n; i += TEST_CHUNK) {
        uint64_t count = test_window_seek(window, i);
        const size_t bytes = test_types[source->type].bytes;
        test_copy_in(to + i * bytes, window->raw, count * bytes);
    }
}

bool test_runner_prepare(test_runner *runner, const test_case *t)
{
    test_draw_paths(runner->context, t->seed);
    runner->scan_options = test_scan_options(&t->reduction);
    const test_source source = {t->in_type, t->distribution, t->seed, t->n};
    const size_t in_bytes = test_types[t->in_type].bytes, out_bytes = test_types[t->out_type].bytes;
    const test_call shape = {
        .operation = t->operation, .n = t->n, .segment_size = t->segment_size, .num_segments = t->num_segments};
    uint64_t outputs = test_call_outputs(&shape);
    const test_room room = test_count_room(&t->count, sizeof(uint64_t));
    if (t->in_place) {
        /* One element at least: the sum of nothing is written too. */
        uint64_t elements = t->n > outputs ? t->n : outputs;
        runner->out = test_slice_open_room(&runner->out_memory, elements * out_bytes, room, t->out_shift * out_bytes,
                                           next_poison(t, 0));
        runner->in = runner->out;
    } else {
        runner->out = test_slice_open_room(&runner->out_memory, outputs * out_bytes, room, t->out_shift * out_bytes,
                                           next_poison(t, 0));
        /* Around the input lie NaN and -1: what is read from there by mistake shows in the sums. */
        runner->in = test_slice_open_room(&runner->in_memory, t->n * in_bytes, room, t->in_shift * in_bytes, 0xff);
    }
    upload_source(runner, &source, runner->in.data);
    if (test_has_offsets(t->operation)) {
        size_t bytes = (t->num_segments + 1) * sizeof(int64_t);
        runner->offsets =
            test_slice_open_room(&runner->offsets_memory, bytes, room, t->offsets_shift * sizeof(int64_t), 0x7e);
        test_copy_in(runner->offsets.data, t->offsets, bytes);
    }
    runner->counted = test_count_upload(&runner->count, &t->count);
    runner->scan_options.count = runner->counted;
    /* A stream that does not wait for the legacy default stream has to find all this done. */
    test_synchronise();
    return true;
}

/* A workspace one byte too small is refused before anything is written; then it gets the right size. */
static bool give_workspace(test_runner *runner, const test_case *t, const test_call *call)
{
    size_t bytes = 0;
    tcu_status status = test_call_query(runner->context, call, &bytes);
    if (status != TCU_SUCCESS) {
        return test_runner_fail(runner, t, "the workspace query gave status %d: %s", (int)status,
                                tcu_context_last_error(runner->context));
    }
    runner->workspace = test_slice_open(&runner->workspace_memory, bytes, t->seed % 61, next_poison(t, 1));
    /* Before a stream that does not wait for the one that poisons. */
    test_synchronise();
    /* Where there is nothing to sum the operation may need less than the query says. */
    bool has_work =
        test_call_outputs(call) > 0 && call->n > 0 && !(test_has_offsets(t->operation) && call->num_segments == 0);
    if (bytes > 0 && has_work) {
        tcu_context_set_workspace(runner->context, runner->workspace.data, bytes - 1);
        status = test_call_run(runner->context, call);
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL) {
            return test_runner_fail(runner, t, "status %d with a workspace of one byte less than %zu", (int)status,
                                    bytes);
        }
        if (!t->in_place && !test_slice_untouched(&runner->out, 0, runner->out.bytes)) {
            return test_runner_fail(runner, t, "out was written though the workspace was too small");
        }
    }
    tcu_context_set_workspace(runner->context, runner->workspace.data, bytes);
    return true;
}

bool test_runner_execute(test_runner *runner, const test_case *t)
{
    tcu_context *context = runner->context;
    tcu_reduce_options options = test_reduction_options(&t->reduction);
    options.algorithm = t->algorithm;
    options.count = runner->counted;
    const bool is_default =
        t->algorithm == TCU_REDUCE_ALGORITHM_AUTO && is_default_sum(&t->reduction) && runner->counted == NULL;
    test_call call = test_runner_call(runner, t, is_default ? NULL : &options);
    tcu_context_set_arithmetic(context, t->arithmetic);

    runner->allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, &runner->allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(runner, t, &call)) {
        return false;
    }
    tcu_status status = test_call_run(context, &call);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return test_runner_fail(runner, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    test_synchronise();
    if (!test_count_holds(&runner->count, &t->count)) {
        return test_runner_fail(runner, t, "wrote over the count, or beside it");
    }

    const test_allocator *allocator = &runner->allocator;
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return test_runner_fail(runner, t, "%zu allocations, %zu releases, %zu bytes left%s", allocator->allocations,
                                allocator->releases, allocator->live_bytes,
                                allocator->wrong_release ? ", one released with another size or stream" : "");
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE) {
        if (allocator->allocations != 0) {
            return test_runner_fail(runner, t, "allocated memory although a workspace was given");
        }
        if (!test_slice_guarded(&runner->workspace)) {
            return test_runner_fail(runner, t, "wrote outside the workspace");
        }
    }
    return true;
}

bool test_runner_run(test_runner *runner, const test_case *test)
{
    return test_runner_prepare(runner, test) && test_runner_execute(runner, test) && test_runner_verify(runner, test);
}

void test_runner_expect(test_runner *runner, const test_case *test)
{
    cr_assert(test_runner_run(runner, test), "%s", runner->failure);
}
