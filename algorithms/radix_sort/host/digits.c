/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorting by digits of 8 bits, the lowest first (Satish, Harris and Garland, IPDPS 2009). Parts of a segment move their keys
 * independently, each to places of its own (digit_counts.c), and the sort is stable for any number of them.
 *
 * All digits are counted in one read before anything is moved, which shows the digits that are the same in all keys:
 * these take no pass. Short arrays of long keys are sorted by the leading digits alone that tell nearly all apart if keys
 * are evenly spread, and the rest is put right by insertion (insert.c); where that would take long all digits have their
 * passes. The counts of the first read are those of each pass as long as there is one part; the parts of several hold
 * other keys after each pass, and count their next digit again.
 */
#include "digit_counts.h"
#include "items.h"
#include "primitives/threads/parallel.h"

typedef tcui_sort_segment segment;
typedef tcui_sort_items items;
typedef tcui_sort_digit digit;

/* ------------------------------------------------------------------------------------------------------- moves --- */

/* What threads share. */
typedef struct work {
    const segment *segment;
    int pass;
    items from, to;
} work;

static void move_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const work *w = data;
    const segment *s = w->segment;
    tcui_sort_move(s->rule, tcui_sort_digit_of(s, w->pass), tcui_sort_items_at(s->rule, w->from, begin), w->to,
                   end - begin, s->first + begin, tcui_sort_counts_of(s, part, w->pass));
}

static void move_parts(const segment *s, int pass, items from, items to)
{
    const work w = {s, pass, from, to};
    tcui_for_parts(s->threads, s->n, s->parts, move_part, &w);
}

static void copy_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const work *w = data;
    const segment *s = w->segment;
    (void)part;
    tcui_sort_move_all(s->rule, tcui_sort_items_at(s->rule, w->from, begin), tcui_sort_items_at(s->rule, w->to, begin),
                       end - begin, s->first + begin);
}

void tcui_sort_copy_parts(const segment *s, items from, items to)
{
    const work w = {.segment = s, .from = from, .to = to};
    tcui_for_parts(s->threads, s->n, s->parts, copy_part, &w);
}

/* --------------------------------------------------------------------------------------------------- the sort --- */

static bool share_an_array(items a, items b)
{
    return a.keys == b.keys || (a.values != NULL && a.values == b.values);
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
        tcui_sort_copy_parts(s, s->in, from);
    }
    for (int i = 0; i < passes->count; i++) {
        items to = (passes->count - i) % 2 != 0 ? s->out : s->other;
        if (i == passes->count - 1 && !keys_too) {
            to.keys = NULL;
        }
        if (i > 0 && s->parts > 1) {
            tcui_sort_count_parts(s, from, passes->pass[i], 1);
        }
        tcui_sort_make_places(s, passes->pass[i]);
        move_parts(s, passes->pass[i], from, to);
        from = to;
    }
}

static void list_varying(const segment *s, int begin, int end, pass_list *passes)
{
    passes->count = 0;
    for (int pass = begin; pass < end; pass++) {
        if (!tcui_sort_is_constant(s, pass)) {
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
    if (s->n > MOST_KEYS || s->parts > 1 || rule->key_bytes < 8) {
        return false;
    }
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
    segment rest = *s;
    pass_list passes = {.count = 0};
    int begin, end;
    if (find_leading(s, &begin, &end)) {
        tcui_sort_count_parts(s, s->in, begin, end - begin);
        list_varying(s, begin, end, &passes);
        if (passes.count > 0) {
            run_passes(s, &passes, true);
            if (tcui_sort_insert(s->rule, s->out, s->n)) {
                return;
            }
            rest.in = s->out;
        }
    }
    passes.count = 0;
    tcui_sort_count_parts(&rest, rest.in, 0, tcui_sort_passes_of(s));
    list_varying(&rest, 0, tcui_sort_passes_of(s), &passes);
    if (passes.count == 0) {
        tcui_sort_copy_parts(&rest, rest.in, rest.out);
    } else { /* an argsort discards its keys after the last pass */
        run_passes(&rest, &passes, s->rule->payload != TCUI_PAYLOAD_INDICES);
    }
}
