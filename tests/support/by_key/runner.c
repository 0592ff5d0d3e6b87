/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "by_key.h"
#include "test_backend.h"
#include "test_records.h"

const char *const test_by_key_names[TEST_BY_KEY_COUNT] = {"tcu_reduce_by_key", "tcu_scan_by_key", "tcu_unique_by_key"};

tcu_status test_by_key_run_call(tcu_context *context, const test_by_key_call *c)
{
    switch (c->form) {
    case TEST_BY_KEY_REDUCE:
        return tcu_reduce_by_key(context, c->keys, c->key_bytes, c->values, c->value_type, c->out, c->out_type, c->n,
                                 c->runs, c->options);
    case TEST_BY_KEY_SCAN:
        return tcu_scan_by_key(context, c->kind, c->keys, c->key_bytes, c->values, c->value_type, c->out, c->out_type,
                               c->n, c->options);
    default:
        return tcu_unique_by_key(context, c->keys, c->key_bytes, c->values, c->out, c->value_bytes, c->n, c->runs,
                                 c->options);
    }
}

tcu_status test_by_key_query(tcu_context *context, const test_by_key_call *c, size_t *bytes)
{
    switch (c->form) {
    case TEST_BY_KEY_REDUCE:
        return tcu_reduce_by_key_workspace(context, c->key_bytes, c->value_type, c->out_type, c->n, c->runs, c->options,
                                           bytes);
    case TEST_BY_KEY_SCAN:
        return tcu_scan_by_key_workspace(context, c->key_bytes, c->value_type, c->out_type, c->n, c->options, bytes);
    default:
        return tcu_unique_by_key_workspace(context, c->key_bytes, c->value_bytes, c->n, c->runs, c->options, bytes);
    }
}

test_by_key_runner test_by_key_runner_new(void)
{
    return (test_by_key_runner){.context = test_context_new()};
}

void test_by_key_runner_free(test_by_key_runner *runner)
{
    cr_assert(tcu_context_destroy(runner->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_BY_KEY_BUFFERS; b++) {
        test_buffer_release(&runner->buffers[b]);
    }
    test_memory_release(&runner->workspace_memory);
    test_memory_release(&runner->length.memory);
}

bool test_by_key_fail(test_by_key_runner *runner, const test_by_key_case *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(runner->failure, sizeof runner->failure, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof runner->failure) {
        length = (int)sizeof runner->failure - 1;
    }
    snprintf(runner->failure + length, sizeof runner->failure - (size_t)length,
             "\n  %s, keys of %zu bytes%s, %s -> %s or %zu bytes, %s, n %" PRIu64 ", count %d (%" PRIu64 "; %" PRIu64
             " behind), runs %d of mean %" PRIu64
             ", values %s, %s of %s, NaN mode %d%s\n  shifts keys %u values %u out %u, in place %d, wanted %u, "
             "temporary memory %d, case seed "
             "%" PRIu64 ", TCU_TEST_SEED=%" PRIu64,
             test_by_key_names[t->form], t->key_bytes, t->real_keys ? " (reals)" : "", test_types[t->pair.in].name,
             test_types[t->pair.out].name, t->value_bytes, t->kind == TCU_SCAN_EXCLUSIVE ? "exclusive" : "inclusive",
             t->n, (int)t->length.is_given, t->length.value, t->length.behind, (int)t->shape, t->mean_run,
             test_distribution_names[t->distribution], test_operator_names[t->reduction.op],
             test_map_names[t->reduction.map], (int)t->reduction.nan_mode,
             t->reduction.has_initial ? ", initial value" : "", t->key_shift, t->value_shift, t->out_shift,
             (int)t->in_place, t->wanted, (int)t->temporary, t->seed, test_seed_of_run());
    return false;
}

static size_t value_bytes_of(const test_by_key_case *t)
{
    return t->form == TEST_BY_KEY_UNIQUE ? t->value_bytes : test_types[t->pair.in].bytes;
}

static size_t out_bytes_of(const test_by_key_case *t)
{
    return t->form == TEST_BY_KEY_UNIQUE ? t->value_bytes : test_types[t->pair.out].bytes;
}

static void fill_values(const test_by_key_case *t, unsigned char *to)
{
    const bool is_unique = t->form == TEST_BY_KEY_UNIQUE;
    const size_t bytes = value_bytes_of(t);
    if (is_unique) {
        test_random random = test_random_part(t->seed, 9);
        for (uint64_t i = 0; i < t->n * bytes; i++) {
            to[i] = (unsigned char)test_random_next(&random);
        }
        return;
    }
    const test_source source = {t->pair.in, t->distribution, t->seed, t->n};
    for (uint64_t chunk = 0; chunk * TEST_CHUNK < t->n; chunk++) {
        const uint64_t first = chunk * TEST_CHUNK, left = t->n - first;
        test_source_chunk(&source, chunk, left < TEST_CHUNK ? left : TEST_CHUNK, to + first * bytes);
    }
}

/* An array of n elements, and `more`, with room for those that there might be; or of none. */
static void open_array(const test_by_key_case *t, test_buffer *buffer, bool is_used, uint64_t more,
                       size_t element_bytes, unsigned shift, unsigned char poison)
{
    test_buffer_open_room(buffer, is_used ? (t->n + more) * element_bytes : 0,
                          test_count_room(&t->length, is_used ? element_bytes : 0),
                          test_slice_shift(shift, element_bytes), poison);
}

void test_by_key_prepare(test_by_key_runner *runner, const test_by_key_case *t)
{
    test_buffer *b = runner->buffers;
    const size_t value_bytes = value_bytes_of(t), out_bytes = out_bytes_of(t);
    test_draw_paths(runner->context, t->seed);
    open_array(t, &b[TEST_BY_KEY_KEYS], true, 0, t->key_bytes, t->key_shift, 0xff);
    test_by_key_fill(t, b[TEST_BY_KEY_KEYS].host);
    open_array(t, &b[TEST_BY_KEY_VALUES], true, 0, value_bytes, t->value_shift, 0xff);
    fill_values(t, b[TEST_BY_KEY_VALUES].host);
    const bool has_runs = t->form != TEST_BY_KEY_SCAN;
    const bool keys = has_runs && (t->wanted & TEST_WANT_KEYS), lengths = has_runs && (t->wanted & TEST_WANT_LENGTHS);
    const bool offsets = has_runs && (t->wanted & TEST_WANT_OFFSETS);
    open_array(t, &b[TEST_BY_KEY_OUT], !t->in_place, 0, out_bytes, t->out_shift, 0x5b);
    open_array(t, &b[TEST_BY_KEY_RUN_KEYS], keys, 0, t->key_bytes, t->out_shift, 0x5c);
    open_array(t, &b[TEST_BY_KEY_LENGTHS], lengths, 0, 8, t->out_shift, 0x5d);
    open_array(t, &b[TEST_BY_KEY_OFFSETS], offsets, 1, 8, t->out_shift, 0x5e);
    test_buffer_open(&b[TEST_BY_KEY_RUN_COUNT], 8, 8, 0x5f);
    test_buffers_upload(b, TEST_BY_KEY_BUFFERS);
    runner->counted = test_count_upload(&runner->length, &t->length);
    test_synchronise();
}

test_by_key_call test_by_key_make_call(test_by_key_runner *runner, const test_by_key_case *t)
{
    const test_buffer *b = runner->buffers;
    const bool has_runs = t->form != TEST_BY_KEY_SCAN;
    const bool has_results = t->form != TEST_BY_KEY_REDUCE || (t->wanted & TEST_WANT_RESULTS) != 0;
    runner->runs = (tcu_runs)TCU_RUNS_INIT;
    if (t->wanted & TEST_WANT_KEYS) {
        runner->runs.keys = b[TEST_BY_KEY_RUN_KEYS].slice.data;
    }
    if (t->wanted & TEST_WANT_LENGTHS) {
        runner->runs.lengths = (uint64_t *)(void *)b[TEST_BY_KEY_LENGTHS].slice.data;
    }
    if (t->wanted & TEST_WANT_OFFSETS) {
        runner->runs.offsets = (int64_t *)(void *)b[TEST_BY_KEY_OFFSETS].slice.data;
    }
    if (t->wanted & TEST_WANT_COUNT) {
        runner->runs.count = (uint64_t *)(void *)b[TEST_BY_KEY_RUN_COUNT].slice.data;
    }
    const unsigned of_runs = TEST_WANT_KEYS | TEST_WANT_LENGTHS | TEST_WANT_OFFSETS | TEST_WANT_COUNT;
    runner->options = (tcu_by_key_options)TCU_BY_KEY_OPTIONS_INIT;
    runner->options.op = t->reduction.op;
    runner->options.map = t->reduction.map;
    runner->options.nan_mode = t->reduction.nan_mode;
    runner->options.initial = t->reduction.has_initial ? t->reduction.initial : NULL;
    runner->options.count = runner->counted;
    const bool is_default =
        test_reduction_is_plain(&t->reduction) && t->reduction.nan_mode == TCU_NAN_PROPAGATE && runner->counted == NULL;
    return (test_by_key_call){.form = t->form,
                              .kind = t->kind,
                              .keys = b[TEST_BY_KEY_KEYS].slice.data,
                              .key_bytes = t->key_bytes,
                              .values = has_results ? b[TEST_BY_KEY_VALUES].slice.data : NULL,
                              .value_type = t->pair.in,
                              .value_bytes = t->value_bytes,
                              .out = !has_results  ? NULL
                                     : t->in_place ? b[TEST_BY_KEY_VALUES].slice.data
                                                   : b[TEST_BY_KEY_OUT].slice.data,
                              .out_type = t->pair.out,
                              .n = t->n + t->length.behind,
                              .runs = has_runs && (t->wanted & of_runs) != 0 ? &runner->runs : NULL,
                              .options = is_default ? NULL : &runner->options};
}

static bool outputs_untouched(const test_by_key_runner *runner)
{
    for (int b = 0; b < TEST_BY_KEY_BUFFERS; b++) {
        if (b >= TEST_BY_KEY_OUT &&
            !test_slice_untouched(&runner->buffers[b].slice, 0, runner->buffers[b].slice.bytes)) {
            return false;
        }
    }
    return test_slice_holds(&runner->buffers[TEST_BY_KEY_VALUES].slice, runner->buffers[TEST_BY_KEY_VALUES].host);
}

/* A workspace one byte too small is refused before anything is written; then it gets the right size. (Where results are
 * not wanted the query's answer may be more than the call needs.) */
static bool give_workspace(test_by_key_runner *runner, const test_by_key_case *t, const test_by_key_call *call)
{
    size_t bytes = 0;
    tcu_status status = test_by_key_query(runner->context, call, &bytes);
    if (status != TCU_SUCCESS) {
        return test_by_key_fail(runner, t, "the workspace query gave status %d: %s", (int)status,
                                tcu_context_last_error(runner->context));
    }
    runner->workspace =
        test_slice_open(&runner->workspace_memory, bytes, t->seed % 61, (unsigned char)(t->seed >> 8 | 1));
    test_synchronise();
    if (bytes > 0 && call->out != NULL) {
        tcu_context_set_workspace(runner->context, runner->workspace.data, bytes - 1);
        status = test_by_key_run_call(runner->context, call);
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL || !outputs_untouched(runner)) {
            return test_by_key_fail(runner, t, "status %d with a workspace of one byte less than %zu", (int)status,
                                    bytes);
        }
    }
    tcu_context_set_workspace(runner->context, runner->workspace.data, bytes);
    return true;
}

bool test_by_key_execute(test_by_key_runner *runner, const test_by_key_case *t)
{
    tcu_context *context = runner->context;
    const test_by_key_call call = test_by_key_make_call(runner, t);
    runner->allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, &runner->allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(runner, t, &call)) {
        return false;
    }
    const tcu_status status = test_by_key_run_call(context, &call);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return test_by_key_fail(runner, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    test_synchronise();
    const test_allocator *allocator = &runner->allocator;
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return test_by_key_fail(runner, t, "%zu allocations, %zu releases", allocator->allocations,
                                allocator->releases);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&runner->workspace))) {
        return test_by_key_fail(runner, t, "allocated memory, or wrote outside the workspace");
    }
    return true;
}

void test_by_key_expect(test_by_key_runner *runner, const test_by_key_case *t)
{
    test_by_key_prepare(runner, t);
    cr_assert(test_by_key_execute(runner, t) && test_by_key_verify(runner, t), "%s", runner->failure);
}
