/* SPDX-License-Identifier: Apache-2.0 */
#include "compaction.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "parts.h"
#include "test_backend.h"
#include "test_types.h"

test_compactor test_compactor_new(void)
{
    test_compactor compactor = {0};
    compactor.context = test_context_new();
    return compactor;
}

void test_compactor_free(test_compactor *compactor)
{
    cr_assert(tcu_context_destroy(compactor->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_BUFFERS; b++) {
        test_buffer_release(&compactor->buffers[b]);
    }
    test_memory_release(&compactor->workspace_memory);
    test_memory_release(&compactor->length.memory);
}

static bool fail(test_compactor *compactor, const test_compaction_case *t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail(test_compactor *compactor, const test_compaction_case *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(compactor->failure, sizeof compactor->failure / 2, format, arguments);
    va_end(arguments);
    length = length < (int)sizeof compactor->failure / 2 ? length : (int)sizeof compactor->failure / 2 - 1;
    snprintf(compactor->failure + length, sizeof compactor->failure - (size_t)length,
             "\n  %s%s%s, n %" PRIu64 ", count %d (%" PRIu64 "; %" PRIu64
             " behind), items of %zu bytes, type %s, comparison %d, %d columns, %s flags, index type %s,"
             "\n  kept %" PRIu64
             " (%s), shifts in %u out %u flags %u, values in %s, temporary memory %d, case seed %" PRIu64
             ", TCU_TEST_SEED=%" PRIu64,
             test_compaction_names[t->operation], t->in_place ? " in place" : "",
             t->with_lengths ? " with run lengths" : "", t->n, (int)t->length.is_given, t->length.value,
             t->length.behind, t->item_bytes, test_types[t->type].name, (int)t->comparison, t->num_columns,
             t->format == TCU_FLAGS_BITS ? "bit" : "byte", test_types[t->index_type].name, compactor->kept,
             test_density_names[t->density], t->in_shift, t->out_shift, t->flags_shift,
             t->values_in_context ? "context memory" : "the call", (int)t->temporary, t->seed, test_seed_of_run());
    return false;
}

/* ------------------------------------------------------------------------------------------ the buffers --- */

int test_compaction_columns(const test_compaction_case *t)
{
    return t->operation == TEST_COMPACT_INDICES ? 0 : t->operation == TEST_COMPACT_COLUMNS ? t->num_columns : 1;
}

size_t test_compaction_column_bytes(const test_compaction_case *t, int c)
{
    return t->operation == TEST_COMPACT_COLUMNS ? t->column_bytes[c] : t->item_bytes;
}

test_buffer *test_compactor_open(test_compactor *compactor, const test_compaction_case *t, int which, size_t bits,
                                 size_t shift, unsigned char poison)
{
    test_buffer *buffer = &compactor->buffers[which];
    const size_t bytes = (t->n * bits + 7) / 8, most = ((t->n + t->length.behind) * bits + 7) / 8;
    test_buffer_open_room(buffer, bytes, (test_room){most - bytes, t->length.is_closed}, shift, poison);
    return buffer;
}

bool test_compactor_verify(test_compactor *compactor, const test_compaction_case *t)
{
    static const char *const names[] = {"flags", "value", "upper"};
    if (!test_count_holds(&compactor->length, &t->length)) {
        return fail(compactor, t, "the call wrote over options->count, or beside it");
    }
    static const char *const out_names[] = {"indices", "run_lengths", "count"};
    for (int b = 0; b < TEST_BUFFERS; b++) {
        const test_buffer *buffer = &compactor->buffers[b];
        if (!buffer->used) {
            continue;
        }
        const char *name = b < TEST_BUFFER_FLAGS     ? "in"
                           : b < TEST_BUFFER_OUT     ? names[b - TEST_BUFFER_FLAGS]
                           : b < TEST_BUFFER_INDICES ? "out"
                                                     : out_names[b - TEST_BUFFER_INDICES];
        if (!test_slice_guarded(&buffer->slice)) {
            return fail(compactor, t, "the call wrote outside %s (buffer %d)", name, b);
        }
        if (!test_slice_holds(&buffer->slice, buffer->host)) {
            const test_difference byte = test_buffer_difference(buffer, 1);
            return fail(compactor, t, "byte %zu of %s (buffer %d) is 0x%02" PRIx64 ", not 0x%02" PRIx64, byte.at, name,
                        b, byte.is, byte.should_be);
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------- the call --- */

void test_compactor_prepare(test_compactor *compactor, const test_compaction_case *t)
{
    test_draw_paths(compactor->context, t->seed);
    test_compactor_make_inputs(compactor, t);
    test_compactor_expect_outputs(compactor, t);
    compactor->counted = test_count_upload(&compactor->length, &t->length);
}

test_compaction_call test_compactor_call(test_compactor *compactor, const test_compaction_case *t)
{
    const test_buffer *buffers = compactor->buffers;
    compactor->predicate = (tcu_predicate)TCU_PREDICATE_INIT(t->comparison, compactor->value);
    compactor->predicate.upper = compactor->upper;
    if (t->values_in_context) {
        compactor->predicate.in_context_memory = 1;
        compactor->predicate.value = buffers[TEST_BUFFER_VALUE].slice.data;
        compactor->predicate.upper = buffers[TEST_BUFFER_UPPER].slice.data;
    }
    if (t->comparison < TCU_COMPARE_INSIDE && t->seed & 2) {
        compactor->predicate.upper = NULL;
    }
    for (int c = 0; c < test_compaction_columns(t); c++) {
        compactor->columns[c] =
            (tcu_column){buffers[TEST_BUFFER_IN + c].slice.data, buffers[TEST_BUFFER_OUT + c].slice.data,
                         test_compaction_column_bytes(t, c)};
    }
    test_compaction_call call = {
        .operation = t->operation,
        .in = buffers[t->in_place ? TEST_BUFFER_OUT : TEST_BUFFER_IN].slice.data,
        .item_bytes = t->item_bytes,
        .type = t->type,
        .predicate = &compactor->predicate,
        .flags = buffers[TEST_BUFFER_FLAGS].slice.data,
        .format = t->format,
        .columns = compactor->columns,
        .num_columns = t->num_columns,
        .out = buffers[TEST_BUFFER_OUT].slice.data,
        .indices = buffers[TEST_BUFFER_INDICES].slice.data,
        .index_type = t->index_type,
        .run_lengths = t->with_lengths ? (uint64_t *)(void *)buffers[TEST_BUFFER_RUN_LENGTHS].slice.data : NULL,
        .count = (uint64_t *)(void *)buffers[TEST_BUFFER_COUNT].slice.data,
        .n = t->n + t->length.behind};
    if (compactor->counted != NULL) {
        compactor->options = (tcu_compact_options)TCU_COMPACT_OPTIONS_INIT;
        compactor->options.count = compactor->counted;
        call.options = &compactor->options;
    }
    if (call.n == 0 && t->seed & 1) { /* of no items there may be no array */
        call.in = call.flags = NULL;
        call.out = call.indices = call.run_lengths = NULL;
        for (int c = 0; c < test_compaction_columns(t); c++) {
            compactor->columns[c].in = compactor->columns[c].out = NULL;
        }
    }
    return call;
}

/* Whether no output has been written; in place not even the items. */
static bool outputs_untouched(const test_compactor *compactor, const test_compaction_case *t)
{
    test_synchronise();
    for (int b = TEST_BUFFER_OUT; b < TEST_BUFFERS; b++) {
        const test_buffer *buffer = &compactor->buffers[b];
        const bool holds_items = t->in_place && b == TEST_BUFFER_OUT;
        if (buffer->used && !(holds_items ? test_slice_holds(&buffer->slice, compactor->buffers[TEST_BUFFER_IN].host)
                                          : test_slice_untouched(&buffer->slice, 0, buffer->slice.bytes))) {
            return false;
        }
    }
    return true;
}

/* A workspace one byte too small is refused, and what is then found is what was there. */
static bool give_workspace(test_compactor *compactor, const test_compaction_case *t, const test_compaction_call *call)
{
    tcu_context *context = compactor->context;
    test_slice *workspace = &compactor->workspace;
    size_t bytes = 0;
    if (test_compaction_query(context, call, &bytes) != TCU_SUCCESS) {
        return fail(compactor, t, "the workspace query: %s", tcu_context_last_error(context));
    }
    *workspace = test_slice_open(&compactor->workspace_memory, bytes, t->seed % 61, 0xa7);
    /* The query of columns does not know their sizes, so a call may need less. */
    if (bytes > 0 && call->n > 0 && t->operation != TEST_COMPACT_COLUMNS) {
        tcu_context_set_workspace(context, workspace->data, bytes - 1);
        const tcu_status status = test_compaction_run_call(context, call);
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL || tcu_context_last_error(context)[0] == '\0' ||
            !outputs_untouched(compactor, t)) {
            return fail(compactor, t, "status %d, or outputs written, with a workspace of one byte less than %zu",
                        (int)status, bytes);
        }
    }
    tcu_context_set_workspace(context, workspace->data, bytes);
    return true;
}

bool test_compactor_execute(test_compactor *compactor, const test_compaction_case *t)
{
    const test_compaction_call call = test_compactor_call(compactor, t);
    tcu_context *context = compactor->context;
    test_allocator *allocator = &compactor->allocator;
    *allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(compactor, t, &call)) {
        return false;
    }
    test_synchronise(); /* a stream that does not wait for the legacy default stream has to find its inputs */
    const tcu_status status = test_compaction_run_call(context, &call);
    /* The call has read what lies in host memory. */
    memset(&compactor->predicate, 0xee, sizeof compactor->predicate);
    memset(&compactor->options, 0xee, sizeof compactor->options);
    memset(compactor->columns, 0xee, sizeof compactor->columns);
    memset(compactor->value, 0xee, sizeof compactor->value);
    memset(compactor->upper, 0xee, sizeof compactor->upper);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return fail(compactor, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    test_synchronise();
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return fail(compactor, t, "%zu allocations, %zu releases, %zu bytes left", allocator->allocations,
                    allocator->releases, allocator->live_bytes);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&compactor->workspace))) {
        return fail(compactor, t, "%zu allocations beside the workspace, or wrote outside it", allocator->allocations);
    }
    return true;
}

bool test_compactor_run(test_compactor *compactor, const test_compaction_case *t)
{
    test_compactor_prepare(compactor, t);
    return test_compactor_execute(compactor, t) && test_compactor_verify(compactor, t);
}

void test_compactor_expect(test_compactor *compactor, const test_compaction_case *t)
{
    cr_assert(test_compactor_run(compactor, t), "%s", compactor->failure);
}
