/* SPDX-License-Identifier: Apache-2.0 */
/* The sweeps that compare results of two runs bit by bit. */
#define _GNU_SOURCE /* RTLD_DEFAULT */

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "test_backend.h"
#include "test_sweep.h"

/* Sets how many threads the host backend may use, in a build with OpenMP; the tests themselves do not link it. */
static void set_threads(int threads)
{
    void (*set)(int) = NULL;
    *(void **)&set = dlsym(RTLD_DEFAULT, "omp_set_num_threads");
    if (set != NULL) {
        set(threads);
    }
}

static void *copy_of_output(const test_runner *runner)
{
    void *copy = malloc(runner->out.bytes + 1);
    cr_assert(copy != NULL, "no memory for a copy");
    test_copy_out(copy, runner->out.data, runner->out.bytes);
    return copy;
}

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
    set_threads(1);
    test_runner_expect(runner, t);
    unsigned char *first = copy_of_output(runner);
    for (int run = 1; run < 10; run++) {
        set_threads(threads[run % 4]);
        t->temporary = (test_temporary)(run % TEST_TEMPORARY_COUNT);
        cr_assert(test_runner_prepare(runner, t) && test_runner_execute(runner, t), "%s", runner->failure);
        if (!test_slice_holds(&runner->out, first)) {
            test_runner_fail(runner, t, "run %d gave other bits than the first", run + 1);
            cr_assert_fail("%s", runner->failure);
        }
    }
    free(first);
}

void test_sweep_determinism(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 7);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (uint64_t i = 0; i < test_by_tier(1, 2, 3); i++) {
            uint64_t n = test_random_below(&random, test_by_tier(20000, i == 0 ? 200000 : 20000, 1 << 20));
            test_case t = test_case_random(operation, test_pairs[pair], n, &random);
            t.in_place = false;
            test_offsets offsets = choose_segments(&t, &random);
            expect_same_bits(&runner, &t);
            test_offsets_free(&offsets);
        }
    }
    test_runner_free(&runner);
}

static bool shifted_in_segment(const test_case *t, uint64_t begin, uint64_t end, const unsigned char *inclusive,
                               const unsigned char *exclusive)
{
    const size_t bytes = test_types[t->out_type].bytes;
    return end <= begin + 1 ||
           memcmp(exclusive + (begin + 1) * bytes, inclusive + begin * bytes, (end - begin - 1) * bytes) == 0;
}

static bool is_shifted(const test_case *t, const unsigned char *inclusive, const unsigned char *exclusive)
{
    if (test_has_offsets(t->operation)) {
        for (uint64_t k = 0; k < t->num_segments; k++) {
            if (!shifted_in_segment(t, (uint64_t)t->offsets[k], (uint64_t)t->offsets[k + 1], inclusive, exclusive)) {
                return false;
            }
        }
        return true;
    }
    uint64_t size = test_has_sizes(t->operation) ? t->segment_size : t->n;
    for (uint64_t begin = 0; begin < t->n; begin += size) {
        uint64_t end = t->n - begin < size ? t->n : begin + size;
        if (!shifted_in_segment(t, begin, end, inclusive, exclusive)) {
            return false;
        }
    }
    return true;
}

void test_sweep_exclusive_is_shifted(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 8);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (uint64_t i = 0; i < test_by_tier(4, 12, 24); i++) {
            uint64_t n = test_random_below(&random, i == 0 ? 200000 : 9000);
            test_case t = test_case_random(operation, test_pairs[pair], n, &random);
            /* Not the ones with NaN: its bits say nothing. */
            t.distribution = (test_distribution)test_random_below(&random, TEST_OPPOSITE);
            test_offsets offsets = choose_segments(&t, &random);
            t.kind = TCU_SCAN_INCLUSIVE;
            test_runner_expect(&runner, &t);
            unsigned char *inclusive = copy_of_output(&runner);
            t.kind = TCU_SCAN_EXCLUSIVE;
            test_runner_expect(&runner, &t);
            unsigned char *exclusive = copy_of_output(&runner);
            if (!is_shifted(&t, inclusive, exclusive)) {
                test_runner_fail(&runner, &t, "differs from the inclusive scan, shifted");
                cr_assert_fail("%s", runner.failure);
            }
            free(inclusive);
            free(exclusive);
            test_offsets_free(&offsets);
        }
    }
    test_runner_free(&runner);
}
