/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Polynomials on the host, by Horner's scheme or Clenshaw's. All is evaluated in f64, whatever the type; of one form
 * and number of points a result depends on its point and its polynomial alone, not on the number of threads.
 *
 *     grid.c, horner.h   many polynomials at shared points
 *     own.c, rows.h      one polynomial for each point: batches, indices, splines
 */
#include "internal.h"

static tcu_status execute_horner(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_polynomial_task *task = any_task;
    (void)workspace;
    if (task->form == TCUI_POLYNOMIAL_GRID || task->form == TCUI_POLYNOMIAL_REDUCE) {
        tcui_polynomial_host_grid(context, task);
    } else {
        tcui_polynomial_host_own(context, task);
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {
    {.name = "horner", .execute = execute_horner},
};

static const tcui_polynomial_functions functions = {.prepare = tcui_polynomial_host_prepare};

const tcui_operation tcui_polynomial_host = {
    .id = TCUI_POLYNOMIAL, .name = "polynomial", .paths = paths, .num_paths = 1, .extension = &functions};
