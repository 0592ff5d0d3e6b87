/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every lane and register of every mma wrapper: with A (or B) the unit matrix E(r, k) and the other operand full of
 * distinct values, one row (or column) of D must equal one of the other operand plus C, and the rest C alone. A wrong
 * place of any element, in any operand, moves a value that is seen.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "mma_kernels.h"

static int32_t *allocate(size_t count)
{
    int32_t *array = calloc(count, sizeof *array);
    cr_assert_not_null(array);
    return array;
}

/* Distinct as far as the range allows, so that neighbours differ. */
static int32_t value_at(const mma_shape *shape, int i, int salt)
{
    const int range = shape->maximum - shape->minimum + 1;
    return shape->minimum + (int)(((unsigned)i * 7u + (unsigned)i / 8u * 3u + (unsigned)salt) % (unsigned)range);
}

static void check_unit(mma_wrapper wrapper, bool unit_is_a)
{
    const mma_shape shape = mma_shape_of(wrapper);
    const int a_cells = shape.m * shape.k, b_cells = shape.k * shape.n, d_cells = shape.m * shape.n;
    const int count = unit_is_a ? a_cells : b_cells;
    int32_t *a = allocate((size_t)count * (size_t)a_cells), *b = allocate((size_t)count * (size_t)b_cells);
    int32_t *c = allocate((size_t)count * (size_t)d_cells), *d = allocate((size_t)count * (size_t)d_cells);
    for (int u = 0; u < count; u++) {
        for (int i = 0; i < (unit_is_a ? b_cells : a_cells); i++) {
            (unit_is_a ? b + u * b_cells : a + u * a_cells)[i] = value_at(&shape, i, u);
        }
        for (int i = 0; i < d_cells; i++) {
            c[u * d_cells + i] = 1000 + i;
        }
        (unit_is_a ? a + u * a_cells : b + u * b_cells)[u] = 1;
    }
    cr_assert_eq(mma_multiply(wrapper, count, a, b, c, d), 0);
    for (int u = 0; u < count; u++) {
        for (int row = 0; row < shape.m; row++) {
            for (int column = 0; column < shape.n; column++) {
                int32_t expected = 1000 + row * shape.n + column;
                if (unit_is_a && row == u / shape.k) {
                    expected += b[u * b_cells + u % shape.k * shape.n + column];
                }
                if (!unit_is_a && column == u % shape.n) {
                    expected += a[u * a_cells + row * shape.k + u / shape.n];
                }
                cr_assert_eq(d[u * d_cells + row * shape.n + column], expected,
                             "%s, unit %c element %d: D[%d][%d] is %d, expected %d", shape.name, unit_is_a ? 'A' : 'B',
                             u, row, column, d[u * d_cells + row * shape.n + column], expected);
            }
        }
    }
    free(a), free(b), free(c), free(d);
}

Test(mma_cuda, unit_matrices, .timeout = 120)
{
    for (int wrapper = 0; wrapper < MMA_WRAPPER_COUNT; wrapper++) {
        check_unit((mma_wrapper)wrapper, true);
        check_unit((mma_wrapper)wrapper, false);
    }
}

Test(mma_cuda, full_matrices_match_a_triple_loop, .timeout = 120)
{
    enum { COUNT = 50 };
    for (int wrapper = 0; wrapper < MMA_WRAPPER_COUNT; wrapper++) {
        const mma_shape shape = mma_shape_of((mma_wrapper)wrapper);
        const int a_cells = shape.m * shape.k, b_cells = shape.k * shape.n, d_cells = shape.m * shape.n;
        int32_t *a = allocate((size_t)COUNT * (size_t)a_cells), *b = allocate((size_t)COUNT * (size_t)b_cells);
        int32_t *c = allocate((size_t)COUNT * (size_t)d_cells), *d = allocate((size_t)COUNT * (size_t)d_cells);
        for (int i = 0; i < COUNT * a_cells; i++) {
            a[i] = value_at(&shape, i / 3 + i, i / a_cells);
        }
        for (int i = 0; i < COUNT * b_cells; i++) {
            b[i] = value_at(&shape, i / 5 + i, i / b_cells);
        }
        for (int i = 0; i < COUNT * d_cells; i++) {
            c[i] = i % 2000 - 1000;
        }
        cr_assert_eq(mma_multiply((mma_wrapper)wrapper, COUNT, a, b, c, d), 0);
        for (int i = 0; i < COUNT * d_cells; i++) {
            const int product = i / d_cells, row = i % d_cells / shape.n, column = i % shape.n;
            int32_t expected = c[i];
            for (int k = 0; k < shape.k; k++) {
                expected += a[product * a_cells + row * shape.k + k] * b[product * b_cells + k * shape.n + column];
            }
            cr_assert_eq(d[i], expected, "%s: D[%d][%d] is %d, expected %d", shape.name, row, column, d[i], expected);
        }
        free(a), free(b), free(c), free(d);
    }
}
