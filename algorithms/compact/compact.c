/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compactions' public functions: each describes its work as a task, which one function checks and hands to the
 * backend, and another one asks for its workspace.
 */
#include "compact_backend.h"

#include <inttypes.h>
#include <string.h>

#include "primitives/context/arguments.h"
#include "primitives/context/call.h"
#include "primitives/tile/tile_host.h"

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

static tcu_status check_arrays(tcu_context *context, const tcui_compact_task *task, bool by_columns)
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

/* -------------------------------------------------------------------------------------------- single values --- */

static tcu_status check_format(tcu_context *context, tcu_flags_format format, tcui_compact_task *task)
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

static tcu_status check_item_bytes(tcu_context *context, size_t item_bytes)
{
    if (!is_item_size(item_bytes))
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "item_bytes is %zu; it must be 1, 2, 4, 8 or 16",
                         item_bytes);
    return TCU_SUCCESS;
}

static tcu_status check_type(tcu_context *context, tcu_type type)
{
    if ((unsigned)type >= TCU_TYPE_COUNT)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "type is %d, which is no tcu_type", (int)type);
    return TCU_SUCCESS;
}

/* Positions in [0, n) have to fit the type. */
static tcu_status check_index_type(tcu_context *context, tcu_type index_type, uint64_t n)
{
    if ((unsigned)index_type >= TCU_TYPE_COUNT)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "index_type is %d, which is no tcu_type",
                         (int)index_type);
    if (index_type != TCU_TYPE_U32 && index_type != TCU_TYPE_U64)
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "index_type is %s; it must be u32 or u64",
                         tcu_type_name(index_type));
    if (index_type == TCU_TYPE_U32 && n > (uint64_t)UINT32_MAX + 1)
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "n is %" PRIu64 ", and index_type u32 does not hold all positions", n);
    return TCU_SUCCESS;
}

static tcu_status check_num_columns(tcu_context *context, int num_columns)
{
    if (num_columns < 1 || num_columns > TCU_MAX_COLUMNS)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "num_columns is %d; it must be from 1 to %d", num_columns,
                         TCU_MAX_COLUMNS);
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

/* Copies the predicate into the task, the values that lie in host memory too. */
static tcu_status check_predicate(tcu_context *context, tcu_type type, const tcu_predicate *predicate,
                                  tcui_compact_task *task)
{
    tcu_status status = check_type(context, type);
    if (status != TCU_SUCCESS)
        return status;
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
    task->selection = TCUI_SELECT_PREDICATE;
    task->type = type;
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

/* ---------------------------------------------------------------------------------- the call of the backend --- */

static tcu_status check_backend(tcu_context *context)
{
    if (context->backend->compact == NULL)
        return tcui_fail(context, TCU_ERROR_BACKEND_UNAVAILABLE,
                         "backend %d has no compaction in this version; TCU_BACKEND_HOST has",
                         (int)context->backend->id);
    return TCU_SUCCESS;
}

static tcu_status plan(tcu_context *context, const void *task, tcui_layout *layout)
{
    return context->backend->compact->plan(context, task, layout);
}

/* Also where n is 0: the count is written. */
static tcu_status execute(tcu_context *context, const void *task, void *workspace)
{
    return context->backend->compact->execute(context, task, workspace);
}

static const tcui_operation operation = {plan, execute};

static tcu_status query(tcu_context *context, const tcui_compact_task *task, bool by_columns, size_t *bytes)
{
    if (bytes == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "bytes is NULL");
    tcu_status status;
    arrays all = arrays_of(task, by_columns);
    for (int i = 0; i < all.num_in; i++) {
        if ((status = tcui_check_extent(context, &all.in[i])) != TCU_SUCCESS)
            return status;
    }
    for (int o = 0; o < all.num_out; o++) {
        all.out[o].pointer = NULL;
        if ((status = tcui_check_extent(context, &all.out[o])) != TCU_SUCCESS)
            return status;
    }
    if ((status = check_backend(context)) != TCU_SUCCESS)
        return status;
    return tcui_call_query(context, &operation, task, bytes);
}

static tcu_status run(tcu_context *context, const tcui_compact_task *task, bool by_columns)
{
    tcu_status status = check_arrays(context, task, by_columns);
    if (status != TCU_SUCCESS || (status = check_backend(context)) != TCU_SUCCESS)
        return status;
    return tcui_call_run(context, &operation, task);
}

static void set_items(tcui_compact_task *task, const void *in, void *out, size_t item_bytes)
{
    task->columns[0] = (tcu_column){in, out, item_bytes};
    task->num_columns = 1;
}

/* What a backend sees of indices and run_lengths that are wanted, but have no memory: in a query, and of no items. */
static uint64_t wanted;

/* In a query: the items of columns. */
enum { WIDEST_ITEM = 16 };

/* ------------------------------------------------------------------------------------------------- by flags --- */

tcu_status tcu_compact(tcu_context *context, const void *in, size_t item_bytes, const void *flags,
                       tcu_flags_format format, void *out, uint64_t *count, uint64_t n)
{
    tcui_compact_task task = {.flags = flags, .in_place = in == out && n > 0, .count = count, .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_item_bytes(context, item_bytes)) != TCU_SUCCESS ||
        (status = check_format(context, format, &task)) != TCU_SUCCESS)
        return status;
    set_items(&task, in, out, item_bytes);
    return run(context, &task, false);
}

tcu_status tcu_compact_workspace(tcu_context *context, size_t item_bytes, tcu_flags_format format, uint64_t n,
                                 int in_place, size_t *bytes)
{
    tcui_compact_task task = {.in_place = in_place != 0 && n > 0, .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_item_bytes(context, item_bytes)) != TCU_SUCCESS ||
        (status = check_format(context, format, &task)) != TCU_SUCCESS)
        return status;
    set_items(&task, NULL, NULL, item_bytes);
    return query(context, &task, false, bytes);
}

tcu_status tcu_partition(tcu_context *context, const void *in, size_t item_bytes, const void *flags,
                         tcu_flags_format format, void *out, uint64_t *count, uint64_t n)
{
    tcui_compact_task task = {.flags = flags, .keep_others = true, .count = count, .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_item_bytes(context, item_bytes)) != TCU_SUCCESS ||
        (status = check_format(context, format, &task)) != TCU_SUCCESS)
        return status;
    set_items(&task, in, out, item_bytes);
    return run(context, &task, false);
}

tcu_status tcu_partition_workspace(tcu_context *context, size_t item_bytes, tcu_flags_format format, uint64_t n,
                                   size_t *bytes)
{
    tcui_compact_task task = {.keep_others = true, .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_item_bytes(context, item_bytes)) != TCU_SUCCESS ||
        (status = check_format(context, format, &task)) != TCU_SUCCESS)
        return status;
    set_items(&task, NULL, NULL, item_bytes);
    return query(context, &task, false, bytes);
}

tcu_status tcu_compact_indices(tcu_context *context, const void *flags, tcu_flags_format format, void *indices,
                               tcu_type index_type, uint64_t *count, uint64_t n)
{
    tcui_compact_task task = {.flags = flags, .indices = indices, .index_type = index_type, .count = count, .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_format(context, format, &task)) != TCU_SUCCESS ||
        (status = check_index_type(context, index_type, n)) != TCU_SUCCESS)
        return status;
    if (indices == NULL && n == 0)
        task.indices = &wanted;
    return run(context, &task, false);
}

tcu_status tcu_compact_indices_workspace(tcu_context *context, tcu_flags_format format, tcu_type index_type, uint64_t n,
                                         size_t *bytes)
{
    tcui_compact_task task = {.indices = &wanted, .index_type = index_type, .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_format(context, format, &task)) != TCU_SUCCESS ||
        (status = check_index_type(context, index_type, n)) != TCU_SUCCESS)
        return status;
    return query(context, &task, false, bytes);
}

tcu_status tcu_compact_columns(tcu_context *context, const tcu_column *columns, int num_columns, const void *flags,
                               tcu_flags_format format, uint64_t *count, uint64_t n)
{
    tcui_compact_task task = {.flags = flags, .num_columns = num_columns, .count = count, .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_num_columns(context, num_columns)) != TCU_SUCCESS ||
        (status = check_format(context, format, &task)) != TCU_SUCCESS)
        return status;
    if (columns == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "columns is NULL");
    for (int c = 0; c < num_columns; c++) {
        if (!is_item_size(columns[c].item_bytes))
            return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE,
                             "columns[%d].item_bytes is %zu; it must be 1, 2, 4, 8 or 16", c, columns[c].item_bytes);
        task.columns[c] = columns[c];
    }
    return run(context, &task, true);
}

tcu_status tcu_compact_columns_workspace(tcu_context *context, int num_columns, tcu_flags_format format, uint64_t n,
                                         size_t *bytes)
{
    tcui_compact_task task = {.num_columns = num_columns, .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_num_columns(context, num_columns)) != TCU_SUCCESS ||
        (status = check_format(context, format, &task)) != TCU_SUCCESS)
        return status;
    for (int c = 0; c < num_columns; c++) {
        task.columns[c].item_bytes = WIDEST_ITEM;
    }
    return query(context, &task, true, bytes);
}

/* --------------------------------------------------------------------------------------------- by predicate --- */

tcu_status tcu_compact_if(tcu_context *context, const void *in, tcu_type type, const tcu_predicate *predicate,
                          void *out, uint64_t *count, uint64_t n)
{
    tcui_compact_task task = {.in_place = in == out && n > 0, .count = count, .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_predicate(context, type, predicate, &task)) != TCU_SUCCESS)
        return status;
    set_items(&task, in, out, tcu_type_size(type));
    return run(context, &task, false);
}

tcu_status tcu_compact_if_workspace(tcu_context *context, tcu_type type, uint64_t n, int in_place, size_t *bytes)
{
    tcui_compact_task task = {
        .selection = TCUI_SELECT_PREDICATE, .type = type, .in_place = in_place != 0 && n > 0, .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_type(context, type)) != TCU_SUCCESS)
        return status;
    set_items(&task, NULL, NULL, tcu_type_size(type));
    return query(context, &task, false, bytes);
}

tcu_status tcu_partition_if(tcu_context *context, const void *in, tcu_type type, const tcu_predicate *predicate,
                            void *out, uint64_t *count, uint64_t n)
{
    tcui_compact_task task = {.keep_others = true, .count = count, .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_predicate(context, type, predicate, &task)) != TCU_SUCCESS)
        return status;
    set_items(&task, in, out, tcu_type_size(type));
    return run(context, &task, false);
}

tcu_status tcu_partition_if_workspace(tcu_context *context, tcu_type type, uint64_t n, size_t *bytes)
{
    tcui_compact_task task = {.selection = TCUI_SELECT_PREDICATE, .type = type, .keep_others = true, .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_type(context, type)) != TCU_SUCCESS)
        return status;
    set_items(&task, NULL, NULL, tcu_type_size(type));
    return query(context, &task, false, bytes);
}

/* -------------------------------------------------------------------------------------------- runs of items --- */

tcu_status tcu_unique(tcu_context *context, const void *in, size_t item_bytes, void *out, uint64_t *run_lengths,
                      uint64_t *count, uint64_t n)
{
    tcui_compact_task task = {.selection = TCUI_SELECT_HEADS,
                              .run_lengths = run_lengths,
                              .in_place = in == out && n > 0,
                              .count = count,
                              .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_item_bytes(context, item_bytes)) != TCU_SUCCESS)
        return status;
    set_items(&task, in, out, item_bytes);
    return run(context, &task, false);
}

tcu_status tcu_unique_workspace(tcu_context *context, size_t item_bytes, int with_lengths, uint64_t n, int in_place,
                                size_t *bytes)
{
    tcui_compact_task task = {.selection = TCUI_SELECT_HEADS,
                              .run_lengths = with_lengths ? &wanted : NULL,
                              .in_place = in_place != 0 && n > 0,
                              .n = n};
    tcu_status status = tcui_context_check(context);
    if (status != TCU_SUCCESS || (status = check_item_bytes(context, item_bytes)) != TCU_SUCCESS)
        return status;
    set_items(&task, NULL, NULL, item_bytes);
    return query(context, &task, false, bytes);
}
