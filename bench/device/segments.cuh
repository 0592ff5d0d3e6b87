/* SPDX-License-Identifier: Apache-2.0 */
/* A walk over elements that knows the segment it is in, whatever way the segments are given. */
#ifndef TCU_BENCH_DEVICE_SEGMENTS_CUH
#define TCU_BENCH_DEVICE_SEGMENTS_CUH

#include "bench/problem.h"

struct SegmentWalk {
    uint64_t segment, begin, end; // the segment of the current element

    __device__ SegmentWalk(const bench_problem &p, uint64_t i)
    {
        if (bench_has_offsets(p.op)) {
            // The last k with offsets[k] <= i: never an empty segment.
            uint64_t low = 0, high = p.num_segments;
            while (high - low > 1) {
                const uint64_t middle = low + (high - low) / 2;
                if ((uint64_t)p.offsets[middle] <= i) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            segment = low;
            begin = p.offsets[low];
            end = p.offsets[low + 1];
        } else {
            const uint64_t size = bench_has_segment_size(p.op) ? p.segment_size : p.n;
            segment = i / size;
            begin = segment * size;
            end = begin + size < p.n ? begin + size : p.n;
        }
    }

    // To element i, the successor of the current one.
    __device__ void advance(const bench_problem &p, uint64_t i)
    {
        while (i >= end && segment + 1 < p.num_segments) {
            segment++;
            begin = end;
            end = bench_has_offsets(p.op) ? p.offsets[segment + 1] : end + p.segment_size;
        }
        if (end > p.n) {
            end = p.n;
        }
    }
};

#endif
