/* SPDX-License-Identifier: Apache-2.0 */
/* The sweeps that compare results of two runs bit by bit. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sweep.h"
#include "test_backend.h"

/* Gives `t` segments that stay the same over several runs. */
static test_offsets choose_segments(test_case *t, test_random *random)
{
    test_offsets offsets = {0};
    t->segment_size = 1 + test_random_below(random, 3000);
    if (test_has_offsets(t->operation)) {
        /* A shape that leaves no element out: comparisons then cover all of `out`. */
        offsets = test_offsets_new((test_shape)test_random_below(random, TEST_SHAPE_ONES), t->n, random);
        t->offsets = offsets.values;
        t->num_segments = offsets.num_segments;
    }
    return offsets;
}

static void expect_same_bits(test_runner *runner, test_case *t)
{
    static const int threads[] = {1, 2, 3, 7};
    cr_assert_eq(tcu_context_set_threads(runner->context, 1), TCU_SUCCESS);
    test_share_all_calls(runner->context);
    test_runner_expect(runner, t);
    unsigned char *first = test_runner_copy_output(runner);
    for (int run = 1; run < 10; run++) {
        cr_assert_eq(tcu_context_set_threads(runner->context, threads[run % 4]), TCU_SUCCESS);
        test_share_all_calls(runner->context);
        t->temporary = (test_temporary)(run % TEST_TEMPORARY_COUNT);
        cr_assert(test_runner_prepare(runner, t) && test_runner_execute(runner, t), "%s", runner->failure);
        cr_assert(test_runner_same_output(runner, t, first, run + 1), "%s", runner->failure);
    }
    free(first);
}

void test_sweep_expect_same_bits(test_runner *runner, test_case *t, test_random *random)
{
    test_offsets offsets = choose_segments(t, random);
    expect_same_bits(runner, t);
    test_offsets_free(&offsets);
}

void test_sweep_determinism(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 7);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (uint64_t i = 0; i < test_by_tier(1, 2, 3); i++) {
            uint64_t n = test_random_below(&random, test_long(test_by_tier(20000, i == 0 ? 200000 : 20000, 1 << 20)));
            test_case t = test_case_random(operation, test_pairs[pair], n, &random);
            test_sweep_expect_same_bits(&runner, &t, &random);
        }
    }
    test_runner_free(&runner);
}

/* The first position of begin ... end - 1 that breaks the rule, or `end`. */
static uint64_t first_unshifted(size_t bytes, uint64_t begin, uint64_t end, const unsigned char *inclusive,
                                const unsigned char *exclusive)
{
    for (uint64_t i = begin + 1; i < end; i++) {
        if (memcmp(exclusive + i * bytes, inclusive + (i - 1) * bytes, bytes) != 0) {
            return i;
        }
    }
    return end;
}

static void expect_shifted(test_runner *runner, const test_case *t, const unsigned char *inclusive,
                           const unsigned char *exclusive)
{
    const size_t bytes = test_types[t->out_type].bytes;
    const uint64_t size = test_has_sizes(t->operation) ? t->segment_size : t->n;
    uint64_t segments = test_has_offsets(t->operation) ? t->num_segments : t->n == 0 ? 0 : (t->n - 1) / size + 1;
    for (uint64_t k = 0; k < segments; k++) {
        uint64_t begin = k * size, end = t->n - begin < size ? t->n : begin + size;
        if (test_has_offsets(t->operation)) {
            begin = (uint64_t)t->offsets[k];
            end = (uint64_t)t->offsets[k + 1];
        }
        uint64_t at = first_unshifted(bytes, begin, end, inclusive, exclusive);
        if (at < end) {
            char got[32], expected[32];
            test_runner_fail(runner, t,
                             "exclusive out[%" PRIu64 "] (segment %" PRIu64 ") is %s, inclusive out[%" PRIu64 "] is %s",
                             at, k, test_bits_text(exclusive, bytes, at, got), at - 1,
                             test_bits_text(inclusive, bytes, at - 1, expected));
            cr_assert_fail("%s", runner->failure);
        }
    }
}

void test_sweep_exclusive_is_shifted(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 8);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        /* Sums of reals may be formed in another order, which the accuracy bound allows and other tests check. */
        if (test_types[test_pairs[pair].in].real) {
            continue;
        }
        for (uint64_t i = 0; i < test_by_tier(8, 24, 48); i++) {
            if (!test_takes(&random, 4)) {
                continue;
            }
            uint64_t n = test_random_below(&random, i == 0 ? test_long(200000) : 9000);
            test_case t = test_case_random(operation, test_pairs[pair], n, &random);
            t.distribution = (test_distribution)test_random_below(&random, TEST_OPPOSITE);
            test_offsets offsets = choose_segments(&t, &random);
            t.kind = TCU_SCAN_INCLUSIVE;
            test_runner_expect(&runner, &t);
            unsigned char *inclusive = test_runner_copy_output(&runner);
            t.kind = TCU_SCAN_EXCLUSIVE;
            test_runner_expect(&runner, &t);
            unsigned char *exclusive = test_runner_copy_output(&runner);
            expect_shifted(&runner, &t, inclusive, exclusive);
            free(inclusive);
            free(exclusive);
            test_offsets_free(&offsets);
        }
    }
    test_runner_free(&runner);
}
