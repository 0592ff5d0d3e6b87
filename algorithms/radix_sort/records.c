/* SPDX-License-Identifier: Apache-2.0 */
#include "records.h"

#include "algorithms/gather/backend.h"
#include "primitives/call/call.h"
#include "primitives/call/items.h"

typedef tcui_radix_sort_task task_type;

/* The arrays of a call in its workspace. */
typedef struct places {
    void *numbers, *positions;
    void *values; /* in place: a copy of them; else NULL */
    void *rest;
} places;

bool tcui_sorts_records(const task_type *task)
{
    return task->payload == TCUI_PAYLOAD_VALUES && !tcui_is_word(task->value_bytes);
}

/* All ones have to be more than any position. */
static size_t number_bytes_of(const task_type *task)
{
    return task->segments.n <= UINT32_MAX ? sizeof(uint32_t) : sizeof(uint64_t);
}

static places place_arrays(const task_type *task, tcui_layout *layout, void *base)
{
    const uint64_t n = task->segments.n;
    places at;
    at.numbers = tcui_layout_place(layout, base, n, number_bytes_of(task));
    at.positions = tcui_layout_place(layout, base, n, number_bytes_of(task));
    at.values = tcui_layout_place(layout, base, task->arrays == TCUI_SORT_IN_PLACE ? n : 0, task->value_bytes);
    at.rest = tcui_layout_rest(layout, base);
    return at;
}

static task_type sort_of(const task_type *task, const places *at)
{
    task_type sort = *task;
    sort.values_in = at->numbers;
    sort.values_out = at->positions;
    sort.value_bytes = number_bytes_of(task);
    if (task->arrays == TCUI_SORT_BUFFERS) { /* which are not needed: keys_in and keys_out are apart */
        sort.arrays = TCUI_SORT_APART;
        sort.keys_other = sort.values_other = NULL;
    }
    return sort;
}

/* to[i] = from[indices[i]], of the elements that there are. (Of segments by offsets positions say it.) */
static tcu_status gather(tcu_context *context, const task_type *task, const void *from, void *to, const void *indices)
{
    const tcui_gather_task items = {.kind = TCUI_GATHER_ITEMS,
                                    .from = from,
                                    .to = to,
                                    .item_bytes = task->value_bytes,
                                    .indices = indices,
                                    .index_type =
                                        number_bytes_of(task) == sizeof(uint32_t) ? TCU_TYPE_U32 : TCU_TYPE_U64,
                                    .places = task->segments.n,
                                    .n = task->segments.n,
                                    .count = task->segments.size > 0 ? task->segments.length : NULL};
    return tcui_execute(context, tcui_operation_of(context, TCUI_GATHER), &items, NULL);
}

/* What lies behind a count is not read. */
static tcu_status copy_values(tcu_context *context, const task_type *task, const places *at)
{
    if (task->segments.length != NULL && task->segments.size > 0) {
        return gather(context, task, task->values_in, at->values, at->numbers);
    }
    return context->backend->copy(context, at->values, task->values_in, task->segments.n * task->value_bytes);
}

tcu_status tcui_sort_records_reserve(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const task_type *task = any_task;
    const places at = place_arrays(task, layout, NULL);
    const task_type sort = sort_of(task, &at);
    return tcui_reserve(context, tcui_operation_of(context, TCUI_RADIX_SORT), &sort, layout);
}

tcu_status tcui_sort_records_execute(tcu_context *context, const void *any_task, void *workspace)
{
    const task_type *task = any_task;
    tcui_layout layout = {0};
    const places at = place_arrays(task, &layout, workspace);
    const task_type sort = sort_of(task, &at);
    const size_t number_bytes = number_bytes_of(task);
    const tcui_gather_extension *gathers = tcui_operation_of(context, TCUI_GATHER)->extension;
    tcu_status status = gathers->number(context, at.numbers, number_bytes, task->segments.n);
    if (status == TCU_SUCCESS && task->segments.size == 0) {
        const uint64_t none = UINT64_MAX;
        status = context->backend->fill(context, at.positions, &none, number_bytes, task->segments.n);
    }
    if (status == TCU_SUCCESS) {
        status = tcui_execute(context, tcui_operation_of(context, TCUI_RADIX_SORT), &sort, at.rest);
    }
    const void *from = task->values_in;
    if (status == TCU_SUCCESS && task->values_in == task->values_out) {
        status = copy_values(context, task, &at);
        from = at.values;
    }
    return status == TCU_SUCCESS ? gather(context, task, from, task->values_out, at.positions) : status;
}
