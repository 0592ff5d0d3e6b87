/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How an array of n elements is cut into segments: into runs of one size (the whole array is one segment of size n), or
 * by offsets. Segmented and plain operations share their kernels through this one description.
 */
#ifndef TCUI_SEGMENTS_H
#define TCUI_SEGMENTS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct tcui_segments {
    uint64_t n;             /* elements */
    uint64_t count;         /* segments */
    uint64_t size;          /* elements a segment; 0 when offsets decide */
    const int64_t *offsets; /* count + 1 values in the context's memory space, or NULL */
    /* Of offsets on CUDA devices, or NULL: how many segments there are, in the device's memory, at most `count`. */
    const uint64_t *count_on_device;
    /* The option `count` of the call, in the context's memory, or NULL: elements that there are, if fewer than n. It is
     * read when the work runs; what lies behind is neither read nor written. */
    const uint64_t *length;
} tcui_segments;

/* One segment of everything. It exists for n = 0 too: its sum is 0. */
static inline tcui_segments tcui_segments_whole(uint64_t n)
{
    tcui_segments segments = {n, 1, n > 0 ? n : 1, 0, 0, 0};
    return segments;
}

static inline tcui_segments tcui_segments_fixed(uint64_t n, uint64_t size)
{
    tcui_segments segments = {n, n / size + (n % size != 0), size, 0, 0, 0};
    return segments;
}

static inline tcui_segments tcui_segments_offsets(uint64_t n, const int64_t *offsets, uint64_t count)
{
    tcui_segments segments = {n, count, 0, offsets, 0, 0};
    return segments;
}

/* Whether one segment is the whole array; false with offsets, which are not read before the work runs. */
static inline bool tcui_segments_are_whole(const tcui_segments *segments)
{
    return segments->count == 1 && segments->size > 0 && segments->size >= segments->n;
}

#endif /* TCUI_SEGMENTS_H */
