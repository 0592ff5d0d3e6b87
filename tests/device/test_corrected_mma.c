/* SPDX-License-Identifier: Apache-2.0 */
/*
 * corrected_mma() against sums in f64: its contract's bound, for elements of several magnitudes; that it is far
 * better than products of rounded operands; and what comes out of elements that f16 has no numbers for, of infinities
 * and of NaN. The bound holds for the matrix unit's rounding and for the emulated device's.
 */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "device_seed.h"
#include "product_kernels.h"
#include "test_random.h"

enum { M = 16, N = 8, STEPS = 8, LONGEST = 16 * STEPS };

typedef struct problem {
    int product, k, depth; /* depth: of all steps */
    float a[M * LONGEST], b[LONGEST * N], c[M * N], d[M * N], plain[M * N];
} problem;

static bool is_f16(const problem *p)
{
    return p->product == CORRECTED_K16_F16 || p->product == CORRECTED_K8_F16;
}

static problem make(int product, int steps)
{
    const int k = corrected_k(product);
    return (problem){.product = product, .k = k, .depth = k * steps};
}

static void multiply(problem *p)
{
    cr_assert_eq(corrected_multiply(p->product, p->depth, p->a, p->b, p->c, p->d, p->plain), 0);
}

/* Signed, with magnitudes from 2^low to 2^(high + 1). */
static float draw(test_random *random, int low, int high)
{
    const double mantissa = 1 + test_random_unit(random);
    const int exponent = low + (int)test_random_below(random, (uint64_t)(high - low + 1));
    return (float)ldexp(test_random_below(random, 2) != 0 ? mantissa : -mantissa, exponent);
}

/* What the contract allows for D[row][column]. Each step rounds the sum so far once more: of magnitude |C| + S at
 * most. */
static double bound(const problem *p, int row, int column)
{
    double sum = 0, small = 0;
    for (int k = 0; k < p->depth; k++) {
        const double a = fabs((double)p->a[row * p->depth + k]), b = fabs((double)p->b[k * N + column]);
        sum += a * b;
        small += is_f16(p) ? ldexp(a + b, -35) + ldexp(1, -50) : ldexp(a + b, -126) + ldexp(1, -126);
    }
    const double c = fabs((double)p->c[row * N + column]), steps = (double)p->depth / p->k;
    return ldexp((c + sum) * steps * (1 + ldexp(1, -10)), -24) + (p->k + 16) * ldexp(sum, -24) + small;
}

static double error_of(const problem *p, const float *d, int row, int column)
{
    double exact = p->c[row * N + column];
    for (int k = 0; k < p->depth; k++) {
        exact += (double)p->a[row * p->depth + k] * p->b[k * N + column];
    }
    return fabs(d[row * N + column] - exact);
}

static void check_bound(const problem *p, const char *what)
{
    for (int row = 0; row < M; row++) {
        for (int column = 0; column < N; column++) {
            const double error = error_of(p, p->d, row, column);
            /* (Not <=: NaN is an error.) */
            cr_assert(error <= bound(p, row, column),
                      "product %d of depth %d, %s: D[%d][%d] is %.9g, off by %.3g, allowed %.3g (TCU_TEST_SEED=%llu)",
                      p->product, p->depth, what, row, column, (double)p->d[row * N + column], error,
                      bound(p, row, column), (unsigned long long)device_seed());
        }
    }
}

static void fill(problem *p, test_random *random, int a_low, int a_high, int b_low, int b_high)
{
    for (int i = 0; i < M * p->depth; i++) {
        p->a[i] = draw(random, a_low, a_high);
    }
    for (int i = 0; i < p->depth * N; i++) {
        p->b[i] = draw(random, b_low, b_high);
    }
    for (int i = 0; i < M * N; i++) {
        p->c[i] = draw(random, a_low + b_low, a_high + b_high);
    }
}

Test(corrected_mma, errors_are_within_the_bound, .timeout = 60)
{
    /* Exponents of A and B: near 1, of f16's whole range, below its normal numbers, below its denormal ones. */
    static const int ranges[][4] = {{0, 0, 0, 0},      {-3, 3, -3, 3},     {-14, 14, -14, 14},  {-24, -14, -10, 10},
                                    {-40, -20, 0, 10}, {-30, 14, -30, 14}, {-60, -40, -60, -40}};
    static const int tf32_ranges[][4] = {
        {-100, -60, 20, 60}, {-126, -100, 60, 100}, {60, 100, -100, -60}, {-149, -126, 0, 100}};
    test_random random = test_random_part(device_seed(), 1);
    for (int product = 0; product < CORRECTED_PRODUCTS; product++) {
        for (int steps = 1; steps <= STEPS; steps += STEPS - 1) {
            for (int repeat = 0; repeat < 5; repeat++) {
                for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
                    problem p = make(product, steps);
                    fill(&p, &random, ranges[r][0], ranges[r][1], ranges[r][2], ranges[r][3]);
                    multiply(&p);
                    check_bound(&p, "drawn");
                }
                for (size_t r = 0; r < sizeof tf32_ranges / sizeof tf32_ranges[0]; r++) {
                    problem p = make(product, steps);
                    if (!is_f16(&p)) {
                        const int *range = tf32_ranges[r];
                        fill(&p, &random, range[0], range[1], range[2], range[3]);
                        multiply(&p);
                        check_bound(&p, "drawn, beyond f16's range");
                    }
                }
            }
        }
    }
}

/* Root mean square of errors, each divided by the sum of |a b|. */
static double typical_error(const problem *p, const float *d)
{
    double squares = 0;
    for (int row = 0; row < M; row++) {
        for (int column = 0; column < N; column++) {
            double sum = 0;
            for (int k = 0; k < p->depth; k++) {
                sum += fabs((double)p->a[row * p->depth + k] * p->b[k * N + column]);
            }
            squares += pow(error_of(p, d, row, column) / sum, 2);
        }
    }
    return sqrt(squares / (M * N));
}

/* A large product, and others just below what a sum with it keeps, all of one sign: the unit loses what it can. */
Test(corrected_mma, uneven_products_are_within_the_bound)
{
    test_random random = test_random_part(device_seed(), 7);
    for (int product = 0; product < CORRECTED_PRODUCTS; product++) {
        for (int steps = 1; steps <= STEPS; steps += STEPS - 1) {
            problem p = make(product, steps);
            memset(p.c, 0, sizeof p.c);
            for (int i = 0; i < M * p.depth; i++) {
                p.a[i] = i % p.depth == 0 ? 1.0f : ldexpf(1.9f + 0.05f * (float)test_random_unit(&random), -13);
            }
            for (int i = 0; i < p.depth * N; i++) {
                p.b[i] = i / N == 0 ? 1.0f : ldexpf(1.0f, -12);
            }
            multiply(&p);
            check_bound(&p, "uneven");
        }
    }
}

/* As accurate as f32: the typical error that the contract says; and hundreds of times better than rounded operands. */
Test(corrected_mma, is_as_accurate_as_f32)
{
    test_random random = test_random_part(device_seed(), 2);
    for (int product = 0; product < CORRECTED_PRODUCTS; product++) {
        problem p = make(product, STEPS);
        fill(&p, &random, -1, 0, -1, 0);
        memset(p.c, 0, sizeof p.c);
        multiply(&p);
        const double corrected = typical_error(&p, p.d), plain = typical_error(&p, p.plain);
        cr_log_info("product %d: error %.3g, of rounded operands %.3g", product, corrected, plain);
        cr_assert_lt(corrected, ldexp(1, -24), "product %d: %g", product, corrected);
        cr_assert_gt(plain, 100 * corrected, "product %d: %g, %g", product, plain, corrected);
    }
}

/* Exact: zeros of both signs, and integers that the parts hold. */
Test(corrected_mma, integers_and_zeros_are_exact)
{
    test_random random = test_random_part(device_seed(), 3);
    for (int product = 0; product < CORRECTED_PRODUCTS; product++) {
        problem p = make(product, 1);
        for (int i = 0; i < M * p.depth; i++) {
            p.a[i] = (float)test_random_below(&random, 4096) - 2048;
        }
        for (int i = 0; i < p.depth * N; i++) {
            p.b[i] = i % 3 == 0 ? (i % 2 == 0 ? 0.0f : -0.0f) : (float)test_random_below(&random, 32) - 16;
        }
        multiply(&p);
        for (int i = 0; i < M * N; i++) {
            cr_assert_eq(error_of(&p, p.d, i / N, i % N), 0, "product %d: D[%d][%d]", product, i / N, i % N);
        }
    }
}

static void check_nan(const problem *p, int row, int column, const char *what, double value)
{
    for (int i = 0; i < M * N; i++) {
        const bool is_beyond = row >= 0 ? i / N == row : i % N == column;
        cr_assert_eq(isnan(p->d[i]) != 0, is_beyond, "product %d, %s %g: D[%d][%d] is %g", p->product, what, value,
                     i / N, i % N, (double)p->d[i]);
    }
}

/* Elements that have no parts make their row of A, or their column of B, NaN, and nothing else. */
Test(corrected_mma, elements_beyond_the_range)
{
    const float values[] = {INFINITY, -INFINITY, NAN, FLT_MAX, -FLT_MAX, 65520, -65520, 1e30f};
    test_random random = test_random_part(device_seed(), 4);
    for (int product = 0; product < CORRECTED_PRODUCTS; product++) {
        for (size_t v = 0; v < sizeof values / sizeof values[0]; v++) {
            for (int in_a = 0; in_a < 2; in_a++) {
                problem p = make(product, 2);
                fill(&p, &random, -1, 0, -1, 0);
                const int row = (int)test_random_below(&random, M), column = (int)test_random_below(&random, N);
                const int k = (int)test_random_below(&random, (uint64_t)p.depth);
                if (in_a) {
                    p.a[row * p.depth + k] = values[v];
                    p.b[k * N + column] = 0; /* (0 times that is NaN, too.) */
                } else {
                    p.b[k * N + column] = values[v];
                    p.a[row * p.depth + k] = 0;
                }
                multiply(&p);
                if (is_f16(&p) || v < 5) {
                    check_nan(&p, in_a ? row : -1, column, in_a ? "A" : "B", (double)values[v]);
                } else {
                    check_bound(&p, "large elements");
                }
            }
        }
    }
}

/* The largest element of f16 that is within the range, and what rounds to it. */
Test(corrected_mma, largest_elements_of_f16)
{
    const float values[] = {65504, 65519.996f};
    test_random random = test_random_part(device_seed(), 5);
    for (int product = 0; product < CORRECTED_PRODUCTS; product++) {
        for (int v = 0; v < 2; v++) {
            problem p = make(product, 1);
            fill(&p, &random, 0, 4, 0, 4);
            p.a[3] = values[v];
            p.b[N + 2] = -values[v];
            multiply(&p);
            check_bound(&p, "largest elements of f16");
        }
    }
}

/* C passes through where A is 0. */
Test(corrected_mma, c_is_added_exactly)
{
    test_random random = test_random_part(device_seed(), 6);
    for (int product = 0; product < CORRECTED_PRODUCTS; product++) {
        problem p = make(product, STEPS);
        fill(&p, &random, -14, 14, -14, 14);
        memset(p.a, 0, sizeof p.a);
        multiply(&p);
        cr_assert_arr_eq(p.d, p.c, sizeof p.d, "product %d", product);
    }
}
