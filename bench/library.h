/* SPDX-License-Identifier: Apache-2.0 */
/** @file library.h A problem handed to the library's public API. */
#ifndef TCU_BENCH_LIBRARY_H
#define TCU_BENCH_LIBRARY_H

#include "bench/problem.h"

namespace bench
{
inline tcu_status run_library(tcu_context *context, const bench_problem &p)
{
    switch (p.op) {
    case BENCH_REDUCE:
        return tcu_reduce(context, p.in, p.in_type, p.out, p.out_type, p.n, nullptr);
    case BENCH_SEGMENTED_REDUCE:
        return tcu_segmented_reduce(context, p.in, p.in_type, p.out, p.out_type, p.n, p.segment_size, nullptr);
    case BENCH_SEGMENTED_REDUCE_OFFSETS:
        return tcu_segmented_reduce_offsets(context, p.in, p.in_type, p.out, p.out_type, p.n, p.offsets, p.num_segments,
                                            nullptr);
    case BENCH_SCAN:
        return tcu_scan(context, p.kind, p.in, p.in_type, p.out, p.out_type, p.n);
    case BENCH_SEGMENTED_SCAN:
        return tcu_segmented_scan(context, p.kind, p.in, p.in_type, p.out, p.out_type, p.n, p.segment_size);
    default:
        return tcu_segmented_scan_offsets(context, p.kind, p.in, p.in_type, p.out, p.out_type, p.n, p.offsets,
                                          p.num_segments);
    }
}

inline tcu_status library_workspace(tcu_context *context, const bench_problem &p, size_t *bytes)
{
    switch (p.op) {
    case BENCH_REDUCE:
        return tcu_reduce_workspace(context, p.in_type, p.out_type, p.n, nullptr, bytes);
    case BENCH_SEGMENTED_REDUCE:
        return tcu_segmented_reduce_workspace(context, p.in_type, p.out_type, p.n, p.segment_size, 0, nullptr, bytes);
    case BENCH_SEGMENTED_REDUCE_OFFSETS:
        return tcu_segmented_reduce_offsets_workspace(context, p.in_type, p.out_type, p.n, p.num_segments, 0, nullptr,
                                                      bytes);
    case BENCH_SCAN:
        return tcu_scan_workspace(context, p.in_type, p.out_type, p.n, bytes);
    case BENCH_SEGMENTED_SCAN:
        return tcu_segmented_scan_workspace(context, p.in_type, p.out_type, p.n, p.segment_size, bytes);
    default:
        return tcu_segmented_scan_offsets_workspace(context, p.in_type, p.out_type, p.n, p.num_segments, bytes);
    }
}
} // namespace bench

#endif
