/* SPDX-License-Identifier: Apache-2.0 */
/* One sweep of a stencil: every boundary, dimension, type and pattern of taps, grids of all sizes, and at random. */
#include <criterion/criterion.h>
#include <string.h>

#include "stencil/stencil.h"
#include "test_backend.h"

static test_stencil_case plain(tcu_type type, uint32_t dimensions, test_random *random)
{
    test_stencil_case t = test_stencil_plain(TEST_STENCIL_EXECUTE, type, dimensions);
    t.seed = test_random_next(random);
    t.value_seed = test_random_next(random);
    t.arithmetic = (tcu_arithmetic)test_random_below(random, 3);
    t.constant = 0.7;
    return t;
}

static void set_box(test_stencil_case *t, int64_t low, int64_t high)
{
    for (int axis = 0; axis < TEST_AXES; axis++) {
        t->low[axis] = low;
        t->high[axis] = high;
    }
}

/* Extents from one point on, in all parities, so that mirrors and periods repeat; footprints that reach further. */
Test(stencil, every_boundary_of_every_extent, .timeout = 300)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18000);
    for (uint32_t dimensions = 1; dimensions <= 3; dimensions++) {
        const uint64_t most = dimensions == 1 ? 40 : dimensions == 2 ? 9 : 5;
        for (uint64_t extent = 1; extent <= most; extent++) {
            for (int i = 0; i < 7 * TEST_STENCIL_TYPES; i++) {
                test_stencil_case t = plain(test_stencil_types[i % TEST_STENCIL_TYPES], dimensions, &random);
                t.pattern = (test_pattern)test_random_below(&random, TEST_PATTERN_COUPLED);
                t.listed = 7;
                const int64_t radius = dimensions == 1 ? 9 : dimensions == 2 ? 4 : 2;
                set_box(&t, -radius, (int64_t)test_random_below(&random, (uint64_t)radius + 1));
                for (int axis = 0; axis < TEST_AXES; axis++) {
                    t.extents[axis] = extent + (axis == 0 ? 0 : test_random_below(&random, 3));
                    t.boundaries[axis] =
                        (tcu_boundary)(axis == 2 ? i / TEST_STENCIL_TYPES : (int)test_random_below(&random, 7));
                }
                test_stencil_settle(&t);
                test_sweeper_expect(&s, &t);
            }
        }
    }
    test_sweeper_free(&s);
}

/* What is outside along several axes at once. */
Test(stencil, every_pair_of_boundaries, .timeout = 300)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18001);
    for (int pair = 0; pair < 49; pair++) {
        for (uint32_t dimensions = 2; dimensions <= 3; dimensions++) {
            for (int type = 0; type < TEST_STENCIL_TYPES; type++) {
                test_stencil_case t = plain(test_stencil_types[type], dimensions, &random);
                t.pattern = pair % 2 == 0 ? TEST_PATTERN_BOX : TEST_PATTERN_CORNERS;
                t.weight_numbers = t.numbers = TEST_NUMBERS_EXACT;
                set_box(&t, -2, 2);
                for (int axis = 0; axis < TEST_AXES; axis++) {
                    t.extents[axis] = 3 + test_random_below(&random, 4);
                }
                t.boundaries[0] = (tcu_boundary)test_random_below(&random, 7);
                t.boundaries[1] = (tcu_boundary)(pair / 7);
                t.boundaries[2] = (tcu_boundary)(pair % 7);
                test_stencil_settle(&t);
                test_sweeper_expect(&s, &t);
            }
        }
    }
    test_sweeper_free(&s);
}

/* Radii to 64 along one axis, 8 along two and 4 along three, on grids of some tiles. */
Test(stencil, every_radius, .timeout = 300)
{
    static const uint64_t extents[3][TEST_AXES] = {{1, 1, 700}, {1, 41, 47}, {17, 13, 15}};
    static const int64_t radii[] = {64, 8, 4};
    static const test_pattern patterns[] = {TEST_PATTERN_BOX, TEST_PATTERN_STAR, TEST_PATTERN_SEPARABLE,
                                            TEST_PATTERN_SYMMETRIC};
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18002);
    for (uint32_t dimensions = 1; dimensions <= 3; dimensions++) {
        const int64_t most = radii[dimensions - 1];
        for (int64_t radius = 0; radius <= most; radius += radius < 8 || test_by_tier(0, 1, 1) ? 1 : 9) {
            for (int i = 0; i < 4; i++) {
                test_stencil_case t =
                    plain(test_stencil_types[test_random_below(&random, TEST_STENCIL_TYPES)], dimensions, &random);
                t.pattern = patterns[i];
                set_box(&t, -radius, radius);
                memcpy(t.extents, extents[dimensions - 1], sizeof t.extents);
                for (int axis = 0; axis < TEST_AXES; axis++) {
                    t.boundaries[axis] = (tcu_boundary)test_random_below(&random, 7);
                }
                t.weight_numbers = t.numbers = i % 2 == 0 ? TEST_NUMBERS_EXACT : TEST_NUMBERS_UNIT;
                t.every = test_by_tier(5, 3, 1);
                test_stencil_settle(&t);
                test_sweeper_expect(&s, &t);
            }
        }
    }
    test_sweeper_free(&s);
}

/* Taps as far off as they may be, on grids that are smaller and larger than that. */
Test(stencil, taps_far_away, .timeout = 300)
{
    enum { FAR = TCU_STENCIL_MAX_RADIUS };
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18003);
    for (int i = 0; i < 7 * (int)test_by_tier(8, 16, 64); i++) {
        test_stencil_case t = plain(test_stencil_types[i % TEST_STENCIL_TYPES], 1 + (uint32_t)(i % 3), &random);
        t.pattern = i % 4 == 0 ? TEST_PATTERN_COUPLED : i % 4 == 1 ? TEST_PATTERN_LIST : TEST_PATTERN_CORNERS;
        t.listed = 5;
        const int64_t reach = i % 5 == 0 ? 300 : FAR;
        for (int axis = 0; axis < TEST_AXES; axis++) {
            static const uint64_t extents[] = {1, 2, 3, 17, 30, 5000};
            t.low[axis] = test_random_below(&random, 2) ? -reach : reach - 1;
            t.high[axis] = test_random_below(&random, 2) ? reach : t.low[axis];
            t.extents[axis] = extents[test_random_below(&random, axis == 2 ? 6 : 3)];
            t.boundaries[axis] = (tcu_boundary)test_random_below(&random, 7);
        }
        t.in_fields = t.out_fields = 2;
        test_stencil_settle(&t);
        test_sweeper_expect(&s, &t);
    }
    /* A box that has its point outside. */
    for (int i = 0; i < 28; i++) {
        test_stencil_case t = plain(test_stencil_types[i % TEST_STENCIL_TYPES], 1 + (uint32_t)(i % 3), &random);
        for (int axis = 0; axis < TEST_AXES; axis++) {
            t.low[axis] = (int64_t)test_random_below(&random, 60) - 30;
            t.high[axis] = t.low[axis] + (int64_t)test_random_below(&random, 3);
            t.extents[axis] = 1 + test_random_below(&random, 40);
            t.boundaries[axis] = (tcu_boundary)(i % 7);
        }
        t.seed |= 1;
        test_stencil_settle(&t);
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}

/* Everything at random. */
Test(stencil, at_random, .timeout = 600)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18005);
    for (uint64_t i = 0; i < test_by_tier(600, 2500, 30000); i++) {
        if (!test_takes(&random, 6)) {
            continue;
        }
        const test_stencil_case t = test_stencil_random(
            TEST_STENCIL_EXECUTE, test_stencil_types[i % TEST_STENCIL_TYPES], i % 10 == 0 ? 200000 : 20000, &random);
        test_sweeper_expect(&s, &t);
    }
    cr_expect_gt(s.verified, 0);
    test_sweeper_free(&s);
}

/* Grids of more than a few blocks of threads, with gaps or without. */
Test(stencil, larger_grids, .timeout = 600)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18006);
    for (uint64_t i = 0; i < test_by_tier(15, 60, 600); i++) {
        test_stencil_case t = test_stencil_random(TEST_STENCIL_EXECUTE, test_stencil_types[i % TEST_STENCIL_TYPES],
                                                  test_long(test_by_tier(3000000, 6000000, 20000000)), &random);
        t.every = 31;
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}
