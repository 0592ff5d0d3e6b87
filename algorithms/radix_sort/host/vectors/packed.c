/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys of up to 32 bits that carry something: order bits, and below them the index in the segment, are one number of 64
 * bits, and these are bare keys.
 *
 *     keys  7 3 7      7:0 3:1 7:2   ->   3:1 7:0 7:2      values  a b c   ->   b a c
 *
 * No two of them are equal, and where keys are, indices decide: the sort is stable. Keys are found in the numbers again,
 * and values by the indices.
 */
#include "packed.h"

#include "algorithms/radix_sort/host/items.h"
#include "buckets.h"

typedef tcui_sort_segment segment;

TCUI_ALWAYS_INLINE void sort_packed(size_t key_bytes, size_t value_bytes, const segment *s,
                                    const tcui_sort_vectors *vectors, uint64_t *words)
{
    static const tcui_key_order ascending = {64, 0, 0};
    const tcui_key_order order = s->rule->order;
    const uint64_t n = s->n;
    char *const rest = (char *)(words + n);
    for (uint64_t i = 0; i < n; i++) {
        words[i] = tcui_order_bits(order, tcui_sort_key(s->in.keys, i, key_bytes)) << 32 | i;
    }
    vectors->sort(words, words, rest, n, ascending, tcui_sort_depth(n));
    for (uint64_t i = 0; s->out.keys != NULL && i < n; i++) {
        tcui_sort_store_key(s->out.keys, i, tcui_key_of_order_bits(order, words[i] >> 32), key_bytes);
    }
    const char *values = s->in.values;
    if (values != NULL && values == s->out.values) {
        values = memcpy(rest, values, n * value_bytes);
    }
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t index = (uint32_t)words[i];
        if (values != NULL) {
            tcui_sort_copy(s->out.values, i, values, index, value_bytes);
        } else {
            tcui_sort_store_index(s->out.values, i, s->first + index, value_bytes);
        }
    }
}

typedef void (*packed_function)(const segment *s, const tcui_sort_vectors *vectors, uint64_t *words);

#define PACKED_FUNCTION(key, value)                                                                                    \
    static void packed_##key##_##value(const segment *s, const tcui_sort_vectors *vectors, uint64_t *words)            \
    {                                                                                                                  \
        sort_packed(key, value, s, vectors, words);                                                                    \
    }
TCUI_SORT_SIZES(PACKED_FUNCTION)

#define PACKED_ROW(key, value) packed_##key##_##value,
static const packed_function packed_functions[] = {TCUI_SORT_SIZES(PACKED_ROW)};

void tcui_sort_packed(const segment *s, const tcui_sort_vectors *vectors, uint64_t *words)
{
    TCUI_SORT_ROW(packed_functions, s->rule)(s, vectors, words);
}
