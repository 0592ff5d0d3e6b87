/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The public functions of evaluation: each makes a task of its plan and arguments, which one function hands to the
 * backend; another one asks for its workspace. (Without a plan: once.c.)
 */
#include "arguments.h"
#include "plan.h"
#include "primitives/call/call.h"

/* ---------------------------------------------------------------------------------- the call of the backend --- */

static const tcui_call call = {.operation = TCUI_POLYNOMIAL};

/* (A reduction of no polynomials has a value.) */
static bool has_nothing_to_do(const tcui_polynomial_task *task)
{
    return task->n == 0 || (task->polynomials.count == 0 && task->form != TCUI_POLYNOMIAL_REDUCE);
}

/* ----------------------------------------------------------------------------------------------------- plans --- */

/* A task of the plan's polynomials. */
static tcui_polynomial_task task_of(const tcu_polynomial *polynomial, tcui_polynomial_form form, const void *points,
                                    uint64_t n, void *out, tcu_type out_type, uint64_t out_stride)
{
    return (tcui_polynomial_task){.form = form,
                                  .polynomials = polynomial->polynomials,
                                  .type = polynomial->source.type,
                                  .out_type = out_type,
                                  .points = points,
                                  .n = n,
                                  .out = out,
                                  .out_stride = out_stride};
}

static tcu_status begin(tcu_context *context, const char *function, const tcu_polynomial *polynomial)
{
    const tcu_status status = tcui_begin(context, function);
    return status == TCU_SUCCESS ? tcui_polynomial_check_plan(context, polynomial) : status;
}

static tcu_status query(tcu_context *context, tcui_polynomial_task *task, size_t *bytes)
{
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    tcu_status status = tcui_polynomial_check_types(context, task);
    if (status != TCU_SUCCESS || (status = tcui_polynomial_set_arrays(context, task, false, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    return tcui_call_query(context, &call, task, &arrays, !has_nothing_to_do(task), bytes);
}

static tcu_status run(tcu_context *context, tcui_polynomial_task *task)
{
    tcu_status status = tcui_polynomial_check_types(context, task);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    const int plan =
        tcui_arrays_read(&arrays, "polynomial", task->polynomials.coefficients,
                         tcui_polynomials_elements(&task->polynomials), tcui_polynomials_element_bytes(task->type));
    tcui_arrays_set_of_plan(&arrays, plan);
    if ((status = tcui_polynomial_set_arrays(context, task, true, &arrays)) != TCU_SUCCESS ||
        (status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS || has_nothing_to_do(task)) {
        return status;
    }
    return tcui_call_run(context, &call, task, &arrays);
}

/* ------------------------------------------------------------------------------ all polynomials at all points --- */

tcu_status tcu_polynomial_evaluate(tcu_context *context, const tcu_polynomial *polynomial, const void *points,
                                   uint64_t n, void *out, tcu_type out_type, tcu_order order,
                                   uint64_t leading_dimension)
{
    const tcu_status status = begin(context, __func__, polynomial);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_polynomial_task task = task_of(polynomial, TCUI_POLYNOMIAL_GRID, points, n, out, out_type, leading_dimension);
    task.order = order;
    return run(context, &task);
}

tcu_status tcu_polynomial_evaluate_workspace(tcu_context *context, const tcu_polynomial *polynomial, uint64_t n,
                                             tcu_type out_type, size_t *bytes)
{
    const tcu_status status = begin(context, __func__, polynomial);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_polynomial_task task = task_of(polynomial, TCUI_POLYNOMIAL_GRID, NULL, n, NULL, out_type, 0);
    return query(context, &task, bytes);
}

tcu_status tcu_polynomial_reduce(tcu_context *context, const tcu_polynomial *polynomial,
                                 tcu_polynomial_reduction reduction, const void *points, uint64_t n, void *out,
                                 tcu_type out_type, uint64_t out_stride, uint64_t *which)
{
    const tcu_status status = begin(context, __func__, polynomial);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (reduction == TCU_POLYNOMIAL_SUM && which != NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "which is %p; of sums it must be NULL", (void *)which);
    }
    tcui_polynomial_task task = task_of(polynomial, TCUI_POLYNOMIAL_REDUCE, points, n, out, out_type, out_stride);
    task.reduction = reduction;
    task.which = which;
    return run(context, &task);
}

tcu_status tcu_polynomial_reduce_workspace(tcu_context *context, const tcu_polynomial *polynomial, uint64_t n,
                                           tcu_type out_type, size_t *bytes)
{
    const tcu_status status = begin(context, __func__, polynomial);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_polynomial_task task = task_of(polynomial, TCUI_POLYNOMIAL_REDUCE, NULL, n, NULL, out_type, 0);
    return query(context, &task, bytes);
}

/* ------------------------------------------------------------------------------ one polynomial for each point --- */

tcu_status tcu_polynomial_evaluate_batched(tcu_context *context, const tcu_polynomial *polynomial, const void *points,
                                           uint64_t point_stride, uint64_t n, void *out, tcu_type out_type,
                                           uint64_t out_stride)
{
    const tcu_status status = begin(context, __func__, polynomial);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_polynomial_task task = task_of(polynomial, TCUI_POLYNOMIAL_BATCHED, points, n, out, out_type, out_stride);
    task.point_stride = point_stride;
    return run(context, &task);
}

tcu_status tcu_polynomial_evaluate_batched_workspace(tcu_context *context, const tcu_polynomial *polynomial, uint64_t n,
                                                     tcu_type out_type, size_t *bytes)
{
    const tcu_status status = begin(context, __func__, polynomial);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_polynomial_task task = task_of(polynomial, TCUI_POLYNOMIAL_BATCHED, NULL, n, NULL, out_type, 0);
    return query(context, &task, bytes);
}

tcu_status tcu_polynomial_evaluate_indexed(tcu_context *context, const tcu_polynomial *polynomial, const void *points,
                                           const void *indices, tcu_type index_type, uint64_t n, void *out,
                                           tcu_type out_type, uint64_t out_stride)
{
    const tcu_status status = begin(context, __func__, polynomial);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_polynomial_task task = task_of(polynomial, TCUI_POLYNOMIAL_INDEXED, points, n, out, out_type, out_stride);
    task.indices = indices;
    task.index_type = index_type;
    return run(context, &task);
}

tcu_status tcu_polynomial_evaluate_indexed_workspace(tcu_context *context, const tcu_polynomial *polynomial,
                                                     tcu_type index_type, uint64_t n, tcu_type out_type, size_t *bytes)
{
    const tcu_status status = begin(context, __func__, polynomial);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_polynomial_task task = task_of(polynomial, TCUI_POLYNOMIAL_INDEXED, NULL, n, NULL, out_type, 0);
    task.index_type = index_type;
    return query(context, &task, bytes);
}

tcu_status tcu_polynomial_evaluate_spline(tcu_context *context, const tcu_polynomial *polynomial,
                                          const void *breakpoints, const void *points, uint64_t n, void *out,
                                          tcu_type out_type, uint64_t out_stride, tcu_spline_outside outside)
{
    const tcu_status status = begin(context, __func__, polynomial);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_polynomial_task task = task_of(polynomial, TCUI_POLYNOMIAL_SPLINE, points, n, out, out_type, out_stride);
    task.breakpoints = breakpoints;
    task.outside = outside;
    return run(context, &task);
}

tcu_status tcu_polynomial_evaluate_spline_workspace(tcu_context *context, const tcu_polynomial *polynomial, uint64_t n,
                                                    tcu_type out_type, size_t *bytes)
{
    const tcu_status status = begin(context, __func__, polynomial);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_polynomial_task task = task_of(polynomial, TCUI_POLYNOMIAL_SPLINE, NULL, n, NULL, out_type, 0);
    return query(context, &task, bytes);
}
