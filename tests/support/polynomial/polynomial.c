/* SPDX-License-Identifier: Apache-2.0 */
#include "polynomial.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inputs.h"
#include "test_backend.h"
#include "test_types.h"

test_evaluator test_evaluator_new(void)
{
    test_evaluator evaluator = {0};
    evaluator.context = test_context_new();
    evaluator.path = "";
    return evaluator;
}

static void drop_plan(test_evaluator *e)
{
    cr_assert(tcu_polynomial_destroy(e->plan) == TCU_SUCCESS, "%s", tcu_context_last_error(NULL));
    e->plan = NULL;
}

void test_evaluator_free(test_evaluator *e)
{
    drop_plan(e);
    cr_assert(tcu_context_destroy(e->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_POLYNOMIAL_BUFFERS; b++) {
        test_buffer_release(&e->buffers[b]);
    }
    free(e->coefficients);
    free(e->points);
    free(e->breakpoints);
    free(e->pieces);
    test_memory_release(&e->workspace_memory);
}

/* The path of the last call; "" if it took none. */
static const char *path_of(const tcu_context *context)
{
    tcu_call_info info;
    cr_assert_eq(tcu_context_get_last_call(context, &info), TCU_SUCCESS);
    return info.path;
}

bool test_evaluator_fail(test_evaluator *e, const test_polynomial_case *t, const char *format, ...)
{
    char *text = e->failure;
    const size_t size = sizeof e->failure;
    va_list arguments;
    va_start(arguments, format);
    size_t length = (size_t)vsnprintf(text, size / 2, format, arguments);
    va_end(arguments);
    length = length < size / 2 ? length : size / 2 - 1;
    snprintf(text + length, size - length,
             "\n  %s (path %s)%s, P %" PRIu64 ", degree %" PRIu64 ", n %" PRIu64 " (there are %" PRIu64
             "), %s -> %s, basis %d, derivatives %u, t from "
             "[%.17g, %.17g],\n  gaps %" PRIu64 " %" PRIu64 " %" PRIu64 ", order %d, index type %s, outside %d, "
             "reduction %d%s%s, numbers %d %d%s,\n  %sshifts in %u out %u, temporary memory %d, case seed %" PRIu64
             ", TCU_TEST_SEED=%" PRIu64,
             test_polynomial_names[t->form], e->path, t->updated ? " of an updated plan" : "", t->count, t->degree,
             t->n, e->num_points, test_types[t->type].name, test_types[t->out_type].name, (int)t->basis,
             (unsigned)t->derivatives, t->lower, t->upper, t->coefficient_gap, t->point_gap, t->out_gap, (int)t->order,
             test_types[t->index_type].name, (int)t->outside, (int)t->reduction, t->without_out ? " without out" : "",
             t->with_which ? " which" : "", (int)t->point_numbers, (int)t->coefficient_numbers,
             t->copies ? " with copies" : "", t->in_place && test_polynomial_works_in_place(t) ? "in place, " : "",
             t->in_shift, t->out_shift, (int)t->temporary, t->seed, test_seed_of_run());
    return false;
}

/* -------------------------------------------------------------------------------------------------- the plan --- */

static void set_options(test_evaluator *e, const test_polynomial_case *t)
{
    e->options = (tcu_polynomial_options)TCU_POLYNOMIAL_OPTIONS_INIT;
    e->options.basis = t->basis;
    e->options.derivatives = t->derivatives;
    e->options.coefficient_stride = t->coefficient_gap > 0 || t->seed & 1 ? t->degree + 1 + t->coefficient_gap : 0;
    e->options.lower = t->lower;
    e->options.upper = t->upper;
    if (t->has_count) {
        e->options.count = (const uint64_t *)(const void *)e->buffers[TEST_POLYNOMIAL_POINT_COUNT].slice.data;
    }
}

static bool has_default_options(const test_polynomial_case *t)
{
    return t->basis == TCU_BASIS_MONOMIAL && t->derivatives == 0 && t->coefficient_gap == 0 && t->lower == 0 &&
           t->upper == 0 && !t->has_count;
}

static bool is_planned(const test_evaluator *e, const test_polynomial_case *t)
{
    const test_polynomial_case *p = &e->planned;
    return e->plan != NULL && p->updated && t->updated && p->type == t->type && p->count == t->count &&
           p->degree == t->degree && p->basis == t->basis && p->derivatives == t->derivatives && p->lower == t->lower &&
           p->upper == t->upper && p->coefficient_gap == t->coefficient_gap && p->has_count == t->has_count;
}

/* A plan that will be updated is made of what buffers are full of: NaNs, which would show. */
static void make_plan(test_evaluator *e, const test_polynomial_case *t)
{
    if (t->form == TEST_POLYNOMIAL_ONCE || is_planned(e, t)) {
        return;
    }
    drop_plan(e);
    test_buffer *buffer = &e->buffers[TEST_POLYNOMIAL_COEFFICIENTS];
    if (t->updated) {
        test_set(buffer->slice.data, 0xff, buffer->slice.bytes);
    }
    test_synchronise();
    const tcu_polynomial_options *options = has_default_options(t) && t->seed & 2 ? NULL : &e->options;
    set_options(e, t);
    const tcu_status status = tcu_polynomial_create(e->context, t->count > 0 ? buffer->slice.data : NULL, t->count,
                                                    t->degree, t->type, options, &e->plan);
    memset(&e->options, 0xdd, sizeof e->options); /* a call has read it when it returns */
    cr_assert(status == TCU_SUCCESS, "tcu_polynomial_create: %s", tcu_context_last_error(e->context));
    test_synchronise();
    if (t->updated) {
        test_copy_in(buffer->slice.data, buffer->host, buffer->slice.bytes);
    } else {
        test_set(buffer->slice.data, 0xff, buffer->slice.bytes); /* a plan has a copy */
        memset(buffer->host, 0xff, buffer->slice.bytes);
    }
    e->planned = *t;
}

test_polynomials test_evaluator_polynomials(const test_evaluator *e, const test_polynomial_case *t)
{
    return (test_polynomials){.type = t->type,
                              .basis = t->basis,
                              .count = t->count,
                              .degree = t->degree,
                              .derivatives = t->derivatives,
                              .lower = t->lower,
                              .upper = t->upper,
                              .coefficients = e->coefficients,
                              .path = e->path};
}

/* -------------------------------------------------------------------------------------------------- the call --- */

static bool is_in_place(const test_polynomial_case *t)
{
    return t->in_place && test_polynomial_works_in_place(t);
}

void test_evaluator_prepare(test_evaluator *e, const test_polynomial_case *t)
{
    test_draw_paths(e->context, t->seed);
    for (int b = 0; b < TEST_POLYNOMIAL_BUFFERS; b++) {
        e->buffers[b].used = false;
    }
    test_evaluator_make_inputs(e, t);
    const size_t bytes = test_types[t->out_type].bytes;
    const uint64_t elements = test_polynomial_out_elements(t);
    if (!is_in_place(t) && !(t->form == TEST_POLYNOMIAL_REDUCE && t->without_out)) {
        test_buffer_open(&e->buffers[TEST_POLYNOMIAL_OUT], elements * bytes, t->out_shift * bytes, 0xc5);
    }
    if (t->form == TEST_POLYNOMIAL_REDUCE && t->with_which) {
        test_buffer_open(&e->buffers[TEST_POLYNOMIAL_WHICH], elements * 8, t->out_shift * 8, 0xc6);
    }
    test_buffers_upload(e->buffers, TEST_POLYNOMIAL_BUFFERS);
    make_plan(e, t);
}

/* Where there is nothing to read or to write, addresses may be NULL. */
static void *address(const test_buffer *buffer, bool null)
{
    return buffer->used && !null ? buffer->slice.data : NULL;
}

test_polynomial_call test_evaluator_call(test_evaluator *e, const test_polynomial_case *t)
{
    const test_buffer *buffers = e->buffers;
    set_options(e, t);
    const bool empty = t->n == 0 || (test_polynomial_rows(t) == 0);
    const bool null = empty && t->seed & 4, no_points = (empty || t->count == 0) && t->seed & 4;
    const bool stride_of_points = t->point_gap > 0 || t->seed & 8, stride_of_out = t->out_gap > 0 || t->seed & 16;
    const bool is_transposed = t->form == TEST_POLYNOMIAL_GRID && t->order == TCU_ORDER_COLUMN_MAJOR;
    const uint64_t row = is_transposed ? test_polynomial_rows(t) : t->n;
    return (test_polynomial_call){
        .form = t->form,
        .polynomial = e->plan,
        .coefficients = address(&buffers[TEST_POLYNOMIAL_COEFFICIENTS], t->count == 0),
        .count = t->count,
        .degree = t->degree,
        .type = t->type,
        .options = has_default_options(t) && t->seed & 2 ? NULL : &e->options,
        .points = address(&buffers[TEST_POLYNOMIAL_POINTS], no_points),
        .point_stride = stride_of_points ? t->n + t->point_gap : 0,
        .n = t->n,
        .out = address(&buffers[is_in_place(t) ? TEST_POLYNOMIAL_POINTS : TEST_POLYNOMIAL_OUT], null),
        .out_type = t->out_type,
        .out_stride = stride_of_out ? row + t->out_gap : 0,
        .order = t->order,
        .indices = address(&buffers[TEST_POLYNOMIAL_PIECES], null),
        .index_type = t->index_type,
        .breakpoints = address(&buffers[TEST_POLYNOMIAL_PIECES], false),
        .outside = t->outside,
        .reduction = t->reduction,
        .which = address(&buffers[TEST_POLYNOMIAL_WHICH], null)};
}

tcu_status test_evaluator_enqueue(test_evaluator *e, const test_polynomial_case *t)
{
    const test_polynomial_call call = test_evaluator_call(e, t);
    tcu_status status = TCU_SUCCESS;
    if (t->updated) {
        status = tcu_polynomial_update(e->context, e->plan,
                                       address(&e->buffers[TEST_POLYNOMIAL_COEFFICIENTS], t->count == 0));
    }
    status = status == TCU_SUCCESS ? test_polynomial_run_call(e->context, &call) : status;
    memset(&e->options, 0xdd, sizeof e->options);
    if (status == TCU_SUCCESS) {
        e->path = path_of(e->context);
    }
    return status;
}

/* A workspace one byte too small is refused, and what is then found is what was there. */
static bool give_workspace(test_evaluator *e, const test_polynomial_case *t)
{
    const test_polynomial_call call = test_evaluator_call(e, t);
    test_slice *workspace = &e->workspace;
    size_t bytes = 0;
    if (test_polynomial_query(e->context, &call, &bytes) != TCU_SUCCESS) {
        return test_evaluator_fail(e, t, "the workspace query: %s", tcu_context_last_error(e->context));
    }
    *workspace = test_slice_open(&e->workspace_memory, bytes, t->seed % 61, 0xa7);
    if (bytes > 0) {
        tcu_context_set_workspace(e->context, workspace->data, bytes - 1);
        const tcu_status status = test_polynomial_run_call(e->context, &call);
        test_synchronise();
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL) {
            return test_evaluator_fail(e, t, "status %d with a workspace of one byte less than %zu", (int)status,
                                       bytes);
        }
        for (int b = 0; b < TEST_POLYNOMIAL_BUFFERS; b++) {
            if (e->buffers[b].used && !test_slice_holds(&e->buffers[b].slice, e->buffers[b].host)) {
                return test_evaluator_fail(e, t, "with a workspace that was too small buffer %d was written", b);
            }
        }
    }
    tcu_context_set_workspace(e->context, workspace->data, bytes);
    return true;
}

bool test_evaluator_execute(test_evaluator *e, const test_polynomial_case *t)
{
    tcu_context *context = e->context;
    test_allocator *allocator = &e->allocator;
    *allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(e, t)) {
        return false;
    }
    test_synchronise(); /* a stream that does not wait for the legacy default stream has to find its inputs */
    const tcu_status status = test_evaluator_enqueue(e, t);
    char sentence[600];
    snprintf(sentence, sizeof sentence, "%s", tcu_context_last_error(context));
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return test_evaluator_fail(e, t, "status %d: %s", (int)status, sentence);
    }
    test_synchronise();
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return test_evaluator_fail(e, t, "%zu allocations, %zu releases, %zu bytes left", allocator->allocations,
                                   allocator->releases, allocator->live_bytes);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&e->workspace))) {
        return test_evaluator_fail(e, t, "%zu allocations beside the workspace, or wrote outside it",
                                   allocator->allocations);
    }
    return true;
}

bool test_evaluator_run(test_evaluator *e, const test_polynomial_case *t)
{
    test_evaluator_prepare(e, t);
    return test_evaluator_execute(e, t) && test_evaluator_verify(e, t);
}

void test_evaluator_expect(test_evaluator *e, const test_polynomial_case *t)
{
    cr_assert(test_evaluator_run(e, t), "%s", e->failure);
}
