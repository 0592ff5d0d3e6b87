/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include <inttypes.h>
#include <string.h>

#include "primitives/context/arguments.h"
#include "primitives/tile/tile_host.h"

/* -------------------------------------------------------------------------------------------- single values --- */

tcu_status tcui_compact_set_format(tcu_context *context, tcui_compact_task *task, tcu_flags_format format)
{
    if ((unsigned)format > TCU_FLAGS_BITS)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "format is %d, which is no tcu_flags_format",
                         (int)format);
    task->selection = format == TCU_FLAGS_BITS ? TCUI_SELECT_BITS : TCUI_SELECT_BYTES;
    return TCU_SUCCESS;
}

static bool is_item_size(size_t bytes)
{
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

tcu_status tcui_compact_set_items(tcu_context *context, tcui_compact_task *task, const void *in, void *out,
                                  size_t item_bytes)
{
    if (!is_item_size(item_bytes))
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "item_bytes is %zu; it must be 1, 2, 4, 8 or 16",
                         item_bytes);
    task->columns[0] = (tcu_column){in, out, item_bytes};
    task->num_columns = 1;
    return TCU_SUCCESS;
}

tcu_status tcui_compact_set_typed_items(tcu_context *context, tcui_compact_task *task, const void *in, void *out,
                                        tcu_type type)
{
    if ((unsigned)type >= TCU_TYPE_COUNT)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "type is %d, which is no tcu_type", (int)type);
    task->selection = TCUI_SELECT_PREDICATE;
    task->type = type;
    return tcui_compact_set_items(context, task, in, out, tcu_type_size(type));
}

tcu_status tcui_compact_set_index_type(tcu_context *context, tcui_compact_task *task, tcu_type index_type)
{
    if ((unsigned)index_type >= TCU_TYPE_COUNT)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "index_type is %d, which is no tcu_type",
                         (int)index_type);
    if (index_type != TCU_TYPE_U32 && index_type != TCU_TYPE_U64)
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "index_type is %s; it must be u32 or u64",
                         tcu_type_name(index_type));
    if (index_type == TCU_TYPE_U32 && task->n > (uint64_t)UINT32_MAX + 1)
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "n is %" PRIu64 ", and index_type u32 does not hold all positions", task->n);
    task->index_type = index_type;
    return TCU_SUCCESS;
}

static tcu_status check_num_columns(tcu_context *context, int num_columns)
{
    if (num_columns < 1 || num_columns > TCU_MAX_COLUMNS)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "num_columns is %d; it must be from 1 to %d", num_columns,
                         TCU_MAX_COLUMNS);
    return TCU_SUCCESS;
}

tcu_status tcui_compact_set_columns(tcu_context *context, tcui_compact_task *task, const tcu_column *columns,
                                    int num_columns)
{
    tcu_status status = check_num_columns(context, num_columns);
    if (status != TCU_SUCCESS)
        return status;
    if (columns == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "columns is NULL");
    for (int c = 0; c < num_columns; c++) {
        if (!is_item_size(columns[c].item_bytes))
            return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE,
                             "columns[%d].item_bytes is %zu; it must be 1, 2, 4, 8 or 16", c, columns[c].item_bytes);
        task->columns[c] = columns[c];
    }
    task->num_columns = num_columns;
    return TCU_SUCCESS;
}

tcu_status tcui_compact_set_any_columns(tcu_context *context, tcui_compact_task *task, int num_columns)
{
    enum { WIDEST_ITEM = 16 };
    tcu_status status = check_num_columns(context, num_columns);
    if (status != TCU_SUCCESS)
        return status;
    for (int c = 0; c < num_columns; c++) {
        task->columns[c].item_bytes = WIDEST_ITEM;
    }
    task->num_columns = num_columns;
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
    if (predicate == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "predicate is NULL");
    if ((unsigned)predicate->comparison > TCU_COMPARE_OUTSIDE)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "predicate.comparison is %d, which is no tcu_comparison",
                         (int)predicate->comparison);
    for (size_t i = 0; i < sizeof predicate->reserved / sizeof predicate->reserved[0]; i++) {
        if (predicate->reserved[i] != 0)
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "predicate.reserved[%zu] is %u; it must be 0", i,
                             predicate->reserved[i]);
    }
    const bool is_range = predicate->comparison >= TCU_COMPARE_INSIDE;
    if (predicate->value == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "predicate.value is NULL");
    if (is_range && predicate->upper == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "predicate.upper is NULL, which a range needs");
    task->comparison = predicate->comparison;
    if (predicate->in_context_memory != 0) {
        task->value_in_context = predicate->value;
        task->upper_in_context = is_range ? predicate->upper : NULL;
        return TCU_SUCCESS;
    }
    memcpy(task->value.bytes, predicate->value, tcu_type_size(type));
    if (is_range) {
        memcpy(task->upper.bytes, predicate->upper, tcu_type_size(type));
        if (is_below(type, &task->upper, &task->value))
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                             "predicate.upper is below predicate.value, in elements of type %s", tcu_type_name(type));
    }
    return TCU_SUCCESS;
}

/* ----------------------------------------------------------------------------------------------- all arrays --- */

/* What a task reads and what it writes. Where it has items, those of column 0 are the first of both. */
typedef struct arrays {
    tcui_array in[TCU_MAX_COLUMNS + 3]; /* columns, flags, the predicate's value and upper */
    int num_in;
    tcui_array out[TCU_MAX_COLUMNS + 2]; /* columns, indices or run_lengths, count */
    int num_out;
} arrays;

/* An array of items is "in" or "out", but one of several is named with its column. */
static const char *const column_in_names[TCU_MAX_COLUMNS] = {"columns[0].in", "columns[1].in", "columns[2].in",
                                                             "columns[3].in", "columns[4].in", "columns[5].in",
                                                             "columns[6].in", "columns[7].in"};
static const char *const column_out_names[TCU_MAX_COLUMNS] = {"columns[0].out", "columns[1].out", "columns[2].out",
                                                              "columns[3].out", "columns[4].out", "columns[5].out",
                                                              "columns[6].out", "columns[7].out"};

static bool writes_indices(const tcui_compact_task *task)
{
    return task->num_columns == 0;
}

static arrays arrays_of(const tcui_compact_task *task, bool by_columns)
{
    arrays all = {0};
    const uint64_t n = task->n;
    for (int c = 0; c < task->num_columns; c++) {
        const tcu_column *column = &task->columns[c];
        const char *in_name = by_columns ? column_in_names[c] : "in";
        const char *out_name = by_columns ? column_out_names[c] : "out";
        all.in[all.num_in++] = (tcui_array){in_name, column->in, n, column->item_bytes};
        all.out[all.num_out++] = (tcui_array){out_name, column->out, n, column->item_bytes};
    }
    if (task->selection == TCUI_SELECT_BYTES)
        all.in[all.num_in++] = (tcui_array){"flags", task->flags, n, 1};
    if (task->selection == TCUI_SELECT_BITS)
        all.in[all.num_in++] = (tcui_array){"flags", task->flags, n / 8 + (n % 8 != 0), 1};
    if (task->value_in_context != NULL)
        all.in[all.num_in++] = (tcui_array){"predicate.value", task->value_in_context, 1, tcu_type_size(task->type)};
    if (task->upper_in_context != NULL)
        all.in[all.num_in++] = (tcui_array){"predicate.upper", task->upper_in_context, 1, tcu_type_size(task->type)};
    if (writes_indices(task))
        all.out[all.num_out++] = (tcui_array){"indices", task->indices, n, tcu_type_size(task->index_type)};
    if (task->run_lengths != NULL)
        all.out[all.num_out++] = (tcui_array){"run_lengths", task->run_lengths, n, sizeof *task->run_lengths};
    all.out[all.num_out++] = (tcui_array){"count", task->count, 1, sizeof *task->count};
    return all;
}

tcu_status tcui_compact_check_arrays(tcu_context *context, const tcui_compact_task *task, bool by_columns)
{
    const arrays all = arrays_of(task, by_columns);
    tcu_status status;
    for (int i = 0; i < all.num_in; i++) {
        if ((status = tcui_check_array(context, &all.in[i])) != TCU_SUCCESS)
            return status;
    }
    for (int o = 0; o < all.num_out; o++) {
        if ((status = tcui_check_array(context, &all.out[o])) != TCU_SUCCESS)
            return status;
    }
    for (int o = 0; o < all.num_out; o++) {
        for (int i = 0; i < all.num_in; i++) {
            const bool may_equal = task->in_place && o == 0 && i == 0;
            if ((status = tcui_check_overlap(context, &all.in[i], &all.out[o], may_equal)) != TCU_SUCCESS)
                return status;
        }
        for (int other = 0; other < o; other++) {
            if ((status = tcui_check_overlap(context, &all.out[other], &all.out[o], false)) != TCU_SUCCESS)
                return status;
        }
    }
    return TCU_SUCCESS;
}

tcu_status tcui_compact_check_sizes(tcu_context *context, const tcui_compact_task *task, bool by_columns)
{
    arrays all = arrays_of(task, by_columns);
    tcu_status status;
    for (int i = 0; i < all.num_in; i++) {
        if ((status = tcui_check_extent(context, &all.in[i])) != TCU_SUCCESS)
            return status;
    }
    for (int o = 0; o < all.num_out; o++) {
        all.out[o].pointer = NULL; /* requested positions and lengths have a placeholder, and no memory */
        if ((status = tcui_check_extent(context, &all.out[o])) != TCU_SUCCESS)
            return status;
    }
    return TCU_SUCCESS;
}
