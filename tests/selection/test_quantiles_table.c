/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Quantiles by a table: NumPy's of the same arrays and methods, by the formulas of its documentation. The place is
 * h = q (m - 1); linear is between the two neighbours, midpoint in their middle, nearest rounds h to even. All of them are
 * exact in f64, so there is nothing to round. (What is NaN in NumPy, as it subtracts infinities, has no row.)
 */
#include <criterion/criterion.h>
#include <math.h>

#include "test_backend.h"
#include "test_memory.h"
#include "test_types.h"

enum { MOST = 5, METHODS = TCU_QUANTILE_MIDPOINT + 1 };

typedef struct row {
    uint64_t m;
    const double *keys;
    double q;
    double expected[METHODS]; /* linear, lower, higher, nearest, midpoint */
} row;

static const double one[] = {7}, two[] = {3, 1}, ties[] = {2, 5, 2, 2, 9} /* 2 2 2 5 9 */,
                    infinities[] = {4, INFINITY, -INFINITY, 1};

static const row rows[] = {
    {1, one, 0, {7, 7, 7, 7, 7}},
    {1, one, 0.375, {7, 7, 7, 7, 7}},
    {1, one, 1, {7, 7, 7, 7, 7}},
    {2, two, 0, {1, 1, 1, 1, 1}},
    {2, two, 0.25, {1.5, 1, 3, 1, 2}},
    {2, two, 0.5, {2, 1, 3, 1, 2}}, /* h = 1/2: place 0 is even */
    {2, two, 0.75, {2.5, 1, 3, 3, 2}},
    {2, two, 1, {3, 3, 3, 3, 3}},
    {5, ties, 0.1875, {2, 2, 2, 2, 2}},
    {5, ties, 0.5, {2, 2, 2, 2, 2}},
    {5, ties, 0.625, {3.5, 2, 5, 2, 3.5}}, /* h = 5/2: place 2 is even */
    {5, ties, 0.8125, {6, 5, 9, 5, 7}},
    {5, ties, 0.875, {7, 5, 9, 9, 7}}, /* h = 7/2: place 4 is even */
    {5, ties, 1, {9, 9, 9, 9, 9}},
    {4, infinities, 0, {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY}},
    {4, infinities, 0.25, {-INFINITY, -INFINITY, 1, 1, -INFINITY}},
    {4, infinities, 0.5, {2.5, 1, 4, 4, 2.5}},
    {4, infinities, 1, {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY}},
};

/* As elements of a type; false if it has no infinity and there is one. */
static bool put_keys(const row *r, tcu_type type, void *keys)
{
    for (uint64_t i = 0; i < r->m; i++) {
        if (type == TCU_TYPE_F64) {
            ((double *)keys)[i] = r->keys[i];
        } else if (type == TCU_TYPE_F32) {
            ((float *)keys)[i] = (float)r->keys[i];
        } else if (isfinite(r->keys[i])) {
            ((int32_t *)keys)[i] = (int32_t)r->keys[i];
        } else {
            return false;
        }
    }
    return true;
}

Test(selection_table, quantiles_are_those_of_numpy)
{
    static const tcu_type types[] = {TCU_TYPE_F64, TCU_TYPE_F32, TCU_TYPE_I32};
    tcu_context *context = test_context_new();
    test_memory memory[2] = {{0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] * METHODS * 3; i++) {
        const row *r = &rows[i / 3 / METHODS];
        const tcu_type type = types[i % 3];
        const size_t method = i / 3 % METHODS;
        _Alignas(8) unsigned char keys[MOST * sizeof(double)];
        if (!put_keys(r, type, keys)) {
            continue;
        }
        const test_slice in = test_slice_open(&memory[0], r->m * test_types[type].bytes, 0, 0x41),
                         out = test_slice_open(&memory[1], sizeof(double), 0, 0x42);
        test_copy_in(in.data, keys, in.bytes);
        test_synchronise();
        tcu_quantiles_options options = TCU_QUANTILES_OPTIONS_INIT;
        options.method = (tcu_quantile_method)method;
        cr_assert_eq(tcu_quantiles(context, in.data, r->m, type, &r->q, 1, out.data, TCU_TYPE_F64, &options),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        test_synchronise();
        double is;
        test_copy_out(&is, out.data, sizeof is);
        cr_expect_eq(is, r->expected[method], "row %zu, method %zu, %s: %g instead of %g", i / 3 / METHODS, method,
                     test_types[type].name, is, r->expected[method]);
    }
    test_memory_release(&memory[0]);
    test_memory_release(&memory[1]);
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
}
