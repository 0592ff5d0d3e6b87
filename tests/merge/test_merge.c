/* SPDX-License-Identifier: Apache-2.0 */
/* Merges and searches against plain loops: lengths, spreads of keys, counts, arrays that are not sorted, threads. */
#include <criterion/criterion.h>
#include <string.h>

#include "merge/merge.h"
#include "test_backend.h"
#include "test_types.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 61000 + test);
}

/* Around runs and tiles of the host, and the tiles of keys of each width on a device. */
Test(merge, every_type_and_length, .timeout = 600)
{
    static const uint64_t lengths[] = {0,    1,    2,    3,    15,   16,   17,   31,   33,   127,   128,  500,
                                       767,  768,  769,  1023, 1408, 1536, 2047, 2048, 2049, 2815,  2816, 2817,
                                       3072, 3839, 3840, 3841, 3967, 3968, 3969, 5632, 7168, 10000, 20000};
    enum { LENGTHS = sizeof lengths / sizeof lengths[0] };
    test_merge_runner runner = test_merge_runner_new();
    test_random random = random_of(0);
    for (int i = 0; i < TEST_MERGE_COUNT * TCU_TYPE_COUNT * LENGTHS; i++) {
        if (!test_takes(&random, 12)) {
            continue;
        }
        test_merge_case t = test_merge_random((test_merge_form)(i % TEST_MERGE_COUNT),
                                              (tcu_type)(i / TEST_MERGE_COUNT % TCU_TYPE_COUNT), &random);
        const uint64_t n = lengths[i / (TEST_MERGE_COUNT * TCU_TYPE_COUNT)];
        const int which = (int)test_random_below(&random, 2);
        t.n[which] = n;
        t.n[1 - which] = test_random_below(&random, 2) == 0 ? lengths[test_random_below(&random, LENGTHS)]
                                                            : test_random_below(&random, n + 1);
        test_merge_draw_counts(&t, &random);
        test_merge_expect(&runner, &t);
    }
    test_merge_runner_free(&runner);
}

/*
 * More tiles than those that find their own borders on a device: with the most results that a tile of any path has of keys
 * of this width. The emulated device gets there by capacities, with counts that it can walk in a moment.
 */
static uint64_t results_of_many_tiles(size_t key_bytes)
{
    const uint64_t tiles = 520, tile = key_bytes == 1 ? 7168 : key_bytes == 2 ? 5632 : key_bytes == 4 ? 3968 : 2816;
    return tiles * tile;
}

/* That many results, several shares of threads on the host. */
Test(merge, long_arrays, .timeout = 600)
{
    test_merge_runner runner = test_merge_runner_new();
    test_random random = random_of(1);
    for (int i = 0; i < 2 * TEST_MERGE_COUNT * TCU_TYPE_COUNT; i++) {
        if (!test_takes(&random, 24)) {
            continue;
        }
        test_merge_case t = test_merge_random((test_merge_form)(i % TEST_MERGE_COUNT),
                                              (tcu_type)(i / TEST_MERGE_COUNT % TCU_TYPE_COUNT), &random);
        const bool on_device = test_on_cuda() || test_on_emulated();
        const uint64_t n = on_device ? results_of_many_tiles(test_types[t.key_type].bytes) : test_long(1000000);
        t.n[0] = test_random_below(&random, n);
        t.n[1] = n + test_random_below(&random, 10000) - t.n[0];
        test_merge_draw_counts(&t, &random);
        for (int which = 0; which < 2 && test_on_emulated(); which++) {
            t.has_count[which] = true;
            t.count[which] = test_random_below(&random, 40000);
        }
        test_merge_expect(&runner, &t);
    }
    test_merge_runner_free(&runner);
}

/* Each spread, ascending and descending, both bounds, values that are sorted and not, each size of values. */
Test(merge, every_spread, .timeout = 600)
{
    static const size_t value_bytes[] = {1, 2, 4, 8, 16};
    test_merge_runner runner = test_merge_runner_new();
    test_random random = random_of(2);
    for (int i = 0; i < TEST_MERGE_COUNT * TEST_MERGE_SPREADS * TCU_TYPE_COUNT * 8; i++) {
        if (!test_takes(&random, 24)) {
            continue;
        }
        test_merge_case t = test_merge_random((test_merge_form)(i % TEST_MERGE_COUNT),
                                              (tcu_type)(i / TEST_MERGE_COUNT % TCU_TYPE_COUNT), &random);
        const int rest = i / (TEST_MERGE_COUNT * TCU_TYPE_COUNT), flags = rest % 8;
        t.spread = (test_merge_spread)(rest / 8);
        t.descending = (flags & 1) != 0;
        t.upper = (flags & 2) != 0;
        t.values_sorted = (flags & 4) != 0;
        t.value_bytes = value_bytes[i % 5];
        t.n[0] = test_random_below(&random, 9000);
        t.n[1] = test_random_below(&random, 9000);
        test_merge_draw_counts(&t, &random);
        test_merge_expect(&runner, &t);
    }
    test_merge_runner_free(&runner);
}

/* One array is empty, by its length or by its count. */
Test(merge, empty_arrays, .timeout = 600)
{
    test_merge_runner runner = test_merge_runner_new();
    test_random random = random_of(3);
    for (int i = 0; i < TEST_MERGE_COUNT * TCU_TYPE_COUNT * 4; i++) {
        if (!test_takes(&random, 8)) {
            continue;
        }
        test_merge_case t = test_merge_random((test_merge_form)(i % TEST_MERGE_COUNT),
                                              (tcu_type)(i / TEST_MERGE_COUNT % TCU_TYPE_COUNT), &random);
        const int kind = i / (TEST_MERGE_COUNT * TCU_TYPE_COUNT), which = kind % 2;
        t.n[which] = kind < 2 ? 0 : 5000;
        t.n[1 - which] = test_random_below(&random, 10000);
        t.has_count[which] = kind >= 2;
        t.has_count[1 - which] = false;
        t.count[which] = 0;
        test_merge_expect(&runner, &t);
    }
    test_merge_runner_free(&runner);
}

/* Few values in a long array, and many in a short one: searches by splitters, of which there are few or none. */
Test(merge, searches_of_other_lengths, .timeout = 600)
{
    static const uint64_t few[] = {0,   1,    2,     3,     255,   256,   257,   511,  512,
                                   513, 1025, 16383, 16384, 16385, 32767, 32768, 32769};
    enum { FEW = sizeof few / sizeof few[0], CASES = 5 };
    test_merge_runner runner = test_merge_runner_new();
    test_random random = random_of(4);
    for (int i = 0; i < 2 * FEW * CASES; i++) {
        if (!test_takes(&random, 20)) {
            continue;
        }
        test_merge_case t =
            test_merge_random(TEST_MERGE_SEARCH, (tcu_type)test_random_below(&random, TCU_TYPE_COUNT), &random);
        const int which = i / CASES / FEW;
        t.n[which] = few[i / CASES % FEW];
        t.n[1 - which] = test_random_below(&random, test_long(1600000));
        test_merge_draw_counts(&t, &random);
        test_merge_expect(&runner, &t);
    }
    test_merge_runner_free(&runner);
}

/* As many results, or values, as the last call of a path for few of them has, and the first of the next one. */
Test(merge, around_the_limits_of_paths, .timeout = 600)
{
    static const struct {
        test_merge_form form;
        uint64_t limit;
    } limits[] = {{TEST_MERGE_KEYS, 1 << 17}, {TEST_MERGE_SEARCH, 1 << 14}, {TEST_MERGE_SEARCH, 5 << 16}};
    test_merge_runner runner = test_merge_runner_new();
    test_random random = random_of(8);
    for (int i = 0; i < 3 * 3 * TCU_TYPE_COUNT; i++) {
        if (!test_takes(&random, 12)) {
            continue;
        }
        const tcu_type type = (tcu_type)(i / 9);
        test_merge_case t = test_merge_random(limits[i / 3 % 3].form, type, &random);
        const uint64_t n = limits[i / 3 % 3].limit - 1 + (uint64_t)(i % 3);
        t.n[0] = test_random_below(&random, n);
        t.n[1] = t.form == TEST_MERGE_KEYS ? n - t.n[0] : n;
        t.values_sorted = false;
        test_merge_draw_counts(&t, &random);
        test_merge_expect(&runner, &t);
    }
    test_merge_runner_free(&runner);
}

/* Arrays that are not sorted: the call succeeds, writes nothing outside of its outputs, and positions are 0 to m. */
Test(merge, unsorted_arrays_stay_inside, .timeout = 600)
{
    test_merge_runner runner = test_merge_runner_new();
    test_random random = random_of(5);
    for (int i = 0; i < TEST_MERGE_COUNT * TCU_TYPE_COUNT * 4; i++) {
        if (!test_takes(&random, 8)) {
            continue;
        }
        test_merge_case t = test_merge_random((test_merge_form)(i % TEST_MERGE_COUNT),
                                              (tcu_type)(i / TEST_MERGE_COUNT % TCU_TYPE_COUNT), &random);
        t.n[0] = test_random_below(&random, test_long(100000));
        t.n[1] = test_random_below(&random, test_long(100000));
        test_merge_draw_counts(&t, &random);
        test_merge_prepare(&runner, &t);
        test_buffer *b = runner.buffers;
        for (int which = 0; which < 2; which++) {
            unsigned char *keys = b[TEST_MERGE_A + which].host;
            for (size_t k = 0; k < b[TEST_MERGE_A + which].slice.bytes; k++) {
                keys[k] = (unsigned char)test_random_next(&random);
            }
        }
        test_buffers_upload(b, TEST_MERGE_BUFFERS);
        cr_assert(test_merge_execute(&runner, &t), "%s", runner.failure);
        for (int k = 0; k < TEST_MERGE_BUFFERS; k++) {
            cr_assert(test_slice_guarded(&b[k].slice), "%s, array %d", test_merge_names[t.form], k);
        }
        const uint64_t m = test_merge_length(&t, 0), n = test_merge_length(&t, 1);
        test_copy_out(b[TEST_MERGE_POSITIONS].host, b[TEST_MERGE_POSITIONS].slice.data,
                      b[TEST_MERGE_POSITIONS].slice.bytes);
        for (uint64_t j = 0; j < n && t.form == TEST_MERGE_SEARCH; j++) {
            const unsigned char *positions = b[TEST_MERGE_POSITIONS].host;
            const uint64_t position = t.index_type == TCU_TYPE_U32 ? ((const uint32_t *)(const void *)positions)[j]
                                                                   : ((const uint64_t *)(const void *)positions)[j];
            cr_assert(position <= m, "position %llu of %llu", (unsigned long long)position, (unsigned long long)m);
        }
    }
    test_merge_runner_free(&runner);
}

/* What a sort has put in order, reals with NaNs of both signs and zeros of both, is found where it is. */
Test(merge, sorts_and_searches_agree, .timeout = 300)
{
    enum { N = 3000 };
    tcu_context *context = test_context_new();
    test_memory memory[3] = {{0}};
    test_random random = random_of(6);
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        const size_t bytes = test_types[type].bytes;
        unsigned char keys[N * 8], sorted[N * 8];
        uint32_t positions[N];
        for (size_t k = 0; k < N * bytes; k++) {
            keys[k] = (unsigned char)test_random_next(&random);
        }
        memset(keys, 0, bytes);
        const test_slice in = test_slice_open(&memory[0], N * bytes, 0, 0x11),
                         out = test_slice_open(&memory[1], N * bytes, 0, 0x12),
                         at = test_slice_open(&memory[2], sizeof positions, 0, 0x13);
        tcu_sort_options sort = TCU_SORT_OPTIONS_INIT;
        tcu_search_options search = TCU_SEARCH_OPTIONS_INIT;
        sort.descending = search.descending = type % 2;
        test_copy_in(in.data, keys, N * bytes);
        cr_assert_eq(tcu_radix_sort(context, in.data, out.data, (tcu_type)type, N, &sort), TCU_SUCCESS);
        cr_assert_eq(
            tcu_search_sorted(context, out.data, N, in.data, N, (tcu_type)type, at.data, TCU_TYPE_U32, &search),
            TCU_SUCCESS);
        test_synchronise();
        test_copy_out(sorted, out.data, N * bytes);
        test_copy_out(positions, at.data, sizeof positions);
        for (int j = 0; j < N; j++) {
            cr_assert(
                positions[j] < N && memcmp(sorted + positions[j] * bytes, keys + j * bytes, bytes) == 0 &&
                    (positions[j] == 0 || memcmp(sorted + (positions[j] - 1) * bytes, keys + j * bytes, bytes) != 0),
                "%s: key %d is not first at %u", test_types[type].name, j, positions[j]);
        }
    }
    for (int k = 0; k < 3; k++) {
        test_memory_release(&memory[k]);
    }
    tcu_context_destroy(context);
}

/* The number of threads makes no difference. */
Test(merge, any_number_of_threads, .timeout = 600)
{
    test_merge_runner runner = test_merge_runner_new();
    test_random random = random_of(7);
    for (int i = 0; i < TCU_TYPE_COUNT; i++) {
        if (!test_has_threads() && !test_takes(&random, 4)) {
            continue;
        }
        test_merge_case t = test_merge_random((test_merge_form)(i % TEST_MERGE_COUNT), (tcu_type)i, &random);
        t.n[0] = test_long(200000 + test_random_below(&random, 100000));
        t.n[1] = test_long(200000 + test_random_below(&random, 100000));
        test_merge_draw_counts(&t, &random);
        for (int threads = 1; threads <= (test_has_threads() ? 3 : 1); threads++) {
            if (test_has_threads()) {
                cr_assert_eq(tcu_context_set_threads(runner.context, threads), TCU_SUCCESS);
                test_share_all_calls(runner.context);
            }
            test_merge_expect(&runner, &t);
        }
    }
    test_merge_runner_free(&runner);
}
