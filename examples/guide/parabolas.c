/* SPDX-License-Identifier: Apache-2.0 */
/* Several polynomials at shared points, with their derivatives: docs/guide/polynomials.md. */
#include <stdio.h>
#include <tcu/tcu.h>

enum { POLYNOMIALS = 3, DEGREE = 2, POINTS = 4 };

/* Row p of `out`: polynomial p at the points; row POLYNOMIALS + p: its derivative. All in the context's memory. */
static tcu_status evaluate(tcu_context *context, const void *coefficients, const void *points, void *out)
{
    tcu_polynomial *plan = NULL;
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    options.derivatives = 1;
    tcu_status status =
        tcu_polynomial_create(context, coefficients, POLYNOMIALS, DEGREE, TCU_TYPE_F64, &options, &plan);
    if (status == TCU_SUCCESS) {
        status = tcu_polynomial_evaluate(context, plan, points, POINTS, out, TCU_TYPE_F64, TCU_ORDER_ROW_MAJOR, 0);
        tcu_polynomial_destroy(plan); /* keep it where it is used again */
    }
    return status;
}

int main(void)
{
    const double coefficients[POLYNOMIALS][DEGREE + 1] = {{1, 2, 0}, {0, 0, 1}, {5, -1, 0.5}}; /* the constant first */
    const double points[POINTS] = {0, 1, 2, -3};
    double values[2 * POLYNOMIALS][POINTS];

    tcu_context *context;
    void *c = NULL, *x = NULL, *out = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof coefficients, &c) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof points, &x) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof values, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, c, coefficients, sizeof coefficients) != TCU_SUCCESS ||
        tcu_copy_in(context, x, points, sizeof points) != TCU_SUCCESS || evaluate(context, c, x, out) != TCU_SUCCESS ||
        tcu_copy_out(context, values, out, sizeof values) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int row = 0; row < 2 * POLYNOMIALS; row++) {
            printf("%s %d:", row < POLYNOMIALS ? "value" : "slope", row % POLYNOMIALS);
            for (int i = 0; i < POINTS; i++) {
                printf(" %g", values[row][i]);
            }
            printf("\n");
        }
        result = 0;
    }
    tcu_free(context, c);
    tcu_free(context, x);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
