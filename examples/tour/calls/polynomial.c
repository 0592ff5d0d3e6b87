/* SPDX-License-Identifier: Apache-2.0 */
#include "calls/polynomial.h"

#include "numbers/elements.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double largest_magnitude(const problem *p)
{
    double largest = 0;
    for (uint64_t i = 0; i < p->n; i++) {
        largest = fmax(largest, fabs(element_value(p->host_in, p->in_type, i)));
    }
    return largest > 0 ? largest : 1;
}

/* Copies the coefficients, which are p->in_type as points are, to the context's side and makes a plan of them. */
static tcu_status create(problem *p)
{
    const size_t bytes = (POLYNOMIAL_DEGREE + 1) * tcu_type_size(p->in_type);
    void *on_device = NULL;
    tcu_status status = tcu_allocate(p->context, bytes, &on_device);
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(p->context, on_device, p->coefficients, bytes);
    }
    if (status == TCU_SUCCESS) {
        tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
        options.lower = -p->largest;
        options.upper = p->largest;
        status =
            tcu_polynomial_create(p->context, on_device, 1, POLYNOMIAL_DEGREE, p->in_type, &options, &p->polynomial);
    }
    tcu_free(p->context, on_device); /* once the coefficients are copied */
    return status;
}

int polynomial_make(problem *p)
{
    double values[POLYNOMIAL_DEGREE + 1];
    for (int k = 0; k <= POLYNOMIAL_DEGREE; k++) {
        values[k] = (k % 2 == 0 ? 1.0 : -1.0) / (k + 1);
    }
    const series coefficients = {values, POLYNOMIAL_DEGREE + 1};
    p->largest = largest_magnitude(p);
    p->coefficients = elements_make(&coefficients, POLYNOMIAL_DEGREE + 1, p->in_type);
    const tcu_status status = p->coefficients != NULL ? create(p) : TCU_ERROR_OUT_OF_MEMORY;
    if (status == TCU_SUCCESS) {
        return 0;
    }
    fprintf(stderr, "tour: no polynomial of %s: %s\n", tcu_type_name(p->in_type), tcu_status_string(status));
    return -1;
}

void polynomial_free(problem *p)
{
    tcu_polynomial_destroy(p->polynomial);
    free(p->coefficients);
    p->polynomial = NULL;
    p->coefficients = NULL;
}

long double polynomial_value(const problem *p, double x, long double *magnitude)
{
    const long double t = x / (long double)p->largest;
    long double sum = 0, sum_of_magnitudes = 0;
    for (uint64_t k = POLYNOMIAL_DEGREE + 1; k-- > 0;) {
        const double c = element_value(p->coefficients, p->in_type, k);
        sum = sum * t + c;
        sum_of_magnitudes = sum_of_magnitudes * fabsl(t) + fabs(c);
    }
    *magnitude = sum_of_magnitudes;
    return sum;
}
