/* SPDX-License-Identifier: Apache-2.0 */
#include "taps.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

const char *const test_pattern_names[TEST_PATTERN_COUNT] = {"box",     "star",    "list",  "separable", "symmetric",
                                                            "corners", "coupled", "terms", "zeros"};

bool test_pattern_is_coupled(test_pattern pattern)
{
    return pattern == TEST_PATTERN_COUPLED || pattern == TEST_PATTERN_TERMS;
}

void test_taps_add(test_taps *taps, const test_tap *tap)
{
    if (taps->count == taps->capacity) {
        taps->capacity = 2 * taps->capacity + 16;
        taps->taps = realloc(taps->taps, taps->capacity * sizeof *taps->taps);
        cr_assert_not_null(taps->taps);
    }
    taps->taps[taps->count++] = *tap;
}

void test_taps_free(test_taps *taps)
{
    free(taps->taps);
    *taps = (test_taps){0};
}

static uint64_t width(const test_tap_choice *c, int axis)
{
    return (uint64_t)(c->high[axis] - c->low[axis] + 1);
}

uint64_t test_tap_box(const test_tap_choice *c)
{
    return width(c, 0) * width(c, 1) * width(c, 2);
}

/* EXACT: quarters, so that sums have few bits and results end in a half now and then. */
double test_weight_draw(test_numbers numbers, test_random *random)
{
    double weight;
    if (numbers == TEST_NUMBERS_EXACT) {
        return ((double)test_random_below(random, 31) - 15) / 4;
    }
    do {
        test_number_draw(numbers, TCU_TYPE_F64, 1, random, &weight);
    } while (!isfinite(weight));
    return weight;
}

static double draw(const test_tap_choice *c, test_random *random)
{
    return test_weight_draw(c->numbers, random);
}

/* Of means: taps from number `first` on by a power of 2, so that duplicates stay what they are. */
static void scale_to_mean(test_taps *taps, uint64_t first, const test_tap_choice *c)
{
    double sum = 0;
    for (uint64_t k = first; k < taps->count; k++) {
        sum += fabs(taps->taps[k].weight);
    }
    const bool is_scaled = c->is_mean && c->numbers != TEST_NUMBERS_EXACT && sum > 0;
    const double scale = is_scaled ? exp2(-ceil(log2(sum))) : 1;
    for (uint64_t k = first; k < taps->count; k++) {
        taps->taps[k].weight *= scale;
    }
}

/* Point k of the box in C order. */
static test_tap tap_of_box(const test_tap_choice *c, uint64_t k)
{
    test_tap tap = {0};
    for (int axis = TEST_AXES - 1; axis >= 0; axis--) {
        tap.offset[axis] = c->low[axis] + (int64_t)(k % width(c, axis));
        k /= width(c, axis);
    }
    return tap;
}

static void add_box(test_taps *taps, const test_tap_choice *c, test_random *random)
{
    const uint64_t box = test_tap_box(c), seed = test_random_next(random);
    for (uint64_t k = 0; k < box; k++) {
        test_tap tap = tap_of_box(c, k);
        uint64_t distances = 0;
        for (int axis = 0; axis < TEST_AXES; axis++) {
            distances = distances * 16411 + (uint64_t)llabs(tap.offset[axis]);
        }
        test_random of_distances = test_random_part(seed, distances);
        tap.weight = c->pattern == TEST_PATTERN_ZEROS       ? 0
                     : c->pattern == TEST_PATTERN_SYMMETRIC ? draw(c, &of_distances)
                                                            : draw(c, random);
        test_taps_add(taps, &tap);
    }
}

static void add_star(test_taps *taps, const test_tap_choice *c, test_random *random)
{
    for (int axis = 0; axis < TEST_AXES; axis++) {
        for (int64_t offset = c->low[axis]; offset <= c->high[axis]; offset++) {
            test_tap tap = {0};
            tap.offset[axis] = offset;
            tap.weight = draw(c, random);
            if (offset != 0 || axis == TEST_AXES - 1) {
                test_taps_add(taps, &tap);
            }
        }
    }
}

static void add_products(test_taps *taps, const test_tap_choice *c, test_random *random)
{
    const uint64_t count = width(c, 0) + width(c, 1) + width(c, 2), box = test_tap_box(c);
    double *factors = malloc(count * sizeof *factors);
    cr_assert_not_null(factors);
    const bool has_zeros = test_random_below(random, 4) == 0;
    for (uint64_t k = 0; k < count; k++) {
        /* (Of exact ones the quotients are exact too, which a library makes that looks for factors.) */
        static const double exact[] = {-4, -2, -1, 1, 2, 4};
        factors[k] = has_zeros && test_random_below(random, 3) == 0 ? 0
                     : c->numbers == TEST_NUMBERS_EXACT             ? exact[test_random_below(random, 6)]
                                                                    : draw(c, random);
    }
    for (uint64_t k = 0; k < box; k++) {
        test_tap tap = tap_of_box(c, k);
        const double *of_axis = factors;
        tap.weight = 1;
        for (int axis = 0; axis < TEST_AXES; axis++) {
            tap.weight *= width(c, axis) == 1 ? 1 : of_axis[tap.offset[axis] - c->low[axis]];
            of_axis += width(c, axis);
        }
        test_taps_add(taps, &tap);
    }
    free(factors);
}

static void add_listed(test_taps *taps, const test_tap_choice *c, test_random *random)
{
    const uint64_t box = test_tap_box(c);
    for (uint64_t k = 0; k < c->listed; k++) {
        test_tap tap = tap_of_box(c, test_random_below(random, box));
        tap.weight = test_random_below(random, 8) == 0 ? 0 : draw(c, random);
        /* (Sums of weights are exact, in whatever order.) */
        tap.weight = c->numbers == TEST_NUMBERS_EXACT ? tap.weight : rint(tap.weight * 0x1p20) * 0x1p-20;
        if (c->pattern == TEST_PATTERN_COUPLED) {
            tap.out_field = (uint32_t)test_random_below(random, c->out_fields);
            tap.in_field = (uint32_t)test_random_below(random, c->in_fields);
        }
        test_taps_add(taps, &tap);
        /* Once more: the sum is 0, or twice as much, or one and a half, or the same. */
        if (test_random_below(random, 8) == 0) {
            static const double factors[] = {-1, 1, 0.5, 0};
            tap.weight *= factors[test_random_below(random, 4)];
            test_taps_add(taps, &tap);
        }
    }
}

/* Of one pair of fields: nothing, a weight, a star, some of its taps, or one tap anywhere. */
static void add_term(test_taps *taps, const test_tap_choice *c, uint32_t out_field, uint32_t in_field,
                     test_random *random)
{
    const uint64_t kind = test_random_below(random, 6), first = taps->count;
    if (kind < 2) {
        return;
    }
    if (kind < 4) {
        const test_tap weight = {.weight = draw(c, random)};
        test_taps_add(taps, &weight);
    } else if (test_random_below(random, 4) == 0) {
        test_tap tap = tap_of_box(c, test_random_below(random, test_tap_box(c)));
        tap.weight = draw(c, random);
        test_taps_add(taps, &tap);
    } else {
        add_star(taps, c, random);
        if (test_random_below(random, 3) == 0) {
            taps->count -= test_random_below(random, taps->count - first);
        }
    }
    for (uint64_t k = first; k < taps->count; k++) {
        taps->taps[k].out_field = out_field;
        taps->taps[k].in_field = in_field;
    }
}

static void add_terms(test_taps *taps, const test_tap_choice *c, test_random *random)
{
    for (uint32_t out_field = 0; out_field < c->out_fields; out_field++) {
        const uint64_t first = taps->count;
        const bool is_copy = test_random_below(random, 3) == 0;
        if (is_copy) {
            const test_tap tap = {
                .out_field = out_field, .in_field = (uint32_t)test_random_below(random, c->in_fields), .weight = 1};
            test_taps_add(taps, &tap);
        }
        for (uint32_t in_field = 0; in_field < c->in_fields && !is_copy; in_field++) {
            add_term(taps, c, out_field, in_field, random);
        }
        scale_to_mean(taps, first, c);
    }
}

static void add_corners(test_taps *taps, const test_tap_choice *c, test_random *random)
{
    for (int corner = 0; corner < 8; corner++) {
        test_tap tap = {.weight = draw(c, random)};
        bool is_new = true;
        for (int axis = 0; axis < TEST_AXES; axis++) {
            tap.offset[axis] = corner >> axis & 1 ? c->high[axis] : c->low[axis];
            is_new = is_new && !((corner >> axis & 1) && c->high[axis] == c->low[axis]);
        }
        if (is_new) {
            test_taps_add(taps, &tap);
        }
    }
}

test_taps test_taps_new(const test_tap_choice *c, test_random *random)
{
    test_taps taps = {.is_coupled = test_pattern_is_coupled(c->pattern)};
    switch (c->pattern) {
    case TEST_PATTERN_STAR:
        add_star(&taps, c, random);
        break;
    case TEST_PATTERN_SEPARABLE:
        add_products(&taps, c, random);
        break;
    case TEST_PATTERN_LIST:
    case TEST_PATTERN_COUPLED:
        add_listed(&taps, c, random);
        break;
    case TEST_PATTERN_TERMS:
        add_terms(&taps, c, random);
        break;
    case TEST_PATTERN_CORNERS:
        add_corners(&taps, c, random);
        break;
    default:
        add_box(&taps, c, random);
        break;
    }
    if (c->pattern != TEST_PATTERN_TERMS) { /* (whose output fields are each a mean) */
        scale_to_mean(&taps, 0, c);
    }
    return taps;
}

static int in_order(const void *a_, const void *b_)
{
    const test_tap *a = a_, *b = b_;
    if (a->out_field != b->out_field) {
        return a->out_field < b->out_field ? -1 : 1;
    }
    if (a->in_field != b->in_field) {
        return a->in_field < b->in_field ? -1 : 1;
    }
    for (int axis = 0; axis < TEST_AXES; axis++) {
        if (a->offset[axis] != b->offset[axis]) {
            return a->offset[axis] < b->offset[axis] ? -1 : 1;
        }
    }
    return 0;
}

test_taps test_taps_footprint(const test_taps *given)
{
    test_taps sorted = {.is_coupled = given->is_coupled}, footprint = {.is_coupled = given->is_coupled};
    for (uint64_t k = 0; k < given->count; k++) {
        test_taps_add(&sorted, &given->taps[k]);
    }
    if (sorted.count > 1) {
        qsort(sorted.taps, sorted.count, sizeof *sorted.taps, in_order);
    }
    for (uint64_t k = 0; k < sorted.count;) {
        test_tap tap = sorted.taps[k++];
        while (k < sorted.count && in_order(&tap, &sorted.taps[k]) == 0) {
            tap.weight += sorted.taps[k++].weight;
        }
        if (tap.weight != 0) {
            test_taps_add(&footprint, &tap);
        }
    }
    test_taps_free(&sorted);
    return footprint;
}
