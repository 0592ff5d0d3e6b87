/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A function fitted by Chebyshev series of many degrees, all evaluated at 100,000 points by one call, on either backend;
 * and how the error falls with the degree, as a picture. Runge's function: with even nodes errors would grow instead.
 *
 *     fit.c         least squares at Chebyshev nodes
 *     chebyshev.c   the library's evaluation of the series, and the check against the function
 *     plot.c        the picture
 */
#include "fit.h"
#include "plot.h"

#include <float.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcu/tcu.h>

/* Series p has degree p * STEP. */
enum { STEP = 4, SERIES = 51, DEGREE = (SERIES - 1) * STEP, POINTS = 100000 };

static const double lower = -3, upper = 5;

static double runge(double x)
{
    return 1 / (1 + x * x);
}

/* In the host's memory, and the same in the context's. */
typedef struct arrays {
    double *coefficients; /* DEGREE + 1 of each series, of which those behind its degree are 0 */
    double *points;       /* POINTS */
    double *values;       /* SERIES rows of POINTS */
} arrays;

static const size_t coefficients_bytes = (size_t)SERIES * (DEGREE + 1) * sizeof(double);
static const size_t points_bytes = POINTS * sizeof(double);
static const size_t values_bytes = (size_t)SERIES * POINTS * sizeof(double);

static int failed(const char *what)
{
    fprintf(stderr, "chebyshev: %s\n", what);
    return 1;
}

/* ----------------------------------------------------------------------------------------------- the library --- */

static tcu_status evaluate(tcu_context *context, const arrays *a)
{
    tcu_polynomial *series = NULL;
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    options.basis = TCU_BASIS_CHEBYSHEV;
    options.lower = lower; /* t = -1 */
    options.upper = upper; /* t = 1 */
    tcu_status status =
        tcu_polynomial_create(context, a->coefficients, SERIES, DEGREE, TCU_TYPE_F64, &options, &series);
    if (status == TCU_SUCCESS) {
        status = tcu_polynomial_evaluate(context, series, a->points, POINTS, a->values, TCU_TYPE_F64,
                                         TCU_ORDER_ROW_MAJOR, POINTS);
    }
    tcu_polynomial_destroy(series);
    return status;
}

/* --------------------------------------------------------------------------------------------- fit and errors --- */

static void make_input(arrays *a, const double fit[FIT_NODES])
{
    for (int p = 0; p < SERIES; p++) {
        for (int k = 0; k <= DEGREE; k++) {
            a->coefficients[p * (DEGREE + 1) + k] = k <= p * STEP ? fit[k] : 0;
        }
    }
    for (int i = 0; i < POINTS; i++) {
        a->points[i] = lower + (upper - lower) * i / (POINTS - 1);
    }
}

/* NaN if one is. */
static double largest_error(const double *points, const double *values)
{
    double largest = 0;
    for (int i = 0; i < POINTS; i++) {
        const double error = fabs(values[i] - runge(points[i]));
        largest = error > largest || isnan(error) ? error : largest;
    }
    return largest;
}

/*
 * As |T_k| <= 1, a series that ends at degree d lacks at most the sum of |c_k| over k > d. The nodes are so many that the
 * coefficients themselves are as good as exact.
 */
static double error_bound(const double fit[FIT_NODES], int degree)
{
    double all = 0, left_out = 0;
    for (int k = 0; k < FIT_NODES; k++) {
        *(k <= degree ? &all : &left_out) += fabs(fit[k]);
    }
    return left_out + 32 * DBL_EPSILON * (all + left_out);
}

static int check(const arrays *a, const double fit[FIT_NODES], double errors[SERIES])
{
    int agreed = 0;
    for (int p = 0; p < SERIES; p++) {
        const double bound = error_bound(fit, p * STEP);
        errors[p] = largest_error(a->points, a->values + (size_t)p * POINTS);
        agreed += errors[p] <= bound;
        if (!(errors[p] <= bound)) {
            fprintf(stderr, "chebyshev: degree %d: error %.1e, at most %.1e was to be expected\n", p * STEP, errors[p],
                    bound);
        }
    }
    printf("degree 0: error %.1e; degree %d: %.1e; degree %d: %.1e\n", errors[0], DEGREE / 2, errors[SERIES / 2],
           DEGREE, errors[SERIES - 1]);
    printf("%d of %d degrees are as close to the function as they should be\n", agreed, SERIES);
    return agreed == SERIES ? 0 : 1;
}

/* ------------------------------------------------------------------------------------------------ the program --- */

static tcu_status allocate(tcu_context *context, arrays *a)
{
    enum { ARRAYS = 3 };
    const size_t bytes[ARRAYS] = {coefficients_bytes, points_bytes, values_bytes};
    void *all[ARRAYS] = {NULL};
    tcu_status status = TCU_SUCCESS;
    for (int i = 0; i < ARRAYS && status == TCU_SUCCESS; i++) {
        status = tcu_allocate(context, bytes[i], &all[i]);
    }
    *a = (arrays){all[0], all[1], all[2]};
    return status;
}

static void release(tcu_context *context, const arrays *a)
{
    tcu_free(context, a->coefficients);
    tcu_free(context, a->points);
    tcu_free(context, a->values);
}

/* host->values = the series' values. */
static tcu_status evaluate_on_device(tcu_context *context, const arrays *host)
{
    arrays device;
    tcu_status status = allocate(context, &device);
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(context, device.coefficients, host->coefficients, coefficients_bytes);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(context, device.points, host->points, points_bytes);
    }
    if (status == TCU_SUCCESS) {
        status = evaluate(context, &device);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_copy_out(context, host->values, device.values, values_bytes);
    }
    if (status != TCU_SUCCESS) {
        failed(tcu_context_last_error(context));
    }
    release(context, &device);
    return status;
}

static int run(tcu_context *context, const char *picture)
{
    arrays host = {malloc(coefficients_bytes), malloc(points_bytes), malloc(values_bytes)};
    double fit[FIT_NODES], errors[SERIES];
    int result = 1;
    fit_chebyshev(runge, lower, upper, fit);
    if (host.coefficients == NULL || host.points == NULL || host.values == NULL) {
        failed("out of memory");
    } else {
        make_input(&host, fit);
        if (evaluate_on_device(context, &host) == TCU_SUCCESS) {
            result = check(&host, fit, errors);
        }
    }
    free(host.coefficients);
    free(host.points);
    free(host.values);
    if (result == 0 && picture != NULL) {
        result = plot_errors(picture, "1 / (1 + x²) on [-3, 5]: Chebyshev series", errors, SERIES, STEP) != 0;
    }
    return result;
}

static int usage(FILE *file)
{
    fprintf(file, "usage: chebyshev [--backend auto|host|cuda] [OUT.svg]\n"
                  "  OUT.svg: the largest error by degree, as a picture.\n");
    return file == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"backend", required_argument, NULL, 'b'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    static const char *const backends[] = {"auto", "host", "cuda"}; /* in the order of tcu_backend */
    int option, backend = 0;
    while ((option = getopt_long(argc, argv, "b:h", options, NULL)) != -1) {
        if (option == 'h') {
            return usage(stdout);
        }
        if (option != 'b') {
            return usage(stderr);
        }
        backend = 0;
        while (backend < 3 && strcmp(optarg, backends[backend]) != 0) {
            backend++;
        }
        if (backend == 3) {
            return usage(stderr);
        }
    }
    if (argc - optind > 1) {
        return usage(stderr);
    }

    tcu_context *context = NULL;
    tcu_properties properties;
    if (tcu_context_create(&context, (tcu_backend)backend, -1) != TCU_SUCCESS ||
        tcu_context_get_properties(context, &properties) != TCU_SUCCESS) {
        return failed(tcu_context_last_error(NULL));
    }
    printf("1 / (1 + x^2) from %g to %g: %d series at %d points, %s backend\n", lower, upper, SERIES, POINTS,
           properties.backend == TCU_BACKEND_CUDA ? "CUDA" : "host");
    const int result = run(context, optind < argc ? argv[optind] : NULL);
    tcu_context_destroy(context);
    return result;
}
