/* SPDX-License-Identifier: Apache-2.0 */
/* The largest and smallest value, which polynomial has it, and sums: each value is known within its error alone. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "inputs.h"
#include "test_types.h"

/* A value that is not NaN lies between these; for the smallest value both have the other sign. */
typedef struct bounds {
    double low, high;
    bool may_be_nan, is_nan;
} bounds;

static bounds bounds_of(const test_expected *v, double sign)
{
    const unsigned above = sign > 0 ? TEST_IS_INFINITE : TEST_IS_MINUS_INFINITE;
    const unsigned below = sign > 0 ? TEST_IS_MINUS_INFINITE : TEST_IS_INFINITE;
    bounds b = {INFINITY, -INFINITY, (v->kinds & TEST_IS_NAN) != 0, v->kinds == TEST_IS_NAN};
    if (v->kinds & TEST_IS_FINITE) {
        b.low = sign * v->value.high - v->error;
        b.high = sign * v->value.high + v->error;
    }
    b.high = v->kinds & above ? INFINITY : b.high;
    b.low = v->kinds & below ? -INFINITY : b.low;
    if (v->kinds & above && !(v->kinds & TEST_IS_FINITE) && !(v->kinds & below)) {
        b.low = INFINITY;
    }
    if (v->kinds & below && !(v->kinds & TEST_IS_FINITE) && !(v->kinds & above)) {
        b.high = -INFINITY;
    }
    return b;
}

/* Whether a result in out_type may be a number between the bounds, rounded. */
static bool lies_between(double low, double high, double sign, tcu_type out_type, double got)
{
    if (isinf(low) && isinf(high)) {
        return low != high || sign * got == low;
    }
    const test_expected edge_low = {.kinds = TEST_IS_FINITE, .value = {sign * low, 0}};
    const test_expected edge_high = {.kinds = TEST_IS_FINITE, .value = {sign * high, 0}};
    return (sign * got >= low && sign * got <= high) ||
           (isfinite(low) && test_expected_accepts(&edge_low, out_type, got)) ||
           (isfinite(high) && test_expected_accepts(&edge_high, out_type, got));
}

static bool verify_extreme(test_evaluator *e, const test_polynomial_case *t, const test_expected *values,
                           const double *got, const uint64_t *which, uint32_t j, uint64_t i)
{
    const double sign = t->reduction == TCU_POLYNOMIAL_MAX ? 1 : -1;
    bounds all = {-INFINITY, -INFINITY, false, false};
    uint64_t first_nan = 0;
    for (uint64_t p = 0; p < t->count; p++) {
        const bounds b = bounds_of(&values[p], sign);
        first_nan = b.is_nan && !all.is_nan ? p : first_nan;
        all.low = fmax(all.low, b.low);
        all.high = fmax(all.high, b.high);
        all.may_be_nan |= b.may_be_nan;
        all.is_nan |= b.is_nan;
    }
    if (got != NULL &&
        !(isnan(*got) ? all.may_be_nan : !all.is_nan && lies_between(all.low, all.high, sign, t->out_type, *got))) {
        return test_evaluator_fail(e, t, "derivative %u at point %" PRIu64 ": %.17g, not from %.17g to %.17g%s", j, i,
                                   *got, sign * all.low, sign * all.high, all.is_nan ? ", but NaN" : "");
    }
    if (which == NULL) {
        return true;
    }
    if (*which >= t->count) {
        return t->count == 0 && *which == 0 ? true
                                            : test_evaluator_fail(e, t, "which[%" PRIu64 "] is %" PRIu64, i, *which);
    }
    const bounds chosen = bounds_of(&values[*which], sign);
    bool good = all.may_be_nan ? !all.is_nan || (chosen.may_be_nan && *which <= first_nan) : chosen.high >= all.low;
    if (good && test_polynomial_is_exact(t) && !all.may_be_nan) { /* the first of equal ones */
        for (uint64_t p = 0; p < *which; p++) {
            good = good && values[p].value.high != values[*which].value.high;
        }
    }
    if (good && got != NULL && !isnan(*got) && !all.may_be_nan) { /* and that one's value */
        good = lies_between(chosen.low, chosen.high, sign, t->out_type, *got);
    }
    return good ||
           test_evaluator_fail(e, t,
                               "derivative %u at point %" PRIu64 ": polynomial %" PRIu64
                               " has from %.17g to %.17g, where the extreme is from %.17g to %.17g",
                               j, i, *which, sign * chosen.low, sign * chosen.high, sign * all.low, sign * all.high);
}

/* Any order of additions in the type that sums are formed in. */
static test_expected sum_of(const test_polynomial_case *t, const test_expected *values)
{
    test_expected sum = {.kinds = TEST_IS_FINITE};
    bool is_certain = true;
    unsigned infinities = 0;
    for (uint64_t p = 0; p < t->count; p++) {
        const test_expected *v = &values[p];
        if (v->kinds & TEST_IS_FINITE) {
            sum.value = test_dd_add(sum.value, v->value);
            sum.magnitude += fabs(v->value.high);
            sum.error += v->error;
        }
        infinities |= v->kinds & TEST_IS_NONFINITE;
        is_certain &= (v->kinds & (v->kinds - 1)) == 0 && !v->overflows;
    }
    for (uint64_t p = 0; p < t->count; p++) {
        if (values[p].kinds == TEST_IS_NAN) {
            return (test_expected){.kinds = TEST_IS_NAN};
        }
    }
    const bool opposite = infinities == (TEST_IS_INFINITE | TEST_IS_MINUS_INFINITE);
    if (!is_certain || !(sum.magnitude + sum.error < 0.99 * test_polynomial_largest(t->type))) {
        return (test_expected){.kinds = TEST_IS_ANYTHING, .error = INFINITY};
    }
    sum.kinds = infinities == 0 ? TEST_IS_FINITE : opposite ? TEST_IS_NAN : infinities;
    if (!test_polynomial_is_exact(t)) {
        sum.error += (double)t->count * test_polynomial_unit(t->type) * (sum.magnitude + sum.error);
    }
    return sum;
}

bool test_evaluator_verify_reduction(test_evaluator *e, const test_polynomial_case *t, const unsigned char *out,
                                     const uint64_t *which)
{
    const test_polynomials polynomials = test_evaluator_polynomials(e, t);
    test_expected *values = calloc(t->count + 1, sizeof *values);
    cr_assert_not_null(values);
    test_point point;
    test_point_open(&point, &polynomials);
    bool good = true;
    for (uint64_t i = 0; good && i < e->num_points; i++) {
        if (!test_polynomial_samples(t, i, t->count - 1)) {
            continue;
        }
        test_point_set(&point, e->points[i]);
        for (uint32_t j = 0; good && j <= t->derivatives; j++) {
            const uint64_t place = test_polynomial_place(t, j, i);
            double got = 0;
            if (out != NULL) {
                test_read_reals(t->out_type, out + place * test_types[t->out_type].bytes, 1, &got);
                e->verified += isfinite(got) != 0;
            }
            for (uint64_t p = 0; p < t->count; p++) {
                values[p] = test_evaluator_expected(t, &point, j, p);
            }
            if (t->reduction == TCU_POLYNOMIAL_SUM) {
                const test_expected sum = sum_of(t, values);
                char text[160];
                good = test_expected_accepts(&sum, t->out_type, got) ||
                       test_evaluator_fail(e, t, "derivative %u at point %" PRIu64 " (%.17g): %.17g, not %s", j, i,
                                           e->points[i], got, test_expected_text(&sum, text));
            } else {
                good =
                    verify_extreme(e, t, values, out != NULL ? &got : NULL, which != NULL ? which + place : NULL, j, i);
            }
        }
    }
    test_point_close(&point);
    free(values);
    return good;
}
