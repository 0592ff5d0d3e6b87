/* SPDX-License-Identifier: Apache-2.0 */
/* Bare keys sorted by vector instructions, where the processor has some that are worth it. */
#ifndef TCUI_RADIX_SORT_HOST_VECTORS_H
#define TCUI_RADIX_SORT_HOST_VECTORS_H

#include <stddef.h>
#include <stdint.h>

#include "primitives/context/key_order.h"

/* Keys are divided into so many buckets at most. */
enum { TCUI_SORT_BUCKETS = 256 };

/* The functions for keys of one size. `depth`: so many divisions in a row, then it is heap sort's turn. */
typedef struct tcui_sort_vectors {
    /* Sorts n > 0 keys from `in` to `out`. `other` has room for n too, and may be NULL up to `alone` keys; `in` may be
     * one of them. */
    void (*sort)(const void *in, void *out, void *other, uint64_t n, tcui_key_order order, int depth);
    /*
     * Keys below pivots[0], below pivots[1], ..., the others: so many `buckets`, a power of two, go to `data`, one behind
     * the other, in a form of their own. sizes[k] becomes their numbers. `in` may be `data` or `other`.
     */
    void (*divide)(const void *in, void *data, void *other, uint64_t n, tcui_key_order order, const void *pivots,
                   uint64_t buckets, uint64_t *sizes);
    /* Sorts n keys in the form that divide() gives them; they become keys as they were. */
    void (*sort_bucket)(void *data, void *other, uint64_t n, tcui_key_order order, int depth);
    unsigned alone;
    uint64_t by_digits; /* more than `alone` keys, but no more than these, are faster sorted by digits (measured) */
} tcui_sort_vectors;

/* At a level of primitives/tile/host/levels.h; NULL if there are none, or this processor has not what they need. */
const tcui_sort_vectors *tcui_sort_vectors_of(int level, size_t key_bytes);

/* At this processor's level. */
const tcui_sort_vectors *tcui_sort_vectors_here(size_t key_bytes);

#endif /* TCUI_RADIX_SORT_HOST_VECTORS_H */
