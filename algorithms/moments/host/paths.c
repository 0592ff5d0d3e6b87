/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host backend of the moments. Sums are formed in f64 whatever the elements are: see moments_template.h for a tile of
 * them, cells.h for how parts are joined, segments.c and columns.c for how work is shared among threads.
 */
#include "kernels.h"

static tcu_status reserve(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const tcui_moments_task *task = any_task;
    (void)context;
    if (task->of_columns) {
        tcui_moments_host_columns_reserve(task, layout);
    } else if (task->reproducible) {
        tcui_moments_host_reproducible_reserve(task, layout);
    } else {
        tcui_moments_host_segments_reserve(task, layout);
    }
    return TCU_SUCCESS;
}

static void find_moments(const tcu_context *context, const tcui_moments_task *task, void *workspace)
{
    if (task->of_columns) {
        tcui_moments_host_columns(context, task, workspace);
    } else if (task->reproducible) {
        tcui_moments_host_reproducible(context, task, workspace);
    } else {
        tcui_moments_host_segments(context, task, workspace);
    }
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_moments_task *task = any_task;
    if (tcui_moments_count_of(task) == NULL) {
        find_moments(context, task, workspace);
    } else {
        const tcui_moments_task now = tcui_moments_now(task);
        find_moments(context, &now, workspace);
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "host", .reserve = reserve, .execute = execute}};

const tcui_operation tcui_moments_host = {.id = TCUI_MOMENTS, .name = "moments", .paths = paths, .num_paths = 1};
