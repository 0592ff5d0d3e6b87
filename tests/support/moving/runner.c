/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "moving.h"
#include "test_backend.h"
#include "test_types.h"

const char *const test_moving_names[TEST_MOVING_COUNT] = {"tcu_gather", "tcu_scatter", "tcu_run_length_decode"};

tcu_status test_moving_run_call(tcu_context *context, const test_moving_call *c)
{
    switch (c->form) {
    case TEST_MOVING_GATHER:
        return tcu_gather(context, c->from, c->places, c->names, c->type, c->to, c->item_bytes, c->n, c->options);
    case TEST_MOVING_SCATTER:
        return tcu_scatter(context, c->from, c->names, c->type, c->to, c->places, c->item_bytes, c->n, c->options);
    default:
        return tcu_run_length_decode(context, c->names, c->type, c->n, c->from, c->to, c->item_bytes, c->runs,
                                     c->run_type, c->total, c->places, c->run_options);
    }
}

tcu_status test_moving_query(tcu_context *context, const test_moving_call *c, size_t *bytes)
{
    switch (c->form) {
    case TEST_MOVING_GATHER:
        return tcu_gather_workspace(context, c->places, c->type, c->item_bytes, c->n, c->options, bytes);
    case TEST_MOVING_SCATTER:
        return tcu_scatter_workspace(context, c->type, c->places, c->item_bytes, c->n, c->options, bytes);
    default:
        return tcu_run_length_decode_workspace(context, c->type, c->n, c->item_bytes, c->places, c->run_options, bytes);
    }
}

test_mover test_mover_new(void)
{
    return (test_mover){.context = test_context_new()};
}

void test_mover_free(test_mover *mover)
{
    cr_assert(tcu_context_destroy(mover->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_MOVING_BUFFERS; b++) {
        test_buffer_release(&mover->buffers[b]);
    }
    test_memory_release(&mover->workspace_memory);
}

static bool fail(test_mover *mover, const test_moving_case *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(mover->failure, sizeof mover->failure, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof mover->failure) {
        length = (int)sizeof mover->failure - 1;
    }
    snprintf(mover->failure + length, sizeof mover->failure - (size_t)length,
             "\n  %s, items of %zu bytes, %s, n %" PRIu64 ", places %" PRIu64 ", bad %u, lengths %d of mean %" PRIu64
             ", runs %s, limit %d, wanted %u\n  shifts from %u to %u others %u, "
             "temporary memory %d, case seed %" PRIu64 ", TCU_TEST_SEED=%" PRIu64,
             test_moving_names[t->form], t->item_bytes, test_types[t->type].name, t->n, t->places, t->bad,
             (int)t->lengths, t->mean_length, test_types[t->run_type].name, (int)t->limit, t->wanted, t->from_shift,
             t->to_shift, t->shift, (int)t->temporary, t->seed, test_seed_of_run());
    return false;
}

/* -------------------------------------------------------------------------------------------- what is expected --- */

static void expect_moves(test_buffer *b, const test_moving_case *t)
{
    uint64_t outside = 0;
    for (uint64_t i = 0; i < test_moving_limited(t); i++) {
        const uint64_t index = test_moving_name(t, b[TEST_MOVING_NAMES].host, i);
        if (index >= t->places) {
            outside++;
        } else if (t->form == TEST_MOVING_GATHER) {
            memcpy(b[TEST_MOVING_TO].host + i * t->item_bytes, b[TEST_MOVING_FROM].host + index * t->item_bytes,
                   t->item_bytes);
        } else {
            memcpy(b[TEST_MOVING_TO].host + index * t->item_bytes, b[TEST_MOVING_FROM].host + i * t->item_bytes,
                   t->item_bytes);
        }
    }
    memcpy(b[TEST_MOVING_RESULT].host, &outside, sizeof outside);
}

static void expect_elements(test_buffer *b, const test_moving_case *t)
{
    uint64_t element = 0;
    for (uint64_t k = 0; k < test_moving_limited(t); k++) {
        const uint64_t length = test_moving_name(t, b[TEST_MOVING_NAMES].host, k);
        for (uint64_t i = 0; i < length && element + i < t->places; i++) {
            if (t->wanted & TEST_MOVING_ITEMS) {
                memcpy(b[TEST_MOVING_TO].host + (element + i) * t->item_bytes,
                       b[TEST_MOVING_FROM].host + k * t->item_bytes, t->item_bytes);
            }
            if (t->wanted & TEST_MOVING_NUMBERS) {
                memcpy(b[TEST_MOVING_RUNS].host + (element + i) * test_types[t->run_type].bytes, &k,
                       test_types[t->run_type].bytes); /* the lowest bytes */
            }
        }
        element += length;
    }
    memcpy(b[TEST_MOVING_RESULT].host, &element, sizeof element);
}

/* ---------------------------------------------------------------------------------------------------- the steps --- */

void test_mover_prepare(test_mover *mover, const test_moving_case *t)
{
    test_buffer *b = mover->buffers;
    const bool decodes = t->form == TEST_MOVING_DECODE, has_items = !decodes || (t->wanted & TEST_MOVING_ITEMS) != 0;
    const uint64_t from = t->form == TEST_MOVING_GATHER ? t->places : t->n;
    const uint64_t to = t->form == TEST_MOVING_GATHER ? t->n : t->places;
    const size_t name_bytes = test_types[t->type].bytes, run_bytes = test_types[t->run_type].bytes;
    const uint64_t numbers = decodes && (t->wanted & TEST_MOVING_NUMBERS) != 0 ? t->places : 0;
    const uint64_t limit = t->limit == TEST_LIMIT_MORE ? t->n + 1 + t->seed % 5 : test_moving_limited(t);
    test_random random = test_random_part(t->seed, 4);
    test_draw_paths(mover->context, t->seed);
    test_buffer_open(&b[TEST_MOVING_FROM], has_items ? from * t->item_bytes : 0, t->from_shift, 0xff);
    for (uint64_t i = 0; i < b[TEST_MOVING_FROM].slice.bytes; i += 8) { /* (A buffer has 8 bytes more on the host.) */
        const uint64_t r = test_random_next(&random);
        memcpy(b[TEST_MOVING_FROM].host + i, &r, sizeof r);
    }
    test_buffer_open(&b[TEST_MOVING_NAMES], t->n * name_bytes, t->shift * name_bytes, 0xff);
    test_moving_fill(t, b[TEST_MOVING_NAMES].host);
    test_buffer_open(&b[TEST_MOVING_LIMIT], t->limit == TEST_LIMIT_NONE ? 0 : 8, 8, 0xff);
    memcpy(b[TEST_MOVING_LIMIT].host, &limit, sizeof limit);
    test_buffer_open(&b[TEST_MOVING_TO], has_items ? to * t->item_bytes : 0, t->to_shift, 0x5b);
    test_buffer_open(&b[TEST_MOVING_RUNS], numbers * run_bytes, t->shift * run_bytes, 0x5c);
    test_buffer_open(&b[TEST_MOVING_RESULT], (t->wanted & TEST_MOVING_TOTAL) != 0 ? 8 : 0, 16, 0x5d);
    test_buffers_upload(b, TEST_MOVING_BUFFERS);
    test_synchronise();
    if (decodes) {
        expect_elements(b, t);
    } else {
        expect_moves(b, t);
    }
}

test_moving_call test_mover_make_call(test_mover *mover, const test_moving_case *t)
{
    const test_buffer *b = mover->buffers;
    const bool decodes = t->form == TEST_MOVING_DECODE, has_items = !decodes || (t->wanted & TEST_MOVING_ITEMS) != 0;
    const uint64_t *limit =
        t->limit == TEST_LIMIT_NONE ? NULL : (const uint64_t *)(const void *)b[TEST_MOVING_LIMIT].slice.data;
    uint64_t *total =
        (t->wanted & TEST_MOVING_TOTAL) == 0 ? NULL : (uint64_t *)(void *)b[TEST_MOVING_RESULT].slice.data;
    mover->options = (tcu_gather_options)TCU_GATHER_OPTIONS_INIT;
    mover->options.count = limit;
    mover->options.out_of_range = total;
    mover->run_options = (tcu_run_length_options)TCU_RUN_LENGTH_OPTIONS_INIT;
    mover->run_options.count = limit;
    return (test_moving_call){.form = t->form,
                              .from = has_items ? b[TEST_MOVING_FROM].slice.data : NULL,
                              .names = b[TEST_MOVING_NAMES].slice.data,
                              .type = t->type,
                              .to = has_items ? b[TEST_MOVING_TO].slice.data : NULL,
                              .runs = (t->wanted & TEST_MOVING_NUMBERS) ? b[TEST_MOVING_RUNS].slice.data : NULL,
                              .run_type = t->run_type,
                              .total = total,
                              .item_bytes = has_items ? t->item_bytes : 0,
                              .n = t->n,
                              .places = t->places,
                              .options = limit == NULL && total == NULL && t->seed & 2 ? NULL : &mover->options,
                              .run_options = limit == NULL && t->seed & 2 ? NULL : &mover->run_options};
}

/* A workspace one byte too small is refused before anything is written; then it gets the right size. */
static bool give_workspace(test_mover *mover, const test_moving_case *t, const test_moving_call *call)
{
    size_t bytes = 0;
    tcu_status status = test_moving_query(mover->context, call, &bytes);
    if (status != TCU_SUCCESS) {
        return fail(mover, t, "the workspace query gave status %d: %s", (int)status,
                    tcu_context_last_error(mover->context));
    }
    mover->workspace =
        test_slice_open(&mover->workspace_memory, bytes, t->seed % 61, (unsigned char)(t->seed >> 8 | 1));
    test_synchronise();
    const bool has_work = t->n > 0 && ((t->wanted & TEST_MOVING_TOTAL) != 0 || (call->places > 0 && t->wanted != 0));
    if (bytes > 0 && has_work) {
        tcu_context_set_workspace(mover->context, mover->workspace.data, bytes - 1);
        status = test_moving_run_call(mover->context, call);
        bool is_unchanged = true;
        for (int i = TEST_MOVING_TO; i < TEST_MOVING_BUFFERS; i++) {
            const test_slice *out = &mover->buffers[i].slice;
            is_unchanged = is_unchanged && test_slice_untouched(out, 0, out->bytes);
        }
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL || !is_unchanged) {
            return fail(mover, t, "status %d with a workspace of one byte less than %zu", (int)status, bytes);
        }
    }
    tcu_context_set_workspace(mover->context, mover->workspace.data, bytes);
    return true;
}

bool test_mover_execute(test_mover *mover, const test_moving_case *t)
{
    tcu_context *context = mover->context;
    const test_moving_call call = test_mover_make_call(mover, t);
    mover->allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, &mover->allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(mover, t, &call)) {
        return false;
    }
    const tcu_status status = test_moving_run_call(context, &call);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return fail(mover, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    test_synchronise();
    const test_allocator *allocator = &mover->allocator;
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return fail(mover, t, "%zu allocations, %zu releases", allocator->allocations, allocator->releases);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&mover->workspace))) {
        return fail(mover, t, "allocated memory, or wrote outside the workspace");
    }
    return true;
}

bool test_mover_verify(test_mover *mover, const test_moving_case *t)
{
    static const char *const names[] = {"the items", "the indices or lengths", "the count", "out",
                                        "runs",      "the resulting count"};
    const size_t bytes[] = {t->item_bytes, test_types[t->type].bytes,     8,
                            t->item_bytes, test_types[t->run_type].bytes, 8};
    for (int i = 0; i < TEST_MOVING_BUFFERS; i++) {
        const test_buffer *b = &mover->buffers[i];
        if (!test_slice_guarded(&b->slice)) {
            return fail(mover, t, "wrote beside %s", names[i]);
        }
        if (!test_slice_holds(&b->slice, b->host)) {
            const size_t unit = bytes[i] < 8 ? bytes[i] : 1;
            const test_difference d = test_buffer_difference(b, unit);
            return fail(mover, t, "%s differ at %zu, in units of %zu bytes: %" PRIu64 " instead of %" PRIu64, names[i],
                        d.at, unit, d.is, d.should_be);
        }
    }
    return true;
}

void test_mover_expect(test_mover *mover, const test_moving_case *t)
{
    test_mover_prepare(mover, t);
    cr_assert(test_mover_execute(mover, t) && test_mover_verify(mover, t), "%s", mover->failure);
}
