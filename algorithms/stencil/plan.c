/* SPDX-License-Identifier: Apache-2.0 */
/* Plans: created from a description, destroyed. */
#include "plan.h"

#include <stdlib.h>

#include "grid.h"
#include "primitives/call/call.h"
#include "primitives/context/float_environment.h"
#include "taps.h"

static const tcui_stencil_functions *functions_of(const tcui_backend *backend)
{
    return backend->operations[TCUI_STENCIL]->extension;
}

tcu_status tcui_stencil_check_plan(tcu_context *context, const tcu_stencil *stencil)
{
    return tcui_handle_check(context, (const tcui_handle *)stencil, TCUI_KIND_STENCIL, "stencil");
}

/* ------------------------------------------------------------------------------------------- the calls' frame --- */

/* The memory of a plan is no workspace, and none is needed to fill it. */
static tcu_status reserve_nothing(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context, (void)task, (void)layout;
    return TCU_SUCCESS;
}

static tcu_status prepare(tcu_context *context, const void *task, void *workspace)
{
    tcu_stencil *const *created = task;
    (void)workspace;
    return functions_of(context->backend)->prepare(context, &(*created)->stencil, &(*created)->memory);
}

static const tcui_call prepare_call = {.operation = TCUI_STENCIL, .reserve = reserve_nothing, .execute = prepare};

/* --------------------------------------------------------------------------------------------------- functions --- */

/* What the plan's structure points to. */
static void release_parts(tcu_stencil *stencil)
{
    if (stencil->memory != NULL) {
        functions_of(stencil->handle.backend)->release(stencil->handle.device, stencil->memory);
    }
    free(stencil->taps);
}

TCUI_FLOAT_FUNCTION static tcu_status create_plan(tcu_context *context, const tcu_stencil_desc *desc,
                                                  tcu_stencil **stencil)
{
    tcu_stencil *created = calloc(1, sizeof *created);
    if (created == NULL) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no memory for a plan of %zu bytes", sizeof *created);
    }
    created->handle = tcui_handle_of(context);
    double *factors = NULL;
    tcui_arrays arrays;
    tcui_arrays_begin(&arrays);
    tcu_status status = tcui_grid_read(context, desc, &created->stencil, &created->in_elements, &created->out_elements);
    if (status == TCU_SUCCESS) {
        tcui_arrays_read(&arrays, "in", NULL, created->in_elements, tcu_type_size(desc->type));
        tcui_arrays_write(&arrays, "out", NULL, created->out_elements, tcu_type_size(desc->type));
        status = tcui_check_extents(context, &arrays);
    }
    arrays.count = 0; /* no array of the call is read or written */
    if (status == TCU_SUCCESS) {
        status = tcui_taps_read(context, desc, &created->stencil, &created->taps);
    }
    if (status == TCU_SUCCESS) {
        status = tcui_taps_separate(context, &created->stencil, &factors);
    }
    if (status == TCU_SUCCESS) {
        status = tcui_call_run(context, &prepare_call, &created, &arrays);
    }
    free(factors);
    if (status == TCU_SUCCESS) {
        status = tcui_handle_open(context, &created->handle, TCUI_KIND_STENCIL);
    }
    if (status != TCU_SUCCESS) {
        release_parts(created);
        free(created);
        return status;
    }
    *stencil = created;
    return TCU_SUCCESS;
}

tcu_status tcui_stencil_create_plan(tcu_context *context, const tcu_stencil_desc *desc, tcu_stencil **stencil)
{
    const tcui_float_environment callers = tcui_float_begin();
    const tcu_status status = create_plan(context, desc, stencil);
    tcui_float_end(&callers);
    return status;
}

tcu_status tcu_stencil_create(tcu_context *context, const tcu_stencil_desc *desc, tcu_stencil **stencil)
{
    if (stencil != NULL) {
        *stencil = NULL;
    }
    const tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (stencil == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "stencil is NULL");
    }
    if (desc == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc is NULL");
    }
    return tcui_stencil_create_plan(context, desc, stencil);
}

tcu_status tcu_stencil_destroy(tcu_stencil *stencil)
{
    tcui_begin_without_context(__func__);
    if (stencil == NULL) {
        return TCU_SUCCESS;
    }
    const tcu_status status = tcui_handle_close((const tcui_handle *)stencil, TCUI_KIND_STENCIL, "stencil");
    if (status != TCU_SUCCESS) {
        return status;
    }
    release_parts(stencil);
    tcui_live_free(stencil);
    return TCU_SUCCESS;
}
