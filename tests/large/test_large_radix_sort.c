/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorts of more than 2^32 keys, or 2^31. Inputs are runs of equal keys, or functions of the position, so that the
 * expected results need no memory; most keys have 8 bits. The shorter tiers run the same code on fewer keys; the long
 * tier needs up to 22 GB a test, and tests that need more than that have as many keys on a GPU alone.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "test_backend.h"
#include "test_expectation.h"
#include "test_memory.h"
#include "test_random.h"

enum { CHUNK = 1 << 20, KEYS = 3 };

static uint64_t past_2_to_32(void)
{
    return test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 32) + 100017));
}

/* For tests of 35 to 40 GB, which hosts seldom have. (GPUs have room for some at a time.) */
static uint64_t past_2_to_32_on_a_gpu(void)
{
    return test_on_cuda() ? past_2_to_32() : test_long(test_by_tier(1000017, 10000017, 10000017));
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ------------------------------------------------------------------------------------------- runs of equal keys --- */

/* Keys from here to where the next run begins. */
typedef struct run {
    uint64_t begin;
    int key;
} run;

/* Most keys are the middle one of three, so that more than 2^32 are equal; as bits of i8: -2, 1, 100. */
static const unsigned char key_bits[KEYS] = {0xfe, 1, 100};

typedef struct fixture {
    tcu_context *context;
    test_memory in_memory, out_memory;
    test_slice in, out;
    uint64_t n, count; /* keys, and runs */
    run *runs;         /* and one more, which begins at n */
} fixture;

/* Single keys of the other two with runs of the middle one between; the largest comes first and the least last. */
static fixture fixture_of(uint64_t n, size_t out_bytes)
{
    const uint64_t longest = least(n / 1000 + 1, CHUNK), most_runs = 8 * (n / longest) + 1000;
    test_random random = test_random_part(test_seed_of_run(), 0);
    fixture f = {.context = test_context_new(), .n = n, .runs = malloc(most_runs * sizeof *f.runs)};
    cr_assert_not_null(f.runs);
    f.in = test_slice_open(&f.in_memory, n, 3, 0);
    f.out = test_slice_open(&f.out_memory, n * out_bytes, 0, 0xee);
    for (uint64_t begin = 0; begin < n;) {
        const bool is_middle = f.count % 2 == 1;
        const int rare = begin == 0 ? 2 : begin == n - 1 ? 0 : 2 * (int)test_random_below(&random, 2);
        const uint64_t rest = n - 1 - begin; /* without the last */
        const uint64_t length = is_middle && rest > 0 ? least(rest, 1 + test_random_below(&random, longest)) : 1;
        cr_assert_lt(f.count + 1, most_runs);
        f.runs[f.count++] = (run){begin, is_middle && rest > 0 ? 1 : rare};
        test_set(f.in.data + begin, key_bits[f.runs[f.count - 1].key], length);
        begin += length;
    }
    f.runs[f.count].begin = n;
    return f;
}

static void fixture_free(fixture *f)
{
    cr_expect(test_slice_guarded(&f->in));
    cr_expect(test_slice_guarded(&f->out));
    free(f->runs);
    test_memory_release(&f->in_memory);
    test_memory_release(&f->out_memory);
    cr_expect_eq(tcu_context_destroy(f->context), TCU_SUCCESS);
}

/* How many of each key are among begin ... end - 1; *at is the run of `begin`, and becomes that of `end`. */
static void count_keys(const fixture *f, uint64_t begin, uint64_t end, uint64_t *at, uint64_t counts[KEYS])
{
    memset(counts, 0, KEYS * sizeof *counts);
    while (begin < end) {
        const uint64_t run_end = f->runs[*at + 1].begin, part_end = least(run_end, end);
        counts[f->runs[*at].key] += part_end - begin;
        *at += part_end == run_end;
        begin = part_end;
    }
}

static void put_keys(test_expectation *e, const uint64_t counts[KEYS], bool descending)
{
    for (int k = 0; k < KEYS; k++) {
        const int key = descending ? KEYS - 1 - k : k;
        for (uint64_t rest = counts[key], bytes; rest > 0; rest -= bytes) {
            bytes = rest;
            void *to = test_expectation_room(e, &bytes);
            memset(to, key_bits[key], bytes);
        }
    }
}

static void expect_keys(const fixture *f, const void *keys, bool descending)
{
    test_expectation e = test_expectation_of(keys, f->n);
    uint64_t counts[KEYS], at = 0;
    count_keys(f, 0, f->n, &at, counts);
    put_keys(&e, counts, descending);
    test_expectation_end(&e);
}

/* What goes with positions first ... first + count - 1. */
typedef void position_filler(void *to, uint64_t first, uint64_t count);

/* Of the first n keys: the positions of each key follow each other in their order. */
static void expect_positions(const fixture *f, const void *output, uint64_t n, size_t bytes, position_filler *fill)
{
    test_expectation e = test_expectation_of(output, n * bytes);
    for (int key = 0; key < KEYS; key++) {
        for (uint64_t r = 0; r < f->count && f->runs[r].begin < n; r++) {
            const uint64_t end = least(f->runs[r + 1].begin, n);
            for (uint64_t i = f->runs[r].begin, piece; f->runs[r].key == key && i < end; i += piece / bytes) {
                piece = (end - i) * bytes;
                void *to = test_expectation_room(&e, &piece);
                fill(to, i, piece / bytes);
            }
        }
    }
    test_expectation_end(&e);
}

/* ---------------------------------------------------------------------------------------------------- the tests --- */

Test(large_radix_sort, keys, .timeout = 1200)
{
    fixture f = fixture_of(past_2_to_32(), 1);
    cr_assert_eq(tcu_radix_sort(f.context, f.in.data, f.out.data, TCU_TYPE_I8, f.n, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(f.context));
    test_synchronise();
    expect_keys(&f, f.out.data, false);
    fixture_free(&f);
}

/* By digits, as not all bits are compared; the bits that are order these keys too. */
Test(large_radix_sort, some_bits_of_keys_between_buffers_descending, .timeout = 1200)
{
    fixture f = fixture_of(past_2_to_32(), 1);
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

static void fill_values(void *to, uint64_t first, uint64_t count)
{
    unsigned char *values = to;
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t i = first + k;
        values[k] = (unsigned char)((i ^ i >> 9 ^ i >> 32) * 37 + 11);
    }
}

Test(large_radix_sort, pairs, .timeout = 1200)
{
    fixture f = fixture_of(past_2_to_32(), 1);
    test_memory value_memory[2] = {{0}};
    test_slice values_in = test_slice_open(&value_memory[0], f.n, 1, 0);
    test_slice values_out = test_slice_open(&value_memory[1], f.n, 0, 0xee);
    unsigned char *chunk = malloc(CHUNK);
    cr_assert_not_null(chunk);
    for (uint64_t first = 0; first < f.n; first += CHUNK) {
        const uint64_t count = least(f.n - first, CHUNK);
        fill_values(chunk, first, count);
        test_copy_in(values_in.data + first, chunk, count);
    }
    cr_assert_eq(tcu_radix_sort_pairs(f.context, f.in.data, f.out.data, TCU_TYPE_I8, values_in.data, values_out.data, 1,
                                      f.n, NULL),
                 TCU_SUCCESS, "%s", tcu_context_last_error(f.context));
    test_synchronise();
    expect_keys(&f, f.out.data, false);
    expect_positions(&f, values_out.data, f.n, 1, fill_values);
    cr_expect(test_slice_guarded(&values_out));
    free(chunk);
    test_memory_release(&value_memory[0]);
    test_memory_release(&value_memory[1]);
    fixture_free(&f);
}

static void fill_indices_of_u32(void *to, uint64_t first, uint64_t count)
{
    uint32_t *indices = to;
    for (uint64_t k = 0; k < count; k++) {
        indices[k] = (uint32_t)(first + k);
    }
}

static void fill_indices_of_u64(void *to, uint64_t first, uint64_t count)
{
    uint64_t *indices = to;
    for (uint64_t k = 0; k < count; k++) {
        indices[k] = first + k;
    }
}

/* As many positions as u32 holds. */
Test(large_radix_sort, indices_of_u32, .timeout = 1200)
{
    fixture f = fixture_of(past_2_to_32(), 4);
    const uint64_t n = least(f.n, (uint64_t)UINT32_MAX + 1);
    cr_assert_eq(tcu_argsort(f.context, f.in.data, TCU_TYPE_I8, f.out.data, TCU_TYPE_U32, n, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(f.context));
    test_synchronise();
    expect_positions(&f, f.out.data, n, 4, fill_indices_of_u32);
    fixture_free(&f);
}

Test(large_radix_sort, indices_of_u64, .timeout = 1200)
{
    fixture f = fixture_of(past_2_to_32_on_a_gpu(), 8);
    cr_assert_eq(tcu_argsort(f.context, f.in.data, TCU_TYPE_I8, f.out.data, TCU_TYPE_U64, f.n, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(f.context));
    test_synchronise();
    expect_positions(&f, f.out.data, f.n, 8, fill_indices_of_u64);
    fixture_free(&f);
}

/*
 * Key i is i times an odd number modulo 2^b, the largest power of two that is no more than n: so every number below 2^b
 * is a key, and those of the n - 2^b last positions are keys twice. All digits are as likely as any.
 */
static uint32_t wide_key(uint64_t i, uint64_t values)
{
    return (uint32_t)(i * 2654435761 & (values - 1));
}

static int compare_u32(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void fill_wide_keys(const test_slice *in, uint64_t n, uint64_t values)
{
    enum { WORDS = CHUNK / 4 };
    uint32_t *chunk = malloc(CHUNK);
    cr_assert_not_null(chunk);
    for (uint64_t first = 0; first < n; first += WORDS) {
        const uint64_t count = least(n - first, WORDS);
        for (uint64_t k = 0; k < count; k++) {
            chunk[k] = wide_key(first + k, values);
        }
        test_copy_in(in->data + first * 4, chunk, count * 4);
    }
    free(chunk);
}

/* Of n keys, between buffers or from array to array. */
static void sort_wide_keys(uint64_t n, bool between_buffers)
{
    uint64_t values = 1;
    while (2 * values <= n) {
        values *= 2;
    }
    const uint64_t repeated = n - values;
    tcu_context *context = test_context_new();
    test_memory memory[2] = {{0}};
    test_slice in = test_slice_open(&memory[0], n * 4, 4, 0), out = test_slice_open(&memory[1], n * 4, 0, 0xee);
    uint32_t *twice = malloc((repeated + 1) * sizeof *twice);
    cr_assert_not_null(twice);
    fill_wide_keys(&in, n, values);
    for (uint64_t k = 0; k < repeated; k++) {
        twice[k] = wide_key(values + k, values);
    }
    qsort(twice, repeated, sizeof *twice, compare_u32);
    tcu_sort_buffers buffers = TCU_SORT_BUFFERS_INIT(in.data, out.data);
    const tcu_status status = between_buffers ? tcu_radix_sort_buffers(context, &buffers, TCU_TYPE_U32, n, NULL)
                                              : tcu_radix_sort(context, in.data, out.data, TCU_TYPE_U32, n, NULL);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(context));
    test_synchronise();
    test_expectation e = test_expectation_of(between_buffers ? buffers.keys[buffers.current] : out.data, n * 4);
    for (uint64_t r = 0, first = 0; r <= repeated; r++) {
        /* All numbers to the next that is there twice, which the next piece begins with. */
        const uint64_t end = r < repeated ? (uint64_t)twice[r] + 1 : values;
        for (uint64_t bytes; first < end; first += bytes / 4) {
            bytes = (end - first) * 4;
            void *to = test_expectation_room(&e, &bytes);
            fill_indices_of_u32(to, first, bytes / 4);
        }
        first = end - (r < repeated);
    }
    test_expectation_end(&e);
    cr_expect(test_slice_guarded(&in) && test_slice_guarded(&out));
    free(twice);
    test_memory_release(&memory[0]);
    test_memory_release(&memory[1]);
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
}

Test(large_radix_sort, keys_of_32_bits_between_buffers, .timeout = 1200)
{
    sort_wide_keys(past_2_to_32_on_a_gpu(), true);
}

/* Of more than 2^31 keys, with as much memory again between the passes. */
static uint64_t past_2_to_31_on_a_gpu(void)
{
    return test_long(test_by_tier(1000017, 10000017, test_on_cuda() ? ((uint64_t)1 << 31) + 100017 : 10000017));
}

Test(large_radix_sort, keys_of_32_bits, .timeout = 1200)
{
    sort_wide_keys(past_2_to_31_on_a_gpu(), false);
}

/* Where no other bits vary, two digits are all. */
Test(large_radix_sort, keys_of_32_bits_whose_lower_16_vary, .timeout = 1200)
{
    const uint64_t n = past_2_to_31_on_a_gpu(), values = 1 << 16;
    tcu_context *context = test_context_new();
    test_memory memory[2] = {{0}};
    test_slice in = test_slice_open(&memory[0], n * 4, 4, 0), out = test_slice_open(&memory[1], n * 4, 0, 0xee);
    uint32_t *first_of = malloc(values * sizeof *first_of); /* the first key of each value */
    cr_assert_not_null(first_of);
    for (uint64_t i = 0; i < values; i++) {
        first_of[wide_key(i, values)] = (uint32_t)i;
    }
    fill_wide_keys(&in, n, values);
    cr_assert_eq(tcu_radix_sort(context, in.data, out.data, TCU_TYPE_U32, n, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(context));
    test_synchronise();
    test_expectation e = test_expectation_of(out.data, n * 4);
    for (uint32_t value = 0; value < values; value++) {
        for (uint64_t rest = (n - first_of[value] + values - 1) / values, bytes; rest > 0; rest -= bytes / 4) {
            bytes = rest * 4;
            uint32_t *to = test_expectation_room(&e, &bytes);
            for (uint64_t k = 0; k < bytes / 4; k++) {
                to[k] = value;
            }
        }
    }
    test_expectation_end(&e);
    cr_expect(test_slice_guarded(&in) && test_slice_guarded(&out));
    free(first_of);
    test_memory_release(&memory[0]);
    test_memory_release(&memory[1]);
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
}

/* Segment by segment, the keys' counts say what has to be there. */
static void expect_segments(const fixture *f, const int64_t *offsets, uint64_t segments, uint64_t segment_size)
{
    test_expectation e = test_expectation_of(f->out.data, f->n);
    uint64_t counts[KEYS], at = 0;
    for (uint64_t s = 0; s < segments; s++) {
        const uint64_t begin = offsets != NULL ? (uint64_t)offsets[s] : s * segment_size;
        const uint64_t end = offsets != NULL ? (uint64_t)offsets[s + 1] : least(begin + segment_size, f->n);
        count_keys(f, begin, end, &at, counts);
        put_keys(&e, counts, false);
    }
    test_expectation_end(&e);
}

Test(large_radix_sort, segments_of_one_size, .timeout = 1200)
{
    const uint64_t size = 5003;
    fixture f = fixture_of(past_2_to_32(), 1);
    cr_assert_eq(tcu_segmented_sort(f.context, f.in.data, f.out.data, TCU_TYPE_I8, f.n, size, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(f.context));
    test_synchronise();
    expect_segments(&f, NULL, (f.n + size - 1) / size, size);
    fixture_free(&f);
}

/* Short ones, and one that is longer than 2^32. */
Test(large_radix_sort, segments_by_offsets, .timeout = 1200)
{
    enum { SEGMENTS = 5 };
    fixture f = fixture_of(past_2_to_32(), 1);
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
