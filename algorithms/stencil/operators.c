/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of the usual differential operators, by central differences. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "plan.h"
#include "primitives/context/float_environment.h"

enum {
    MOST_DERIVATIVE = 4,
    MOST_ORDER = 8,
    MOST_RADIUS = (MOST_DERIVATIVE + 1) / 2 - 1 + MOST_ORDER / 2,
    MOST_TAPS = TCUI_AXES * (2 * MOST_RADIUS + 1)
};

/* Taps of an operator, in the form of a description. */
typedef struct operator_taps {
    int32_t offsets[MOST_TAPS * TCUI_AXES];
    double weights[MOST_TAPS];
    uint32_t fields[2 * MOST_TAPS];
    uint64_t count;
} operator_taps;

/* ------------------------------------------------------------------------------------------------------ checks --- */

static tcu_status check_fields(tcu_context *context, const char *name, uint32_t fields, uint32_t wanted)
{
    if (fields != 0 && fields != wanted) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "%s is %" PRIu32 "; of this operator it must be 0 or %" PRIu32, name, fields, wanted);
    }
    return TCU_SUCCESS;
}

static tcu_status begin(tcu_context *context, const char *function, const tcu_stencil_desc *desc, uint32_t order,
                        const double *spacings, tcu_stencil **stencil)
{
    if (stencil != NULL) {
        *stencil = NULL;
    }
    const tcu_status status = tcui_begin(context, function);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (stencil == NULL || desc == NULL || spacings == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL",
                         stencil == NULL ? "stencil"
                         : desc == NULL  ? "desc"
                                         : "spacings");
    }
    if (desc->dimensions < 1 || desc->dimensions > TCU_STENCIL_MAX_DIMENSIONS) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.dimensions is %" PRIu32 "; it must be 1 to %d",
                         desc->dimensions, TCU_STENCIL_MAX_DIMENSIONS);
    }
    if (order != 2 && order != 4 && order != 6 && order != 8) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "order is %" PRIu32 "; it must be 2, 4, 6 or 8", order);
    }
    if (desc->num_taps != 0 || desc->offsets != NULL || desc->weights != NULL || desc->tap_fields != NULL ||
        desc->box[0] != 0 || desc->box[1] != 0 || desc->box[2] != 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc has taps or a box; the operator sets these");
    }
    for (uint32_t axis = 0; axis < desc->dimensions; axis++) {
        if (!isfinite(spacings[axis]) || spacings[axis] == 0) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                             "spacings[%" PRIu32 "] is %g; it must be finite and not 0", axis, spacings[axis]);
        }
    }
    return TCU_SUCCESS;
}

/* -------------------------------------------------------------------------------------------------------- taps --- */

/*
 * Adds the central difference of a derivative along an axis, from one field to another. Weights of even derivatives are
 * made symmetric, of odd ones antisymmetric, to the last bit: so sums over periodic grids cancel, and the middle of odd
 * ones is no tap.
 */
static tcu_status add_difference(tcu_context *context, operator_taps *taps, uint32_t dimensions, uint32_t axis,
                                 uint32_t derivative, uint32_t order, double spacing, uint32_t out_field,
                                 uint32_t in_field)
{
    const int radius = (int)((derivative + 1) / 2 - 1 + order / 2);
    const double scale = 1 / pow(spacing, derivative), mirror = derivative % 2 == 0 ? 1 : -1;
    double nodes[2 * MOST_RADIUS + 1] = {0}, weights[2 * MOST_RADIUS + 1];
    for (int i = -radius; i <= radius; i++) {
        nodes[i + radius] = i;
    }
    const tcu_status status = tcu_finite_difference_weights(0, nodes, (uint32_t)(2 * radius + 1), derivative, weights);
    if (status != TCU_SUCCESS) {
        return tcui_fail(context, status, "no memory for weights of finite differences");
    }
    for (int i = -radius; i <= radius; i++) {
        const double weight = 0.5 * (weights[radius + i] + mirror * weights[radius - i]) * scale;
        if (weight == 0) {
            continue;
        }
        const uint64_t t = taps->count++;
        taps->offsets[t * dimensions + axis] = i;
        taps->weights[t] = weight;
        taps->fields[2 * t] = out_field;
        taps->fields[2 * t + 1] = in_field;
    }
    return TCU_SUCCESS;
}

static tcu_status create(tcu_context *context, const tcu_stencil_desc *desc, const operator_taps *taps,
                         uint32_t in_fields, uint32_t out_fields, bool coupled, tcu_stencil **stencil)
{
    tcu_stencil_desc with_taps = *desc;
    with_taps.in_fields = in_fields;
    with_taps.out_fields = out_fields;
    with_taps.num_taps = taps->count;
    with_taps.offsets = taps->offsets;
    with_taps.weights = taps->weights;
    with_taps.tap_fields = coupled ? taps->fields : NULL;
    return tcui_stencil_create_plan(context, &with_taps, stencil);
}

/* --------------------------------------------------------------------------------------------------- operators --- */

TCUI_FLOAT_FUNCTION static tcu_status create_derivative(tcu_context *context, const tcu_stencil_desc *desc,
                                                        uint32_t axis, uint32_t derivative, uint32_t order,
                                                        const double *spacings, tcu_stencil **stencil,
                                                        const char *function)
{
    tcu_status status = begin(context, function, desc, order, spacings, stencil);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (axis >= desc->dimensions) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "axis is %" PRIu32 "; the grid has %" PRIu32, axis,
                         desc->dimensions);
    }
    if (derivative < 1 || derivative > MOST_DERIVATIVE) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "derivative is %" PRIu32 "; it must be 1 to %d",
                         derivative, MOST_DERIVATIVE);
    }
    operator_taps taps = {.count = 0};
    status = add_difference(context, &taps, desc->dimensions, axis, derivative, order, spacings[axis], 0, 0);
    return status == TCU_SUCCESS ? create(context, desc, &taps, desc->in_fields, desc->out_fields, false, stencil)
                                 : status;
}

TCUI_FLOAT_FUNCTION static tcu_status create_laplacian(tcu_context *context, const tcu_stencil_desc *desc,
                                                       uint32_t order, const double *spacings, tcu_stencil **stencil,
                                                       const char *function)
{
    tcu_status status = begin(context, function, desc, order, spacings, stencil);
    operator_taps taps = {.count = 0};
    for (uint32_t axis = 0; status == TCU_SUCCESS && axis < desc->dimensions; axis++) {
        status = add_difference(context, &taps, desc->dimensions, axis, 2, order, spacings[axis], 0, 0);
    }
    return status == TCU_SUCCESS ? create(context, desc, &taps, desc->in_fields, desc->out_fields, false, stencil)
                                 : status;
}

TCUI_FLOAT_FUNCTION static tcu_status create_gradient(tcu_context *context, const tcu_stencil_desc *desc,
                                                      uint32_t order, const double *spacings, tcu_stencil **stencil,
                                                      const char *function)
{
    tcu_status status = begin(context, function, desc, order, spacings, stencil);
    if (status != TCU_SUCCESS ||
        (status = check_fields(context, "desc.in_fields", desc->in_fields, 1)) != TCU_SUCCESS ||
        (status = check_fields(context, "desc.out_fields", desc->out_fields, desc->dimensions)) != TCU_SUCCESS) {
        return status;
    }
    operator_taps taps = {.count = 0};
    for (uint32_t axis = 0; status == TCU_SUCCESS && axis < desc->dimensions; axis++) {
        status = add_difference(context, &taps, desc->dimensions, axis, 1, order, spacings[axis], axis, 0);
    }
    return status == TCU_SUCCESS ? create(context, desc, &taps, 1, desc->dimensions, true, stencil) : status;
}

TCUI_FLOAT_FUNCTION static tcu_status create_divergence(tcu_context *context, const tcu_stencil_desc *desc,
                                                        uint32_t order, const double *spacings, tcu_stencil **stencil,
                                                        const char *function)
{
    tcu_status status = begin(context, function, desc, order, spacings, stencil);
    if (status != TCU_SUCCESS ||
        (status = check_fields(context, "desc.in_fields", desc->in_fields, desc->dimensions)) != TCU_SUCCESS ||
        (status = check_fields(context, "desc.out_fields", desc->out_fields, 1)) != TCU_SUCCESS) {
        return status;
    }
    operator_taps taps = {.count = 0};
    for (uint32_t axis = 0; status == TCU_SUCCESS && axis < desc->dimensions; axis++) {
        status = add_difference(context, &taps, desc->dimensions, axis, 1, order, spacings[axis], 0, axis);
    }
    return status == TCU_SUCCESS ? create(context, desc, &taps, desc->dimensions, 1, true, stencil) : status;
}

/* -------------------------------------------------------------------------------------------- public functions --- */

tcu_status tcu_stencil_create_derivative(tcu_context *context, const tcu_stencil_desc *desc, uint32_t axis,
                                         uint32_t derivative, uint32_t order, const double *spacings,
                                         tcu_stencil **stencil)
{
    const tcui_float_environment callers = tcui_float_begin();
    const tcu_status status = create_derivative(context, desc, axis, derivative, order, spacings, stencil, __func__);
    tcui_float_end(&callers);
    return status;
}

tcu_status tcu_stencil_create_laplacian(tcu_context *context, const tcu_stencil_desc *desc, uint32_t order,
                                        const double *spacings, tcu_stencil **stencil)
{
    const tcui_float_environment callers = tcui_float_begin();
    const tcu_status status = create_laplacian(context, desc, order, spacings, stencil, __func__);
    tcui_float_end(&callers);
    return status;
}

tcu_status tcu_stencil_create_gradient(tcu_context *context, const tcu_stencil_desc *desc, uint32_t order,
                                       const double *spacings, tcu_stencil **stencil)
{
    const tcui_float_environment callers = tcui_float_begin();
    const tcu_status status = create_gradient(context, desc, order, spacings, stencil, __func__);
    tcui_float_end(&callers);
    return status;
}

tcu_status tcu_stencil_create_divergence(tcu_context *context, const tcu_stencil_desc *desc, uint32_t order,
                                         const double *spacings, tcu_stencil **stencil)
{
    const tcui_float_environment callers = tcui_float_begin();
    const tcu_status status = create_divergence(context, desc, order, spacings, stencil, __func__);
    tcui_float_end(&callers);
    return status;
}
