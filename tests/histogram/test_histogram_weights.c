/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of weights: every pair of types, what rounding may lose, and that runs do not differ. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "histogram/histogram.h"
#include "primitives/context/context_internal.h"
#include "test_backend.h"
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
            const uint64_t n = test_random_below(&random, i % 12 ? 700 : test_long(test_by_tier(5000, 30000, 200000)));
            test_histogram_case t = test_histogram_random(TEST_HISTOGRAM_WEIGHTED, n, &random);
            t.weight_type = test_pairs[pair].in;
            t.out_type = test_pairs[pair].out;
            t.spread = i % 3 ? t.spread : TEST_SPREAD_CONSTANT; /* long sums */
            test_counter_expect(&counter, &t);
        }
    }
    test_counter_free(&counter);
}

/* Samples are their own weights. On the host each run has another number of threads. */
static void expect_reproducible_sums(tcu_context *context, tcu_type type, uint64_t num_bins, uint64_t n,
                                     test_random *random)
{
    const size_t bytes = test_types[type].bytes, out_bytes = (size_t)num_bins * bytes;
    test_memory in_memory = {0}, out_memory = {0};
    unsigned char *numbers = malloc(n * bytes), *first = malloc(out_bytes), *again = malloc(out_bytes);
    cr_assert(numbers != NULL && first != NULL && again != NULL);
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t bits = test_near_bits(type, (long double)test_random_unit(random) * 2 - 1);
        memcpy(numbers + i * bytes, &bits, bytes);
    }
    test_slice in = test_slice_open(&in_memory, n * bytes, 0, 0);
    test_slice out = test_slice_open(&out_memory, out_bytes, 0, 0);
    test_copy_in(in.data, numbers, n * bytes);
    const float lower = -1, upper = 1;
    const tcu_histogram_channel channel =
        TCU_HISTOGRAM_CHANNEL_EVEN_INIT(out.data, num_bins, &lower, &upper, TCU_TYPE_F32);
    for (int run = 0; run < 6; run++) {
        cr_assert_eq(tcu_context_set_threads(context, 1 + run % 5), TCU_SUCCESS);
        test_share_all_calls(context);
        cr_assert_eq(tcu_histogram_weighted(context, in.data, type, in.data, type, 1, &channel, type, n, NULL),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        test_synchronise();
        test_copy_out(run == 0 ? first : again, out.data, out_bytes);
        cr_expect(run == 0 || memcmp(first, again, out_bytes) == 0, "%s in %d bins: run %d differs from the first",
                  test_types[type].name, (int)num_bins, run);
    }
    free(numbers);
    free(first);
    free(again);
    test_memory_release(&in_memory);
    test_memory_release(&out_memory);
}

/* Sums of reals are the same in every bit from run to run: by columns, by copies in shared memory and in the workspace,
 * which is where so many bins have room on a GPU. */
Test(histogram_weights, sums_are_reproducible, .timeout = 300)
{
    static const uint64_t numbers_of_bins[] = {37, 2000, 40000};
    static const tcu_type types[] = {TCU_TYPE_F32, TCU_TYPE_F64};
    const uint64_t n = test_long(test_by_tier(300000, 1000000, 5000000));
    tcu_context *context = test_context_new();
    test_random random = random_of(2);
    for (int i = 0; i < 6; i++) {
        if (!test_takes(&random, 4)) {
            continue;
        }
        expect_reproducible_sums(context, types[i % 2], numbers_of_bins[i / 2], n, &random);
    }
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
