/* SPDX-License-Identifier: Apache-2.0 */
/* Keys of up to 32 bits with payload, sorted as numbers of 64 bits. */
#ifndef TCUI_RADIX_SORT_HOST_PACKED_H
#define TCUI_RADIX_SORT_HOST_PACKED_H

#include "algorithms/radix_sort/host/internal.h"
#include "vectors.h"

/* Of more elements values are gathered from all over L2, and threads had to have much memory. (An argsort of 1000: 5.2
 * us, by digits 8.4.) */
enum { TCUI_SORT_PACKED = 1 << 16 };

/* The words that n elements need. */
static inline uint64_t tcui_sort_packed_words(uint64_t n, size_t value_bytes)
{
    return n * (value_bytes > sizeof(uint64_t) ? 3 : 2);
}

/* Keys are compared by all their bits. `vectors` are those for 64 bits; `words` as many as said above. */
void tcui_sort_packed(const tcui_sort_segment *segment, const tcui_sort_vectors *vectors, uint64_t *words);

#endif /* TCUI_RADIX_SORT_HOST_PACKED_H */
