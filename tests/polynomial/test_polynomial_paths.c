/* SPDX-License-Identifier: Apache-2.0 */
/* Every code path of polynomials, forced by its name on cases of all forms: where it applies, and right. */
#include <criterion/criterion.h>
#include <string.h>

#include "polynomial/polynomial.h"
#include "primitives/context/context_internal.h"
#include "primitives/context/path.h"
#include "test_backend.h"

/* Runs random cases of every form; how many took the path. */
static int run_forced(const tcui_path *path, test_random *random)
{
    test_evaluator e = test_evaluator_new();
    int taken = 0;
    test_keep_paths();
    e.context->forced_paths[TCUI_POLYNOMIAL] = path; /* as TCU_PATH does */
    for (int i = 0; i < TEST_POLYNOMIAL_COUNT * (int)test_by_tier(20, 60, 300); i++) {
        test_polynomial_case t = test_polynomial_any((test_polynomial_form)(i % TEST_POLYNOMIAL_COUNT),
                                                     test_long(test_by_tier(30000, 100000, 100000)), random);
        if (taken > 0 && !test_takes(random, 5)) {
            continue;
        }
        tcu_call_info info;
        cr_assert(test_evaluator_run(&e, &t), "polynomial:%s: %s", path->name, e.failure);
        cr_assert_eq(tcu_context_get_last_call(e.context, &info), TCU_SUCCESS);
        taken += strcmp(info.operation, "polynomial") == 0 && strcmp(info.path, path->name) == 0;
    }
    test_evaluator_free(&e);
    return taken;
}

Test(polynomial_paths, every_path, .timeout = 300)
{
    tcu_context *of_tables = test_context_new();
    const tcui_operation *operation = of_tables->backend->operations[TCUI_POLYNOMIAL];
    test_random random = test_random_part(test_seed_of_run(), 11910);
    for (int p = 0; p < operation->num_paths; p++) {
        cr_expect_gt(run_forced(&operation->paths[p], &random), 0, "polynomial:%s was never taken",
                     operation->paths[p].name);
    }
    tcu_context_destroy(of_tables);
}

/* The path that 17 points take on the reference backend, whichever backend this run tests. */
static tcu_call_info path_on_reference(tcu_basis basis)
{
    static const float coefficients[6] = {1, 2, 3, 4, 5, 6};
    float points[17] = {0}, out[2 * 17];
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    tcu_context *context = NULL;
    tcu_call_info info;
    options.basis = basis;
    cr_assert_eq(tcu_context_create(&context, TCU_BACKEND_REFERENCE, -1), TCU_SUCCESS);
    cr_assert_eq(tcu_polynomial_evaluate_once(context, coefficients, 2, 2, TCU_TYPE_F32, points, 17, out, TCU_TYPE_F32,
                                              &options),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    cr_assert_eq(tcu_context_get_last_call(context, &info), TCU_SUCCESS);
    tcu_context_destroy(context);
    return info;
}

/* The reference is what it says: products of tiles, wherever the algorithm has them. */
Test(polynomial_paths, the_reference_multiplies_tiles)
{
    cr_expect_str_eq(path_on_reference(TCU_BASIS_MONOMIAL).path, "reference");
    cr_expect_str_eq(path_on_reference(TCU_BASIS_CHEBYSHEV).path, "plain");
}
