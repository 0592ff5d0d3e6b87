/* SPDX-License-Identifier: Apache-2.0 */
#include "polynomial.h"

#include "test_types.h"

const char *const test_polynomial_names[TEST_POLYNOMIAL_COUNT] = {
    "tcu_polynomial_evaluate",         "tcu_polynomial_evaluate_once",   "tcu_polynomial_evaluate_batched",
    "tcu_polynomial_evaluate_indexed", "tcu_polynomial_evaluate_spline", "tcu_polynomial_reduce"};

const tcu_type test_polynomial_types[4] = {TCU_TYPE_F64, TCU_TYPE_F32, TCU_TYPE_F16, TCU_TYPE_BF16};

tcu_status test_polynomial_run_call(tcu_context *context, const test_polynomial_call *c)
{
    switch (c->form) {
    case TEST_POLYNOMIAL_GRID:
        return tcu_polynomial_evaluate(context, c->polynomial, c->points, c->n, c->out, c->out_type, c->order,
                                       c->out_stride);
    case TEST_POLYNOMIAL_ONCE:
        return tcu_polynomial_evaluate_once(context, c->coefficients, c->count, c->degree, c->type, c->points, c->n,
                                            c->out, c->out_type, c->options);
    case TEST_POLYNOMIAL_BATCHED:
        return tcu_polynomial_evaluate_batched(context, c->polynomial, c->points, c->point_stride, c->n, c->out,
                                               c->out_type, c->out_stride);
    case TEST_POLYNOMIAL_INDEXED:
        return tcu_polynomial_evaluate_indexed(context, c->polynomial, c->points, c->indices, c->index_type, c->n,
                                               c->out, c->out_type, c->out_stride);
    case TEST_POLYNOMIAL_SPLINE:
        return tcu_polynomial_evaluate_spline(context, c->polynomial, c->breakpoints, c->points, c->n, c->out,
                                              c->out_type, c->out_stride, c->outside);
    default:
        return tcu_polynomial_reduce(context, c->polynomial, c->reduction, c->points, c->n, c->out, c->out_type,
                                     c->out_stride, c->which);
    }
}

tcu_status test_polynomial_query(tcu_context *context, const test_polynomial_call *c, size_t *bytes)
{
    switch (c->form) {
    case TEST_POLYNOMIAL_GRID:
        return tcu_polynomial_evaluate_workspace(context, c->polynomial, c->n, c->out_type, bytes);
    case TEST_POLYNOMIAL_ONCE:
        return tcu_polynomial_evaluate_once_workspace(context, c->count, c->degree, c->type, c->n, c->out_type,
                                                      c->options, bytes);
    case TEST_POLYNOMIAL_BATCHED:
        return tcu_polynomial_evaluate_batched_workspace(context, c->polynomial, c->n, c->out_type, bytes);
    case TEST_POLYNOMIAL_INDEXED:
        return tcu_polynomial_evaluate_indexed_workspace(context, c->polynomial, c->index_type, c->n, c->out_type,
                                                         bytes);
    case TEST_POLYNOMIAL_SPLINE:
        return tcu_polynomial_evaluate_spline_workspace(context, c->polynomial, c->n, c->out_type, bytes);
    default:
        return tcu_polynomial_reduce_workspace(context, c->polynomial, c->n, c->out_type, bytes);
    }
}

/* ---------------------------------------------------------------------------------------------------- shapes --- */

static bool has_all_rows(test_polynomial_form form)
{
    return form == TEST_POLYNOMIAL_GRID || form == TEST_POLYNOMIAL_ONCE || form == TEST_POLYNOMIAL_BATCHED;
}

uint64_t test_polynomial_rows(const test_polynomial_case *t)
{
    const uint64_t rows = has_all_rows(t->form)                                 ? t->count
                          : t->form == TEST_POLYNOMIAL_INDEXED && t->count == 0 ? 0 /* such a plan writes nothing */
                                                                                : 1;
    return (t->derivatives + 1) * rows;
}

static bool is_transposed(const test_polynomial_case *t)
{
    return t->form == TEST_POLYNOMIAL_GRID && t->order == TCU_ORDER_COLUMN_MAJOR;
}

/* evaluate_once has no stride. */
static uint64_t out_stride(const test_polynomial_case *t)
{
    const uint64_t gap = t->form == TEST_POLYNOMIAL_ONCE ? 0 : t->out_gap;
    return (is_transposed(t) ? test_polynomial_rows(t) : t->n) + gap;
}

uint64_t test_polynomial_place(const test_polynomial_case *t, uint64_t row, uint64_t point)
{
    return is_transposed(t) ? point * out_stride(t) + row : row * out_stride(t) + point;
}

uint64_t test_polynomial_out_elements(const test_polynomial_case *t)
{
    const uint64_t rows = test_polynomial_rows(t);
    return rows == 0 || t->n == 0 ? 0 : test_polynomial_place(t, rows - 1, t->n - 1) + 1;
}

bool test_polynomial_works_in_place(const test_polynomial_case *t)
{
    if (t->type != t->out_type || t->derivatives > 0 || t->form == TEST_POLYNOMIAL_ONCE || t->without_out) {
        return false;
    }
    switch (t->form) {
    case TEST_POLYNOMIAL_GRID:
        return t->count == 1 && (!is_transposed(t) || t->out_gap == 0);
    case TEST_POLYNOMIAL_BATCHED:
        return t->point_gap == t->out_gap;
    default:
        return true;
    }
}

/* --------------------------------------------------------------------------------------------- random cases --- */

test_polynomial_case test_polynomial_random(test_polynomial_form form, tcu_type type, uint64_t count, uint64_t degree,
                                            uint64_t n, test_random *random)
{
    static const tcu_type index_types[] = {TCU_TYPE_I32, TCU_TYPE_U32, TCU_TYPE_I64, TCU_TYPE_U64};
    static const unsigned shifts[] = {0, 1, 3, 7};
    test_polynomial_case t = {.form = form, .type = type, .count = count, .degree = degree, .n = n};
    t.count += form == TEST_POLYNOMIAL_SPLINE && count == 0; /* breakpoints without a piece mean nothing */
    const bool is_half = type == TCU_TYPE_F16 || type == TCU_TYPE_BF16;
    t.out_type = is_half && test_random_below(random, 2) ? TCU_TYPE_F32 : type;
    t.basis = test_random_below(random, 4) == 0 ? TCU_BASIS_CHEBYSHEV : TCU_BASIS_MONOMIAL;
    t.derivatives = test_random_below(random, 3) == 0 ? 1 + (uint32_t)test_random_below(random, 4) : 0;
    if (test_random_below(random, 4) == 0) {
        t.lower = test_random_unit(random) * 4 - 3;
        t.upper = t.lower + 0.5 + test_random_unit(random) * 4;
    }
    t.coefficient_gap = test_random_below(random, 3) == 0 ? test_random_below(random, 20) : 0;
    t.point_gap = test_random_below(random, 2) ? test_random_below(random, 40) : 0;
    t.out_gap = test_random_below(random, 2) ? test_random_below(random, 40) : 0;
    t.order = test_random_below(random, 3) == 0 ? TCU_ORDER_COLUMN_MAJOR : TCU_ORDER_ROW_MAJOR;
    t.index_type = index_types[test_random_below(random, 4)];
    t.outside = (tcu_spline_outside)test_random_below(random, 2);
    t.reduction = (tcu_polynomial_reduction)test_random_below(random, 3);
    t.with_which = t.reduction != TCU_POLYNOMIAL_SUM && test_random_below(random, 2);
    t.without_out = t.with_which && form == TEST_POLYNOMIAL_REDUCE && test_random_below(random, 3) == 0;
    t.updated = form != TEST_POLYNOMIAL_ONCE && test_random_below(random, 4) == 0;
    t.point_numbers =
        test_random_below(random, 2) ? TEST_NUMBERS_UNIT : (test_numbers)test_random_below(random, TEST_NUMBERS_COUNT);
    t.coefficient_numbers =
        test_random_below(random, 2) ? TEST_NUMBERS_UNIT : (test_numbers)test_random_below(random, TEST_NUMBERS_COUNT);
    t.copies = test_random_below(random, 3) == 0;
    t.seed = test_random_next(random);
    t.in_shift = shifts[test_random_below(random, 4)];
    t.out_shift = shifts[test_random_below(random, 4)];
    t.temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT);
    if (test_random_below(random, 3) == 0) {
        t.point_gap = t.out_gap;
        t.in_place = true;
    }
    t.has_count = test_random_below(random, 4) == 0;
    return t;
}

static uint64_t some_of(const uint64_t *values, uint64_t count, uint64_t most, test_random *random)
{
    const uint64_t value =
        test_random_below(random, 3) ? values[test_random_below(random, count)] : test_random_below(random, 300);
    return value < most ? value : most;
}

test_polynomial_case test_polynomial_any(test_polynomial_form form, uint64_t work, test_random *random)
{
    static const uint64_t degrees[] = {0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 63, 64, 65, 127, 128, 255, 256, 1000};
    static const uint64_t counts[] = {0, 1, 1, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 100};
    static const uint64_t points[] = {0, 1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000, 4097};
    const tcu_type type = test_polynomial_types[test_random_below(random, 4)];
    const uint64_t degree = some_of(degrees, sizeof degrees / sizeof degrees[0], UINT64_MAX, random);
    const bool has_all_polynomials = has_all_rows(form) || form == TEST_POLYNOMIAL_REDUCE;
    const uint64_t count = some_of(counts, sizeof counts / sizeof counts[0], 1 + work / (degree + 1), random);
    const uint64_t each = (degree + 1) * (has_all_polynomials && count > 0 ? count : 1);
    const uint64_t n = some_of(points, sizeof points / sizeof points[0], 1 + work / each, random);
    return test_polynomial_random(form, type, count, degree, n, random);
}
