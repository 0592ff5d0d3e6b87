/* SPDX-License-Identifier: Apache-2.0 */
/* Bare keys of a long array, or segment, shared out to buckets and threads. */
#ifndef TCUI_RADIX_SORT_HOST_BUCKETS_H
#define TCUI_RADIX_SORT_HOST_BUCKETS_H

#include "algorithms/radix_sort/host/internal.h"
#include "vectors.h"

/* The counts that tcui_sort_buckets() needs. Does not decrease with growing n. */
uint64_t tcui_sort_bucket_counts(uint64_t n, size_t key_bytes);

/* `other` is there, also where it is `in`. */
void tcui_sort_buckets(const tcui_sort_segment *segment, const tcui_sort_vectors *vectors);

/* Divisions in a row that few of random keys take: twice as many as halves. */
static inline int tcui_sort_depth(uint64_t n)
{
    int depth = 2;
    for (; n > 1; n /= 2) {
        depth += 2;
    }
    return depth;
}

#endif /* TCUI_RADIX_SORT_HOST_BUCKETS_H */
