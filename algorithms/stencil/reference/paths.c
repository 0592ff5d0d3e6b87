/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stencils to be read: sweeps are products of windows and bands (sweep.c), time steps are sweeps, convolutions are
 * stencils whose taps are a box (taps.c). All is summed in f64 and rounded once to the result's type.
 */
#include "internal.h"

/* A plan keeps its taps in host memory, so nothing is to be prepared; that a box is a product is not made use of. */
static tcu_status prepare(tcu_context *context, tcui_stencil *stencil, void **memory)
{
    (void)context;
    *memory = NULL;
    stencil->is_separable = false;
    for (int a = 0; a < TCUI_AXES; a++) {
        stencil->factors[a] = NULL;
    }
    return TCU_SUCCESS;
}

static void release(int device, void *memory)
{
    (void)device, (void)memory;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_stencil_task *task = any_task;
    (void)context, (void)workspace;
    switch (task->form) {
    case TCUI_STENCIL_SWEEP:
        tcui_stencil_reference_sweep(task->stencil, task->in, task->out);
        break;
    case TCUI_STENCIL_ITERATE:
        for (uint64_t step = 0; step < task->steps; step++) {
            tcui_stencil_reference_sweep(task->stencil, task->out, task->scratch);
            tcui_stencil_reference_copy(task->stencil, task->scratch, task->out);
        }
        break;
    default:
        tcui_stencil_reference_difference(task);
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "reference", .execute = execute}};

static const tcui_stencil_functions functions = {prepare, release};

const tcui_operation tcui_stencil_reference = {
    .id = TCUI_STENCIL, .name = "stencil", .paths = paths, .num_paths = 1, .extension = &functions};
