/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a case. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inputs.h"
#include "test_backend.h"
#include "test_types.h"

test_sweeper test_sweeper_new(void)
{
    test_sweeper sweeper = {0};
    sweeper.context = test_context_new();
    return sweeper;
}

static void drop_plan(test_sweeper *s)
{
    cr_assert(tcu_stencil_destroy(s->plan) == TCU_SUCCESS, "%s", tcu_context_last_error(NULL));
    s->plan = NULL;
}

void test_sweeper_free(test_sweeper *s)
{
    drop_plan(s);
    cr_assert(tcu_context_destroy(s->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_STENCIL_BUFFERS; b++) {
        test_buffer_release(&s->buffers[b]);
    }
    test_taps_free(&s->footprint);
    free(s->values);
    free(s->bias);
    test_memory_release(&s->workspace_memory);
    test_memory_release(&s->count.memory);
}

bool test_sweeper_fail(test_sweeper *s, const test_stencil_case *t, const char *format, ...)
{
    char *text = s->failure;
    const size_t size = sizeof s->failure;
    va_list arguments;
    va_start(arguments, format);
    size_t length = (size_t)vsnprintf(text, size / 2, format, arguments);
    va_end(arguments);
    length = length < size / 2 ? length : size / 2 - 1;
    const uint64_t *e = t->extents;
    const int64_t *low = t->low, *high = t->high;
    length += (size_t)snprintf(text + length, size - length,
                               "\n  %s of %s, %uD %" PRIu64 " x %" PRIu64 " x %" PRIu64 " x %" PRIu64 " channels, "
                               "batch %" PRIu64 ", fields %u -> %u, boundaries %s %s %s (%g),\n  ",
                               test_stencil_names[t->form], test_types[t->type].name, (unsigned)t->dimensions, e[0],
                               e[1], e[2], t->channels, t->batch, (unsigned)t->in_fields, (unsigned)t->out_fields,
                               test_boundary_names[t->boundaries[0]], test_boundary_names[t->boundaries[1]],
                               test_boundary_names[t->boundaries[2]], test_stencil_constant(t));
    if (test_stencil_has_plan(t->form)) {
        length += (size_t)snprintf(text + length, size - length,
                                   "taps %s [%" PRId64 ", %" PRId64 "] [%" PRId64 ", %" PRId64 "] [%" PRId64
                                   ", %" PRId64 "], %" PRIu64 " listed, steps %" PRIu64 ",\n  ",
                                   t->given != NULL ? "given" : test_pattern_names[t->pattern], low[0], high[0], low[1],
                                   high[1], low[2], high[2], t->listed, t->steps);
    } else {
        length += (size_t)snprintf(text + length, size - length,
                                   "kernel %" PRIu64 " x %" PRIu64
                                   ", strides %u %u, padding %d, kind %d, zeros %u %u, dilation %u %u%s%s,\n  ",
                                   t->kernel[0], t->kernel[1], (unsigned)t->stride[0], (unsigned)t->stride[1],
                                   (int)t->padding, (int)t->kind, (unsigned)t->padding_zeros[0],
                                   (unsigned)t->padding_zeros[1], (unsigned)t->dilation[0], (unsigned)t->dilation[1],
                                   t->has_bias ? ", bias" : "", t->in_place ? ", in place" : "");
    }
    const test_gaps *in = &t->in_gaps, *out = &t->out_gaps;
    snprintf(text + length, size - length,
             "gaps in %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " out %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
             ", shifts in %u out %u, count %d (%" PRIu64 "; %" PRIu64
             " behind), arithmetic %d, numbers %d %d * 2^%d,\n  temporary memory %d, case seeds %" PRIu64 " %" PRIu64
             ", TCU_TEST_SEED=%" PRIu64,
             in->axes[0], in->axes[1], in->field, in->batch, out->axes[0], out->axes[1], out->field, out->batch,
             t->in_shift, t->out_shift, t->count.is_given, t->count.value, t->count.behind, (int)t->arithmetic,
             (int)t->numbers, (int)t->weight_numbers, t->weight_exponent, (int)t->temporary, t->seed, t->value_seed,
             test_seed_of_run());
    return false;
}

/* -------------------------------------------------------------------------------------------------- the plan --- */

/* All that a plan is made of. */
static bool is_planned(const test_sweeper *s, const test_stencil_case *t)
{
    const test_stencil_case *p = &s->planned;
    return s->plan != NULL && p->seed == t->seed && p->form == t->form && p->type == t->type &&
           p->dimensions == t->dimensions && memcmp(p->extents, t->extents, sizeof t->extents) == 0 &&
           p->channels == t->channels && p->batch == t->batch && p->in_fields == t->in_fields &&
           p->out_fields == t->out_fields && memcmp(&p->in_gaps, &t->in_gaps, sizeof t->in_gaps) == 0 &&
           memcmp(&p->out_gaps, &t->out_gaps, sizeof t->out_gaps) == 0 &&
           memcmp(p->boundaries, t->boundaries, sizeof t->boundaries) == 0 && p->constant == t->constant &&
           p->pattern == t->pattern && memcmp(p->low, t->low, sizeof t->low) == 0 &&
           memcmp(p->high, t->high, sizeof t->high) == 0 && p->listed == t->listed && p->given == NULL &&
           t->given == NULL && p->weight_numbers == t->weight_numbers && p->weight_exponent == t->weight_exponent &&
           p->arithmetic == t->arithmetic;
}

static void make_plan(test_sweeper *s, const test_stencil_case *t, const test_taps *taps)
{
    if (is_planned(s, t)) {
        return;
    }
    drop_plan(s);
    test_stencil_case described = *t;
    described.constant = test_stencil_constant(t);
    const tcu_status status = test_stencil_make_plan(s->context, &described, taps, &s->plan);
    if (status != TCU_SUCCESS) {
        test_sweeper_fail(s, t, "tcu_stencil_create: %s", tcu_context_last_error(s->context));
        cr_assert_fail("%s", s->failure);
    }
    test_synchronise();
    s->planned = *t;
}

/* "Accuracy" in tcu/stencil.h: what sums on the matrix unit may be off beside a rounding for each tap. */
static unsigned matrix_roundings(const test_stencil_case *t)
{
    switch (t->type) {
    case TCU_TYPE_BF16:
        return 268;
    case TCU_TYPE_F16:
    case TCU_TYPE_U8:
        return 12;
    default:
        return 2;
    }
}

/* Whether weights may have become integers of 22 bits: boxes on images of bytes. (Plans drop taps
 * that are 0, so their boxes are not looked at.) */
static bool may_be_image(const test_stencil_case *t)
{
    const bool has_plan = test_stencil_has_plan(t->form);
    const uint64_t columns = t->kernel[1];
    return t->type == TCU_TYPE_U8 && t->arithmetic != TCU_ARITHMETIC_PLAIN &&
           (t->channels == 1 || t->channels == 3 || t->channels == 4) &&
           (has_plan || test_stencil_is_convolution(t->form)) &&
           (has_plan || ((columns == 3 || columns == 5 || columns == 7) && t->stride[0] == 1 && t->stride[1] == 1)) &&
           t->boundaries[1] != TCU_BOUNDARY_KEEP && t->boundaries[2] != TCU_BOUNDARY_KEEP;
}

test_grid test_sweeper_grid(const test_sweeper *s, const test_stencil_case *t)
{
    const bool is_layer = t->form == TEST_STENCIL_LAYER;
    test_grid g = {.type = t->type,
                   .step = {1, 1, 1},
                   .channels = t->channels,
                   .batch = t->batch,
                   .in_fields = t->in_fields,
                   .out_fields = t->out_fields,
                   .bias = is_layer ? s->bias : NULL,
                   .roundings = t->arithmetic == TCU_ARITHMETIC_PLAIN ? 2 : matrix_roundings(t),
                   .lost = may_be_image(t) ? 0x1p-22L : 0,
                   .is_product = t->form == TEST_STENCIL_SEPARABLE ||
                                 (test_stencil_has_plan(t->form) && t->pattern == TEST_PATTERN_SEPARABLE),
                   .is_exact = test_stencil_is_exact(t),
                   .constant = test_rounded(t->type, test_stencil_constant(t))};
    memcpy(g.in, t->extents, sizeof g.in);
    memcpy(g.boundaries, t->boundaries, sizeof g.boundaries);
    test_stencil_out_extents(t, g.out);
    for (int axis = 1; axis < TEST_AXES && !test_stencil_has_plan(t->form); axis++) {
        const int64_t k = (int64_t)t->kernel[axis - 1];
        g.step[axis] = t->stride[axis - 1];
        g.first[axis] = is_layer                          ? -(int64_t)t->padding_zeros[axis - 1]
                        : t->padding == TCU_PADDING_VALID ? 0
                        : t->padding == TCU_PADDING_SAME  ? -(k / 2)
                                                          : -(k - 1);
    }
    test_grid_open(&g, &s->footprint);
    return g;
}

/* -------------------------------------------------------------------------------------------------- the call --- */

void test_sweeper_prepare(test_sweeper *s, const test_stencil_case *t)
{
    test_draw_paths(s->context, t->value_seed);
    for (int b = 0; b < TEST_STENCIL_BUFFERS; b++) {
        s->buffers[b].used = false;
    }
    cr_assert_eq(tcu_context_set_arithmetic(s->context, t->arithmetic), TCU_SUCCESS);
    test_taps taps = test_stencil_has_plan(t->form) ? test_sweeper_taps(t) : (test_taps){0};
    test_sweeper_make_inputs(s, t, &taps);
    s->difference_options = (tcu_adjacent_difference_options)TCU_ADJACENT_DIFFERENCE_OPTIONS_INIT;
    s->difference_options.count = test_count_upload(&s->count, &t->count);
    test_buffers_upload(s->buffers, TEST_STENCIL_BUFFERS);
    if (test_stencil_has_plan(t->form)) {
        make_plan(s, t, &taps);
    }
    test_taps_free(&taps);
}

static void set_descriptions(test_sweeper *s, const test_stencil_case *t)
{
    const test_layout in = test_stencil_layout(t, false), out = test_stencil_layout(t, true);
    const bool is_signal = t->form == TEST_STENCIL_CONVOLVE_1D;
    s->convolution = (tcu_convolution_desc)TCU_CONVOLUTION_DESC_INIT;
    tcu_convolution_desc *c = &s->convolution;
    c->type = t->type;
    c->height = is_signal ? t->seed & 1 : t->extents[1];
    c->width = t->extents[2];
    c->channels = t->channels == 1 && t->seed & 16 ? 0 : t->channels;
    c->batch = t->batch == 1 && t->seed & 16 ? 0 : t->batch;
    c->in_row_stride = !is_signal && (t->in_gaps.axes[1] > 0 || t->seed & 2) ? in.axes[1] : 0;
    c->out_row_stride = !is_signal && (t->out_gaps.axes[1] > 0 || t->seed & 4) ? out.axes[1] : 0;
    c->in_image_stride = t->in_gaps.batch > 0 || t->seed & 8 ? in.batch : 0;
    c->out_image_stride = t->out_gaps.batch > 0 || t->seed & 8 ? out.batch : 0;
    c->stride_y = t->stride[0] == 1 && t->seed & 32 ? 0 : t->stride[0];
    c->stride_x = t->stride[1] == 1 && t->seed & 32 ? 0 : t->stride[1];
    c->padding = t->padding;
    c->kind = t->kind;
    c->boundary = t->boundaries[2];
    c->constant = test_stencil_constant(t);
    s->layer = (tcu_convolution_layer_desc)TCU_CONVOLUTION_LAYER_DESC_INIT;
    tcu_convolution_layer_desc *l = &s->layer;
    l->type = t->type;
    l->batch = t->batch;
    l->in_channels = t->in_fields;
    l->out_channels = t->out_fields;
    l->height = t->extents[1];
    l->width = t->extents[2];
    l->kernel_height = (uint32_t)t->kernel[0];
    l->kernel_width = (uint32_t)t->kernel[1];
    l->stride_y = c->stride_y;
    l->stride_x = c->stride_x;
    l->padding_y = t->padding_zeros[0];
    l->padding_x = t->padding_zeros[1];
    l->dilation_y = t->dilation[0] == 1 && t->seed & 32 ? 0 : t->dilation[0];
    l->dilation_x = t->dilation[1] == 1 && t->seed & 32 ? 0 : t->dilation[1];
}

/* Where there is nothing to write, all addresses may be NULL. */
static void *address(const test_buffer *buffer, bool null)
{
    return buffer->used && !null ? buffer->slice.data : NULL;
}

test_stencil_call test_sweeper_call(test_sweeper *s, const test_stencil_case *t)
{
    const test_buffer *buffers = s->buffers;
    set_descriptions(s, t);
    const bool is_iterated = t->form == TEST_STENCIL_ITERATE, may_be_null = t->seed & 64;
    const bool null = test_stencil_layout(t, true).elements + t->count.behind == 0 && may_be_null;
    const bool has_options = t->count.is_given || t->seed & 128;
    return (test_stencil_call){
        .form = t->form,
        .plan = s->plan,
        .convolution = &s->convolution,
        .layer = &s->layer,
        .in = address(&buffers[TEST_STENCIL_IN], null),
        .weights = address(&buffers[TEST_STENCIL_WEIGHTS], null),
        .more = address(&buffers[TEST_STENCIL_MORE], null),
        .kernel = {t->kernel[0], t->kernel[1]},
        .out = address(&buffers[is_iterated || t->in_place ? TEST_STENCIL_IN : TEST_STENCIL_OUT], null),
        .scratch = address(&buffers[TEST_STENCIL_SCRATCH], null || (t->steps == 0 && may_be_null)),
        .steps = t->steps,
        .n = t->extents[2] + t->count.behind,
        .type = t->type,
        .difference_options = has_options ? &s->difference_options : NULL};
}

tcu_status test_sweeper_enqueue(test_sweeper *s, const test_stencil_case *t)
{
    const test_stencil_call call = test_sweeper_call(s, t);
    const tcu_status status = test_stencil_run_call(s->context, &call);
    memset(&s->convolution, 0xdd, sizeof s->convolution);
    memset(&s->layer, 0xdd, sizeof s->layer);
    return status;
}

/* A workspace one byte too small is refused, and what is then found is what was there. */
static bool give_workspace(test_sweeper *s, const test_stencil_case *t)
{
    const test_stencil_call call = test_sweeper_call(s, t);
    size_t bytes = 0;
    if (test_stencil_query(s->context, &call, &bytes) != TCU_SUCCESS) {
        return test_sweeper_fail(s, t, "the workspace query: %s", tcu_context_last_error(s->context));
    }
    s->workspace = test_slice_open(&s->workspace_memory, bytes, t->seed % 61, 0xa7);
    if (bytes > 0 && (t->form != TEST_STENCIL_ITERATE || t->steps > 0)) {
        tcu_context_set_workspace(s->context, s->workspace.data, bytes - 1);
        const tcu_status status = test_stencil_run_call(s->context, &call);
        test_synchronise();
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL) {
            return test_sweeper_fail(s, t, "status %d with a workspace of one byte less than %zu", (int)status, bytes);
        }
        for (int b = 0; b < TEST_STENCIL_BUFFERS; b++) {
            if (s->buffers[b].used && !test_slice_holds(&s->buffers[b].slice, s->buffers[b].host)) {
                return test_sweeper_fail(s, t, "with a workspace that was too small buffer %d was written", b);
            }
        }
    }
    tcu_context_set_workspace(s->context, s->workspace.data, bytes);
    return true;
}

bool test_sweeper_execute(test_sweeper *s, const test_stencil_case *t)
{
    tcu_context *context = s->context;
    test_allocator *allocator = &s->allocator;
    *allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(s, t)) {
        return false;
    }
    test_synchronise(); /* a stream that does not wait for the legacy default stream has to find its inputs */
    const tcu_status status = test_sweeper_enqueue(s, t);
    char sentence[600];
    snprintf(sentence, sizeof sentence, "%s", tcu_context_last_error(context));
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return test_sweeper_fail(s, t, "status %d: %s", (int)status, sentence);
    }
    test_synchronise();
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return test_sweeper_fail(s, t, "%zu allocations, %zu releases, %zu bytes left", allocator->allocations,
                                 allocator->releases, allocator->live_bytes);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&s->workspace))) {
        return test_sweeper_fail(s, t, "%zu allocations beside the workspace, or wrote outside it",
                                 allocator->allocations);
    }
    return true;
}

bool test_sweeper_run(test_sweeper *s, const test_stencil_case *t)
{
    test_sweeper_prepare(s, t);
    return test_sweeper_execute(s, t) && test_sweeper_verify(s, t);
}

void test_sweeper_expect(test_sweeper *s, const test_stencil_case *t)
{
    cr_assert(test_sweeper_run(s, t), "%s", s->failure);
}
