/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time steps of stars in space against as many single sweeps of the same library, bit by bit: weights are sixteenths and
 * elements small integers, so that nothing is rounded. Grids smaller than a tile of several steps (64 x 32 or 64 x 64
 * points, fused/tuning.h), as large, and of several tiles; boundaries that differ from axis to axis; weights that are and
 * are not the same on both sides of a point; missing taps.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "stencil/stencil.h"
#include "test_backend.h"

enum { POINTS = 7 };

/* So many steps of elements from -most to most - 1 are exact: a step adds four bits. */
typedef struct {
    tcu_type type;
    int steps, most;
} exact_steps;

static const exact_steps all_types[] = {{TCU_TYPE_F64, 9, 512}, {TCU_TYPE_F32, 5, 4}};
enum { NUM_TYPES = sizeof all_types / sizeof all_types[0] };

static const int32_t star[POINTS][3] = {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}};

typedef struct {
    double weights[POINTS]; /* 0: no tap */
} star_weights;

static const star_weights all_weights[] = {
    {{1 / 8., 1 / 8., 1 / 8., 1 / 4., 1 / 8., 1 / 8., 1 / 8.}},     /* the same on both sides */
    {{1 / 8., 1 / 16., 3 / 16., 1 / 4., 1 / 16., 3 / 16., 1 / 8.}}, /* not along the last two axes */
    {{1 / 16., 1 / 8., 1 / 8., 0, 1 / 8., 1 / 8., 7 / 16.}},        /* without the point itself; not along the first */
    {{1 / 4., 0, 1 / 4., 1 / 4., 0, 1 / 4., 0}},                    /* one side alone */
};
enum { NUM_WEIGHTS = sizeof all_weights / sizeof all_weights[0] };

static void expect_sweeps(tcu_context *context, test_memory (*memories)[3], const exact_steps *exact,
                          const uint64_t extents[3], const tcu_boundary boundaries[3], const star_weights *weights)
{
    int32_t offsets[3 * POINTS];
    double taps[POINTS];
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.type = exact->type;
    desc.dimensions = 3;
    for (int p = 0; p < POINTS; p++) {
        if (weights->weights[p] != 0) {
            memcpy(offsets + 3 * desc.num_taps, star[p], sizeof star[p]);
            taps[desc.num_taps++] = weights->weights[p];
        }
    }
    desc.offsets = offsets;
    desc.weights = taps;
    desc.constant = 2;
    uint64_t n = 1;
    for (int axis = 0; axis < 3; axis++) {
        desc.extents[axis] = extents[axis];
        desc.boundaries[axis] = boundaries[axis];
        n *= extents[axis];
    }
    tcu_stencil *plan = NULL;
    cr_assert_eq(tcu_stencil_create(context, &desc, &plan), TCU_SUCCESS, "%s", tcu_context_last_error(context));

    const bool is_f32 = exact->type == TCU_TYPE_F32;
    const size_t bytes = n * (is_f32 ? sizeof(float) : sizeof(double));
    double *u = malloc(n * sizeof(double)), *repeated = malloc(n * sizeof(double));
    cr_assert(u != NULL && repeated != NULL);
    for (uint64_t i = 0; i < n; i++) {
        const int x = (int)(i * 7919 % (uint64_t)(2 * exact->most)) - exact->most;
        if (is_f32) {
            ((float *)u)[i] = (float)x;
        } else {
            u[i] = x;
        }
    }
    test_slice slices[3];
    for (int i = 0; i < 3; i++) {
        slices[i] = test_slice_open(&(*memories)[i], bytes, 8, 0xff);
    }
    test_copy_in(slices[0].data, u, bytes);
    test_copy_in(slices[1].data, u, bytes);
    test_synchronise();
    cr_assert_eq(tcu_stencil_iterate(context, plan, slices[0].data, slices[2].data, (uint64_t)exact->steps),
                 TCU_SUCCESS);
    tcu_call_info info;
    cr_assert_eq(tcu_context_get_last_call(context, &info), TCU_SUCCESS);
    /* (Stars whose weights are the same on both sides, at any boundary.) */
    cr_assert(!test_on_cuda() || weights != all_weights || n < 64 * 64 || strcmp(info.path, "fused") == 0);
    test_synchronise();
    for (int step = 0; step < exact->steps; step++) {
        cr_assert_eq(tcu_stencil_execute(context, plan, slices[1 + step % 2].data, slices[2 - step % 2].data),
                     TCU_SUCCESS);
    }
    test_synchronise();
    test_copy_out(u, slices[0].data, bytes);
    test_copy_out(repeated, slices[1 + exact->steps % 2].data, bytes);
    for (uint64_t i = 0; i < n; i++) {
        const double x = is_f32 ? (double)((float *)u)[i] : u[i];
        const double expected = is_f32 ? (double)((float *)repeated)[i] : repeated[i];
        cr_assert_eq(x, expected, "%s, %d x %d x %d, %s, %s, %s, weights %d, element %d: %.17g instead of %.17g",
                     is_f32 ? "f32" : "f64", (int)extents[0], (int)extents[1], (int)extents[2],
                     test_boundary_names[boundaries[0]], test_boundary_names[boundaries[1]],
                     test_boundary_names[boundaries[2]], (int)(weights - all_weights), (int)i, x, expected);
    }
    free(repeated);
    free(u);
    cr_assert_eq(tcu_stencil_destroy(plan), TCU_SUCCESS);
}

Test(stencil_iterate_space, is_repeated_execution, .timeout = 600)
{
    static const uint64_t extents[][3] = {{1, 16, 32},
                                          {3, 17, 33},
                                          {50, 31, 64},
                                          {5, 33, 65},
                                          {18, 61, 131},
                                          /* with tiles that no boundary reaches, of f64 and of both types */
                                          {20, 60, 124},
                                          {18, 122, 132}};
    enum { NUM_EXTENTS = sizeof extents / sizeof extents[0], BOUNDARIES = 7 };
    tcu_context *context = test_context_new();
    test_memory memories[3] = {{0}};
    test_random random = test_random_part(test_seed_of_run(), 18110);
    for (int e = 0; e < NUM_EXTENTS; e++) {
        const unsigned rarely = e < 5 ? 16 : 64;
        for (int b = 0; b < BOUNDARIES; b++) {
            for (int w = 0; w < NUM_WEIGHTS; w++) {
                const tcu_boundary same = (tcu_boundary)b;
                const tcu_boundary all[3] = {same, same, same};
                const tcu_boundary mixed[3] = {same, (tcu_boundary)test_random_below(&random, BOUNDARIES),
                                               (tcu_boundary)test_random_below(&random, BOUNDARIES)};
                for (int t = 0; t < NUM_TYPES; t++) {
                    if (test_takes(&random, rarely)) {
                        expect_sweeps(context, &memories, &all_types[t], extents[e], all, &all_weights[w]);
                    }
                    if (test_takes(&random, rarely)) {
                        expect_sweeps(context, &memories, &all_types[t], extents[e], mixed, &all_weights[w]);
                    }
                }
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        test_memory_release(&memories[i]);
    }
    tcu_context_destroy(context);
}
