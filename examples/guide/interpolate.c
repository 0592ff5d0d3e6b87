/* SPDX-License-Identifier: Apache-2.0 */
/* Values of a piecewise polynomial at points in any order: docs/guide/polynomials.md. */
#include <stdio.h>
#include <tcu/tcu.h>

enum { PIECES = 3, DEGREE = 2, POINTS = 6 };

/* The library finds each point's piece. All arrays lie in the context's memory. */
static tcu_status evaluate(tcu_context *context, const void *coefficients, const void *breakpoints, const void *points,
                           void *values)
{
    tcu_polynomial *pieces = NULL;
    tcu_status status = tcu_polynomial_create(context, coefficients, PIECES, DEGREE, TCU_TYPE_F32, NULL, &pieces);
    if (status == TCU_SUCCESS) {
        status = tcu_polynomial_evaluate_spline(context, pieces, breakpoints, points, POINTS, values, TCU_TYPE_F32, 0,
                                                TCU_SPLINE_EXTRAPOLATE);
        tcu_polynomial_destroy(pieces);
    }
    return status;
}

int main(void)
{
    /* The distance travelled by a train, in km, by the minute: it speeds up for 2 minutes, keeps its speed for 6, and
     * slows down for 2. Piece p is a polynomial of x - breakpoints[p]. */
    const float breakpoints[PIECES + 1] = {0, 2, 8, 10};
    const float coefficients[PIECES][DEGREE + 1] = {{0, 0, 0.5f}, {2, 2, 0}, {14, 2, -0.5f}};
    const float minutes[POINTS] = {9, 0, 1, 2, 10, 5.5f};
    float way[POINTS];

    tcu_context *context;
    void *c = NULL, *ends = NULL, *x = NULL, *out = NULL;
    int result = 1;
    if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof coefficients, &c) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof breakpoints, &ends) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof minutes, &x) != TCU_SUCCESS ||
        tcu_allocate(context, sizeof way, &out) != TCU_SUCCESS ||
        tcu_copy_in(context, c, coefficients, sizeof coefficients) != TCU_SUCCESS ||
        tcu_copy_in(context, ends, breakpoints, sizeof breakpoints) != TCU_SUCCESS ||
        tcu_copy_in(context, x, minutes, sizeof minutes) != TCU_SUCCESS ||
        evaluate(context, c, ends, x, out) != TCU_SUCCESS ||
        tcu_copy_out(context, way, out, sizeof way) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    } else {
        for (int i = 0; i < POINTS; i++) {
            printf("after %g min: %g km\n", (double)minutes[i], (double)way[i]);
        }
        result = 0;
    }
    tcu_free(context, c);
    tcu_free(context, ends);
    tcu_free(context, x);
    tcu_free(context, out);
    tcu_context_destroy(context);
    return result;
}
