/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include "primitives/call/items.h"
#include "primitives/reduce/reduction.h"

tcu_status tcui_by_key_check_item(tcu_context *context, const char *name, size_t item_bytes)
{
    if (!tcui_is_word(item_bytes)) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "%s is %zu; it must be 1, 2, 4, 8 or 16", name,
                         item_bytes);
    }
    return TCU_SUCCESS;
}

tcu_status tcui_by_key_set_runs(tcu_context *context, const tcui_runs_names *names, const tcu_runs *from,
                                tcu_runs *runs)
{
    if (from == NULL) {
        return TCU_SUCCESS;
    }
    *runs = *from;
    return TCUI_CHECK_RESERVED(context, names->reserved, from->reserved);
}

static tcu_status check_options(tcu_context *context, const tcu_by_key_options *options)
{
    tcu_status status = tcui_check_operator(context, options->op, options->nan_mode);
    if (status != TCU_SUCCESS || (status = tcui_check_enumerator(context, "options->map", options->map, TCU_MAP_NONZERO,
                                                                 "tcu_map")) != TCU_SUCCESS) {
        return status;
    }
    return TCUI_CHECK_RESERVED(context, "options->reserved", options->reserved);
}

static tcu_status not_the_default(tcu_context *context, const char *field)
{
    return tcui_fail(context, TCU_ERROR_UNSUPPORTED_ALGORITHM,
                     "options->%s is not the default, which is all there is here", field);
}

tcu_status tcui_by_key_check_defaults(tcu_context *context, const tcu_by_key_options *options)
{
    if (options == NULL) {
        return TCU_SUCCESS;
    }
    const tcu_status status = check_options(context, options);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const char *field = options->op != TCU_OPERATOR_SUM          ? "op"
                        : options->map != TCU_MAP_NONE           ? "map"
                        : options->nan_mode != TCU_NAN_PROPAGATE ? "nan_mode"
                        : options->initial != NULL               ? "initial"
                                                                 : NULL;
    return field == NULL ? TCU_SUCCESS : not_the_default(context, field);
}

/* As of a reduction by offsets. */
tcu_status tcui_by_key_set_reduction(tcu_context *context, tcui_by_key_task *task, const tcu_by_key_options *options)
{
    tcui_reduce_task reduction = {.in_type = task->value_type, .out_type = task->out_type, .segmented = true};
    tcu_reduce_options of_reduction = TCU_REDUCE_OPTIONS_INIT;
    if (options != NULL) {
        of_reduction.op = options->op;
        of_reduction.map = options->map;
        of_reduction.nan_mode = options->nan_mode;
        of_reduction.initial = options->initial;
    }
    tcu_status status = tcui_reduce_set_options(context, &reduction, &of_reduction);
    if (status == TCU_SUCCESS && options != NULL) {
        status = TCUI_CHECK_RESERVED(context, "options->reserved", options->reserved);
    }
    task->reduction = reduction.reduction;
    return status;
}

/* As of a scan, which has no maps. */
tcu_status tcui_by_key_set_scan(tcu_context *context, tcui_by_key_task *task, const tcu_by_key_options *options)
{
    tcu_status status = TCU_SUCCESS;
    if (options != NULL) {
        task->reduction = (tcui_reduction){.op = options->op, .nan_mode = options->nan_mode};
        status = check_options(context, options);
        if (status == TCU_SUCCESS && options->map != TCU_MAP_NONE) {
            status = not_the_default(context, "map");
        }
    }
    if (status == TCU_SUCCESS) {
        status = tcui_check_reduction_types(context, &task->reduction, task->value_type, task->out_type);
    }
    if (status == TCU_SUCCESS && options != NULL) {
        tcui_take_initial(&task->reduction, task->out_type, options->initial);
    }
    return status;
}

void tcui_by_key_list_runs(const tcui_runs_names *names, const tcu_runs *runs, size_t key_bytes, uint64_t n,
                           tcui_arrays *arrays)
{
    if (runs->keys != NULL) {
        tcui_arrays_write(arrays, names->keys, runs->keys, n, key_bytes);
    }
    if (runs->lengths != NULL) {
        tcui_arrays_write(arrays, names->lengths, runs->lengths, n, sizeof *runs->lengths);
    }
    if (runs->offsets != NULL) {
        tcui_arrays_write(arrays, names->offsets, runs->offsets, n + 1, sizeof *runs->offsets);
    }
    if (runs->count != NULL) {
        tcui_arrays_write(arrays, names->count, runs->count, 1, sizeof *runs->count);
    }
}

tcu_status tcui_by_key_clear_runs(tcu_context *context, const tcu_runs *runs)
{
    tcu_status status = TCU_SUCCESS;
    if (runs->count != NULL) {
        status = context->backend->clear(context, runs->count, sizeof *runs->count);
    }
    if (runs->offsets != NULL && status == TCU_SUCCESS) {
        status = context->backend->clear(context, runs->offsets, sizeof *runs->offsets);
    }
    return status;
}
