/* SPDX-License-Identifier: Apache-2.0 */
#include "dot.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sums/oracle.h"
#include "test_backend.h"

test_dot_runner test_dot_runner_new(void)
{
    return (test_dot_runner){.context = test_context_new()};
}

void test_dot_runner_free(test_dot_runner *runner)
{
    cr_assert(tcu_context_destroy(runner->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_DOT_BUFFERS; b++) {
        test_buffer_release(&runner->buffers[b]);
    }
    test_memory_release(&runner->workspace_memory);
    test_memory_release(&runner->count.memory);
}

static uint64_t segments_of(const test_dot_case *t)
{
    return t->form == TEST_DOT_WHOLE      ? 1
           : t->form == TEST_DOT_SEGMENTS ? t->n / t->segment_size + (t->n % t->segment_size != 0)
                                          : t->num_segments;
}

static uint64_t begin_of(const test_dot_case *t, uint64_t k)
{
    return t->form == TEST_DOT_OFFSETS ? (uint64_t)t->offsets[k] : k == segments_of(t) ? t->n : k * t->segment_size;
}

/* What the call is for: with a count it may be more than the case has. */
static uint64_t most_elements(const test_dot_case *t)
{
    return t->n + (t->form == TEST_DOT_OFFSETS ? t->count.elements_behind : t->count.behind);
}

static uint64_t most_segments(const test_dot_case *t)
{
    return t->num_segments + (t->form == TEST_DOT_OFFSETS ? t->count.behind : 0);
}

tcu_status test_dot_run_call(test_dot_runner *runner, const test_dot_case *t)
{
    const test_buffer *b = runner->buffers;
    tcu_dot_options options = TCU_DOT_OPTIONS_INIT;
    options.count = runner->counted;
    const tcu_dot_options *o = t->seed & 1 || runner->counted != NULL ? &options : NULL;
    const uint64_t n = most_elements(t);
    const void *x = b[TEST_DOT_X].slice.data, *y = t->is_square ? x : b[TEST_DOT_Y].slice.data;
    void *out = b[TEST_DOT_OUT].slice.data;
    switch (t->form) {
    case TEST_DOT_WHOLE:
        return tcu_dot(runner->context, x, y, t->types.in, out, t->types.out, n, o);
    case TEST_DOT_SEGMENTS:
        return tcu_segmented_dot(runner->context, x, y, t->types.in, out, t->types.out, n, t->segment_size, o);
    default:
        return tcu_segmented_dot_offsets(runner->context, x, y, t->types.in, out, t->types.out, n,
                                         (const int64_t *)(const void *)b[TEST_DOT_OFFSETS_IN].slice.data,
                                         most_segments(t), o);
    }
}

static tcu_status run_query(test_dot_runner *runner, const test_dot_case *t, size_t *bytes)
{
    const uint64_t n = most_elements(t);
    switch (t->form) {
    case TEST_DOT_WHOLE:
        return tcu_dot_workspace(runner->context, t->types.in, t->types.out, n, NULL, bytes);
    case TEST_DOT_SEGMENTS:
        return tcu_segmented_dot_workspace(runner->context, t->types.in, t->types.out, n, t->segment_size, NULL, bytes);
    default:
        return tcu_segmented_dot_offsets_workspace(runner->context, t->types.in, t->types.out, n, most_segments(t),
                                                   NULL, bytes);
    }
}

static bool fail(test_dot_runner *runner, const test_dot_case *t, const char *format, ...)
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
    snprintf(runner->failure + length, sizeof runner->failure - (size_t)length,
             "\n  form %d, %s to %s, n %" PRIu64 ", segment_size %" PRIu64 ", num_segments %" PRIu64
             ", count %d (%" PRIu64 "; %" PRIu64
             " behind), distributions %s %s, shifts %u %u, square %d, temporary memory %d, path %s, case seed %" PRIu64
             ", TCU_TEST_SEED=%" PRIu64 "; %s",
             (int)t->form, test_types[t->types.in].name, test_types[t->types.out].name, t->n, t->segment_size,
             t->num_segments, t->count.is_given, t->count.value, t->count.behind,
             test_distribution_names[t->distribution[0]], test_distribution_names[t->distribution[1]],
             t->shift[TEST_DOT_X], t->shift[TEST_DOT_Y], t->is_square, (int)t->temporary, info.path, t->seed,
             test_seed_of_run(), tcu_context_last_error(runner->context));
    return false;
}

/* ---------------------------------------------------------------------------------------------------- a case --- */

void test_dot_prepare(test_dot_runner *runner, const test_dot_case *t)
{
    const size_t in_bytes = test_types[t->types.in].bytes, out_bytes = test_types[t->types.out].bytes;
    test_buffer *b = runner->buffers;
    const test_room room = test_count_room(&t->count, sizeof(uint64_t));
    test_draw_paths(runner->context, t->seed);
    runner->counted = test_count_upload(&runner->count, &t->count);
    /* Around the inputs lie NaN: what is read from there by mistake shows. */
    for (int i = TEST_DOT_X; i <= TEST_DOT_Y; i++) {
        const bool used = i == TEST_DOT_X || !t->is_square;
        const test_source source = {t->types.in, t->distribution[i], t->seed + (uint64_t)i, t->n};
        test_buffer_open_room(&b[i], used ? t->n * in_bytes : 0, room, t->shift[i] * in_bytes, 0xff);
        for (uint64_t first = 0; used && first < t->n; first += TEST_CHUNK) {
            test_source_chunk(&source, first / TEST_CHUNK, t->n - first < TEST_CHUNK ? t->n - first : TEST_CHUNK,
                              b[i].host + first * in_bytes);
        }
    }
    const bool by_offsets = t->form == TEST_DOT_OFFSETS;
    test_buffer_open_room(&b[TEST_DOT_OFFSETS_IN], by_offsets ? (t->num_segments + 1) * sizeof(int64_t) : 0, room, 8,
                          0x7e);
    if (by_offsets) {
        memcpy(b[TEST_DOT_OFFSETS_IN].host, t->offsets, (t->num_segments + 1) * sizeof(int64_t));
    }
    test_buffer_open_room(&b[TEST_DOT_OUT], segments_of(t) * out_bytes, room, t->shift[TEST_DOT_OUT] * out_bytes, 0x5d);
    test_buffers_upload(b, TEST_DOT_BUFFERS);
    test_synchronise();
}

/* A workspace one byte too small is refused before anything is written; then it gets the right size. */
static bool give_workspace(test_dot_runner *runner, const test_dot_case *t)
{
    size_t bytes = 0;
    const tcu_status queried = run_query(runner, t, &bytes);
    if (queried != TCU_SUCCESS) {
        return fail(runner, t, "the workspace query gave status %d", (int)queried);
    }
    runner->workspace =
        test_slice_open(&runner->workspace_memory, bytes, t->seed % 61, (unsigned char)(t->seed >> 8 | 1));
    test_synchronise();
    if (bytes > 0) {
        const test_slice *out = &runner->buffers[TEST_DOT_OUT].slice;
        tcu_context_set_workspace(runner->context, runner->workspace.data, bytes - 1);
        const tcu_status status = test_dot_run_call(runner, t);
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL || !test_slice_untouched(out, 0, out->bytes)) {
            return fail(runner, t, "status %d with a workspace of one byte less than %zu", (int)status, bytes);
        }
    }
    tcu_context_set_workspace(runner->context, runner->workspace.data, bytes);
    return true;
}

bool test_dot_execute(test_dot_runner *runner, const test_dot_case *t)
{
    const test_allocator *allocator = &runner->allocator;
    runner->allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(runner->context, test_allocator_allocate, test_allocator_release, &runner->allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(runner, t)) {
        return false;
    }
    const tcu_status status = test_dot_run_call(runner, t);
    tcu_context_set_workspace(runner->context, NULL, 0);
    tcu_context_set_allocator(runner->context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return fail(runner, t, "status %d", (int)status);
    }
    test_synchronise();
    if (!test_count_holds(&runner->count, &t->count)) {
        return fail(runner, t, "wrote over the count, or beside it");
    }
    if (allocator->allocations != allocator->releases || allocator->wrong_release) {
        return fail(runner, t, "%zu allocations, %zu releases", allocator->allocations, allocator->releases);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&runner->workspace))) {
        return fail(runner, t, "allocated memory, or wrote outside the workspace");
    }
    return true;
}

static bool verify_segment(test_dot_runner *runner, const test_dot_case *t, uint64_t k, const unsigned char *out)
{
    const size_t in_bytes = test_types[t->types.in].bytes, out_bytes = test_types[t->types.out].bytes;
    const test_buffer *b = runner->buffers;
    const unsigned char *x = b[TEST_DOT_X].host, *y = t->is_square ? x : b[TEST_DOT_Y].host;
    oracle sum = {0};
    for (uint64_t i = begin_of(t, k); i < begin_of(t, k + 1); i++) {
        if (test_types[t->types.in].real) {
            double factors[2];
            test_read_reals(t->types.in, x + i * in_bytes, 1, &factors[0]);
            test_read_reals(t->types.in, y + i * in_bytes, 1, &factors[1]);
            oracle_add_real(&sum, factors[0] * factors[1]);
        } else {
            uint64_t factors[2];
            test_read_integers(t->types.in, x + i * in_bytes, 1, &factors[0]);
            test_read_integers(t->types.in, y + i * in_bytes, 1, &factors[1]);
            oracle_add_integer(&sum, factors[0] * factors[1]);
        }
    }
    if (test_types[t->types.in].real) {
        double got;
        test_read_reals(t->types.out, out + k * out_bytes, 1, &got);
        return oracle_accepts_real(&sum, t->types.out, got) ||
               fail(runner, t, "out[%" PRIu64 "] is %.17g instead of %.17g", k, got, oracle_real(&sum));
    }
    uint64_t got;
    test_read_integers(t->types.out, out + k * out_bytes, 1, &got);
    return oracle_accepts_integer(&sum, test_integer_mask(t->types.out), got) ||
           fail(runner, t, "out[%" PRIu64 "] is %" PRIx64 " instead of %" PRIx64, k, got, sum.integer);
}

bool test_dot_verify(test_dot_runner *runner, const test_dot_case *t)
{
    const test_buffer *b = runner->buffers;
    for (int i = 0; i < TEST_DOT_BUFFERS; i++) {
        if (!test_slice_guarded(&b[i].slice)) {
            return fail(runner, t, "wrote beside array %d", i);
        }
        if (i != TEST_DOT_OUT && !test_slice_holds(&b[i].slice, b[i].host)) {
            return fail(runner, t, "wrote over input %d", i);
        }
    }
    unsigned char *const out = malloc(b[TEST_DOT_OUT].slice.bytes + 8);
    cr_assert_not_null(out);
    test_copy_out(out, b[TEST_DOT_OUT].slice.data, b[TEST_DOT_OUT].slice.bytes);
    bool is_right = true;
    for (uint64_t k = 0; k < segments_of(t) && is_right; k++) {
        is_right = verify_segment(runner, t, k, out);
    }
    free(out);
    return is_right;
}

void test_dot_expect(test_dot_runner *runner, const test_dot_case *t)
{
    test_dot_prepare(runner, t);
    cr_assert(test_dot_execute(runner, t) && test_dot_verify(runner, t), "%s", runner->failure);
}

/* Everything but the shape drawn at random. */
test_dot_case test_dot_random(test_dot_form form, test_pair types, test_random *random)
{
    static const test_distribution distributions[] = {TEST_UNIFORM,     TEST_POSITIVE,   TEST_ZERO,
                                                      TEST_ALTERNATING, TEST_HALF_UNITS, TEST_NEAR_ONE,
                                                      TEST_INFINITE,    TEST_NAN,        TEST_CONSTANT};
    enum { KINDS = sizeof distributions / sizeof *distributions };
    test_dot_case t = {.form = form,
                       .types = types,
                       .distribution = {distributions[test_random_below(random, KINDS)],
                                        distributions[test_random_below(random, KINDS)]},
                       .seed = test_random_next(random),
                       .is_square = test_random_below(random, 6) == 0,
                       .temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT)};
    for (int b = 0; b < TEST_DOT_BUFFERS && t.seed & 8; b++) {
        t.shift[b] = (unsigned)test_random_below(random, 9);
    }
    return t;
}
