/* SPDX-License-Identifier: Apache-2.0 */
#include "sorting.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "test_backend.h"
#include "test_count.h"
#include "test_records.h"

static const char *const array_names[TEST_SORT_ARRAYS] = {"keys_in",    "keys_out", "values_in",
                                                          "values_out", "offsets",  "count"};

static bool has_count(const test_sort_case *t)
{
    return t->has_count && !t->without_options;
}

test_sorter test_sorter_new(void)
{
    test_sorter sorter = {0};
    sorter.context = test_context_new();
    return sorter;
}

void test_sorter_free(test_sorter *sorter)
{
    cr_assert(tcu_context_destroy(sorter->context) == TCU_SUCCESS);
    for (int a = 0; a < TEST_SORT_ARRAYS; a++) {
        test_memory_release(&sorter->arrays[a].memory);
        free(sorter->arrays[a].host);
    }
    test_memory_release(&sorter->workspace_memory);
}

static bool fail(test_sorter *sorter, const test_sort_case *t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail(test_sorter *sorter, const test_sort_case *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(sorter->failure, sizeof sorter->failure / 2, format, arguments);
    va_end(arguments);
    char count[40] = "";
    if (has_count(t)) {
        const bool of_segments = test_sort_takes_offsets(t->operation);
        snprintf(count, sizeof count, ", count %" PRIu64, of_segments ? sorter->segments : sorter->elements);
    }
    length = length < (int)sizeof sorter->failure / 2 ? length : (int)sizeof sorter->failure / 2 - 1;
    snprintf(sorter->failure + length, sizeof sorter->failure - (size_t)length,
             "\n  %s, n %" PRIu64 "%s, keys %s%s, values of %zu bytes%s, index type %s, %s, bits %d to %d, ranking %d,"
             "\n  %s keys, segment size %" PRIu64 ", %" PRIu64 " segments (%s), current %d, shifts in %u out %u,"
             "\n  temporary memory %d, case seed %" PRIu64 ", TCU_TEST_SEED=%" PRIu64,
             test_sort_names[t->operation], t->n, count, test_types[t->key_type].name,
             t->keys_in_place ? " in place" : "", t->value_bytes, t->values_in_place ? " in place" : "",
             test_types[t->index_type].name, t->options.descending ? "descending" : "ascending", t->options.begin_bit,
             t->options.end_bit, (int)t->options.ranking, test_sort_spread_names[t->spread], t->segment_size,
             sorter->num_segments, test_shape_names[t->shape], t->current, t->in_shift, t->out_shift, (int)t->temporary,
             t->seed, test_seed_of_run());
    return false;
}

/* -------------------------------------------------------------------------------------------- the arrays --- */

static bool has_values(const test_sort_case *t)
{
    return test_sort_takes_values(t->operation) || (t->operation == TEST_SORT_BUFFERS && t->value_bytes > 0);
}

/* A slice of n elements, poisoned, and the same bytes on the host. */
static test_sort_array *open_array(test_sorter *sorter, int which, uint64_t n, size_t bytes, unsigned shift,
                                   unsigned char poison)
{
    test_sort_array *array = &sorter->arrays[which];
    array->slice = test_slice_open(&array->memory, n * bytes, test_slice_shift(shift, bytes), poison);
    if (n * bytes + 1 > array->capacity) {
        free(array->host);
        array->capacity = n * bytes + n * bytes / 2 + 1;
        array->host = malloc(array->capacity);
        cr_assert_not_null(array->host, "no memory for a copy of an array");
    }
    memset(array->host, poison, n * bytes + 1);
    array->used = true;
    array->garbage = 0;
    return array;
}

/* Where an input of the case lies. */
static int input_of(const test_sort_case *t, int in, int out)
{
    const bool in_place = in == TEST_SORT_KEYS_IN ? t->keys_in_place : t->values_in_place;
    return in_place || (t->operation == TEST_SORT_BUFFERS && t->current == 1) ? out : in;
}

/* The array whose input lies in the other of two is not one of its own in place. */
static void open_pair(test_sorter *sorter, const test_sort_case *t, int in, int out, size_t bytes, bool in_place)
{
    const unsigned char poison = (unsigned char)(1 + t->seed % 254);
    if (!in_place) {
        open_array(sorter, in, t->n, bytes, t->in_shift, (unsigned char)~poison);
    }
    open_array(sorter, out, t->n, bytes, t->out_shift, poison);
}

/* The count, and garbage in the offsets behind it. */
static void prepare_count(test_sorter *sorter, const test_sort_case *t, test_random *random)
{
    const bool of_segments = test_sort_takes_offsets(t->operation);
    uint64_t *const there = of_segments ? &sorter->segments : &sorter->elements;
    test_sort_array *array = open_array(sorter, TEST_SORT_COUNT_VALUE, 1, sizeof(uint64_t), t->in_shift, 0x11);
    const uint64_t count = t->has_given_count ? t->given_count : test_draw_count(*there, random);
    memcpy(array->host, &count, sizeof count);
    *there = count < *there ? count : *there;
    if (of_segments) {
        int64_t *offsets = (int64_t *)(void *)sorter->arrays[TEST_SORT_OFFSET_VALUES].host;
        for (uint64_t k = sorter->segments + 1; k <= sorter->num_segments; k++) {
            offsets[k] = (int64_t)test_random_next(random);
        }
    }
}

void test_sorter_prepare(test_sorter *sorter, const test_sort_case *t)
{
    test_draw_paths(sorter->context, t->seed);
    test_random random = test_random_part(t->seed, 2);
    const size_t key_bytes = test_types[t->key_type].bytes;
    for (int a = 0; a < TEST_SORT_ARRAYS; a++) {
        sorter->arrays[a].used = false;
    }
    if (t->operation == TEST_SORT_ARGSORT) {
        const size_t index_bytes = test_types[t->index_type].bytes;
        open_array(sorter, TEST_SORT_KEYS_IN, t->n, key_bytes, t->in_shift, 0x33);
        open_array(sorter, TEST_SORT_VALUES_OUT, t->n, index_bytes, t->out_shift, 0x55);
    } else {
        open_pair(sorter, t, TEST_SORT_KEYS_IN, TEST_SORT_KEYS_OUT, key_bytes, t->keys_in_place);
    }
    test_sort_make_keys(t, sorter->arrays[input_of(t, TEST_SORT_KEYS_IN, TEST_SORT_KEYS_OUT)].host);
    if (has_values(t)) {
        open_pair(sorter, t, TEST_SORT_VALUES_IN, TEST_SORT_VALUES_OUT, t->value_bytes, t->values_in_place);
        unsigned char *values = sorter->arrays[input_of(t, TEST_SORT_VALUES_IN, TEST_SORT_VALUES_OUT)].host;
        for (uint64_t i = 0; i < t->n * t->value_bytes; i++) {
            values[i] = (unsigned char)test_random_next(&random);
        }
    }
    sorter->num_segments = 0;
    if (test_sort_takes_offsets(t->operation)) {
        test_offsets offsets = test_offsets_new(t->shape, t->n, &random);
        if (t->given_segments > 0) {
            test_offsets_resize(&offsets, t->given_segments);
        }
        sorter->num_segments = offsets.num_segments;
        test_sort_array *array =
            open_array(sorter, TEST_SORT_OFFSET_VALUES, offsets.num_segments + 1, 8, t->in_shift, 0x77);
        memcpy(array->host, offsets.values, array->slice.bytes);
        test_offsets_free(&offsets);
    }
    sorter->elements = t->n;
    sorter->segments = sorter->num_segments;
    if (has_count(t)) {
        prepare_count(sorter, t, &random);
    }
    for (int a = 0; a < TEST_SORT_ARRAYS; a++) {
        if (sorter->arrays[a].used) {
            test_copy_in(sorter->arrays[a].slice.data, sorter->arrays[a].host, sorter->arrays[a].slice.bytes);
        }
    }
}

/* ------------------------------------------------------------------------------------------ what is expected --- */

static uint64_t segment_begin(const test_sorter *sorter, const test_sort_case *t, uint64_t k)
{
    if (test_sort_takes_offsets(t->operation)) {
        return (uint64_t)((const int64_t *)(const void *)sorter->arrays[TEST_SORT_OFFSET_VALUES].host)[k];
    }
    const bool fixed = t->operation == TEST_SORT_SEGMENTED || t->operation == TEST_SORT_SEGMENTED_PAIRS;
    const uint64_t n = sorter->elements, size = fixed ? t->segment_size : n;
    return k * size < n ? k * size : n;
}

static uint64_t segment_count(const test_sorter *sorter, const test_sort_case *t)
{
    if (test_sort_takes_offsets(t->operation)) {
        return sorter->segments;
    }
    const uint64_t n = sorter->elements;
    const bool fixed = t->operation == TEST_SORT_SEGMENTED || t->operation == TEST_SORT_SEGMENTED_PAIRS;
    return n == 0 ? 0 : fixed ? (n - 1) / t->segment_size + 1 : 1;
}

/* order[k]: the position of the element that belongs at position k. */
static uint64_t *expected_order(const test_sorter *sorter, const test_sort_case *t, const void *keys)
{
    uint64_t *memory = malloc((3 * t->n + 1) * sizeof *memory);
    cr_assert_not_null(memory);
    uint64_t *order = memory, *ranks = memory + t->n, *spare = memory + 2 * t->n;
    const int bits = 8 * (int)test_types[t->key_type].bytes;
    const int end_bit = t->options.end_bit != 0 ? t->options.end_bit : bits;
    for (uint64_t i = 0; i < t->n; i++) {
        order[i] = i;
        ranks[i] = test_rank_bits(test_rank_of_key(t->key_type, keys, i), t->options.begin_bit, end_bit);
    }
    for (uint64_t k = 0; k < segment_count(sorter, t); k++) {
        const uint64_t begin = segment_begin(sorter, t, k), end = segment_begin(sorter, t, k + 1);
        test_merge_sort(ranks, t->options.descending != 0, order + begin, spare, end - begin);
    }
    return order;
}

/* out[i] = in[order[i]] of all segments; `in` may be `out`. */
static void permute(const test_sorter *sorter, const test_sort_case *t, const uint64_t *order, const unsigned char *in,
                    unsigned char *out, size_t bytes)
{
    const uint64_t segments = segment_count(sorter, t);
    if (segments == 0) {
        return;
    }
    const uint64_t begin = segment_begin(sorter, t, 0), end = segment_begin(sorter, t, segments);
    unsigned char *copy = malloc(t->n * bytes + 1);
    cr_assert_not_null(copy);
    memcpy(copy, in, t->n * bytes);
    for (uint64_t i = begin; i < end; i++) {
        memcpy(out + i * bytes, copy + order[i] * bytes, bytes);
    }
    free(copy);
}

static void expect_results(test_sorter *sorter, const test_sort_case *t)
{
    test_sort_array *arrays = sorter->arrays;
    const unsigned char *keys = arrays[input_of(t, TEST_SORT_KEYS_IN, TEST_SORT_KEYS_OUT)].host;
    const unsigned char *values = arrays[input_of(t, TEST_SORT_VALUES_IN, TEST_SORT_VALUES_OUT)].host;
    uint64_t *order = expected_order(sorter, t, keys);
    /* Which of two buffers holds the result the call has said. */
    const bool in_first = t->operation == TEST_SORT_BUFFERS && sorter->buffers.current == 0;
    test_sort_array *key_result = &arrays[in_first ? TEST_SORT_KEYS_IN : TEST_SORT_KEYS_OUT];
    test_sort_array *value_result = &arrays[in_first ? TEST_SORT_VALUES_IN : TEST_SORT_VALUES_OUT];
    if (has_values(t)) {
        permute(sorter, t, order, values, value_result->host, t->value_bytes);
    }
    if (t->operation == TEST_SORT_ARGSORT) {
        const size_t bytes = test_types[t->index_type].bytes;
        for (uint64_t i = 0; i < sorter->elements; i++) {
            memcpy(value_result->host + i * bytes, &order[i], bytes);
        }
    } else {
        permute(sorter, t, order, keys, key_result->host, test_types[t->key_type].bytes);
    }
    if (t->operation == TEST_SORT_BUFFERS) {
        arrays[in_first ? TEST_SORT_KEYS_OUT : TEST_SORT_KEYS_IN].garbage =
            sorter->elements * test_types[t->key_type].bytes;
        arrays[in_first ? TEST_SORT_VALUES_OUT : TEST_SORT_VALUES_IN].garbage = sorter->elements * t->value_bytes;
    }
    free(order);
}

bool test_sorter_verify(test_sorter *sorter, const test_sort_case *t)
{
    expect_results(sorter, t);
    for (int a = 0; a < TEST_SORT_ARRAYS; a++) {
        const test_sort_array *array = &sorter->arrays[a];
        if (!array->used) {
            continue;
        }
        if (!test_slice_guarded(&array->slice)) {
            return fail(sorter, t, "the call wrote outside %s", array_names[a]);
        }
        test_copy_out(array->host, array->slice.data, array->garbage);
        if (!test_slice_holds(&array->slice, array->host)) {
            unsigned char *now = malloc(array->slice.bytes);
            cr_assert_not_null(now);
            test_copy_out(now, array->slice.data, array->slice.bytes);
            size_t at = 0;
            while (now[at] == array->host[at]) {
                at++;
            }
            const unsigned char is = now[at];
            free(now);
            return fail(sorter, t, "byte %zu of %s is 0x%02x, not 0x%02x", at, array_names[a], is, array->host[at]);
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------- the call --- */

test_sort_call test_sorter_call(test_sorter *sorter, const test_sort_case *t)
{
    test_sort_array *arrays = sorter->arrays;
    unsigned char *keys[2] = {arrays[TEST_SORT_KEYS_IN].slice.data, arrays[TEST_SORT_KEYS_OUT].slice.data};
    unsigned char *values[2] = {arrays[TEST_SORT_VALUES_IN].slice.data, arrays[TEST_SORT_VALUES_OUT].slice.data};
    if (t->n == 0 && t->seed & 1) { /* of no elements there may be no array */
        memset(keys, 0, sizeof keys);
        memset(values, 0, sizeof values);
    }
    sorter->options = t->options;
    if (has_count(t)) {
        sorter->options.count = (const uint64_t *)(const void *)arrays[TEST_SORT_COUNT_VALUE].slice.data;
    }
    sorter->buffers = (tcu_sort_buffers)TCU_SORT_BUFFERS_INIT(keys[0], keys[1]);
    if (t->value_bytes > 0) {
        sorter->buffers =
            (tcu_sort_buffers)TCU_SORT_BUFFERS_PAIRS_INIT(keys[0], keys[1], values[0], values[1], t->value_bytes);
    }
    sorter->buffers.current = t->current;
    const test_sort_call call = {.operation = t->operation,
                                 .keys_in = keys[t->keys_in_place ? 1 : 0],
                                 .keys_out = keys[1],
                                 .key_type = t->key_type,
                                 .values_in = values[t->values_in_place ? 1 : 0],
                                 .values_out = values[1],
                                 .value_bytes = t->value_bytes,
                                 .index_type = t->index_type,
                                 .buffers = &sorter->buffers,
                                 .n = t->n,
                                 .segment_size = t->segment_size,
                                 .offsets = (const int64_t *)(const void *)arrays[TEST_SORT_OFFSET_VALUES].slice.data,
                                 .num_segments = sorter->num_segments,
                                 .options = t->without_options ? NULL : &sorter->options};
    return call;
}

/* Whether every array still holds what was put there. */
static bool arrays_untouched(const test_sorter *sorter)
{
    test_synchronise();
    for (int a = 0; a < TEST_SORT_ARRAYS; a++) {
        const test_sort_array *array = &sorter->arrays[a];
        if (array->used && !(test_slice_guarded(&array->slice) && test_slice_holds(&array->slice, array->host))) {
            return false;
        }
    }
    return true;
}

/* A workspace one byte too small is refused, and what is then found is what was there. */
static bool give_workspace(test_sorter *sorter, const test_sort_case *t, const test_sort_call *call)
{
    tcu_context *context = sorter->context;
    size_t bytes = 0;
    if (test_sort_query(context, call, &bytes) != TCU_SUCCESS) {
        return fail(sorter, t, "the workspace query: %s", tcu_context_last_error(context));
    }
    sorter->workspace = test_slice_open(&sorter->workspace_memory, bytes, t->seed % 61, 0xa7);
    const bool has_work = t->n > 0 && !(test_sort_takes_offsets(t->operation) && sorter->num_segments == 0);
    if (bytes > 0 && has_work) {
        tcu_context_set_workspace(context, sorter->workspace.data, bytes - 1);
        const tcu_status status = test_sort_run_call(context, call);
        if (status != TCU_ERROR_WORKSPACE_TOO_SMALL || tcu_context_last_error(context)[0] == '\0' ||
            sorter->buffers.current != t->current || !arrays_untouched(sorter)) {
            return fail(sorter, t, "status %d, or something written, with a workspace of one byte less than %zu",
                        (int)status, bytes);
        }
    }
    tcu_context_set_workspace(context, sorter->workspace.data, bytes);
    return true;
}

void test_sorter_spoil(test_sorter *sorter)
{
    memset(&sorter->options, 0xee, sizeof sorter->options);
    memset(sorter->buffers.keys, 0xee, sizeof sorter->buffers.keys);
    memset(sorter->buffers.values, 0xee, sizeof sorter->buffers.values);
}

bool test_sorter_execute(test_sorter *sorter, const test_sort_case *t)
{
    const test_sort_call call = test_sorter_call(sorter, t);
    tcu_context *context = sorter->context;
    test_allocator *allocator = &sorter->allocator;
    *allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(sorter, t, &call)) {
        return false;
    }
    const tcu_sort_options options = sorter->options;
    test_synchronise(); /* a stream that does not wait for the legacy default stream has to find its inputs */
    const tcu_status status = test_sort_run_call(context, &call);
    /* The call has read what lies in host memory, and may not have changed what it was not to. */
    if (memcmp(&sorter->options, &options, sizeof options) != 0 || sorter->buffers.value_bytes != t->value_bytes) {
        return fail(sorter, t, "the call changed its options or buffers");
    }
    test_sorter_spoil(sorter);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return fail(sorter, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    test_synchronise();
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return fail(sorter, t, "%zu allocations, %zu releases, %zu bytes left", allocator->allocations,
                    allocator->releases, allocator->live_bytes);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&sorter->workspace))) {
        return fail(sorter, t, "%zu allocations beside the workspace, or wrote outside it", allocator->allocations);
    }
    if (t->n == 0 && sorter->buffers.current != t->current) {
        return fail(sorter, t, "buffers.current changed for n = 0");
    }
    return true;
}

bool test_sorter_run(test_sorter *sorter, const test_sort_case *t)
{
    test_sorter_prepare(sorter, t);
    return test_sorter_execute(sorter, t) && test_sorter_verify(sorter, t);
}

void test_sorter_expect(test_sorter *sorter, const test_sort_case *t)
{
    cr_assert(test_sorter_run(sorter, t), "%s", sorter->failure);
}
