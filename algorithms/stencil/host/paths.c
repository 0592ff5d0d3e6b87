/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stencils on the host: f64 in f64, all other types in f32, as rows times weights (kernels/sum_template.h), a pass an
 * axis where the stencil is a product; and differences. The rows come from rows/: direct.c, staged.c, product.c or
 * by_lines.c. How a result is summed depends on where it is in the grid, never on the number of threads.
 */
#include "internal.h"

static void iterate(const tcui_stencil_work *work, const tcui_stencil_task *task)
{
    void *from = task->out, *to = task->scratch;
    for (uint64_t step = 0; step < task->steps; step++) {
        tcui_stencil_host_sweep(work, from, to);
        void *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != task->out) {
        tcui_stencil_host_copy(task->stencil, from, task->out);
    }
}

static tcu_status reserve_plain(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const tcui_stencil_task *task = any_task;
    if (task->form == TCUI_STENCIL_DIFFERENCE) {
        tcui_stencil_host_reserve_difference(context, task, layout);
        return TCU_SUCCESS;
    }
    tcui_stencil_work work;
    tcui_stencil_host_reserve_work(context, task->stencil, &work, layout);
    return TCU_SUCCESS;
}

static tcu_status execute_plain(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_stencil_task *task = any_task;
    if (task->form == TCUI_STENCIL_DIFFERENCE) {
        tcui_stencil_host_difference(context, task, workspace);
        return TCU_SUCCESS;
    }
    tcui_stencil_work work;
    tcui_stencil_host_begin_work(context, task->stencil, workspace, &work);
    if (task->form == TCUI_STENCIL_ITERATE) {
        iterate(&work, task);
    } else {
        tcui_stencil_host_sweep(&work, task->in, task->out);
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "plain", .reserve = reserve_plain, .execute = execute_plain}};

static const tcui_stencil_functions functions = {tcui_stencil_host_prepare, tcui_stencil_host_release};

const tcui_operation tcui_stencil_host = {
    .id = TCUI_STENCIL, .name = "stencil", .paths = paths, .num_paths = 1, .extension = &functions};
