/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compactions of more than 2^32 items, by tiles and in one pass. Items and flags are functions of their position, or
 * pieces that come again and again, so that the expected results need no memory. The shorter tiers run the same code on
 * fewer items, which are kept from going in registers; the long tier needs up to 17 GB a test.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/compact/cuda/tuning.h"
#include "test_backend.h"
#include "test_memory.h"
#include "test_random.h"

/* So many more than 2^32 that the kept ones are more, too. */
static uint64_t past_2_to_32(void)
{
    return test_long(test_by_tier(1000017, 10000017, ((uint64_t)1 << 32) + 100017));
}

static unsigned char item_at(uint64_t i)
{
    return (unsigned char)((i ^ i >> 7 ^ i >> 32) * 37 + 11);
}

/* One in 2^18, and the last. */
static bool is_rare(uint64_t i, uint64_t n)
{
    return i == n - 1 || (i * UINT64_C(0x9e3779b97f4a7c15)) >> 46 == 5;
}

static bool is_common(uint64_t i, uint64_t n)
{
    return !is_rare(i, n);
}

/* -------------------------------------------------------------------------------- one block of memory a test --- */

enum { CHUNK = 1 << 20 };

/*
 * Arrays one behind the other. An output of which only the beginning is needed comes last: calls take it for one of n
 * elements, which must not overlap the others.
 */
typedef struct block {
    tcu_context *context;
    tcui_compact_policy policy;
    test_memory memory;
    uint64_t used, next;
    union {
        unsigned char bytes[CHUNK];
        uint64_t words[CHUNK / 8];
    } chunk;
} block;

static block *block_new(uint64_t bytes)
{
    block *b = calloc(1, sizeof *b);
    cr_assert_not_null(b);
    b->context = test_context_new();
    b->policy = tcui_compact_policy_of(b->context);
    b->policy.small_items = 0; /* in the shorter tiers too the path of many items */
    b->context->policies[TCUI_COMPACT] = &b->policy;
    test_memory_reserve(&b->memory, bytes + 4096);
    return b;
}

static void block_free(block *b)
{
    test_memory_release(&b->memory);
    cr_expect_eq(tcu_context_destroy(b->context), TCU_SUCCESS);
    free(b);
}

static void *take(block *b, uint64_t bytes)
{
    unsigned char *array = b->memory.base + b->used;
    b->used += (bytes + 255) / 256 * 256;
    cr_assert_leq(b->used, b->memory.bytes);
    return array;
}

static void upload(block *b, unsigned char *to, uint64_t bytes, uint64_t n, unsigned char (*fill)(uint64_t, uint64_t))
{
    for (uint64_t first = 0; first < bytes; first += CHUNK) {
        const uint64_t count = bytes - first < CHUNK ? bytes - first : CHUNK;
        for (uint64_t k = 0; k < count; k++) {
            b->chunk.bytes[k] = fill(first + k, n);
        }
        test_copy_in(to + first, b->chunk.bytes, count);
    }
    test_synchronise();
}

/* Bytes and words of an output one after the other, `total` of them. */
static unsigned char next_byte(block *b, const unsigned char *array, uint64_t total)
{
    const uint64_t at = b->next++;
    if (at >= total) { /* (an assertion takes longer than the rest of this) */
        cr_assert_fail("more is kept than the count says");
    }
    if (at % CHUNK == 0) {
        test_copy_out(b->chunk.bytes, array + at, total - at < CHUNK ? total - at : CHUNK);
    }
    return b->chunk.bytes[at % CHUNK];
}

static uint64_t next_word(block *b, const uint64_t *array, uint64_t total)
{
    const uint64_t words = CHUNK / 8, at = b->next++;
    if (at >= total) { /* (an assertion takes longer than the rest of this) */
        cr_assert_fail("more is kept than the count says");
    }
    if (at % words == 0) {
        test_copy_out(b->chunk.words, array + at, 8 * (total - at < words ? total - at : words));
    }
    return b->chunk.words[at % words];
}

static uint64_t read_word(const uint64_t *word)
{
    uint64_t value;
    test_synchronise();
    test_copy_out(&value, word, sizeof value);
    return value;
}

/* ------------------------------------------------------------------------------------------------- the arrays --- */

static unsigned char fill_items(uint64_t i, uint64_t n)
{
    (void)n;
    return item_at(i);
}

static unsigned char fill_bits(uint64_t byte, uint64_t n, bool (*is_kept)(uint64_t, uint64_t))
{
    unsigned bits = 0;
    for (unsigned k = 0; k < 8; k++) {
        bits |= (unsigned)is_kept(8 * byte + k, n) << k;
    }
    return (unsigned char)bits;
}

static unsigned char fill_rare_bits(uint64_t byte, uint64_t n)
{
    return fill_bits(byte, n, is_rare);
}

static unsigned char fill_common_bits(uint64_t byte, uint64_t n)
{
    return fill_bits(byte, n, is_common);
}

/* A run of all but three items. */
static unsigned char fill_runs(uint64_t i, uint64_t n)
{
    return i < n - 3 ? 7 : i == n - 3 ? 8 : 9;
}

static void expect_positions(bool one_pass)
{
    const uint64_t n = past_2_to_32(), flag_bytes = n / 8 + 1;
    block *b = block_new(flag_bytes + n / 32);
    b->policy.one_pass = one_pass;
    unsigned char *flags = take(b, flag_bytes);
    uint64_t *count = take(b, 8), *indices = take(b, n / 256 * 8);
    upload(b, flags, flag_bytes, n, fill_rare_bits);
    cr_assert_eq(tcu_compact_indices(b->context, flags, TCU_FLAGS_BITS, indices, TCU_TYPE_U64, count, n, NULL),
                 TCU_SUCCESS, "%s", tcu_context_last_error(b->context));
    const uint64_t kept = read_word(count);
    for (uint64_t i = 0; i < n; i++) {
        if (is_rare(i, n)) {
            const uint64_t index = next_word(b, indices, kept);
            cr_assert_eq(index, i, "indices[%" PRIu64 "] is %" PRIu64 ", not %" PRIu64, b->next - 1, index, i);
        }
    }
    cr_expect_eq(b->next, kept);
    block_free(b);
}

Test(large_compact, positions, .timeout = 900)
{
    expect_positions(true);
}

Test(large_compact, positions_by_tiles, .timeout = 900)
{
    expect_positions(false);
}

Test(large_compact, items_in_place, .timeout = 900)
{
    const uint64_t n = past_2_to_32(), flag_bytes = n / 8 + 1;
    block *b = block_new(flag_bytes + n);
    unsigned char *flags = take(b, flag_bytes), *items = take(b, n);
    uint64_t *count = take(b, 8);
    upload(b, flags, flag_bytes, n, fill_common_bits);
    upload(b, items, n, n, fill_items);
    cr_assert_eq(tcu_compact(b->context, items, 1, flags, TCU_FLAGS_BITS, items, count, n, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(b->context));
    const uint64_t kept = read_word(count);
    for (uint64_t i = 0; i < n; i++) {
        if (is_common(i, n) && next_byte(b, items, kept) != item_at(i)) {
            cr_assert_fail("out[%" PRIu64 "] is not in[%" PRIu64 "]", b->next - 1, i);
        }
    }
    cr_expect_eq(b->next, kept);
    block_free(b);
}

Test(large_compact, partition, .timeout = 900)
{
    const uint64_t n = past_2_to_32(), flag_bytes = n / 8 + 1;
    block *b = block_new(flag_bytes + 2 * n);
    unsigned char *flags = take(b, flag_bytes), *items = take(b, n), *out = take(b, n);
    uint64_t *count = take(b, 8);
    upload(b, flags, flag_bytes, n, fill_rare_bits);
    upload(b, items, n, n, fill_items);
    cr_assert_eq(tcu_partition(b->context, items, 1, flags, TCU_FLAGS_BITS, out, count, n, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(b->context));
    const uint64_t kept = read_word(count);
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t i = 0; i < n; i++) {
            if (is_rare(i, n) == (pass == 0) && next_byte(b, out, n) != item_at(i)) {
                cr_assert_fail("out[%" PRIu64 "] is not in[%" PRIu64 "]", b->next - 1, i);
            }
        }
        cr_expect_eq(b->next, pass == 0 ? kept : n);
    }
    block_free(b);
}

static void expect_long_run(bool one_pass)
{
    const uint64_t n = past_2_to_32();
    block *b = block_new(n);
    b->policy.one_pass = one_pass;
    unsigned char *items = take(b, n);
    uint64_t *count = take(b, 8), *run_lengths = take(b, 3 * 8);
    upload(b, items, n, n, fill_runs);
    cr_assert_eq(tcu_unique(b->context, items, 1, items, run_lengths, count, n, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(b->context));
    cr_expect_eq(read_word(count), 3);
    cr_expect_eq(read_word(run_lengths), n - 3);
    cr_expect_eq(read_word(run_lengths + 1), 1);
    cr_expect_eq(read_word(run_lengths + 2), 2);
    unsigned char kept[3];
    test_copy_out(kept, items, sizeof kept);
    cr_expect(kept[0] == 7 && kept[1] == 8 && kept[2] == 9);
    block_free(b);
}

Test(large_compact, a_long_run_in_place, .timeout = 900)
{
    expect_long_run(true);
}

Test(large_compact, a_long_run_in_place_by_tiles, .timeout = 900)
{
    expect_long_run(false);
}

/* ---------------------------------------------------------------------------------------------- many more items --- */

/*
 * Arrays of pieces, which are some of a few, of a length that has nothing in common with that of tiles. What is kept of
 * an array is what is kept of its pieces: their first items differ from all their last ones.
 */
enum { PIECE = (1 << 18) + 3, PIECES = 16, LAST = 0, FIRST = 255, KEPT_BELOW = 230, POISON = 0xa5 };

typedef struct piece {
    unsigned char items[PIECE], flags[PIECE];
    unsigned char kept[PIECE];
    uint32_t kept_before[PIECE + 1]; /* each item */
} piece;

typedef enum selection { BY_FLAGS, BY_PREDICATE, BY_RUNS } selection;

static bool keeps(selection by, const piece *p, uint64_t i)
{
    return by == BY_FLAGS       ? p->flags[i] != 0
           : by == BY_PREDICATE ? p->items[i] < KEPT_BELOW
                                : i == 0 || p->items[i] != p->items[i - 1];
}

/* One item in ten is not kept, whatever selects them. */
static piece *pieces_new(selection by)
{
    piece *pieces = calloc(PIECES, sizeof *pieces);
    cr_assert_not_null(pieces);
    test_random random = test_random_part(test_seed_of_run(), 7300);
    for (piece *p = pieces; p < pieces + PIECES; p++) {
        for (uint64_t i = 0; i < PIECE; i++) {
            const uint64_t bits = test_random_next(&random);
            const bool repeats = i > 0 && bits >> 32 & 1 && (bits >> 40) % 5 == 0;
            p->items[i] = i == 0 ? FIRST : i == PIECE - 1 ? LAST : repeats ? p->items[i - 1] : (unsigned char)bits;
            p->flags[i] = (bits >> 8) % 10 == 0 ? 0 : (unsigned char)(1 + (bits >> 16) % 255);
            p->kept[p->kept_before[i]] = p->items[i];
            p->kept_before[i + 1] = p->kept_before[i] + keeps(by, p, i);
        }
    }
    return pieces;
}

static const piece *piece_at(const piece *pieces, uint64_t k)
{
    return &pieces[k * UINT64_C(0x9e3779b97f4a7c15) >> 60];
}

/* Of piece k of n items. */
static uint64_t length_of(uint64_t k, uint64_t n)
{
    return n - k * PIECE < PIECE ? n - k * PIECE : PIECE;
}

static void expect_bytes(block *b, const unsigned char *array, uint64_t at, const unsigned char *expected,
                         uint64_t count)
{
    test_copy_out(b->chunk.bytes, array + at, count);
    if (memcmp(b->chunk.bytes, expected, count) != 0) {
        uint64_t i = 0;
        while (b->chunk.bytes[i] == expected[i]) {
            i++;
        }
        cr_assert_fail("byte %" PRIu64 " is %d, not %d", at + i, b->chunk.bytes[i], expected[i]);
    }
}

/* Behind what is kept there is what was there. */
static void expect_the_rest(block *b, const piece *pieces, const unsigned char *out, uint64_t kept, bool in_place,
                            uint64_t n)
{
    static unsigned char poison[PIECE];
    memset(poison, POISON, sizeof poison);
    for (uint64_t k = kept / PIECE; k * PIECE < n; k++) {
        const uint64_t from = k * PIECE < kept ? kept - k * PIECE : 0;
        const unsigned char *expected = in_place ? piece_at(pieces, k)->items : poison;
        expect_bytes(b, out, k * PIECE + from, expected + from, length_of(k, n) - from);
    }
}

/* Items behind those that a count says there are; arrays have 256 bytes more than items. */
enum { BEHIND = 200 };

static tcu_status call(block *b, selection by, const unsigned char *items, const unsigned char *flags,
                       unsigned char *out, uint64_t *count, uint64_t n, const tcu_compact_options *options)
{
    const unsigned char below = KEPT_BELOW;
    const tcu_predicate predicate = TCU_PREDICATE_INIT(TCU_COMPARE_LESS, &below);
    switch (by) {
    case BY_FLAGS:
        return tcu_compact(b->context, items, 1, flags, TCU_FLAGS_BYTES, out, count, n, options);
    case BY_PREDICATE:
        return tcu_compact_if(b->context, items, TCU_TYPE_U8, &predicate, out, count, n, options);
    default:
        return tcu_unique(b->context, items, 1, out, NULL, count, n, options);
    }
}

/* More than 2^32 items are kept, too. `is_counted`: a number in memory says how many there are; more are passed. */
static void expect_of_pieces_with(selection by, bool in_place, bool is_counted)
{
    const uint64_t n = test_long(test_by_tier(1000017, 10000017, ((uint64_t)5 << 30) + 100017)), room = n + 256;
    block *b = block_new((1 + (by == BY_FLAGS) + !in_place) * room);
    unsigned char *items = (unsigned char *)take(b, room) + 5, *out = items, *flags = NULL;
    if (by == BY_FLAGS) {
        flags = (unsigned char *)take(b, room) + 3;
    }
    if (!in_place) {
        out = (unsigned char *)take(b, room) + 9;
        test_set(out, POISON, n);
    }
    uint64_t *count = take(b, 8), *length = take(b, 8);
    tcu_compact_options options = TCU_COMPACT_OPTIONS_INIT;
    options.count = length;
    test_copy_in(length, &n, sizeof n);
    piece *pieces = pieces_new(by);
    for (uint64_t k = 0; k * PIECE < n; k++) {
        test_copy_in(items + k * PIECE, piece_at(pieces, k)->items, length_of(k, n));
        if (flags != NULL) {
            test_copy_in(flags + k * PIECE, piece_at(pieces, k)->flags, length_of(k, n));
        }
    }
    test_synchronise();
    const tcu_status status =
        call(b, by, items, flags, out, count, is_counted ? n + BEHIND : n, is_counted ? &options : NULL);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(b->context));
    const uint64_t counted = read_word(count);
    uint64_t kept = 0;
    for (uint64_t k = 0; k * PIECE < n; k++) {
        const piece *p = piece_at(pieces, k);
        const uint64_t of_piece = p->kept_before[length_of(k, n)];
        expect_bytes(b, out, kept, p->kept, of_piece);
        kept += of_piece;
    }
    cr_expect_eq(counted, kept, "the count is %" PRIu64 ", not %" PRIu64, counted, kept);
    cr_expect_gt(kept, n / 5 * 4, "%" PRIu64 " of %" PRIu64 " items are too few", kept, n);
    expect_the_rest(b, pieces, out, kept, in_place, n);
    free(pieces);
    block_free(b);
}

static void expect_of_pieces(selection by, bool in_place)
{
    expect_of_pieces_with(by, in_place, false);
}

Test(large_compact, by_a_predicate_counted, .timeout = 900)
{
    expect_of_pieces_with(BY_PREDICATE, false, true);
}

Test(large_compact, first_of_runs_counted_in_place, .timeout = 900)
{
    expect_of_pieces_with(BY_RUNS, true, true);
}

Test(large_compact, by_byte_flags, .timeout = 900)
{
    expect_of_pieces(BY_FLAGS, false);
}

Test(large_compact, by_a_predicate, .timeout = 900)
{
    expect_of_pieces(BY_PREDICATE, false);
}

Test(large_compact, by_a_predicate_in_place, .timeout = 900)
{
    expect_of_pieces(BY_PREDICATE, true);
}

Test(large_compact, first_of_runs, .timeout = 900)
{
    expect_of_pieces(BY_RUNS, false);
}

Test(large_compact, first_of_runs_in_place, .timeout = 900)
{
    expect_of_pieces(BY_RUNS, true);
}
