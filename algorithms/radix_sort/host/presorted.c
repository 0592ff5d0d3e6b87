/* SPDX-License-Identifier: Apache-2.0 */
/* Keys that are in order already take no pass, nor do those in the opposite order: these are reversed. */
#include "items.h"
#include "primitives/threads/parallel.h"

typedef tcui_sort_segment segment;
typedef tcui_sort_items items;

/* (Of keys in disorder that ends soon.) Equal keys must not be reversed, unless they cannot be told apart. */
TCUI_ALWAYS_INLINE tcui_sort_standing standing_of(size_t key_bytes, const segment *s)
{
    const tcui_sort_rule *rule = s->rule;
    const uint64_t compared = tcui_sort_compared(rule), n = s->n;
    const bool is_bare = rule->payload == TCUI_PAYLOAD_NONE && compared == UINT64_MAX >> (64 - rule->order.bits);
    const uint64_t first = tcui_order_bits(rule->order, tcui_sort_key(s->in.keys, 0, key_bytes)) & compared;
    uint64_t before = first, i = 1;
    for (; i < n; i++) {
        const uint64_t b = tcui_order_bits(rule->order, tcui_sort_key(s->in.keys, i, key_bytes)) & compared;
        if (b < before) {
            break;
        }
        before = b;
    }
    if (i == n) {
        return TCUI_SORT_ASCENDING;
    }
    if (before != first || (i > 1 && !is_bare)) {
        return TCUI_SORT_DISORDERED;
    }
    for (; i < n; i++) {
        const uint64_t b = tcui_order_bits(rule->order, tcui_sort_key(s->in.keys, i, key_bytes)) & compared;
        if (b > before || (b == before && !is_bare)) {
            return TCUI_SORT_DISORDERED;
        }
        before = b;
    }
    return TCUI_SORT_DESCENDING;
}

tcui_sort_standing tcui_sort_find_standing(const segment *s)
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

/* Elements begin ... end - 1 change places with those as far from the end. `to` may be `from`. */
TCUI_ALWAYS_INLINE void reverse_array(size_t bytes, const char *from, char *to, uint64_t n, uint64_t begin,
                                      uint64_t end)
{
    for (uint64_t i = begin; i < end; i++) {
        char first[16], last[16];
        memcpy(first, from + i * bytes, bytes);
        memcpy(last, from + (n - 1 - i) * bytes, bytes);
        tcui_sort_copy(to, i, last, 0, bytes);
        tcui_sort_copy(to, n - 1 - i, first, 0, bytes);
    }
}

static void reverse(size_t bytes, const char *from, char *to, uint64_t n, uint64_t begin, uint64_t end)
{
    switch (bytes) {
    case 1:
        reverse_array(1, from, to, n, begin, end);
        break;
    case 2:
        reverse_array(2, from, to, n, begin, end);
        break;
    case 4:
        reverse_array(4, from, to, n, begin, end);
        break;
    case 8:
        reverse_array(8, from, to, n, begin, end);
        break;
    default:
        reverse_array(16, from, to, n, begin, end);
    }
}

static void reverse_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const segment *s = data;
    (void)part;
    const tcui_sort_rule *rule = s->rule;
    const items from = s->in, to = s->out;
    if (to.keys != NULL) {
        reverse(rule->key_bytes, from.keys, to.keys, s->n, begin, end);
    }
    if (from.values != NULL) {
        reverse(rule->value_bytes, from.values, to.values, s->n, begin, end);
    }
    for (uint64_t i = begin; rule->payload == TCUI_PAYLOAD_INDICES && i < end; i++) {
        tcui_sort_store_index(to.values, i, s->first + s->n - 1 - i, rule->value_bytes);
        tcui_sort_store_index(to.values, s->n - 1 - i, s->first + i, rule->value_bytes);
    }
}

void tcui_sort_reverse(const segment *s)
{
    const uint64_t pairs = s->n / 2 + s->n % 2; /* the middle of an odd number is a pair with itself */
    tcui_for_parts(s->threads, pairs, s->parts, reverse_part, s);
}
