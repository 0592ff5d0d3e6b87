/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A spline table: a signal that is known at uneven times, resampled with its derivative at a million others, in any
 * order, on either backend. The signal is a formula, so that every result can be checked against it.
 *
 *     signal.c           the signal
 *     natural_spline.c   the table: a cubic polynomial for each piece between two samples
 *     spline.c           the library's evaluation of the table, and the check
 */
#include "natural_spline.h"
#include "signal.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcu/tcu.h>

enum { PIECES = 1024, POINTS = 1 << 20, DERIVATIVES = 1, RESULTS = (DERIVATIVES + 1) * POINTS };

/* In the host's memory, and the same in the context's. */
typedef struct arrays {
    float *times;        /* PIECES + 1 */
    float *coefficients; /* SPLINE_COEFFICIENTS for each piece */
    float *points;       /* POINTS */
    float *results;      /* values at the points, and behind them derivatives */
} arrays;

static const size_t times_bytes = (PIECES + 1) * sizeof(float);
static const size_t coefficients_bytes = sizeof(float) * PIECES * SPLINE_COEFFICIENTS;
static const size_t points_bytes = POINTS * sizeof(float);
static const size_t results_bytes = RESULTS * sizeof(float);

static int failed(const char *what)
{
    fprintf(stderr, "spline: %s\n", what);
    return 1;
}

/* ----------------------------------------------------------------------------------------------- the library --- */

static tcu_status resample(tcu_context *context, const arrays *a)
{
    tcu_polynomial *pieces = NULL;
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    options.derivatives = 1; /* behind the values, as many derivatives */
    tcu_status status =
        tcu_polynomial_create(context, a->coefficients, PIECES, SPLINE_DEGREE, TCU_TYPE_F32, &options, &pieces);
    if (status == TCU_SUCCESS) {
        status = tcu_polynomial_evaluate_spline(context, pieces, a->times, a->points, POINTS, a->results, TCU_TYPE_F32,
                                                POINTS, TCU_SPLINE_NAN);
    }
    tcu_polynomial_destroy(pieces);
    return status;
}

/* ------------------------------------------------------------------------------------------------ the samples --- */

/* Numbers from 0 to 1, the same on every machine. */
static double next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 40) * 0x1p-24;
}

/* Samples at uneven times from 0 to 1, the spline through them, and points in no order. */
static int make_input(arrays *a)
{
    double values[PIECES + 1];
    uint64_t state = 1;
    for (int i = 0; i <= PIECES; i++) {
        const double jitter = i > 0 && i < PIECES ? 0.6 * next_random(&state) - 0.3 : 0;
        a->times[i] = (float)((i + jitter) / PIECES);
        values[i] = signal_at(a->times[i], 0); /* at the time that the float stands for */
    }
    for (int i = 0; i < POINTS; i++) {
        a->points[i] = (float)next_random(&state);
    }
    a->points[POINTS - 1] = 1; /* the end belongs to the last piece */
    return natural_spline(a->times, values, PIECES, a->coefficients);
}

/*
 * How far a spline through exact samples may be from the signal, h being the widest piece: 5/384 h^4 max |s''''| and, of
 * the derivative, 1/24 h^3 max |s''''| (C. A. Hall, W. W. Meyer: "Optimal Error Bounds for Cubic Spline Interpolation",
 * J. Approximation Theory 16, 1976). Besides, a table in f32 is rounded.
 */
static double error_bound(const arrays *a, int j)
{
    double h = 0;
    for (int i = 0; i < PIECES; i++) {
        h = fmax(h, (double)a->times[i + 1] - (double)a->times[i]);
    }
    const double spline = (j == 0 ? 5.0 / 384 * h : 1.0 / 24) * h * h * h * signal_largest(4);
    const double rounding = 8 * 0x1p-24 * signal_largest(j);
    return spline + rounding;
}

static int check(const arrays *a)
{
    int result = 0;
    for (int j = 0; j <= DERIVATIVES; j++) {
        const double bound = error_bound(a, j);
        double largest = 0;
        for (int i = 0; i < POINTS; i++) {
            const double error = fabs((double)a->results[j * POINTS + i] - signal_at(a->points[i], j));
            largest = error > largest || isnan(error) ? error : largest; /* a NaN stays */
        }
        const int agrees = largest <= bound;
        printf("%s: largest error %.1e, at most %.1e to be expected: %s\n", j == 0 ? "values     " : "derivatives",
               largest, bound, agrees ? "ok" : "FAILED");
        result |= !agrees;
    }
    return result;
}

/* ------------------------------------------------------------------------------------------------ the program --- */

static tcu_status allocate(tcu_context *context, arrays *a)
{
    enum { ARRAYS = 4 };
    const size_t bytes[ARRAYS] = {times_bytes, coefficients_bytes, points_bytes, results_bytes};
    void *all[ARRAYS] = {NULL};
    tcu_status status = TCU_SUCCESS;
    for (int i = 0; i < ARRAYS && status == TCU_SUCCESS; i++) {
        status = tcu_allocate(context, bytes[i], &all[i]);
    }
    *a = (arrays){all[0], all[1], all[2], all[3]};
    return status;
}

static void release(tcu_context *context, const arrays *a)
{
    tcu_free(context, a->times);
    tcu_free(context, a->coefficients);
    tcu_free(context, a->points);
    tcu_free(context, a->results);
}

static tcu_status copy_in(tcu_context *context, const arrays *to, const arrays *from)
{
    tcu_status status = tcu_copy_in(context, to->times, from->times, times_bytes);
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(context, to->coefficients, from->coefficients, coefficients_bytes);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(context, to->points, from->points, points_bytes);
    }
    return status;
}

/* `host` is the input, and gets the results. */
static int run(tcu_context *context, const arrays *host)
{
    arrays device;
    tcu_status status = allocate(context, &device);
    if (status == TCU_SUCCESS) {
        status = copy_in(context, &device, host);
    }
    if (status == TCU_SUCCESS) {
        status = resample(context, &device);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_copy_out(context, host->results, device.results, results_bytes);
    }
    const int result = status == TCU_SUCCESS ? check(host) : failed(tcu_context_last_error(context));
    release(context, &device);
    return result;
}

static int run_with_input(tcu_context *context)
{
    arrays host = {malloc(times_bytes), malloc(coefficients_bytes), malloc(points_bytes), malloc(results_bytes)};
    int result;
    if (host.times == NULL || host.coefficients == NULL || host.points == NULL || host.results == NULL ||
        make_input(&host) != 0) {
        result = failed("out of memory");
    } else {
        result = run(context, &host);
    }
    free(host.times);
    free(host.coefficients);
    free(host.points);
    free(host.results);
    return result;
}

static int usage(void)
{
    fprintf(stderr, "usage: spline [--backend auto|host|cuda]\n");
    return 2;
}

int main(int argc, char **argv)
{
    static const char *const backends[] = {"auto", "host", "cuda"}; /* in the order of tcu_backend */
    int which = 0;
    if (argc != 1 && (argc != 3 || strcmp(argv[1], "--backend") != 0)) {
        return usage();
    }
    while (argc == 3 && which < 3 && strcmp(argv[2], backends[which]) != 0) {
        which++;
    }
    if (which == 3) {
        return usage();
    }

    tcu_context *context = NULL;
    tcu_properties properties;
    if (tcu_context_create(&context, (tcu_backend)which, -1) != TCU_SUCCESS ||
        tcu_context_get_properties(context, &properties) != TCU_SUCCESS) {
        return failed(tcu_context_last_error(NULL));
    }
    printf("%d samples, their spline at %d points, %s backend\n", PIECES + 1, POINTS,
           properties.backend == TCU_BACKEND_CUDA ? "CUDA" : "host");
    const int result = run_with_input(context);
    tcu_context_destroy(context);
    return result;
}
