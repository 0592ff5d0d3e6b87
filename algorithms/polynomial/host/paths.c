/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Polynomials on the host. All is evaluated in f64, whatever the type; by one path a result depends on its point and its
 * polynomial alone, neither on the others nor on the number of threads.
 *
 *     matrix   grid.c, steps.h    many monomials at shared points: baby steps and giant steps over tiles
 *     horner   grid.c, horner.h   the same by Horner's scheme, or Clenshaw's
 *              own.c, rows.h      one polynomial for each point: batches, indices, splines
 */
#include "internal.h"
#include "primitives/tile/host/tile.h"

static bool is_grid(const tcui_polynomial_task *task)
{
    return task->form == TCUI_POLYNOMIAL_GRID || task->form == TCUI_POLYNOMIAL_REDUCE;
}

static bool matrix_applies(const tcu_context *context, const void *any_task)
{
    const tcui_polynomial_task *task = any_task;
    (void)context;
    return is_grid(task) && task->polynomials.basis == TCU_BASIS_MONOMIAL;
}

/*
 * In f64, for its accuracy: within 5 u S, where Horner's scheme comes to 30 u S at degree 255 (u = 2^-53), at 2.3 times
 * the time at degree 255 and 2.9 times at 15 with AVX2 (with AVX-512 2.8 and 4.4). Results of 24 bits are as good by
 * either, and Horner's is faster.
 */
static bool matrix_pays(const tcu_context *context, const void *any_task)
{
    enum { LEAST_ROWS = TCUI_TILE_EDGE, LEAST_DEGREE = 4, LEAST_POINTS = TCUI_TILE_EDGE / 2 };
    const tcui_polynomial_task *task = any_task;
    const tcui_polynomials *p = &task->polynomials;
    (void)context;
    return task->type == TCU_TYPE_F64 && p->degree >= LEAST_DEGREE && p->planes * p->count >= LEAST_ROWS &&
           task->n >= LEAST_POINTS;
}

static tcu_status execute_matrix(tcu_context *context, const void *task, void *workspace)
{
    (void)workspace;
    tcui_polynomial_host_grid(context, task, true);
    return TCU_SUCCESS;
}

static tcu_status execute_horner(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_polynomial_task *task = any_task;
    (void)workspace;
    if (is_grid(task)) {
        tcui_polynomial_host_grid(context, task, false);
    } else {
        tcui_polynomial_host_own(context, task);
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {
    {.name = "matrix", .applies = matrix_applies, .pays = matrix_pays, .execute = execute_matrix},
    {.name = "horner", .execute = execute_horner},
};

/* Calls of the host return when their work is done. */
static tcu_status wait_for_nothing(tcu_context *context)
{
    (void)context;
    return TCU_SUCCESS;
}

static const tcui_polynomial_functions functions = {tcui_polynomial_host_allocate, tcui_polynomial_host_release,
                                                    tcui_polynomial_host_prepare, wait_for_nothing};

const tcui_operation tcui_polynomial_host = {
    .id = TCUI_POLYNOMIAL, .name = "polynomial", .paths = paths, .num_paths = 2, .extension = &functions};
