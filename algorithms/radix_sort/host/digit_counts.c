/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How often each digit comes, and where the keys of each begin. The 256 counts of a digit's values are a tile A of
 * 16 x 16, and where the keys of each value begin is its exclusive scan,
 *
 *     R = A * U' + (L * A) * 1        (U': strictly upper, L: strictly lower triangle of ones)
 *
 * as in Dakkak et al. (ICS 2019), algorithm 6. Of a segment in several parts A is the sum of the parts' tiles A_p, and part
 * p's places are R + A_0 + ... + A_(p-1).
 */
#include "digit_counts.h"
#include "items.h"
#include "primitives/threads/parallel.h"

typedef tcui_sort_segment segment;
typedef tcui_sort_items items;
typedef tcui_sort_digit digit;

/* Digits of passes pass ... pass + passes - 1. */
TCUI_ALWAYS_INLINE void count_digits(size_t key_bytes, int passes, const segment *s, const char *keys, uint64_t n,
                                     int pass, uint64_t *counts)
{
    const tcui_key_order order = s->rule->order;
    const int shift = tcui_sort_digit_of(s, pass).shift;
    const unsigned last = tcui_sort_digit_of(s, pass + passes - 1).mask;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t b = tcui_order_bits(order, tcui_sort_key(keys, i, key_bytes)) >> shift;
        int k = 0;
        for (; k < passes - 1; k++, b >>= TCUI_DIGIT_BITS) {
            counts[(size_t)k * TCUI_DIGITS + (b & (TCUI_DIGITS - 1))]++;
        }
        counts[(size_t)k * TCUI_DIGITS + (b & last)]++;
    }
}

/* Loops for what is frequent, of constants: one digit, and all of them. */
TCUI_ALWAYS_INLINE void count_keys(size_t key_bytes, int passes, const segment *s, const char *keys, uint64_t n,
                                   int pass, uint64_t *counts)
{
    if (passes == 1) {
        count_digits(key_bytes, 1, s, keys, n, pass, counts);
    } else if (passes == (int)key_bytes) {
        count_digits(key_bytes, (int)key_bytes, s, keys, n, pass, counts);
    } else {
        count_digits(key_bytes, passes, s, keys, n, pass, counts);
    }
}

/* What threads share. */
typedef struct work {
    const segment *segment;
    const char *keys;
    int pass, passes;
} work;

static void count_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const work *w = data;
    const segment *s = w->segment;
    const uint64_t n = end - begin;
    const char *keys = w->keys + begin * s->rule->key_bytes;
    uint64_t *counts = tcui_sort_counts_of(s, part, w->pass);
    memset(counts, 0, (size_t)w->passes * TCUI_DIGITS * sizeof *counts);
    switch (s->rule->key_bytes) {
    case 1:
        count_keys(1, w->passes, s, keys, n, w->pass, counts);
        break;
    case 2:
        count_keys(2, w->passes, s, keys, n, w->pass, counts);
        break;
    case 4:
        count_keys(4, w->passes, s, keys, n, w->pass, counts);
        break;
    default:
        count_keys(8, w->passes, s, keys, n, w->pass, counts);
    }
}

void tcui_sort_count_parts(const segment *s, items from, int pass, int passes)
{
    const work w = {s, from.keys, pass, passes};
    tcui_for_parts(s->threads, s->n, s->parts, count_part, &w);
}

bool tcui_sort_is_constant(const segment *s, int pass)
{
    const digit d = tcui_sort_digit_of(s, pass);
    const uint64_t b = tcui_order_bits(s->rule->order, tcui_sort_key(s->in.keys, 0, s->rule->key_bytes));
    uint64_t same = 0;
    for (uint64_t p = 0; p < s->parts; p++) {
        same += tcui_sort_counts_of(s, p, pass)[b >> d.shift & d.mask];
    }
    return same == s->n;
}

void tcui_sort_scan_counts(uint64_t *counts, uint64_t tiles)
{
    tcui_tile_u64 A, R;
    uint64_t base = 0;
    for (uint64_t t = 0; t < tiles; t++) {
        uint64_t before[TCUI_TILE_EDGE];
        tcui_tile_load_rows_u64(&A, TCU_TYPE_U64, counts, t * TCUI_TILE_ELEMENTS, TCUI_TILE_EDGE);
        tcui_tile_sum_rows_before_u64(before, &A, TCUI_TILE_EDGE);
        for (int r = 0; r < TCUI_TILE_EDGE; r++) {
            before[r] += base;
        }
        tcui_tile_scan_rows_u64(&R, &A, before, TCUI_TILE_EDGE, true);
        base = before[TCUI_TILE_EDGE - 1]; /* the scan leaves the sums with each row there */
        tcui_tile_store_rows_u64(&R, TCU_TYPE_U64, counts, t * TCUI_TILE_ELEMENTS, TCUI_TILE_EDGE);
    }
}

void tcui_sort_make_places(const segment *s, int pass)
{
    if (s->parts == 1) {
        tcui_sort_scan_counts(tcui_sort_counts_of(s, 0, pass), 1);
        return;
    }
    uint64_t place[TCUI_DIGITS] = {0};
    for (uint64_t p = 0; p < s->parts; p++) {
        const uint64_t *counts = tcui_sort_counts_of(s, p, pass);
        for (int d = 0; d < TCUI_DIGITS; d++) {
            place[d] += counts[d];
        }
    }
    tcui_sort_scan_counts(place, 1);
    for (uint64_t p = 0; p < s->parts; p++) {
        uint64_t *counts = tcui_sort_counts_of(s, p, pass);
        for (int d = 0; d < TCUI_DIGITS; d++) {
            const uint64_t count = counts[d];
            counts[d] = place[d];
            place[d] += count;
        }
    }
}
