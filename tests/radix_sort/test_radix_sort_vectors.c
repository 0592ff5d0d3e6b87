/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host backend's sorts of bare keys by vectors, for every instruction set that this processor has, and its buckets,
 * which threads share. The results are held against qsort() by order bits.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/radix_sort/host/vectors/buckets.h"
#include "algorithms/radix_sort/host/vectors/vectors.h"
#include "primitives/context/context_internal.h"
#include "primitives/tile/host/levels.h"
#include "sorting/sorting.h"
#include "test_backend.h"
#include "test_types.h"

typedef enum pattern {
    UNIFORM,
    SORTED,
    REVERSED,
    EQUAL,
    TWO,
    FEW_AT_THE_ENDS, /* the least and the greatest numbers that there are, and some between */
    ORGAN_PIPE,
    PATTERNS
} pattern;

static uint64_t number_of(pattern p, uint64_t i, uint64_t n, test_random *random)
{
    const uint64_t x = test_random_next(random);
    switch (p) {
    case SORTED:
        return i;
    case REVERSED:
        return n - i;
    case EQUAL:
        return UINT64_C(0x8182838485868788);
    case TWO:
        return 0 - (x & 1);
    case FEW_AT_THE_ENDS:
        return x % 3 == 0 ? 0 - (x >> 8) % 3 : x % 3 == 1 ? (x >> 8) % 3 : (UINT64_C(1) << 63) >> x % 56;
    case ORGAN_PIPE:
        return i < n / 2 ? i : n - i;
    default:
        return x;
    }
}

static uint64_t key_at(const unsigned char *keys, uint64_t i, size_t bytes)
{
    uint64_t x = 0;
    memcpy(&x, keys + i * bytes, bytes); /* (The suite runs on little-endian machines.) */
    return x;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Sorted order bits of n keys. */
static uint64_t *expected_of(const unsigned char *keys, uint64_t n, size_t bytes, tcui_key_order order)
{
    uint64_t *b = malloc((n + 1) * sizeof *b);
    cr_assert_not_null(b);
    for (uint64_t i = 0; i < n; i++) {
        b[i] = tcui_order_bits(order, key_at(keys, i, bytes));
    }
    qsort(b, n, sizeof *b, compare);
    return b;
}

static void expect_sorted(const unsigned char *keys, uint64_t n, size_t bytes, tcui_key_order order,
                          const uint64_t *expected, const char *what)
{
    for (uint64_t i = 0; i < n; i++) {
        cr_assert_eq(tcui_order_bits(order, key_at(keys, i, bytes)), expected[i],
                     "%s: key %llu of %llu, of %d bytes, flip %llx", what, (unsigned long long)i, (unsigned long long)n,
                     (int)bytes, (unsigned long long)order.flip);
    }
}

/* An array of bytes between guards, `shift` bytes behind a multiple of 64. */
typedef struct array {
    unsigned char *memory, *data;
    size_t bytes;
} array;

enum { GUARD = 128, GUARD_BYTE = 0xa5 };

static array array_new(size_t bytes, size_t shift)
{
    array a = {malloc(bytes + 2 * GUARD + 128), NULL, bytes};
    cr_assert_not_null(a.memory);
    memset(a.memory, GUARD_BYTE, bytes + 2 * GUARD + 128);
    a.data = a.memory + GUARD;
    a.data += (64 - (uintptr_t)a.data % 64) % 64 + shift;
    return a;
}

static void array_free(array *a, const char *what)
{
    for (size_t i = 1; i <= 64; i++) {
        cr_assert(a->data[-(ptrdiff_t)i] == GUARD_BYTE && a->data[a->bytes + i - 1] == GUARD_BYTE,
                  "%s: a byte outside was written", what);
    }
    free(a->memory);
}

/* Apart, in place and in the other array. `depth` < 0: as the library has it. */
static void expect_case(const tcui_sort_vectors *vectors, tcu_type type, bool descending, pattern p, uint64_t n,
                        int depth, test_random *random)
{
    const size_t bytes = test_types[type].bytes;
    const tcui_key_order order = tcui_key_order_of(type, descending);
    const int place = (int)test_random_below(random, 3);
    array in = array_new(n * bytes, bytes * test_random_below(random, 8));
    array out = array_new(n * bytes, bytes * test_random_below(random, 8));
    array other = array_new(n * bytes, bytes * test_random_below(random, 8));
    unsigned char *from = place == 0 ? in.data : place == 1 ? out.data : other.data;
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t x = number_of(p, i, n, random);
        memcpy(from + i * bytes, &x, bytes);
    }
    uint64_t *expected = expected_of(from, n, bytes, order);
    const bool alone = n <= vectors->alone && place < 2;
    vectors->sort(from, out.data, alone ? NULL : other.data, n, order, depth < 0 ? tcui_sort_depth(n) : depth);
    expect_sorted(out.data, n, bytes, order, expected, test_types[type].name);
    free(expected);
    array_free(&in, "in");
    array_free(&out, "out");
    array_free(&other, "other");
}

/* Every row of networks, full and with one key less and more. */
Test(radix_sort_vectors, every_short_length, .timeout = 300)
{
    test_random random = test_random_part(test_seed_of_run(), 9500);
    for (int level = 0; level < TCUI_LEVEL_COUNT; level++) {
        for (int type = 0; type < TCU_TYPE_COUNT; type++) {
            const tcui_sort_vectors *vectors = tcui_sort_vectors_of(level, test_types[type].bytes);
            for (uint64_t n = 1; vectors != NULL && n <= 2 * vectors->alone + 2; n++) {
                expect_case(vectors, (tcu_type)type, n % 2 != 0, (pattern)(n / 2 % PATTERNS), n, -1, &random);
                expect_case(vectors, (tcu_type)type, n % 2 == 0, UNIFORM, n, -1, &random);
            }
        }
    }
}

/* Also with so few divisions that heap sort takes over. */
Test(radix_sort_vectors, every_pattern_type_and_depth, .timeout = 300)
{
    static const uint64_t sizes[] = {513, 1023, 1024, 1025, 4097, (1 << 14) - 1, 1 << 14, 40001};
    test_random random = test_random_part(test_seed_of_run(), 9501);
    for (int level = 0; level < TCUI_LEVEL_COUNT; level++) {
        for (int type = 0; type < TCU_TYPE_COUNT; type++) {
            const tcui_sort_vectors *vectors = tcui_sort_vectors_of(level, test_types[type].bytes);
            for (int p = 0; vectors != NULL && p < PATTERNS; p++) {
                for (int depth = -1; depth < 5; depth += 1 + depth / 2) {
                    const uint64_t n = sizes[test_random_below(&random, sizeof sizes / sizeof sizes[0])];
                    expect_case(vectors, (tcu_type)type, (p + depth) % 2 != 0, (pattern)p, n, depth, &random);
                }
            }
        }
    }
}

/*
 * Keys that quicksort divides as badly as can be: wherever it takes its samples there are the least keys. Which keys have
 * a number is known, so what every division does is, too.
 */
Test(radix_sort_vectors, samples_that_mislead, .timeout = 300)
{
    enum { N = 50000 };
    static uint32_t keys[N], at[N], in[N], out[N], other[N];
    for (int level = 0; level < TCUI_LEVEL_COUNT; level++) {
        const tcui_sort_vectors *vectors = tcui_sort_vectors_of(level, 4);
        if (vectors == NULL) {
            continue;
        }
        uint32_t number = 0, n = N;
        for (uint32_t i = 0; i < N; i++) {
            keys[i] = UINT32_MAX;
            at[i] = i;
        }
        while (n > vectors->alone) {
            const uint32_t rows = n < 1024 ? 1 : n < 1 << 14 ? 4 : 16, samples = rows * vectors->alone / 16;
            uint64_t sample[256];
            uint32_t place = 0, left = 0;
            for (uint32_t k = 0; k < samples; k++, place += 0x9e3779b9u) {
                uint32_t *key = &keys[at[(uint64_t)place * n >> 32]];
                *key = *key == UINT32_MAX ? number++ : *key;
                sample[k] = *key;
            }
            qsort(sample, samples, sizeof *sample, compare);
            for (uint32_t i = 0; i < n; i++) {
                at[left] = at[i];
                left += keys[at[i]] >= sample[samples / 2];
            }
            n = left;
        }
        memcpy(in, keys, sizeof in);
        const tcui_key_order order = tcui_key_order_of(TCU_TYPE_U32, false);
        uint64_t *expected = expected_of((unsigned char *)in, N, 4, order);
        vectors->sort(in, out, other, N, order, tcui_sort_depth(N));
        expect_sorted((unsigned char *)out, N, 4, order, expected, "misled");
        free(expected);
    }
}

/* By all functions of a level, between any two arrays, with any number of threads. */
Test(radix_sort_vectors, buckets, .timeout = 600)
{
    static const int threads[] = {1, 2, 3, 7};
    test_random random = test_random_part(test_seed_of_run(), 9502);
    for (int level = 0; level < TCUI_LEVEL_COUNT; level++) {
        for (int p = 0; p < PATTERNS; p++) {
            for (int k = 0; k < 4; k++) {
                static const tcu_type types[] = {TCU_TYPE_U32, TCU_TYPE_F32, TCU_TYPE_F64, TCU_TYPE_I64, TCU_TYPE_I16};
                const tcu_type type = types[(p + k) % 5];
                const size_t bytes = test_types[type].bytes;
                const tcui_sort_vectors *vectors = tcui_sort_vectors_of(level, bytes);
                if (vectors == NULL) {
                    continue;
                }
                const uint64_t n = (1 << 15) + test_random_below(&random, (uint64_t)1 << test_by_tier(16, 18, 21));
                const tcui_sort_rule rule = {.order = tcui_key_order_of(type, k % 2 != 0), .key_bytes = bytes};
                const int place = (int)test_random_below(&random, 3);
                array in = array_new(n * bytes, bytes), out = array_new(n * bytes, 3 * bytes),
                      other = array_new(n * bytes, 0);
                array counts = array_new(tcui_sort_bucket_counts(n, bytes) * sizeof(uint64_t), 0);
                unsigned char *from = place == 0 ? in.data : place == 1 ? out.data : other.data;
                for (uint64_t i = 0; i < n; i++) {
                    const uint64_t x = number_of((pattern)p, i, n, &random);
                    memcpy(from + i * bytes, &x, bytes);
                }
                uint64_t *expected = expected_of(from, n, bytes, rule.order);
                const tcui_sort_segment segment = {.rule = &rule,
                                                   .in = {(char *)from, NULL},
                                                   .out = {(char *)out.data, NULL},
                                                   .other = {(char *)other.data, NULL},
                                                   .n = n,
                                                   .parts = 1,
                                                   .threads = threads[k],
                                                   .counts = (uint64_t *)(void *)counts.data};
                tcui_sort_buckets(&segment, vectors);
                expect_sorted(out.data, n, bytes, rule.order, expected, "buckets");
                free(expected);
                array_free(&in, "in");
                array_free(&out, "out");
                array_free(&other, "other");
                array_free(&counts, "counts");
            }
        }
    }
}

/* Through the public functions, with any number of threads. */
Test(radix_sort_vectors, every_number_of_threads, .timeout = 600)
{
    static const int threads[] = {1, 2, 3, 7};
    test_sorter sorter = test_sorter_new();
    test_share_all_calls(sorter.context);
    test_random random = test_random_part(test_seed_of_run(), 9503);
    for (int spread = 0; spread < TEST_SORT_SPREADS; spread++) {
        for (int k = 0; k < 4; k++) {
            const uint64_t n =
                (1 << 17) + test_random_below(&random, test_long((uint64_t)1 << test_by_tier(16, 18, 20)));
            test_sort_case t = test_sort_random(k % 2 != 0 ? TEST_SORT_KEYS : TEST_SORT_BUFFERS, n, &random);
            t.key_type = (tcu_type)((spread + 3 * k) % TCU_TYPE_COUNT);
            t.spread = (test_sort_spread)spread;
            t.value_bytes = 0;
            t.keys_in_place = k % 2 != 0 && spread % 2 != 0;
            t.options.begin_bit = t.options.end_bit = 0;
            if (!test_on_cuda()) {
                sorter.context->properties.multiprocessors = threads[k];
            }
            test_sorter_expect(&sorter, &t);
        }
    }
    test_sorter_free(&sorter);
}
