/* SPDX-License-Identifier: Apache-2.0 */
#include "taps.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------- descriptions --- */

static bool has_box(const tcu_stencil_desc *desc)
{
    bool has = false;
    for (uint32_t axis = 0; axis < desc->dimensions; axis++) {
        has |= desc->box[axis] != 0;
    }
    return has;
}

static tcu_status count_taps(tcu_context *context, const tcu_stencil_desc *desc, bool is_box, uint64_t *count)
{
    *count = desc->num_taps;
    if (is_box) {
        if (desc->offsets != NULL || desc->num_taps != 0 || desc->tap_fields != NULL) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                             "desc has a box, and offsets %p, num_taps %" PRIu64 " or tap_fields %p besides",
                             (const void *)desc->offsets, desc->num_taps, (const void *)desc->tap_fields);
        }
        *count = 1;
        for (uint32_t axis = 0; axis < desc->dimensions; axis++) {
            if (desc->box[axis] == 0) {
                return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.box[%u] is 0, others are not",
                                 (unsigned)axis);
            }
            *count = *count > TCU_STENCIL_MAX_TAPS ? *count : *count * desc->box[axis];
        }
    } else if (desc->offsets == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc has neither offsets nor a box");
    }
    if (*count > TCU_STENCIL_MAX_TAPS) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc has more than %d taps", TCU_STENCIL_MAX_TAPS);
    }
    if (*count > 0 && desc->weights == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.weights is NULL");
    }
    return TCU_SUCCESS;
}

/* Offsets of tap number t, by the D axes of the description. */
static void read_offset(const tcu_stencil_desc *desc, bool is_box, uint64_t t, int64_t offset[TCUI_AXES])
{
    if (!is_box) {
        for (uint32_t axis = 0; axis < desc->dimensions; axis++) {
            offset[axis] = desc->offsets[t * desc->dimensions + axis];
        }
        return;
    }
    for (uint32_t axis = desc->dimensions; axis-- > 0;) {
        offset[axis] = (int64_t)(t % desc->box[axis]) - desc->origin[axis];
        t /= desc->box[axis];
    }
}

static tcu_status read_tap(tcu_context *context, const tcu_stencil_desc *desc, bool is_box, uint64_t t, tcui_tap *tap)
{
    int64_t offset[TCUI_AXES];
    read_offset(desc, is_box, t, offset);
    *tap = (tcui_tap){.number = (uint32_t)t, .weight = desc->weights[t]};
    if (!isfinite(tap->weight)) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "desc.weights[%" PRIu64 "] is %g; it must be finite", t,
                         tap->weight);
    }
    for (uint32_t axis = 0; axis < desc->dimensions; axis++) {
        if (offset[axis] < -TCU_STENCIL_MAX_RADIUS || offset[axis] > TCU_STENCIL_MAX_RADIUS) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                             "the offset of tap %" PRIu64 " along axis %u is %" PRId64 "; it must be -%d to %d", t,
                             (unsigned)axis, offset[axis], TCU_STENCIL_MAX_RADIUS, TCU_STENCIL_MAX_RADIUS);
        }
        tap->offset[TCUI_AXES - desc->dimensions + axis] = (int32_t)offset[axis];
    }
    if (desc->tap_fields == NULL) {
        return TCU_SUCCESS;
    }
    tap->out_field = desc->tap_fields[2 * t];
    tap->in_field = desc->tap_fields[2 * t + 1];
    const uint32_t out_fields = desc->out_fields == 0 ? 1 : desc->out_fields;
    const uint32_t in_fields = desc->in_fields == 0 ? 1 : desc->in_fields;
    if (tap->out_field >= out_fields || tap->in_field >= in_fields) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "desc.tap_fields of tap %" PRIu64 " are %u and %u; there are %u output and %u input fields", t,
                         (unsigned)tap->out_field, (unsigned)tap->in_field, (unsigned)out_fields, (unsigned)in_fields);
    }
    return TCU_SUCCESS;
}

/* ------------------------------------------------------------------------------------------------ normalisation --- */

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* By output field, input field and offsets: 0 of taps alike. */
static int compare_places(const void *left, const void *right)
{
    const tcui_tap *a = left, *b = right;
    int order = compare(a->out_field, b->out_field);
    order = order != 0 ? order : compare(a->in_field, b->in_field);
    for (int axis = 0; axis < TCUI_AXES && order == 0; axis++) {
        order = compare(a->offset[axis], b->offset[axis]);
    }
    return order;
}

/* Taps alike follow each other as in the description, so that the sum of their weights is the same with every qsort(). */
static int compare_taps(const void *left, const void *right)
{
    const int order = compare_places(left, right);
    return order != 0 ? order : compare(((const tcui_tap *)left)->number, ((const tcui_tap *)right)->number);
}

/* Adds up taps alike, rounds their weights to what is computed in, and leaves out those that are 0 then. Returns how many
 * are left. */
static uint64_t merge(tcu_type type, tcui_tap *taps, uint64_t count)
{
    uint64_t kept = 0;
    for (uint64_t t = 0; t < count;) {
        tcui_tap sum = taps[t++];
        while (t < count && compare_places(&sum, &taps[t]) == 0) {
            sum.weight += taps[t++].weight;
        }
        sum.weight = type == TCU_TYPE_F64 ? sum.weight : (double)(float)sum.weight;
        if (sum.weight != 0) {
            taps[kept++] = sum;
        }
    }
    return kept;
}

static void set_box(tcui_stencil *stencil)
{
    for (int axis = 0; axis < TCUI_AXES; axis++) {
        int32_t low = 0, high = 0;
        for (uint64_t t = 0; t < stencil->num_taps; t++) {
            const int32_t offset = stencil->taps[t].offset[axis];
            low = t == 0 || offset < low ? offset : low;
            high = t == 0 || offset > high ? offset : high;
        }
        stencil->axes[axis].low = low;
        stencil->axes[axis].high = high;
    }
}

static uint64_t box_points(const tcui_stencil *stencil)
{
    uint64_t points = 1;
    for (int axis = 0; axis < TCUI_AXES; axis++) {
        points *= tcui_stencil_width(&stencil->axes[axis]);
    }
    return points;
}

static tcui_stencil_shape shape_of(const tcui_stencil *stencil)
{
    if (stencil->in_fields != 1 || stencil->out_fields != 1 || stencil->num_taps == 0) {
        return TCUI_STENCIL_LIST;
    }
    if (box_points(stencil) == stencil->num_taps) {
        return TCUI_STENCIL_BOX;
    }
    for (uint64_t t = 0; t < stencil->num_taps; t++) {
        const int32_t *offset = stencil->taps[t].offset;
        if ((offset[0] != 0) + (offset[1] != 0) + (offset[2] != 0) > 1) {
            return TCUI_STENCIL_LIST;
        }
    }
    return TCUI_STENCIL_STAR;
}

void tcui_taps_set_shape(tcui_stencil *stencil)
{
    set_box(stencil);
    stencil->shape = shape_of(stencil);
}

tcu_status tcui_taps_read(tcu_context *context, const tcu_stencil_desc *desc, tcui_stencil *stencil, tcui_tap **taps)
{
    *taps = NULL;
    uint64_t count;
    const bool is_box = has_box(desc);
    tcu_status status = count_taps(context, desc, is_box, &count);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (count > 0 && (*taps = malloc(count * sizeof **taps)) == NULL) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no memory for %" PRIu64 " taps", count);
    }
    for (uint64_t t = 0; t < count; t++) {
        if ((status = read_tap(context, desc, is_box, t, &(*taps)[t])) != TCU_SUCCESS) {
            return status;
        }
    }
    if (count > 0) {
        qsort(*taps, count, sizeof **taps, compare_taps);
        count = merge(desc->type, *taps, count);
    }
    for (uint64_t t = 0; t < count; t++) {
        if (!isfinite((*taps)[t].weight)) {
            return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                             "a weight in desc.weights, or the sum of those with one offset, is beyond the range of %s",
                             desc->type == TCU_TYPE_F64 ? "f64" : "f32");
        }
    }
    stencil->num_taps = count;
    stencil->taps = *taps;
    tcui_taps_set_shape(stencil);
    return TCU_SUCCESS;
}

/* --------------------------------------------------------------------------------------------------- separation --- */

/* The place of a tap along an axis of its box. */
static uint64_t place_of(const tcui_stencil *stencil, uint64_t tap, int axis)
{
    return (uint64_t)((int64_t)stencil->taps[tap].offset[axis] - stencil->axes[axis].low);
}

/* Weights through the pivot along each axis; all but the last divided by the pivot: |w| of those is 1 or less. Sums along
 * the last axis are formed first, so weights come in before anything can grow. */
static void set_factors(const tcui_stencil *stencil, const uint64_t widths[TCUI_AXES],
                        const uint64_t strides[TCUI_AXES], uint64_t pivot, double *factors[TCUI_AXES])
{
    bool is_last = true;
    for (int axis = TCUI_AXES - 1; axis >= 0; axis--) {
        if (widths[axis] == 1) {
            continue;
        }
        const uint64_t start = pivot - place_of(stencil, pivot, axis) * strides[axis];
        for (uint64_t i = 0; i < widths[axis]; i++) {
            const double weight = stencil->taps[start + i * strides[axis]].weight;
            factors[axis][i] = is_last ? weight : weight / stencil->taps[pivot].weight;
        }
        is_last = false;
    }
}

/* Factors that are rounded to a denormal number lose bits, so none may be. */
static bool is_product(const tcui_stencil *stencil, const uint64_t widths[TCUI_AXES], double *const factors[TCUI_AXES])
{
    const double unit = stencil->type == TCU_TYPE_F64 ? 0x1p-53 : 0x1p-24;
    const double least = stencil->type == TCU_TYPE_F64 ? DBL_MIN : FLT_MIN;
    for (uint64_t t = 0; t < stencil->num_taps; t++) {
        double product = 1;
        bool is_normal = true;
        for (int axis = 0; axis < TCUI_AXES; axis++) {
            const double factor = widths[axis] == 1 ? 1 : factors[axis][place_of(stencil, t, axis)];
            is_normal = is_normal && fabs(factor) >= least;
            product *= factor;
        }
        if (!is_normal || !(fabs(product - stencil->taps[t].weight) <= 6 * unit * fabs(stencil->taps[t].weight))) {
            return false;
        }
    }
    return true;
}

tcu_status tcui_taps_separate(tcu_context *context, tcui_stencil *stencil, double **memory)
{
    *memory = NULL;
    if (stencil->shape != TCUI_STENCIL_BOX) {
        return TCU_SUCCESS;
    }
    uint64_t widths[TCUI_AXES], strides[TCUI_AXES], sum = 0, stride = 1, pivot = 0;
    for (int axis = TCUI_AXES - 1; axis >= 0; axis--) {
        widths[axis] = tcui_stencil_width(&stencil->axes[axis]);
        strides[axis] = stride;
        stride *= widths[axis];
        sum += widths[axis] > 1 ? widths[axis] : 0;
    }
    /* The six roundings of factors count as taps in the bound of the error; of 3 x 3 taps a product saves nothing. */
    if (sum + 6 > stencil->num_taps) {
        return TCU_SUCCESS;
    }
    for (uint64_t t = 0; t < stencil->num_taps; t++) {
        pivot = fabs(stencil->taps[t].weight) > fabs(stencil->taps[pivot].weight) ? t : pivot;
    }
    double *next = *memory = malloc(sum * sizeof **memory), *factors[TCUI_AXES] = {NULL, NULL, NULL};
    if (*memory == NULL) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no memory for %" PRIu64 " factors", sum);
    }
    for (int axis = 0; axis < TCUI_AXES; axis++) {
        if (widths[axis] > 1) {
            factors[axis] = next;
            next += widths[axis];
        }
    }
    set_factors(stencil, widths, strides, pivot, factors);
    stencil->is_separable = is_product(stencil, widths, factors);
    for (int axis = 0; axis < TCUI_AXES && stencil->is_separable; axis++) {
        stencil->factors[axis] = factors[axis];
    }
    return TCU_SUCCESS;
}
