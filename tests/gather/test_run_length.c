/* SPDX-License-Identifier: Apache-2.0 */
/* Run-length decoding against a plain loop: shapes of runs, items of all sizes, capacities, counts in memory. */
#include <criterion/criterion.h>

#include "moving/moving.h"
#include "test_backend.h"

static test_random random_of(unsigned test)
{
    return test_random_part(test_seed_of_run(), 52000 + test);
}

/* Around threads' parts and tiles; every shape, type of lengths and count in memory. */
Test(run_length, every_shape_and_length, .timeout = 600)
{
    static const uint64_t lengths[] = {0, 1, 2, 8, 9, 10, 255, 256, 257, 2303, 2304, 2305, 4608, 10000, 50000};
    enum { LENGTHS = sizeof lengths / sizeof lengths[0] };
    test_mover mover = test_mover_new();
    test_random random = random_of(0);
    for (unsigned i = 0; i < LENGTHS * TEST_LENGTHS_COUNT * TEST_LIMITS * 2; i++) {
        test_moving_case t = test_moving_random(TEST_MOVING_DECODE, lengths[i % LENGTHS], &random);
        if (!test_takes(&random, 8)) {
            continue;
        }
        t.lengths = (test_lengths)(i / LENGTHS % TEST_LENGTHS_COUNT);
        t.limit = (test_moving_limit)(i / LENGTHS / TEST_LENGTHS_COUNT % TEST_LIMITS);
        t.item_bytes = 1 + t.item_bytes % 40;
        test_mover_expect(&mover, &t);
    }
    test_mover_free(&mover);
}

Test(run_length, every_item_size, .timeout = 600)
{
    static const size_t longer[] = {96, 128, 340, 342, 1000, 4096, 8192, 16384, 16385, 40000, 262144};
    test_mover mover = test_mover_new();
    test_random random = random_of(1);
    for (int size = 0; size < 70 + (int)(sizeof longer / sizeof longer[0]); size++) {
        const size_t bytes = size < 70 ? (size_t)size + 1 : longer[size - 70];
        test_moving_case t = test_moving_random(TEST_MOVING_DECODE, size < 70 ? 3000 : 2 + 600000 / bytes, &random);
        if (!test_takes(&random, 3)) {
            continue;
        }
        t.item_bytes = bytes;
        t.wanted |= TEST_MOVING_ITEMS;
        test_mover_expect(&mover, &t);
    }
    test_mover_free(&mover);
}

/* Each output alone and with others. */
Test(run_length, every_output, .timeout = 600)
{
    test_mover mover = test_mover_new();
    test_random random = random_of(2);
    for (unsigned i = 0; i < 3 * (TEST_MOVING_ALL + 1) * 2; i++) {
        test_moving_case t = test_moving_random(TEST_MOVING_DECODE, 1 + test_random_below(&random, 6000), &random);
        t.wanted = i % (TEST_MOVING_ALL + 1);
        t.run_type = i / (TEST_MOVING_ALL + 1) % 2 == 0 ? TCU_TYPE_U32 : TCU_TYPE_U64;
        test_mover_expect(&mover, &t);
    }
    test_mover_free(&mover);
}

/* Many tiles of a device, many chunks of the host: equal runs, many empty ones, a giant one. */
Test(run_length, long_arrays, .timeout = 600)
{
    test_mover mover = test_mover_new();
    test_random random = random_of(3);
    for (int i = 0; i < 4 * TEST_LENGTHS_COUNT; i++) {
        const uint64_t n = test_on_emulated() ? 30000 : test_long(1500000);
        test_moving_case t = test_moving_random(TEST_MOVING_DECODE, n + test_random_below(&random, 5000), &random);
        t.lengths = (test_lengths)(i % TEST_LENGTHS_COUNT);
        t.item_bytes = 1 + t.item_bytes % 20;
        if (test_takes(&random, 2)) {
            test_mover_expect(&mover, &t);
        }
    }
    test_mover_free(&mover);
}

/* No room, less than there is to write, and far more; a giant run beside which the capacity is nothing. */
Test(run_length, every_capacity, .timeout = 600)
{
    static const uint64_t capacities[] = {0, 1, 100, 2304, 2400, 100000};
    test_mover mover = test_mover_new();
    test_random random = random_of(4);
    for (unsigned i = 0; i < 6 * TEST_LENGTHS_COUNT * 3; i++) {
        test_moving_case t = test_moving_random(TEST_MOVING_DECODE, 3000, &random);
        t.places = capacities[i % 6];
        t.lengths = (test_lengths)(i / 6 % TEST_LENGTHS_COUNT);
        t.wanted |= TEST_MOVING_TOTAL;
        t.item_bytes = 1 + t.item_bytes % 20;
        test_mover_expect(&mover, &t);
    }
    test_mover_free(&mover);
}

/* A sum of lengths that is too much is refused where the processor reads them; and on a device no memory is touched but the
 * outputs. */
Test(run_length, too_much, .timeout = 60)
{
    enum { N = 5000, CAPACITY = 10000 };
    static uint64_t lengths[N];
    static unsigned char items[N];
    tcu_context *context = test_context_new();
    test_memory memory[4] = {{0}};
    test_random random = random_of(5);
    const test_slice names = test_slice_open(&memory[0], sizeof lengths, 0, 0x11),
                     from = test_slice_open(&memory[1], sizeof items, 0, 0x12),
                     to = test_slice_open(&memory[2], CAPACITY, 0, 0x13),
                     total = test_slice_open(&memory[3], 8, 0, 0x14);
    for (int k = 0; k < N; k++) {
        lengths[k] = k % 3 == 0 ? test_random_next(&random) | UINT64_C(1) << 62 : test_random_below(&random, 5);
    }
    test_copy_in(names.data, lengths, sizeof lengths);
    test_copy_in(from.data, items, sizeof items);
    const tcu_status status = tcu_run_length_decode(context, names.data, TCU_TYPE_U64, N, from.data, to.data, 1, NULL,
                                                    TCU_TYPE_U32, (uint64_t *)(void *)total.data, CAPACITY, NULL);
    test_synchronise();
    if (test_on_cuda()) {
        cr_expect_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(context));
    } else {
        cr_expect_eq(status, TCU_ERROR_SIZE_OVERFLOW);
        cr_expect(test_slice_untouched(&to, 0, CAPACITY) && test_slice_untouched(&total, 0, 8));
    }
    cr_expect(test_slice_guarded(&to) && test_slice_guarded(&total) && test_slice_holds(&names, lengths) &&
              test_slice_holds(&from, items));
    for (int k = 0; k < 4; k++) {
        test_memory_release(&memory[k]);
    }
    tcu_context_destroy(context);
}
