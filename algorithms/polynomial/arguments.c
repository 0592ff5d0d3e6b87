/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments: polynomials' shape, types, and how far arrays with strides extend. */
#include "arguments.h"

#include <inttypes.h>
#include <math.h>

#include "primitives/call/arguments.h"
#include "primitives/context/float_environment.h"
#include "primitives/context/sizes.h"

/* --------------------------------------------------------------------------------------------- the polynomials --- */

static bool is_half(tcu_type type)
{
    return type == TCU_TYPE_F16 || type == TCU_TYPE_BF16;
}

static tcu_status check_options(tcu_context *context, const tcu_polynomial_options *options, uint64_t degree)
{
    const tcu_status status =
        tcui_check_enumerator(context, "options.basis", options->basis, TCU_BASIS_CHEBYSHEV, "tcu_basis");
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (options->coefficient_stride != 0 && options->coefficient_stride <= degree) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "options.coefficient_stride is %" PRIu64 ", less than the %" PRIu64
                         " coefficients of a polynomial",
                         options->coefficient_stride, degree + 1);
    }
    return TCUI_CHECK_RESERVED(context, "options.reserved", options->reserved);
}

/*
 * t = (2 x - lower - upper) / (upper - lower) = (x - centre) / half, centre and half the interval's middle and half its
 * width. The middle is a sum of two f64, exactly (Knuth's TwoSum): where x is close to it, x - centre then loses nothing.
 */
TCUI_FLOAT_FUNCTION static tcu_status compute_interval(tcu_context *context, double lower, double upper,
                                                       tcui_polynomials *polynomials)
{
    polynomials->scale = 1;
    polynomials->centre = polynomials->centre_low = 0;
    if (lower == 0 && upper == 0) {
        return TCU_SUCCESS;
    }
    const double a = 0.5 * lower, b = 0.5 * upper, scale = 1 / (b - a);
    if (!isfinite(lower) || !isfinite(upper) || !(lower < upper) || !isfinite(scale)) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                         "options.lower is %g and options.upper is %g; both must be finite, upper larger, and "
                         "2 / (upper - lower) finite",
                         lower, upper);
    }
    const double sum = a + b, part = sum - a;
    polynomials->scale = scale;
    polynomials->centre = sum;
    polynomials->centre_low = (a - (sum - part)) + (b - part);
    return TCU_SUCCESS;
}

static tcu_status set_interval(tcu_context *context, double lower, double upper, tcui_polynomials *polynomials)
{
    const tcui_float_environment callers = tcui_float_begin();
    const tcu_status status = compute_interval(context, lower, upper, polynomials);
    tcui_float_end(&callers);
    return status;
}

/* Rows of a plan begin at multiples of 16 bytes, so that kernels can load several coefficients at once. */
static uint64_t stride_of(uint64_t degree, tcu_type type)
{
    const uint64_t step = 16 / tcui_polynomials_element_bytes(type);
    return (degree + step) / step * step;
}

tcu_status tcui_polynomial_check_shape(tcu_context *context, uint64_t num_polynomials, uint64_t degree, tcu_type type,
                                       const tcu_polynomial_options *options, tcui_polynomial_source *source,
                                       tcui_polynomials *polynomials)
{
    static const tcu_polynomial_options defaults = TCU_POLYNOMIAL_OPTIONS_INIT;
    if (options == NULL) {
        options = &defaults;
    }
    tcu_status status = tcui_check_type(context, "type", type);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (type != TCU_TYPE_F64 && type != TCU_TYPE_F32 && !is_half(type)) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "type is %s; it must be f16, bf16, f32 or f64",
                         tcu_type_name(type));
    }
    if (degree > TCU_MAX_DEGREE) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "degree is %" PRIu64 "; it must be %" PRIu64 " or less",
                         degree, TCU_MAX_DEGREE);
    }
    if ((status = check_options(context, options, degree)) != TCU_SUCCESS) {
        return status;
    }

    *source = (tcui_polynomial_source){
        .type = type, .stride = options->coefficient_stride != 0 ? options->coefficient_stride : degree + 1};
    *polynomials = (tcui_polynomials){.stride = stride_of(degree, type),
                                      .count = num_polynomials,
                                      .planes = (uint64_t)options->derivatives + 1,
                                      .degree = degree,
                                      .basis = options->basis,
                                      .num_points = options->count};
    const uint64_t plane_elements = TCUI_MOST_BYTES / tcui_polynomials_element_bytes(type) / polynomials->planes;
    if (num_polynomials > plane_elements / polynomials->stride) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "num_polynomials is %" PRIu64 " of degree %" PRIu64 " with %" PRIu32
                         " derivatives: a plan of " TCUI_TOO_LARGE,
                         num_polynomials, degree, options->derivatives);
    }
    return set_interval(context, options->lower, options->upper, polynomials);
}

/* --------------------------------------------------------------------------------------------------- the arrays --- */

/* tcui_extent() as a check. */
static tcu_status check_extent(tcu_context *context, const char *name, uint64_t rows, uint64_t columns, uint64_t stride,
                               uint64_t *elements)
{
    if (rows == 1) { /* (Of which tcui_check_arrays() says more plainly that it is too long.) */
        *elements = columns;
        return TCU_SUCCESS;
    }
    if (!tcui_extent(rows, columns, stride, elements)) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "%s has %" PRIu64 " rows of %" PRIu64 " elements, %" PRIu64 " apart: " TCUI_TOO_LARGE, name,
                         rows, columns, stride);
    }
    return TCU_SUCCESS;
}

tcu_status tcui_polynomial_read_source(tcu_context *context, const void *coefficients,
                                       const tcui_polynomial_source *source, const tcui_polynomials *polynomials,
                                       tcui_arrays *arrays)
{
    uint64_t elements;
    const tcu_status status =
        check_extent(context, "coefficients", polynomials->count, polynomials->degree + 1, source->stride, &elements);
    if (status == TCU_SUCCESS) {
        tcui_arrays_read(arrays, "coefficients", coefficients, elements, tcu_type_size(source->type));
    }
    return status;
}

/* A stride of 0 is `least`, which no other may be less than. */
static tcu_status set_stride(tcu_context *context, const char *name, const char *least_name, uint64_t least,
                             uint64_t *stride)
{
    if (*stride == 0) {
        *stride = least;
    }
    if (*stride < least) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is %" PRIu64 ", less than %s = %" PRIu64, name,
                         *stride, least_name, least);
    }
    return TCU_SUCCESS;
}

tcu_status tcui_polynomial_check_types(tcu_context *context, const tcui_polynomial_task *task)
{
    tcu_status status = tcui_check_type(context, "out_type", task->out_type);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (task->out_type != task->type && !(is_half(task->type) && task->out_type == TCU_TYPE_F32)) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "out_type is %s; results of polynomials of %s are %s%s",
                         tcu_type_name(task->out_type), tcu_type_name(task->type), tcu_type_name(task->type),
                         is_half(task->type) ? " or f32" : "");
    }
    if ((status = tcui_check_enumerator(context, "order", task->order, TCU_ORDER_COLUMN_MAJOR, "tcu_order")) !=
            TCU_SUCCESS ||
        (status = tcui_check_enumerator(context, "reduction", task->reduction, TCU_POLYNOMIAL_SUM,
                                        "tcu_polynomial_reduction")) != TCU_SUCCESS ||
        (status = tcui_check_enumerator(context, "outside", task->outside, TCU_SPLINE_NAN, "tcu_spline_outside")) !=
            TCU_SUCCESS ||
        task->form != TCUI_POLYNOMIAL_INDEXED) {
        return status;
    }
    const tcu_type type = task->index_type;
    if ((status = tcui_check_type(context, "index_type", type)) != TCU_SUCCESS) {
        return status;
    }
    if (type != TCU_TYPE_I32 && type != TCU_TYPE_U32 && type != TCU_TYPE_I64 && type != TCU_TYPE_U64) {
        return tcui_fail(context, TCU_ERROR_UNSUPPORTED_TYPE, "index_type is %s; it must be i32, u32, i64 or u64",
                         tcu_type_name(type));
    }
    return TCU_SUCCESS;
}

/* The matrix of results: rows of it in memory, and elements in one. */
static tcu_status set_out_shape(tcu_context *context, tcui_polynomial_task *task, uint64_t *rows, uint64_t *columns)
{
    const tcui_polynomials *p = &task->polynomials;
    *columns = task->n;
    switch (task->form) {
    case TCUI_POLYNOMIAL_GRID:
        *rows = p->planes * p->count;
        if (task->order == TCU_ORDER_ROW_MAJOR) {
            return set_stride(context, "leading_dimension", "n", *columns, &task->out_stride);
        }
        *columns = *rows;
        *rows = task->n;
        return set_stride(context, "leading_dimension", "the number of rows", *columns, &task->out_stride);
    case TCUI_POLYNOMIAL_BATCHED:
        *rows = p->planes * p->count;
        break;
    default: /* one result a point and plane */
        *rows = task->form == TCUI_POLYNOMIAL_REDUCE || p->count > 0 ? p->planes : 0;
    }
    return set_stride(context, "out_stride", "n", *columns, &task->out_stride);
}

/* Whether result (0, i) may be where point i is. */
static bool lies_as_points(const tcui_polynomial_task *task)
{
    const tcui_polynomials *p = &task->polynomials;
    if (p->planes > 1 || task->out_type != task->type) {
        return false;
    }
    switch (task->form) {
    case TCUI_POLYNOMIAL_GRID:
        return p->count == 1 && (task->order == TCU_ORDER_ROW_MAJOR || task->out_stride == 1);
    case TCUI_POLYNOMIAL_BATCHED:
        return p->count == 1 || task->out_stride == task->point_stride;
    default:
        return true;
    }
}

tcu_status tcui_polynomial_set_arrays(tcu_context *context, tcui_polynomial_task *task, bool in_place,
                                      tcui_arrays *arrays)
{
    const tcui_polynomials *p = &task->polynomials;
    const bool batched = task->form == TCUI_POLYNOMIAL_BATCHED;
    /* (Of no polynomials nothing is read, not even by reductions, which are written.) */
    const uint64_t batches = batched ? p->count : p->count > 0;
    uint64_t points, rows, columns, results;
    tcu_status status = TCU_SUCCESS;
    if (batched) {
        status = set_stride(context, "point_stride", "n", task->n, &task->point_stride);
    }
    if (status != TCU_SUCCESS || (status = set_out_shape(context, task, &rows, &columns)) != TCU_SUCCESS ||
        (status = check_extent(context, "points", batches, task->n, task->point_stride, &points)) != TCU_SUCCESS ||
        (status = check_extent(context, "out", rows, columns, task->out_stride, &results)) != TCU_SUCCESS) {
        return status;
    }

    tcui_arrays_read_count(arrays, p->num_points);
    const int read = tcui_arrays_read(arrays, "points", task->points, points, tcu_type_size(task->type));
    if (task->form == TCUI_POLYNOMIAL_INDEXED) {
        tcui_arrays_read(arrays, "indices", task->indices, points, tcu_type_size(task->index_type));
    }
    if (task->form == TCUI_POLYNOMIAL_SPLINE) {
        tcui_arrays_read(arrays, "breakpoints", task->breakpoints, points > 0 ? p->count + 1 : 0,
                         tcu_type_size(task->type));
    }
    if (task->which != NULL) {
        tcui_arrays_write(arrays, "which", task->which, results, sizeof *task->which);
    }
    if (task->out != NULL || task->which == NULL) {
        tcui_arrays_write_in_place(arrays, in_place && lies_as_points(task) ? read : TCUI_NOT_IN_PLACE, "out",
                                   task->out, results, tcu_type_size(task->out_type));
    }
    return TCU_SUCCESS;
}
