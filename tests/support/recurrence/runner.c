/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recurrence.h"
#include "test_backend.h"

const char *const test_recurrence_names[TEST_RECURRENCE_COUNT] = {
    "tcu_linear_recurrence", "tcu_segmented_linear_recurrence", "tcu_segmented_linear_recurrence_offsets"};

const tcu_type test_recurrence_types[TEST_RECURRENCE_TYPES] = {TCU_TYPE_F32, TCU_TYPE_F64, TCU_TYPE_F16, TCU_TYPE_BF16};

tcu_status test_recurrence_run_call(tcu_context *context, const test_recurrence_call *c)
{
    switch (c->form) {
    case TEST_RECURRENCE_WHOLE:
        return tcu_linear_recurrence(context, c->a, c->b, c->initial, c->x, c->type, c->n, c->options);
    case TEST_RECURRENCE_SEGMENTS:
        return tcu_segmented_linear_recurrence(context, c->a, c->b, c->initial, c->x, c->type, c->n, c->segment_size,
                                               c->options);
    default:
        return tcu_segmented_linear_recurrence_offsets(context, c->a, c->b, c->initial, c->x, c->type, c->n, c->offsets,
                                                       c->num_segments, c->options);
    }
}

tcu_status test_recurrence_query(tcu_context *context, const test_recurrence_call *c, size_t *bytes)
{
    switch (c->form) {
    case TEST_RECURRENCE_WHOLE:
        return tcu_linear_recurrence_workspace(context, c->type, c->n, c->options, bytes);
    case TEST_RECURRENCE_SEGMENTS:
        return tcu_segmented_linear_recurrence_workspace(context, c->type, c->n, c->segment_size, c->options, bytes);
    default:
        return tcu_segmented_linear_recurrence_offsets_workspace(context, c->type, c->n, c->num_segments, c->options,
                                                                 bytes);
    }
}

uint64_t test_recurrence_segments(const test_recurrence_case *t)
{
    return t->form == TEST_RECURRENCE_WHOLE      ? 1
           : t->form == TEST_RECURRENCE_SEGMENTS ? t->n / t->segment_size + (t->n % t->segment_size != 0)
                                                 : t->num_segments;
}

uint64_t test_recurrence_begin(const test_recurrence_case *t, uint64_t k)
{
    if (t->form == TEST_RECURRENCE_OFFSETS) {
        return (uint64_t)t->offsets[k];
    }
    return k == test_recurrence_segments(t) ? t->n : k * t->segment_size;
}

test_recurrence_runner test_recurrence_runner_new(void)
{
    return (test_recurrence_runner){.context = test_context_new()};
}

void test_recurrence_runner_free(test_recurrence_runner *runner)
{
    cr_assert(tcu_context_destroy(runner->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_RECURRENCE_BUFFERS; b++) {
        test_buffer_release(&runner->buffers[b]);
    }
    test_memory_release(&runner->workspace_memory);
    test_memory_release(&runner->count.memory);
}

bool test_recurrence_fail(test_recurrence_runner *runner, const test_recurrence_case *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(runner->failure, sizeof runner->failure, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof runner->failure) {
        length = (int)sizeof runner->failure - 1;
    }
    tcu_call_info info = {0};
    tcu_context_get_last_call(runner->context, &info);
    snprintf(
        runner->failure + length, sizeof runner->failure - (size_t)length,
        "\n  %s %s, n %" PRIu64 ", segment_size %" PRIu64 ", num_segments %" PRIu64 "\n  count %d (%" PRIu64
        "; %" PRIu64
        " behind), factors %d, initial %d, constant %d (%g), scale %g, in place %d, shifts a %u b %u initial %u x %u, "
        "temporary memory %d, path %s, case seed %" PRIu64 ", TCU_TEST_SEED=%" PRIu64,
        test_recurrence_names[t->form], test_types[t->type].name, t->n, t->segment_size, t->num_segments,
        t->count.is_given, t->count.value, t->count.behind, (int)t->factors, t->has_initial, t->constant_a, t->a,
        t->scale_b, t->in_place, t->shift[TEST_RECURRENCE_A], t->shift[TEST_RECURRENCE_B],
        t->shift[TEST_RECURRENCE_INITIAL], t->shift[TEST_RECURRENCE_X], (int)t->temporary, info.path, t->seed,
        test_seed_of_run());
    return false;
}

void test_recurrence_prepare(test_recurrence_runner *runner, const test_recurrence_case *t)
{
    const uint64_t segments = test_recurrence_segments(t);
    const size_t bytes = test_types[t->type].bytes;
    const uint64_t elements[TEST_RECURRENCE_BUFFERS] = {t->constant_a ? 0 : t->n, t->n, t->has_initial ? segments : 0,
                                                        0, t->in_place ? 0 : t->n};
    const test_room room = test_count_room(&t->count, sizeof(uint64_t));
    test_buffer *b = runner->buffers;
    test_draw_paths(runner->context, t->seed);
    runner->counted = test_count_upload(&runner->count, &t->count);
    /* Around the inputs lie NaN: what is read from there by mistake shows. */
    for (int i = 0; i < TEST_RECURRENCE_BUFFERS; i++) {
        if (i != TEST_RECURRENCE_OFFSETS_IN) {
            test_buffer_open_room(&b[i], elements[i] * bytes, room, t->shift[i] * bytes,
                                  i == TEST_RECURRENCE_X ? 0x5d : 0xff);
        }
    }
    test_recurrence_fill(t, b[TEST_RECURRENCE_A].host, b[TEST_RECURRENCE_B].host, b[TEST_RECURRENCE_INITIAL].host);
    test_buffer_open_room(&b[TEST_RECURRENCE_OFFSETS_IN],
                          t->form == TEST_RECURRENCE_OFFSETS ? (t->num_segments + 1) * sizeof(int64_t) : 0, room, 8,
                          0x7e);
    if (t->form == TEST_RECURRENCE_OFFSETS) {
        memcpy(b[TEST_RECURRENCE_OFFSETS_IN].host, t->offsets, (t->num_segments + 1) * sizeof(int64_t));
    }
    test_buffers_upload(b, TEST_RECURRENCE_BUFFERS);
    test_synchronise();
}

test_recurrence_call test_recurrence_make_call(test_recurrence_runner *runner, const test_recurrence_case *t)
{
    const test_buffer *b = runner->buffers;
    const bool has_defaults = !t->constant_a && t->scale_b == 1 && !t->count.is_given;
    const bool by_offsets = t->form == TEST_RECURRENCE_OFFSETS;
    const uint64_t behind = t->count.behind;
    runner->options = (tcu_recurrence_options){
        .constant_a = t->constant_a ? -1 : 0, .a = t->a, .scale_b = t->scale_b, .count = runner->counted};
    return (test_recurrence_call){.form = t->form,
                                  .a = t->constant_a ? NULL : b[TEST_RECURRENCE_A].slice.data,
                                  .b = b[TEST_RECURRENCE_B].slice.data,
                                  .initial = t->has_initial ? b[TEST_RECURRENCE_INITIAL].slice.data : NULL,
                                  .x = b[t->in_place ? TEST_RECURRENCE_B : TEST_RECURRENCE_X].slice.data,
                                  .type = t->type,
                                  .n = t->n + (by_offsets ? t->count.elements_behind : behind),
                                  .segment_size = t->segment_size,
                                  .offsets = (const int64_t *)(const void *)b[TEST_RECURRENCE_OFFSETS_IN].slice.data,
                                  .num_segments = t->num_segments + (by_offsets ? behind : 0),
                                  .options = has_defaults && t->seed & 2 ? NULL : &runner->options};
}

/* A workspace one byte too small is refused before anything is written; then it gets the right size. */
static bool give_workspace(test_recurrence_runner *runner, const test_recurrence_case *t,
                           const test_recurrence_call *call)
{
    size_t bytes = 0;
    tcu_status status = test_recurrence_query(runner->context, call, &bytes);
    if (status != TCU_SUCCESS) {
        return test_recurrence_fail(runner, t, "the workspace query gave status %d: %s", (int)status,
                                    tcu_context_last_error(runner->context));
    }
    runner->workspace =
        test_slice_open(&runner->workspace_memory, bytes, t->seed % 61, (unsigned char)(t->seed >> 8 | 1));
    test_synchronise();
    if (bytes > 0) {
        const test_buffer *x = &runner->buffers[t->in_place ? TEST_RECURRENCE_B : TEST_RECURRENCE_X];
        tcu_context_set_workspace(runner->context, runner->workspace.data, bytes - 1);
        status = test_recurrence_run_call(runner->context, call);
        const bool is_unchanged =
            t->in_place ? test_slice_holds(&x->slice, x->host) : test_slice_untouched(&x->slice, 0, x->slice.bytes);
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL || !is_unchanged) {
            return test_recurrence_fail(runner, t, "status %d with a workspace of one byte less than %zu", (int)status,
                                        bytes);
        }
    }
    tcu_context_set_workspace(runner->context, runner->workspace.data, bytes);
    return true;
}

bool test_recurrence_execute(test_recurrence_runner *runner, const test_recurrence_case *t)
{
    tcu_context *context = runner->context;
    const test_recurrence_call call = test_recurrence_make_call(runner, t);
    runner->allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, &runner->allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(runner, t, &call)) {
        return false;
    }
    const tcu_status status = test_recurrence_run_call(context, &call);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return test_recurrence_fail(runner, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    test_synchronise();
    if (!test_count_holds(&runner->count, &t->count)) {
        return test_recurrence_fail(runner, t, "wrote over the count, or beside it");
    }
    const test_allocator *allocator = &runner->allocator;
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return test_recurrence_fail(runner, t, "%zu allocations, %zu releases", allocator->allocations,
                                    allocator->releases);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&runner->workspace))) {
        return test_recurrence_fail(runner, t, "allocated memory, or wrote outside the workspace");
    }
    return true;
}

static bool verify_segment(test_recurrence_runner *runner, const test_recurrence_case *t, uint64_t k,
                           const unsigned char *x)
{
    const test_buffer *b = runner->buffers;
    const size_t bytes = test_types[t->type].bytes;
    const bool is_f64 = t->type == TCU_TYPE_F64;
    const long double scale = is_f64 ? (long double)t->scale_b : (long double)(float)t->scale_b;
    const long double constant = is_f64 ? (long double)t->a : (long double)(float)t->a;
    test_recurrence_oracle o = test_recurrence_before(
        t->type, t->has_initial ? test_number(t->type, b[TEST_RECURRENCE_INITIAL].host + k * bytes) : 0);
    for (uint64_t i = test_recurrence_begin(t, k); i < test_recurrence_begin(t, k + 1); i++) {
        const long double a = t->constant_a ? constant : test_number(t->type, b[TEST_RECURRENCE_A].host + i * bytes);
        test_recurrence_step(&o, a, scale * test_number(t->type, b[TEST_RECURRENCE_B].host + i * bytes));
        const long double got = test_number(t->type, x + i * bytes);
        if (!test_recurrence_accepts(&o, t->type, got)) {
            return test_recurrence_fail(
                runner, t, "x[%" PRIu64 "] is %.17Lg instead of %.17Lg, element %" PRIu64 " of segment %" PRIu64, i,
                got, o.x, i - test_recurrence_begin(t, k), k);
        }
    }
    return true;
}

bool test_recurrence_verify(test_recurrence_runner *runner, const test_recurrence_case *t)
{
    static const char *const names[] = {"a", "b", "initial", "offsets", "x"};
    test_buffer *b = runner->buffers;
    const int written = t->in_place ? TEST_RECURRENCE_B : TEST_RECURRENCE_X;
    const size_t bytes = test_types[t->type].bytes;
    for (int i = 0; i < TEST_RECURRENCE_BUFFERS; i++) {
        if (!test_slice_guarded(&b[i].slice)) {
            return test_recurrence_fail(runner, t, "wrote beside %s", names[i]);
        }
        if (i != written && !test_slice_holds(&b[i].slice, b[i].host)) {
            return test_recurrence_fail(runner, t, "wrote over %s", names[i]);
        }
    }
    unsigned char *const x = malloc(b[written].slice.bytes + 8);
    cr_assert_not_null(x);
    test_copy_out(x, b[written].slice.data, b[written].slice.bytes);
    const uint64_t segments = test_recurrence_segments(t);
    bool is_right = true;
    for (uint64_t k = 0; k < segments && is_right; k++) {
        is_right = verify_segment(runner, t, k, x);
    }
    const uint64_t begin = test_recurrence_begin(t, 0), end = test_recurrence_begin(t, segments);
    if (is_right && t->form == TEST_RECURRENCE_OFFSETS) {
        const unsigned char *was = b[written].host; /* poison, or b */
        if (memcmp(x, was, begin * bytes) != 0 ||
            memcmp(x + end * bytes, was + end * bytes, (t->n - end) * bytes) != 0) {
            is_right = test_recurrence_fail(runner, t, "wrote where there is no segment");
        }
    }
    free(x);
    return is_right;
}

void test_recurrence_expect(test_recurrence_runner *runner, const test_recurrence_case *t)
{
    test_recurrence_prepare(runner, t);
    cr_assert(test_recurrence_execute(runner, t) && test_recurrence_verify(runner, t), "%s", runner->failure);
}
