/* SPDX-License-Identifier: Apache-2.0 */
/* Differences of neighbours. */
#include "backend.h"
#include "primitives/call/arguments.h"
#include "primitives/call/call.h"
#include "primitives/context/types.h"

static const tcui_call call = {.operation = TCUI_STENCIL};
static const tcui_call call_of_integers = {.operation = TCUI_STENCIL, .of_integers = true};

static tcu_status check(tcu_context *context, tcu_type type, const tcu_adjacent_difference_options *options)
{
    if ((unsigned)type >= TCU_TYPE_COUNT) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "type is %d, which is no tcu_type", (int)type);
    }
    return TCUI_CHECK_OPTIONS(context, options);
}

tcu_status tcu_adjacent_difference(tcu_context *context, const void *in, uint64_t n, tcu_type type, void *out,
                                   const tcu_adjacent_difference_options *options)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS || (status = check(context, type, options)) != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    const int read = tcui_arrays_read(&arrays, "in", in, n, tcui_element_bytes(type));
    tcui_arrays_write_in_place(&arrays, read, "out", out, n, tcui_element_bytes(type));
    const uint64_t *const count = options != NULL ? options->count : NULL;
    tcui_arrays_read_count(&arrays, count);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS || n == 0) {
        return status;
    }
    const tcui_stencil_task task = {
        .form = TCUI_STENCIL_DIFFERENCE, .type = type, .in = in, .out = out, .n = n, .count = count};
    return tcui_call_run(context, tcui_is_real(type) ? &call : &call_of_integers, &task, &arrays);
}

tcu_status tcu_adjacent_difference_workspace(tcu_context *context, uint64_t n, tcu_type type,
                                             const tcu_adjacent_difference_options *options, size_t *bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS || (status = check(context, type, options)) != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    tcui_arrays_read(&arrays, "in", NULL, n, tcui_element_bytes(type));
    const tcui_stencil_task task = {.form = TCUI_STENCIL_DIFFERENCE, .type = type, .n = n};
    return tcui_call_query(context, &call, &task, &arrays, n > 0, bytes);
}
