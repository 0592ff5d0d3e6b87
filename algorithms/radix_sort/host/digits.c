/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorting by digits of 8 bits, the lowest first. The 256 counts of a digit's values are a tile A of 16 x 16, and where
 * the keys of each value begin is its exclusive scan,
 *
 *     R = A * U' + (L * A) * 1        (U': strictly upper, L: strictly lower triangle of ones)
 *
 * as in Dakkak et al. (ICS 2019), algorithm 6, and Satish, Harris and Garland (IPDPS 2009). Of a segment in several
 * parts A is the sum of the parts' tiles A_p, and part p's places are R + A_0 + ... + A_(p-1): so parts move their keys
 * independently, and the sort is stable for any number of them.
 *
 * All digits are counted in one read before anything is moved, which shows the digits that are the same in all keys:
 * these take no pass. Keys that are in order already take none at all, nor do those in the opposite order. Short arrays
 * of long keys are sorted by the leading digits alone that tell nearly all apart if keys are evenly spread, and the rest is
 * put right by insertion (insert.c); where that would take long all digits have their passes. The others' counts are those of each pass as long
 * as there is one part; the parts of several hold other keys after each pass, and count their next digit again.
 */
#include "items.h"

typedef tcui_sort_segment segment;
typedef tcui_sort_items items;
typedef tcui_sort_digit digit;

static digit digit_of(const segment *s, int pass)
{
    const int shift = s->rule->begin_bit + pass * TCUI_DIGIT_BITS, rest = s->rule->end_bit - shift;
    const digit d = {shift, (1u << (rest < TCUI_DIGIT_BITS ? rest : TCUI_DIGIT_BITS)) - 1};
    return d;
}

static int passes_of(const segment *s)
{
    return (s->rule->end_bit - s->rule->begin_bit + TCUI_DIGIT_BITS - 1) / TCUI_DIGIT_BITS;
}

static uint64_t *counts_of(const segment *s, uint64_t part, int pass)
{
    return s->counts + (part * (uint64_t)passes_of(s) + (uint64_t)pass) * TCUI_DIGITS;
}

/* ------------------------------------------------------------------------------------------------------ counts --- */

/* Digits of passes pass ... pass + passes - 1. */
TCUI_ALWAYS_INLINE void count_digits(size_t key_bytes, int passes, const segment *s, const char *keys, uint64_t n,
                                     int pass, uint64_t *counts)
{
    const tcui_key_order order = s->rule->order;
    const int shift = digit_of(s, pass).shift;
    const unsigned last = digit_of(s, pass + passes - 1).mask;
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

static void count_part(const segment *s, const char *keys, uint64_t n, int pass, int passes, uint64_t *counts)
{
    memset(counts, 0, (size_t)passes * TCUI_DIGITS * sizeof *counts);
    switch (s->rule->key_bytes) {
    case 1:
        count_keys(1, passes, s, keys, n, pass, counts);
        break;
    case 2:
        count_keys(2, passes, s, keys, n, pass, counts);
        break;
    case 4:
        count_keys(4, passes, s, keys, n, pass, counts);
        break;
    default:
        count_keys(8, passes, s, keys, n, pass, counts);
    }
}

/* (A parallel region of one thread would take longer than a short segment.) */
static void count_parts(const segment *s, items from, int pass, int passes)
{
    if (s->parts == 1) {
        count_part(s, from.keys, s->n, pass, passes, counts_of(s, 0, pass));
        return;
    }
    const int64_t parts = (int64_t)s->parts;
#ifdef _OPENMP
#pragma omp parallel for num_threads(s->threads) schedule(dynamic, 1)
#endif
    for (int64_t p = 0; p < parts; p++) {
        const uint64_t begin = tcui_sort_part_begin(s->n, s->parts, (uint64_t)p);
        const uint64_t end = tcui_sort_part_begin(s->n, s->parts, (uint64_t)p + 1);
        count_part(s, from.keys + begin * s->rule->key_bytes, end - begin, pass, passes,
                   counts_of(s, (uint64_t)p, pass));
    }
}

/* Whether all keys have the same digit. */
static bool is_constant(const segment *s, int pass)
{
    const digit d = digit_of(s, pass);
    const uint64_t b = tcui_order_bits(s->rule->order, tcui_sort_key(s->in.keys, 0, s->rule->key_bytes));
    uint64_t same = 0;
    for (uint64_t p = 0; p < s->parts; p++) {
        same += counts_of(s, p, pass)[b >> d.shift & d.mask];
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

/* The parts' counts of a digit become the places of their first keys. */
static void make_places(const segment *s, int pass)
{
    if (s->parts == 1) {
        tcui_sort_scan_counts(counts_of(s, 0, pass), 1);
        return;
    }
    uint64_t place[TCUI_DIGITS] = {0};
    for (uint64_t p = 0; p < s->parts; p++) {
        const uint64_t *counts = counts_of(s, p, pass);
        for (int d = 0; d < TCUI_DIGITS; d++) {
            place[d] += counts[d];
        }
    }
    tcui_sort_scan_counts(place, 1);
    for (uint64_t p = 0; p < s->parts; p++) {
        uint64_t *counts = counts_of(s, p, pass);
        for (int d = 0; d < TCUI_DIGITS; d++) {
            const uint64_t count = counts[d];
            counts[d] = place[d];
            place[d] += count;
        }
    }
}

/* ------------------------------------------------------------------------------------------------------- moves --- */

static void move_parts(const segment *s, int pass, items from, items to)
{
    const tcui_sort_rule *rule = s->rule;
    const digit d = digit_of(s, pass);
    if (s->parts == 1) {
        tcui_sort_move(rule, d, from, to, s->n, s->first, counts_of(s, 0, pass));
        return;
    }
    const int64_t parts = (int64_t)s->parts;
#ifdef _OPENMP
#pragma omp parallel for num_threads(s->threads) schedule(dynamic, 1)
#endif
    for (int64_t p = 0; p < parts; p++) {
        const uint64_t begin = tcui_sort_part_begin(s->n, s->parts, (uint64_t)p);
        const uint64_t end = tcui_sort_part_begin(s->n, s->parts, (uint64_t)p + 1);
        tcui_sort_move(rule, d, tcui_sort_items_at(rule, from, begin), to, end - begin, s->first + begin,
                       counts_of(s, (uint64_t)p, pass));
    }
}

/* As a pass whose digit is the same in all keys. */
static void copy_parts(const segment *s, items from, items to)
{
    if (s->parts == 1) {
        tcui_sort_move_all(s->rule, from, to, s->n, s->first);
        return;
    }
    const int64_t parts = (int64_t)s->parts;
#ifdef _OPENMP
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
#endif
    for (int64_t p = 0; p < parts; p++) {
        const uint64_t begin = tcui_sort_part_begin(s->n, s->parts, (uint64_t)p);
        const uint64_t n = tcui_sort_part_begin(s->n, s->parts, (uint64_t)p + 1) - begin;
        tcui_sort_move_all(s->rule, tcui_sort_items_at(s->rule, from, begin), tcui_sort_items_at(s->rule, to, begin), n,
                           s->first + begin);
    }
}

/* --------------------------------------------------------------------------------------------------- the sort --- */

static bool share_an_array(items a, items b)
{
    return a.keys == b.keys || (a.values != NULL && a.values == b.values);
}

/* How keys stand already. */
typedef enum standing { DISORDERED, ASCENDING, DESCENDING } standing;

/* (Of keys in disorder that ends soon.) Equal keys must not be reversed, unless they cannot be told apart. */
TCUI_ALWAYS_INLINE standing standing_of(size_t key_bytes, const segment *s)
{
    const tcui_sort_rule *rule = s->rule;
    const uint64_t compared = tcui_sort_compared(rule), n = s->n;
    const bool is_bare = rule->payload == TCUI_PAYLOAD_NONE && compared == UINT64_MAX >> (64 - rule->order.bits);
    const uint64_t first = tcui_order_bits(rule->order, tcui_sort_key(s->in.keys, 0, key_bytes)) & compared;
    uint64_t before = first, i = 1;
    for (; i < n; i++) {
        const uint64_t b = tcui_order_bits(rule->order, tcui_sort_key(s->in.keys, i, key_bytes)) & compared;
        if (b < before)
            break;
        before = b;
    }
    if (i == n)
        return ASCENDING;
    if (before != first || (i > 1 && !is_bare))
        return DISORDERED;
    for (; i < n; i++) {
        const uint64_t b = tcui_order_bits(rule->order, tcui_sort_key(s->in.keys, i, key_bytes)) & compared;
        if (b > before || (b == before && !is_bare))
            return DISORDERED;
        before = b;
    }
    return DESCENDING;
}

static standing standing_of_keys(const segment *s)
{
    switch (s->rule->key_bytes) {
    case 1:
        return standing_of(1, s);
    case 2:
        return standing_of(2, s);
    case 4:
        return standing_of(4, s);
    default:
        return standing_of(8, s);
    }
}

/* Passes 0 ... count - 1, or some of them, in this order. */
typedef struct pass_list {
    int pass[TCUI_SORT_MOST_PASSES], count;
} pass_list;

/* From one array to another, such that the last is `out`. */
static void run_passes(const segment *s, const pass_list *passes, bool keys_too)
{
    items from = s->in;
    const items begin_in = passes->count % 2 != 0 ? s->out : s->other;
    if (share_an_array(begin_in, from)) {
        from = passes->count % 2 != 0 ? s->other : s->out;
        copy_parts(s, s->in, from);
    }
    for (int i = 0; i < passes->count; i++) {
        items to = (passes->count - i) % 2 != 0 ? s->out : s->other;
        if (i == passes->count - 1 && !keys_too) {
            to.keys = NULL;
        }
        if (i > 0 && s->parts > 1) {
            count_parts(s, from, passes->pass[i], 1);
        }
        make_places(s, passes->pass[i]);
        move_parts(s, passes->pass[i], from, to);
        from = to;
    }
}

static void list_varying(const segment *s, int begin, int end, pass_list *passes)
{
    passes->count = 0;
    for (int pass = begin; pass < end; pass++) {
        if (!is_constant(s, pass)) {
            passes->pass[passes->count++] = pass;
        }
    }
}

/*
 * Short arrays of long keys: begin ... end - 1 are the leading digits. Of n keys that are evenly spread some n^2 / 2^(b + 1)
 * pairs agree in b bits, so few are left to be inserted. Exponents tell few reals apart. False where few passes are saved,
 * or none.
 */
static bool find_leading(const segment *s, int *begin, int *end)
{
    enum { MOST_KEYS = 1 << 14, LEAST_SAVED = 3, BITS_OF_EXPONENTS = 8 };
    const tcui_sort_rule *rule = s->rule;
    if (s->n > MOST_KEYS || s->parts > 1 || rule->key_bytes < 8)
        return false;
    uint64_t varying = 0;
    for (uint64_t i = 1; i < s->n; i++) {
        varying |= tcui_sort_key(s->in.keys, i, 8) ^ tcui_sort_key(s->in.keys, 0, 8);
    }
    varying &= tcui_sort_compared(rule);
    int needed = rule->order.negative != 0 ? BITS_OF_EXPONENTS - 4 : -4, bits = 0; /* 2 log2(n) - 4 */
    for (uint64_t n = s->n; n > 1; n /= 2) {
        needed += 2;
    }
    for (; bits < 64 && varying >> bits != 0; bits++) {
    }
    *begin = (bits - needed - rule->begin_bit) / TCUI_DIGIT_BITS;
    *end = (bits - rule->begin_bit + TCUI_DIGIT_BITS - 1) / TCUI_DIGIT_BITS;
    return *begin >= LEAST_SAVED;
}

void tcui_sort_digits(const segment *s)
{
    const standing stands = standing_of_keys(s);
    if (stands == DESCENDING) {
        tcui_sort_move_reversed(s->rule, s->in, s->out, s->n, s->first);
        return;
    }
    segment rest = *s;
    pass_list passes = {.count = 0};
    int begin, end;
    if (stands == DISORDERED && find_leading(s, &begin, &end)) {
        count_parts(s, s->in, begin, end - begin);
        list_varying(s, begin, end, &passes);
        if (passes.count > 0) {
            run_passes(s, &passes, true);
            if (tcui_sort_insert(s->rule, s->out, s->n))
                return;
            rest.in = s->out;
        }
    }
    passes.count = 0;
    if (stands == DISORDERED) {
        count_parts(&rest, rest.in, 0, passes_of(s));
        list_varying(&rest, 0, passes_of(s), &passes);
    }
    if (passes.count == 0) {
        copy_parts(&rest, rest.in, rest.out);
    } else { /* nobody looks at the keys again that belong to indices */
        run_passes(&rest, &passes, s->rule->payload != TCUI_PAYLOAD_INDICES);
    }
}
