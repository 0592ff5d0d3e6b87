/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stencils on the host: f64 in f64, all other types in f32. How a result is summed depends on where it is in the grid,
 * never on the number of threads.
 *
 *     matrix   rows of windows times the band matrix of the taps, over tiles (kernels/band_template.h)
 *     plain    rows times weights (kernels/sum_template.h), a pass an axis where the stencil is a product, and differences
 *
 * Either way the rows come from rows/: direct.c, staged.c, product.c or by_lines.c.
 */
#include "internal.h"

static bool matrix_applies(const tcu_context *context, const void *any_task)
{
    const tcui_stencil_task *task = any_task;
    (void)context;
    /* (Taps apart from each other have 31 rows of a band matrix each.) */
    const uint64_t most_taps = UINT64_C(1) << 20;
    return task->form != TCUI_STENCIL_DIFFERENCE && tcui_stencil_host_runs_bound(task->stencil) <= most_taps;
}

/* Vector units multiply rows by weights as fast as tiles by bands, of which half and less is zeros. */
static bool matrix_pays(const tcu_context *context, const void *any_task)
{
    (void)context, (void)any_task;
    return false;
}

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

static void reserve(tcu_context *context, const tcui_stencil_task *task, bool by_bands, tcui_layout *layout)
{
    if (task->form == TCUI_STENCIL_DIFFERENCE) {
        tcui_stencil_host_reserve_difference(context, task, layout);
        return;
    }
    tcui_stencil_work work;
    tcui_stencil_host_reserve_work(context, task->stencil, by_bands, &work, layout);
}

static void execute(tcu_context *context, const tcui_stencil_task *task, bool by_bands, void *workspace)
{
    if (task->form == TCUI_STENCIL_DIFFERENCE) {
        tcui_stencil_host_difference(context, task, workspace);
        return;
    }
    tcui_stencil_work work;
    tcui_stencil_host_begin_work(context, task->stencil, by_bands, workspace, &work);
    if (task->form == TCUI_STENCIL_ITERATE) {
        iterate(&work, task);
    } else {
        tcui_stencil_host_sweep(&work, task->in, task->out);
    }
}

static tcu_status reserve_matrix(tcu_context *context, const void *task, tcui_layout *layout)
{
    reserve(context, task, true, layout);
    return TCU_SUCCESS;
}

static tcu_status execute_matrix(tcu_context *context, const void *task, void *workspace)
{
    execute(context, task, true, workspace);
    return TCU_SUCCESS;
}

static tcu_status reserve_plain(tcu_context *context, const void *task, tcui_layout *layout)
{
    reserve(context, task, false, layout);
    return TCU_SUCCESS;
}

static tcu_status execute_plain(tcu_context *context, const void *task, void *workspace)
{
    execute(context, task, false, workspace);
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {
    {.name = "matrix",
     .applies = matrix_applies,
     .pays = matrix_pays,
     .reserve = reserve_matrix,
     .execute = execute_matrix},
    {.name = "plain", .reserve = reserve_plain, .execute = execute_plain},
};

static const tcui_stencil_functions functions = {tcui_stencil_host_prepare, tcui_stencil_host_release};

const tcui_operation tcui_stencil_host = {
    .id = TCUI_STENCIL, .name = "stencil", .paths = paths, .num_paths = 2, .extension = &functions};
