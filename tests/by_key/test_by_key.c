/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on runs of equal keys against a plain loop: types, sizes of keys, lengths of runs, outputs that are
wanted. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "by_key/by_key.h"
#include "test_backend.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 47000 + test);
}

/* Around where vectors, warps, granules and tiles of any path end. */
static const uint64_t lengths[] = {1,    2,    3,    15,   16,   17,   31,    32,    33,    63,    64,
                                   65,   100,  255,  256,  257,  1000, 1023,  1024,  1025,  2047,  2048,
                                   2049, 4096, 8191, 8192, 8193, 9999, 16384, 16385, 20000, 32768, 33000};
enum { LENGTHS = sizeof lengths / sizeof lengths[0], KEY_SIZES = 5 };

static const size_t key_sizes[KEY_SIZES] = {1, 2, 4, 8, 16};

/* Every form x every pair of types or size of values x every size of keys. */
Test(by_key, every_type_and_key, .timeout = 600)
{
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = random_of(0);
    for (int form = 0; form < TEST_BY_KEY_COUNT; form++) {
        for (int p = 0; p < TEST_PAIR_COUNT; p++) {
            for (int k = 0; k < KEY_SIZES; k++) {
                if (!test_takes(&random, 4)) {
                    continue;
                }
                const uint64_t n = 1 + test_random_below(&random, 20000);
                test_by_key_case t = test_by_key_random((test_by_key_form)form, n, &random);
                t.pair = test_pairs[p];
                t.in_place = false;
                t.real_keys = false;
                t.key_bytes = key_sizes[k];
                t.wanted |= TEST_WANT_RESULTS;
                test_by_key_draw_length(&t, &random);
                test_by_key_expect(&runner, &t);
            }
        }
    }
    test_by_key_runner_free(&runner);
}

/* Every form x lengths of arrays x shapes of runs. */
Test(by_key, every_length_and_shape, .timeout = 600)
{
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = random_of(1);
    for (int form = 0; form < TEST_BY_KEY_COUNT; form++) {
        for (int l = 0; l < LENGTHS; l++) {
            for (int shape = 0; shape < TEST_RUN_SHAPES; shape++) {
                if (!test_takes(&random, 3)) {
                    continue;
                }
                test_by_key_case t = test_by_key_any((test_by_key_form)form, lengths[l], &random);
                t.shape = (test_run_shape)shape;
                test_by_key_draw_length(&t, &random);
                test_by_key_expect(&runner, &t);
            }
        }
    }
    test_by_key_runner_free(&runner);
}

/* Runs of 1, 2, 4, 16 and 256 on average in arrays that are long: many tiles, several chunks on the host. */
Test(by_key, long_arrays, .timeout = 600)
{
    static const uint64_t means[] = {1, 2, 4, 16, 256, 100000};
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = random_of(2);
    for (int form = 0; form < TEST_BY_KEY_COUNT; form++) {
        for (int m = 0; m < 6; m++) {
            const uint64_t n = test_long(300000 + test_random_below(&random, 1500000));
            test_by_key_case t = test_by_key_random((test_by_key_form)form, n, &random);
            t.shape = TEST_RUNS_MEAN;
            t.mean_run = means[m];
            t.wanted |= TEST_WANT_RESULTS;
            test_by_key_draw_length(&t, &random);
            test_by_key_expect(&runner, &t);
        }
    }
    test_by_key_runner_free(&runner);
}

/* Keys are bits: zeros of both signs differ, NaNs of the same bits do not. */
Test(by_key, keys_are_bits, .timeout = 300)
{
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = random_of(3);
    for (int i = 0; i < 24; i++) {
        test_by_key_case t = test_by_key_random((test_by_key_form)(i % TEST_BY_KEY_COUNT),
                                                1 + test_random_below(&random, 5000), &random);
        t.key_bytes = i % 2 == 0 ? 4 : 8;
        t.real_keys = true;
        t.shape = TEST_RUNS_MEAN;
        t.mean_run = 3;
        t.wanted = TEST_WANT_ALL;
        test_by_key_draw_length(&t, &random);
        test_by_key_expect(&runner, &t);
    }
    test_by_key_runner_free(&runner);
}

/* Every set of outputs, in small arrays and in long ones. */
Test(by_key, every_output_alone, .timeout = 600)
{
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = random_of(4);
    for (unsigned wanted = 0; wanted <= TEST_WANT_ALL; wanted++) {
        for (int i = 0; i < 4; i++) {
            const uint64_t n = 1 + test_random_below(&random, i < 2 ? 3000 : test_long(100000) + 1);
            const test_by_key_form form = i % 2 == 0 ? TEST_BY_KEY_REDUCE : TEST_BY_KEY_UNIQUE;
            test_by_key_case t = test_by_key_random(form, n, &random);
            t.wanted = wanted;
            test_by_key_draw_length(&t, &random);
            test_by_key_expect(&runner, &t);
        }
    }
    test_by_key_runner_free(&runner);
}

/* Infinities and NaNs stay in their run, sums that leave a type's range, zeros of both signs. */
Test(by_key, every_distribution, .timeout = 600)
{
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = random_of(5);
    for (int form = TEST_BY_KEY_REDUCE; form <= TEST_BY_KEY_SCAN; form++) {
        for (int p = 0; p < TEST_PAIR_COUNT; p++) {
            for (int d = 0; d < TEST_DISTRIBUTION_COUNT; d++) {
                if (!test_takes(&random, 8) || (d == TEST_EXTREMES && test_types[test_pairs[p].in].real)) {
                    continue; /* (of reals sums may leave the range that the bound is promised in) */
                }
                test_by_key_case t =
                    test_by_key_random((test_by_key_form)form, 1 + test_random_below(&random, 9000), &random);
                t.pair = test_pairs[p];
                t.in_place = false;
                t.distribution = (test_distribution)d;
                t.wanted |= TEST_WANT_RESULTS;
                test_by_key_draw_length(&t, &random);
                test_by_key_expect(&runner, &t);
            }
        }
    }
    test_by_key_runner_free(&runner);
}

/* Every operator with each of its maps, of random types, with and without an initial value and NaN. */
Test(by_key, every_operator, .timeout = 600)
{
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = random_of(8);
    for (int form = TEST_BY_KEY_REDUCE; form <= TEST_BY_KEY_SCAN; form++) {
        for (int which = 0; which < TEST_REDUCTION_COUNT; which++) {
            const bool has_map = test_reductions[which].map != TCU_MAP_NONE;
            for (int i = 0; i < 24 && !(form == TEST_BY_KEY_SCAN && has_map); i++) {
                if (!test_takes(&random, 4)) {
                    continue;
                }
                const uint64_t n = 1 + test_random_below(&random, i < 20 ? 5000 : test_long(200000) + 5000);
                test_by_key_case t = test_by_key_random((test_by_key_form)form, n, &random);
                test_by_key_draw_reduction(&t, which, &random);
                t.wanted |= TEST_WANT_RESULTS;
                test_by_key_draw_length(&t, &random);
                test_by_key_expect(&runner, &t);
            }
        }
    }
    test_by_key_runner_free(&runner);
}

/* Runs that go on over more tiles of a GPU than are in one group of a chain of tiles, and their ends. */
Test(by_key, runs_over_many_tiles, .timeout = 600)
{
    static const uint64_t means[] = {1, 100, 40000, 700000};
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = random_of(9);
    for (int form = 0; form < TEST_BY_KEY_COUNT; form++) {
        for (int m = 0; m <= 4; m++) {
            const bool is_long =
                means[m % 4] == 700000; /* some runs of more elements than a group has are always taken */
            if (!is_long && !test_takes(&random, 3)) {
                continue;
            }
            const uint64_t n = ((uint64_t)1 << 20) * (1 + test_random_below(&random, 2)) +
                               test_random_below(&random, 3) * 4096 + test_random_below(&random, 3);
            test_by_key_case t = test_by_key_random((test_by_key_form)form, n, &random);
            if (is_long) {
                t.pair = (test_pair){TCU_TYPE_F32, TCU_TYPE_F32};
                t.in_place = false;
            } else if (form != TEST_BY_KEY_UNIQUE) {
                test_by_key_draw_reduction(&t, form == TEST_BY_KEY_REDUCE ? m : 0, &random);
            }
            t.shape = m < 4 ? TEST_RUNS_MEAN : TEST_RUNS_ONE;
            t.mean_run = means[m % 4];
            t.wanted = TEST_WANT_ALL;
            test_by_key_draw_length(&t, &random);
            test_by_key_expect(&runner, &t);
        }
    }
    test_by_key_runner_free(&runner);
}

/* No runs: the count is 0, and the end of the last one. */
Test(by_key, of_nothing)
{
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = random_of(6);
    for (int i = 0; i < 60; i++) {
        test_by_key_case t = test_by_key_random((test_by_key_form)(i % TEST_BY_KEY_COUNT), 0, &random);
        test_by_key_draw_length(&t, &random);
        test_by_key_expect(&runner, &t);
    }
    test_by_key_runner_free(&runner);
}

/* From run to run, by any number of threads. */
Test(by_key, same_bits_from_run_to_run, .timeout = 600)
{
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = random_of(7);
    for (int i = 0; i < 12; i++) {
        const uint64_t n = test_long(200000 + test_random_below(&random, 300000));
        test_by_key_case t = test_by_key_random(i % 2 == 0 ? TEST_BY_KEY_REDUCE : TEST_BY_KEY_SCAN, n, &random);
        t.pair = test_pairs[i / 2];
        t.in_place = false;
        t.wanted = TEST_WANT_ALL;
        t.temporary = TEST_TEMPORARY_DEFAULT;
        unsigned char *was = NULL;
        test_by_key_prepare(&runner, &t);
        for (int run = 0; run < 4; run++) {
            if (!test_on_cuda() && !test_on_reference()) {
                cr_assert_eq(tcu_context_set_threads(runner.context, 1 + run % 3), TCU_SUCCESS);
                test_share_all_calls(runner.context);
            }
            cr_assert(test_by_key_execute(&runner, &t) && test_by_key_verify(&runner, &t), "%s", runner.failure);
            const test_slice *out = &runner.buffers[TEST_BY_KEY_OUT].slice;
            if (run == 0) {
                was = malloc(out->bytes + 1);
                cr_assert_not_null(was);
                test_copy_out(was, out->data, out->bytes);
            }
            cr_assert(test_slice_holds(out, was), "%s, pair %d: other bits in run %d", test_by_key_names[t.form], i / 2,
                      run);
        }
        free(was);
    }
    test_by_key_runner_free(&runner);
}

/* None, one, some and all of the elements that there could be, in a short array and a long one. */
Test(by_key, every_count, .timeout = 600)
{
    test_by_key_runner runner = test_by_key_runner_new();
    test_random random = random_of(12);
    for (int form = 0; form < TEST_BY_KEY_COUNT; form++) {
        for (int i = 0; i < 40; i++) {
            if (!test_takes(&random, 6)) {
                continue;
            }
            const uint64_t most = i % 8 < 4 ? 1 + test_random_below(&random, 9000) : test_long(200000);
            const uint64_t there[] = {0, 1, test_random_below(&random, most), most}, n = there[i % 4];
            test_by_key_case t = test_by_key_any((test_by_key_form)form, n, &random);
            t.length = (test_count){.is_given = true, .behind = most - n, .value = n};
            test_by_key_expect(&runner, &t);
        }
    }
    test_by_key_runner_free(&runner);
}
