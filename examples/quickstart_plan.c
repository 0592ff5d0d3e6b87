/* SPDX-License-Identifier: Apache-2.0 */
/* README's second example: it stands there as it is here. */
#include <stdio.h>
#include <tcu/tcu.h>

int main(void)
{
    const double coefficients[2][4] = {{1, 2}, {0, 0, 0, 1}}, points[4] = {0, 1, 2, 3}; /* 1 + 2 x and x^3 */
    double values[2][4];
    void *c = NULL, *x = NULL, *out = NULL; /* in the context's memory */
    tcu_polynomial *plan = NULL;
    tcu_context *context;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof coefficients, &c) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof points, &x) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof values, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, c, coefficients, sizeof coefficients) != TCU_SUCCESS ||
        tcu_copy_in(context, x, points, sizeof points) != TCU_SUCCESS ||
        tcu_polynomial_create(context, c, 2, 3, TCU_TYPE_F64, NULL, &plan) != TCU_SUCCESS ||
        tcu_polynomial_evaluate(context, plan, x, 4, out, TCU_TYPE_F64, TCU_ORDER_ROW_MAJOR, 0) != TCU_SUCCESS ||
        tcu_copy_out(context, values, out, sizeof values) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
        return 1;
    }
    for (int i = 0; i < 4; i++) {
        printf("%g %g\n", values[0][i], values[1][i]);
    }
    tcu_polynomial_destroy(plan);
    tcu_free(context, c);
    tcu_free(context, x);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return 0;
}
