/* SPDX-License-Identifier: Apache-2.0 */
/* The public functions of gathers and scatters: argument checks, and the call of the backend. */
#include "backend.h"

#include "primitives/call/arguments.h"
#include "primitives/call/call.h"
#include "primitives/call/items.h"

/* (Items are copied, so any floating-point environment will do.) */
static const tcui_call call = {.operation = TCUI_GATHER, .of_integers = true};

/* How sentences name the arrays. */
typedef struct names {
    const char *from, *to;
} names;

static const names names_of[] = {[TCUI_GATHER_ITEMS] = {"source", "out"}, [TCUI_SCATTER_ITEMS] = {"items", "out"}};

static tcu_status check_index_type(tcu_context *context, tcu_type type)
{
    const tcu_status status = tcui_check_type(context, "index_type", type);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (type != TCU_TYPE_I32 && type != TCU_TYPE_U32 && type != TCU_TYPE_I64 && type != TCU_TYPE_U64) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "index_type is %s; it must be i32, u32, i64 or u64",
                         tcu_type_name(type));
    }
    return TCU_SUCCESS;
}

static uint64_t items_from(const tcui_gather_task *task)
{
    return task->kind == TCUI_GATHER_ITEMS ? task->places : task->n;
}

static uint64_t items_to(const tcui_gather_task *task)
{
    return task->kind == TCUI_GATHER_ITEMS ? task->n : task->places;
}

/* Takes the options, and checks all but pointers' alignment and overlaps. */
static tcu_status check(tcu_context *context, tcui_gather_task *task, const tcu_gather_options *options,
                        bool has_pointers)
{
    const names *name = &names_of[task->kind];
    if (options != NULL) {
        task->count = options->count;
        task->out_of_range = options->out_of_range;
    }
    tcu_status status = check_index_type(context, task->index_type);
    if (status == TCU_SUCCESS) {
        status = TCUI_CHECK_OPTIONS(context, options);
    }
    if (status == TCU_SUCCESS) {
        status = tcui_check_item_bytes(context, task->item_bytes);
    }
    if (status == TCU_SUCCESS) {
        status = tcui_check_items(context, name->from, task->from, items_from(task), task->item_bytes, has_pointers);
    }
    return status == TCU_SUCCESS
               ? tcui_check_items(context, name->to, task->to, items_to(task), task->item_bytes, has_pointers)
               : status;
}

static void describe_arrays(const tcui_gather_task *task, tcui_arrays *arrays)
{
    const names *name = &names_of[task->kind];
    tcui_arrays_begin(arrays);
    tcui_arrays_read_items(arrays, name->from, task->from, items_from(task), task->item_bytes);
    tcui_arrays_read(arrays, "indices", task->indices, task->n, tcui_element_bytes(task->index_type));
    if (task->count != NULL) {
        tcui_arrays_read(arrays, "options->count", task->count, 1, sizeof *task->count);
    }
    tcui_arrays_write_items(arrays, name->to, task->to, items_to(task), task->item_bytes);
    if (task->out_of_range != NULL) {
        tcui_arrays_write(arrays, "options->out_of_range", task->out_of_range, 1, sizeof *task->out_of_range);
    }
}

static tcu_status run(tcu_context *context, tcui_gather_task *task, const tcu_gather_options *options)
{
    tcui_arrays arrays;
    tcu_status status = check(context, task, options, true);
    if (status != TCU_SUCCESS) {
        return status;
    }
    describe_arrays(task, &arrays);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS || (task->n == 0 && task->out_of_range == NULL)) {
        return status;
    }
    return tcui_call_run(context, &call, task, &arrays);
}

static tcu_status query(tcu_context *context, tcui_gather_task *task, const tcu_gather_options *options, size_t *bytes)
{
    tcui_arrays arrays;
    const tcu_status status = check(context, task, options, false);
    if (status != TCU_SUCCESS) {
        return status;
    }
    describe_arrays(task, &arrays);
    return tcui_call_query(context, &call, task, &arrays, task->n > 0, bytes);
}

/* ----------------------------------------------------------------------------------------- public functions --- */

tcu_status tcu_gather(tcu_context *context, const void *source, uint64_t num_source, const void *indices,
                      tcu_type index_type, void *out, size_t item_bytes, uint64_t n, const tcu_gather_options *options)
{
    const tcu_status status = tcui_begin(context, __func__);
    tcui_gather_task task = {.kind = TCUI_GATHER_ITEMS,
                             .from = source,
                             .to = out,
                             .item_bytes = item_bytes,
                             .indices = indices,
                             .index_type = index_type,
                             .places = num_source,
                             .n = n};
    return status == TCU_SUCCESS ? run(context, &task, options) : status;
}

tcu_status tcu_gather_workspace(tcu_context *context, uint64_t num_source, tcu_type index_type, size_t item_bytes,
                                uint64_t n, const tcu_gather_options *options, size_t *bytes)
{
    const tcu_status status = tcui_begin(context, __func__);
    tcui_gather_task task = {
        .kind = TCUI_GATHER_ITEMS, .item_bytes = item_bytes, .index_type = index_type, .places = num_source, .n = n};
    return status == TCU_SUCCESS ? query(context, &task, options, bytes) : status;
}

tcu_status tcu_scatter(tcu_context *context, const void *items, const void *indices, tcu_type index_type, void *out,
                       uint64_t num_out, size_t item_bytes, uint64_t n, const tcu_gather_options *options)
{
    const tcu_status status = tcui_begin(context, __func__);
    tcui_gather_task task = {.kind = TCUI_SCATTER_ITEMS,
                             .from = items,
                             .to = out,
                             .item_bytes = item_bytes,
                             .indices = indices,
                             .index_type = index_type,
                             .places = num_out,
                             .n = n};
    return status == TCU_SUCCESS ? run(context, &task, options) : status;
}

tcu_status tcu_scatter_workspace(tcu_context *context, tcu_type index_type, uint64_t num_out, size_t item_bytes,
                                 uint64_t n, const tcu_gather_options *options, size_t *bytes)
{
    const tcu_status status = tcui_begin(context, __func__);
    tcui_gather_task task = {
        .kind = TCUI_SCATTER_ITEMS, .item_bytes = item_bytes, .index_type = index_type, .places = num_out, .n = n};
    return status == TCU_SUCCESS ? query(context, &task, options, bytes) : status;
}
