/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "sweep.h"

#include <criterion/criterion.h>

#include "test_backend.h"

const uint64_t test_sizes[] = {0,    1,    2,    15,   16,   17,   31,   32,    33,    63,    64,   65,   127,
                               128,  129,  255,  256,  257,  511,  512,  513,   1023,  1024,  1025, 2047, 2048,
                               2049, 4095, 4096, 4097, 8191, 8192, 8193, 16385, 65535, 65536, 65537};
const int test_size_count = sizeof test_sizes / sizeof test_sizes[0];

/* Around vectors, lanes, warps and tiles, and around the sizes at which paths meet. */
const uint64_t test_segment_sizes[] = {1,
                                       2,
                                       3,
                                       4,
                                       5,
                                       6,
                                       7,
                                       8,
                                       9,
                                       12,
                                       15,
                                       16,
                                       17,
                                       20,
                                       24,
                                       31,
                                       32,
                                       33,
                                       40,
                                       63,
                                       64,
                                       65,
                                       96,
                                       100,
                                       127,
                                       129,
                                       200,
                                       255,
                                       256,
                                       257,
                                       383,
                                       511,
                                       512,
                                       513,
                                       768,
                                       1000,
                                       1024,
                                       1537,
                                       2048,
                                       2049,
                                       3071,
                                       3073,
                                       4095,
                                       4096,
                                       4097,
                                       6144,
                                       8193,
                                       16384,
                                       16385,
                                       24576,
                                       65536,
                                       100003,
                                       (uint64_t)1 << 40,
                                       UINT64_MAX};
const int test_segment_size_count = sizeof test_segment_sizes / sizeof test_segment_sizes[0];

static const unsigned shifts[] = {0, 1, 3, 7};
enum { SHIFT_COUNT = sizeof shifts / sizeof shifts[0] };

/* Sizes that sweeps with many other dimensions draw from: an edge most of the time, now and then a long one. */
static uint64_t some_size(test_random *random)
{
    if (test_random_below(random, 16) == 0) {
        return 1 + test_random_below(random, 70000);
    }
    return test_sizes[test_random_below(random, (uint64_t)test_size_count - 4)];
}

test_random test_sweep_random(test_operation operation, unsigned sweep)
{
    return test_random_part(test_seed_of_run(), 16 * sweep + operation);
}

test_case test_case_random(test_operation operation, test_pair pair, uint64_t n, test_random *random)
{
    test_case t = {.operation = operation, .in_type = pair.in, .out_type = pair.out, .n = n};
    t.kind = test_random_below(random, 2) ? TCU_SCAN_EXCLUSIVE : TCU_SCAN_INCLUSIVE;
    t.arithmetic = (tcu_arithmetic)test_random_below(random, 3);
    t.distribution = test_random_below(random, 3) == 0
                         ? (test_distribution)test_random_below(random, TEST_DISTRIBUTION_COUNT)
                         : TEST_UNIFORM;
    t.seed = test_random_next(random);
    t.in_shift = shifts[test_random_below(random, SHIFT_COUNT)];
    t.out_shift = shifts[test_random_below(random, SHIFT_COUNT)];
    t.offsets_shift = shifts[test_random_below(random, SHIFT_COUNT)];
    t.temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT);
    t.in_place = test_types[pair.in].bytes == test_types[pair.out].bytes && test_random_below(random, 4) == 0;
    return t;
}

static void expect_shape(test_runner *runner, test_case *t, test_shape shape, test_random *random)
{
    test_offsets offsets = test_offsets_new(shape, t->n, random);
    t->offsets = offsets.values;
    t->num_segments = offsets.num_segments;
    bool passed = test_runner_run(runner, t);
    test_offsets_free(&offsets);
    cr_assert(passed, "%s\n  offsets: %s", runner->failure, test_shape_names[shape]);
}

void test_sweep_expect(test_runner *runner, test_case *t, test_random *random)
{
    if (test_has_offsets(t->operation)) {
        expect_shape(runner, t, (test_shape)test_random_below(random, TEST_SHAPE_COUNT), random);
        return;
    }
    if (test_has_sizes(t->operation)) {
        t->segment_size = test_segment_sizes[test_random_below(random, (uint64_t)test_segment_size_count)];
    }
    test_runner_expect(runner, t);
}

void test_sweep_sizes(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 1);
    const uint64_t random_sizes = test_by_tier(1, 2, 8);
    const uint64_t longest = test_long(test_by_tier(1 << 18, 1 << 20, 1 << 20));
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (int size = 0; size < test_size_count; size++) {
            if (!test_takes(&random, 6)) {
                continue;
            }
            test_case t = test_case_random(operation, test_pairs[pair], test_sizes[size], &random);
            test_sweep_expect(&runner, &t, &random);
        }
        for (uint64_t i = 0; i < random_sizes; i++) {
            uint64_t n = test_random_below(&random, longest);
            test_case t = test_case_random(operation, test_pairs[pair], n, &random);
            test_sweep_expect(&runner, &t, &random);
        }
    }
    test_runner_free(&runner);
}

void test_sweep_distributions(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 2);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (int distribution = 0; distribution < TEST_DISTRIBUTION_COUNT; distribution++) {
            for (int arithmetic = TCU_ARITHMETIC_AUTO; arithmetic <= TCU_ARITHMETIC_PLAIN; arithmetic++) {
                for (uint64_t i = 0; i < test_by_tier(1, 3, 6); i++) {
                    if (!test_takes(&random, 6)) {
                        continue;
                    }
                    test_case t = test_case_random(operation, test_pairs[pair], some_size(&random), &random);
                    t.distribution = (test_distribution)distribution;
                    t.arithmetic = (tcu_arithmetic)arithmetic;
                    test_sweep_expect(&runner, &t, &random);
                }
            }
        }
    }
    test_runner_free(&runner);
}

void test_sweep_in_place(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 3);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        if (test_types[test_pairs[pair].in].bytes != test_types[test_pairs[pair].out].bytes) {
            continue;
        }
        for (uint64_t i = 0; i < test_by_tier(20, 60, 120); i++) {
            if (!test_takes(&random, 4)) {
                continue;
            }
            test_case t = test_case_random(operation, test_pairs[pair], some_size(&random), &random);
            t.in_place = true;
            test_sweep_expect(&runner, &t, &random);
        }
    }
    test_runner_free(&runner);
}

void test_sweep_shifts(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 4);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (int shift = 0; shift < SHIFT_COUNT * SHIFT_COUNT; shift++) {
            for (uint64_t i = 0; i < test_by_tier(2, 4, 8); i++) {
                if (!test_takes(&random, 4)) {
                    continue;
                }
                test_case t = test_case_random(operation, test_pairs[pair], some_size(&random), &random);
                t.in_place = false;
                t.in_shift = shifts[shift / SHIFT_COUNT];
                t.out_shift = shifts[shift % SHIFT_COUNT];
                test_sweep_expect(&runner, &t, &random);
            }
        }
    }
    test_runner_free(&runner);
}

void test_sweep_segment_sizes(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 5);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (int size = 0; size < test_segment_size_count; size++) {
            for (uint64_t i = 0; i < test_by_tier(1, 3, 6); i++) {
                if (!test_takes(&random, 4)) {
                    continue;
                }
                /* Most often some segments and a rest; else whole segments; else a long array. */
                uint64_t segment_size = test_segment_sizes[size];
                uint64_t bounded = segment_size < 5000 ? segment_size : 5000;
                uint64_t segments = 1 + test_random_below(&random, 40);
                uint64_t n = segments * bounded;
                switch (test_random_below(&random, 8)) {
                case 0:
                    break;
                case 1:
                    n = 1 + test_random_below(&random, test_long(test_by_tier(60000, 250000, 1000000)));
                    break;
                default:
                    n += test_random_below(&random, bounded);
                }
                test_case t = test_case_random(operation, test_pairs[pair], n, &random);
                t.segment_size = segment_size;
                test_runner_expect(&runner, &t);
            }
        }
    }
    test_runner_free(&runner);
}

void test_sweep_shapes(test_operation operation)
{
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 6);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        for (int shape = 0; shape < TEST_SHAPE_COUNT; shape++) {
            for (uint64_t i = 0; i < test_by_tier(3, 8, 16); i++) {
                if (!test_takes(&random, 6)) {
                    continue;
                }
                uint64_t n = test_random_below(&random, 20) == 0 ? test_long(test_random_below(&random, 300000))
                                                                 : some_size(&random);
                test_case t = test_case_random(operation, test_pairs[pair], n, &random);
                expect_shape(&runner, &t, (test_shape)shape, &random);
            }
        }
    }
    test_runner_free(&runner);
}

void test_sweep_crowds(test_operation operation)
{
    enum { SEGMENTS = 60000, CROWD = 20000 };
    test_runner runner = test_runner_new();
    test_random random = test_sweep_random(operation, 8);
    int64_t *offsets = malloc((SEGMENTS + 1) * sizeof *offsets);
    for (int pair = 0; pair < TEST_PAIR_COUNT; pair++) {
        if (!test_takes(&random, 6)) {
            continue;
        }
        /* Twenty thousand empty segments at each of a few places, short and long ones between them. */
        uint64_t n = 1 + test_random_below(&random, 60000);
        int64_t place = (int64_t)test_random_below(&random, n / 4 + 1);
        for (int k = 0; k <= SEGMENTS; k++) {
            if (k % CROWD == 0) {
                place += (int64_t)test_random_below(&random, n / 3 + 1);
            } else if (k % CROWD < 100) {
                place += (int64_t)test_random_below(&random, 30);
            }
            place = place < (int64_t)n ? place : (int64_t)n;
            offsets[k] = place;
        }
        test_case t = test_case_random(operation, test_pairs[pair], n, &random);
        t.offsets = offsets;
        t.num_segments = SEGMENTS;
        test_runner_expect(&runner, &t);
    }
    free(offsets);
    test_runner_free(&runner);
}
