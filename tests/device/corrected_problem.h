/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of corrected_mma() over several steps of k, and the bound that its contract says, held against sums in f64. The
 * bound holds for the matrix unit's rounding and for the emulated device's.
 */
#ifndef CORRECTED_PROBLEM_H
#define CORRECTED_PROBLEM_H

#include <criterion/criterion.h>
#include <math.h>

#include "device_seed.h"
#include "product_kernels.h"
#include "test_random.h"

enum { M = 16, N = 8, STEPS = 8, LONGEST = 16 * STEPS };

typedef struct problem {
    int product, k, depth; /* depth: of all steps */
    float a[M * LONGEST], b[LONGEST * N], c[M * N], d[M * N], plain[M * N];
} problem;

static inline bool is_f16(const problem *p)
{
    return p->product == CORRECTED_K16_F16 || p->product == CORRECTED_K8_F16;
}

static inline problem make(int product, int steps)
{
    const int k = corrected_k(product);
    return (problem){.product = product, .k = k, .depth = k * steps};
}

static inline void multiply(problem *p)
{
    cr_assert_eq(corrected_multiply(p->product, p->depth, p->a, p->b, p->c, p->d, p->plain), 0);
}

/* Signed, with magnitudes from 2^low to 2^(high + 1). */
static inline float draw(test_random *random, int low, int high)
{
    const double mantissa = 1 + test_random_unit(random);
    const int exponent = low + (int)test_random_below(random, (uint64_t)(high - low + 1));
    return (float)ldexp(test_random_below(random, 2) != 0 ? mantissa : -mantissa, exponent);
}

/* What the contract allows for D[row][column]. Each step rounds the sum so far once more: of magnitude |C| + S at
 * most. */
static inline double bound(const problem *p, int row, int column)
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

static inline double error_of(const problem *p, const float *d, int row, int column)
{
    double exact = p->c[row * N + column];
    for (int k = 0; k < p->depth; k++) {
        exact += (double)p->a[row * p->depth + k] * p->b[k * N + column];
    }
    return fabs(d[row * N + column] - exact);
}

static inline void check_bound(const problem *p, const char *what)
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

static inline void fill(problem *p, test_random *random, int a_low, int a_high, int b_low, int b_high)
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

#endif /* CORRECTED_PROBLEM_H */
