/* SPDX-License-Identifier: Apache-2.0 */
/* What a case reads: coefficients, points, and indices or breakpoints. */
#include "inputs.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test_count.h"
#include "test_types.h"

/* Rows of an array with gaps, and how many elements that are. */
static uint64_t elements_of(uint64_t rows, uint64_t row, uint64_t gap)
{
    return rows == 0 || row == 0 ? 0 : (rows - 1) * (row + gap) + row;
}

/* (calloc() of one more: an empty array has an address, too.) */
static void *array_of(void *old, uint64_t count, size_t bytes)
{
    free(old);
    void *array = calloc(count + 1, bytes);
    cr_assert_not_null(array, "no memory for what the oracle reads");
    return array;
}

/* What is between rows is NaN in every type. */
enum { TEST_GAPS = 0xff };

static void make_coefficients(test_evaluator *e, const test_polynomial_case *t, test_random *random)
{
    const uint64_t row = t->degree + 1, stride = row + t->coefficient_gap;
    const size_t bytes = test_types[t->type].bytes;
    test_buffer *buffer = &e->buffers[TEST_POLYNOMIAL_COEFFICIENTS];
    test_buffer_open(buffer, elements_of(t->count, row, t->coefficient_gap) * bytes, t->in_shift * bytes, TEST_GAPS);
    e->coefficients = array_of(e->coefficients, t->count * row, sizeof *e->coefficients);
    for (uint64_t p = 0; p < t->count; p++) {
        unsigned char *elements = buffer->host + p * stride * bytes;
        double *values = e->coefficients + p * row;
        if (t->copies && p > 0 && test_random_below(random, 2)) {
            memcpy(elements, elements - stride * bytes, row * bytes);
            memcpy(values, values - row, row * sizeof *values);
            continue;
        }
        for (uint64_t k = 0; k < row; k++) {
            values[k] = test_number_draw(t->coefficient_numbers, t->type, 1, random, elements + k * bytes);
        }
    }
}

/* A number of the case, moved into the interval if there is one. */
static double draw_point(const test_polynomial_case *t, test_random *random, void *element)
{
    const double value = test_number_draw(t->point_numbers, t->type, t->degree, random, element);
    if ((t->lower == 0 && t->upper == 0) || !isfinite(value) || fabs(value) > 2) {
        return value;
    }
    const double middle = t->lower / 2 + t->upper / 2, half = t->upper / 2 - t->lower / 2;
    return test_number_store(t->type, middle + half * value, element);
}

/* ---------------------------------------------------------------------------------------------------- pieces --- */

static void make_breakpoints(test_evaluator *e, const test_polynomial_case *t, test_random *random)
{
    const size_t bytes = test_types[t->type].bytes;
    test_buffer *buffer = &e->buffers[TEST_POLYNOMIAL_PIECES];
    test_buffer_open(buffer, (t->count + 1) * bytes, t->in_shift * bytes, 0x51);
    e->breakpoints = array_of(e->breakpoints, t->count + 1, sizeof *e->breakpoints);
    const bool infinite = t->point_numbers == TEST_NUMBERS_SPECIAL && test_random_below(random, 2);
    double at = -1;
    for (uint64_t p = 0; p <= t->count; p++) {
        const bool again = p > 0 && t->copies && test_random_below(random, 3) == 0;
        at += again ? 0 : test_random_unit(random) * 2 / (double)(t->count + 1);
        const double value = infinite && p == 0          ? -INFINITY
                             : infinite && p == t->count ? INFINITY
                             : again                     ? e->breakpoints[p - 1]
                                                         : at;
        e->breakpoints[p] = test_number_store(t->type, value, buffer->host + p * bytes);
    }
}

/* The piece of a point; -1 if it is outside and that means NaN, or if it is NaN. */
static int64_t piece_of(const test_evaluator *e, const test_polynomial_case *t, double x)
{
    if (isnan(x) || (t->outside == TCU_SPLINE_NAN && (x < e->breakpoints[0] || x > e->breakpoints[t->count]))) {
        return -1;
    }
    uint64_t low = 0, high = t->count; /* pieces below `low` begin at x or before, those from `high` on behind it */
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (e->breakpoints[middle] <= x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 ? (int64_t)low - 1 : 0;
}

/* x - breakpoint, rounded as the header says. */
static double difference(tcu_type type, double x, double breakpoint)
{
    return type == TCU_TYPE_F64 ? x - breakpoint : (double)((float)x - (float)breakpoint);
}

static double draw_spline_point(const test_evaluator *e, const test_polynomial_case *t, test_random *random,
                                void *element)
{
    const double first = e->breakpoints[0], last = e->breakpoints[t->count];
    const double width = isfinite(last - first) ? last - first : 2;
    if (t->point_numbers == TEST_NUMBERS_SPECIAL && test_random_below(random, 8) == 0) {
        return test_number_store(t->type, test_random_below(random, 2) ? NAN : INFINITY, element);
    }
    switch (test_random_below(random, 8)) {
    case 0:
    case 1:
        return test_number_store(t->type, e->breakpoints[test_random_below(random, t->count + 1)], element);
    case 2:
        return test_number_store(t->type, last + width * test_random_unit(random), element);
    case 3:
        return test_number_store(t->type, first - width * test_random_unit(random), element);
    case 4:
        return test_number_draw(t->point_numbers, t->type, t->degree, random, element);
    default:
        return test_number_store(t->type, (isfinite(first) ? first : -1) + width * test_random_unit(random), element);
    }
}

/* An index as the type has it, and what it means. */
static int64_t draw_index(const test_polynomial_case *t, test_random *random, void *element)
{
    const bool wide = test_types[t->index_type].bytes == 8;
    const uint64_t outside[] = {t->count,
                                UINT64_MAX,
                                (uint64_t)1 << 31,
                                UINT32_MAX,
                                (uint64_t)INT32_MAX,
                                wide ? (uint64_t)1 << 32 : UINT32_MAX,
                                wide ? (uint64_t)1 << 63 : UINT64_MAX};
    uint64_t index = t->count > 0 ? test_random_below(random, t->count) : 0;
    if (test_random_below(random, 12) == 0) {
        index = outside[test_random_below(random, sizeof outside / sizeof outside[0])];
    }
    memcpy(element, &index, test_types[t->index_type].bytes);
    test_read_integers(t->index_type, element, 1, &index);
    const bool is_negative = test_types[t->index_type].is_signed && (int64_t)index < 0;
    return is_negative || index >= t->count ? -1 : (int64_t)index;
}

static void make_indices(test_evaluator *e, const test_polynomial_case *t, test_random *random)
{
    const size_t bytes = test_types[t->index_type].bytes;
    test_buffer *buffer = &e->buffers[TEST_POLYNOMIAL_PIECES];
    test_buffer_open(buffer, t->n * bytes, t->in_shift * bytes, 0x52);
    for (uint64_t i = 0; i < t->n; i++) {
        e->pieces[i] = draw_index(t, random, buffer->host + i * bytes);
    }
}

/* ---------------------------------------------------------------------------------------------------- points --- */

/* The count, and NaNs in the points behind it. */
static void make_count(test_evaluator *e, const test_polynomial_case *t, uint64_t batches)
{
    test_random random = test_random_part(t->seed, 3);
    const size_t bytes = test_types[t->type].bytes;
    const uint64_t count = test_draw_count(t->n, &random);
    test_buffer *buffer = &e->buffers[TEST_POLYNOMIAL_POINT_COUNT], *points = &e->buffers[TEST_POLYNOMIAL_POINTS];
    test_buffer_open(buffer, sizeof count, 0, 0x53);
    memcpy(buffer->host, &count, sizeof count);
    e->num_points = count < t->n ? count : t->n;
    for (uint64_t b = 0; b < batches; b++) {
        memset(points->host + (b * (t->n + t->point_gap) + e->num_points) * bytes, TEST_GAPS,
               (t->n - e->num_points) * bytes);
    }
}

void test_evaluator_make_inputs(test_evaluator *e, const test_polynomial_case *t)
{
    test_random random = test_random_part(t->seed, 1);
    const size_t bytes = test_types[t->type].bytes;
    const bool is_spline = t->form == TEST_POLYNOMIAL_SPLINE;
    const uint64_t batches = t->form == TEST_POLYNOMIAL_BATCHED ? t->count : 1;
    make_coefficients(e, t, &random);
    e->pieces = array_of(e->pieces, t->n, sizeof *e->pieces);
    if (t->form == TEST_POLYNOMIAL_INDEXED) {
        make_indices(e, t, &random);
    } else if (is_spline) {
        make_breakpoints(e, t, &random);
    }
    test_buffer *buffer = &e->buffers[TEST_POLYNOMIAL_POINTS];
    test_buffer_open(buffer, elements_of(batches, t->n, t->point_gap) * bytes, t->in_shift * bytes, 0x7f);
    e->points = array_of(e->points, batches * t->n, sizeof *e->points);
    for (uint64_t b = 0; b < batches; b++) {
        for (uint64_t i = 0; i < t->n; i++) {
            unsigned char *element = buffer->host + (b * (t->n + t->point_gap) + i) * bytes;
            double *x = &e->points[b * t->n + i];
            if (is_spline) {
                *x = draw_spline_point(e, t, &random, element);
                e->pieces[i] = piece_of(e, t, *x);
                *x = e->pieces[i] < 0 ? *x : difference(t->type, *x, e->breakpoints[e->pieces[i]]);
            } else {
                *x = draw_point(t, &random, element);
            }
        }
    }
    e->num_points = t->n;
    if (t->has_count) {
        make_count(e, t, batches);
    }
}
