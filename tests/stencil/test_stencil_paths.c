/* SPDX-License-Identifier: Apache-2.0 */
/* Each code path of stencils and layers, forced by its name on footprints of all shapes: where it applies, and right. */
#include <criterion/criterion.h>
#include <string.h>

#include "primitives/context/context_internal.h"
#include "primitives/context/path.h"
#include "stencil/stencil.h"
#include "test_backend.h"

/* A case that a path may have been made for: a pattern of some radius in some dimensions, or a kernel of that size. */
static test_stencil_case shape_of(test_stencil_form form, int type, uint32_t dimensions, test_pattern pattern,
                                  int64_t radius, test_random *random)
{
    static const uint64_t small[3][TEST_AXES] = {{1, 1, 5000}, {1, 59, 83}, {11, 17, 35}},
                          large[3][TEST_AXES] = {{1, 1, 20000}, {1, 150, 131}, {25, 29, 33}};
    const uint64_t(*const extents)[TEST_AXES] = test_tier_of_run() == TEST_TIER_SHORT ? small : large;
    test_stencil_case t = test_stencil_plain(form, test_stencil_types[type], dimensions);
    t.seed = test_random_next(random);
    t.value_seed = test_random_next(random);
    memcpy(t.extents, extents[dimensions - 1], sizeof t.extents);
    t.pattern = pattern;
    t.weight_numbers =
        form == TEST_STENCIL_ITERATE && type == TEST_STENCIL_TYPES - 1 ? TEST_NUMBERS_EXACT : TEST_NUMBERS_UNIT;
    for (int axis = 0; axis < TEST_AXES; axis++) {
        t.low[axis] = -radius;
        t.high[axis] = radius;
        t.boundaries[axis] = (tcu_boundary)test_random_below(random, test_stencil_has_plan(form) ? 7 : 6);
    }
    t.kernel[0] = t.kernel[1] = (uint64_t)(2 * radius + 1);
    t.padding = TCU_PADDING_SAME;
    t.padding_zeros[0] = t.padding_zeros[1] = (uint32_t)radius;
    t.steps = dimensions < 3 ? 9 : 5;
    t.every = 37;
    t.in_shift = test_random_below(random, 2) ? 1 : 0;
    if (form == TEST_STENCIL_LAYER) {
        t.extents[1] = t.extents[2] = 20;
        t.in_fields = 1 + (uint32_t)test_random_below(random, test_by_tier(20, 70, 70));
        t.out_fields = 1 + (uint32_t)test_random_below(random, test_by_tier(20, 70, 70));
        t.has_bias = true;
    }
    test_stencil_settle(&t);
    return t;
}

/* Runs the case; whether it took the path. */
static bool takes(test_sweeper *s, const test_stencil_case *t, const char *operation, const char *path)
{
    tcu_call_info info;
    cr_assert(test_sweeper_run(s, t), "%s:%s: %s", operation, path, s->failure);
    cr_assert_eq(tcu_context_get_last_call(s->context, &info), TCU_SUCCESS);
    return strcmp(info.operation, operation) == 0 && strcmp(info.path, path) == 0;
}

/* Plans: sweeps, and of small radii time steps. `taken` cases took the path before. */
static int run_plans(test_sweeper *s, const char *path, int taken, test_random *random)
{
    static const test_pattern patterns[] = {TEST_PATTERN_BOX,       TEST_PATTERN_STAR,    TEST_PATTERN_SEPARABLE,
                                            TEST_PATTERN_SYMMETRIC, TEST_PATTERN_COUPLED, TEST_PATTERN_LIST,
                                            TEST_PATTERN_TERMS};
    static const int64_t radii[3][4] = {{1, 8, 16, 64}, {1, 2, 4, 8}, {1, 2, 3, 4}};
    enum { PATTERNS = sizeof patterns / sizeof *patterns };
    for (int i = 0; i < TEST_STENCIL_TYPES * 3 * PATTERNS * 4; i++) {
        if (taken > 0 && !test_takes(random, 8)) {
            continue;
        }
        const uint32_t dimensions = 1 + (uint32_t)(i / TEST_STENCIL_TYPES % 3);
        const int64_t radius = radii[dimensions - 1][i / TEST_STENCIL_TYPES / 3 / PATTERNS];
        const test_pattern pattern = patterns[i / TEST_STENCIL_TYPES / 3 % PATTERNS];
        for (int form = TEST_STENCIL_EXECUTE; form <= (radius <= 2 ? TEST_STENCIL_ITERATE : TEST_STENCIL_EXECUTE);
             form++) {
            test_stencil_case t =
                shape_of((test_stencil_form)form, i % TEST_STENCIL_TYPES, dimensions, pattern, radius, random);
            t.listed = 9;
            if (test_pattern_is_coupled(pattern)) {
                t.in_fields = t.out_fields = 1 + (uint32_t)test_random_below(random, 3);
            }
            taken += takes(s, &t, "stencil", path);
        }
    }
    return taken;
}

/* Convolutions and differences, or layers. */
static int run_calls(test_sweeper *s, bool are_layers, const char *path, test_random *random)
{
    static const int64_t radii[2][4] = {{1, 8, 16, 64}, {0, 1, 2, 4}};
    const int first = are_layers ? TEST_STENCIL_LAYER : TEST_STENCIL_CONVOLVE_1D;
    const int last = are_layers ? TEST_STENCIL_LAYER : TEST_STENCIL_DIFFERENCE;
    int taken = 0;
    for (int form = first; form <= last; form++) {
        for (int i = 0; i < TEST_STENCIL_TYPES * 4; i++) {
            const int type = i % TEST_STENCIL_TYPES;
            const int64_t radius = radii[form == TEST_STENCIL_CONVOLVE_1D ? 0 : 1][i / TEST_STENCIL_TYPES];
            if (form == TEST_STENCIL_LAYER && (!are_layers || type == 0 || type == TEST_STENCIL_TYPES - 1)) {
                continue;
            }
            test_stencil_case t = shape_of((test_stencil_form)form, type, 2, TEST_PATTERN_BOX, radius, random);
            taken += takes(s, &t, are_layers ? "convolution_layer" : "stencil", path);
            t.in_shift = t.out_shift = 0;
            taken += takes(s, &t, are_layers ? "convolution_layer" : "stencil", path);
        }
    }
    return taken;
}

/* Every `parts`-th path of the table, from number `part` on. */
static void force_paths(tcui_operation_id id, int part, int parts)
{
    tcu_context *of_tables = test_context_new();
    const tcui_operation *operation = of_tables->backend->operations[id];
    test_random random = test_random_part(test_seed_of_run(), 18910);
    for (int p = part; p < operation->num_paths; p += parts) {
        const tcui_path *path = &operation->paths[p];
        test_sweeper s = test_sweeper_new();
        test_keep_paths();
        s.context->forced_paths[id] = path; /* as TCU_PATH does */
        int taken = run_calls(&s, id == TCUI_CONVOLUTION_LAYER, path->name, &random);
        if (id == TCUI_STENCIL) {
            taken = run_plans(&s, path->name, taken, &random);
        }
        cr_expect_gt(taken, 0, "%s:%s was never taken", operation->name, path->name);
        test_sweeper_free(&s);
    }
    tcu_context_destroy(of_tables);
}

/* (In parts, which run side by side: together they are the suite's longest test.) */
Test(stencil_paths, every_path_of_stencils_1, .timeout = 600)
{
    force_paths(TCUI_STENCIL, 0, 4);
}

Test(stencil_paths, every_path_of_stencils_2, .timeout = 600)
{
    force_paths(TCUI_STENCIL, 1, 4);
}

Test(stencil_paths, every_path_of_stencils_3, .timeout = 600)
{
    force_paths(TCUI_STENCIL, 2, 4);
}

Test(stencil_paths, every_path_of_stencils_4, .timeout = 600)
{
    force_paths(TCUI_STENCIL, 3, 4);
}

Test(stencil_paths, every_path_of_layers, .timeout = 600)
{
    force_paths(TCUI_CONVOLUTION_LAYER, 0, 1);
}
