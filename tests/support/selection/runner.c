/* SPDX-License-Identifier: Apache-2.0 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "selection.h"
#include "test_backend.h"
#include "test_types.h"

static const char *const array_names[TEST_SELECTION_BUFFERS] = {
    "keys", "values", "offsets", "count", "keys_out", "values_out", "indices_out", "num_out", "out", "num_nans"};

test_selection_runner test_selection_runner_new(void)
{
    return (test_selection_runner){.context = test_context_new()};
}

void test_selection_runner_free(test_selection_runner *runner)
{
    cr_assert(tcu_context_destroy(runner->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_SELECTION_BUFFERS; b++) {
        test_buffer_release(&runner->buffers[b]);
    }
    test_memory_release(&runner->workspace_memory);
}

static bool fail(test_selection_runner *runner, const test_selection_case *t, const char *format, ...)
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
        "\n  %s of %s, n %" PRIu64 ", count %" PRIu64 ", k %" PRIu64 ", segment size %" PRIu64 ", %" PRIu64
        " segments\n  spread %d, values of %zu bytes, positions %s, smallest %d, input order %d, in segment %d, "
        "outputs %d %d %d, method %d, NaN mode %d, out %s, shift of keys %u, temporary memory %d, path %s, case seed "
        "%" PRIu64 ", TCU_TEST_SEED=%" PRIu64,
        test_selection_names[t->form], test_types[t->key_type].name, t->n, test_selection_length(t), t->k,
        t->segment_size, test_selection_segments(t), (int)t->spread, t->value_bytes, test_types[t->index_type].name,
        t->smallest, t->input_order, t->indices_in_segment, t->has_keys_out, t->has_positions, t->has_num_out,
        (int)t->method, (int)t->nan_mode, test_types[t->out_type].name, t->shift[TEST_SELECTION_KEYS],
        (int)t->temporary, info.path, t->seed, test_seed_of_run());
    return false;
}

/* Of array b: bytes by which it is aligned, and bytes of an element. */
static size_t alignment_of(const test_selection_case *t, int b)
{
    switch (b) {
    case TEST_SELECTION_KEYS:
    case TEST_SELECTION_KEYS_OUT:
        return test_types[t->key_type].bytes;
    case TEST_SELECTION_POSITIONS:
        return test_types[t->index_type].bytes;
    case TEST_SELECTION_OUT:
        return test_types[t->out_type].bytes;
    case TEST_SELECTION_VALUES:
    case TEST_SELECTION_VALUES_OUT:
        return 1;
    default:
        return sizeof(uint64_t);
    }
}

static size_t bytes_of(const test_selection_case *t, int b)
{
    return b == TEST_SELECTION_VALUES || b == TEST_SELECTION_VALUES_OUT ? t->value_bytes : alignment_of(t, b);
}

/* Results that an output has room for. */
static uint64_t results_of(const test_selection_case *t)
{
    return t->form == TEST_NTH_ELEMENT   ? t->n > 0
           : t->form <= TEST_TOP_K_PAIRS ? (t->k < t->n ? t->k : t->n)
                                         : test_selection_segments(t) * t->k;
}

static uint64_t elements_of(const test_selection_case *t, int b)
{
    const bool is_quantiles = t->form == TEST_QUANTILES, has_values = test_selection_has_values(t->form);
    switch (b) {
    case TEST_SELECTION_KEYS:
        return t->n;
    case TEST_SELECTION_VALUES:
        return has_values ? t->n : 0;
    case TEST_SELECTION_OFFSETS:
        return test_selection_by_offsets(t->form) && t->num_segments > 0 ? t->num_segments + 1 : 0;
    case TEST_SELECTION_LENGTH:
        return t->has_count;
    case TEST_SELECTION_KEYS_OUT:
        return !is_quantiles && t->has_keys_out ? results_of(t) : 0;
    case TEST_SELECTION_VALUES_OUT:
        return has_values ? results_of(t) : 0;
    case TEST_SELECTION_POSITIONS:
        return !is_quantiles && !has_values && t->has_positions ? results_of(t) : 0;
    case TEST_SELECTION_NUM_OUT:
        return is_quantiles || !t->has_num_out ? 0 : test_selection_is_top_k(t->form) ? test_selection_segments(t) : 1;
    case TEST_SELECTION_OUT:
        return is_quantiles ? t->k : 0;
    default:
        return is_quantiles && t->has_num_nans;
    }
}

void test_selection_prepare(test_selection_runner *runner, const test_selection_case *t)
{
    test_buffer *b = runner->buffers;
    test_draw_paths(runner->context, t->seed);
    /* Around inputs and behind the count lie the greatest or least keys, or NaN: what is read by mistake shows. */
    const unsigned char beside = t->seed & 16 ? 0xff : t->seed & 32 ? 0x7f : 0;
    for (int i = 0; i < TEST_SELECTION_BUFFERS; i++) {
        const unsigned char poison = i >= TEST_SELECTION_KEYS_OUT ? 0x5d : beside;
        test_buffer_open(&b[i], elements_of(t, i) * bytes_of(t, i), t->shift[i] * alignment_of(t, i), poison);
    }
    test_selection_fill(t, b);
    test_buffers_upload(b, TEST_SELECTION_BUFFERS);
    test_synchronise();
}

static void *pointer_of(const test_buffer *b, int i)
{
    return b[i].slice.data;
}

test_selection_call test_selection_make_call(test_selection_runner *runner, const test_selection_case *t)
{
    const test_buffer *b = runner->buffers;
    const uint64_t *count = t->has_count ? pointer_of(b, TEST_SELECTION_LENGTH) : NULL;
    runner->top_k_options =
        (tcu_top_k_options){.smallest = t->smallest,
                            .input_order = t->input_order,
                            .indices_in_segment = t->indices_in_segment,
                            .count = count,
                            .num_out = t->has_num_out ? pointer_of(b, TEST_SELECTION_NUM_OUT) : NULL};
    runner->nth_options =
        (tcu_nth_element_options){.descending = !t->smallest, .count = count, .num_out = runner->top_k_options.num_out};
    runner->quantiles_options =
        (tcu_quantiles_options){.method = t->method,
                                .nan_mode = t->nan_mode,
                                .count = count,
                                .num_nans = t->has_num_nans ? pointer_of(b, TEST_SELECTION_NUM_NANS) : NULL};
    if (t->form == TEST_QUANTILES) {
        test_selection_fill_q(t, runner->q);
    }
    const bool plain = t->seed & 2 && count == NULL;
    const bool top_k_plain = plain && !t->smallest && !t->input_order && !t->indices_in_segment && !t->has_num_out;
    const bool quantiles_plain =
        plain && t->method == TCU_QUANTILE_LINEAR && !t->has_num_nans && t->nan_mode == TCU_QUANTILE_NAN_PROPAGATE;
    return (test_selection_call){.form = t->form,
                                 .keys = pointer_of(b, TEST_SELECTION_KEYS),
                                 .values = pointer_of(b, TEST_SELECTION_VALUES),
                                 .offsets = pointer_of(b, TEST_SELECTION_OFFSETS),
                                 .n = t->n,
                                 .k = t->k,
                                 .segment_size = t->segment_size,
                                 .num_segments = t->num_segments,
                                 .key_type = t->key_type,
                                 .index_type = t->index_type,
                                 .out_type = t->out_type,
                                 .value_bytes = t->value_bytes,
                                 .keys_out = t->has_keys_out ? pointer_of(b, TEST_SELECTION_KEYS_OUT) : NULL,
                                 .values_out = pointer_of(b, TEST_SELECTION_VALUES_OUT),
                                 .positions = t->has_positions ? pointer_of(b, TEST_SELECTION_POSITIONS) : NULL,
                                 .out = pointer_of(b, TEST_SELECTION_OUT),
                                 .q = runner->q,
                                 .top_k_options = top_k_plain ? NULL : &runner->top_k_options,
                                 .nth_options = plain && t->smallest && !t->has_num_out ? NULL : &runner->nth_options,
                                 .quantiles_options = quantiles_plain ? NULL : &runner->quantiles_options};
}

/* A workspace one byte too small is refused before anything is written; then it gets the right size. */
static bool give_workspace(test_selection_runner *runner, const test_selection_case *t, const test_selection_call *call)
{
    size_t bytes = 0;
    tcu_status status = test_selection_query(runner->context, call, &bytes);
    if (status != TCU_SUCCESS) {
        return fail(runner, t, "the workspace query gave status %d: %s", (int)status,
                    tcu_context_last_error(runner->context));
    }
    runner->workspace =
        test_slice_open(&runner->workspace_memory, bytes, t->seed % 61, (unsigned char)(t->seed >> 8 | 1));
    test_synchronise();
    if (bytes > 0) {
        tcu_context_set_workspace(runner->context, runner->workspace.data, bytes - 1);
        status = test_selection_run_call(runner->context, call);
        bool is_unchanged = true;
        for (int i = TEST_SELECTION_KEYS_OUT; i < TEST_SELECTION_BUFFERS; i++) {
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

void test_selection_spoil(test_selection_runner *runner)
{
    memset(&runner->top_k_options, 0xee, sizeof runner->top_k_options);
    memset(&runner->nth_options, 0xee, sizeof runner->nth_options);
    memset(&runner->quantiles_options, 0xee, sizeof runner->quantiles_options);
    memset(runner->q, 0xee, sizeof runner->q);
}

bool test_selection_execute(test_selection_runner *runner, const test_selection_case *t)
{
    tcu_context *context = runner->context;
    const test_selection_call call = test_selection_make_call(runner, t);
    runner->allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, &runner->allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(runner, t, &call)) {
        return false;
    }
    const tcu_status status = test_selection_run_call(context, &call);
    test_selection_spoil(runner);
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

bool test_selection_verify(test_selection_runner *runner, const test_selection_case *t)
{
    test_buffer *b = runner->buffers;
    test_selection_oracle(t, b);
    for (int i = 0; i < TEST_SELECTION_BUFFERS; i++) {
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

void test_selection_expect(test_selection_runner *runner, const test_selection_case *t)
{
    test_selection_prepare(runner, t);
    cr_assert(test_selection_execute(runner, t) && test_selection_verify(runner, t), "%s", runner->failure);
}
