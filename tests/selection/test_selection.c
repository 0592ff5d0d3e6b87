/* SPDX-License-Identifier: Apache-2.0 */
/* Selections against a stable sort by plain loops: lengths, k of all kinds, spreads of keys, counts, segments, threads. */
#include <criterion/criterion.h>
#include <string.h>

#include "selection/selection.h"
#include "test_backend.h"
#include "test_types.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 67000 + test);
}

/* One case of each form and type for a length. */
static void every_form(const uint64_t *lengths, int num_lengths, unsigned test, uint64_t parts)
{
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(test);
    for (int i = 0; i < TEST_SELECTION_COUNT * TCU_TYPE_COUNT * num_lengths; i++) {
        if (!test_takes(&random, parts)) {
            continue;
        }
        const test_selection_case t = test_selection_random(
            (test_selection_form)(i % TEST_SELECTION_COUNT), (tcu_type)(i / TEST_SELECTION_COUNT % TCU_TYPE_COUNT),
            lengths[i / (TEST_SELECTION_COUNT * TCU_TYPE_COUNT)], &random);
        test_selection_expect(&runner, &t);
    }
    test_selection_runner_free(&runner);
}

/* Around blocks of 64 keys and the lengths where samples begin or grow on the host. */
Test(selection, every_type_and_length, .timeout = 600)
{
    static const uint64_t lengths[] = {0,   1,   2,    3,    16,   17,   31,   33,   63,   64,   65,    127,   128,
                                       129, 500, 1000, 1023, 1024, 1025, 2047, 2049, 4096, 4097, 10000, 16385, 20000};
    every_form(lengths, sizeof lengths / sizeof lengths[0], 0, 24);
}

Test(selection, lengths_at_random, .timeout = 600)
{
    test_random random = random_of(1);
    uint64_t lengths[12];
    for (int i = 0; i < 12; i++) {
        lengths[i] = test_random_below(&random, (uint64_t)1 << (4 + i));
    }
    every_form(lengths, 12, 2, 24);
}

/* Samples of all sizes, and passes that threads share. */
Test(selection, long_arrays, .timeout = 600)
{
    const uint64_t lengths[] = {test_long(300000), test_long(1100000)};
    every_form(lengths, 2, 3, 24);
}

/* Each spread with k = 0, 1, few, half, n - 1, n and more: ties, keys in order, NaNs of both signs, zeros of both. */
Test(selection, every_spread_and_k, .timeout = 600)
{
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(4);
    for (int i = 0; i < TEST_TOP_K_FORMS * TEST_SELECTION_SPREADS * TCU_TYPE_COUNT * 7; i++) {
        if (!test_takes(&random, 48)) {
            continue;
        }
        const uint64_t n = test_random_below(&random, 6000) + 1;
        test_selection_case t = test_selection_random((test_selection_form)(i % TEST_TOP_K_FORMS),
                                                      (tcu_type)(i / TEST_TOP_K_FORMS % TCU_TYPE_COUNT), n, &random);
        const int rest = i / (TEST_TOP_K_FORMS * TCU_TYPE_COUNT);
        t.spread = (test_selection_spread)(rest % TEST_SELECTION_SPREADS);
        t.segment_size = 1 + test_random_below(&random, n);
        const uint64_t length = test_selection_by_size(t.form) ? t.segment_size : n;
        const uint64_t ks[] = {0, 1, 7, length / 2, length - 1, length, length + 13};
        t.k = ks[rest / TEST_SELECTION_SPREADS];
        t.num_segments = 1 + test_random_below(&random, 5);
        while (t.k > 1 && test_selection_segments(&t) * t.k > 200000) {
            t.segment_size += t.segment_size;
        }
        test_selection_draw_count(&t, &random);
        test_selection_expect(&runner, &t);
    }
    test_selection_runner_free(&runner);
}

/* Each rank of short arrays, from either end. */
Test(selection, every_rank, .timeout = 600)
{
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(5);
    for (int i = 0; i < TCU_TYPE_COUNT * TEST_SELECTION_SPREADS; i++) {
        const uint64_t n = 1 + test_random_below(&random, 40);
        for (uint64_t rank = 0; rank < n; rank++) {
            if (test_takes(&random, 40)) {
                test_selection_case t =
                    test_selection_random(TEST_NTH_ELEMENT, (tcu_type)(i % TCU_TYPE_COUNT), n, &random);
                t.spread = (test_selection_spread)(i / TCU_TYPE_COUNT);
                t.k = rank;
                test_selection_expect(&runner, &t);
            }
        }
    }
    test_selection_runner_free(&runner);
}

/* Methods, types of results, modes of NaN, and numbers of quantiles from none to more than one kernel takes at once. */
Test(selection, every_method, .timeout = 600)
{
    static const uint64_t numbers[] = {0, 1, 3, 9, 10, 100, 700, TEST_SELECTION_MOST_Q};
    enum { NUMBERS = sizeof numbers / sizeof numbers[0], METHODS = TCU_QUANTILE_MIDPOINT + 1 };
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(6);
    for (int i = 0; i < METHODS * 3 * TCU_TYPE_COUNT * NUMBERS; i++) {
        const uint64_t num_q = numbers[i / (METHODS * 3 * TCU_TYPE_COUNT)];
        if (!test_takes(&random, 48) || (test_on_reference() && num_q > 10 && test_random_below(&random, 30) > 0)) {
            continue;
        }
        const uint64_t most = test_on_reference() ? 600 : 5000;
        test_selection_case t = test_selection_random(TEST_QUANTILES, (tcu_type)(i / (METHODS * 3) % TCU_TYPE_COUNT),
                                                      test_random_below(&random, most), &random);
        const bool is_real = test_types[t.key_type].real;
        t.method = (tcu_quantile_method)(i % METHODS);
        t.nan_mode = (tcu_quantile_nan_mode)(i / METHODS % 3);
        t.has_num_nans = t.has_num_nans || t.nan_mode == TCU_QUANTILE_NAN_REFUSE;
        t.k = num_q;
        if (t.method == TCU_QUANTILE_LINEAR || t.method == TCU_QUANTILE_MIDPOINT) {
            t.out_type = is_real ? t.out_type : TCU_TYPE_F64;
        }
        test_selection_expect(&runner, &t);
    }
    test_selection_runner_free(&runner);
}

/* Rows of one size, as in a batch of scores: a few of each, and all of each. */
Test(selection, rows_of_every_size, .timeout = 600)
{
    static const uint64_t sizes[] = {1, 2, 8, 31, 32, 33, 64, 100, 128, 256, 257, 1000, 1024, 1025, 2048, 5000, 10000};
    enum { SIZES = sizeof sizes / sizeof sizes[0] };
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(7);
    for (int i = 0; i < SIZES * TCU_TYPE_COUNT * 4; i++) {
        if (!test_takes(&random, 40)) {
            continue;
        }
        const uint64_t size = sizes[i % SIZES], rows = 1 + test_random_below(&random, 20000 / size + 1);
        const uint64_t n = rows * size - test_random_below(&random, size);
        const test_selection_form form = i / SIZES % 2 == 0 ? TEST_SEGMENTED_TOP_K : TEST_SEGMENTED_TOP_K_PAIRS;
        test_selection_case t = test_selection_random(form, (tcu_type)(i / SIZES % TCU_TYPE_COUNT), n, &random);
        t.segment_size = size;
        t.k = test_random_below(&random, 3) == 0 ? size : test_random_below(&random, size < 200 ? size + 3 : 200);
        test_selection_expect(&runner, &t);
    }
    test_selection_runner_free(&runner);
}

/* The number of threads makes no difference. */
Test(selection, any_number_of_threads, .timeout = 600)
{
    test_selection_runner runner = test_selection_runner_new();
    test_random random = random_of(8);
    for (int i = 0; i < 2 * TCU_TYPE_COUNT; i++) {
        if (!test_has_threads() && !test_takes(&random, 4)) {
            continue;
        }
        const uint64_t n = test_long(200000 + test_random_below(&random, 100000));
        const test_selection_case t = test_selection_random((test_selection_form)(i % TEST_SELECTION_COUNT),
                                                            (tcu_type)(i % TCU_TYPE_COUNT), n, &random);
        for (int threads = 1; threads <= (test_has_threads() ? 3 : 1); threads++) {
            if (test_has_threads()) {
                cr_assert_eq(tcu_context_set_threads(runner.context, threads), TCU_SUCCESS);
                test_share_all_calls(runner.context);
            }
            test_selection_expect(&runner, &t);
        }
    }
    test_selection_runner_free(&runner);
}

/* What a sort puts first is what top-k gives, and where it stands is what nth_element says. */
Test(selection, sorts_agree, .timeout = 300)
{
    enum { N = 3000, K = 700 };
    tcu_context *context = test_context_new();
    test_memory memory[4] = {{0}};
    test_random random = random_of(9);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        const size_t bytes = test_types[type].bytes;
        unsigned char keys[N * 8], sorted[N * 8], best[K * 8];
        for (size_t k = 0; k < N * bytes; k++) {
            keys[k] = (unsigned char)test_random_next(&random);
        }
        const test_slice in = test_slice_open(&memory[0], N * bytes, 0, 0x11),
                         out = test_slice_open(&memory[1], N * bytes, 0, 0x12),
                         first = test_slice_open(&memory[2], K * bytes, 0, 0x13),
                         one = test_slice_open(&memory[3], bytes, 0, 0x14);
        tcu_sort_options sort = TCU_SORT_OPTIONS_INIT;
        tcu_nth_element_options nth = TCU_NTH_ELEMENT_OPTIONS_INIT;
        tcu_top_k_options top_k = TCU_TOP_K_OPTIONS_INIT;
        sort.descending = nth.descending = type % 2;
        top_k.smallest = type % 2 == 0;
        test_copy_in(in.data, keys, N * bytes);
        cr_assert_eq(tcu_radix_sort(context, in.data, out.data, (tcu_type)type, N, &sort), TCU_SUCCESS);
        cr_assert_eq(tcu_top_k(context, in.data, N, K, (tcu_type)type, first.data, NULL, TCU_TYPE_U32, &top_k),
                     TCU_SUCCESS);
        cr_assert_eq(tcu_nth_element(context, in.data, N, N / 3, (tcu_type)type, one.data, NULL, TCU_TYPE_U64, &nth),
                     TCU_SUCCESS);
        test_synchronise();
        test_copy_out(sorted, out.data, N * bytes);
        test_copy_out(best, first.data, K * bytes);
        cr_expect(memcmp(sorted, best, K * bytes) == 0, "%s: the first keys differ", test_types[type].name);
        cr_expect(test_slice_holds(&one, sorted + N / 3 * bytes), "%s: the key at a place differs",
                  test_types[type].name);
    }
    for (int k = 0; k < 4; k++) {
        test_memory_release(&memory[k]);
    }
    tcu_context_destroy(context);
}
