/* SPDX-License-Identifier: Apache-2.0 */
#include "oracle.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test_types.h"

void test_grid_open(test_grid *g, const test_taps *footprint)
{
    g->footprint = footprint;
    g->first_tap = calloc((size_t)g->out_fields + 2, sizeof *g->first_tap);
    cr_assert_not_null(g->first_tap);
    for (uint64_t k = 0; k < footprint->count; k++) {
        const test_tap *tap = &footprint->taps[k];
        g->first_tap[tap->out_field + 1]++;
        for (int axis = 0; axis < TEST_AXES; axis++) {
            const int64_t offset = tap->offset[axis];
            g->low[axis] = k == 0 || offset < g->low[axis] ? offset : g->low[axis];
            g->high[axis] = k == 0 || offset > g->high[axis] ? offset : g->high[axis];
        }
    }
    for (uint32_t f = 0; f < g->out_fields; f++) {
        g->first_tap[f + 1] += g->first_tap[f];
    }
}

void test_grid_close(test_grid *g)
{
    free(g->first_tap);
    g->first_tap = NULL;
}

static uint64_t points(const uint64_t extents[TEST_AXES])
{
    return extents[0] * extents[1] * extents[2];
}

uint64_t test_grid_in_elements(const test_grid *g)
{
    return g->batch * g->in_fields * points(g->in) * g->channels;
}

uint64_t test_grid_out_elements(const test_grid *g)
{
    return g->batch * g->out_fields * points(g->out) * g->channels;
}

uint64_t test_place_number(const test_place *p, uint32_t fields, const uint64_t extents[TEST_AXES], uint64_t channels)
{
    uint64_t number = p->batch * fields + p->field;
    for (int axis = 0; axis < TEST_AXES; axis++) {
        number = number * extents[axis] + p->point[axis];
    }
    return number * channels + p->channel;
}

bool test_place_next(test_place *p, uint64_t batch, uint32_t fields, const uint64_t extents[TEST_AXES],
                     uint64_t channels)
{
    if (++p->channel < channels) {
        return true;
    }
    p->channel = 0;
    for (int axis = TEST_AXES - 1; axis >= 0; axis--) {
        if (++p->point[axis] < extents[axis]) {
            return true;
        }
        p->point[axis] = 0;
    }
    if (++p->field < fields) {
        return true;
    }
    p->field = 0;
    return ++p->batch < batch;
}

/* Where a coordinate outside of the axis is found, or which value is there instead. */
enum { AT_ZERO = -1, AT_CONSTANT = -2 };

static int64_t remainder_of(int64_t x, int64_t period)
{
    return (x % period + period) % period;
}

static int64_t coordinate(tcu_boundary boundary, int64_t x, int64_t n)
{
    if (x >= 0 && x < n) {
        return x;
    }
    switch (boundary) {
    case TCU_BOUNDARY_CONSTANT:
        return AT_CONSTANT;
    case TCU_BOUNDARY_CLAMP:
        return x < 0 ? 0 : n - 1;
    case TCU_BOUNDARY_REFLECT:
        x = n == 1 ? 0 : remainder_of(x, 2 * n - 2);
        return x < n ? x : 2 * n - 2 - x;
    case TCU_BOUNDARY_SYMMETRIC:
        x = remainder_of(x, 2 * n);
        return x < n ? x : 2 * n - 1 - x;
    case TCU_BOUNDARY_PERIODIC:
        return remainder_of(x, n);
    default: /* ZERO; of KEEP nothing outside is read */
        return AT_ZERO;
    }
}

/* Whether the footprint's box leaves an axis whose rim is kept. */
static bool is_kept(const test_grid *g, const test_place *p)
{
    bool kept = false;
    for (int axis = 0; axis < TEST_AXES && g->footprint->count > 0; axis++) {
        const int64_t i = (int64_t)p->point[axis];
        kept = kept || (g->boundaries[axis] == TCU_BOUNDARY_KEEP &&
                        (i + g->low[axis] < 0 || i + g->high[axis] >= (int64_t)g->in[axis]));
    }
    return kept;
}

/* The value under a tap, and how far off it may be. ZERO and CONSTANT prevail, of two the slower axis. */
static long double read_tap(const test_grid *g, const long double *values, const long double *errors,
                            const test_place *p, const test_tap *tap, long double *error)
{
    test_place from = {
        .batch = p->batch, .field = g->footprint->is_coupled ? tap->in_field : p->field, .channel = p->channel};
    int64_t outside = 0;
    for (int axis = 0; axis < TEST_AXES; axis++) {
        const int64_t x = (int64_t)p->point[axis] * g->step[axis] + g->first[axis] + tap->offset[axis];
        const int64_t at = coordinate(g->boundaries[axis], x, (int64_t)g->in[axis]);
        outside = outside == 0 && at < 0 ? at : outside;
        from.point[axis] = (uint64_t)at;
    }
    *error = 0;
    if (outside != 0) {
        return outside == AT_ZERO ? 0 : g->constant;
    }
    const uint64_t number = test_place_number(&from, g->in_fields, g->in, g->channels);
    *error = errors == NULL ? 0 : errors[number];
    return values[number];
}

test_sum test_grid_sum(const test_grid *g, const long double *values, const long double *errors, const test_place *p)
{
    const bool is_double = g->type == TCU_TYPE_F64;
    const long double unit = is_double ? 0x1p-53L : 0x1p-24L, smallest = is_double ? 0x1p-1074L : 0x1p-149L;
    if (is_kept(g, p)) {
        const uint64_t number = test_place_number(p, g->in_fields, g->in, g->channels);
        return (test_sum){.value = values[number], .error = errors == NULL ? 0 : errors[number], .is_kept = true};
    }
    const test_taps *footprint = g->footprint;
    const uint64_t first = footprint->is_coupled ? g->first_tap[p->field] : 0;
    const uint64_t end = footprint->is_coupled ? g->first_tap[p->field + 1] : footprint->count;
    long double value = g->bias == NULL ? 0 : g->bias[p->field], size = fabsl(value), inherited = 0, largest = 0,
                most = 0;
    for (uint64_t k = first; k < end; k++) {
        const test_tap *tap = &footprint->taps[k];
        long double error;
        const long double x = read_tap(g, values, errors, p, tap, &error);
        value += tap->weight * x;
        size += fabsl((long double)tap->weight) * (fabsl(x) + error);
        largest += fabsl(x);
        most = fmaxl(most, fabsl((long double)tap->weight));
        inherited += fabsl((long double)tap->weight) * error;
    }
    const long double roundings = (long double)(end - first + (g->bias != NULL) + g->roundings);
    const long double limit = is_double ? 0x1p1023L : 0x1p127L;
    const long double lost = (most < 64 ? g->lost : 0) * most * largest;
    largest = g->is_product && largest > size ? largest : size;
    test_sum sum = {.value = value, .may_overflow = isfinite(value) && largest > limit};
    sum.error =
        !isfinite(value) || g->is_exact ? 0 : inherited + lost + roundings * (size * (unit + 0x1p-63L) + smallest);
    return sum;
}

void test_grid_step(test_grid *g, long double *values, long double *errors)
{
    const uint64_t elements = test_grid_out_elements(g);
    long double *old_values = malloc((elements + 1) * sizeof *values);
    long double *old_errors = malloc((elements + 1) * sizeof *errors);
    cr_assert(old_values != NULL && old_errors != NULL);
    memcpy(old_values, values, elements * sizeof *values);
    memcpy(old_errors, errors, elements * sizeof *errors);
    const long double half_ulp = g->type == TCU_TYPE_F16 ? 0x1p-11L : g->type == TCU_TYPE_BF16 ? 0x1p-8L : 0;
    const long double half_smallest = g->type == TCU_TYPE_F16 ? 0x1p-25L : g->type == TCU_TYPE_BF16 ? 0x1p-134L : 0;
    test_place place = {0};
    for (uint64_t i = 0; i < elements; i++) {
        const test_sum sum = test_grid_sum(g, old_values, old_errors, &place);
        values[i] = g->type == TCU_TYPE_U8 ? test_rounded(g->type, sum.value) : sum.value;
        errors[i] = sum.error;
        if (isfinite(sum.value) && !sum.is_kept) {
            errors[i] += half_ulp * (fabsl(sum.value) + sum.error) + half_smallest;
        }
        test_place_next(&place, g->batch, g->out_fields, g->out, g->channels);
    }
    free(old_values);
    free(old_errors);
}

bool test_sum_accepts(const test_sum *sum, tcu_type type, long double got)
{
    if (type != TCU_TYPE_U8 && sum->may_overflow && !isfinite(got)) {
        return true;
    }
    if (isnan(sum->value)) {
        return type == TCU_TYPE_U8 ? got == 0 : isnan(got);
    }
    return got >= test_rounded(type, sum->value - sum->error) && got <= test_rounded(type, sum->value + sum->error);
}
