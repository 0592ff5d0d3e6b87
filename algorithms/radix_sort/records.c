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

/* The count of a call's elements, or NULL. (Of segments by offsets the count is one of segments.) */
static const uint64_t *elements_now_of(const task_type *task)
{
    return task->segments.size > 0 ? task->segments.length : NULL;
}

/* to[i] = from[indices[i]], or to[indices[i]] = from[i], of the elements that there are. (Of segments by offsets indices
 * say it.) */
static tcu_status move(tcu_context *context, const task_type *task, tcui_gather_kind kind, const void *from, void *to,
                       size_t item_bytes, const void *indices)
{
    const tcui_gather_task items = {.kind = kind,
                                    .from = from,
                                    .to = to,
                                    .item_bytes = item_bytes,
                                    .indices = indices,
                                    .index_type =
                                        number_bytes_of(task) == sizeof(uint32_t) ? TCU_TYPE_U32 : TCU_TYPE_U64,
                                    .places = task->segments.n,
                                    .n = task->segments.n,
                                    .count = elements_now_of(task)};
    return tcui_execute(context, tcui_operation_of(context, TCUI_GATHER), &items, NULL);
}

static tcu_status gather(tcu_context *context, const task_type *task, const void *from, void *to, const void *indices)
{
    return move(context, task, TCUI_GATHER_ITEMS, from, to, task->value_bytes, indices);
}

/* An index that names no element. */
static tcu_status fill_with_none(tcu_context *context, const task_type *task, void *indices)
{
    const uint64_t none = UINT64_MAX;
    return context->backend->fill(context, indices, &none, number_bytes_of(task), task->segments.n);
}

/* Leaves the numbers of those elements that are in segments: the positions are these numbers in another order. */
static tcu_status number_segments(tcu_context *context, const task_type *task, const places *at)
{
    const tcu_status status = fill_with_none(context, task, at->numbers);
    return status == TCU_SUCCESS ? move(context, task, TCUI_SCATTER_ITEMS, at->positions, at->numbers,
                                        number_bytes_of(task), at->positions)
                                 : status;
}

/* What lies behind a count is not read. */
static tcu_status copy_values(tcu_context *context, const task_type *task, const places *at)
{
    if (tcui_segments_count_of(&task->segments) != NULL) {
        const tcu_status status = task->segments.size == 0 ? number_segments(context, task, at) : TCU_SUCCESS;
        return status == TCU_SUCCESS ? gather(context, task, task->values_in, at->values, at->numbers) : status;
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
    const tcui_gather_extension *gathers = tcui_operation_of(context, TCUI_GATHER)->extension;
    tcu_status status =
        gathers->number(context, at.numbers, number_bytes_of(task), task->segments.n, elements_now_of(task));
    if (status == TCU_SUCCESS && task->segments.size == 0) {
        status = fill_with_none(context, task, at.positions);
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
