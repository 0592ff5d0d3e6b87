/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run-length decoding, as products with 0/1 matrices. The inclusive scan e of the lengths is where runs end, and M has a
 * row for each run and a column for each element,
 *
 *     M_kj = 1 where e_{k-1} <= j < e_k, else 0        (e_{-1} = 0)
 *
 * Sums by key are M v (algorithms/by_key/reference/by_key.c), and its transpose takes each run's item back to the run's
 * elements. An example of 4 runs, of which one is empty:
 *
 *     lengths 2 0 3 1        | 1 1 0 0 0 0 |        | 7 |
 *     e       2 2 5 6    M = | 0 0 0 0 0 0 |    v = | 8 |    M^T v = 7 7 9 9 9 5
 *                            | 0 0 1 1 1 0 |        | 9 |    M^T (0 1 2 3) = 0 0 2 2 2 3, the runs' numbers
 *                            | 0 0 0 0 0 1 |        | 5 |
 *
 * e is formed by products, in primitives/scan/reference/scan.c. Each row of M^T has a single one, so the products with it
 * are copies, of items that need not be numbers: the ones of a row of M stand side by side, and its item is stored there.
 */
#include <string.h>

#include "algorithms/run_length/host/ends.h"

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_run_length_task *task = any_task;
    tcui_ends ends;
    const tcu_status status = tcui_run_length_find_ends(context, task, workspace, &ends);
    if (status != TCU_SUCCESS) {
        return status;
    }
    for (uint64_t k = 0; k < ends.num_runs; k++) {
        const uint64_t begin = (uint64_t)ends.offsets[k], end = (uint64_t)ends.offsets[k + 1];
        for (uint64_t j = begin; j < end; j++) {
            if (task->out != NULL) {
                memcpy((unsigned char *)task->out + j * task->item_bytes,
                       (const unsigned char *)task->items + k * task->item_bytes, task->item_bytes);
            }
            if (task->runs != NULL && task->run_type == TCU_TYPE_U32) {
                ((uint32_t *)task->runs)[j] = (uint32_t)k;
            } else if (task->runs != NULL) {
                ((uint64_t *)task->runs)[j] = k;
            }
        }
    }
    if (task->count != NULL) {
        *task->count = ends.elements;
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "reference", .reserve = tcui_run_length_reserve, .execute = execute}};

const tcui_operation tcui_run_length_reference = {
    .id = TCUI_RUN_LENGTH, .name = "run_length", .paths = paths, .num_paths = 1};
