/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the host backend cuts a segmented array into chunks of equal work, whatever the segments look like: many empty
 * ones, one giant among tiny ones, one in all. The cut depends on the array alone, never on the number of threads, and
 * with it every association of floating-point additions.
 *
 * Segments of one size are cut every TCUI_CHUNK elements. With offsets an element and the end of a segment are one
 * unit of work each: in the merged sequence of elements and ends (elements of a segment first, then its end) a chunk is
 * TCUI_CHUNK consecutive items, and binary search finds its borders (Merrill and Garland's merge path).
 */
#ifndef TCUI_CHUNKS_H
#define TCUI_CHUNKS_H

#include <stdint.h>

#include "primitives/context/segments.h"

enum { TCUI_CHUNK = 1 << 15 };

/* Elements begin ... end-1. Segments first ... last-1 end in the chunk; segment `last`, if it begins before `end`,
 * stays open: it goes on in the next chunk. */
typedef struct tcui_chunk {
    uint64_t begin;
    uint64_t end;
    uint64_t first;
    uint64_t last;
} tcui_chunk;

static inline uint64_t tcui_segment_begin(const tcui_segments *segments, uint64_t k)
{
    if (segments->offsets != 0) {
        return (uint64_t)segments->offsets[k];
    }
    return k < segments->count ? k * segments->size : segments->n;
}

static inline uint64_t tcui_segment_end(const tcui_segments *segments, uint64_t k)
{
    if (segments->offsets != 0) {
        return (uint64_t)segments->offsets[k + 1];
    }
    uint64_t begin = k * segments->size;
    return segments->n - begin > segments->size ? begin + segments->size : segments->n;
}

static inline uint64_t tcui_segments_work(const tcui_segments *segments)
{
    if (segments->offsets == 0) {
        return segments->n;
    }
    return (uint64_t)(segments->offsets[segments->count] - segments->offsets[0]) + segments->count;
}

/* At least one chunk, as an empty array may have a segment. */
static inline uint64_t tcui_chunk_count(const tcui_segments *segments)
{
    uint64_t work = tcui_segments_work(segments);
    return work / TCUI_CHUNK + (work % TCUI_CHUNK != 0 || work == 0);
}

/* No fewer than tcui_chunk_count(), without a look at the offsets' values. */
static inline uint64_t tcui_chunk_count_bound(const tcui_segments *segments)
{
    if (segments->size > 0) {
        return segments->n / TCUI_CHUNK + (segments->n % TCUI_CHUNK != 0 || segments->n == 0);
    }
    return segments->n / TCUI_CHUNK + segments->count / TCUI_CHUNK + 2;
}

/* The segments that have ended, and the elements that came, before item `item` of the merged sequence. */
static inline void tcui_chunk_border(const tcui_segments *segments, uint64_t item, uint64_t *segment, uint64_t *element)
{
    if (segments->offsets == 0) {
        *element = item < segments->n ? item : segments->n;
        *segment = item < segments->n || item == 0 ? item / segments->size : segments->count;
        return;
    }
    /* Segment k's end is item number offsets[k + 1] - offsets[0] + k, which grows with k. */
    uint64_t origin = (uint64_t)segments->offsets[0];
    uint64_t low = 0;
    uint64_t high = segments->count;
    while (low < high) {
        uint64_t k = low + (high - low) / 2;
        if ((uint64_t)segments->offsets[k + 1] - origin + k < item) {
            low = k + 1;
        } else {
            high = k;
        }
    }
    uint64_t end = (uint64_t)segments->offsets[segments->count];
    *segment = low;
    *element = low < segments->count ? origin + item - low : end;
}

static inline tcui_chunk tcui_chunk_at(const tcui_segments *segments, uint64_t index)
{
    tcui_chunk chunk;
    tcui_chunk_border(segments, index * TCUI_CHUNK, &chunk.first, &chunk.begin);
    tcui_chunk_border(segments, (index + 1) * TCUI_CHUNK, &chunk.last, &chunk.end);
    return chunk;
}

/* Where the elements begin that the chunk has of the segment that it leaves open; chunk->end if there are none. */
static inline uint64_t tcui_chunk_open_begin(const tcui_segments *segments, const tcui_chunk *chunk)
{
    uint64_t begin = chunk->last > chunk->first ? tcui_segment_begin(segments, chunk->last) : chunk->begin;
    return begin < chunk->end ? begin : chunk->end;
}

#endif /* TCUI_CHUNKS_H */
