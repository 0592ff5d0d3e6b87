/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls of the host backends under other floating-point environments: the bits of results are those of the default one, on
 * one thread and on several, whatever environment threads were started in, and the caller keeps its own.
 */
#include <criterion/criterion.h>
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SSE2_MATH__
#include <xmmintrin.h>
#endif

#include "primitives/tile/half.h"
#include "tcu/tcu.h"
#include "test_backend.h"

/* ---------------------------------------------------------------------------------------------- environments --- */

typedef enum environment { DEFAULT, FLUSHING, UP, DOWN, TO_ZERO, TRAPPING, ENVIRONMENTS } environment;

static const char *const names[] = {"default", "flush to zero, denormals are zero", "upward", "downward", "towards 0",
                                    "traps"};

/* What the processor's register says, but for exceptions that have occurred. */
static uint64_t control(void)
{
#if defined(__SSE2_MATH__)
    return _mm_getcsr() & ~0x3fu;
#elif defined(__aarch64__)
    uint64_t fpcr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
    return fpcr;
#else
    return (uint64_t)fegetround();
#endif
}

static void enter(environment e)
{
    fesetenv(FE_DFL_ENV);
    const int roundings[] = {[UP] = FE_UPWARD, [DOWN] = FE_DOWNWARD, [TO_ZERO] = FE_TOWARDZERO};
    if (e == UP || e == DOWN || e == TO_ZERO) {
        cr_assert_eq(fesetround(roundings[e]), 0);
    }
#if defined(__SSE2_MATH__)
    if (e == FLUSHING) {
        _mm_setcsr(_mm_getcsr() | 0x8040);
    } else if (e == TRAPPING) {
        _mm_setcsr(0);
    }
#elif defined(__aarch64__)
    if (e == FLUSHING) {
        __asm__ volatile("msr fpcr, %0" : : "r"(control() | UINT64_C(1) << 24));
    }
#endif
}

/* ---------------------------------------------------------------------------------------------------- inputs --- */

enum { MOST = 70000, OUT_BYTES = 3 * MOST * 8, BINS = 100, DEGREE = 5, POLYNOMIALS = 7 };

static struct inputs {
    double f64[MOST], tiny64[MOST];
    float f32[MOST], tiny32[MOST];
    uint16_t f16[MOST];
    uint8_t u8[MOST];
    double breakpoints[POLYNOMIALS + 1];
} in;

static unsigned char out[OUT_BYTES], expected[OUT_BYTES];

static void make_inputs(void)
{
    test_random random = test_random_part(test_seed_of_run(), 31000);
    for (int i = 0; i < MOST; i++) {
        in.f64[i] = (double)(test_random_next(&random) >> 11) * 0x1p-53 - 0.5;
        in.f32[i] = (float)in.f64[i];
        in.f16[i] = tcui_f16_from_f64(in.f64[i]);
        in.u8[i] = (uint8_t)test_random_next(&random);
        in.tiny64[i] = in.f64[i] * 0x1p-1030; /* denormals */
        in.tiny32[i] = (float)(in.f64[i] * 0x1p-130);
    }
    for (int p = 0; p <= POLYNOMIALS; p++) {
        in.breakpoints[p] = -0.5 + p / 7.0;
    }
}

/* ----------------------------------------------------------------------------------------------------- calls --- */

#define CALL(NAME) static tcu_status NAME(tcu_context *context, uint64_t n)

/* Of calls in a row the first failure. */
static tcu_status first(tcu_status a, tcu_status b)
{
    return a != TCU_SUCCESS ? a : b;
}

CALL(sums)
{
    const tcu_reduce_options all_ones = {.algorithm = TCU_REDUCE_ALGORITHM_ALL_ONES};
    const tcu_status whole = first(first(tcu_reduce(context, in.f64, TCU_TYPE_F64, out, TCU_TYPE_F64, n, NULL),
                                         tcu_reduce(context, in.tiny32, TCU_TYPE_F32, out + 64, TCU_TYPE_F32, n, NULL)),
                                   tcu_reduce(context, in.f32, TCU_TYPE_F32, out + 128, TCU_TYPE_F32, n, &all_ones));
    return first(whole, tcu_segmented_reduce(context, in.f16, TCU_TYPE_F16, out + 192, TCU_TYPE_F16, n, 7, NULL));
}

CALL(scans)
{
    unsigned char *second = out + n * sizeof(double);
    return first(
        tcu_scan(context, TCU_SCAN_INCLUSIVE, in.f64, TCU_TYPE_F64, out, TCU_TYPE_F64, n, NULL),
        tcu_segmented_scan(context, TCU_SCAN_EXCLUSIVE, in.tiny32, TCU_TYPE_F32, second, TCU_TYPE_F32, n, 9, NULL));
}

/* Denormals are compared, multiplied and counted as what they are. */
CALL(other_operators)
{
    const struct {
        tcu_operator op;
        tcu_map map;
        tcu_type in, out;
        const void *from;
        uint64_t segment;
    } table[] = {{TCU_OPERATOR_PRODUCT, TCU_MAP_NONE, TCU_TYPE_F64, TCU_TYPE_F64, in.f64, 9},
                 {TCU_OPERATOR_PRODUCT, TCU_MAP_SQUARE, TCU_TYPE_F32, TCU_TYPE_F32, in.f32, 20},
                 {TCU_OPERATOR_PRODUCT, TCU_MAP_ABSOLUTE, TCU_TYPE_F16, TCU_TYPE_F32, in.f16, 100},
                 {TCU_OPERATOR_MIN, TCU_MAP_ABSOLUTE, TCU_TYPE_F64, TCU_TYPE_F64, in.tiny64, 5},
                 {TCU_OPERATOR_MAX, TCU_MAP_NONE, TCU_TYPE_F32, TCU_TYPE_F32, in.tiny32, 5},
                 {TCU_OPERATOR_MAX, TCU_MAP_NONE, TCU_TYPE_F16, TCU_TYPE_F16, in.f16, 300},
                 {TCU_OPERATOR_SUM, TCU_MAP_SQUARE, TCU_TYPE_F32, TCU_TYPE_F64, in.f32, 50},
                 {TCU_OPERATOR_SUM, TCU_MAP_NONZERO, TCU_TYPE_F32, TCU_TYPE_U64, in.tiny32, 50}};
    unsigned char *to = out;
    tcu_status status = TCU_SUCCESS;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        tcu_reduce_options options = TCU_REDUCE_OPTIONS_INIT;
        options.op = table[i].op;
        options.map = table[i].map;
        status = first(status, tcu_segmented_reduce(context, table[i].from, table[i].in, to, table[i].out, n,
                                                    table[i].segment, &options));
        to += (n / table[i].segment + 1) * 8;
    }
    tcu_scan_options running = TCU_SCAN_OPTIONS_INIT;
    running.op = TCU_OPERATOR_MIN;
    status = first(status, tcu_segmented_scan(context, TCU_SCAN_INCLUSIVE, in.tiny32, TCU_TYPE_F32, to, TCU_TYPE_F32, n,
                                              17, &running));
    running.op = TCU_OPERATOR_PRODUCT;
    return first(status, tcu_segmented_scan(context, TCU_SCAN_INCLUSIVE, in.f64, TCU_TYPE_F64, to + n * 4, TCU_TYPE_F64,
                                            n, 40, &running));
}

CALL(compactions)
{
    const float bound32 = 0x1p-140f;
    const double bound64 = 0x1p-1060;
    const tcu_predicate above32 = TCU_PREDICATE_INIT(TCU_COMPARE_GREATER, &bound32);
    const tcu_predicate above64 = TCU_PREDICATE_INIT(TCU_COMPARE_GREATER, &bound64);
    unsigned char *const second = out + OUT_BYTES / 2;
    return first(
        tcu_compact_if(context, in.tiny32, TCU_TYPE_F32, &above32, out + 8, (uint64_t *)(void *)out, n, NULL),
        tcu_compact_if(context, in.tiny64, TCU_TYPE_F64, &above64, second + 8, (uint64_t *)(void *)second, n, NULL));
}

CALL(even_histograms)
{
    const double lower = -0.3, upper = 0.4, tiny_lower = -0x1.3p-1032, tiny_upper = 0x1.7p-1032;
    return first(tcu_histogram_even(context, in.f64, TCU_TYPE_F64, out, TCU_TYPE_U32, BINS, &lower, &upper,
                                    TCU_TYPE_F64, n, NULL),
                 tcu_histogram_even(context, in.tiny64, TCU_TYPE_F64, out + 4096, TCU_TYPE_U32, BINS, &tiny_lower,
                                    &tiny_upper, TCU_TYPE_F64, n, NULL));
}

CALL(other_histograms)
{
    static float levels[BINS + 1];
    for (int k = 0; k <= BINS; k++) { /* denormals, by their bits */
        const uint32_t bits = (uint32_t)k * 41943u;
        memcpy(&levels[k], &bits, sizeof bits);
    }
    tcu_histogram_channel channel = TCU_HISTOGRAM_CHANNEL_RANGE_INIT(out, BINS, levels, TCU_TYPE_F32);
    const tcu_status status = tcu_histogram_weighted(context, in.tiny32, TCU_TYPE_F32, in.f32, TCU_TYPE_F32, 1,
                                                     &channel, TCU_TYPE_F32, n, NULL);
    return first(status, tcu_histogram_range(context, in.tiny32, TCU_TYPE_F32, out + 4096, TCU_TYPE_U32, BINS, levels,
                                             TCU_TYPE_F32, n, NULL));
}

CALL(sorts)
{
    return first(tcu_radix_sort(context, in.tiny32, out, TCU_TYPE_F32, n, NULL),
                 tcu_argsort(context, in.tiny64, TCU_TYPE_F64, out + n * sizeof(float), TCU_TYPE_U32, n, NULL));
}

/* All forms of evaluation of one plan; `points` of its type. */
static tcu_status evaluate(tcu_context *context, const void *coefficients, const void *points, tcu_type type,
                           tcu_basis basis, uint64_t n)
{
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    options.basis = basis;
    options.derivatives = 1;
    options.lower = -0.7;
    options.upper = 0.6;
    const uint64_t few = n / (2 * POLYNOMIALS), own = few / POLYNOMIALS;
    unsigned char *at = out;
    tcu_polynomial *plan;
    tcu_status status = tcu_polynomial_create(context, coefficients, POLYNOMIALS, DEGREE, type, &options, &plan);
    if (status != TCU_SUCCESS) {
        return status;
    }
    const size_t plane = n * sizeof(double) / 2;
    status = first(status, tcu_polynomial_evaluate(context, plan, points, few, at, type, TCU_ORDER_ROW_MAJOR, 0));
    status = first(status, tcu_polynomial_evaluate_batched(context, plan, points, 0, own, at += 2 * plane, type, 0));
    status =
        first(status, tcu_polynomial_reduce(context, plan, TCU_POLYNOMIAL_SUM, points, few, at + plane, type, 0, NULL));
    if (type == TCU_TYPE_F64) {
        status = first(status, tcu_polynomial_evaluate_spline(context, plan, in.breakpoints, points, few,
                                                              at + 2 * plane, type, 0, TCU_SPLINE_EXTRAPOLATE));
    }
    return first(status, tcu_polynomial_destroy(plan));
}

CALL(polynomials_f64)
{
    return evaluate(context, in.f64 + 100, in.f64, TCU_TYPE_F64, TCU_BASIS_MONOMIAL, n);
}

CALL(polynomials_f32)
{
    return evaluate(context, in.tiny32 + 100, in.f32, TCU_TYPE_F32, TCU_BASIS_CHEBYSHEV, n);
}

CALL(polynomials_once)
{
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    options.lower = 0.1;
    options.upper = 0.7;
    return tcu_polynomial_evaluate_once(context, in.f64, 2, DEGREE, TCU_TYPE_F64, in.f64, n, out, TCU_TYPE_F64,
                                        &options);
}

static tcu_stencil_desc lines(tcu_type type, uint64_t n)
{
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.type = type;
    desc.dimensions = 2;
    desc.extents[0] = 50;
    desc.extents[1] = n / 50;
    desc.boundaries[0] = desc.boundaries[1] = TCU_BOUNDARY_CONSTANT;
    return desc;
}

static tcu_status execute(tcu_context *context, tcu_status created, tcu_stencil *plan, const void *from, void *to)
{
    if (created != TCU_SUCCESS) {
        return created;
    }
    const tcu_status status = tcu_stencil_execute(context, plan, from, to);
    return first(status, tcu_stencil_destroy(plan));
}

/* Weights of 1/2, so that half of the sums of u8 are ties; a constant that rounds to either side. */
CALL(stencils)
{
    static const double halves[] = {0.5, 0.5}, tiny[] = {0x1.8p-1040, 0x1p-1041};
    const struct {
        tcu_type type;
        const void *from;
        const double *weights;
        double constant;
    } table[] = {{TCU_TYPE_U8, in.u8, halves, 2.5},
                 {TCU_TYPE_F16, in.f16, halves, 1.0 / 3},
                 {TCU_TYPE_F32, in.tiny32, halves, 0x1.23456789p-130},
                 {TCU_TYPE_F64, in.f64, tiny, 0.1}};
    tcu_status status = TCU_SUCCESS;
    for (size_t i = 0; i < 4; i++) {
        tcu_stencil_desc desc = lines(table[i].type, n);
        tcu_stencil *plan = NULL;
        desc.constant = table[i].constant;
        desc.box[0] = 1;
        desc.box[1] = 2;
        desc.weights = table[i].weights;
        const tcu_status created = tcu_stencil_create(context, &desc, &plan);
        status = first(status, execute(context, created, plan, table[i].from, out + i * n * 5));
    }
    return status;
}

CALL(operators)
{
    static const double spacings[] = {0.1, 0.3};
    tcu_stencil_desc desc = lines(TCU_TYPE_F64, n / 2);
    tcu_stencil *plan = NULL;
    unsigned char *behind = out + n * sizeof(double);
    tcu_status status = tcu_stencil_create_laplacian(context, &desc, 4, spacings, &plan);
    status = execute(context, status, plan, in.f64, out);
    tcu_status created = tcu_stencil_create_derivative(context, &desc, 1, 3, 4, spacings, &plan);
    status = first(status, execute(context, created, plan, in.tiny64, behind));
    created = tcu_stencil_create_gradient(context, &desc, 2, spacings, &plan);
    status = first(status, execute(context, created, plan, in.f64, behind + n * 4));
    desc.in_fields = 2;
    created = tcu_stencil_create_divergence(context, &desc, 2, spacings, &plan);
    status = first(status, execute(context, created, plan, in.f64, out + n * 4));
    static const double nodes[] = {0, 0.1, 0.25, 0.7};
    return first(status, tcu_finite_difference_weights(0.2, nodes, 4, 2, (double *)(void *)(behind + n * 14)));
}

CALL(convolutions)
{
    static const float separable[] = {0.1f, 0.2f, 0.7f};
    static const double weights[] = {0.1, 0.2, 0.7, 0x1p-1050};
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    desc.height = 50;
    desc.width = n / 50;
    const tcu_status status = tcu_convolve_2d_separable(context, &desc, in.f32, separable, 3, separable, 3, out, NULL);
    desc.type = TCU_TYPE_U8;
    desc.padding = TCU_PADDING_SAME;
    desc.boundary = TCU_BOUNDARY_CONSTANT;
    desc.constant = 3.5;
    static const float half[] = {0.5f, 0.5f};
    const tcu_status images = tcu_convolve_2d(context, &desc, in.u8, half, 1, 2, out + n * 4, NULL);
    desc.type = TCU_TYPE_F64;
    desc.height = 0;
    desc.width = n;
    return first(first(status, images), tcu_convolve_1d(context, &desc, in.f64, weights, 4, out + n * 8, NULL));
}

CALL(layers)
{
    tcu_convolution_layer_desc desc = TCU_CONVOLUTION_LAYER_DESC_INIT;
    desc.type = TCU_TYPE_F32;
    desc.batch = desc.in_channels = 2;
    desc.out_channels = 3;
    desc.height = 20;
    desc.width = n / 100;
    desc.kernel_height = desc.kernel_width = 3;
    const tcu_status status = tcu_convolution_layer(context, &desc, in.tiny32, in.f32, in.tiny32, out, NULL);
    desc.type = TCU_TYPE_F16;
    return first(status, tcu_convolution_layer(context, &desc, in.f16, in.f16, in.f16, out + n * 8, NULL));
}

CALL(differences)
{
    return first(tcu_adjacent_difference(context, in.tiny32, n, TCU_TYPE_F32, out, NULL),
                 tcu_adjacent_difference(context, in.f64, n, TCU_TYPE_F64, out + 4 * n, NULL));
}

CALL(moments)
{
    unsigned char *const second = out + OUT_BYTES / 2;
    return first(
        tcu_segmented_moments(context, in.tiny64, TCU_TYPE_F64, NULL, out, out + 4096, TCU_TYPE_F64, n, n / 3, NULL),
        tcu_column_moments(context, in.f16, TCU_TYPE_F16, NULL, second, second + 4096, TCU_TYPE_F32, n / 10, 10, 10,
                           NULL));
}

CALL(recurrences)
{
    const tcu_status status = tcu_linear_recurrence(context, in.f64, in.tiny64, NULL, out, TCU_TYPE_F64, n, NULL);
    return first(status, tcu_segmented_linear_recurrence(context, in.f16, in.f16, NULL, out + n * 8, TCU_TYPE_F16, n,
                                                         n / 3, NULL));
}

/* Runs and groups of the same bits, which denormals and zeros of both signs differ in. */
CALL(runs_and_groups)
{
    unsigned char *const second = out + n * sizeof(double), *const third = second + n * sizeof(float);
    const tcu_group_column column = {
        .values = in.tiny64, .value_type = TCU_TYPE_F64, .results = third + 8, .result_type = TCU_TYPE_F64};
    tcu_by_key_options options = TCU_BY_KEY_OPTIONS_INIT;
    options.op = TCU_OPERATOR_MAX;
    tcu_runs groups = TCU_RUNS_INIT;
    groups.count = (uint64_t *)(void *)third;
    const tcu_status runs =
        first(tcu_scan_by_key(context, TCU_SCAN_INCLUSIVE, in.u8, 1, in.f64, TCU_TYPE_F64, out, TCU_TYPE_F64, n, NULL),
              tcu_reduce_by_key(context, in.u8, 1, in.tiny32, TCU_TYPE_F32, second, TCU_TYPE_F32, n, NULL, &options));
    return first(runs, tcu_group_by(context, in.tiny32, TCU_TYPE_F32, n, &column, 1, &groups, NULL));
}

/* Denormals are compared and found as what they are. */
CALL(extrema)
{
    int64_t *const at = (int64_t *)(void *)(out + OUT_BYTES / 2);
    unsigned char *const second = out + OUT_BYTES / 4;
    const uint64_t segments = n / 5 + 1;
    return first(tcu_reduce_extrema(context, in.tiny64, TCU_TYPE_F64, out, at, out + 8, at + 1, n, NULL),
                 tcu_segmented_reduce_extrema(context, in.tiny32, TCU_TYPE_F32, second, at + 2, second + 4 * segments,
                                              at + 2 + segments, n, 5, NULL));
}

/* Squares and products of which some are denormals. */
CALL(dot_products)
{
    unsigned char *const second = out + OUT_BYTES / 2;
    const tcu_status whole = first(tcu_dot(context, in.f64, in.tiny64, TCU_TYPE_F64, out, TCU_TYPE_F64, n, NULL),
                                   tcu_dot(context, in.f32, in.tiny32, TCU_TYPE_F32, out + 8, TCU_TYPE_F32, n, NULL));
    return first(whole,
                 first(tcu_segmented_dot(context, in.f16, in.f16, TCU_TYPE_F16, out + 16, TCU_TYPE_F16, n, 7, NULL),
                       tcu_segmented_dot(context, in.f32, in.tiny32, TCU_TYPE_F32, second, TCU_TYPE_F64, n, 9, NULL)));
}

static const struct {
    tcu_status (*run)(tcu_context *context, uint64_t n);
    const char *name;
} calls[] = {{sums, "sums"},
             {scans, "scans"},
             {other_operators, "other operators"},
             {compactions, "compactions"},
             {even_histograms, "even histograms"},
             {other_histograms, "histograms between levels, and of weights"},
             {sorts, "sorts"},
             {polynomials_f64, "polynomials, f64"},
             {polynomials_f32, "polynomials, f32"},
             {polynomials_once, "polynomials without a plan"},
             {stencils, "stencils"},
             {operators, "operators"},
             {convolutions, "convolutions"},
             {layers, "layers"},
             {differences, "differences"},
             {moments, "moments"},
             {recurrences, "recurrences"},
             {runs_and_groups, "runs and groups"},
             {extrema, "extrema"},
             {dot_products, "dot products"}};

/* ----------------------------------------------------------------------------------------------------- tests --- */

static void run_under(environment e, size_t call, tcu_context *context, uint64_t n)
{
    memset(out, 0, sizeof out);
    enter(e);
    const uint64_t before = control();
    const tcu_status status = calls[call].run(context, n);
    const uint64_t after = control();
    enter(DEFAULT);
    cr_assert_eq(status, TCU_SUCCESS, "%s, %s: %s", calls[call].name, names[e], tcu_context_last_error(context));
    cr_expect_eq(after, before, "%s, %s: the caller's environment was %llx and is %llx", calls[call].name, names[e],
                 (unsigned long long)before, (unsigned long long)after);
}

/* (Each test is a process, so its first call starts the threads.) */
static void expect_same_bits(environment e)
{
    static const struct {
        tcu_backend backend;
        int threads;
        uint64_t n;
    } runs[] = {{TCU_BACKEND_HOST, 3, MOST}, {TCU_BACKEND_HOST, 1, MOST}, {TCU_BACKEND_REFERENCE, 1, 5000}};
    make_inputs();
    for (size_t r = 0; r < sizeof runs / sizeof runs[0]; r++) {
        tcu_context *context;
        cr_assert_eq(tcu_context_create(&context, runs[r].backend, -1), TCU_SUCCESS);
        cr_assert_eq(tcu_context_set_threads(context, runs[r].threads), TCU_SUCCESS);
        test_share_all_calls(context);
        for (size_t c = 0; c < sizeof calls / sizeof calls[0]; c++) {
            run_under(e, c, context, runs[r].n);
            memcpy(expected, out, sizeof out);
            run_under(DEFAULT, c, context, runs[r].n);
            cr_expect_eq(memcmp(out, expected, sizeof out), 0, "%s of backend %d with %d threads: others with %s",
                         calls[c].name, (int)runs[r].backend, runs[r].threads, names[e]);
        }
        tcu_context_destroy(context);
    }
}

Test(float_environment, denormals_flushed, .timeout = 120)
{
    expect_same_bits(FLUSHING);
}

Test(float_environment, upward, .timeout = 120)
{
    expect_same_bits(UP);
}

Test(float_environment, downward, .timeout = 120)
{
    expect_same_bits(DOWN);
}

Test(float_environment, towards_zero, .timeout = 120)
{
    expect_same_bits(TO_ZERO);
}

Test(float_environment, traps, .timeout = 120)
{
    expect_same_bits(TRAPPING);
}
