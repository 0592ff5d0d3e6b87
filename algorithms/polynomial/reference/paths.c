/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Polynomials to be read. All is evaluated in f64 and rounded once to the result's type.
 *
 *     reference   grid.c, steps.c    monomials at shared points: baby steps and giant steps as products of tiles
 *     plain       grid.c, horner.c   Chebyshev series at shared points, by Clenshaw's scheme
 *                 own.c, horner.c    one polynomial for each point: batches, indices, splines
 */
#include "internal.h"

static bool is_grid(const tcui_polynomial_task *task)
{
    return task->form == TCUI_POLYNOMIAL_GRID || task->form == TCUI_POLYNOMIAL_REDUCE;
}

/* (Coefficients of a series as monomials are large and cancel each other: there are no steps for it.) */
static bool has_steps(const tcu_context *context, const void *any_task)
{
    const tcui_polynomial_task *task = any_task;
    (void)context;
    return is_grid(task) && task->polynomials.basis == TCU_BASIS_MONOMIAL;
}

static tcu_status execute_by_steps(tcu_context *context, const void *task, void *workspace)
{
    (void)context, (void)workspace;
    tcui_polynomial_reference_grid(task, true);
    return TCU_SUCCESS;
}

static tcu_status execute_plain(tcu_context *context, const void *task, void *workspace)
{
    (void)context, (void)workspace;
    if (is_grid(task)) {
        tcui_polynomial_reference_grid(task, false);
    } else {
        tcui_polynomial_reference_own(task);
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {
    {.name = "reference", .applies = has_steps, .execute = execute_by_steps},
    {.name = "plain", .execute = execute_plain},
};

static const tcui_polynomial_functions functions = {.prepare = tcui_polynomial_reference_prepare};

const tcui_operation tcui_polynomial_reference = {
    .id = TCUI_POLYNOMIAL, .name = "polynomial", .paths = paths, .num_paths = 2, .extension = &functions};
