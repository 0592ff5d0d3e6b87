/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of the usual differential operators, by central differences. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "plan.h"

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
    if (fields != 0 && fields != wanted)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "%s is %" PRIu32 "; of this operator it must be 0 or %" PRIu32, name, fields, wanted);
    return TCU_SUCCESS;
}

static tcu_status begin(tcu_context *context, const char *function, const tcu_stencil_desc *grid, uint32_t order,
                        const double *spacings, tcu_stencil **stencil)
{
    if (stencil != NULL)
        *stencil = NULL;
    const tcu_status status = tcui_begin(context, function);
    if (status != TCU_SUCCESS)
        return status;
    if (stencil == NULL || grid == NULL || spacings == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL",
                         stencil == NULL ? "stencil"
                         : grid == NULL  ? "grid"
                                         : "spacings");
    if (grid->dimensions < 1 || grid->dimensions > TCU_STENCIL_MAX_DIMENSIONS)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "grid.dimensions is %" PRIu32 "; it must be 1 to %d",
                         grid->dimensions, TCU_STENCIL_MAX_DIMENSIONS);
    if (order != 2 && order != 4 && order != 6 && order != 8)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "order is %" PRIu32 "; it must be 2, 4, 6 or 8", order);
    if (grid->num_taps != 0 || grid->offsets != NULL || grid->weights != NULL || grid->tap_fields != NULL ||
        grid->box[0] != 0 || grid->box[1] != 0 || grid->box[2] != 0)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "grid has taps or a box; the operator sets these");
    for (uint32_t axis = 0; axis < grid->dimensions; axis++) {
        if (!isfinite(spacings[axis]) || spacings[axis] == 0)
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                             "spacings[%" PRIu32 "] is %g; it must be finite and not 0", axis, spacings[axis]);
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
    double nodes[2 * MOST_RADIUS + 1], weights[2 * MOST_RADIUS + 1];
    for (int i = -radius; i <= radius; i++) {
        nodes[i + radius] = i;
    }
    const tcu_status status = tcu_finite_difference_weights(0, nodes, (uint32_t)(2 * radius + 1), derivative, weights);
    if (status != TCU_SUCCESS)
        return tcui_fail(context, status, "no memory for weights of finite differences");
    for (int i = -radius; i <= radius; i++) {
        const double weight = 0.5 * (weights[radius + i] + mirror * weights[radius - i]) * scale;
        if (weight == 0)
            continue;
        const uint64_t t = taps->count++;
        taps->offsets[t * dimensions + axis] = i;
        taps->weights[t] = weight;
        taps->fields[2 * t] = out_field;
        taps->fields[2 * t + 1] = in_field;
    }
    return TCU_SUCCESS;
}

static tcu_status create(tcu_context *context, const tcu_stencil_desc *grid, const operator_taps *taps,
                         uint32_t in_fields, uint32_t out_fields, bool coupled, tcu_stencil **stencil)
{
    tcu_stencil_desc desc = *grid;
    desc.in_fields = in_fields;
    desc.out_fields = out_fields;
    desc.num_taps = taps->count;
    desc.offsets = taps->offsets;
    desc.weights = taps->weights;
    desc.tap_fields = coupled ? taps->fields : NULL;
    return tcui_stencil_create_plan(context, &desc, stencil);
}

/* -------------------------------------------------------------------------------------------- public functions --- */

tcu_status tcu_stencil_create_derivative(tcu_context *context, const tcu_stencil_desc *grid, uint32_t axis,
                                         uint32_t derivative, uint32_t order, const double *spacings,
                                         tcu_stencil **stencil)
{
    tcu_status status = begin(context, __func__, grid, order, spacings, stencil);
    if (status != TCU_SUCCESS)
        return status;
    if (axis >= grid->dimensions)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "axis is %" PRIu32 "; the grid has %" PRIu32, axis,
                         grid->dimensions);
    if (derivative < 1 || derivative > MOST_DERIVATIVE)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "derivative is %" PRIu32 "; it must be 1 to %d",
                         derivative, MOST_DERIVATIVE);
    operator_taps taps = {.count = 0};
    status = add_difference(context, &taps, grid->dimensions, axis, derivative, order, spacings[axis], 0, 0);
    return status == TCU_SUCCESS ? create(context, grid, &taps, grid->in_fields, grid->out_fields, false, stencil)
                                 : status;
}

tcu_status tcu_stencil_create_laplacian(tcu_context *context, const tcu_stencil_desc *grid, uint32_t order,
                                        const double *spacings, tcu_stencil **stencil)
{
    tcu_status status = begin(context, __func__, grid, order, spacings, stencil);
    operator_taps taps = {.count = 0};
    for (uint32_t axis = 0; status == TCU_SUCCESS && axis < grid->dimensions; axis++) {
        status = add_difference(context, &taps, grid->dimensions, axis, 2, order, spacings[axis], 0, 0);
    }
    return status == TCU_SUCCESS ? create(context, grid, &taps, grid->in_fields, grid->out_fields, false, stencil)
                                 : status;
}

tcu_status tcu_stencil_create_gradient(tcu_context *context, const tcu_stencil_desc *grid, uint32_t order,
                                       const double *spacings, tcu_stencil **stencil)
{
    tcu_status status = begin(context, __func__, grid, order, spacings, stencil);
    if (status != TCU_SUCCESS ||
        (status = check_fields(context, "grid.in_fields", grid->in_fields, 1)) != TCU_SUCCESS ||
        (status = check_fields(context, "grid.out_fields", grid->out_fields, grid->dimensions)) != TCU_SUCCESS)
        return status;
    operator_taps taps = {.count = 0};
    for (uint32_t axis = 0; status == TCU_SUCCESS && axis < grid->dimensions; axis++) {
        status = add_difference(context, &taps, grid->dimensions, axis, 1, order, spacings[axis], axis, 0);
    }
    return status == TCU_SUCCESS ? create(context, grid, &taps, 1, grid->dimensions, true, stencil) : status;
}

tcu_status tcu_stencil_create_divergence(tcu_context *context, const tcu_stencil_desc *grid, uint32_t order,
                                         const double *spacings, tcu_stencil **stencil)
{
    tcu_status status = begin(context, __func__, grid, order, spacings, stencil);
    if (status != TCU_SUCCESS ||
        (status = check_fields(context, "grid.in_fields", grid->in_fields, grid->dimensions)) != TCU_SUCCESS ||
        (status = check_fields(context, "grid.out_fields", grid->out_fields, 1)) != TCU_SUCCESS)
        return status;
    operator_taps taps = {.count = 0};
    for (uint32_t axis = 0; status == TCU_SUCCESS && axis < grid->dimensions; axis++) {
        status = add_difference(context, &taps, grid->dimensions, axis, 1, order, spacings[axis], 0, axis);
    }
    return status == TCU_SUCCESS ? create(context, grid, &taps, grid->dimensions, 1, true, stencil) : status;
}
