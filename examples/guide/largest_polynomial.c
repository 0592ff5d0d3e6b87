/* SPDX-License-Identifier: Apache-2.0 */
/* Which of many polynomials is the largest at each point, and how large: docs/guide/polynomials.md. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { OFFERS = 3, DEGREE = 2, POINTS = 5 };

/* values[i] = the largest of the polynomials at point i, which[i] = its number. All in the context's memory. */
static tcu_status find_largest(tcu_context *context, const void *coefficients, const void *points, void *values,
                               void *which)
{
    tcu_polynomial *plan = NULL;
    tcu_status status = tcu_polynomial_create(context, coefficients, OFFERS, DEGREE, TCU_TYPE_F64, NULL, &plan);
    if (status == TCU_SUCCESS) {
        status =
            tcu_polynomial_reduce(context, plan, TCU_POLYNOMIAL_MAX, points, POINTS, values, TCU_TYPE_F64, 0, which);
        tcu_polynomial_destroy(plan);
    }
    return status;
}

int main(void)
{
    /* Three offers for a quantity x: a fixed sum, a price a piece, and one that grows. */
    const double coefficients[OFFERS][DEGREE + 1] = {{20, 0, 0}, {4, 2, 0}, {0, 1, 0.125}};
    const double quantities[POINTS] = {1, 8, 10, 12, 20};
    double values[POINTS];
    uint64_t which[POINTS];

    tcu_context *context;
    void *c = NULL, *x = NULL, *largest = NULL, *numbers = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof coefficients, &c) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof quantities, &x) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof values, &largest) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof which, &numbers) != TCU_SUCCESS ||
        tcu_copy_in(context, c, coefficients, sizeof coefficients) != TCU_SUCCESS ||
        tcu_copy_in(context, x, quantities, sizeof quantities) != TCU_SUCCESS ||
        find_largest(context, c, x, largest, numbers) != TCU_SUCCESS ||
        tcu_copy_out(context, values, largest, sizeof values) != TCU_SUCCESS ||
        tcu_copy_out(context, which, numbers, sizeof which) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int i = 0; i < POINTS; i++) {
            printf("quantity %g: offer %" PRIu64 " pays most, %g\n", quantities[i], which[i], values[i]);
        }
        result = 0;
    }
    tcu_free(context, c);
    tcu_free(context, x);
    tcu_free(context, largest);
    tcu_free(context, numbers);
    tcu_context_destroy(context);
    return result;
}
