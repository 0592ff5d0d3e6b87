/* SPDX-License-Identifier: Apache-2.0 */
/* Plans: created, given new coefficients, destroyed. Their memory is the backend's, and lasts between calls. */
#include "plan.h"

#include <stdlib.h>

#include "arguments.h"
#include "primitives/call/call.h"

const tcui_polynomial_functions *tcui_polynomial_functions_of(const tcui_backend *backend)
{
    return backend->operations[TCUI_POLYNOMIAL]->extension;
}

tcu_status tcui_polynomial_check_plan(tcu_context *context, const tcu_polynomial *polynomial)
{
    return tcui_handle_check(context, (const tcui_handle *)polynomial, TCUI_KIND_POLYNOMIAL, "polynomial");
}

/* ------------------------------------------------------------------------------------------- the calls' frame --- */

/* Memory of a plan: the backend's, or the host's. */
static tcu_status allocate(tcu_context *context, size_t bytes, void **memory)
{
    const tcui_polynomial_functions *functions = tcui_polynomial_functions_of(context->backend);
    if (functions->allocate != NULL) {
        return functions->allocate(context, bytes, memory);
    }
    *memory = malloc(bytes);
    return TCU_SUCCESS;
}

static void release(const tcui_handle *handle, void *memory)
{
    const tcui_polynomial_functions *functions = tcui_polynomial_functions_of(handle->backend);
    if (functions->release == NULL) {
        free(memory);
    } else if (memory != NULL) {
        functions->release(handle->device, memory);
    }
}

/* The memory is no workspace, and none is needed to fill it. */
static tcu_status reserve_nothing(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context, (void)task, (void)layout;
    return TCU_SUCCESS;
}

typedef struct fill_task {
    tcui_polynomial_source source;
    tcu_polynomial *plan;
} fill_task;

static tcu_status fill(tcu_context *context, const void *any_task, void *workspace)
{
    (void)workspace;
    const fill_task *task = any_task;
    tcu_polynomial *plan = task->plan;
    return tcui_polynomial_functions_of(context->backend)
        ->prepare(context, &task->source, &plan->polynomials, plan->memory);
}

static tcu_status allocate_and_fill(tcu_context *context, const void *any_task, void *workspace)
{
    const fill_task *task = any_task;
    tcu_polynomial *plan = task->plan;
    const size_t bytes =
        (size_t)tcui_polynomials_elements(&plan->polynomials) * tcui_polynomials_element_bytes(plan->source.type);
    tcu_status status = allocate(context, bytes, &plan->memory);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (plan->memory == NULL) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no %zu bytes for the plan's coefficients", bytes);
    }
    plan->polynomials.coefficients = plan->memory;
    /* Evaluations may follow on any stream. */
    status = fill(context, task, workspace);
    const tcui_polynomial_functions *functions = tcui_polynomial_functions_of(context->backend);
    return status == TCU_SUCCESS && functions->wait != NULL ? functions->wait(context) : status;
}

static const tcui_call create_call = {
    .operation = TCUI_POLYNOMIAL, .reserve = reserve_nothing, .execute = allocate_and_fill};
static const tcui_call update_call = {.operation = TCUI_POLYNOMIAL, .reserve = reserve_nothing, .execute = fill};

/* --------------------------------------------------------------------------------------------- public functions --- */

tcu_status tcu_polynomial_create(tcu_context *context, const void *coefficients, uint64_t num_polynomials,
                                 uint64_t degree, tcu_type type, const tcu_polynomial_options *options,
                                 tcu_polynomial **polynomial)
{
    if (polynomial != NULL) {
        *polynomial = NULL;
    }
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (polynomial == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "polynomial is NULL");
    }

    tcu_polynomial plan = {.handle = tcui_handle_of(context)};
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    if ((status = tcui_polynomial_check_shape(context, num_polynomials, degree, type, options, &plan.source,
                                              &plan.polynomials)) != TCU_SUCCESS ||
        (status = tcui_polynomial_read_source(context, coefficients, &plan.source, &plan.polynomials, &arrays)) !=
            TCU_SUCCESS) {
        return status;
    }
    tcui_arrays_read_count(&arrays, plan.polynomials.num_points);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS) {
        return status;
    }

    tcu_polynomial *created = malloc(sizeof *created);
    if (created == NULL) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no memory for a plan of %zu bytes", sizeof *created);
    }
    *created = plan;
    fill_task task = {.source = plan.source, .plan = created};
    task.source.coefficients = coefficients;
    if (num_polynomials > 0) {
        status = tcui_call_run(context, &create_call, &task, &arrays);
    }
    if (status == TCU_SUCCESS) {
        status = tcui_handle_open(context, &created->handle, TCUI_KIND_POLYNOMIAL);
    }
    if (status != TCU_SUCCESS) {
        release(&created->handle, created->memory);
        free(created);
        return status;
    }
    *polynomial = created;
    return TCU_SUCCESS;
}

tcu_status tcu_polynomial_update(tcu_context *context, tcu_polynomial *polynomial, const void *coefficients)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS || (status = tcui_polynomial_check_plan(context, polynomial)) != TCU_SUCCESS) {
        return status;
    }
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    if ((status = tcui_polynomial_read_source(context, coefficients, &polynomial->source, &polynomial->polynomials,
                                              &arrays)) != TCU_SUCCESS) {
        return status;
    }
    const int plan = tcui_arrays_write(&arrays, "polynomial", polynomial->memory,
                                       tcui_polynomials_elements(&polynomial->polynomials),
                                       tcui_polynomials_element_bytes(polynomial->source.type));
    tcui_arrays_set_of_plan(&arrays, plan);
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS || polynomial->polynomials.count == 0) {
        return status;
    }
    fill_task task = {.source = polynomial->source, .plan = polynomial};
    task.source.coefficients = coefficients;
    return tcui_call_run(context, &update_call, &task, &arrays);
}

tcu_status tcu_polynomial_destroy(tcu_polynomial *polynomial)
{
    tcui_begin_without_context(__func__);
    if (polynomial == NULL) {
        return TCU_SUCCESS;
    }
    const tcu_status status = tcui_handle_close((const tcui_handle *)polynomial, TCUI_KIND_POLYNOMIAL, "polynomial");
    if (status != TCU_SUCCESS) {
        return status;
    }
    release(&polynomial->handle, polynomial->memory);
    tcui_live_free(polynomial);
    return TCU_SUCCESS;
}
