/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host backend against plain serial loops, on one thread:  host_yardstick [log2 of n, default 26]
 *
 * Holds the backend to its promise for f32: a reduction at least as fast as a serial f32 loop, a scan at least half as
 * fast; exits with 1 if either is missed. Other types are shown, not judged. Results are compared before times are.
 * Build with optimisation but without -ffast-math, which would turn the serial loop into another algorithm.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tcu/tcu.h"

enum { REPETITIONS = 7 };

#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

NOINLINE static float serial_reduce(const float *in, uint64_t n)
{
    float sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        sum += in[i];
    }
    return sum;
}

NOINLINE static void serial_scan(const float *in, float *out, uint64_t n)
{
    float sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        sum += in[i];
        out[i] = sum;
    }
}

static void check(tcu_status status, tcu_context *context)
{
    if (status != TCU_SUCCESS) {
        fprintf(stderr, "host_yardstick: %s: %s\n", tcu_status_string(status), tcu_context_last_error(context));
        exit(2);
    }
}

/* Best of REPETITIONS, in elements per nanosecond. */
static double time_reduce(tcu_context *context, const void *in, tcu_type in_type, void *out, tcu_type out_type,
                          uint64_t n)
{
    double best = INFINITY;
    for (int k = 0; k < REPETITIONS; k++) {
        double start = seconds();
        check(tcu_reduce(context, in, in_type, out, out_type, n, NULL), context);
        best = fmin(best, seconds() - start);
    }
    return 1e-9 * (double)n / best;
}

static double time_scan(tcu_context *context, const void *in, tcu_type in_type, void *out, tcu_type out_type,
                        uint64_t n)
{
    double best = INFINITY;
    for (int k = 0; k < REPETITIONS; k++) {
        double start = seconds();
        check(tcu_scan(context, TCU_SCAN_INCLUSIVE, in, in_type, out, out_type, n), context);
        best = fmin(best, seconds() - start);
    }
    return 1e-9 * (double)n / best;
}

static int verdict(const char *what, double serial, double library, double required)
{
    int kept = library >= required * serial;
    printf("%-16s serial %7.3f G/s   tcu %7.3f G/s   ratio %5.2f (at least %.2f)   %s\n", what, serial, library,
           library / serial, required, kept ? "kept" : "MISSED");
    return kept;
}

int main(int argc, char **argv)
{
    static const tcu_type pairs[][2] = {{TCU_TYPE_F16, TCU_TYPE_F16},   {TCU_TYPE_F16, TCU_TYPE_F32},
                                        {TCU_TYPE_BF16, TCU_TYPE_BF16}, {TCU_TYPE_F32, TCU_TYPE_F64},
                                        {TCU_TYPE_F64, TCU_TYPE_F64},   {TCU_TYPE_U8, TCU_TYPE_U8},
                                        {TCU_TYPE_U8, TCU_TYPE_U32},    {TCU_TYPE_I32, TCU_TYPE_I32},
                                        {TCU_TYPE_I32, TCU_TYPE_I64},   {TCU_TYPE_I64, TCU_TYPE_I64}};
    int log2n = argc > 1 ? atoi(argv[1]) : 26;
    if (log2n < 4 || log2n > 32) {
        fprintf(stderr, "usage: host_yardstick [log2 of n, 4 to 32, default 26]\n");
        return 2;
    }
    uint64_t n = UINT64_C(1) << log2n;
    float *in = malloc(n * 8);
    float *out = malloc(n * 8);
    float *expected = malloc(n * 4);
    tcu_context *context = NULL;
    if (in == NULL || out == NULL || expected == NULL) {
        fprintf(stderr, "host_yardstick: out of memory\n");
        return 2;
    }
    check(tcu_context_create(&context, TCU_BACKEND_HOST, -1), NULL);

    /* Small integers whose prefix sums stay below 2^24: every order of additions gives the same result. */
    for (uint64_t i = 0; i < n; i++) {
        in[i] = (float)((int)(i * 7 % 13) - 6);
    }
    memset(out, 0, n * 8);
    memset(expected, 0, n * 4);
    tcu_properties properties;
    check(tcu_context_get_properties(context, &properties), context);
    printf("%s, n = 2^%d, %d thread(s) for tcu; set OMP_NUM_THREADS=1 for the yardstick\n", properties.name, log2n,
           properties.multiprocessors);

    double serial_reduce_best = INFINITY;
    double serial_scan_best = INFINITY;
    float sum = 0;
    for (int k = 0; k < REPETITIONS; k++) {
        double start = seconds();
        sum = serial_reduce(in, n);
        serial_reduce_best = fmin(serial_reduce_best, seconds() - start);
        start = seconds();
        serial_scan(in, expected, n);
        serial_scan_best = fmin(serial_scan_best, seconds() - start);
    }
    double reduce = time_reduce(context, in, TCU_TYPE_F32, out, TCU_TYPE_F32, n);
    if (out[0] != sum) {
        fprintf(stderr, "host_yardstick: tcu_reduce gives %g, not %g\n", (double)out[0], (double)sum);
        return 2;
    }
    double scan = time_scan(context, in, TCU_TYPE_F32, out, TCU_TYPE_F32, n);
    if (memcmp(out, expected, n * 4) != 0) {
        fprintf(stderr, "host_yardstick: tcu_scan differs from the serial loop\n");
        return 2;
    }
    int kept = verdict("reduce f32", 1e-9 * (double)n / serial_reduce_best, reduce, 1.0);
    kept &= verdict("scan f32", 1e-9 * (double)n / serial_scan_best, scan, 0.5);

    /* Zeros are numbers of every type. */
    memset(in, 0, n * 8);
    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++) {
        double r = time_reduce(context, in, pairs[k][0], out, pairs[k][1], n);
        double s = time_scan(context, in, pairs[k][0], out, pairs[k][1], n);
        printf("%-4s -> %-4s      reduce %7.3f G/s   scan %7.3f G/s\n", tcu_type_name(pairs[k][0]),
               tcu_type_name(pairs[k][1]), r, s);
    }
    check(tcu_context_destroy(context), NULL);
    free(in);
    free(out);
    free(expected);
    return kept ? 0 : 1;
}
