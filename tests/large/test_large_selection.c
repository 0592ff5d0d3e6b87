/* SPDX-License-Identifier: Apache-2.0 */
/* Selections from more than 2^32 keys, whose results lie past position 2^32, as in test_large.c: the shorter tiers run the
 * same code on fewer keys. What has to come is known without a sort of them all. The long tier needs 5 GB of memory a
 * test, `sampled` 25 GB. */
#include <criterion/criterion.h>
#include <string.h>

#include "test_backend.h"
#include "test_memory.h"

enum { K = 1000 };

/* All keys are 7 but those at some places, which are larger: 8, 9, ... from the first to the last. */
typedef struct large {
    tcu_context *context;
    test_memory memory[3];
    test_slice keys, out, positions;
    uint64_t n, places[3];
} large;

static large large_new(void)
{
    large l = {.context = test_context_new()};
    test_random random = test_random_part(test_seed_of_run(), 68000);
    l.n = test_long(test_by_tier(700017, 7000017, ((uint64_t)1 << 32) + 100000));
    l.keys = test_slice_open(&l.memory[0], l.n, 0, 7);
    l.out = test_slice_open(&l.memory[1], K, 0, 0x41);
    l.positions = test_slice_open(&l.memory[2], K * sizeof(uint64_t), 0, 0x42);
    for (uint64_t p = 0; p < 3; p++) {                           /* one in the middle, two among the last */
        const uint64_t part = l.n / 8 < 20000 ? l.n / 8 : 20000; /* all in the last third */
        l.places[p] = p == 0 ? l.n / 2 : l.n - (3 - p) * part + test_random_below(&random, part / 2);
        const unsigned char key = (unsigned char)(8 + p);
        test_copy_in(l.keys.data + l.places[p], &key, 1);
    }
    return l;
}

static void large_free(large *l)
{
    for (int b = 0; b < 3; b++) {
        test_memory_release(&l->memory[b]);
    }
    tcu_context_destroy(l->context);
}

Test(large_selection, top_k, .timeout = 3600)
{
    large l = large_new();
    uint64_t positions[K];
    unsigned char keys[K];
    cr_assert_eq(
        tcu_top_k(l.context, l.keys.data, l.n, K, TCU_TYPE_U8, l.out.data, l.positions.data, TCU_TYPE_U64, NULL),
        TCU_SUCCESS, "%s", tcu_context_last_error(l.context));
    test_synchronise();
    test_copy_out(keys, l.out.data, sizeof keys);
    test_copy_out(positions, l.positions.data, sizeof positions);
    for (uint64_t j = 0; j < K;
         j++) { /* the largest ones from the last to the first; then the first ones of the others */
        const uint64_t key = j < 3 ? 10 - j : 7, position = j < 3 ? l.places[2 - j] : j - 3;
        cr_assert(keys[j] == key && positions[j] == position, "result %d", (int)j);
    }
    large_free(&l);
}

/* The last ties are behind position 2^32. */
Test(large_selection, one_place, .timeout = 3600)
{
    large l = large_new();
    uint64_t position;
    const uint64_t ties = l.n - 3; /* the last key of rank ties - 1 is the last 7, and of rank ties + 1 the 9 */
    const uint64_t last = l.places[2] == l.n - 1 ? l.n - 2 : l.n - 1;
    const uint64_t ranks[] = {ties - 1, ties + 1}, expected[] = {last, l.places[1]};
    for (int r = 0; r < 2; r++) {
        cr_assert_eq(tcu_nth_element(l.context, l.keys.data, l.n, ranks[r], TCU_TYPE_U8, NULL, l.positions.data,
                                     TCU_TYPE_U64, NULL),
                     TCU_SUCCESS, "%s", tcu_context_last_error(l.context));
        test_synchronise();
        test_copy_out(&position, l.positions.data, sizeof position);
        cr_assert_eq(position, expected[r], "rank %d", r);
    }
    large_free(&l);
}

Test(large_selection, quantiles, .timeout = 3600)
{
    large l = large_new();
    const double q[3] = {1, 0.5, 0};
    const unsigned char expected[3] = {10, 7, 7};
    unsigned char quantiles[3];
    tcu_quantiles_options options = TCU_QUANTILES_OPTIONS_INIT;
    options.method = TCU_QUANTILE_NEAREST;
    cr_assert_eq(tcu_quantiles(l.context, l.keys.data, l.n, TCU_TYPE_U8, q, 3, l.out.data, TCU_TYPE_U8, &options),
                 TCU_SUCCESS, "%s", tcu_context_last_error(l.context));
    test_synchronise();
    test_copy_out(quantiles, l.out.data, sizeof quantiles);
    cr_expect(memcmp(quantiles, expected, sizeof expected) == 0);
    large_free(&l);
}

/* Keys as they are drawn, of 4 bytes, so that a GPU takes a sample; one of the last is the largest. Expected is what an
 * insertion into the best ones finds, key by key. */
Test(large_selection, sampled, .timeout = 3600)
{
    enum { CHUNK = 1 << 20 };
    const uint64_t n = test_long(test_by_tier(700017, 7000017, ((uint64_t)1 << 32) + 100000)), last = n - 5;
    tcu_context *context = test_context_new();
    test_memory memory[3] = {{0}};
    const test_slice keys = test_slice_open(&memory[0], n * sizeof(uint32_t), 0, 0x21),
                     out = test_slice_open(&memory[1], K * sizeof(uint32_t), 0, 0x41),
                     out_positions = test_slice_open(&memory[2], K * sizeof(uint64_t), 0, 0x42);
    static uint32_t chunk[CHUNK], best[K], found[K];
    static uint64_t best_at[K], found_at[K];
    uint64_t bests = 0;
    for (uint64_t begin = 0; begin < n; begin += CHUNK) {
        const uint64_t count = n - begin < CHUNK ? n - begin : CHUNK;
        for (uint64_t j = 0; j < count; j++) {
            const uint64_t i = begin + j;
            chunk[j] = i == last ? UINT32_MAX : (uint32_t)((i * 0x9e3779b97f4a7c15) >> 32);
            if (bests == K && chunk[j] <= best[K - 1]) {
                continue;
            }
            uint64_t to = bests < K ? bests++ : K - 1;
            for (; to > 0 && best[to - 1] < chunk[j]; to--) {
                best[to] = best[to - 1];
                best_at[to] = best_at[to - 1];
            }
            best[to] = chunk[j];
            best_at[to] = i;
        }
        test_copy_in(keys.data + begin * sizeof *chunk, chunk, count * sizeof *chunk);
    }
    cr_assert_eq(tcu_top_k(context, keys.data, n, K, TCU_TYPE_U32, out.data, out_positions.data, TCU_TYPE_U64, NULL),
                 TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_synchronise();
    test_copy_out(found, out.data, sizeof found);
    test_copy_out(found_at, out_positions.data, sizeof found_at);
    cr_expect(memcmp(found, best, sizeof best) == 0);
    cr_expect(memcmp(found_at, best_at, sizeof best_at) == 0);
    for (int b = 0; b < 3; b++) {
        test_memory_release(&memory[b]);
    }
    tcu_context_destroy(context);
}

/* Rows of which the last begins behind position 2^32. */
Test(large_selection, rows, .timeout = 3600)
{
    large l = large_new();
    const uint64_t size = l.n / 3 + 1;
    uint64_t positions[6];
    cr_assert_eq(tcu_segmented_top_k(l.context, l.keys.data, l.n, size, 2, TCU_TYPE_U8, NULL, l.positions.data,
                                     TCU_TYPE_U64, NULL),
                 TCU_SUCCESS, "%s", tcu_context_last_error(l.context));
    test_synchronise();
    test_copy_out(positions, l.positions.data, sizeof positions);
    const uint64_t expected[6] = {0, 1, l.places[0], size, l.places[2], l.places[1]};
    cr_expect(memcmp(positions, expected, sizeof expected) == 0);
    large_free(&l);
}
