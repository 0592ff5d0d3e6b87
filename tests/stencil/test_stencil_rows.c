/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows that begin anywhere, in and out each at a place of its own: boxes and stars of small radius on planes and volumes
 * of every type. Rows are about as wide as one or two warps' vectors, whether of all lanes or of all but one.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "primitives/context/context_internal.h"
#include "primitives/context/path.h"
#include "stencil/stencil.h"
#include "test_backend.h"
#include "test_types.h"

/* On backends that have a path for such footprints, all that it takes goes by it. */
static bool force_sliding(tcu_context *context)
{
    const tcui_operation *operation = context->backend->operations[TCUI_STENCIL];
    for (int p = 0; p < operation->num_paths; p++) {
        if (strcmp(operation->paths[p].name, "sliding") == 0) {
            test_keep_paths();
            context->forced_paths[TCUI_STENCIL] = &operation->paths[p];
            return true;
        }
    }
    return false;
}

/* Runs the case; whether it went by that path. */
static bool goes_sliding(test_sweeper *s, const test_stencil_case *t)
{
    tcu_call_info info;
    test_sweeper_expect(s, t);
    cr_assert_eq(tcu_context_get_last_call(s->context, &info), TCU_SUCCESS);
    return strcmp(info.path, "sliding") == 0;
}

static uint64_t below(test_random *random, uint64_t bound)
{
    return test_random_below(random, bound);
}

/* Points of a lane: 16 bytes, of u8 8. */
static uint64_t points_of(tcu_type type)
{
    const uint64_t bytes = test_types[type].bytes;
    return bytes == 1 ? 8 : 16 / bytes;
}

/* About so many lanes wide, or anything up to that. */
static uint64_t draw_width(tcu_type type, test_random *random)
{
    static const uint64_t lanes[] = {1, 30, 31, 32, 61, 62, 63, 64, 93};
    const uint64_t points = points_of(type), most = below(random, test_by_tier(6, 9, 9));
    const uint64_t width = lanes[most] * points;
    if (below(random, 6) == 0) {
        return 1 + below(random, width);
    }
    return width - points + 1 + below(random, 2 * points);
}

static void draw_gaps(test_gaps *gaps, uint64_t points, test_random *random)
{
    *gaps = (test_gaps){.axes = {below(random, 3), below(random, 3) == 0 ? 0 : below(random, 2 * points)},
                        .field = below(random, 2) * below(random, points),
                        .batch = below(random, 2) * below(random, points)};
}

/* Rows, strides and places of a case that has form, type, dimensions and boundaries. */
static void draw_rows(test_stencil_case *t, test_random *random)
{
    const uint64_t points = points_of(t->type);
    t->seed = test_random_next(random);
    t->value_seed = test_random_next(random);
    t->extents[0] = 1 + below(random, 5);
    t->extents[1] = 1 + below(random, t->dimensions == 3 ? 11 : 9);
    t->extents[2] = draw_width(t->type, random);
    t->batch = 1 + below(random, 4) / 3;
    t->in_fields = 1 + (uint32_t)below(random, 4) / 3;
    draw_gaps(&t->in_gaps, points, random);
    draw_gaps(&t->out_gaps, points, random);
    t->in_shift = (unsigned)below(random, points);
    t->out_shift = (unsigned)below(random, points);
    if (below(random, 4) == 0) { /* one of them at vectors */
        test_gaps *const gaps = below(random, 2) == 0 ? &t->in_gaps : &t->out_gaps;
        unsigned *const shift = gaps == &t->in_gaps ? &t->in_shift : &t->out_shift;
        *gaps = (test_gaps){.axes = {0, points - 1 - (t->extents[2] + points - 1) % points}};
        *shift = 0;
    }
    t->constant = test_random_unit(random) * 3 - 1;
    t->numbers = below(random, 4) == 0 ? TEST_NUMBERS_SPECIAL : TEST_NUMBERS_UNIT;
    test_stencil_settle(t);
}

static void draw_boundaries(test_stencil_case *t, tcu_boundary of_rows, test_random *random)
{
    const bool are_same = below(random, 2) == 0;
    t->boundaries[2] = of_rows;
    for (int axis = 0; axis < 2; axis++) {
        t->boundaries[axis] = are_same ? of_rows : (tcu_boundary)below(random, 7);
    }
}

/* Of one pattern on planes or volumes: radii up to those that have kernels. Now and then the footprint lies beside its
 * point, or a star lacks an axis. */
static void run_plans(uint32_t dimensions, test_pattern pattern, unsigned part)
{
    test_random random = test_random_part(test_seed_of_run(), part);
    test_sweeper s = test_sweeper_new();
    const bool has_sliding = force_sliding(s.context);
    int taken = 0;
    const int64_t most = pattern == TEST_PATTERN_BOX && dimensions == 3 ? 2 : 4;
    for (int type = 0; type < TEST_STENCIL_TYPES; type++) {
        for (int boundary = 0; boundary < 7; boundary++) {
            for (int64_t radius = 1; radius <= most; radius++) {
                for (uint64_t i = 0; i < test_by_tier(2, 4, 12); i++) {
                    test_stencil_case t =
                        test_stencil_plain(TEST_STENCIL_EXECUTE, test_stencil_types[type], dimensions);
                    const int64_t beside = below(&random, 6) == 0 ? (int64_t)below(&random, 9) - 4 : 0;
                    t.pattern = pattern;
                    for (int axis = 0; axis < TEST_AXES; axis++) {
                        t.low[axis] = -radius;
                        t.high[axis] = radius;
                    }
                    if (pattern == TEST_PATTERN_BOX) {
                        t.low[2] += beside;
                        t.high[2] += beside;
                    } else if (beside != 0) {
                        t.low[1] = t.high[1] = 0;
                    }
                    draw_boundaries(&t, (tcu_boundary)boundary, &random);
                    draw_rows(&t, &random);
                    taken += goes_sliding(&s, &t);
                }
            }
        }
    }
    cr_expect(taken > 0 || !has_sliding);
    test_sweeper_free(&s);
}

Test(stencil_rows, boxes_in_planes, .timeout = 600)
{
    run_plans(2, TEST_PATTERN_BOX, 18920);
}

Test(stencil_rows, stars_in_planes, .timeout = 600)
{
    run_plans(2, TEST_PATTERN_STAR, 18921);
}

Test(stencil_rows, boxes_in_volumes, .timeout = 600)
{
    run_plans(3, TEST_PATTERN_BOX, 18922);
}

Test(stencil_rows, stars_in_volumes, .timeout = 600)
{
    run_plans(3, TEST_PATTERN_STAR, 18923);
}

/* Weights that are an array; results are fewer or more than points. */
Test(stencil_rows, convolutions, .timeout = 600)
{
    test_random random = test_random_part(test_seed_of_run(), 18924);
    test_sweeper s = test_sweeper_new();
    const bool has_sliding = force_sliding(s.context);
    int taken = 0;
    for (int type = 0; type < TEST_STENCIL_TYPES; type++) {
        for (int padding = 0; padding < 3; padding++) {
            for (uint64_t radius = 1; radius <= 4; radius++) {
                for (uint64_t i = 0; i < test_by_tier(3, 6, 24); i++) {
                    test_stencil_case t = test_stencil_plain(TEST_STENCIL_CONVOLVE_2D, test_stencil_types[type], 2);
                    t.kernel[0] = t.kernel[1] = 2 * radius + 1;
                    t.padding = (tcu_padding)padding;
                    t.kind = (tcu_convolution_kind)below(&random, 2);
                    t.boundaries[2] = (tcu_boundary)below(&random, 6);
                    draw_rows(&t, &random);
                    t.extents[1] += 2 * radius;
                    taken += goes_sliding(&s, &t);
                }
            }
        }
    }
    cr_expect(taken > 0 || !has_sliding);
    test_sweeper_free(&s);
}
