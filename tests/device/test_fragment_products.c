/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mma() of every shape and types, exactly: integers of the whole range of bytes and bits, small ones of reals. With a
 * unit matrix E(r, k) as one operand and distinct values in the other, a wrong place of any element, in any operand,
 * moves a value that is seen; then full matrices, against a triple loop.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "device_seed.h"
#include "product_kernels.h"
#include "test_random.h"

static int32_t *allocate(int count)
{
    int32_t *array = calloc((size_t)count, sizeof *array);
    cr_assert_not_null(array);
    return array;
}

/* Operands of `count` products. */
typedef struct operands {
    product_shape shape;
    int count, a_cells, b_cells, d_cells;
    int32_t *a, *b, *c, *d;
} operands;

static operands make_operands(int product, int count)
{
    operands o = {.shape = product_shape_of(product), .count = count};
    o.a_cells = o.shape.m * o.shape.k;
    o.b_cells = o.shape.k * o.shape.n;
    o.d_cells = o.shape.m * o.shape.n;
    o.a = allocate(count * o.a_cells);
    o.b = allocate(count * o.b_cells);
    o.c = allocate(count * o.d_cells);
    o.d = allocate(count * o.d_cells);
    return o;
}

/* Multiplies, holds D against a triple loop, and frees. */
static void check_and_free(int product, operands o, const char *what)
{
    cr_assert_eq(product_multiply(product, o.count, o.a, o.b, o.c, o.d), 0);
    for (int i = 0; i < o.count * o.d_cells; i++) {
        const int which = i / o.d_cells, row = i % o.d_cells / o.shape.n, column = i % o.shape.n;
        int64_t expected = o.c[i];
        for (int k = 0; k < o.shape.k; k++) {
            expected +=
                (int64_t)o.a[which * o.a_cells + row * o.shape.k + k] * o.b[which * o.b_cells + k * o.shape.n + column];
        }
        cr_assert_eq(o.d[i], expected, "%s, %s %d: D[%d][%d] is %d, expected %lld (TCU_TEST_SEED=%llu)", o.shape.name,
                     what, which, row, column, o.d[i], (long long)expected, (unsigned long long)device_seed());
    }
    free(o.a), free(o.b), free(o.c), free(o.d);
}

/* Distinct as far as the range allows, so that neighbours differ. */
static int32_t distinct(int minimum, int maximum, int i, int salt)
{
    return minimum +
           (int)(((unsigned)i * 7u + (unsigned)i / 8u * 3u + (unsigned)salt) % (unsigned)(maximum - minimum + 1));
}

Test(fragment_products, unit_matrices, .timeout = 120)
{
    for (int product = 0; product < PRODUCTS; product++) {
        const product_shape shape = product_shape_of(product);
        for (int unit_is_a = 0; unit_is_a < 2; unit_is_a++) {
            operands o = make_operands(product, unit_is_a ? shape.m * shape.k : shape.k * shape.n);
            for (int u = 0; u < o.count; u++) {
                (unit_is_a ? o.a + u * o.a_cells : o.b + u * o.b_cells)[u] = 1;
                for (int i = 0; i < (unit_is_a ? o.b_cells : o.a_cells); i++) {
                    if (unit_is_a) {
                        o.b[u * o.b_cells + i] = distinct(shape.b_minimum, shape.b_maximum, i, u);
                    } else {
                        o.a[u * o.a_cells + i] = distinct(shape.a_minimum, shape.a_maximum, i, u);
                    }
                }
                for (int i = 0; i < o.d_cells; i++) {
                    o.c[u * o.d_cells + i] = 1000 + i;
                }
            }
            check_and_free(product, o, unit_is_a ? "unit A" : "unit B");
        }
    }
}

Test(fragment_products, full_matrices, .timeout = 120)
{
    for (int product = 0; product < PRODUCTS; product++) {
        test_random random = test_random_part(device_seed(), (uint64_t)product);
        operands o = make_operands(product, 50);
        const product_shape shape = o.shape;
        for (int i = 0; i < o.count * o.a_cells; i++) {
            o.a[i] =
                shape.a_minimum + (int)test_random_below(&random, (uint64_t)(shape.a_maximum - shape.a_minimum + 1));
        }
        for (int i = 0; i < o.count * o.b_cells; i++) {
            o.b[i] =
                shape.b_minimum + (int)test_random_below(&random, (uint64_t)(shape.b_maximum - shape.b_minimum + 1));
        }
        for (int i = 0; i < o.count * o.d_cells; i++) {
            o.c[i] = (int)test_random_below(&random, 2001) - 1000;
        }
        check_and_free(product, o, "matrices");
    }
}
