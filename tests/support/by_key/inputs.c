/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "by_key.h"

static uint64_t length_of_run(const test_by_key_case *t, test_random *random)
{
    switch (t->shape) {
    case TEST_RUNS_DISTINCT:
        return 1;
    case TEST_RUNS_ONE:
        return t->n;
    case TEST_RUNS_MIXED:
        return test_random_below(random, 20) == 0 ? 1 + test_random_below(random, t->n / 3 + 1)
                                                  : 1 + test_random_below(random, 5);
    default:
        return 1 + test_random_below(random, 2 * t->mean_run - 1);
    }
}

/* Real numbers of which some compare equal and have other bits, or compare unequal and have the same. */
static void next_real_key(size_t bytes, test_random *random, unsigned char *key)
{
    static const uint32_t of_32[] = {0, 0x80000000u, 0x7fc00000u, 0x7fc00001u, 0xffc00000u, 0x7f800000u, 0x3f800000u};
    static const uint64_t of_64[] = {0, UINT64_C(1) << 63, UINT64_C(0x7ff8000000000000), UINT64_C(0x7ff8000000000001),
                                     UINT64_C(0xfff8000000000000)};
    if (bytes == 4) {
        memcpy(key, &of_32[test_random_below(random, 7)], 4);
    } else {
        memcpy(key, &of_64[test_random_below(random, 5)], 8);
    }
}

/* Another key: mostly one that differs from it in a single bit, so that each bit has to be compared. */
static void next_key(const test_by_key_case *t, test_random *random, unsigned char *key)
{
    unsigned char was[16];
    memcpy(was, key, t->key_bytes);
    while (memcmp(was, key, t->key_bytes) == 0) {
        if (t->real_keys) {
            next_real_key(t->key_bytes, random, key);
        } else {
            const uint64_t bit = test_random_below(random, 8 * t->key_bytes);
            key[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
    }
}

void test_by_key_fill(const test_by_key_case *t, void *keys)
{
    test_random random = test_random_part(t->seed, 3);
    unsigned char key[16], *to = keys;
    for (int b = 0; b < 16; b += 8) {
        const uint64_t word = test_random_next(&random);
        memcpy(key + b, &word, 8);
    }
    for (uint64_t i = 0; i < t->n;) {
        const uint64_t length = length_of_run(t, &random), end = length < t->n - i ? i + length : t->n;
        next_key(t, &random, key);
        for (; i < end; i++) {
            memcpy(to + i * t->key_bytes, key, t->key_bytes);
        }
    }
}

void test_by_key_draw_length(test_by_key_case *t, test_random *random)
{
    t->length = test_random_below(random, 3) == 0 ? test_count_random(t->n, random) : (test_count){0};
}

test_by_key_case test_by_key_any(test_by_key_form form, uint64_t n, test_random *random)
{
    test_by_key_case t = test_by_key_random(form, n, random);
    if (form != TEST_BY_KEY_UNIQUE && test_random_below(random, 2) == 0) {
        int which;
        do {
            which = (int)test_random_below(random, TEST_REDUCTION_COUNT);
        } while (form == TEST_BY_KEY_SCAN && test_reductions[which].map != TCU_MAP_NONE);
        test_by_key_draw_reduction(&t, which, random);
    }
    return t;
}

test_by_key_case test_by_key_random(test_by_key_form form, uint64_t n, test_random *random)
{
    static const uint64_t means[] = {2, 4, 16, 256, 5000};
    const test_pair pair = test_pairs[test_random_below(random, TEST_PAIR_COUNT)];
    test_by_key_case t = {.form = form,
                          .key_bytes = (size_t)1 << test_random_below(random, 5),
                          .pair = pair,
                          .value_bytes = (size_t)1 << test_random_below(random, 5),
                          .kind = (tcu_scan_kind)test_random_below(random, 2),
                          .n = n,
                          .mean_run = means[test_random_below(random, 5)],
                          .shape = (test_run_shape)test_random_below(random, TEST_RUN_SHAPES),
                          .distribution = TEST_UNIFORM,
                          .seed = test_random_next(random),
                          .key_shift = (unsigned)test_random_below(random, 40),
                          .value_shift = (unsigned)test_random_below(random, 40),
                          .out_shift = (unsigned)test_random_below(random, 40),
                          .wanted = (unsigned)test_random_below(random, TEST_WANT_ALL + 1),
                          .temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT)};
    t.in_place = form == TEST_BY_KEY_SCAN && test_types[pair.in].bytes == test_types[pair.out].bytes &&
                 test_random_below(random, 3) == 0;
    t.real_keys = (t.key_bytes == 4 || t.key_bytes == 8) && test_random_below(random, 4) == 0;
    return t;
}

void test_by_key_draw_reduction(test_by_key_case *t, int which, test_random *random)
{
    t->reduction = test_reductions[which];
    do {
        t->pair.in = (tcu_type)test_random_below(random, TCU_TYPE_COUNT);
        t->pair.out = (tcu_type)test_random_below(random, TCU_TYPE_COUNT);
    } while (!test_reduction_takes(&t->reduction, t->pair));
    test_reduction_vary(&t->reduction, t->pair.out, random);
    t->distribution = test_reduction_elements(&t->reduction, random);
    if (t->distribution == TEST_EXTREMES && t->reduction.op == TCU_OPERATOR_SUM) {
        t->distribution = TEST_WIDE; /* (of reals sums may leave the range that the bound is promised in) */
    }
    t->in_place = t->form == TEST_BY_KEY_SCAN && test_types[t->pair.in].bytes == test_types[t->pair.out].bytes &&
                  test_random_below(random, 3) == 0;
}
