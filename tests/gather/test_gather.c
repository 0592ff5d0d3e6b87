/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers and scatters against a plain loop: items of all sizes and alignments, types of indices, lengths, counts in memory,
 * indices out of range and equal ones. */
#include <criterion/criterion.h>
#include <string.h>

#include "moving/moving.h"
#include "test_backend.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 51000 + test);
}

enum { FORMS = TEST_MOVING_DECODE };

/* Items of 1 to 70 bytes, and around what a word, a tile and the reciprocals of short items end at. */
Test(gather, every_item_size, .timeout = 600)
{
    static const size_t longer[] = {96,   128,  255,   256,   1000,  4096,  8190,
                                    8191, 8192, 16384, 16385, 40000, 65538, 262144};
    test_mover mover = test_mover_new();
    test_random random = random_of(0);
    for (int i = 0; i < FORMS * (70 + (int)(sizeof longer / sizeof longer[0])); i++) {
        const int size = i / FORMS;
        test_moving_case t = test_moving_random((test_moving_form)(i % FORMS), 300, &random);
        if (!test_takes(&random, 3)) {
            continue;
        }
        t.item_bytes = size < 70 ? (size_t)size + 1 : longer[size - 70];
        t.n = size < 70 ? test_random_below(&random, 3000) : 1 + test_random_below(&random, 400000 / t.item_bytes + 2);
        t.places = 1 + test_random_below(&random, t.n + 20);
        test_mover_expect(&mover, &t);
    }
    test_mover_free(&mover);
}

/* Every alignment of both arrays, of items that would have words of 1 to 16 bytes without. */
Test(gather, every_alignment, .timeout = 600)
{
    test_mover mover = test_mover_new();
    test_random random = random_of(1);
    for (unsigned i = 0; i < FORMS * 17 * 17; i++) {
        test_moving_case t = test_moving_random((test_moving_form)(i % FORMS), 200, &random);
        if (!test_takes(&random, 10)) {
            continue;
        }
        t.item_bytes = (size_t)1 << test_random_below(&random, 7);
        t.item_bytes *= 1 + test_random_below(&random, 3);
        t.from_shift = i / FORMS % 17;
        t.to_shift = i / FORMS / 17;
        test_mover_expect(&mover, &t);
    }
    test_mover_free(&mover);
}

/* Around warps, blocks and tiles; every type of indices, every count in memory. */
Test(gather, every_length_and_index_type, .timeout = 600)
{
    static const uint64_t lengths[] = {0,   1,    2,    31,   32,   33,   255,  256,  257,  511,
                                       513, 1023, 1024, 1025, 2047, 2048, 2049, 5000, 40961};
    static const tcu_type types[] = {TCU_TYPE_I32, TCU_TYPE_U32, TCU_TYPE_I64, TCU_TYPE_U64};
    enum { LENGTHS = sizeof lengths / sizeof lengths[0] };
    test_mover mover = test_mover_new();
    test_random random = random_of(2);
    for (unsigned i = 0; i < FORMS * LENGTHS * 4 * TEST_LIMITS; i++) {
        const uint64_t n = lengths[i / FORMS % LENGTHS];
        test_moving_case t = test_moving_random((test_moving_form)(i % FORMS), n, &random);
        if (!test_takes(&random, 12)) {
            continue;
        }
        t.type = types[i / FORMS / LENGTHS % 4];
        t.limit = (test_moving_limit)(i / FORMS / LENGTHS / 4);
        test_mover_expect(&mover, &t);
    }
    test_mover_free(&mover);
}

/* Many blocks of a device, several threads of the host. */
Test(gather, long_arrays, .timeout = 600)
{
    test_mover mover = test_mover_new();
    test_random random = random_of(3);
    for (int i = 0; i < 24; i++) {
        test_moving_case t =
            test_moving_random((test_moving_form)(i % FORMS), test_on_emulated() ? 20000 : test_long(1000000), &random);
        t.n += test_random_below(&random, 5000);
        t.item_bytes = 1 + t.item_bytes % 50;
        if (test_takes(&random, 3)) {
            test_mover_expect(&mover, &t);
        }
    }
    test_mover_free(&mover);
}

/* Nothing is in range: of no places, of negative indices, of the largest ones. */
Test(gather, nothing_in_range, .timeout = 600)
{
    test_mover mover = test_mover_new();
    test_random random = random_of(4);
    for (int i = 0; i < 20 * FORMS; i++) {
        test_moving_case t = test_moving_random((test_moving_form)(i % FORMS), 1000, &random);
        t.places = i % 3 == 0 ? 0 : 1 + test_random_below(&random, 20);
        t.none_is_in_range = true;
        t.wanted = TEST_MOVING_TOTAL;
        test_mover_expect(&mover, &t);
        uint64_t out_of_range;
        memcpy(&out_of_range, mover.buffers[TEST_MOVING_RESULT].host, sizeof out_of_range);
        cr_assert_eq(out_of_range, test_moving_limited(&t), "%s", test_moving_names[t.form]);
    }
    test_mover_free(&mover);
}

/* What is wanted of equal indices: each aligned item of 1, 2, 4 or 8 bytes is one of those that were put there, of other
 * items each byte is; and items that no index names stay as they are. */
Test(gather, scatter_of_equal_indices, .timeout = 600)
{
    enum { N = 3000, PLACES = 64, MOST = 24, NAMED = 50 };
    static const size_t sizes[] = {1, 2, 4, 8, 3, 12, 24};
    static unsigned char items[N * MOST], out[PLACES * MOST];
    uint32_t indices[N];
    tcu_context *context = test_context_new();
    test_memory memory[3] = {{0}};
    test_random random = random_of(5);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        const size_t bytes = sizes[s];
        const test_slice from = test_slice_open(&memory[0], N * bytes, 0, 0x11),
                         names = test_slice_open(&memory[1], sizeof indices, 0, 0x12),
                         to = test_slice_open(&memory[2], PLACES * bytes, 0, 0x13);
        for (int i = 0; i < N; i++) {
            indices[i] = (uint32_t)test_random_below(&random, NAMED);
            for (size_t b = 0; b < bytes; b++) {
                items[(size_t)i * bytes + b] = (unsigned char)test_random_next(&random);
            }
        }
        test_copy_in(from.data, items, N * bytes);
        test_copy_in(names.data, indices, sizeof indices);
        cr_assert_eq(tcu_scatter(context, from.data, names.data, TCU_TYPE_U32, to.data, PLACES, bytes, N, NULL),
                     TCU_SUCCESS, "%s", tcu_context_last_error(context));
        test_synchronise();
        test_copy_out(out, to.data, PLACES * bytes);
        const size_t whole = s < 4 ? bytes : 1;
        for (uint32_t p = 0; p < NAMED; p++) {
            for (size_t b = 0; b < bytes; b += whole) {
                bool found = false;
                for (int i = 0; i < N && !found; i++) {
                    found = indices[i] == p && memcmp(out + p * bytes + b, items + (size_t)i * bytes + b, whole) == 0;
                }
                cr_expect(found, "items of %zu bytes: byte %zu of item %u is of none that was put there", bytes, b, p);
            }
        }
        cr_expect(test_slice_untouched(&to, NAMED * bytes, (PLACES - NAMED) * bytes) && test_slice_guarded(&to));
    }
    for (int k = 0; k < 3; k++) {
        test_memory_release(&memory[k]);
    }
    tcu_context_destroy(context);
}

/* The number of threads makes no difference. */
Test(gather, any_number_of_threads, .timeout = 600)
{
    test_mover mover = test_mover_new();
    test_random random = random_of(6);
    for (int i = 0; i < 3 * TEST_MOVING_COUNT; i++) {
        const test_moving_case t = test_moving_random((test_moving_form)(i % TEST_MOVING_COUNT),
                                                      test_long(100000 + test_random_below(&random, 100000)), &random);
        for (int threads = 1; threads <= (test_has_threads() ? 3 : 1); threads++) {
            if (test_has_threads()) {
                cr_assert_eq(tcu_context_set_threads(mover.context, threads), TCU_SUCCESS);
                test_share_all_calls(mover.context);
            }
            test_mover_expect(&mover, &t);
        }
    }
    test_mover_free(&mover);
}
