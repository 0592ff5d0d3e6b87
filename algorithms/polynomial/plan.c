/* SPDX-License-Identifier: Apache-2.0 */
/* Plans: created, given new coefficients, destroyed. Their memory is the backend's, and lasts between calls. */
#include "plan.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "arguments.h"
#include "primitives/context/call.h"

static const uint64_t magic_alive = 0x7463755f706f6c79u; /* "tcu_poly" */
static const uint64_t magic_destroyed = 0x7463755f70646561u;

/* Destroyed plans are freed only after this many others were destroyed, so that a use after tcu_polynomial_destroy()
 * finds the mark instead of reused memory. Their coefficients are released at once. */
enum { DESTROYED_KEPT = 64 };
static _Atomic(tcu_polynomial *) destroyed[DESTROYED_KEPT];
static atomic_uint destroyed_next;

const tcui_polynomial_functions *tcui_polynomial_functions_of(const tcui_backend *backend)
{
    return backend->operations[TCUI_POLYNOMIAL]->extension;
}

static tcu_status check_alive(tcu_context *context, const tcu_polynomial *polynomial)
{
    if (polynomial->magic != magic_alive)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "polynomial %p %s", (const void *)polynomial,
                         polynomial->magic == magic_destroyed ? "was destroyed" : "is no plan");
    return TCU_SUCCESS;
}

tcu_status tcui_polynomial_check_plan(tcu_context *context, const tcu_polynomial *polynomial)
{
    if (polynomial == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "polynomial is NULL");
    const tcu_status status = check_alive(context, polynomial);
    if (status != TCU_SUCCESS)
        return status;
    if (polynomial->backend != context->backend)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "polynomial is of backend %d, the context of backend %d",
                         (int)polynomial->backend->id, (int)context->backend->id);
    if (polynomial->device != context->properties.device)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "polynomial is of device %d, the context of device %d",
                         polynomial->device, context->properties.device);
    return TCU_SUCCESS;
}

/* ------------------------------------------------------------------------------------------- the calls' frame --- */

/* The memory is no workspace, and none is needed to fill it. */
static tcu_status plan_nothing(tcu_context *context, const void *task, tcui_layout *layout)
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
    const tcu_status status = tcui_polynomial_functions_of(context->backend)->allocate(context, bytes, &plan->memory);
    if (status != TCU_SUCCESS)
        return status;
    if (plan->memory == NULL)
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no %zu bytes for the plan's coefficients", bytes);
    plan->polynomials.coefficients = plan->memory;
    return fill(context, task, workspace);
}

static const tcui_call create_call = {plan_nothing, allocate_and_fill};
static const tcui_call update_call = {plan_nothing, fill};

/* --------------------------------------------------------------------------------------------- public functions --- */

tcu_status tcu_polynomial_create(tcu_context *context, const void *coefficients, uint64_t num_polynomials,
                                 uint64_t degree, tcu_type type, const tcu_polynomial_options *options,
                                 tcu_polynomial **polynomial)
{
    if (polynomial != NULL)
        *polynomial = NULL;
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS)
        return status;
    if (polynomial == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "polynomial is NULL");

    tcu_polynomial plan = {.magic = magic_alive, .backend = context->backend, .device = context->properties.device};
    tcui_arrays arrays = {.count = 0};
    if ((status = tcui_polynomial_check_shape(context, num_polynomials, degree, type, options, &plan.source,
                                              &plan.polynomials)) != TCU_SUCCESS ||
        (status = tcui_polynomial_read_source(context, coefficients, &plan.source, &plan.polynomials, &arrays)) !=
            TCU_SUCCESS ||
        (status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS)
        return status;

    tcu_polynomial *created = malloc(sizeof *created);
    if (created == NULL)
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no memory for a plan of %zu bytes", sizeof *created);
    *created = plan;
    fill_task task = {.source = plan.source, .plan = created};
    task.source.coefficients = coefficients;
    if (num_polynomials > 0)
        status = tcui_call_run(context, &create_call, &task, &arrays);
    if (status != TCU_SUCCESS) {
        if (created->memory != NULL)
            tcui_polynomial_functions_of(created->backend)->release(created->device, created->memory);
        free(created);
        return status;
    }
    *polynomial = created;
    return TCU_SUCCESS;
}

tcu_status tcu_polynomial_update(tcu_context *context, tcu_polynomial *polynomial, const void *coefficients)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS || (status = tcui_polynomial_check_plan(context, polynomial)) != TCU_SUCCESS)
        return status;
    tcui_arrays arrays = {.count = 0};
    if ((status = tcui_polynomial_read_source(context, coefficients, &polynomial->source, &polynomial->polynomials,
                                              &arrays)) != TCU_SUCCESS)
        return status;
    tcui_arrays_write(&arrays, "polynomial", polynomial->memory, tcui_polynomials_elements(&polynomial->polynomials),
                      tcui_polynomials_element_bytes(polynomial->source.type));
    if ((status = tcui_check_arrays(context, &arrays)) != TCU_SUCCESS || polynomial->polynomials.count == 0)
        return status;
    fill_task task = {.source = polynomial->source, .plan = polynomial};
    task.source.coefficients = coefficients;
    return tcui_call_run(context, &update_call, &task, &arrays);
}

tcu_status tcu_polynomial_destroy(tcu_polynomial *polynomial)
{
    tcui_begin_without_context(__func__);
    if (polynomial == NULL)
        return TCU_SUCCESS;
    const tcu_status status = check_alive(NULL, polynomial);
    if (status != TCU_SUCCESS)
        return status;
    if (polynomial->memory != NULL)
        tcui_polynomial_functions_of(polynomial->backend)->release(polynomial->device, polynomial->memory);
    polynomial->memory = NULL;
    polynomial->magic = magic_destroyed;
    const unsigned slot = atomic_fetch_add(&destroyed_next, 1u) % DESTROYED_KEPT;
    free(atomic_exchange(&destroyed[slot], polynomial));
    return TCU_SUCCESS;
}
