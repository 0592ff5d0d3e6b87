/* SPDX-License-Identifier: Apache-2.0 */
#include "ends.h"

#include <inttypes.h>

#include "primitives/call/call.h"
#include "primitives/context/sizes.h"

static uint64_t *place_ends(const tcui_run_length_task *task, tcui_layout *layout, void *base)
{
    return tcui_layout_place(layout, base, task->num_runs + 1, sizeof(uint64_t));
}

tcu_status tcui_run_length_reserve(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const tcui_run_length_task *task = any_task;
    place_ends(task, layout, NULL);
    const tcui_scan_task scan = tcui_scan_of_lengths(NULL, task->length_type, task->num_runs, NULL);
    return tcui_reserve(context, tcui_operation_of(context, TCUI_SCAN), &scan, layout);
}

/* (Fewer than 2^31 lengths of 32 bits cannot be too much.) */
static bool is_too_much(const tcui_run_length_task *task, uint64_t num_runs)
{
    uint64_t sum = 0;
    if (task->length_type == TCU_TYPE_U32 && num_runs < (uint64_t)1 << 31) {
        return false;
    }
    for (uint64_t k = 0; k < num_runs; k++) {
        const uint64_t length = task->length_type == TCU_TYPE_U32 ? ((const uint32_t *)task->lengths)[k]
                                                                  : ((const uint64_t *)task->lengths)[k];
        if (length > TCUI_MOST_BYTES - sum) {
            return true;
        }
        sum += length;
    }
    return false;
}

tcu_status tcui_run_length_find_ends(tcu_context *context, const tcui_run_length_task *task, void *workspace,
                                     tcui_ends *ends)
{
    const uint64_t *count = task->num_runs_in_memory;
    tcui_layout layout = {0};
    uint64_t *begins = place_ends(task, &layout, workspace);
    ends->num_runs = count != NULL && *count < task->num_runs ? *count : task->num_runs;
    ends->offsets = (int64_t *)begins;
    ends->elements = 0;
    begins[0] = 0;
    if (ends->num_runs == 0) {
        return TCU_SUCCESS;
    }
    if (is_too_much(task, ends->num_runs)) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "the sum of %" PRIu64 " lengths is more than 2^63 - 1 elements", ends->num_runs);
    }
    const tcui_scan_task scan = tcui_scan_of_lengths(task->lengths, task->length_type, ends->num_runs, begins + 1);
    const tcu_status status =
        tcui_execute(context, tcui_operation_of(context, TCUI_SCAN), &scan, tcui_layout_rest(&layout, workspace));
    ends->elements = begins[ends->num_runs];
    for (uint64_t k = ends->num_runs; k > 0 && begins[k] > task->capacity; k--) {
        begins[k] = task->capacity;
    }
    return status;
}
