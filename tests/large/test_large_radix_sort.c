/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorts of more than 2^32 keys. Keys are functions of their position, so that the expected results need no memory; most
 * have 8 bits. The shorter tiers run the same code on fewer keys; the long tier needs up to 22 GB a test, and tests
 * that need more than that have as many keys on a GPU alone.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "test_backend.h"
#include "test_memory.h"

enum { CHUNK = 1 << 20, KEYS = 3 };

static uint64_t past_2_to_32(void)
{
    return test_by_tier(1000017, 10000017, ((uint64_t)1 << 32) + 100017);
}

/* For tests of 35 to 40 GB, which hosts seldom have. (GPUs have room for some at a time.) */
static uint64_t past_2_to_32_on_a_gpu(void)
{
    return test_on_cuda() ? past_2_to_32() : test_by_tier(1000017, 10000017, 10000017);
}

/* Most keys are the middle one of three, so that more than 2^32 are equal; as bits of i8: -2, 1, 100. */
static const unsigned char key_bits[KEYS] = {0xfe, 1, 100};

static int key_at(uint64_t i, uint64_t n)
{
    const uint64_t hash = i * UINT64_C(0x9e3779b97f4a7c15) >> 44;
    return i == n - 1 ? 0 : i == 0 ? 2 : hash == 5 ? 0 : hash == 9 ? 2 : 1;
}

typedef struct fixture {
    tcu_context *context;
    test_memory in_memory, out_memory;
    test_slice in, out;
    uint64_t n, counts[KEYS];
    unsigned char *chunk;
} fixture;

static fixture fixture_of(uint64_t n, size_t out_bytes)
{
    fixture f = {.context = test_context_new(), .n = n};
    f.in = test_slice_open(&f.in_memory, f.n, 3, 0);
    f.out = test_slice_open(&f.out_memory, f.n * out_bytes, 0, 0xee);
    f.chunk = malloc(CHUNK);
    cr_assert_not_null(f.chunk);
    for (uint64_t first = 0; first < f.n; first += CHUNK) {
        const uint64_t count = f.n - first < CHUNK ? f.n - first : CHUNK;
        for (uint64_t i = 0; i < count; i++) {
            const int key = key_at(first + i, f.n);
            f.chunk[i] = key_bits[key];
            f.counts[key]++;
        }
        test_copy_in(f.in.data + first, f.chunk, count);
    }
    return f;
}

static fixture fixture_new(size_t out_bytes)
{
    return fixture_of(past_2_to_32(), out_bytes);
}

static void fixture_free(fixture *f)
{
    cr_expect(test_slice_guarded(&f->in));
    cr_expect(test_slice_guarded(&f->out));
    free(f->chunk);
    test_memory_release(&f->in_memory);
    test_memory_release(&f->out_memory);
    cr_expect_eq(tcu_context_destroy(f->context), TCU_SUCCESS);
}

/* Keys 0, 1, 2 in this order, or in the opposite one. */
static void expect_keys(fixture *f, const unsigned char *keys, bool descending)
{
    const uint64_t first_end = f->counts[descending ? 2 : 0], second_end = first_end + f->counts[1];
    for (uint64_t first = 0; first < f->n; first += CHUNK) {
        const uint64_t count = f->n - first < CHUNK ? f->n - first : CHUNK;
        test_copy_out(f->chunk, keys + first, count);
        for (uint64_t i = 0; i < count; i++) {
            const int third = first + i < first_end ? 0 : first + i < second_end ? 1 : 2;
            const unsigned char expected = key_bits[descending ? 2 - third : third];
            cr_assert_eq(f->chunk[i], expected, "key %" PRIu64 " is 0x%02x, not 0x%02x", first + i, f->chunk[i],
                         expected);
        }
    }
}

Test(large_radix_sort, keys, .timeout = 1200)
{
    fixture f = fixture_new(1);
    cr_assert_eq(tcu_radix_sort(f.context, f.in.data, f.out.data, TCU_TYPE_I8, f.n, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(f.context));
    test_synchronise();
    expect_keys(&f, f.out.data, false);
    fixture_free(&f);
}

/* By digits, as not all bits are compared; the bits that are order these keys too. */
Test(large_radix_sort, some_bits_of_keys_between_buffers_descending, .timeout = 1200)
{
    fixture f = fixture_new(1);
    tcu_sort_options options = TCU_SORT_OPTIONS_INIT;
    tcu_sort_buffers buffers = TCU_SORT_BUFFERS_INIT(f.in.data, f.out.data);
    options.descending = 1;
    options.begin_bit = 1;
    cr_assert_eq(tcu_radix_sort_buffers(f.context, &buffers, TCU_TYPE_I8, f.n, &options), TCU_SUCCESS, "%s",
                 tcu_context_last_error(f.context));
    test_synchronise();
    expect_keys(&f, buffers.current == 0 ? f.in.data : f.out.data, true);
    fixture_free(&f);
}

/* A value that goes with position i. */
static unsigned char value_at(uint64_t i)
{
    return (unsigned char)((i ^ i >> 9 ^ i >> 32) * 37 + 11);
}

/* The positions of each key follow each other in their order: the values say so. */
Test(large_radix_sort, pairs, .timeout = 1200)
{
    fixture f = fixture_new(1);
    test_memory value_memory[2] = {{0}};
    test_slice values_in = test_slice_open(&value_memory[0], f.n, 1, 0);
    test_slice values_out = test_slice_open(&value_memory[1], f.n, 0, 0xee);
    for (uint64_t first = 0; first < f.n; first += CHUNK) {
        const uint64_t count = f.n - first < CHUNK ? f.n - first : CHUNK;
        for (uint64_t i = 0; i < count; i++) {
            f.chunk[i] = value_at(first + i);
        }
        test_copy_in(values_in.data + first, f.chunk, count);
    }
    cr_assert_eq(tcu_radix_sort_pairs(f.context, f.in.data, f.out.data, TCU_TYPE_I8, values_in.data, values_out.data, 1,
                                      f.n, NULL),
                 TCU_SUCCESS, "%s", tcu_context_last_error(f.context));
    test_synchronise();
    expect_keys(&f, f.out.data, false);
    uint64_t place = 0;
    for (int key = 0; key < KEYS; key++) {
        uint64_t next = 0;
        for (uint64_t k = 0; k < f.counts[key]; k++, place++, next++) {
            if (place % CHUNK == 0) {
                test_copy_out(f.chunk, values_out.data + place, f.n - place < CHUNK ? f.n - place : CHUNK);
            }
            while (key_at(next, f.n) != key) {
                next++;
            }
            cr_assert_eq(f.chunk[place % CHUNK], value_at(next), "value %" PRIu64 " is not that of position %" PRIu64,
                         place, next);
        }
    }
    cr_expect(test_slice_guarded(&values_out));
    test_memory_release(&value_memory[0]);
    test_memory_release(&value_memory[1]);
    fixture_free(&f);
}

/* Of the first n keys; indices of 4 or 8 bytes. */
static void expect_indices(fixture *f, uint64_t n, size_t bytes)
{
    const uint64_t chunk = CHUNK / bytes;
    uint64_t place = 0;
    for (int key = 0; key < KEYS; key++) {
        for (uint64_t i = 0; i < n; i++) {
            if (key_at(i, f->n) != key) {
                continue;
            }
            if (place % chunk == 0) {
                test_copy_out(f->chunk, f->out.data + place * bytes, (n - place < chunk ? n - place : chunk) * bytes);
            }
            uint64_t index = 0;
            memcpy(&index, f->chunk + place % chunk * bytes, bytes);
            cr_assert_eq(index, i, "index %" PRIu64 " is %" PRIu64 ", not %" PRIu64, place, index, i);
            place++;
        }
    }
    cr_expect_eq(place, n);
}

/* As many positions as u32 holds. */
Test(large_radix_sort, indices_of_u32, .timeout = 1200)
{
    fixture f = fixture_new(4);
    const uint64_t most = (uint64_t)UINT32_MAX + 1, n = f.n < most ? f.n : most;
    cr_assert_eq(tcu_argsort(f.context, f.in.data, TCU_TYPE_I8, f.out.data, TCU_TYPE_U32, n, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(f.context));
    test_synchronise();
    expect_indices(&f, n, 4);
    fixture_free(&f);
}

Test(large_radix_sort, indices_of_u64, .timeout = 1200)
{
    fixture f = fixture_of(past_2_to_32_on_a_gpu(), 8);
    cr_assert_eq(tcu_argsort(f.context, f.in.data, TCU_TYPE_I8, f.out.data, TCU_TYPE_U64, f.n, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(f.context));
    test_synchronise();
    expect_indices(&f, f.n, 8);
    fixture_free(&f);
}

/* ------------------------------------------------------------------------------------------------- wide keys --- */

static int compare_u32(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/*
 * Key i is i times an odd number modulo 2^b, the largest power of two that is no more than n: so every number below 2^b
 * is a key, and those of the n - 2^b last positions are keys twice. All digits are as likely as any.
 */
Test(large_radix_sort, keys_of_32_bits_between_buffers, .timeout = 1200)
{
    enum { WORDS = CHUNK / 4 };
    const uint64_t n = past_2_to_32_on_a_gpu(), odd = 2654435761;
    uint64_t values = 1;
    while (2 * values <= n) {
        values *= 2;
    }
    tcu_context *context = test_context_new();
    test_memory memory[2] = {{0}};
    test_slice in = test_slice_open(&memory[0], n * 4, 4, 0), out = test_slice_open(&memory[1], n * 4, 0, 0xee);
    uint32_t *chunk = malloc(CHUNK), *twice = malloc((n - values + 1) * sizeof *twice);
    cr_assert(chunk != NULL && twice != NULL);
    for (uint64_t i = 0; i < n; i++) {
        const uint32_t key = (uint32_t)(i * odd % values);
        chunk[i % WORDS] = key;
        if (i >= values) {
            twice[i - values] = key;
        }
        if (i % WORDS == WORDS - 1 || i == n - 1) {
            test_copy_in(in.data + i / WORDS * CHUNK, chunk, (i % WORDS + 1) * 4);
        }
    }
    qsort(twice, n - values, sizeof *twice, compare_u32);
    tcu_sort_buffers buffers = TCU_SORT_BUFFERS_INIT(in.data, out.data);
    cr_assert_eq(tcu_radix_sort_buffers(context, &buffers, TCU_TYPE_U32, n, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(context));
    test_synchronise();
    uint64_t expected = 0, repeated = 0;
    bool again = false;
    for (uint64_t k = 0; k < n; k++) {
        if (k % WORDS == 0) {
            test_copy_out(chunk, (unsigned char *)buffers.keys[buffers.current] + k * 4,
                          (n - k < WORDS ? n - k : WORDS) * 4);
        }
        cr_assert_eq(chunk[k % WORDS], expected, "key %" PRIu64 " is %" PRIu32 ", not %" PRIu64, k, chunk[k % WORDS],
                     expected);
        again = !again && repeated < n - values && twice[repeated] == expected;
        repeated += again;
        expected += !again;
    }
    cr_expect(test_slice_guarded(&in) && test_slice_guarded(&out));
    free(chunk);
    free(twice);
    test_memory_release(&memory[0]);
    test_memory_release(&memory[1]);
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
}

/* -------------------------------------------------------------------------------------------------- segments --- */

/* Segment by segment, the keys' counts say what has to be there. */
static void expect_segments(fixture *f, const int64_t *offsets, uint64_t segments, uint64_t segment_size)
{
    uint64_t out_at = 0; /* behind what is in the chunk */
    for (uint64_t s = 0; s < segments; s++) {
        const uint64_t begin = offsets != NULL ? (uint64_t)offsets[s] : s * segment_size;
        const uint64_t end = offsets != NULL               ? (uint64_t)offsets[s + 1]
                             : begin + segment_size < f->n ? begin + segment_size
                                                           : f->n;
        uint64_t counts[KEYS] = {0}, k = begin;
        for (uint64_t i = begin; i < end; i++) {
            counts[key_at(i, f->n)]++;
        }
        for (int key = 0; key < KEYS; key++) {
            for (uint64_t i = 0; i < counts[key]; i++, k++) {
                if (k == out_at) {
                    const uint64_t count = f->n - k < CHUNK ? f->n - k : CHUNK;
                    test_copy_out(f->chunk, f->out.data + k, count);
                    out_at += count;
                }
                cr_assert_eq(f->chunk[k % CHUNK], key_bits[key], "key %" PRIu64 ", in segment %" PRIu64, k, s);
            }
        }
    }
}

Test(large_radix_sort, segments_of_one_size, .timeout = 1200)
{
    const uint64_t size = 5003;
    fixture f = fixture_new(1);
    cr_assert_eq(tcu_segmented_sort(f.context, f.in.data, f.out.data, TCU_TYPE_I8, f.n, size, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(f.context));
    test_synchronise();
    expect_segments(&f, NULL, f.n / size + 1, size);
    fixture_free(&f);
}

/* Short ones, and one that is longer than 2^32. */
Test(large_radix_sort, segments_by_offsets, .timeout = 1200)
{
    enum { SEGMENTS = 5 };
    fixture f = fixture_new(1);
    const int64_t n = (int64_t)f.n, offsets[SEGMENTS + 1] = {0, 5000, 5000, n - 3000, n - 7, n};
    test_memory memory = {0};
    test_slice slice = test_slice_open(&memory, sizeof offsets, 0, 0x77);
    test_copy_in(slice.data, offsets, sizeof offsets);
    cr_assert_eq(tcu_segmented_sort_offsets(f.context, f.in.data, f.out.data, TCU_TYPE_I8, f.n,
                                            (const int64_t *)(const void *)slice.data, SEGMENTS, NULL),
                 TCU_SUCCESS, "%s", tcu_context_last_error(f.context));
    test_synchronise();
    expect_segments(&f, offsets, SEGMENTS, 0);
    test_memory_release(&memory);
    fixture_free(&f);
}
