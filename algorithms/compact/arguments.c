/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "primitives/call/arguments.h"
#include "primitives/call/arrays.h"
#include "primitives/call/items.h"
#include "primitives/tile/host/tile.h"

/* -------------------------------------------------------------------------------------------- single values --- */

tcu_status tcui_compact_set_format(tcu_context *context, tcui_compact_task *task, tcu_flags_format format)
{
    task->selection = format == TCU_FLAGS_BITS ? TCUI_SELECT_BITS : TCUI_SELECT_BYTES;
    return tcui_check_enumerator(context, "format", format, TCU_FLAGS_BITS, "tcu_flags_format");
}

tcu_status tcui_compact_set_items(tcu_context *context, tcui_compact_task *task, const void *in, void *out,
                                  size_t item_bytes)
{
    task->columns[0] = (tcu_column){in, out, item_bytes};
    task->num_columns = 1;
    if (tcui_is_word(item_bytes)) {
        return TCU_SUCCESS;
    }
    task->has_records = true;
    const tcu_status status = tcui_check_item_bytes(context, item_bytes);
    return status == TCU_SUCCESS ? tcui_check_items(context, "in", in, task->n, item_bytes, false) : status;
}

tcu_status tcui_compact_set_typed_items(tcu_context *context, tcui_compact_task *task, const void *in, void *out,
                                        tcu_type type)
{
    const tcu_status status = tcui_check_type(context, "type", type);
    if (status != TCU_SUCCESS) {
        return status;
    }
    task->selection = TCUI_SELECT_PREDICATE;
    task->type = type;
    return tcui_compact_set_items(context, task, in, out, tcu_type_size(type));
}

tcu_status tcui_compact_set_index_type(tcu_context *context, tcui_compact_task *task, tcu_type index_type)
{
    task->index_type = index_type;
    return tcui_check_index_type(context, index_type, task->n);
}

/* A column's records. */
static tcu_status check_records(tcu_context *context, const tcui_compact_task *task, int index)
{
    const tcu_column *column = &task->columns[index];
    if (column->item_bytes == 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "columns[%d].item_bytes is 0; it must be 1 or more",
                         index);
    }
    char name[40];
    snprintf(name, sizeof name, "columns[%d].in", index);
    return tcui_check_items(context, name, column->in, task->n, column->item_bytes, false);
}

static tcu_status check_num_columns(tcu_context *context, int num_columns)
{
    if (num_columns < 1 || num_columns > TCU_MAX_COLUMNS) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "num_columns is %d; it must be from 1 to %d", num_columns,
                         TCU_MAX_COLUMNS);
    }
    return TCU_SUCCESS;
}

tcu_status tcui_compact_set_columns(tcu_context *context, tcui_compact_task *task, const tcu_column *columns,
                                    int num_columns)
{
    tcu_status status = check_num_columns(context, num_columns);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (columns == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "columns is NULL");
    }
    for (int c = 0; c < num_columns && status == TCU_SUCCESS; c++) {
        task->columns[c] = columns[c];
        if (!tcui_is_word(columns[c].item_bytes)) {
            task->has_records = true;
            status = check_records(context, task, c);
        }
    }
    task->num_columns = num_columns;
    return status;
}

tcu_status tcui_compact_set_any_columns(tcu_context *context, tcui_compact_task *task, int num_columns)
{
    enum { WIDEST_WORD = 16 };
    tcu_status status = check_num_columns(context, num_columns);
    if (status != TCU_SUCCESS) {
        return status;
    }
    for (int c = 0; c < num_columns; c++) {
        task->columns[c].item_bytes = WIDEST_WORD;
    }
    task->num_columns = num_columns;
    task->has_records = true;
    return TCU_SUCCESS;
}

/* Whether upper < value; never with a NaN, so that a range with one is empty. */
static bool is_below(tcu_type type, const tcui_value *upper, const tcui_value *value)
{
    switch (type) {
    case TCU_TYPE_F16:
    case TCU_TYPE_BF16:
    case TCU_TYPE_F32:
    case TCU_TYPE_F64:
        return tcui_element_load_f64(type, upper, 0) < tcui_element_load_f64(type, value, 0);
    case TCU_TYPE_I8:
    case TCU_TYPE_I16:
    case TCU_TYPE_I32:
    case TCU_TYPE_I64:
        return (int64_t)tcui_element_load_u64(type, upper, 0) < (int64_t)tcui_element_load_u64(type, value, 0);
    default:
        return tcui_element_load_u64(type, upper, 0) < tcui_element_load_u64(type, value, 0);
    }
}

tcu_status tcui_compact_set_predicate(tcu_context *context, tcui_compact_task *task, const tcu_predicate *predicate)
{
    const tcu_type type = task->type;
    if (predicate == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "predicate is NULL");
    }
    tcu_status status = tcui_check_enumerator(context, "predicate.comparison", predicate->comparison,
                                              TCU_COMPARE_OUTSIDE, "tcu_comparison");
    if (status != TCU_SUCCESS ||
        (status = TCUI_CHECK_RESERVED(context, "predicate.reserved", predicate->reserved)) != TCU_SUCCESS) {
        return status;
    }
    const bool is_range = predicate->comparison >= TCU_COMPARE_INSIDE;
    if (predicate->value == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "predicate.value is NULL");
    }
    if (is_range && predicate->upper == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "predicate.upper is NULL, which a range needs");
    }
    task->comparison = predicate->comparison;
    if (predicate->in_context_memory != 0) {
        task->value_in_context = predicate->value;
        task->upper_in_context = is_range ? predicate->upper : NULL;
        return TCU_SUCCESS;
    }
    memcpy(task->value.bytes, predicate->value, tcu_type_size(type));
    if (is_range) {
        memcpy(task->upper.bytes, predicate->upper, tcu_type_size(type));
        if (is_below(type, &task->upper, &task->value)) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                             "predicate.upper is below predicate.value, in elements of type %s", tcu_type_name(type));
        }
    }
    return TCU_SUCCESS;
}

/* ----------------------------------------------------------------------------------------------- all arrays --- */

/* An array of items is "in" or "out", but one of several is named with its column. */
void tcui_compact_list_arrays(const tcui_compact_task *task, bool by_columns, tcui_arrays *arrays)
{
    tcui_arrays_begin(arrays);
    const uint64_t n = task->n;
    const int first_in = 0;
    for (int c = 0; c < task->num_columns; c++) {
        const tcu_column *column = &task->columns[c];
        const int in =
            tcui_arrays_read(arrays, by_columns ? "columns" : "in", column->in,
                             tcui_item_elements(n, column->item_bytes), tcui_item_element_bytes(column->item_bytes));
        if (by_columns) {
            tcui_arrays_set_field(arrays, in, c, "in");
        }
    }
    if (task->selection == TCUI_SELECT_BYTES) {
        tcui_arrays_read(arrays, "flags", task->flags, n, 1);
    }
    if (task->selection == TCUI_SELECT_BITS) {
        tcui_arrays_read(arrays, "flags", task->flags, n / 8 + (n % 8 != 0), 1);
    }
    if (task->value_in_context != NULL) {
        tcui_arrays_read(arrays, "predicate.value", task->value_in_context, 1, tcu_type_size(task->type));
    }
    if (task->upper_in_context != NULL) {
        tcui_arrays_read(arrays, "predicate.upper", task->upper_in_context, 1, tcu_type_size(task->type));
    }
    tcui_arrays_read_count(arrays, task->length);

    for (int c = 0; c < task->num_columns; c++) {
        const tcu_column *column = &task->columns[c];
        const int in = task->in_place && c == 0 ? first_in : TCUI_NOT_IN_PLACE;
        const int out = tcui_arrays_write_in_place(arrays, in, by_columns ? "columns" : "out", column->out,
                                                   tcui_item_elements(n, column->item_bytes),
                                                   tcui_item_element_bytes(column->item_bytes));
        if (by_columns) {
            tcui_arrays_set_field(arrays, out, c, "out");
        }
    }
    if (task->num_columns == 0) {
        tcui_arrays_write(arrays, "indices", task->indices, n, tcu_type_size(task->index_type));
    }
    if (task->run_lengths != NULL) {
        tcui_arrays_write(arrays, "run_lengths", task->run_lengths, n, sizeof *task->run_lengths);
    }
    tcui_arrays_write(arrays, "count", task->count, 1, sizeof *task->count);
}
