/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How accurate corrected_mma() is: its contract's bound, for elements of several magnitudes; that it is far better than
 * products of rounded operands; and what is exact.
 */
#include <string.h>

#include "corrected_problem.h"

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
