/* SPDX-License-Identifier: Apache-2.0 */
/* The usual operators: errors on analytic functions fall with the order that was asked for. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "plans/apply.h"
#include "test_backend.h"

enum { MOST_FIELDS = 3, DERIVATIVE = 0, LAPLACIAN, GRADIENT, DIVERGENCE, OPERATORS };

static const char *const names[OPERATORS] = {"derivative", "laplacian", "gradient", "divergence"};
static const double pi = 3.14159265358979323846;

typedef struct problem {
    int kind;
    uint32_t dimensions, axis, derivative, order;
    uint64_t extents[TCU_STENCIL_MAX_DIMENSIONS];
    double spacings[TCU_STENCIL_MAX_DIMENSIONS];
} problem;

/* A product of sines, of another phase in each field. */
static double phase(uint32_t field, uint32_t axis)
{
    return 0.3 + 0.7 * field + 0.4 * axis;
}

/* Derivative m along `axis` of the function of a field. */
static double function(const problem *p, uint32_t field, const double *x, uint32_t axis, uint32_t m)
{
    double value = 1;
    for (uint32_t a = 0; a < p->dimensions; a++) {
        const uint32_t order = a == axis ? m : 0;
        value *= pow(2 * pi, order) * sin(2 * pi * x[a] + phase(field, a) + order * pi / 2);
    }
    return value;
}

static double expected(const problem *p, uint32_t out_field, uint32_t in_fields, const double *x)
{
    double sum = 0;
    switch (p->kind) {
    case DERIVATIVE:
        return function(p, out_field, x, p->axis, p->derivative);
    case GRADIENT:
        return function(p, 0, x, out_field, 1);
    default:
        for (uint32_t axis = 0; axis < p->dimensions; axis++) {
            sum += p->kind == LAPLACIAN ? function(p, out_field, x, axis, 2)
                                        : function(p, in_fields > 1 ? axis : 0, x, axis, 1);
        }
        return sum;
    }
}

static tcu_stencil *plan_of(tcu_context *context, const problem *p, const tcu_stencil_desc *grid)
{
    tcu_stencil *plan = NULL;
    const tcu_status status =
        p->kind == DERIVATIVE
            ? tcu_stencil_create_derivative(context, grid, p->axis, p->derivative, p->order, p->spacings, &plan)
        : p->kind == LAPLACIAN ? tcu_stencil_create_laplacian(context, grid, p->order, p->spacings, &plan)
        : p->kind == GRADIENT  ? tcu_stencil_create_gradient(context, grid, p->order, p->spacings, &plan)
                               : tcu_stencil_create_divergence(context, grid, p->order, p->spacings, &plan);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(context));
    return plan;
}

/* The largest error on a torus of n points along each axis, some more along the others. */
static double error_of(tcu_context *context, problem *p, uint64_t n)
{
    tcu_stencil_desc grid = TCU_STENCIL_DESC_INIT;
    grid.type = TCU_TYPE_F64;
    grid.dimensions = p->dimensions;
    uint64_t points = 1;
    for (uint32_t axis = 0; axis < p->dimensions; axis++) {
        p->extents[axis] = n + n / 4 * axis; /* every axis has its own spacing */
        p->spacings[axis] = (axis == 1 ? -1.0 : 1.0) / (double)p->extents[axis];
        grid.extents[axis] = p->extents[axis];
        grid.boundaries[axis] = TCU_BOUNDARY_PERIODIC;
        points *= p->extents[axis];
    }
    const uint32_t d = p->dimensions, in_fields = p->kind == DIVERGENCE ? d : p->kind == GRADIENT ? 1 : 2;
    const uint32_t out_fields = p->kind == DIVERGENCE ? 1 : p->kind == GRADIENT ? d : 2;
    if (p->kind == DERIVATIVE || p->kind == LAPLACIAN) {
        grid.in_fields = grid.out_fields = 2;
    }
    double *in = malloc(in_fields * points * sizeof *in), *out = calloc(out_fields * points, sizeof *out);
    cr_assert(in != NULL && out != NULL);
    double error = 0;
    for (int checks = 0; checks < 2; checks++) {
        if (checks) {
            test_apply(context, plan_of(context, p, &grid), TCU_TYPE_F64, in, in_fields * points, out,
                       out_fields * points);
        }
        for (uint64_t i = 0; i < points; i++) {
            double x[TCU_STENCIL_MAX_DIMENSIONS];
            uint64_t rest = i;
            for (uint32_t axis = d; axis-- > 0;) {
                x[axis] = (double)(rest % p->extents[axis]) * p->spacings[axis];
                rest /= p->extents[axis];
            }
            for (uint32_t f = 0; f < (checks ? out_fields : in_fields); f++) {
                if (checks) {
                    error = fmax(error, fabs(out[f * points + i] - expected(p, f, in_fields, x)));
                } else {
                    in[f * points + i] = function(p, f, x, 0, 0);
                }
            }
        }
    }
    free(in);
    free(out);
    return error;
}

static void expect_order(tcu_context *context, problem *p)
{
    /* Coarse grids, so that errors stay above those of rounding, which grow with the derivative. */
    const uint64_t n = p->derivative > 2 ? 12 : 16;
    const double coarse = error_of(context, p, n), fine = error_of(context, p, 2 * n), order = log2(coarse / fine);
    cr_expect(fabs(order - p->order) < 0.3,
              "%s %u along %u of %u axes, order %u: errors %g and %g on twice as many points: order %.3f",
              names[p->kind], (unsigned)p->derivative, (unsigned)p->axis, (unsigned)p->dimensions, (unsigned)p->order,
              coarse, fine, order);
}

Test(stencil_operators, derivatives_are_of_their_order, .timeout = 120)
{
    tcu_context *context = test_context_new();
    for (uint32_t order = 2; order <= 8; order += 2) {
        for (uint32_t derivative = 1; derivative <= 4; derivative++) {
            for (uint32_t dimensions = 1; dimensions <= 2; dimensions++) {
                for (uint32_t axis = 0; axis < dimensions; axis++) {
                    problem p = {DERIVATIVE, dimensions, axis, derivative, order, {0}, {0}};
                    expect_order(context, &p);
                }
            }
        }
    }
    tcu_context_destroy(context);
}

Test(stencil_operators, of_all_axes_are_of_their_order, .timeout = 120)
{
    tcu_context *context = test_context_new();
    for (int kind = LAPLACIAN; kind < OPERATORS; kind++) {
        for (uint32_t order = 2; order <= 8; order += 2) {
            for (uint32_t dimensions = 1; dimensions <= 3; dimensions++) {
                problem p = {kind, dimensions, 0, 1, order, {0}, {0}};
                expect_order(context, &p);
            }
        }
    }
    tcu_context_destroy(context);
}

/* Constants have no derivative, to the last bit: on tori, and between mirrors. */
Test(stencil_operators, of_a_constant_nothing_is_left)
{
    tcu_context *context = test_context_new();
    for (uint32_t order = 2; order <= 8; order += 2) {
        double in[400], out[400];
        for (int i = 0; i < 400; i++) {
            in[i] = 1;
        }
        tcu_stencil_desc grid = TCU_STENCIL_DESC_INIT;
        grid.type = TCU_TYPE_F64;
        grid.dimensions = 2;
        grid.extents[0] = grid.extents[1] = 20;
        grid.boundaries[0] = TCU_BOUNDARY_PERIODIC;
        grid.boundaries[1] = TCU_BOUNDARY_SYMMETRIC;
        const double spacings[] = {1, 1};
        tcu_stencil *plan = NULL;
        cr_assert_eq(tcu_stencil_create_laplacian(context, &grid, order, spacings, &plan), TCU_SUCCESS);
        test_apply(context, plan, TCU_TYPE_F64, in, 400, out, 400);
        for (int i = 0; i < 400; i++) {
            cr_assert_leq(fabs(out[i]), 0x1p-48, "order %u, point %d: %g", (unsigned)order, i, out[i]);
        }
    }
    tcu_context_destroy(context);
}

/* The divergence of a gradient on a torus sums to nothing. */
Test(stencil_operators, sums_over_a_torus_are_0)
{
    enum { N = 18 * 15 * 21 };
    tcu_context *context = test_context_new();
    static double in[N], gradient[3 * N], divergence[N];
    for (uint32_t order = 2; order <= 8; order += 2) {
        tcu_stencil_desc grid = TCU_STENCIL_DESC_INIT;
        grid.type = TCU_TYPE_F64;
        grid.dimensions = 3;
        const uint64_t extents[] = {18, 15, 21};
        for (int axis = 0; axis < 3; axis++) {
            grid.extents[axis] = extents[axis];
            grid.boundaries[axis] = TCU_BOUNDARY_PERIODIC;
        }
        const double spacings[] = {0.5, 0.25, 2};
        for (int i = 0; i < N; i++) {
            in[i] = (i * 7919 % 1000) / 1000.0;
        }
        tcu_stencil *plan = NULL;
        cr_assert_eq(tcu_stencil_create_gradient(context, &grid, order, spacings, &plan), TCU_SUCCESS);
        test_apply(context, plan, TCU_TYPE_F64, in, N, gradient, 3 * N);
        cr_assert_eq(tcu_stencil_create_divergence(context, &grid, order, spacings, &plan), TCU_SUCCESS);
        test_apply(context, plan, TCU_TYPE_F64, gradient, 3 * N, divergence, N);
        long double sum = 0, size = 0;
        for (int i = 0; i < N; i++) {
            sum += divergence[i];
            size += fabsl((long double)divergence[i]);
        }
        cr_expect(size > N / 10 && fabsl(sum) < 100 * 0x1p-53L * size, "order %u: %Lg of %Lg", (unsigned)order, sum,
                  size);
    }
    tcu_context_destroy(context);
}
