/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of weights: every pair of types, what rounding may lose, and that runs do not differ. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "primitives/context/context_internal.h"
#include "test_backend.h"
#include "test_histogram.h"
#include "test_types.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 9200 + test);
}

Test(histogram_weights, every_pair_of_weights_and_sums, .timeout = 600)
{
    test_counter counter = test_counter_new();
    test_random random = random_of(1);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (int i = 0; i < (int)test_by_tier(6, 20, 100); i++) {
            const uint64_t n = test_random_below(&random, i % 12 ? 700 : test_by_tier(5000, 30000, 200000));
            test_histogram_case t = test_histogram_random(TEST_HISTOGRAM_WEIGHTED, n, &random);
            t.weight_type = test_pairs[pair].in;
            t.out_type = test_pairs[pair].out;
            t.spread = i % 3 ? t.spread : TEST_SPREAD_CONSTANT; /* long sums */
            test_counter_expect(&counter, &t);
        }
    }
    test_counter_free(&counter);
}

/* Sums of reals are the same in every bit from run to run; on the host for every number of threads. */
Test(histogram_weights, sums_are_reproducible, .timeout = 300)
{
    enum { BINS = 37 };
    const uint64_t n = test_by_tier(300000, 1000000, 5000000);
    tcu_context *context = test_context_new();
    test_random random = random_of(2);
    test_memory in_memory = {0}, out_memory = {0};
    float *numbers = malloc(n * sizeof *numbers);
    cr_assert_not_null(numbers);
    for (uint64_t i = 0; i < n; i++) {
        numbers[i] = (float)(test_random_unit(&random) * 2 - 1);
    }
    test_slice in = test_slice_open(&in_memory, n * sizeof *numbers, 0, 0);
    test_slice out = test_slice_open(&out_memory, BINS * sizeof(float), 0, 0);
    test_copy_in(in.data, numbers, n * sizeof *numbers);
    const float lower = -1, upper = 1;
    float first[BINS], again[BINS];
    for (int run = 0; run < 6; run++) {
        const tcu_histogram_channel channel =
            TCU_HISTOGRAM_CHANNEL_EVEN_INIT(out.data, BINS, &lower, &upper, TCU_TYPE_F32);
        if (!test_on_cuda()) {
            context->properties.multiprocessors = 1 + run % 5;
        }
        cr_assert_eq(tcu_histogram_weighted(context, in.data, TCU_TYPE_F32, in.data, TCU_TYPE_F32, 1, &channel,
                                            TCU_TYPE_F32, n, NULL),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        test_synchronise();
        test_copy_out(run == 0 ? first : again, out.data, sizeof first);
        cr_expect(run == 0 || memcmp(first, again, sizeof first) == 0, "run %d differs from the first", run);
    }
    free(numbers);
    test_memory_release(&in_memory);
    test_memory_release(&out_memory);
    tcu_context_destroy(context);
}

/* One large weight and many that are lost one by one: the bound of the contract leaves no room for that. */
Test(histogram_weights, small_weights_are_not_lost)
{
    enum { N = 60000 };
    double *weights = malloc(N * sizeof *weights);
    cr_assert_not_null(weights);
    oracle expected = {0};
    for (int i = 0; i < N; i++) {
        weights[i] = i == 0 ? 1 : 0x1p-54;
        oracle_add_real(&expected, weights[i]);
    }
    tcu_context *context = test_context_new();
    test_memory in_memory = {0}, out_memory = {0};
    test_slice in = test_slice_open(&in_memory, N * sizeof *weights, 0, 0);
    test_slice out = test_slice_open(&out_memory, sizeof(double), 0, 0);
    test_copy_in(in.data, weights, N * sizeof *weights);
    const double lower = 0, upper = 2;
    const tcu_histogram_channel channel = TCU_HISTOGRAM_CHANNEL_EVEN_INIT(out.data, 1, &lower, &upper, TCU_TYPE_F64);
    cr_assert_eq(tcu_histogram_weighted(context, in.data, TCU_TYPE_F64, in.data, TCU_TYPE_F64, 1, &channel,
                                        TCU_TYPE_F64, N, NULL),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    double got;
    test_synchronise();
    test_copy_out(&got, out.data, sizeof got);
    cr_expect(oracle_accepts_real(&expected, TCU_TYPE_F64, got), "%.17g, not %.17g", got, oracle_real(&expected));
    free(weights);
    test_memory_release(&in_memory);
    test_memory_release(&out_memory);
    tcu_context_destroy(context);
}
