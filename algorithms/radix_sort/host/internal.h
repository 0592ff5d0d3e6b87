/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the host's sorts share. */
#ifndef TCUI_RADIX_SORT_HOST_INTERNAL_H
#define TCUI_RADIX_SORT_HOST_INTERNAL_H

#include "algorithms/radix_sort/backend.h"
#include "primitives/context/key_order.h"

enum {
    TCUI_SORT_SMALL = 64, /* up to this comparisons take no longer than 256 counts a digit do (measured) */
    TCUI_SORT_MOST_PASSES = 64 / TCUI_DIGIT_BITS
};

/* Keys and what belongs to them. `values` is NULL where there are none, or where they are indices yet to be made. */
typedef struct tcui_sort_items {
    char *keys;
    char *values;
} tcui_sort_items;

/* How keys are compared and moved: the same for all segments. */
typedef struct tcui_sort_rule {
    tcui_key_order order;
    int begin_bit, end_bit;
    size_t key_bytes, value_bytes;
    tcui_payload payload;
} tcui_sort_rule;

/* The bits that are compared. */
static inline uint64_t tcui_sort_compared(const tcui_sort_rule *rule)
{
    const uint64_t below_end = rule->end_bit < 64 ? ((uint64_t)1 << rule->end_bit) - 1 : UINT64_MAX;
    return rule->begin_bit < rule->end_bit ? below_end >> rule->begin_bit << rule->begin_bit : 0;
}

/* One segment, in pieces for several threads. All items are those of its first element. */
typedef struct tcui_sort_segment {
    const tcui_sort_rule *rule;
    tcui_sort_items in, out, other; /* out or other may be in; other is there if n > TCUI_SORT_SMALL and needs it */
    uint64_t first, n;              /* the position of its first element, its elements */
    uint64_t parts;                 /* each counted and moved by one thread at a time */
    int threads;
    uint64_t *counts; /* parts x passes x TCUI_DIGITS; for keys that are counted (parts + 1) x values + 1; for
                         buckets tcui_sort_bucket_counts() */
} tcui_sort_segment;

static inline tcui_sort_items tcui_sort_items_at(const tcui_sort_rule *rule, tcui_sort_items items, uint64_t i)
{
    const tcui_sort_items at = {items.keys != NULL ? items.keys + i * rule->key_bytes : NULL,
                                items.values != NULL ? items.values + i * rule->value_bytes : NULL};
    return at;
}

/* A digit of the order bits: where it begins, and as many ones as it has bits, which are fewer in the last one where
 * no more are compared. */
typedef struct tcui_sort_digit {
    int shift;
    unsigned mask;
} tcui_sort_digit;

/*
 * Moves n items of `from`, the first of which has the position `position`, each to to[places[its digit]++]. Where
 * `from` has no values but `to` has, they are the items' positions; `to` may be without keys.
 */
void tcui_sort_move(const tcui_sort_rule *rule, tcui_sort_digit digit, tcui_sort_items from, tcui_sort_items to,
                    uint64_t n, uint64_t position, uint64_t *places);

/* The same where all have one digit: to to[0 ... n - 1], or nowhere if they are there already. */
void tcui_sort_move_all(const tcui_sort_rule *rule, tcui_sort_items from, tcui_sort_items to, uint64_t n,
                        uint64_t position);

/* How keys stand already. */
typedef enum tcui_sort_standing { TCUI_SORT_DISORDERED, TCUI_SORT_ASCENDING, TCUI_SORT_DESCENDING } tcui_sort_standing;
tcui_sort_standing tcui_sort_find_standing(const tcui_sort_segment *segment);

/* Of descending keys: from `in` to `out`, which may be the same. */
void tcui_sort_reverse(const tcui_sort_segment *segment);

/*
 * Brings n items that are nearly in order into it, each to behind the items that go before it or are equal. False, with
 * equal items in their order still, if that takes more than n moves.
 */
bool tcui_sort_insert(const tcui_sort_rule *rule, tcui_sort_items items, uint64_t n);

/* Segments of up to TCUI_SORT_SMALL elements, by comparisons. */
void tcui_sort_small(const tcui_sort_segment *segment);

/* As a pass whose digit is the same in all keys. */
void tcui_sort_copy_parts(const tcui_sort_segment *segment, tcui_sort_items from, tcui_sort_items to);

/* Any segment, digit by digit. */
void tcui_sort_digits(const tcui_sort_segment *segment);

/* Keys of 8 or 16 bits that carry nothing with them: how often each value comes, and all of them written anew. */
void tcui_sort_counted(const tcui_sort_segment *segment);

#endif /* TCUI_RADIX_SORT_HOST_INTERNAL_H */
