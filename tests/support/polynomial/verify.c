/* SPDX-License-Identifier: Apache-2.0 */
/* Results against the oracle, and everything around them against what was there. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inputs.h"
#include "test_types.h"

bool test_polynomial_is_exact(const test_polynomial_case *t)
{
    const bool is_half = t->type == TCU_TYPE_F16 || t->type == TCU_TYPE_BF16;
    return t->point_numbers == TEST_NUMBERS_EXACT && t->coefficient_numbers == TEST_NUMBERS_EXACT &&
           t->basis == TCU_BASIS_MONOMIAL && t->lower == 0 && t->upper == 0 && t->form != TEST_POLYNOMIAL_SPLINE &&
           (t->derivatives == 0 || (t->derivatives <= 4 && t->degree <= 7 && !is_half));
}

test_expected test_evaluator_expected(const test_polynomial_case *t, const test_point *point, uint32_t j, uint64_t p)
{
    test_expected expected = test_point_value(point, j, p);
    if (test_polynomial_is_exact(t)) {
        expected.error = 0;
    }
    return expected;
}

bool test_polynomial_samples(const test_polynomial_case *t, uint64_t point, uint64_t polynomial)
{
    enum { ENDS = 20 };
    if (t->every < 2) {
        return true;
    }
    const bool is_near_end = point < ENDS || point + ENDS >= t->n;
    const bool is_drawn = (point + t->seed) % t->every == 0;
    return (is_near_end || is_drawn) && (t->count < 65 || (point + polynomial) % 13 == 0 || polynomial + 1 == t->count);
}

/* One result: element `place` of out. */
static bool verify_one(test_evaluator *e, const test_polynomial_case *t, const unsigned char *out, uint64_t row,
                       uint64_t i, double x, const test_expected *expected)
{
    const uint64_t place = test_polynomial_place(t, row, i);
    double got;
    test_read_reals(t->out_type, out + place * test_types[t->out_type].bytes, 1, &got);
    if (!test_expected_accepts(expected, t->out_type, got)) {
        char text[160];
        return test_evaluator_fail(e, t, "row %" PRIu64 " at point %" PRIu64 " (%.17g): %.17g, not %s", row, i, x, got,
                                   test_expected_text(expected, text));
    }
    e->verified += isfinite(got) != 0;
    return true;
}

/* Rows that are written, at their points: p is the row's polynomial, or the point's. */
static bool verify_rows(test_evaluator *e, const test_polynomial_case *t, const unsigned char *out)
{
    const bool by_piece = t->form == TEST_POLYNOMIAL_INDEXED || t->form == TEST_POLYNOMIAL_SPLINE;
    const bool batched = t->form == TEST_POLYNOMIAL_BATCHED;
    const uint64_t rows = test_polynomial_rows(t) / (t->derivatives + 1);
    const test_polynomials polynomials = test_evaluator_polynomials(e, t);
    const test_expected nan = {.kinds = TEST_IS_NAN};
    test_point point;
    test_point_open(&point, &polynomials);
    bool good = true;
    for (uint64_t b = 0; good && b < (batched ? t->count : 1); b++) {
        for (uint64_t i = 0; good && i < e->num_points; i++) {
            const double x = e->points[b * t->n + i];
            if (!test_polynomial_samples(t, i, batched ? b : t->count - 1)) { /* the last one, or none */
                continue;
            }
            test_point_set(&point, x);
            for (uint32_t j = 0; good && j <= t->derivatives; j++) {
                for (uint64_t p = batched ? b : 0; good && p < (batched ? b + 1 : rows); p++) {
                    if (!by_piece && !test_polynomial_samples(t, i, p)) {
                        continue;
                    }
                    const bool none = by_piece && e->pieces[i] < 0;
                    const uint64_t polynomial = by_piece ? (uint64_t)e->pieces[i] : p;
                    const test_expected expected = none ? nan : test_evaluator_expected(t, &point, j, polynomial);
                    good = verify_one(e, t, out, j * rows + p, i, x, &expected);
                }
            }
        }
    }
    test_point_close(&point);
    return good;
}

/* Of sampled cases: every result was written, as far as a type has room to tell it from the poison. */
static bool verify_written(test_evaluator *e, const test_polynomial_case *t, const unsigned char *out,
                           unsigned char poison)
{
    const size_t bytes = test_types[t->out_type].bytes;
    unsigned char untouched[8];
    memset(untouched, poison, sizeof untouched);
    for (uint64_t row = 0; row < test_polynomial_rows(t); row++) {
        for (uint64_t i = 0; i < e->num_points; i++) {
            if (memcmp(out + test_polynomial_place(t, row, i) * bytes, untouched, bytes) == 0) {
                return test_evaluator_fail(e, t, "row %" PRIu64 " was not written at point %" PRIu64, row, i);
            }
        }
    }
    return true;
}

/* Whether everything but results is what it was. `host` becomes what is there. */
static bool verify_gaps(test_evaluator *e, const test_polynomial_case *t, test_buffer *buffer, const unsigned char *now,
                        size_t bytes)
{
    for (uint64_t row = 0; row < test_polynomial_rows(t); row++) {
        for (uint64_t i = 0; i < e->num_points; i++) {
            const uint64_t place = test_polynomial_place(t, row, i) * bytes;
            memcpy(buffer->host + place, now + place, bytes);
        }
    }
    for (uint64_t i = 0; i < buffer->slice.bytes; i++) {
        if (buffer->host[i] != now[i]) {
            return test_evaluator_fail(e, t, "the call wrote between rows, at element %" PRIu64 " of %" PRIu64,
                                       i / bytes, buffer->slice.bytes / bytes);
        }
    }
    return true;
}

static unsigned char *copy_of(const test_buffer *buffer)
{
    unsigned char *copy = malloc(buffer->slice.bytes + 8);
    cr_assert_not_null(copy);
    test_copy_out(copy, buffer->slice.data, buffer->slice.bytes);
    return copy;
}

bool test_evaluator_verify(test_evaluator *e, const test_polynomial_case *t)
{
    static const char *const names[] = {"coefficients", "points", "indices or breakpoints", "out", "which", "count"};
    const bool in_place = t->in_place && test_polynomial_works_in_place(t);
    test_buffer *out = &e->buffers[in_place ? TEST_POLYNOMIAL_POINTS : TEST_POLYNOMIAL_OUT];
    test_buffer *which = &e->buffers[TEST_POLYNOMIAL_WHICH];
    for (int b = 0; b < TEST_POLYNOMIAL_BUFFERS; b++) {
        const test_buffer *buffer = &e->buffers[b];
        if (buffer->used && !test_slice_guarded(&buffer->slice)) {
            return test_evaluator_fail(e, t, "the call wrote outside %s", names[b]);
        }
        if (buffer->used && buffer != out && buffer != which && !test_slice_holds(&buffer->slice, buffer->host)) {
            return test_evaluator_fail(e, t, "the call wrote to %s", names[b]);
        }
    }
    unsigned char *results = out->used ? copy_of(out) : NULL, *numbers = which->used ? copy_of(which) : NULL;
    bool good = t->form == TEST_POLYNOMIAL_REDUCE
                    ? test_evaluator_verify_reduction(e, t, results, (const uint64_t *)(const void *)numbers)
                    : verify_rows(e, t, results);
    if (good && results != NULL && t->every > 1 && test_types[t->out_type].bytes > 2) {
        good = verify_written(e, t, results, out->slice.poison);
    }
    good = good && (results == NULL || verify_gaps(e, t, out, results, test_types[t->out_type].bytes));
    good = good && (numbers == NULL || verify_gaps(e, t, which, numbers, 8));
    free(results);
    free(numbers);
    return good;
}
