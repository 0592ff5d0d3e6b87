/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "extrema.h"
#include "test_backend.h"

const char *const test_extrema_names[TEST_EXTREMA_COUNT] = {"tcu_reduce_extrema", "tcu_segmented_reduce_extrema",
                                                            "tcu_segmented_reduce_extrema_offsets"};

tcu_status test_extrema_run_call(tcu_context *context, const test_extrema_call *c)
{
    switch (c->form) {
    case TEST_EXTREMA_WHOLE:
        return tcu_reduce_extrema(context, c->in, c->type, c->min, c->argmin, c->max, c->argmax, c->n, c->options);
    case TEST_EXTREMA_SEGMENTS:
        return tcu_segmented_reduce_extrema(context, c->in, c->type, c->min, c->argmin, c->max, c->argmax, c->n,
                                            c->segment_size, c->options);
    default:
        return tcu_segmented_reduce_extrema_offsets(context, c->in, c->type, c->min, c->argmin, c->max, c->argmax, c->n,
                                                    c->offsets, c->num_segments, c->options);
    }
}

tcu_status test_extrema_query(tcu_context *context, const test_extrema_call *c, size_t *bytes)
{
    switch (c->form) {
    case TEST_EXTREMA_WHOLE:
        return tcu_reduce_extrema_workspace(context, c->type, c->n, c->options, bytes);
    case TEST_EXTREMA_SEGMENTS:
        return tcu_segmented_reduce_extrema_workspace(context, c->type, c->n, c->segment_size, c->options, bytes);
    default:
        return tcu_segmented_reduce_extrema_offsets_workspace(context, c->type, c->n, c->num_segments, c->options,
                                                              bytes);
    }
}

uint64_t test_extrema_segments(const test_extrema_case *t)
{
    return t->form == TEST_EXTREMA_WHOLE      ? 1
           : t->form == TEST_EXTREMA_SEGMENTS ? t->n / t->segment_size + (t->n % t->segment_size != 0)
                                              : t->num_segments;
}

uint64_t test_extrema_begin(const test_extrema_case *t, uint64_t k)
{
    if (t->form == TEST_EXTREMA_OFFSETS) {
        return (uint64_t)t->offsets[k];
    }
    return k == test_extrema_segments(t) ? t->n : k * t->segment_size;
}

test_extrema_runner test_extrema_runner_new(void)
{
    return (test_extrema_runner){.context = test_context_new()};
}

void test_extrema_runner_free(test_extrema_runner *runner)
{
    cr_assert(tcu_context_destroy(runner->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_EXTREMA_BUFFERS; b++) {
        test_buffer_release(&runner->buffers[b]);
    }
    test_memory_release(&runner->workspace_memory);
    test_memory_release(&runner->count.memory);
}

static bool fail(test_extrema_runner *runner, const test_extrema_case *t, const char *format, ...)
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
        " behind), values %d, NaN mode %d, outputs %x, shift of in %u, temporary memory %d, path %s, case seed %" PRIu64
        ", TCU_TEST_SEED=%" PRIu64,
        test_extrema_names[t->form], test_types[t->type].name, t->n, t->segment_size, t->num_segments,
        t->count.is_given, t->count.value, t->count.behind, (int)t->values, (int)t->nan_mode, t->wanted,
        t->shift[TEST_EXTREMA_IN], (int)t->temporary, info.path, t->seed, test_seed_of_run());
    return false;
}

/* Of an element of array b. */
static size_t bytes_of(const test_extrema_case *t, int b)
{
    return b == TEST_EXTREMA_IN || b == TEST_EXTREMA_MIN || b == TEST_EXTREMA_MAX ? test_types[t->type].bytes
                                                                                  : sizeof(int64_t);
}

static bool is_wanted(const test_extrema_case *t, int b)
{
    return (t->wanted >> b & 1) != 0;
}

void test_extrema_prepare(test_extrema_runner *runner, const test_extrema_case *t)
{
    const uint64_t segments = test_extrema_segments(t);
    const test_room room = test_count_room(&t->count, sizeof(uint64_t));
    test_buffer *b = runner->buffers;
    test_draw_paths(runner->context, t->seed);
    runner->counted = test_count_upload(&runner->count, &t->count);
    /* Around the input lie NaN, or the greatest or least integers: what is read from there by mistake shows. */
    test_buffer_open_room(&b[TEST_EXTREMA_IN], t->n * bytes_of(t, TEST_EXTREMA_IN), room,
                          t->shift[TEST_EXTREMA_IN] * bytes_of(t, TEST_EXTREMA_IN), t->seed & 16 ? 0xff : 0x7f);
    test_extrema_fill(t, b[TEST_EXTREMA_IN].host);
    test_buffer_open_room(&b[TEST_EXTREMA_OFFSETS_IN],
                          t->form == TEST_EXTREMA_OFFSETS ? (t->num_segments + 1) * sizeof(int64_t) : 0, room, 8, 0x7e);
    if (t->form == TEST_EXTREMA_OFFSETS) {
        memcpy(b[TEST_EXTREMA_OFFSETS_IN].host, t->offsets, (t->num_segments + 1) * sizeof(int64_t));
    }
    for (int i = TEST_EXTREMA_MIN; i < TEST_EXTREMA_BUFFERS; i++) {
        test_buffer_open_room(&b[i], is_wanted(t, i) ? segments * bytes_of(t, i) : 0, room,
                              t->shift[i] * bytes_of(t, i), 0x5d);
    }
    test_buffers_upload(b, TEST_EXTREMA_BUFFERS);
    test_synchronise();
}

test_extrema_call test_extrema_make_call(test_extrema_runner *runner, const test_extrema_case *t)
{
    const test_buffer *b = runner->buffers;
    void *outputs[TEST_EXTREMA_BUFFERS];
    for (int i = 0; i < TEST_EXTREMA_BUFFERS; i++) {
        outputs[i] = is_wanted(t, i) ? b[i].slice.data : NULL;
    }
    const bool by_offsets = t->form == TEST_EXTREMA_OFFSETS;
    const uint64_t behind = t->count.behind;
    runner->options = (tcu_extrema_options){.nan_mode = t->nan_mode, .count = runner->counted};
    const bool has_defaults = t->nan_mode == TCU_NAN_PROPAGATE && !t->count.is_given;
    return (test_extrema_call){.form = t->form,
                               .in = b[TEST_EXTREMA_IN].slice.data,
                               .type = t->type,
                               .min = outputs[TEST_EXTREMA_MIN],
                               .argmin = outputs[TEST_EXTREMA_ARGMIN],
                               .max = outputs[TEST_EXTREMA_MAX],
                               .argmax = outputs[TEST_EXTREMA_ARGMAX],
                               .n = t->n + (by_offsets ? t->count.elements_behind : behind),
                               .segment_size = t->segment_size,
                               .offsets = (const int64_t *)(const void *)b[TEST_EXTREMA_OFFSETS_IN].slice.data,
                               .num_segments = t->num_segments + (by_offsets ? behind : 0),
                               .options = has_defaults && t->seed & 2 ? NULL : &runner->options};
}

/* A workspace one byte too small is refused before anything is written; then it gets the right size. */
static bool give_workspace(test_extrema_runner *runner, const test_extrema_case *t, const test_extrema_call *call)
{
    size_t bytes = 0;
    tcu_status status = test_extrema_query(runner->context, call, &bytes);
    if (status != TCU_SUCCESS) {
        return fail(runner, t, "the workspace query gave status %d: %s", (int)status,
                    tcu_context_last_error(runner->context));
    }
    runner->workspace =
        test_slice_open(&runner->workspace_memory, bytes, t->seed % 61, (unsigned char)(t->seed >> 8 | 1));
    test_synchronise();
    if (bytes > 0) {
        tcu_context_set_workspace(runner->context, runner->workspace.data, bytes - 1);
        status = test_extrema_run_call(runner->context, call);
        bool is_unchanged = true;
        for (int i = TEST_EXTREMA_MIN; i < TEST_EXTREMA_BUFFERS; i++) {
            const test_slice *out = &runner->buffers[i].slice;
            is_unchanged = is_unchanged && test_slice_untouched(out, 0, out->bytes);
        }
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL || !is_unchanged) {
            return fail(runner, t, "status %d with a workspace of one byte less than %zu", (int)status, bytes);
        }
    }
    tcu_context_set_workspace(runner->context, runner->workspace.data, bytes);
    return true;
}

bool test_extrema_execute(test_extrema_runner *runner, const test_extrema_case *t)
{
    tcu_context *context = runner->context;
    const test_extrema_call call = test_extrema_make_call(runner, t);
    runner->allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, &runner->allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(runner, t, &call)) {
        return false;
    }
    const tcu_status status = test_extrema_run_call(context, &call);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return fail(runner, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    test_synchronise();
    if (!test_count_holds(&runner->count, &t->count)) {
        return fail(runner, t, "wrote over the count, or beside it");
    }
    const test_allocator *allocator = &runner->allocator;
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return fail(runner, t, "%zu allocations, %zu releases", allocator->allocations, allocator->releases);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&runner->workspace))) {
        return fail(runner, t, "allocated memory, or wrote outside the workspace");
    }
    return true;
}

/* The same number, down to the sign of zero; NaN is any quiet one. */
static bool is_same(tcu_type type, const unsigned char *element, long double expected)
{
    const long double x = test_number(type, element);
    if (test_types[type].real && isnan(expected)) {
        return test_is_quiet_nan(type, element);
    }
    return x == expected && (!test_types[type].real || signbit(x) == signbit(expected));
}

static bool verify_segment(test_extrema_runner *runner, const test_extrema_case *t, uint64_t k,
                           unsigned char *const *outputs)
{
    static const char *const names[] = {"in", "offsets", "min", "argmin", "max", "argmax"};
    const size_t bytes = test_types[t->type].bytes;
    const uint64_t begin = test_extrema_begin(t, k), count = test_extrema_begin(t, k + 1) - begin;
    const test_extrema_oracle o =
        test_extrema_of(t->type, runner->buffers[TEST_EXTREMA_IN].host + begin * bytes, count, t->nan_mode);
    for (int i = TEST_EXTREMA_MIN; i < TEST_EXTREMA_BUFFERS; i++) {
        if (!is_wanted(t, i)) {
            continue;
        }
        if (i == TEST_EXTREMA_MIN || i == TEST_EXTREMA_MAX) {
            const long double expected = i == TEST_EXTREMA_MIN ? o.min : o.max;
            if (!is_same(t->type, outputs[i] + k * bytes, expected)) {
                return fail(runner, t, "%s[%" PRIu64 "] is %.17Lg instead of %.17Lg, of %" PRIu64 " elements", names[i],
                            k, test_number(t->type, outputs[i] + k * bytes), expected, count);
            }
        } else {
            const int64_t expected = i == TEST_EXTREMA_ARGMIN ? o.argmin : o.argmax;
            int64_t is;
            memcpy(&is, outputs[i] + k * sizeof is, sizeof is);
            if (is != expected) {
                return fail(runner, t, "%s[%" PRIu64 "] is %" PRId64 " instead of %" PRId64 ", of %" PRIu64 " elements",
                            names[i], k, is, expected, count);
            }
        }
    }
    return true;
}

bool test_extrema_verify(test_extrema_runner *runner, const test_extrema_case *t)
{
    test_buffer *b = runner->buffers;
    unsigned char *outputs[TEST_EXTREMA_BUFFERS] = {0};
    for (int i = 0; i < TEST_EXTREMA_BUFFERS; i++) {
        if (!test_slice_guarded(&b[i].slice)) {
            return fail(runner, t, "wrote beside array %d", i);
        }
        if (i < TEST_EXTREMA_MIN && !test_slice_holds(&b[i].slice, b[i].host)) {
            return fail(runner, t, "wrote over input %d", i);
        }
    }
    for (int i = TEST_EXTREMA_MIN; i < TEST_EXTREMA_BUFFERS; i++) {
        outputs[i] = malloc(b[i].slice.bytes + 8);
        cr_assert_not_null(outputs[i]);
        test_copy_out(outputs[i], b[i].slice.data, b[i].slice.bytes);
    }
    bool is_right = true;
    for (uint64_t k = 0; k < test_extrema_segments(t) && is_right; k++) {
        is_right = verify_segment(runner, t, k, outputs);
    }
    for (int i = TEST_EXTREMA_MIN; i < TEST_EXTREMA_BUFFERS; i++) {
        free(outputs[i]);
    }
    return is_right;
}

void test_extrema_expect(test_extrema_runner *runner, const test_extrema_case *t)
{
    test_extrema_prepare(runner, t);
    cr_assert(test_extrema_execute(runner, t) && test_extrema_verify(runner, t), "%s", runner->failure);
}
