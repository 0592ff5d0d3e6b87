/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorts of more than 2^32 keys. Keys have 8 bits and are functions of their position, so that the expected results need
 * no memory. The shorter tiers run the same code on fewer keys; the long tier needs up to 22 GB a test.
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

static fixture fixture_new(size_t out_bytes)
{
    fixture f = {.context = test_context_new(), .n = past_2_to_32()};
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

/* As many positions as u32 holds. */
Test(large_radix_sort, indices_of_u32, .timeout = 1200)
{
    enum { INDICES = CHUNK / 4 };
    fixture f = fixture_new(4);
    const uint64_t most = (uint64_t)UINT32_MAX + 1, n = f.n < most ? f.n : most;
    cr_assert_eq(tcu_argsort(f.context, f.in.data, TCU_TYPE_I8, f.out.data, TCU_TYPE_U32, n, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(f.context));
    test_synchronise();
    uint32_t *indices = malloc(CHUNK);
    cr_assert_not_null(indices);
    uint64_t place = 0;
    for (int key = 0; key < KEYS; key++) {
        for (uint64_t i = 0; i < n; i++) {
            if (key_at(i, f.n) != key) {
                continue;
            }
            if (place % INDICES == 0) {
                test_copy_out(indices, f.out.data + place * 4, (n - place < INDICES ? n - place : INDICES) * 4);
            }
            cr_assert_eq(indices[place % INDICES], i, "index %" PRIu64 " is %" PRIu32 ", not %" PRIu64, place,
                         indices[place % INDICES], i);
            place++;
        }
    }
    cr_expect_eq(place, n);
    free(indices);
    fixture_free(&f);
}
