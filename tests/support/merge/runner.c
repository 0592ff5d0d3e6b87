/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "merge.h"
#include "test_backend.h"
#include "test_types.h"

const char *const test_merge_names[TEST_MERGE_COUNT] = {"tcu_merge", "tcu_merge_pairs", "tcu_search_sorted"};

static const char *const array_names[TEST_MERGE_BUFFERS] = {"a",       "b",        "a_values",   "b_values", "a_count",
                                                            "b_count", "keys_out", "values_out", "indices"};

tcu_status test_merge_run_call(tcu_context *context, const test_merge_call *c)
{
    switch (c->form) {
    case TEST_MERGE_KEYS:
        return tcu_merge(context, c->a, c->num_a, c->b, c->num_b, c->keys_out, c->key_type, c->merge_options);
    case TEST_MERGE_PAIRS:
        return tcu_merge_pairs(context, c->a, c->a_values, c->num_a, c->b, c->b_values, c->num_b, c->keys_out,
                               c->values_out, c->key_type, c->value_bytes, c->merge_options);
    default:
        return tcu_search_sorted(context, c->a, c->num_a, c->b, c->num_b, c->key_type, c->positions, c->index_type,
                                 c->search_options);
    }
}

tcu_status test_merge_query(tcu_context *context, const test_merge_call *c, size_t *bytes)
{
    switch (c->form) {
    case TEST_MERGE_KEYS:
        return tcu_merge_workspace(context, c->num_a, c->num_b, c->key_type, c->merge_options, bytes);
    case TEST_MERGE_PAIRS:
        return tcu_merge_pairs_workspace(context, c->num_a, c->num_b, c->key_type, c->value_bytes, c->merge_options,
                                         bytes);
    default:
        return tcu_search_sorted_workspace(context, c->num_a, c->num_b, c->key_type, c->index_type, c->search_options,
                                           bytes);
    }
}

test_merge_runner test_merge_runner_new(void)
{
    return (test_merge_runner){.context = test_context_new()};
}

void test_merge_runner_free(test_merge_runner *runner)
{
    cr_assert(tcu_context_destroy(runner->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_MERGE_BUFFERS; b++) {
        test_buffer_release(&runner->buffers[b]);
    }
    test_memory_release(&runner->workspace_memory);
}

static bool fail(test_merge_runner *runner, const test_merge_case *t, const char *format, ...)
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
        "\n  %s of %s, n %" PRIu64 " and %" PRIu64 ", counts %" PRIu64 " and %" PRIu64
        "\n  spread %d, values of %zu bytes, positions %s, descending %d, upper %d, values sorted %d, shift of a %u"
        ", temporary memory %d, path %s, case seed %" PRIu64 ", TCU_TEST_SEED=%" PRIu64,
        test_merge_names[t->form], test_types[t->key_type].name, t->n[0], t->n[1], test_merge_length(t, 0),
        test_merge_length(t, 1), (int)t->spread, t->value_bytes, test_types[t->index_type].name, t->descending,
        t->upper, t->values_sorted, t->shift[TEST_MERGE_A], (int)t->temporary, info.path, t->seed, test_seed_of_run());
    return false;
}

/* Of array b: bytes of an element, and elements. */
static size_t bytes_of(const test_merge_case *t, int b)
{
    switch (b) {
    case TEST_MERGE_A:
    case TEST_MERGE_B:
    case TEST_MERGE_OUT:
        return test_types[t->key_type].bytes;
    case TEST_MERGE_POSITIONS:
        return test_types[t->index_type].bytes;
    case TEST_MERGE_A_COUNT:
    case TEST_MERGE_B_COUNT:
        return sizeof(uint64_t);
    default:
        return t->value_bytes;
    }
}

static uint64_t elements_of(const test_merge_case *t, int b)
{
    const bool has_values = t->form == TEST_MERGE_PAIRS, is_search = t->form == TEST_MERGE_SEARCH;
    switch (b) {
    case TEST_MERGE_A:
    case TEST_MERGE_B:
        return t->n[b];
    case TEST_MERGE_A_VALUES:
    case TEST_MERGE_B_VALUES:
        return has_values ? t->n[b - TEST_MERGE_A_VALUES] : 0;
    case TEST_MERGE_A_COUNT:
    case TEST_MERGE_B_COUNT:
        return t->has_count[b - TEST_MERGE_A_COUNT];
    case TEST_MERGE_OUT:
        return is_search ? 0 : t->n[0] + t->n[1];
    case TEST_MERGE_VALUES_OUT:
        return has_values ? t->n[0] + t->n[1] : 0;
    default:
        return is_search ? t->n[1] : 0;
    }
}

void test_merge_prepare(test_merge_runner *runner, const test_merge_case *t)
{
    test_buffer *b = runner->buffers;
    test_draw_paths(runner->context, t->seed);
    /* Around inputs and behind counts lie the greatest or least keys, or NaN: what is read from there by mistake shows. */
    const unsigned char beside = t->seed & 16 ? 0xff : t->seed & 32 ? 0x7f : 0;
    for (int i = 0; i < TEST_MERGE_BUFFERS; i++) {
        const unsigned char poison = i >= TEST_MERGE_OUT ? 0x5d : beside;
        test_buffer_open(&b[i], elements_of(t, i) * bytes_of(t, i), t->shift[i] * bytes_of(t, i), poison);
    }
    test_merge_fill(t, b);
    test_buffers_upload(b, TEST_MERGE_BUFFERS);
    test_synchronise();
}

test_merge_call test_merge_make_call(test_merge_runner *runner, const test_merge_case *t)
{
    const test_buffer *b = runner->buffers;
    const uint64_t *counts[2];
    for (int which = 0; which < 2; which++) {
        counts[which] =
            t->has_count[which] ? (const uint64_t *)(const void *)b[TEST_MERGE_A_COUNT + which].slice.data : NULL;
    }
    runner->merge_options =
        (tcu_merge_options){.descending = t->descending, .a_count = counts[0], .b_count = counts[1]};
    runner->search_options = (tcu_search_options){.upper = t->upper,
                                                  .descending = t->descending,
                                                  .values_sorted = t->values_sorted,
                                                  .count = counts[1],
                                                  .sorted_count = counts[0]};
    const bool is_default = t->seed & 2 && !t->descending && !t->has_count[0] && !t->has_count[1];
    return (test_merge_call){.form = t->form,
                             .a = b[TEST_MERGE_A].slice.data,
                             .b = b[TEST_MERGE_B].slice.data,
                             .a_values = b[TEST_MERGE_A_VALUES].slice.data,
                             .b_values = b[TEST_MERGE_B_VALUES].slice.data,
                             .num_a = t->n[0],
                             .num_b = t->n[1],
                             .keys_out = b[TEST_MERGE_OUT].slice.data,
                             .values_out = b[TEST_MERGE_VALUES_OUT].slice.data,
                             .positions = b[TEST_MERGE_POSITIONS].slice.data,
                             .key_type = t->key_type,
                             .index_type = t->index_type,
                             .value_bytes = t->value_bytes,
                             .merge_options = is_default ? NULL : &runner->merge_options,
                             .search_options =
                                 is_default && !t->upper && !t->values_sorted ? NULL : &runner->search_options};
}

/* A workspace one byte too small is refused before anything is written; then it gets the right size. */
static bool give_workspace(test_merge_runner *runner, const test_merge_case *t, const test_merge_call *call)
{
    size_t bytes = 0;
    tcu_status status = test_merge_query(runner->context, call, &bytes);
    if (status != TCU_SUCCESS) {
        return fail(runner, t, "the workspace query gave status %d: %s", (int)status,
                    tcu_context_last_error(runner->context));
    }
    runner->workspace =
        test_slice_open(&runner->workspace_memory, bytes, t->seed % 61, (unsigned char)(t->seed >> 8 | 1));
    test_synchronise();
    if (bytes > 0) {
        tcu_context_set_workspace(runner->context, runner->workspace.data, bytes - 1);
        status = test_merge_run_call(runner->context, call);
        bool is_unchanged = true;
        for (int i = TEST_MERGE_OUT; i < TEST_MERGE_BUFFERS; i++) {
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

bool test_merge_execute(test_merge_runner *runner, const test_merge_case *t)
{
    tcu_context *context = runner->context;
    const test_merge_call call = test_merge_make_call(runner, t);
    runner->allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, &runner->allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(runner, t, &call)) {
        return false;
    }
    const tcu_status status = test_merge_run_call(context, &call);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return fail(runner, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    test_synchronise();
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

bool test_merge_verify(test_merge_runner *runner, const test_merge_case *t)
{
    test_buffer *b = runner->buffers;
    test_merge_oracle(t, b);
    for (int i = 0; i < TEST_MERGE_BUFFERS; i++) {
        if (!test_slice_guarded(&b[i].slice)) {
            return fail(runner, t, "wrote beside array %s", array_names[i]);
        }
        if (!test_slice_holds(&b[i].slice, b[i].host)) {
            const size_t bytes = bytes_of(t, i) < sizeof(uint64_t) ? bytes_of(t, i) : sizeof(uint64_t);
            const test_difference d = test_buffer_difference(&b[i], bytes);
            return fail(runner, t, "%s[%zu] (elements of %zu bytes) is %#" PRIx64 " instead of %#" PRIx64,
                        array_names[i], d.at, bytes, d.is, d.should_be);
        }
    }
    return true;
}

void test_merge_expect(test_merge_runner *runner, const test_merge_case *t)
{
    test_merge_prepare(runner, t);
    cr_assert(test_merge_execute(runner, t) && test_merge_verify(runner, t), "%s", runner->failure);
}

void test_merge_draw_counts(test_merge_case *t, test_random *random)
{
    for (int which = 0; which < 2; which++) {
        const uint64_t n = t->n[which], counts[] = {0, 1, n, n + 1 + test_random_below(random, 1000), UINT64_MAX};
        const uint64_t kind = test_random_below(random, 9);
        t->count[which] = kind < sizeof counts / sizeof counts[0] ? counts[kind] : test_random_below(random, n + 1);
    }
}

test_merge_case test_merge_random(test_merge_form form, tcu_type type, test_random *random)
{
    test_merge_case t = {.form = form,
                         .key_type = type,
                         .index_type = test_random_below(random, 2) ? TCU_TYPE_U32 : TCU_TYPE_U64,
                         .value_bytes = (size_t)1 << test_random_below(random, 5),
                         .descending = test_random_below(random, 2) == 1,
                         .upper = test_random_below(random, 2) == 1,
                         .values_sorted = test_random_below(random, 2) == 1,
                         .spread = (test_merge_spread)test_random_below(random, TEST_MERGE_SPREADS),
                         .seed = test_random_next(random),
                         .temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT)};
    for (int which = 0; which < 2; which++) {
        t.has_count[which] = test_random_below(random, 3) == 0;
    }
    for (int b = 0; b < TEST_MERGE_BUFFERS && t.seed & 8; b++) {
        t.shift[b] = (unsigned)test_random_below(random, 9);
    }
    return t;
}
