/* SPDX-License-Identifier: Apache-2.0 */
#include "group_by.h"

#include "algorithms/gather/backend.h"
#include "algorithms/radix_sort/backend.h"
#include "arguments.h"
#include "primitives/call/call.h"
#include "runs.h"

typedef tcui_group_by_task group_by;

/* What the sort takes along. */
typedef enum carried { CARRY_NOTHING, CARRY_COLUMN, CARRY_POSITIONS } carried;

/* The arrays of a call in its workspace. */
typedef struct places {
    void *keys;    /* in order */
    void *payload; /* the column or the positions in the keys' order, or NULL */
    void *column;  /* of several columns one at a time in the keys' order, or NULL */
    void *picked;  /* of a column of items the positions of those that are picked, or NULL */
    int64_t *offsets;
    uint64_t *count;
    void *few; /* for few groups */
    void *rest;
} places;

/* Whether a result needs all values of a group. */
static bool is_reduced(const tcu_group_column *column)
{
    return column->aggregate <= TCU_AGGREGATE_MAX;
}

static size_t bytes_of_values(const tcu_group_column *column)
{
    return tcui_element_bytes(column->value_type);
}

/* Whether the column's values are items of a size, which are fetched from where they are. */
static bool has_items(const tcu_group_column *column)
{
    return column->item_bytes > 0;
}

static bool has_values(const tcu_group_column *column)
{
    return column->aggregate != TCU_AGGREGATE_COUNT;
}

/* The first column that has values, or NULL. */
static const tcu_group_column *first_column(const group_by *task)
{
    for (int c = 0; c < task->num_columns; c++) {
        if (has_values(&task->columns[c])) {
            return &task->columns[c];
        }
    }
    return NULL;
}

static int columns_with_values(const group_by *task)
{
    int columns = 0;
    for (int c = 0; c < task->num_columns; c++) {
        columns += has_values(&task->columns[c]);
    }
    return columns;
}

/* Whether columns that have values have the same ones, which a sort can take along. A query does not know where values
 * are, and asks whether that is possible. */
static bool have_same_values(const group_by *task, bool is_query)
{
    const tcu_group_column *first = first_column(task);
    for (int c = 0; c < task->num_columns; c++) {
        const tcu_group_column *column = &task->columns[c];
        if (has_values(column) && (has_items(column) || column->value_type != first->value_type ||
                                   (!is_query && column->values != first->values))) {
            return false;
        }
    }
    return first != NULL;
}

static carried carried_by(const group_by *task)
{
    return task->carries_values ? CARRY_COLUMN : first_column(task) == NULL ? CARRY_NOTHING : CARRY_POSITIONS;
}

/* The first of the columns whose values the sort takes along; NULL if it takes none. */
static const tcu_group_column *carried_column(const group_by *task)
{
    return task->carries_values ? first_column(task) : NULL;
}

static size_t index_bytes_of(const group_by *task)
{
    return task->n <= (uint64_t)UINT32_MAX + 1 ? sizeof(uint32_t) : sizeof(uint64_t);
}

static size_t payload_bytes_of(const group_by *task)
{
    switch (carried_by(task)) {
    case CARRY_COLUMN:
        return bytes_of_values(first_column(task));
    case CARRY_POSITIONS:
        return index_bytes_of(task);
    default:
        return 0;
    }
}

/* Of the widest column that is brought into the keys' order apart from them. */
static size_t column_bytes_of(const group_by *task)
{
    size_t bytes = 0;
    for (int c = 0; c < task->num_columns && carried_by(task) == CARRY_POSITIONS; c++) {
        if (is_reduced(&task->columns[c]) && bytes_of_values(&task->columns[c]) > bytes) {
            bytes = bytes_of_values(&task->columns[c]);
        }
    }
    return bytes;
}

static bool picks_items(const group_by *task)
{
    for (int c = 0; c < task->num_columns; c++) {
        if (has_items(&task->columns[c])) {
            return true;
        }
    }
    return false;
}

/* Columns that come with the runs, in one pass over keys and values: NULL where there is none. Of values that the sort takes
 * along it is the first reduction. */
static const tcu_group_column *reduced_with_runs(const group_by *task)
{
    for (int c = 0; c < task->num_columns && task->carries_values; c++) {
        if (is_reduced(&task->columns[c])) {
            return &task->columns[c];
        }
    }
    return NULL;
}

static const tcu_group_column *counted_with_runs(const group_by *task)
{
    for (int c = 0; c < task->num_columns && task->groups.lengths == NULL; c++) {
        if (task->columns[c].aggregate == TCU_AGGREGATE_COUNT) {
            return &task->columns[c];
        }
    }
    return NULL;
}

static bool comes_with_runs(const group_by *task, const tcu_group_column *column)
{
    return column == reduced_with_runs(task) || column == counted_with_runs(task);
}

static bool needs_offsets(const group_by *task)
{
    for (int c = 0; c < task->num_columns; c++) {
        if (!comes_with_runs(task, &task->columns[c])) {
            return true;
        }
    }
    return false;
}

/* Outputs that the user wants are where they are wanted. */
static places place_arrays(tcu_context *context, const group_by *task, tcui_layout *layout, void *base)
{
    const tcui_by_key_extension *backend = tcui_operation_of(context, TCUI_BY_KEY)->extension;
    places at = {.offsets = task->groups.offsets, .count = task->groups.count};
    const size_t payload_bytes = payload_bytes_of(task), column_bytes = column_bytes_of(task);
    at.keys = tcui_layout_place(layout, base, task->n, tcui_element_bytes(task->key_type));
    if (payload_bytes > 0) {
        at.payload = tcui_layout_place(layout, base, task->n, payload_bytes);
    }
    if (column_bytes > 0) {
        at.column = tcui_layout_place(layout, base, task->n, column_bytes);
    }
    if (picks_items(task)) {
        at.picked = tcui_layout_place(layout, base, task->n, index_bytes_of(task));
    }
    if (at.offsets == NULL && (needs_offsets(task) || backend->few_groups != NULL)) {
        at.offsets = tcui_layout_place(layout, base, task->n + 1, sizeof *at.offsets);
    }
    if (at.count == NULL) {
        at.count = tcui_layout_place(layout, base, 1, sizeof *at.count);
    }
    if (backend->few_groups_bytes != NULL) {
        const size_t bytes = backend->few_groups_bytes(context, tcui_element_bytes(task->key_type), task->n);
        at.few = tcui_layout_place(layout, base, bytes, 1);
    }
    at.rest = tcui_layout_rest(layout, base);
    return at;
}

/* ------------------------------------------------------------------------------------------- tasks of others --- */

static tcui_radix_sort_task sort_of(const group_by *task, const places *at)
{
    tcui_radix_sort_task sort = {.keys_in = task->keys,
                                 .keys_out = at->keys,
                                 .key_type = task->key_type,
                                 .arrays = TCUI_SORT_APART,
                                 .end_bit = 8 * (int)tcui_element_bytes(task->key_type),
                                 .segments = tcui_segments_whole(task->n)};
    tcui_segments_take_count(&sort.segments, task->length);
    switch (carried_by(task)) {
    case CARRY_COLUMN:
        sort.payload = TCUI_PAYLOAD_VALUES;
        sort.values_in = first_column(task)->values;
        break;
    case CARRY_POSITIONS:
        sort.payload = TCUI_PAYLOAD_INDICES;
        sort.keys_out = NULL;
        break;
    default:
        break;
    }
    sort.values_out = at->payload;
    sort.value_bytes = payload_bytes_of(task);
    return sort;
}

static tcui_reduction reduction_by(const group_by *task, const tcu_group_column *column)
{
    static const tcu_operator operators[] = {[TCU_AGGREGATE_SUM] = TCU_OPERATOR_SUM,
                                             [TCU_AGGREGATE_MIN] = TCU_OPERATOR_MIN,
                                             [TCU_AGGREGATE_MAX] = TCU_OPERATOR_MAX};
    return (tcui_reduction){.op = operators[column->aggregate], .nan_mode = task->nan_mode};
}

/* The groups, as the runs of the keys in order. */
static tcui_by_key_task runs_of(const group_by *task, const places *at)
{
    const tcu_group_column *reduced = reduced_with_runs(task), *counted = counted_with_runs(task);
    tcui_by_key_task runs = {.kind = TCUI_BY_KEY_REDUCE,
                             .keys = at->keys,
                             .key_bytes = tcui_element_bytes(task->key_type),
                             .n = task->n,
                             .runs = task->groups,
                             .length = task->length};
    if (needs_offsets(task)) {
        runs.runs.offsets = tcui_or_placeholder(at->offsets);
    }
    runs.runs.count = tcui_or_placeholder(at->count);
    if (counted != NULL) {
        runs.runs.lengths = tcui_or_placeholder(counted->results);
    }
    if (reduced != NULL) {
        runs.values = at->payload;
        runs.value_type = reduced->value_type;
        runs.out = tcui_or_placeholder(reduced->results);
        runs.out_type = reduced->result_type;
        runs.reduction = reduction_by(task, reduced);
    }
    return runs;
}

/* Positions are for results that are picked by them alone. */
static tcui_few_groups_task few_groups_of(const group_by *task, const places *at)
{
    const tcu_group_column *taken = carried_column(task);
    bool is_wanted = taken != NULL;
    for (int c = 0; c < task->num_columns; c++) {
        const tcu_aggregate aggregate = task->columns[c].aggregate;
        is_wanted |= aggregate == TCU_AGGREGATE_FIRST || aggregate == TCU_AGGREGATE_LAST;
    }
    tcui_few_groups_task few = {.keys = task->keys,
                                .key_type = task->key_type,
                                .n = task->n,
                                .groups = task->groups,
                                .values = taken != NULL ? taken->values : NULL,
                                .payload_bytes = payload_bytes_of(task),
                                .payload = is_wanted ? at->payload : NULL,
                                .numbers = at->keys,
                                .workspace = at->few};
    few.groups.offsets = at->offsets;
    few.groups.count = at->count;
    return few;
}

static tcui_reduce_task reduction_of(const group_by *task, const tcu_group_column *column, const void *values,
                                     tcui_segments segments)
{
    return (tcui_reduce_task){.in = values,
                              .in_type = column->value_type,
                              .out = column->results,
                              .out_type = column->result_type,
                              .segments = segments,
                              .segmented = true,
                              .reduction = reduction_by(task, column)};
}

/* ------------------------------------------------------------------------------------------------- the steps --- */

/* to[i] = from[positions[i]], i < n; with `count`, in the context's memory, for as many. */
static tcu_status gather(tcu_context *context, const group_by *task, const void *from, void *to, size_t item_bytes,
                         const void *positions, const uint64_t *count)
{
    const tcui_gather_task items = {.kind = TCUI_GATHER_ITEMS,
                                    .from = from,
                                    .to = to,
                                    .item_bytes = item_bytes,
                                    .indices = positions,
                                    .index_type = index_bytes_of(task) == 4 ? TCU_TYPE_U32 : TCU_TYPE_U64,
                                    .places = task->n,
                                    .n = task->n,
                                    .count = count};
    return tcui_execute(context, tcui_operation_of(context, TCUI_GATHER), &items, NULL);
}

static tcu_status sort_keys(tcu_context *context, const group_by *task, const places *at)
{
    const tcui_radix_sort_task sort = sort_of(task, at);
    const tcu_status status = tcui_execute(context, tcui_operation_of(context, TCUI_RADIX_SORT), &sort, at->rest);
    if (status != TCU_SUCCESS || carried_by(task) != CARRY_POSITIONS) {
        return status;
    }
    return gather(context, task, task->keys, at->keys, tcui_element_bytes(task->key_type), at->payload, task->length);
}

/* Finds the groups, by a sort if `few` are not few. */
static tcu_status find_groups(tcu_context *context, const group_by *task, const places *at,
                              const tcui_by_key_extension *backend, const tcui_few_groups_task *few, bool *are_few)
{
    *are_few = backend->few_groups != NULL && backend->few_groups(context, few);
    if (*are_few) {
        return TCU_SUCCESS;
    }
    const tcui_by_key_task runs = runs_of(task, at);
    const tcu_status status = sort_keys(context, task, at);
    return status == TCU_SUCCESS ? tcui_execute(context, tcui_operation_of(context, TCUI_BY_KEY), &runs, at->rest)
                                 : status;
}

/* Of several columns one in the keys' order; `few` is NULL if there was a sort. */
static tcu_status order_column(tcu_context *context, const group_by *task, const tcu_group_column *column,
                               const places *at, const tcui_by_key_extension *backend, const tcui_few_groups_task *few)
{
    if (few != NULL) {
        backend->few_groups_column(context, few, column->values, at->column, bytes_of_values(column));
        return TCU_SUCCESS;
    }
    return gather(context, task, column->values, at->column, bytes_of_values(column), at->payload, task->length);
}

static tcu_status reduce_column(tcu_context *context, const group_by *task, const tcu_group_column *column,
                                const places *at, const tcui_by_key_extension *backend, const tcui_few_groups_task *few)
{
    const void *values = at->payload;
    if (carried_by(task) == CARRY_POSITIONS) {
        const tcu_status status = order_column(context, task, column, at, backend, few);
        if (status != TCU_SUCCESS) {
            return status;
        }
        values = at->column;
    }
    const tcui_reduce_task reduction =
        reduction_of(task, column, values, tcui_segments_of_runs(context, task->n, at->offsets, at->count));
    return tcui_execute(context, tcui_operation_of(context, TCUI_REDUCE), &reduction, at->rest);
}

static tcu_status pick_column(tcu_context *context, const group_by *task, const tcu_group_column *column,
                              const places *at, const tcui_by_key_extension *backend)
{
    tcui_pick pick = {.what = column->aggregate == TCU_AGGREGATE_COUNT   ? TCUI_PICK_LENGTH
                              : column->aggregate == TCU_AGGREGATE_FIRST ? TCUI_PICK_FIRST
                                                                         : TCUI_PICK_LAST,
                      .offsets = at->offsets,
                      .count = at->count,
                      .n = task->n};
    if (has_items(column)) { /* their positions first */
        pick.from = at->payload;
        pick.item_bytes = index_bytes_of(task);
        pick.out = at->picked;
        const tcu_status status = backend->pick(context, &pick);
        return status == TCU_SUCCESS
                   ? gather(context, task, column->values, column->results, column->item_bytes, at->picked, at->count)
                   : status;
    }
    pick.item_bytes = tcui_element_bytes(column->result_type);
    pick.out = column->results;
    if (carried_by(task) == CARRY_POSITIONS) {
        pick.from = column->values;
        pick.index = at->payload;
        pick.index_bytes = index_bytes_of(task);
    } else {
        pick.from = at->payload;
    }
    return backend->pick(context, &pick);
}

/* --------------------------------------------------------------------------------------------------- the call --- */

/* Adds what an operation needs to `most`, if that is more. */
static tcu_status reserve_operation(tcu_context *context, tcui_operation_id id, const void *task,
                                    const tcui_layout *before, tcui_layout *most)
{
    tcui_layout layout = *before;
    const tcu_status status = tcui_reserve(context, tcui_operation_of(context, id), task, &layout);
    most->bytes = layout.bytes > most->bytes ? layout.bytes : most->bytes;
    return status;
}

static tcu_status reserve_arrays(tcu_context *context, const group_by *task, tcui_layout *layout)
{
    const places at = place_arrays(context, task, layout, NULL);
    const tcui_by_key_extension *backend = tcui_operation_of(context, TCUI_BY_KEY)->extension;
    const tcui_layout arrays = *layout;
    const tcui_radix_sort_task sort = sort_of(task, &at);
    const tcui_by_key_task runs = runs_of(task, &at);
    tcu_status status = reserve_operation(context, TCUI_RADIX_SORT, &sort, &arrays, layout);
    if (status == TCU_SUCCESS) {
        status = reserve_operation(context, TCUI_BY_KEY, &runs, &arrays, layout);
    }
    for (int c = 0; c < task->num_columns && status == TCU_SUCCESS; c++) {
        const bool always_comes_with_runs = comes_with_runs(task, &task->columns[c]) && backend->few_groups == NULL;
        if (is_reduced(&task->columns[c]) && !always_comes_with_runs) {
            const tcui_reduce_task reduction =
                reduction_of(task, &task->columns[c], NULL, tcui_segments_offsets(task->n, NULL, task->n));
            status = reserve_operation(context, TCUI_REDUCE, &reduction, &arrays, layout);
        }
    }
    return status;
}

/* The most that is needed, whether several columns have the same values or not. */
tcu_status tcui_group_by_reserve(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const tcui_layout before = *layout;
    group_by task = *(const group_by *)any_task;
    task.carries_values = have_same_values(&task, true);
    const tcu_status status = reserve_arrays(context, &task, layout);
    if (status != TCU_SUCCESS || !task.carries_values || columns_with_values(&task) == 1) {
        return status;
    }
    tcui_layout apart = before;
    task.carries_values = false;
    const tcu_status status_apart = reserve_arrays(context, &task, &apart);
    layout->bytes = apart.bytes > layout->bytes ? apart.bytes : layout->bytes;
    return status_apart;
}

/* Of n > 0 elements; on the host without a length. */
static tcu_status execute(tcu_context *context, const group_by *task, void *workspace)
{
    const tcui_by_key_extension *backend = tcui_operation_of(context, TCUI_BY_KEY)->extension;
    tcui_layout layout = {0};
    const places at = place_arrays(context, task, &layout, workspace);
    const tcui_few_groups_task few = few_groups_of(task, &at);
    bool are_few;
    tcu_status status = find_groups(context, task, &at, backend, &few, &are_few);
    for (int c = 0; c < task->num_columns && status == TCU_SUCCESS; c++) {
        const tcu_group_column *column = &task->columns[c];
        if (!are_few && comes_with_runs(task, column)) {
            continue;
        }
        status = is_reduced(column) ? reduce_column(context, task, column, &at, backend, are_few ? &few : NULL)
                                    : pick_column(context, task, column, &at, backend);
    }
    return status;
}

/* (The workspace of fewer elements is no more than what was reserved.) */
tcu_status tcui_group_by_execute(tcu_context *context, const void *any_task, void *workspace)
{
    group_by now = *(const group_by *)any_task;
    now.carries_values = have_same_values(&now, false);
    if (now.length == NULL || !tcui_is_on_host(context)) {
        return execute(context, &now, workspace);
    }
    now.n = tcui_length_now(now.n, now.length);
    now.length = NULL;
    return now.n == 0 ? tcui_by_key_clear_runs(context, &now.groups) : execute(context, &now, workspace);
}
