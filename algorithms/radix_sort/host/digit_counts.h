/* SPDX-License-Identifier: Apache-2.0 */
/* How often each digit of a segment's keys comes, and where the keys of each begin. Pass 0 has the lowest digit. */
#ifndef TCUI_RADIX_SORT_HOST_DIGIT_COUNTS_H
#define TCUI_RADIX_SORT_HOST_DIGIT_COUNTS_H

#include "internal.h"

static inline tcui_sort_digit tcui_sort_digit_of(const tcui_sort_segment *s, int pass)
{
    const int shift = s->rule->begin_bit + pass * TCUI_DIGIT_BITS, rest = s->rule->end_bit - shift;
    const tcui_sort_digit d = {shift, (1u << (rest < TCUI_DIGIT_BITS ? rest : TCUI_DIGIT_BITS)) - 1};
    return d;
}

static inline int tcui_sort_passes_of(const tcui_sort_segment *s)
{
    return (s->rule->end_bit - s->rule->begin_bit + TCUI_DIGIT_BITS - 1) / TCUI_DIGIT_BITS;
}

static inline uint64_t *tcui_sort_counts_of(const tcui_sort_segment *s, uint64_t part, int pass)
{
    return s->counts + (part * (uint64_t)tcui_sort_passes_of(s) + (uint64_t)pass) * TCUI_DIGITS;
}

/* Counts the digits of passes pass ... pass + passes - 1 in each part of `from`. */
void tcui_sort_count_parts(const tcui_sort_segment *segment, tcui_sort_items from, int pass, int passes);

/* Whether all keys have the same digit; it has been counted. */
bool tcui_sort_is_constant(const tcui_sort_segment *segment, int pass);

/* Each of the counts, `tiles` times 256 of them, becomes the sum of those before it. */
void tcui_sort_scan_counts(uint64_t *counts, uint64_t tiles);

/* The parts' counts of a digit become the places of their first keys. */
void tcui_sort_make_places(const tcui_sort_segment *segment, int pass);

#endif /* TCUI_RADIX_SORT_HOST_DIGIT_COUNTS_H */
