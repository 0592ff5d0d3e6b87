/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of the usual differential operators, by central differences. */
#include <inttypes.h>
#include <math.h>

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

/* Central differences along all axes, or one. */
typedef struct difference_operator {
    uint32_t derivative, order;
    const double *spacings;
    bool has_axis; /* it is along `axis` alone */
    uint32_t axis;
    /* Of each field by itself; of one field to a field for each axis; of a field for each axis to one. */
    enum { OF_EACH_FIELD, GRADIENT, DIVERGENCE } fields;
} difference_operator;

/* ------------------------------------------------------------------------------------------------------ checks --- */

static tcu_status check_fields(tcu_context *context, const char *name, uint32_t fields, uint32_t wanted)
{
    if (fields != 0 && fields != wanted) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "%s is %" PRIu32 "; of this operator it must be 0 or %" PRIu32, name, fields, wanted);
    }
    return TCU_SUCCESS;
}

static tcu_status check(tcu_context *context, const tcu_stencil_desc *desc, const difference_operator *of,
                        tcu_stencil **stencil)
{
    if (stencil == NULL || desc == NULL || of->spacings == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL",
                         stencil == NULL ? "stencil"
                         : desc == NULL  ? "desc"
                                         : "spacings");
    }
    if (desc->dimensions < 1 || desc->dimensions > TCU_STENCIL_MAX_DIMENSIONS) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.dimensions is %" PRIu32 "; it must be 1 to %d",
                         desc->dimensions, TCU_STENCIL_MAX_DIMENSIONS);
    }
    if (of->order != 2 && of->order != 4 && of->order != 6 && of->order != 8) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "order is %" PRIu32 "; it must be 2, 4, 6 or 8",
                         of->order);
    }
    if (desc->num_taps != 0 || desc->offsets != NULL || desc->weights != NULL || desc->tap_fields != NULL ||
        desc->box[0] != 0 || desc->box[1] != 0 || desc->box[2] != 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc has taps or a box; the operator sets these");
    }
    for (uint32_t axis = 0; axis < desc->dimensions; axis++) {
        if (!isfinite(of->spacings[axis]) || of->spacings[axis] == 0) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                             "spacings[%" PRIu32 "] is %g; it must be finite and not 0", axis, of->spacings[axis]);
        }
    }
    if (of->has_axis && of->axis >= desc->dimensions) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "axis is %" PRIu32 "; the grid has %" PRIu32, of->axis,
                         desc->dimensions);
    }
    if (of->derivative < 1 || of->derivative > MOST_DERIVATIVE) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "derivative is %" PRIu32 "; it must be 1 to %d",
                         of->derivative, MOST_DERIVATIVE);
    }
    return TCU_SUCCESS;
}

/* -------------------------------------------------------------------------------------------------------- taps --- */

/*
 * Adds the central difference along an axis. Weights of even derivatives are
 * made symmetric, of odd ones antisymmetric, to the last bit: so sums over periodic grids cancel, and the middle of odd
 * ones is no tap.
 */
static tcu_status add_difference(tcu_context *context, operator_taps *taps, uint32_t dimensions, uint32_t axis,
                                 const difference_operator *of)
{
    const int radius = (int)((of->derivative + 1) / 2 - 1 + of->order / 2);
    const double scale = 1 / pow(of->spacings[axis], of->derivative), mirror = of->derivative % 2 == 0 ? 1 : -1;
    double nodes[2 * MOST_RADIUS + 1] = {0}, weights[2 * MOST_RADIUS + 1];
    for (int i = -radius; i <= radius; i++) {
        nodes[i + radius] = i;
    }
    const tcu_status status =
        tcu_finite_difference_weights(0, nodes, (uint32_t)(2 * radius + 1), of->derivative, weights);
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
        taps->fields[2 * t] = of->fields == GRADIENT ? axis : 0;
        taps->fields[2 * t + 1] = of->fields == DIVERGENCE ? axis : 0;
    }
    return TCU_SUCCESS;
}

/* --------------------------------------------------------------------------------------------------- operators --- */

TCUI_FLOAT_FUNCTION static tcu_status create_operator(tcu_context *context, const tcu_stencil_desc *desc,
                                                      const difference_operator *of, tcu_stencil **stencil)
{
    tcu_status status = check(context, desc, of, stencil);
    if (status != TCU_SUCCESS) {
        return status;
    }
    operator_taps taps = {.count = 0};
    tcu_stencil_desc with_taps = *desc;
    if (of->fields != OF_EACH_FIELD) {
        with_taps.in_fields = of->fields == GRADIENT ? 1 : desc->dimensions;
        with_taps.out_fields = of->fields == GRADIENT ? desc->dimensions : 1;
        with_taps.tap_fields = taps.fields;
        if ((status = check_fields(context, "desc.in_fields", desc->in_fields, with_taps.in_fields)) != TCU_SUCCESS ||
            (status = check_fields(context, "desc.out_fields", desc->out_fields, with_taps.out_fields)) !=
                TCU_SUCCESS) {
            return status;
        }
    }
    const uint32_t first = of->has_axis ? of->axis : 0, last = of->has_axis ? of->axis : desc->dimensions - 1;
    for (uint32_t axis = first; axis <= last && status == TCU_SUCCESS; axis++) {
        status = add_difference(context, &taps, desc->dimensions, axis, of);
    }
    with_taps.num_taps = taps.count;
    with_taps.offsets = taps.offsets;
    with_taps.weights = taps.weights;
    return status == TCU_SUCCESS ? tcui_stencil_create_plan(context, &with_taps, stencil) : status;
}

static tcu_status create(tcu_context *context, const char *function, const tcu_stencil_desc *desc,
                         const difference_operator *of, tcu_stencil **stencil)
{
    if (stencil != NULL) {
        *stencil = NULL;
    }
    tcu_status status = tcui_begin(context, function);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const tcui_float_environment callers = tcui_float_begin();
    status = create_operator(context, desc, of, stencil);
    tcui_float_end(&callers);
    return status;
}

/* -------------------------------------------------------------------------------------------- public functions --- */

tcu_status tcu_stencil_create_derivative(tcu_context *context, const tcu_stencil_desc *desc, uint32_t axis,
                                         uint32_t derivative, uint32_t order, const double *spacings,
                                         tcu_stencil **stencil)
{
    const difference_operator of = {
        .derivative = derivative, .order = order, .spacings = spacings, .has_axis = true, .axis = axis};
    return create(context, __func__, desc, &of, stencil);
}

tcu_status tcu_stencil_create_laplacian(tcu_context *context, const tcu_stencil_desc *desc, uint32_t order,
                                        const double *spacings, tcu_stencil **stencil)
{
    const difference_operator of = {.derivative = 2, .order = order, .spacings = spacings};
    return create(context, __func__, desc, &of, stencil);
}

tcu_status tcu_stencil_create_gradient(tcu_context *context, const tcu_stencil_desc *desc, uint32_t order,
                                       const double *spacings, tcu_stencil **stencil)
{
    const difference_operator of = {.derivative = 1, .order = order, .spacings = spacings, .fields = GRADIENT};
    return create(context, __func__, desc, &of, stencil);
}

tcu_status tcu_stencil_create_divergence(tcu_context *context, const tcu_stencil_desc *desc, uint32_t order,
                                         const double *spacings, tcu_stencil **stencil)
{
    const difference_operator of = {.derivative = 1, .order = order, .spacings = spacings, .fields = DIVERGENCE};
    return create(context, __func__, desc, &of, stencil);
}
