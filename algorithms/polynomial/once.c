/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Evaluation without a plan. Coefficients of f32 and f64 are used where they are, unless there are derivatives to form;
 * else they become ready polynomials in workspace:
 *
 *     workspace = ready coefficients, if any | the evaluation's own
 */
#include "arguments.h"
#include "plan.h"
#include "primitives/call/call.h"

typedef struct once_task {
    tcui_polynomial_task evaluation;
    tcui_polynomial_source source;
    bool prepares;
} once_task;

static size_t reserve_coefficients(const once_task *task, tcui_layout *layout)
{
    return tcui_layout_reserve(layout, task->prepares ? tcui_polynomials_elements(&task->evaluation.polynomials) : 0,
                               tcui_polynomials_element_bytes(task->source.type));
}

static tcu_status reserve(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const once_task *task = any_task;
    reserve_coefficients(task, layout);
    return tcui_reserve(context, tcui_operation_of(context, TCUI_POLYNOMIAL), &task->evaluation, layout);
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const once_task *task = any_task;
    tcui_polynomial_task evaluation = task->evaluation;
    char *rest = workspace;
    if (task->prepares) {
        tcui_layout layout = {0};
        reserve_coefficients(task, &layout);
        rest += layout.bytes;
        evaluation.polynomials.coefficients = workspace;
        const tcu_status status = tcui_polynomial_functions_of(context->backend)
                                      ->prepare(context, &task->source, &evaluation.polynomials, workspace);
        if (status != TCU_SUCCESS) {
            return status;
        }
    }
    return tcui_polynomial_execute(context, &evaluation, rest);
}

static const tcui_call call = {.operation = TCUI_POLYNOMIAL, .reserve = reserve, .execute = execute};

static tcu_status describe(tcu_context *context, const char *function, uint64_t num_polynomials, uint64_t degree,
                           tcu_type type, const tcu_polynomial_options *options, once_task *task)
{
    tcu_status status = tcui_begin(context, function);
    if (status != TCU_SUCCESS) {
        return status;
    }
    tcui_polynomials *polynomials = &task->evaluation.polynomials;
    status = tcui_polynomial_check_shape(context, num_polynomials, degree, type, options, &task->source, polynomials);
    if (status != TCU_SUCCESS) {
        return status;
    }
    task->evaluation.form = TCUI_POLYNOMIAL_GRID;
    task->evaluation.type = type;
    task->prepares = polynomials->planes > 1 || (type != TCU_TYPE_F32 && type != TCU_TYPE_F64);
    if (!task->prepares) {
        polynomials->stride = task->source.stride;
    }
    return tcui_polynomial_check_types(context, &task->evaluation);
}

/* The arrays of a call, or of a query. */
static tcu_status list(tcu_context *context, once_task *task, tcui_arrays *arrays)
{
    tcui_arrays_begin(arrays);
    const tcu_status status = tcui_polynomial_read_source(context, task->source.coefficients, &task->source,
                                                          &task->evaluation.polynomials, arrays);
    return status == TCU_SUCCESS ? tcui_polynomial_set_arrays(context, &task->evaluation, false, arrays) : status;
}

static bool has_nothing_to_do(const once_task *task)
{
    return task->evaluation.n == 0 || task->evaluation.polynomials.count == 0;
}

tcu_status tcu_polynomial_evaluate_once(tcu_context *context, const void *coefficients, uint64_t num_polynomials,
                                        uint64_t degree, tcu_type type, const void *points, uint64_t n, void *out,
                                        tcu_type out_type, const tcu_polynomial_options *options)
{
    once_task task = {.evaluation = {.points = points, .n = n, .out = out, .out_type = out_type}};
    tcui_arrays arrays;
    tcu_status status = describe(context, __func__, num_polynomials, degree, type, options, &task);
    if (status != TCU_SUCCESS) {
        return status;
    }
    task.source.coefficients = coefficients;
    if (!task.prepares) {
        task.evaluation.polynomials.coefficients = coefficients;
    }
    if ((status = list(context, &task, &arrays)) != TCU_SUCCESS ||
        (status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS || has_nothing_to_do(&task)) {
        return status;
    }
    return tcui_call_run(context, &call, &task, &arrays);
}

tcu_status tcu_polynomial_evaluate_once_workspace(tcu_context *context, uint64_t num_polynomials, uint64_t degree,
                                                  tcu_type type, uint64_t n, tcu_type out_type,
                                                  const tcu_polynomial_options *options, size_t *bytes)
{
    once_task task = {.evaluation = {.n = n, .out_type = out_type}};
    tcui_arrays arrays;
    tcu_status status = describe(context, __func__, num_polynomials, degree, type, options, &task);
    if (status != TCU_SUCCESS || (status = list(context, &task, &arrays)) != TCU_SUCCESS) {
        return status;
    }
    return tcui_call_query(context, &call, &task, &arrays, !has_nothing_to_do(&task), bytes);
}
