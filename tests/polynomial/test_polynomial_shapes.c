/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes that fill a device: many tiles of polynomials, of points and of both, in every form and type. */
#include <criterion/criterion.h>

#include "polynomial/polynomial.h"
#include "test_backend.h"

typedef struct shape {
    uint64_t count, n, degree, every;
} shape;

/* Of all polynomials at all points: the oracle sees some hundred points. */
static const shape of_grids[] = {
    {1, 1048613, 31, 4001}, {1, 300007, 255, 2003}, {2, 100003, 100, 2003}, {16, 100003, 63, 1009},
    {16, 30011, 255, 1009}, {17, 30011, 64, 1009},  {64, 20011, 31, 499},   {100, 9973, 127, 997},
    {40, 9973, 100, 997},   {33, 5003, 40, 499},    {1024, 4999, 15, 499},  {1024, 3001, 63, 997},
    {1000, 2003, 255, 997}, {5000, 257, 20, 101},   {30000, 33, 7, 7},      {3, 50021, 1000, 9973},
    {1, 20011, 4096, 6007},
};

/* One polynomial a point; those of their own have so many points each. */
static const shape of_pieces[] = {{1, 500009, 3, 997},    {1024, 500009, 3, 997}, {1024, 200003, 7, 499},
                                  {100000, 50021, 5, 97}, {7, 50021, 63, 499},    {33, 30011, 255, 997}};
static const shape of_batches[] = {{1, 100003, 255, 997}, {50, 5003, 63, 211}, {100, 1999, 255, 499},
                                   {1000, 301, 31, 61},   {20000, 7, 16, 3},   {3, 60013, 100, 997}};

static void expect_shapes(int form, const shape *shapes, size_t count)
{
    test_evaluator evaluator = test_evaluator_new();
    test_random random = test_random_part(test_seed_of_run(), 11400 + (unsigned)form);
    for (size_t s = 0; s < count; s++) {
        for (int type = 0; type < 4; type++) {
            if ((s + (size_t)type) % test_by_tier(4, 2, 1) != 0) {
                continue;
            }
            /* (Thousands of polynomials or of points, the other of which are few.) */
            const uint64_t polynomials = shapes[s].count >= 1000 ? test_long(shapes[s].count) : shapes[s].count;
            const uint64_t n = shapes[s].n >= 1000 ? test_long(shapes[s].n) : shapes[s].n;
            test_polynomial_case t = test_polynomial_random((test_polynomial_form)form, test_polynomial_types[type],
                                                            polynomials, shapes[s].degree, n, &random);
            t.every = shapes[s].every;
            t.derivatives = t.derivatives > 1 ? 1 : t.derivatives;
            t.point_numbers = s % 3 ? TEST_NUMBERS_UNIT : TEST_NUMBERS_MIXED;
            t.coefficient_numbers = TEST_NUMBERS_UNIT;
            test_evaluator_expect(&evaluator, &t);
        }
    }
    test_evaluator_free(&evaluator);
}

#define COUNT(SHAPES) (sizeof(SHAPES) / sizeof(SHAPES)[0])

Test(polynomial_shapes, all_at_all_points, .timeout = 600)
{
    expect_shapes(TEST_POLYNOMIAL_GRID, of_grids, COUNT(of_grids));
}

Test(polynomial_shapes, once, .timeout = 600)
{
    expect_shapes(TEST_POLYNOMIAL_ONCE, of_grids, COUNT(of_grids));
}

Test(polynomial_shapes, reduced, .timeout = 600)
{
    expect_shapes(TEST_POLYNOMIAL_REDUCE, of_grids, COUNT(of_grids));
}

Test(polynomial_shapes, at_their_own_points, .timeout = 600)
{
    expect_shapes(TEST_POLYNOMIAL_BATCHED, of_batches, COUNT(of_batches));
}

Test(polynomial_shapes, indexed, .timeout = 600)
{
    expect_shapes(TEST_POLYNOMIAL_INDEXED, of_pieces, COUNT(of_pieces));
}

Test(polynomial_shapes, splines, .timeout = 600)
{
    expect_shapes(TEST_POLYNOMIAL_SPLINE, of_pieces, COUNT(of_pieces));
}

/* One polynomial, around the degrees and the numbers of points where kernels change, aligned or not. */
Test(polynomial_shapes, one_of_low_degree, .timeout = 600)
{
    static const test_polynomial_form forms[] = {TEST_POLYNOMIAL_GRID, TEST_POLYNOMIAL_ONCE, TEST_POLYNOMIAL_BATCHED};
    static const uint64_t degrees[] = {0, 1, 7, 8, 9, 15, 16, 17, 23, 24, 47, 48};
    static const uint64_t tiles[] = {512, 1024, 2048, 4096};
    test_evaluator evaluator = test_evaluator_new();
    test_random random = test_random_part(test_seed_of_run(), 11420);
    for (size_t d = 0; d < COUNT(degrees); d++) {
        for (int i = 0; i < 4 * 8; i++) { /* types, and whether points and results are shifted */
            for (uint64_t k = 0; k < test_by_tier(1, 2, 8); k++) {
                const uint64_t tile = tiles[test_random_below(&random, COUNT(tiles))];
                const uint64_t sizes[] = {tile - 1, tile, tile + 1, 3 * tile + 5};
                test_polynomial_case t = test_polynomial_random(
                    forms[test_random_below(&random, COUNT(forms))], test_polynomial_types[i % 4], 1, degrees[d],
                    sizes[test_random_below(&random, COUNT(sizes))], &random);
                t.derivatives = 0;
                t.order = TCU_ORDER_ROW_MAJOR;
                t.basis = test_random_below(&random, 4) ? TCU_BASIS_MONOMIAL : TCU_BASIS_CHEBYSHEV;
                t.in_shift = i / 8 % 2;
                t.out_shift = i / 16 % 2;
                t.every = 13;
                test_evaluator_expect(&evaluator, &t);
            }
        }
    }
    test_evaluator_free(&evaluator);
}
