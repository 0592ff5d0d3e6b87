/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "moments.h"
#include "test_backend.h"

const char *const test_moments_names[TEST_MOMENTS_COUNT] = {"tcu_segmented_moments", "tcu_segmented_moments_offsets",
                                                            "tcu_column_moments"};

const test_pair test_moments_pairs[TEST_MOMENTS_PAIRS] = {
    {TCU_TYPE_F32, TCU_TYPE_F32}, {TCU_TYPE_F16, TCU_TYPE_F32}, {TCU_TYPE_U8, TCU_TYPE_F32},
    {TCU_TYPE_F64, TCU_TYPE_F64}, {TCU_TYPE_F32, TCU_TYPE_F64}, {TCU_TYPE_BF16, TCU_TYPE_F32},
    {TCU_TYPE_I8, TCU_TYPE_F32},  {TCU_TYPE_I16, TCU_TYPE_F32}, {TCU_TYPE_U16, TCU_TYPE_F32}};

tcu_status test_moments_run_call(tcu_context *context, const test_moments_call *c)
{
    switch (c->form) {
    case TEST_MOMENTS_SEGMENTS:
        return tcu_segmented_moments(context, c->in, c->in_type, c->count, c->mean, c->variance, c->out_type, c->n,
                                     c->segment_size, c->options);
    case TEST_MOMENTS_OFFSETS:
        return tcu_segmented_moments_offsets(context, c->in, c->in_type, c->count, c->mean, c->variance, c->out_type,
                                             c->n, c->offsets, c->num_segments, c->options);
    default:
        return tcu_column_moments(context, c->in, c->in_type, c->count, c->mean, c->variance, c->out_type, c->rows,
                                  c->columns, c->row_stride, c->options);
    }
}

tcu_status test_moments_query(tcu_context *context, const test_moments_call *c, size_t *bytes)
{
    switch (c->form) {
    case TEST_MOMENTS_SEGMENTS:
        return tcu_segmented_moments_workspace(context, c->in_type, c->out_type, c->n, c->segment_size, c->options,
                                               bytes);
    case TEST_MOMENTS_OFFSETS:
        return tcu_segmented_moments_offsets_workspace(context, c->in_type, c->out_type, c->n, c->num_segments,
                                                       c->options, bytes);
    default:
        return tcu_column_moments_workspace(context, c->in_type, c->out_type, c->rows, c->columns, c->row_stride,
                                            c->options, bytes);
    }
}

uint64_t test_moments_results(const test_moments_call *c)
{
    return c->form == TEST_MOMENTS_SEGMENTS  ? c->n / c->segment_size + (c->n % c->segment_size != 0)
           : c->form == TEST_MOMENTS_OFFSETS ? c->num_segments
                                             : c->columns;
}

test_moments_runner test_moments_runner_new(void)
{
    return (test_moments_runner){.context = test_context_new()};
}

void test_moments_runner_free(test_moments_runner *runner)
{
    cr_assert(tcu_context_destroy(runner->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_MOMENTS_BUFFERS; b++) {
        test_buffer_release(&runner->buffers[b]);
    }
    test_memory_release(&runner->workspace_memory);
    test_memory_release(&runner->count.memory);
}

bool test_moments_fail(test_moments_runner *runner, const test_moments_case *t, const char *format, ...)
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
        "\n  %s %s -> %s, n %" PRIu64 ", segment_size %" PRIu64 ", num_segments %" PRIu64 ", rows %" PRIu64
        ", columns %" PRIu64 ", row_stride %" PRIu64 ", correction %" PRIu64 "%s\n  count %d (%" PRIu64 "; %" PRIu64
        " behind), values %d, shifts in %u out %u, wanted %u, temporary memory %d, path %s, case seed %" PRIu64
        ", TCU_TEST_SEED=%" PRIu64,
        test_moments_names[t->form], test_types[t->pair.in].name, test_types[t->pair.out].name, t->n, t->segment_size,
        t->num_segments, t->rows, t->columns, t->row_stride, t->correction, t->reproducible ? ", reproducible" : "",
        t->count.is_given, t->count.value, t->count.behind, (int)t->values, t->in_shift, t->out_shift, t->wanted,
        (int)t->temporary, info.path, t->seed, test_seed_of_run());
    return false;
}

static uint64_t elements_of(const test_moments_case *t)
{
    if (t->form != TEST_MOMENTS_COLUMNS) {
        return t->n;
    }
    return t->rows > 0 && t->columns > 0 ? (t->rows - 1) * t->row_stride + t->columns : 0;
}

/* The results that there are: with a count the call may be for more. */
static test_moments_call shape_of(const test_moments_case *t)
{
    return (test_moments_call){.form = t->form,
                               .n = t->n,
                               .segment_size = t->segment_size,
                               .num_segments = t->num_segments,
                               .columns = t->columns};
}

void test_moments_prepare(test_moments_runner *runner, const test_moments_case *t)
{
    const test_moments_call shape = shape_of(t);
    const uint64_t results = test_moments_results(&shape), elements = elements_of(t);
    const size_t in_bytes = test_types[t->pair.in].bytes, out_bytes = test_types[t->pair.out].bytes;
    const test_room room =
        test_count_room(&t->count, sizeof(uint64_t) * (t->form == TEST_MOMENTS_COLUMNS ? t->row_stride : 1));
    test_buffer *b = runner->buffers;
    test_draw_paths(runner->context, t->seed);
    runner->counted = test_count_upload(&runner->count, &t->count);
    /* Around the input lie NaN and -1: what is read from there by mistake shows. */
    test_buffer_open_room(&b[TEST_MOMENTS_IN], elements * in_bytes, room, t->in_shift * in_bytes, 0xff);
    test_moments_fill(t, elements, b[TEST_MOMENTS_IN].host);
    test_buffer_open_room(&b[TEST_MOMENTS_OFFSETS_IN],
                          t->form == TEST_MOMENTS_OFFSETS ? (t->num_segments + 1) * sizeof(int64_t) : 0, room, 8, 0x7e);
    if (t->form == TEST_MOMENTS_OFFSETS) {
        memcpy(b[TEST_MOMENTS_OFFSETS_IN].host, t->offsets, (t->num_segments + 1) * sizeof(int64_t));
    }
    test_buffer_open_room(&b[TEST_MOMENTS_N], results * sizeof(uint64_t), room, t->out_shift * sizeof(uint64_t), 0x5c);
    test_buffer_open_room(&b[TEST_MOMENTS_MEAN], results * out_bytes, room, t->out_shift * out_bytes, 0x5d);
    test_buffer_open_room(&b[TEST_MOMENTS_VARIANCE], results * out_bytes, room, t->out_shift * out_bytes, 0x5e);
    test_buffers_upload(b, TEST_MOMENTS_BUFFERS);
    test_synchronise();
}

test_moments_call test_moments_make_call(test_moments_runner *runner, const test_moments_case *t)
{
    const test_buffer *b = runner->buffers;
    const uint64_t behind = t->count.behind;
    runner->options = (tcu_moments_options){.correction = t->correction,
                                            .count = runner->counted,
                                            .sum_mode = t->reproducible ? TCU_SUM_REPRODUCIBLE : TCU_SUM_FASTEST};
    const bool has_defaults = t->correction == 0 && !t->count.is_given && !t->reproducible;
    return (test_moments_call){.form = t->form,
                               .in = elements_of(t) == 0 && behind + t->count.elements_behind == 0 && t->seed & 1
                                         ? NULL
                                         : b[TEST_MOMENTS_IN].slice.data,
                               .in_type = t->pair.in,
                               .count = t->wanted & 1 ? (uint64_t *)(void *)b[TEST_MOMENTS_N].slice.data : NULL,
                               .mean = t->wanted & 2 ? b[TEST_MOMENTS_MEAN].slice.data : NULL,
                               .variance = t->wanted & 4 ? b[TEST_MOMENTS_VARIANCE].slice.data : NULL,
                               .out_type = t->pair.out,
                               .n = t->n + (t->form == TEST_MOMENTS_SEGMENTS ? behind : t->count.elements_behind),
                               .segment_size = t->segment_size,
                               .offsets = (const int64_t *)(const void *)b[TEST_MOMENTS_OFFSETS_IN].slice.data,
                               .num_segments = t->num_segments + (t->form == TEST_MOMENTS_OFFSETS ? behind : 0),
                               .rows = t->rows + (t->form == TEST_MOMENTS_COLUMNS ? behind : 0),
                               .columns = t->columns,
                               .row_stride = t->row_stride,
                               .options = has_defaults && t->seed & 2 ? NULL : &runner->options};
}

static bool outputs_untouched(const test_moments_runner *runner)
{
    for (int b = TEST_MOMENTS_N; b < TEST_MOMENTS_BUFFERS; b++) {
        if (!test_slice_untouched(&runner->buffers[b].slice, 0, runner->buffers[b].slice.bytes)) {
            return false;
        }
    }
    return true;
}

/* A workspace one byte too small is refused before anything is written; then it gets the right size. */
static bool give_workspace(test_moments_runner *runner, const test_moments_case *t, const test_moments_call *call)
{
    size_t bytes = 0;
    tcu_status status = test_moments_query(runner->context, call, &bytes);
    if (status != TCU_SUCCESS) {
        return test_moments_fail(runner, t, "the workspace query gave status %d: %s", (int)status,
                                 tcu_context_last_error(runner->context));
    }
    runner->workspace =
        test_slice_open(&runner->workspace_memory, bytes, t->seed % 61, (unsigned char)(t->seed >> 8 | 1));
    test_synchronise();
    if (bytes > 0) {
        tcu_context_set_workspace(runner->context, runner->workspace.data, bytes - 1);
        status = test_moments_run_call(runner->context, call);
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL || !outputs_untouched(runner)) {
            return test_moments_fail(runner, t, "status %d with a workspace of one byte less than %zu", (int)status,
                                     bytes);
        }
    }
    tcu_context_set_workspace(runner->context, runner->workspace.data, bytes);
    return true;
}

bool test_moments_execute(test_moments_runner *runner, const test_moments_case *t)
{
    tcu_context *context = runner->context;
    const test_moments_call call = test_moments_make_call(runner, t);
    runner->allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, &runner->allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(runner, t, &call)) {
        return false;
    }
    const tcu_status status = test_moments_run_call(context, &call);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return test_moments_fail(runner, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    test_synchronise();
    if (!test_count_holds(&runner->count, &t->count)) {
        return test_moments_fail(runner, t, "wrote over the count, or beside it");
    }
    const test_allocator *allocator = &runner->allocator;
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return test_moments_fail(runner, t, "%zu allocations, %zu releases", allocator->allocations,
                                 allocator->releases);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&runner->workspace))) {
        return test_moments_fail(runner, t, "allocated memory, or wrote outside the workspace");
    }
    return true;
}

static double read_real(const test_moments_case *t, const test_buffer *buffer, uint64_t k)
{
    return (double)test_number(t->pair.out, buffer->host + k * test_types[t->pair.out].bytes);
}

/* The bits of a result, which a double is rounded to. */
static bool has_bits(const test_moments_case *t, const test_buffer *buffer, uint64_t k, double expected)
{
    const float narrow = isnan(expected) ? NAN : (float)expected;
    const double wide = isnan(expected) ? (double)NAN : expected;
    const size_t bytes = test_types[t->pair.out].bytes;
    return memcmp(buffer->host + k * bytes, bytes == 4 ? (const void *)&narrow : &wide, bytes) == 0;
}

static bool verify_bits(test_moments_runner *runner, const test_moments_case *t, uint64_t k, uint64_t first,
                        uint64_t count)
{
    const test_buffer *b = runner->buffers;
    double mean, variance;
    test_moments_reproducible(t->pair.in, b[TEST_MOMENTS_IN].host, first, count, t->correction, &mean, &variance);
    if (t->wanted & 2 && !has_bits(t, &b[TEST_MOMENTS_MEAN], k, mean)) {
        return test_moments_fail(runner, t, "mean[%" PRIu64 "] is %.17g, reproducible %.17g, of %" PRIu64, k,
                                 read_real(t, &b[TEST_MOMENTS_MEAN], k), mean, count);
    }
    if (t->wanted & 4 && !has_bits(t, &b[TEST_MOMENTS_VARIANCE], k, variance)) {
        return test_moments_fail(runner, t, "variance[%" PRIu64 "] is %.17g, reproducible %.17g, of %" PRIu64, k,
                                 read_real(t, &b[TEST_MOMENTS_VARIANCE], k), variance, count);
    }
    return true;
}

static bool verify_result(test_moments_runner *runner, const test_moments_case *t, uint64_t k)
{
    test_buffer *b = runner->buffers;
    uint64_t first = k, step = t->row_stride, count = t->rows;
    if (t->form == TEST_MOMENTS_SEGMENTS) {
        first = k * t->segment_size;
        count = t->n - first < t->segment_size ? t->n - first : t->segment_size;
        step = 1;
    } else if (t->form == TEST_MOMENTS_OFFSETS) {
        first = (uint64_t)t->offsets[k];
        count = (uint64_t)t->offsets[k + 1] - first;
        step = 1;
    }
    const test_moments_oracle o = test_moments_of(t->pair.in, b[TEST_MOMENTS_IN].host, first, step, count);
    uint64_t got;
    memcpy(&got, b[TEST_MOMENTS_N].host + k * sizeof got, sizeof got);
    if (t->wanted & 1 && got != count) {
        return test_moments_fail(runner, t, "count[%" PRIu64 "] is %" PRIu64 " instead of %" PRIu64, k, got, count);
    }
    if (t->reproducible && !verify_bits(runner, t, k, first, count)) {
        return false;
    }
    const double mean = read_real(t, &b[TEST_MOMENTS_MEAN], k), variance = read_real(t, &b[TEST_MOMENTS_VARIANCE], k);
    if (t->wanted & 2 && !test_moments_accepts_mean(&o, t->pair.out, mean)) {
        return test_moments_fail(runner, t, "mean[%" PRIu64 "] is %.17g instead of %.17g, of %" PRIu64, k, mean,
                                 o.is_finite ? (double)o.mean : o.loop, count);
    }
    if (t->wanted & 4 && !test_moments_accepts_variance(&o, t->pair.out, t->correction, variance)) {
        return test_moments_fail(runner, t, "variance[%" PRIu64 "] is %.17g, M2 is %.17Lg of %" PRIu64 ", mean %.17Lg",
                                 k, variance, o.squares, count, o.mean);
    }
    if (t->wanted & 4 && t->values == TEST_VALUES_CONSTANT && count > t->correction && variance != 0) {
        return test_moments_fail(runner, t, "variance[%" PRIu64 "] is %.17g of equal elements", k, variance);
    }
    return true;
}

bool test_moments_verify(test_moments_runner *runner, const test_moments_case *t)
{
    static const char *const names[] = {"in", "offsets", "count", "mean", "variance"};
    test_buffer *b = runner->buffers;
    const test_moments_call shape = shape_of(t);
    for (int i = 0; i < TEST_MOMENTS_BUFFERS; i++) {
        const bool is_written = i >= TEST_MOMENTS_N && (t->wanted >> (i - TEST_MOMENTS_N) & 1);
        if (!test_slice_guarded(&b[i].slice)) {
            return test_moments_fail(runner, t, "wrote beside %s", names[i]);
        }
        if (is_written) {
            test_copy_out(b[i].host, b[i].slice.data, b[i].slice.bytes);
        } else if (!test_slice_holds(&b[i].slice, b[i].host)) {
            return test_moments_fail(runner, t, "wrote over %s", names[i]);
        }
    }
    const uint64_t results = test_moments_results(&shape);
    for (uint64_t k = 0; k < results; k++) {
        if (!verify_result(runner, t, k)) {
            return false;
        }
    }
    return true;
}

void test_moments_expect(test_moments_runner *runner, const test_moments_case *t)
{
    test_moments_prepare(runner, t);
    cr_assert(test_moments_execute(runner, t) && test_moments_verify(runner, t), "%s", runner->failure);
}
