/* SPDX-License-Identifier: Apache-2.0 */
/* Time steps: what so many single sweeps make, for every boundary, at the rim too, and what is conserved. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stencil/stencil.h"
#include "test_backend.h"

static const uint64_t all_steps[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 33};
enum { NUM_STEPS = sizeof all_steps / sizeof all_steps[0] };

static test_stencil_case steps_of(tcu_type type, uint32_t dimensions, test_pattern pattern, int64_t radius,
                                  test_random *random)
{
    test_stencil_case t = test_stencil_plain(TEST_STENCIL_ITERATE, type, dimensions);
    t.seed = test_random_next(random);
    t.value_seed = test_random_next(random);
    t.pattern = pattern;
    t.listed = 6;
    t.weight_numbers = type == TCU_TYPE_U8 ? TEST_NUMBERS_EXACT : TEST_NUMBERS_UNIT;
    t.constant = 0.25;
    for (int axis = 0; axis < TEST_AXES; axis++) {
        t.low[axis] = -radius;
        t.high[axis] = radius;
    }
    return t;
}

/* Every number of steps, for stars and boxes of small radii, on grids that are larger and smaller than what the steps of a
 * pass reach. */
static void all_numbers_of_steps(uint32_t dimensions)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18100 + dimensions);
    for (int boundary = 0; boundary < 7; boundary++) {
        for (int i = 0; i < NUM_STEPS; i++) {
            for (int type = 0; type < TEST_STENCIL_TYPES; type++) {
                test_stencil_case t =
                    steps_of(test_stencil_types[type], dimensions,
                             (i + type + boundary) % 3 == 0 ? TEST_PATTERN_BOX : TEST_PATTERN_STAR,
                             dimensions == 1 ? 1 + (int64_t)test_random_below(&random, 4) : 1, &random);
                static const uint64_t most[][TEST_AXES] = {{1, 1, 600}, {1, 48, 48}, {8, 24, 48}};
                for (int axis = 0; axis < TEST_AXES; axis++) {
                    const bool is_small = test_random_below(&random, 3) == 0;
                    t.extents[axis] = 1 + test_random_below(&random, is_small ? 6 : most[dimensions - 1][axis]);
                    t.boundaries[axis] = (tcu_boundary)boundary;
                }
                t.steps = all_steps[i];
                test_stencil_settle(&t);
                test_sweeper_expect(&s, &t);
            }
        }
    }
    test_sweeper_free(&s);
}

Test(stencil_iterate, every_number_of_steps_1d, .timeout = 300)
{
    all_numbers_of_steps(1);
}

Test(stencil_iterate, every_number_of_steps_2d, .timeout = 300)
{
    all_numbers_of_steps(2);
}

Test(stencil_iterate, every_number_of_steps_3d, .timeout = 300)
{
    all_numbers_of_steps(3);
}

Test(stencil_iterate, at_random, .timeout = 600)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18104);
    for (uint64_t i = 0; i < test_by_tier(300, 1500, 20000); i++) {
        if (!test_takes(&random, 4)) {
            continue;
        }
        const test_stencil_case t = test_stencil_random(
            TEST_STENCIL_ITERATE, test_stencil_types[i % TEST_STENCIL_TYPES], i % 10 == 0 ? 300000 : 30000, &random);
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}

/* ---------------------------------------------------------------------------------------- against single sweeps --- */

/* Iteration against sweeps of the same library, which rounds both in the same way: near each other within the bounds of
 * as many sweeps, and bit by bit where nothing is rounded. */
Test(stencil_iterate, is_repeated_execution, .timeout = 120)
{
    enum { H = 37, W = 53, N = H * W, STEPS = 9 };
    tcu_context *context = test_context_new();
    test_memory memories[3] = {{0}};
    double u[N], repeated[N];
    for (int boundary = 0; boundary < 7; boundary++) {
        const int32_t offsets[] = {-1, 0, 0, -1, 0, 0, 0, 1, 1, 0};
        const double weights[] = {0.125, 0.125, 0.5, 0.125, 0.125};
        tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
        desc.type = TCU_TYPE_F64;
        desc.dimensions = 2;
        desc.extents[0] = H;
        desc.extents[1] = W;
        desc.boundaries[0] = desc.boundaries[1] = (tcu_boundary)boundary;
        desc.constant = 2;
        desc.num_taps = 5;
        desc.offsets = offsets;
        desc.weights = weights;
        tcu_stencil *plan = NULL;
        cr_assert_eq(tcu_stencil_create(context, &desc, &plan), TCU_SUCCESS, "%s", tcu_context_last_error(context));
        for (int i = 0; i < N; i++) {
            u[i] = (double)(i * 7919 % 1024) - 512; /* with the weights, 9 steps are exact */
        }
        test_slice slices[3];
        for (int i = 0; i < 3; i++) {
            slices[i] = test_slice_open(&memories[i], sizeof u, 8, 0xff);
        }
        test_copy_in(slices[0].data, u, sizeof u);
        test_copy_in(slices[1].data, u, sizeof u);
        test_synchronise();
        cr_assert_eq(tcu_stencil_iterate(context, plan, slices[0].data, slices[2].data, STEPS), TCU_SUCCESS);
        test_synchronise();
        for (int step = 0; step < STEPS; step++) {
            cr_assert_eq(tcu_stencil_execute(context, plan, slices[1 + step % 2].data, slices[2 - step % 2].data),
                         TCU_SUCCESS);
        }
        test_synchronise();
        test_copy_out(u, slices[0].data, sizeof u);
        test_copy_out(repeated, slices[1 + STEPS % 2].data, sizeof u);
        for (int i = 0; i < N; i++) {
            cr_assert_eq(u[i], repeated[i], "%s, element %d: %.17g instead of %.17g", test_boundary_names[boundary], i,
                         u[i], repeated[i]);
        }
        cr_assert_eq(tcu_stencil_destroy(plan), TCU_SUCCESS);
    }
    for (int i = 0; i < 3; i++) {
        test_memory_release(&memories[i]);
    }
    tcu_context_destroy(context);
}

/* The sum is conserved by diffusion on a torus, and by mirrors between points. */
Test(stencil_iterate, diffusion_conserves_the_sum, .timeout = 120)
{
    enum { D = 24, H = 19, W = 37, N = D * H * W, STEPS = 50 };
    static const tcu_boundary boundaries[] = {TCU_BOUNDARY_PERIODIC, TCU_BOUNDARY_SYMMETRIC};
    tcu_context *context = test_context_new();
    test_memory memories[2] = {{0}};
    double *u = malloc(N * sizeof *u);
    cr_assert_not_null(u);
    for (int b = 0; b < 2; b++) {
        const int32_t offsets[] = {0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1};
        const double r = 0.13, weights[] = {1 - 6 * r, r, r, r, r, r, r};
        tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
        desc.type = TCU_TYPE_F64;
        desc.dimensions = 3;
        desc.num_taps = 7;
        desc.offsets = offsets;
        desc.weights = weights;
        const uint64_t extents[] = {D, H, W};
        memcpy(desc.extents, extents, sizeof extents);
        for (int axis = 0; axis < 3; axis++) {
            desc.boundaries[axis] = boundaries[b];
        }
        tcu_stencil *plan = NULL;
        cr_assert_eq(tcu_stencil_create(context, &desc, &plan), TCU_SUCCESS, "%s", tcu_context_last_error(context));
        test_random random = test_random_part(test_seed_of_run(), 18105);
        long double before = 0, after = 0, least = 1, most = 0;
        for (int i = 0; i < N; i++) {
            u[i] = test_random_unit(&random);
            before += u[i];
        }
        const test_slice slice = test_slice_open(&memories[0], N * sizeof *u, 0, 0xff),
                         scratch = test_slice_open(&memories[1], N * sizeof *u, 16, 0xff);
        test_copy_in(slice.data, u, slice.bytes);
        test_synchronise();
        cr_assert_eq(tcu_stencil_iterate(context, plan, slice.data, scratch.data, STEPS), TCU_SUCCESS);
        test_synchronise();
        test_copy_out(u, slice.data, slice.bytes);
        for (int i = 0; i < N; i++) {
            after += u[i];
            least = u[i] < least ? u[i] : least;
            most = u[i] > most ? u[i] : most;
        }
        cr_expect_leq(fabsl(after - before), STEPS * 9 * 0x1p-53L * before, "%s: %.17Lg became %.17Lg",
                      test_boundary_names[boundaries[b]], before, after);
        cr_expect(least > 0.3 && most < 0.7, "from %Lg to %Lg", least, most);
        cr_assert_eq(tcu_stencil_destroy(plan), TCU_SUCCESS);
    }
    free(u);
    test_memory_release(&memories[0]);
    test_memory_release(&memories[1]);
    tcu_context_destroy(context);
}

/* No steps: nothing is read or written, whatever the pointers of scratch and workspace. */
Test(stencil_iterate, no_steps)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18106);
    for (int i = 0; i < 20; i++) {
        test_stencil_case t =
            test_stencil_random(TEST_STENCIL_ITERATE, test_stencil_types[i % TEST_STENCIL_TYPES], 1000, &random);
        t.steps = 0;
        t.seed |= 64; /* no scratch */
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}

/* Grids of many tiles of a pass. */
Test(stencil_iterate, larger_grids, .timeout = 600)
{
    static const uint64_t extents[3][TEST_AXES] = {{1, 1, 30011}, {1, 210, 333}, {31, 45, 71}};
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18107);
    for (uint64_t i = 0; i < test_by_tier(8, 30, 300); i++) {
        const uint32_t dimensions = 1 + (uint32_t)(i % 3);
        test_stencil_case t = steps_of(test_stencil_types[test_random_below(&random, TEST_STENCIL_TYPES)], dimensions,
                                       i % 2 == 0 ? TEST_PATTERN_STAR : TEST_PATTERN_BOX,
                                       dimensions == 1 ? 1 + (int64_t)(i / 3 % 4)
                                       : i % 5 == 4    ? 2
                                                       : 1,
                                       &random);
        memcpy(t.extents, extents[dimensions - 1], sizeof t.extents);
        for (int axis = 0; axis < TEST_AXES; axis++) {
            t.boundaries[axis] = (tcu_boundary)test_random_below(&random, 7);
        }
        t.in_gaps.axes[1] = test_random_below(&random, 5);
        t.steps = 1 + test_random_below(&random, 11);
        test_stencil_settle(&t);
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}
