/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How an array of n elements is cut into segments: into runs of one size (the whole array is one segment of size n), or
 * by offsets. Segmented and plain operations share their kernels through this one description.
 */
#ifndef TCUI_SEGMENTS_H
#define TCUI_SEGMENTS_H

#include <stdbool.h>
#include <stdint.h>

/* What kernels call, too. */
#ifdef __CUDACC__
#define TCUI_SEGMENTS_FUNCTION static __host__ __device__ inline
#else
#define TCUI_SEGMENTS_FUNCTION static inline
#endif

typedef struct tcui_segments {
    uint64_t n;             /* elements */
    uint64_t count;         /* segments */
    uint64_t size;          /* elements a segment; 0 when offsets decide */
    const int64_t *offsets; /* count + 1 values in the context's memory space, or NULL */
    /* Of offsets, or NULL: how many segments there are, in the context's memory, if fewer than `count`. Like `length`
     * it is read when the work runs; what lies behind is neither read nor written. */
    const uint64_t *count_on_device;
    const uint64_t *length; /* of one size, or NULL: in the same way how many elements there are, if fewer than n */
    bool whole;             /* one segment, even of no elements */
} tcui_segments;

/* One segment of everything. It exists for n = 0 too: its sum is 0. */
static inline tcui_segments tcui_segments_whole(uint64_t n)
{
    tcui_segments segments = {n, 1, n > 0 ? n : 1, 0, 0, 0, true};
    return segments;
}

static inline tcui_segments tcui_segments_fixed(uint64_t n, uint64_t size)
{
    tcui_segments segments = {n, n / size + (n % size != 0), size, 0, 0, 0, false};
    return segments;
}

static inline tcui_segments tcui_segments_offsets(uint64_t n, const int64_t *offsets, uint64_t count)
{
    tcui_segments segments = {n, count, 0, offsets, 0, 0, false};
    return segments;
}

/* Takes the option `count` of a call: the elements that there are, of offsets the segments. */
static inline void tcui_segments_take_count(tcui_segments *segments, const uint64_t *count)
{
    if (segments->size > 0) {
        segments->length = count;
    } else {
        segments->count_on_device = count;
    }
}

/* The option `count` that was taken, or NULL. */
static inline const uint64_t *tcui_segments_count_of(const tcui_segments *segments)
{
    return segments->size > 0 ? segments->length : segments->count_on_device;
}

/* The segments of the first `length` elements; of offsets the first `length` segments. */
TCUI_SEGMENTS_FUNCTION void tcui_segments_shorten(tcui_segments *segments, uint64_t length)
{
    if (segments->size == 0) {
        segments->count = length < segments->count ? length : segments->count;
    } else if (length < segments->n) {
        segments->n = length;
        if (segments->whole) {
            segments->size = length > 0 ? length : 1;
        } else {
            segments->count = length / segments->size + (length % segments->size != 0);
        }
    }
}

/* Of n elements those that there are, now that the work runs; length: the option `count`, or NULL. The same in kernels:
 * primitives/pipeline/length.cuh. */
static inline uint64_t tcui_length_now(uint64_t n, const uint64_t *length)
{
    return length != 0 && *length < n ? *length : n;
}

/* The segments that there are, now that the work runs: on the host, where counts can be read. */
static inline tcui_segments tcui_segments_now(const tcui_segments *given)
{
    tcui_segments now = *given;
    const uint64_t *const length = tcui_segments_count_of(given);
    if (length != 0) {
        tcui_segments_shorten(&now, *length);
        now.count_on_device = now.length = 0;
    }
    return now;
}

/* Whether one segment is the whole array; false with offsets, which are not read before the work runs. */
static inline bool tcui_segments_are_whole(const tcui_segments *segments)
{
    return segments->count == 1 && segments->size > 0 && segments->size >= segments->n;
}

#endif /* TCUI_SEGMENTS_H */
