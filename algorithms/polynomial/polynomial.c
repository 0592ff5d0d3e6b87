/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The public functions of evaluation: each makes a task of its arguments, which one function completes with the plan's
 * polynomials and hands to the backend; another one asks for its workspace. (Without a plan: once.c.)
 */
#include "arguments.h"
#include "plan.h"
#include "primitives/call/call.h"

tcu_status tcui_polynomial_execute(tcu_context *context, const tcui_polynomial_task *task, void *workspace)
{
    const tcui_operation *operation = tcui_operation_of(context, TCUI_POLYNOMIAL);
    const uint64_t *const count = task->polynomials.num_points;
    if (count == NULL || !tcui_is_on_host(context)) {
        return tcui_execute(context, operation, task, workspace);
    }
    tcui_polynomial_task now = *task;
    now.n = *count < task->n ? *count : task->n;
    return now.n > 0 ? tcui_execute(context, operation, &now, workspace) : TCU_SUCCESS;
}

static tcu_status reserve(tcu_context *context, const void *task, tcui_layout *layout)
{
    return tcui_reserve(context, tcui_operation_of(context, TCUI_POLYNOMIAL), task, layout);
}

static tcu_status execute(tcu_context *context, const void *task, void *workspace)
{
    return tcui_polynomial_execute(context, task, workspace);
}

static const tcui_call direct = {.operation = TCUI_POLYNOMIAL},
                       counted = {.operation = TCUI_POLYNOMIAL, .reserve = reserve, .execute = execute};

static const tcui_call *call_of(const tcui_polynomial_task *task)
{
    return task->polynomials.num_points == NULL ? &direct : &counted;
}

/* (A reduction of no polynomials has a value.) */
static bool has_nothing_to_do(const tcui_polynomial_task *task)
{
    return task->n == 0 || (task->polynomials.count == 0 && task->form != TCUI_POLYNOMIAL_REDUCE);
}

static tcui_polynomial_task task_of(tcui_polynomial_form form, const void *points, uint64_t n, void *out,
                                    tcu_type out_type, uint64_t out_stride)
{
    return (tcui_polynomial_task){
        .form = form, .points = points, .n = n, .out = out, .out_type = out_type, .out_stride = out_stride};
}

static tcui_polynomial_task query_of(tcui_polynomial_form form, uint64_t n, tcu_type out_type)
{
    return task_of(form, NULL, n, NULL, out_type, 0);
}

/* Begins the call; completes the task with the plan's polynomials and type. */
static tcu_status begin(tcu_context *context, const char *function, const tcu_polynomial *polynomial,
                        tcui_polynomial_task *task)
{
    tcu_status status = tcui_begin(context, function);
    if (status != TCU_SUCCESS || (status = tcui_polynomial_check_plan(context, polynomial)) != TCU_SUCCESS) {
        return status;
    }
    if (task->reduction == TCU_POLYNOMIAL_SUM && task->which != NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "which is %p; of sums it must be NULL",
                         (void *)task->which);
    }
    task->polynomials = polynomial->polynomials;
    task->type = polynomial->source.type;
    return tcui_polynomial_check_types(context, task);
}

static tcu_status run(tcu_context *context, const char *function, const tcu_polynomial *polynomial,
                      tcui_polynomial_task task)
{
    tcu_status status = begin(context, function, polynomial, &task);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    const int plan =
        tcui_arrays_read(&arrays, "polynomial", task.polynomials.coefficients,
                         tcui_polynomials_elements(&task.polynomials), tcui_polynomials_element_bytes(task.type));
    tcui_arrays_set_of_plan(&arrays, plan);
    if ((status = tcui_polynomial_set_arrays(context, &task, true, &arrays)) != TCU_SUCCESS ||
        (status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS || has_nothing_to_do(&task)) {
        return status;
    }
    return tcui_call_run(context, call_of(&task), &task, &arrays);
}

static tcu_status query(tcu_context *context, const char *function, const tcu_polynomial *polynomial,
                        tcui_polynomial_task task, size_t *bytes)
{
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    tcu_status status = begin(context, function, polynomial, &task);
    if (status != TCU_SUCCESS || (status = tcui_polynomial_set_arrays(context, &task, false, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    return tcui_call_query(context, call_of(&task), &task, &arrays, !has_nothing_to_do(&task), bytes);
}

/* ------------------------------------------------------------------------------ all polynomials at all points --- */

tcu_status tcu_polynomial_evaluate(tcu_context *context, const tcu_polynomial *polynomial, const void *points,
                                   uint64_t n, void *out, tcu_type out_type, tcu_order order,
                                   uint64_t leading_dimension)
{
    tcui_polynomial_task task = task_of(TCUI_POLYNOMIAL_GRID, points, n, out, out_type, leading_dimension);
    task.order = order;
    return run(context, __func__, polynomial, task);
}

tcu_status tcu_polynomial_evaluate_workspace(tcu_context *context, const tcu_polynomial *polynomial, uint64_t n,
                                             tcu_type out_type, size_t *bytes)
{
    return query(context, __func__, polynomial, query_of(TCUI_POLYNOMIAL_GRID, n, out_type), bytes);
}

tcu_status tcu_polynomial_reduce(tcu_context *context, const tcu_polynomial *polynomial,
                                 tcu_polynomial_reduction reduction, const void *points, uint64_t n, void *out,
                                 tcu_type out_type, uint64_t out_stride, uint64_t *which)
{
    tcui_polynomial_task task = task_of(TCUI_POLYNOMIAL_REDUCE, points, n, out, out_type, out_stride);
    task.reduction = reduction;
    task.which = which;
    return run(context, __func__, polynomial, task);
}

tcu_status tcu_polynomial_reduce_workspace(tcu_context *context, const tcu_polynomial *polynomial, uint64_t n,
                                           tcu_type out_type, size_t *bytes)
{
    return query(context, __func__, polynomial, query_of(TCUI_POLYNOMIAL_REDUCE, n, out_type), bytes);
}

/* ------------------------------------------------------------------------------ one polynomial for each point --- */

tcu_status tcu_polynomial_evaluate_batched(tcu_context *context, const tcu_polynomial *polynomial, const void *points,
                                           uint64_t point_stride, uint64_t n, void *out, tcu_type out_type,
                                           uint64_t out_stride)
{
    tcui_polynomial_task task = task_of(TCUI_POLYNOMIAL_BATCHED, points, n, out, out_type, out_stride);
    task.point_stride = point_stride;
    return run(context, __func__, polynomial, task);
}

tcu_status tcu_polynomial_evaluate_batched_workspace(tcu_context *context, const tcu_polynomial *polynomial, uint64_t n,
                                                     tcu_type out_type, size_t *bytes)
{
    return query(context, __func__, polynomial, query_of(TCUI_POLYNOMIAL_BATCHED, n, out_type), bytes);
}

tcu_status tcu_polynomial_evaluate_indexed(tcu_context *context, const tcu_polynomial *polynomial, const void *points,
                                           const void *indices, tcu_type index_type, uint64_t n, void *out,
                                           tcu_type out_type, uint64_t out_stride)
{
    tcui_polynomial_task task = task_of(TCUI_POLYNOMIAL_INDEXED, points, n, out, out_type, out_stride);
    task.indices = indices;
    task.index_type = index_type;
    return run(context, __func__, polynomial, task);
}

tcu_status tcu_polynomial_evaluate_indexed_workspace(tcu_context *context, const tcu_polynomial *polynomial,
                                                     tcu_type index_type, uint64_t n, tcu_type out_type, size_t *bytes)
{
    tcui_polynomial_task task = query_of(TCUI_POLYNOMIAL_INDEXED, n, out_type);
    task.index_type = index_type;
    return query(context, __func__, polynomial, task, bytes);
}

tcu_status tcu_polynomial_evaluate_spline(tcu_context *context, const tcu_polynomial *polynomial,
                                          const void *breakpoints, const void *points, uint64_t n, void *out,
                                          tcu_type out_type, uint64_t out_stride, tcu_spline_outside outside)
{
    tcui_polynomial_task task = task_of(TCUI_POLYNOMIAL_SPLINE, points, n, out, out_type, out_stride);
    task.breakpoints = breakpoints;
    task.outside = outside;
    return run(context, __func__, polynomial, task);
}

tcu_status tcu_polynomial_evaluate_spline_workspace(tcu_context *context, const tcu_polynomial *polynomial, uint64_t n,
                                                    tcu_type out_type, size_t *bytes)
{
    return query(context, __func__, polynomial, query_of(TCUI_POLYNOMIAL_SPLINE, n, out_type), bytes);
}
