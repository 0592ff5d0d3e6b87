/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include <inttypes.h>

#include "primitives/call/arguments.h"
#include "primitives/call/items.h"

typedef tcui_radix_sort_arguments arguments;
typedef tcui_radix_sort_task task_type;

/* ------------------------------------------------------------------------------------------------ the payload --- */

static tcu_status describe_values(tcu_context *context, const arguments *a, task_type *task)
{
    task->payload = TCUI_PAYLOAD_VALUES;
    task->value_bytes = a->value_bytes;
    if (tcui_is_word(a->value_bytes)) {
        return TCU_SUCCESS;
    }
    if (a->value_bytes == 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "value_bytes is 0; it must be 1 or more");
    }
    return tcui_check_items(context, a->by_buffers ? "buffers.values[0]" : "values_in", NULL, a->n, a->value_bytes,
                            false);
}

static tcu_status describe_indices(tcu_context *context, const arguments *a, task_type *task)
{
    task->payload = TCUI_PAYLOAD_INDICES;
    task->value_bytes = tcu_type_size(a->index_type);
    return tcui_check_index_type(context, a->index_type, a->n);
}

/* --------------------------------------------------------------------------------------- options and segments --- */

static tcu_status describe_options(tcu_context *context, const tcu_sort_options *options, task_type *task)
{
    static const tcu_sort_options defaults = TCU_SORT_OPTIONS_INIT;
    const tcu_sort_options *o = options != NULL ? options : &defaults;
    const int key_bits = 8 * (int)tcu_type_size(task->key_type);
    const int end_bit = o->end_bit != 0 ? o->end_bit : key_bits;
    tcu_status status = TCUI_CHECK_RESERVED(context, "options.reserved", o->reserved);
    if (status != TCU_SUCCESS ||
        (status = tcui_check_enumerator(context, "options.ranking", o->ranking, TCU_RANKING_DOCUMENTED,
                                        "tcu_ranking")) != TCU_SUCCESS) {
        return status;
    }
    if (end_bit < 0 || end_bit > key_bits) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "options.end_bit is %d; it must be from 0 to %d", end_bit,
                         key_bits);
    }
    if (o->begin_bit < 0 || o->begin_bit > end_bit) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "options.begin_bit is %d; it must be from 0 to end_bit, which is %d%s", o->begin_bit, end_bit,
                         o->end_bit == 0 ? " (0 stands for all bits of the key)" : "");
    }
    task->descending = o->descending != 0;
    task->begin_bit = o->begin_bit;
    task->end_bit = end_bit;
    task->ranking = o->ranking;
    return TCU_SUCCESS;
}

static tcu_status describe_segments(tcu_context *context, const arguments *a, task_type *task)
{
    tcu_status status = TCU_SUCCESS;
    switch (a->cut) {
    case TCUI_SORT_WHOLE:
        task->segments = tcui_segments_whole(a->n);
        break;
    case TCUI_SORT_FIXED:
        if ((status = tcui_check_segment_size(context, a->segment_size)) == TCU_SUCCESS) {
            task->segments = tcui_segments_fixed(a->n, a->segment_size);
        }
        break;
    case TCUI_SORT_OFFSETS:
        if ((status = tcui_check_num_segments(context, a->num_segments)) == TCU_SUCCESS) {
            task->segments = tcui_segments_offsets(a->n, a->offsets, a->num_segments);
        }
        break;
    }
    if (status == TCU_SUCCESS && a->options != NULL) {
        tcui_segments_take_count(&task->segments, a->options->count);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------- the arrays --- */

static tcu_status describe_buffers(tcu_context *context, const arguments *a, task_type *task)
{
    const tcu_sort_buffers *b = a->buffers;
    task->arrays = TCUI_SORT_BUFFERS;
    if (b == NULL) {
        return TCU_SUCCESS;
    }
    const tcu_status status = TCUI_CHECK_RESERVED(context, "buffers.reserved", b->reserved);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (b->current != 0 && b->current != 1) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "buffers.current is %d; it must be 0 or 1", b->current);
    }
    task->keys_in = b->keys[b->current];
    task->values_in = b->values[b->current];
    return TCU_SUCCESS;
}

tcu_status tcui_radix_sort_describe(tcu_context *context, const arguments *a, task_type *task)
{
    *task = (task_type){.keys_in = a->keys_in,
                        .keys_out = a->keys_out,
                        .key_type = a->key_type,
                        .values_in = a->values_in,
                        .values_out = a->values_out};
    tcu_status status = tcui_begin(context, a->function);
    if (status != TCU_SUCCESS || (status = tcui_check_type(context, "key_type", a->key_type)) != TCU_SUCCESS) {
        return status;
    }
    if (a->payload == TCUI_PAYLOAD_VALUES) {
        status = describe_values(context, a, task);
    }
    if (a->payload == TCUI_PAYLOAD_INDICES) {
        status = describe_indices(context, a, task);
    }
    if (status != TCU_SUCCESS || (status = describe_options(context, a->options, task)) != TCU_SUCCESS ||
        (status = describe_segments(context, a, task)) != TCU_SUCCESS) {
        return status;
    }
    if (a->by_buffers) {
        return describe_buffers(context, a, task);
    }
    const bool keys_in_place = a->keys_in != NULL && a->keys_in == a->keys_out;
    const bool values_in_place = a->values_in != NULL && a->values_in == a->values_out;
    task->arrays = a->in_place || keys_in_place || values_in_place ? TCUI_SORT_IN_PLACE : TCUI_SORT_APART;
    return TCU_SUCCESS;
}

tcui_arrays tcui_radix_sort_arrays_of(const arguments *a, const task_type *task)
{
    const size_t key_bytes = tcu_type_size(task->key_type), value_bytes = tcui_item_element_bytes(task->value_bytes);
    const uint64_t n = a->n, values_n = tcui_item_elements(n, task->value_bytes);
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    tcui_arrays_read_count(&arrays, tcui_segments_count_of(&task->segments));
    if (a->by_buffers) { /* all four are written */
        static const tcu_sort_buffers none = {0};
        const tcu_sort_buffers *b = a->buffers != NULL ? a->buffers : &none;
        tcui_arrays_write(&arrays, "buffers.keys[0]", b->keys[0], n, key_bytes);
        tcui_arrays_write(&arrays, "buffers.keys[1]", b->keys[1], n, key_bytes);
        if (task->payload == TCUI_PAYLOAD_VALUES) {
            tcui_arrays_write(&arrays, "buffers.values[0]", b->values[0], values_n, value_bytes);
            tcui_arrays_write(&arrays, "buffers.values[1]", b->values[1], values_n, value_bytes);
        }
        return arrays;
    }
    const bool has_indices = task->payload == TCUI_PAYLOAD_INDICES, has_values = task->payload == TCUI_PAYLOAD_VALUES;
    const int keys = tcui_arrays_read(&arrays, has_indices ? "keys" : "keys_in", a->keys_in, n, key_bytes);
    const int values = has_values ? tcui_arrays_read(&arrays, "values_in", a->values_in, values_n, value_bytes) : 0;
    tcui_arrays_read_offsets(&arrays, &task->segments);
    if (!has_indices) {
        tcui_arrays_write_in_place(&arrays, keys, "keys_out", a->keys_out, n, key_bytes);
    }
    if (has_values) {
        tcui_arrays_write_in_place(&arrays, values, "values_out", a->values_out, values_n, value_bytes);
    }
    if (has_indices) {
        tcui_arrays_write(&arrays, "indices", a->values_out, n, value_bytes);
    }
    return arrays;
}
