/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How threads share reproducible sums of segments (primitives/reduce/reproducible.h), whatever is summed:
 *
 *     1. threads take parts of equal work, whatever the segments look like (primitives/threads/chunks.h): of a segment of
 *        one chunk that ends in its part a thread stores the result; of longer ones it leaves the sums of the chunks
 *        that begin in its part in their slots
 *     2. of the longer ones that end in its part a thread adds the slots, level by level in place
 *
 * A part may begin anywhere in a chunk: who sums a chunk decides nothing about how it is summed.
 */
#ifndef TCUI_REDUCE_HOST_REPRODUCIBLE_PARTS_H
#define TCUI_REDUCE_HOST_REPRODUCIBLE_PARTS_H

#include "primitives/context/workspace.h"
#include "primitives/reduce/reproducible.h"

/* What a slot may hold. */
typedef union tcui_reproducible_slot_room {
    double sums[2];
    float narrow;
} tcui_reproducible_slot_room;

/* What is summed; `data` is the first parameter of the functions. */
typedef struct tcui_reproducible_work {
    const void *data;
    const tcui_segments *segments;
    size_t slot_bytes;
    void *slots; /* NULL: no segment has more than one chunk */
    /* What sums of a segment of `count` elements from `first` on are about; NULL: nothing. */
    double (*shift)(const void *data, uint64_t first, uint64_t count);
    /* *slot = the sum of elements first ... first + count - 1, a chunk. */
    void (*sum_elements)(const void *data, double shift, uint64_t first, uint64_t count, void *slot);
    /* *slot = that of `count` slots from slot `first` of `slots` on; `slot` may be among them, not behind the first one. */
    void (*sum_slots)(const void *data, const void *slots, uint64_t first, uint64_t count, void *slot);
    /* The result of segment k, of `count` elements. */
    void (*store)(const void *data, uint64_t k, double shift, uint64_t count, const void *slot);
} tcui_reproducible_work;

void tcui_reproducible_parts_reserve(const tcui_segments *segments, size_t slot_bytes, tcui_layout *layout);
void tcui_reproducible_parts(const tcui_reproducible_work *work, int threads);

#endif /* TCUI_REDUCE_HOST_REPRODUCIBLE_PARTS_H */
