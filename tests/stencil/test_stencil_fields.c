/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stencils of several fields: stars, weights and copies between them, as the equations of physics have them. On backends
 * that make them by passes over single fields, all that these take goes by them.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "primitives/context/context_internal.h"
#include "primitives/context/path.h"
#include "stencil/stencil.h"
#include "test_backend.h"
#include "test_types.h"

/* A sweeper on which the path is forced, where there is such a path: *has. */
static test_sweeper forced(const char *path, bool *has)
{
    test_sweeper s = test_sweeper_new();
    const tcui_operation *operation = s.context->backend->operations[TCUI_STENCIL];
    *has = false;
    for (int p = 0; p < operation->num_paths; p++) {
        if (strcmp(operation->paths[p].name, path) == 0) {
            test_keep_paths();
            s.context->forced_paths[TCUI_STENCIL] = &operation->paths[p];
            *has = true;
        }
    }
    return s;
}

/* Runs the case; whether it went by that path. */
static bool goes(test_sweeper *s, const test_stencil_case *t, const char *path)
{
    tcu_call_info info;
    test_sweeper_expect(s, t);
    cr_assert_eq(tcu_context_get_last_call(s->context, &info), TCU_SUCCESS);
    return strcmp(info.path, path) == 0;
}

static uint64_t below(test_random *random, uint64_t bound)
{
    return test_random_below(random, bound);
}

static uint64_t gap(test_random *random)
{
    return below(random, 2) * below(random, 20);
}

/* Boundaries, gaps, batches and where arrays begin; half of the cases have aligned rows. */
static void draw_rest(test_stencil_case *t, test_random *random)
{
    const uint64_t points = 16 / test_types[t->type].bytes;
    t->seed = test_random_next(random);
    t->value_seed = test_random_next(random);
    t->batch = 1 + below(random, 2) * below(random, 3);
    for (int axis = 0; axis < TEST_AXES; axis++) {
        t->boundaries[axis] = (tcu_boundary)below(random, below(random, 4) == 0 ? 7 : 6);
    }
    if (below(random, 2) == 0) {
        t->extents[2] += points - 1;
        t->extents[2] -= t->extents[2] % points;
    } else {
        t->in_shift = (unsigned)below(random, points + 1);
        t->out_shift = (unsigned)below(random, points + 1);
        t->in_gaps = (test_gaps){.axes = {gap(random), gap(random)}, .field = gap(random), .batch = gap(random)};
        t->out_gaps = (test_gaps){.axes = {gap(random), gap(random)}, .field = gap(random), .batch = gap(random)};
    }
    t->weight_numbers = t->numbers = below(random, 2) == 0 ? TEST_NUMBERS_EXACT : TEST_NUMBERS_UNIT;
    if (t->form == TEST_STENCIL_ITERATE) {
        t->weight_numbers = t->type == TCU_TYPE_U8 ? TEST_NUMBERS_EXACT : TEST_NUMBERS_UNIT;
        t->numbers = TEST_NUMBERS_UNIT;
    } else if (below(random, 4) == 0) {
        t->numbers = TEST_NUMBERS_SPECIAL;
        t->weight_numbers = TEST_NUMBERS_UNIT;
    }
    t->constant = 1.5;
}

/* Terms of so many fields, of stars of that radius, on a grid that is about one or two warps wide. */
static test_stencil_case terms_of(test_stencil_form form, int i, int64_t radius, test_random *random)
{
    static const uint64_t most[3][2] = {{1, 1}, {1, 19}, {13, 11}};
    test_stencil_case t = test_stencil_plain(form, test_stencil_types[i % TEST_STENCIL_TYPES],
                                             1 + (uint32_t)(i / TEST_STENCIL_TYPES % 3));
    t.pattern = TEST_PATTERN_TERMS;
    t.in_fields = 1 + (uint32_t)below(random, 4);
    t.out_fields = form == TEST_STENCIL_ITERATE ? t.in_fields : 1 + (uint32_t)below(random, 4);
    for (int axis = 0; axis < TEST_AXES; axis++) {
        t.low[axis] = -radius;
        t.high[axis] = radius;
    }
    t.extents[0] = 1 + below(random, most[t.dimensions - 1][0]);
    t.extents[1] = 1 + below(random, most[t.dimensions - 1][1]);
    t.extents[2] = 1 + below(random, 70 * 16 / test_types[t.type].bytes);
    t.steps = 1 + below(random, 6);
    draw_rest(&t, random);
    test_stencil_settle(&t);
    return t;
}

static void run_terms(test_stencil_form form, const char *path, uint64_t part)
{
    bool has;
    test_sweeper s = forced(path, &has);
    test_random random = test_random_part(test_seed_of_run(), part);
    int taken = 0;
    for (int i = 0; i < TEST_STENCIL_TYPES * 3 * 4 * (int)test_by_tier(3, 8, 40); i++) {
        const test_stencil_case t = terms_of(form, i, 1 + i / TEST_STENCIL_TYPES / 3 % 4, &random);
        if (test_takes(&random, 3)) {
            taken += goes(&s, &t, path);
        }
    }
    cr_expect(!has || taken > 0, "%s was never taken", path);
    test_sweeper_free(&s);
}

Test(stencil_fields, terms_of_every_type, .timeout = 600)
{
    run_terms(TEST_STENCIL_EXECUTE, "fields", 18920);
}

Test(stencil_fields, steps_that_exchange_fields, .timeout = 600)
{
    run_terms(TEST_STENCIL_ITERATE, "exchange", 18921);
}

/* --------------------------------------------------------------------------------------------- given terms --- */

static void add_weight(test_taps *taps, uint32_t out_field, uint32_t in_field, double weight)
{
    test_taps_add(taps, &(test_tap){.out_field = out_field, .in_field = in_field, .weight = weight});
}

static void add_star(test_taps *taps, uint32_t out_field, uint32_t in_field, int64_t radius, double weight)
{
    for (int axis = 0; axis < TEST_AXES; axis++) {
        for (int64_t offset = -radius; offset <= radius; offset++) {
            test_tap tap = {.out_field = out_field, .in_field = in_field, .weight = weight / 2};
            tap.offset[axis] = offset;
            test_taps_add(taps, &tap);
        }
    }
}

static test_stencil_case of_fields(test_stencil_form form, tcu_type type, const test_taps *taps, uint32_t fields)
{
    test_stencil_case t = test_stencil_plain(form, type, 3);
    t.given = taps;
    t.in_fields = t.out_fields = fields;
    t.extents[0] = 9;
    t.extents[1] = 11;
    t.extents[2] = 37;
    t.weight_numbers = TEST_NUMBERS_UNIT;
    return t;
}

/* A wave equation's step, u_next = the star of u - u_before, with boundaries that keep points: each pass stores what its
 * field keeps, and no copy is left out. */
Test(stencil_fields, waves_with_every_boundary, .timeout = 300)
{
    bool has_fields, has_exchange;
    test_sweeper sweeps = forced("fields", &has_fields), steps = forced("exchange", &has_exchange);
    test_random random = test_random_part(test_seed_of_run(), 18922);
    for (int i = 0; i < 7 * TEST_STENCIL_TYPES; i++) {
        const tcu_type type = test_stencil_types[i % TEST_STENCIL_TYPES];
        const tcu_boundary boundary = (tcu_boundary)(i / TEST_STENCIL_TYPES);
        test_taps taps = {.is_coupled = true};
        add_star(&taps, 0, 0, 1 + i % 4, 0x1p-5);
        add_weight(&taps, 0, 1, -0.25);
        add_weight(&taps, 1, 0, 1);
        test_stencil_case t = of_fields(TEST_STENCIL_EXECUTE, type, &taps, 2);
        draw_rest(&t, &random);
        t.boundaries[0] = t.boundaries[1] = t.boundaries[2] = boundary;
        t.weight_numbers = TEST_NUMBERS_UNIT;
        test_stencil_settle(&t);
        cr_expect_eq(goes(&sweeps, &t, "fields"), has_fields && type != TCU_TYPE_U8, "boundary %d", (int)boundary);
        t.form = TEST_STENCIL_ITERATE;
        t.numbers = TEST_NUMBERS_UNIT;
        for (t.steps = 1; t.steps < 8 && type != TCU_TYPE_U8; t.steps++) {
            test_stencil_settle(&t);
            const bool goes_by_exchange = goes(&steps, &t, "exchange");
            cr_expect_eq(goes_by_exchange, has_exchange && boundary != TCU_BOUNDARY_KEEP, "boundary %d, %u steps",
                         (int)boundary, (unsigned)t.steps);
        }
        test_taps_free(&taps);
    }
    test_sweeper_free(&sweeps);
    test_sweeper_free(&steps);
}

/* Fields that change places in circles, that are all copies of one, and that chase each other. */
Test(stencil_fields, every_map_of_copies, .timeout = 300)
{
    enum { FIELDS = 3, MAPS = (FIELDS + 1) * (FIELDS + 1) * (FIELDS + 1) };
    bool has;
    test_sweeper s = forced("exchange", &has);
    test_random random = test_random_part(test_seed_of_run(), 18923);
    for (int map = 0; map < MAPS; map++) {
        test_taps taps = {.is_coupled = true};
        bool has_copies = false;
        for (int field = 0, rest = map; field < FIELDS; field++, rest /= FIELDS + 1) {
            if (rest % (FIELDS + 1) < FIELDS) {
                add_weight(&taps, (uint32_t)field, (uint32_t)(rest % (FIELDS + 1)), 1);
                has_copies = true;
            } else {
                add_weight(&taps, (uint32_t)field, 0, 0.5);
                add_weight(&taps, (uint32_t)field, 2, 0.25);
            }
        }
        test_stencil_case t = of_fields(TEST_STENCIL_ITERATE, TCU_TYPE_F32, &taps, FIELDS);
        t.extents[0] = 2;
        t.extents[1] = 3;
        t.numbers = TEST_NUMBERS_UNIT;
        t.value_seed = test_random_next(&random);
        for (t.steps = 1; t.steps < 6; t.steps++) {
            cr_expect_eq(goes(&s, &t, "exchange"), has && has_copies, "map %d", map);
        }
        test_taps_free(&taps);
    }
    test_sweeper_free(&s);
}

/* More weights than a pass adds; stars of several fields onto each other, onto one weight and onto several. What would be
 * rounded between passes goes by another path. */
Test(stencil_fields, many_terms, .timeout = 300)
{
    enum { FIELDS = 20, KINDS = 5 };
    bool has;
    test_sweeper s = forced("fields", &has);
    test_random random = test_random_part(test_seed_of_run(), 18924);
    for (int i = 0; i < TEST_STENCIL_TYPES * KINDS * 2; i++) {
        const tcu_type type = test_stencil_types[i % TEST_STENCIL_TYPES];
        const int kind = i / TEST_STENCIL_TYPES % KINDS;
        const uint32_t weights = kind == 0 ? 8 : kind == 1 ? FIELDS - 2 : kind == 2 ? 0 : kind == 3 ? 1 : 2;
        const uint32_t stars = kind < 2 ? 0 : 2;
        test_taps taps = {.is_coupled = true};
        for (uint32_t k = 0; k < weights; k++) {
            add_weight(&taps, 1, (7 * k + 1) % FIELDS, 0.25 + k);
        }
        for (uint32_t k = 0; k < stars; k++) {
            add_star(&taps, 1, (7 * k + 3) % FIELDS, 1 + (int64_t)k, 0.375);
        }
        test_stencil_case t = of_fields(TEST_STENCIL_EXECUTE, type, &taps, FIELDS);
        draw_rest(&t, &random);
        t.weight_numbers = TEST_NUMBERS_UNIT;
        t.boundaries[0] = t.boundaries[1] = t.boundaries[2] = (tcu_boundary)below(&random, 6);
        t.in_fields = FIELDS;
        t.out_fields = 3; /* fields 0 and 2 are zeros */
        test_stencil_settle(&t);
        const bool is_rounded_once = type == TCU_TYPE_F64 || type == TCU_TYPE_F32 || kind == 0;
        cr_expect_eq(goes(&s, &t, "fields"), has && is_rounded_once, "kind %d, type %d", kind, (int)type);
        test_taps_free(&taps);
    }
    test_sweeper_free(&s);
}
