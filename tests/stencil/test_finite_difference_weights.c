/* SPDX-License-Identifier: Apache-2.0 */
/* Weights of finite differences: known ones, and exactness for polynomials on any nodes. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include <tcu/tcu.h>

#include "test_backend.h"
#include "test_random.h"
#include "test_sentence.h"

enum { MOST = 9 };

typedef struct row {
    double at, first; /* nodes: first, first + 1, ... */
    uint32_t count, derivative;
    double weights[MOST];
} row;

/* Tables 1 to 3 of Fornberg's article: centred, staggered and one-sided nodes. */
static const row rows[] = {
    {0, -1, 3, 1, {-0.5, 0, 0.5}},
    {0, -2, 5, 1, {1.0 / 12, -2.0 / 3, 0, 2.0 / 3, -1.0 / 12}},
    {0, -3, 7, 1, {-1.0 / 60, 3.0 / 20, -0.75, 0, 0.75, -3.0 / 20, 1.0 / 60}},
    {0, -4, 9, 1, {1.0 / 280, -4.0 / 105, 0.2, -0.8, 0, 0.8, -0.2, 4.0 / 105, -1.0 / 280}},
    {0, -1, 3, 2, {1, -2, 1}},
    {0, -2, 5, 2, {-1.0 / 12, 4.0 / 3, -2.5, 4.0 / 3, -1.0 / 12}},
    {0, -3, 7, 2, {1.0 / 90, -3.0 / 20, 1.5, -49.0 / 18, 1.5, -3.0 / 20, 1.0 / 90}},
    {0, -4, 9, 2, {-1.0 / 560, 8.0 / 315, -0.2, 1.6, -205.0 / 72, 1.6, -0.2, 8.0 / 315, -1.0 / 560}},
    {0, -2, 5, 3, {-0.5, 1, 0, -1, 0.5}},
    {0, -3, 7, 3, {0.125, -1, 1.625, 0, -1.625, 1, -0.125}},
    {0, -2, 5, 4, {1, -4, 6, -4, 1}},
    {0, -3, 7, 4, {-1.0 / 6, 2, -6.5, 28.0 / 3, -6.5, 2, -1.0 / 6}},
    {0.5, 0, 2, 1, {-1, 1}},
    {0.5, -1, 4, 1, {1.0 / 24, -9.0 / 8, 9.0 / 8, -1.0 / 24}},
    {0.5, -2, 6, 1, {-3.0 / 640, 25.0 / 384, -75.0 / 64, 75.0 / 64, -25.0 / 384, 3.0 / 640}},
    {0.5, 0, 2, 0, {0.5, 0.5}},
    {0.5, -1, 4, 0, {-1.0 / 16, 9.0 / 16, 9.0 / 16, -1.0 / 16}},
    {0, 0, 2, 1, {-1, 1}},
    {0, 0, 3, 1, {-1.5, 2, -0.5}},
    {0, 0, 4, 1, {-11.0 / 6, 3, -1.5, 1.0 / 3}},
    {0, 0, 4, 2, {2, -5, 4, -1}},
    {0, 0, 5, 4, {1, -4, 6, -4, 1}},
    {3, 3, 1, 0, {1}},
    {2, 0, 4, 0, {0, 0, 1, 0}},
};

Test(finite_difference_weights, known_ones)
{
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        const row *known = &rows[r];
        double nodes[MOST], weights[MOST];
        for (uint32_t k = 0; k < known->count; k++) {
            nodes[k] = known->first + k;
        }
        cr_assert_eq(tcu_finite_difference_weights(known->at, nodes, known->count, known->derivative, weights),
                     TCU_SUCCESS, "%s", tcu_context_last_error(NULL));
        for (uint32_t k = 0; k < known->count; k++) {
            cr_expect_leq(fabs(weights[k] - known->weights[k]), 0x1p-48, "row %zu, weight %u: %.17g, not %.17g", r,
                          (unsigned)k, weights[k], known->weights[k]);
        }
    }
}

/* derivative m of x^k */
static long double power(long double x, uint32_t k, uint32_t m)
{
    long double value = k >= m ? 1 : 0;
    for (uint32_t i = 0; i < m && k >= m; i++) {
        value *= k - i;
    }
    for (uint32_t i = m; i < k; i++) {
        value *= x;
    }
    return value;
}

/* Nodes in any order and at any distance. */
Test(finite_difference_weights, are_exact_for_polynomials)
{
    enum { NODES = 14 };
    test_random random = test_random_part(test_seed_of_run(), 18400);
    for (uint64_t i = 0; i < test_by_tier(2000, 10000, 100000); i++) {
        double nodes[NODES], weights[NODES];
        const uint32_t count = 1 + (uint32_t)test_random_below(&random, NODES - 1);
        const uint32_t derivative = (uint32_t)test_random_below(&random, count < 5 ? count : 5);
        const double at = 2 * test_random_unit(&random) - 1;
        for (uint32_t k = 0; k < count; k++) { /* one in each part of [-1, 1] */
            nodes[k] = (2 * (k + 0.8 * test_random_unit(&random)) / count) - 1;
        }
        for (uint32_t k = count; k > 1; k--) {
            const uint32_t other = (uint32_t)test_random_below(&random, k);
            const double node = nodes[k - 1];
            nodes[k - 1] = nodes[other];
            nodes[other] = node;
        }
        cr_assert_eq(tcu_finite_difference_weights(at, nodes, count, derivative, weights), TCU_SUCCESS);
        for (uint32_t degree = 0; degree < count; degree++) {
            long double sum = 0, size = 0;
            for (uint32_t k = 0; k < count; k++) {
                sum += (long double)weights[k] * power(nodes[k], degree, 0);
                size += fabsl(weights[k] * power(nodes[k], degree, 0)) + fabsl((long double)weights[k]);
            }
            const long double wanted = power(at, degree, derivative);
            cr_assert_leq(fabsl(sum - wanted), 0x1p-40L * size,
                          "%u nodes, derivative %u of x^%u: %.17Lg, not %.17Lg; TCU_TEST_SEED=%llu", (unsigned)count,
                          (unsigned)derivative, (unsigned)degree, sum, wanted, (unsigned long long)test_seed_of_run());
        }
    }
}

/* By Lagrange's polynomials: m! times the coefficient of (x - at)^m of that of node k. */
static long double weight_of(double at, const double *nodes, uint32_t count, uint32_t m, uint32_t k)
{
    long double coefficients[5] = {1};
    for (uint32_t j = 0; j < count; j++) {
        const long double distance = (long double)nodes[k] - nodes[j], zero = (long double)at - nodes[j];
        for (uint32_t i = 5; j != k && i-- > 0;) {
            coefficients[i] = (coefficients[i] * zero + (i > 0 ? coefficients[i - 1] : 0)) / distance;
        }
    }
    for (uint32_t i = 2; i <= m; i++) {
        coefficients[m] *= i;
    }
    return coefficients[m];
}

/* "Accuracy": the same distance everywhere, each node and each middle between two. */
Test(finite_difference_weights, are_as_accurate_as_the_header_says)
{
    enum { NODES = 17 };
    for (uint32_t count = 2; count <= NODES; count++) {
        double nodes[NODES], weights[NODES];
        for (uint32_t k = 0; k < count; k++) {
            nodes[k] = 0.25 * k - 1;
        }
        for (uint32_t place = 0; place <= 2 * (count - 1); place++) {
            const double at = 0.125 * place - 1;
            for (uint32_t derivative = 0; derivative < 5 && derivative < count; derivative++) {
                long double most = 0, error = 0;
                cr_assert_eq(tcu_finite_difference_weights(at, nodes, count, derivative, weights), TCU_SUCCESS);
                for (uint32_t k = 0; k < count; k++) {
                    const long double exact = weight_of(at, nodes, count, derivative, k);
                    most = fmaxl(most, fabsl(exact));
                    error = fmaxl(error, fabsl(weights[k] - exact));
                }
                cr_expect_leq(error, 10 * count * 0x1p-53L * most, "%u nodes at %g, derivative %u: off by %.3Lg u",
                              (unsigned)count, at, (unsigned)derivative, error / most * 0x1p53L / count);
            }
        }
    }
}

/* Chebyshev's points: many, and near each other at the ends. */
Test(finite_difference_weights, of_many_nodes)
{
    enum { NODES = 300 };
    static double nodes[NODES], weights[NODES];
    for (int k = 0; k < NODES; k++) {
        nodes[k] = 1000 * cos(3.14159265358979323846 * (k + 0.5) / NODES);
    }
    cr_assert_eq(tcu_finite_difference_weights(123.456, nodes, NODES, 0, weights), TCU_SUCCESS);
    long double sum = 0, value = 0;
    for (int k = 0; k < NODES; k++) {
        sum += weights[k];
        value += weights[k] * sinl((long double)nodes[k] / 100);
    }
    cr_expect_leq(fabsl(sum - 1), 1e-10L, "%.17Lg", sum);
    cr_expect_leq(fabsl(value - sinl(1.23456L)), 1e-9L, "%.17Lg", value);
}

static void expect_refused(double at, const double *nodes, uint32_t count, uint32_t derivative, double *weights,
                           const char *word)
{
    static const char name[] = "tcu_finite_difference_weights: ";
    const tcu_status status = tcu_finite_difference_weights(at, nodes, count, derivative, weights);
    const char *sentence = tcu_context_last_error(NULL);
    cr_expect_eq(status, TCU_ERROR_INVALID_ARGUMENT, "%s: status %d", word, (int)status);
    cr_expect(strncmp(sentence, name, sizeof name - 1) == 0 && test_mentions(sentence, word), "%s: \"%s\"", word,
              sentence);
    cr_expect(weights == NULL || weights[0] == 4711, "%s: weights were written", word);
}

Test(finite_difference_weights, bad_arguments)
{
    const double good[] = {0, 1, 2, 3}, twice[] = {0, 1, 2, 1}, nan[] = {0, NAN, 1, 2},
                 infinite[] = {0, 1, 2, -INFINITY};
    double weights[4] = {4711};
    expect_refused(0, NULL, 4, 1, weights, "nodes");
    expect_refused(0, good, 4, 1, NULL, "weights");
    expect_refused(0, good, 0, 0, weights, "num_nodes");
    expect_refused(0, good, 4, 4, weights, "num_nodes");
    expect_refused(0, good, 4, UINT32_MAX, weights, "num_nodes");
    expect_refused(NAN, good, 4, 1, weights, "at");
    expect_refused(INFINITY, good, 4, 1, weights, "at");
    expect_refused(0, twice, 4, 1, weights, "nodes");
    expect_refused(0, nan, 4, 1, weights, "nodes");
    expect_refused(0, infinite, 4, 1, weights, "nodes");
    const double close[] = {0, 1e-200, 2e-200}; /* weights of about 1e400 */
    expect_refused(0, close, 3, 2, weights, "overflows");
    cr_expect_eq(tcu_finite_difference_weights(0, good, 4, 3, weights), TCU_SUCCESS);
    cr_expect_str_eq(tcu_context_last_error(NULL), "");
}
