/* SPDX-License-Identifier: Apache-2.0 */
/* Which piece a point belongs to, by hand: on breakpoints, on such as come again, outside, and NaN. */
#include <criterion/criterion.h>
#include <math.h>

#include "polynomial/numbers.h"
#include "polynomial/polynomial.h"
#include "test_backend.h"
#include "test_types.h"

enum { PIECES = 5, POINTS = 12 };

/* Pieces 1, 2 and 4 are empty; the last one takes the last breakpoint nevertheless. */
static const double breakpoints[PIECES + 1] = {0, 1, 1, 1, 2, 2};
static const double points[POINTS] = {-1, -0x1p-10, 0, 0.5, 0x1.fep-1, 1, 1.5, 0x1.fep+0, 2, 2.5, INFINITY, NAN};

/* Piece p is the constant 10 (p + 1), or has that and x - breakpoint. */
static const double pieces[POINTS] = {0, 0, 0, 0, 0, 3, 3, 3, 4, 4, 4, NAN};

static double expected(int i, int degree, tcu_spline_outside outside)
{
    const double x = points[i];
    const bool is_outside = x < breakpoints[0] || x > breakpoints[PIECES];
    if (isnan(x) || (is_outside && outside == TCU_SPLINE_NAN)) {
        return NAN;
    }
    const int p = (int)pieces[i];
    return 10 * (p + 1) + (degree > 0 ? x - breakpoints[p] : 0);
}

static void expect_pieces(tcu_context *context, tcu_type type, int degree, tcu_spline_outside outside)
{
    unsigned char coefficients[PIECES * 2 * 8], of_breakpoints[(PIECES + 1) * 8], of_points[POINTS * 8];
    const size_t bytes = test_types[type].bytes, row = (size_t)degree + 1;
    for (size_t p = 0; p < PIECES; p++) {
        test_number_store(type, 10 * ((double)p + 1), coefficients + p * row * bytes);
        if (degree > 0) {
            test_number_store(type, 1, coefficients + (p * row + 1) * bytes);
        }
    }
    for (size_t p = 0; p <= PIECES; p++) {
        test_number_store(type, breakpoints[p], of_breakpoints + p * bytes);
    }
    for (size_t i = 0; i < POINTS; i++) {
        test_number_store(type, points[i], of_points + i * bytes);
    }
    const tcu_type out_type = type == TCU_TYPE_F64 ? TCU_TYPE_F64 : TCU_TYPE_F32;
    const size_t out_bytes = test_types[out_type].bytes;
    const void *const inputs[] = {coefficients, of_breakpoints, of_points};
    const size_t sizes[] = {PIECES * row * bytes, (PIECES + 1) * bytes, POINTS * bytes, POINTS * out_bytes};
    test_memory memories[4] = {0};
    test_slice slices[4];
    for (int s = 0; s < 4; s++) {
        slices[s] = test_slice_open(&memories[s], sizes[s], 0, 0x33);
        if (s < 3) {
            test_copy_in(slices[s].data, inputs[s], sizes[s]);
        }
    }
    test_synchronise();
    tcu_polynomial *plan = NULL;
    cr_assert_eq(tcu_polynomial_create(context, slices[0].data, PIECES, (uint64_t)degree, type, NULL, &plan),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    cr_assert_eq(tcu_polynomial_evaluate_spline(context, plan, slices[1].data, slices[2].data, POINTS, slices[3].data,
                                                out_type, 0, outside),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_synchronise();
    unsigned char out[POINTS * 8];
    test_copy_out(out, slices[3].data, sizes[3]);
    for (int i = 0; i < POINTS; i++) {
        double got;
        test_read_reals(out_type, out + (size_t)i * out_bytes, 1, &got);
        const double value = expected(i, degree, outside);
        cr_expect(isnan(value) ? isnan(got) : fabs(got - value) <= 0x1p-7 || got == value,
                  "%s, degree %d, outside %d: %g at %g, not %g", test_types[type].name, degree, (int)outside, got,
                  points[i], value);
    }
    cr_expect_eq(tcu_polynomial_destroy(plan), TCU_SUCCESS);
    for (int s = 0; s < 4; s++) {
        cr_expect(test_slice_guarded(&slices[s]));
        test_memory_release(&memories[s]);
    }
}

Test(polynomial_splines, by_hand)
{
    tcu_context *context = test_context_new();
    for (int type = 0; type < 4; type++) {
        for (int degree = 0; degree < 2; degree++) {
            for (int outside = TCU_SPLINE_EXTRAPOLATE; outside <= TCU_SPLINE_NAN; outside++) {
                expect_pieces(context, test_polynomial_types[type], degree, (tcu_spline_outside)outside);
            }
        }
    }
    tcu_context_destroy(context);
}
