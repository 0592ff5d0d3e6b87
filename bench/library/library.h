/* SPDX-License-Identifier: Apache-2.0 */
/** @file library.h A problem handed to the library's public API. */
#ifndef TCU_BENCH_LIBRARY_LIBRARY_H
#define TCU_BENCH_LIBRARY_LIBRARY_H

#include "bench/library/histogram.h"
#include "bench/library/polynomial.h"
#include "bench/library/sort.h"
#include "bench/library/stencil.h"
#include "bench/problems/problem.h"

namespace bench
{
inline tcu_scan_kind scan_kind(const bench_problem &p)
{
    return p.form == BENCH_INCLUSIVE ? TCU_SCAN_INCLUSIVE : TCU_SCAN_EXCLUSIVE;
}
inline tcu_flags_format flags_format(const bench_problem &p)
{
    return p.form == BENCH_BITS ? TCU_FLAGS_BITS : TCU_FLAGS_BYTES;
}
inline tcu_predicate predicate_of(const bench_problem &p) // points into the problem
{
    tcu_predicate predicate =
        TCU_PREDICATE_INIT(p.form == BENCH_LESS ? TCU_COMPARE_LESS : TCU_COMPARE_INSIDE, &p.value);
    predicate.upper = &p.upper;
    return predicate;
}

inline tcu_status run_columns(tcu_context *context, const bench_problem &p)
{
    tcu_column columns[BENCH_COLUMNS];
    const uint64_t bytes = p.n * bench_size(p.in_type);
    for (uint64_t c = 0; c < BENCH_COLUMNS; c++) {
        columns[c] = {static_cast<const char *>(p.in) + c * bytes, static_cast<char *>(p.out) + c * bytes,
                      size_t(bench_size(p.in_type))};
    }
    return tcu_compact_columns(context, columns, BENCH_COLUMNS, p.flags, flags_format(p), p.count, p.n);
}

inline tcu_status run_compaction(tcu_context *context, const bench_problem &p)
{
    const size_t size = bench_size(p.in_type);
    const tcu_predicate predicate = predicate_of(p);
    switch (p.op) {
    case BENCH_COMPACT:
        return tcu_compact(context, p.in, size, p.flags, flags_format(p), p.out, p.count, p.n);
    case BENCH_COMPACT_IF:
        return tcu_compact_if(context, p.in, p.in_type, &predicate, p.out, p.count, p.n);
    case BENCH_COMPACT_INDICES:
        return tcu_compact_indices(context, p.flags, flags_format(p), p.out, p.out_type, p.count, p.n);
    case BENCH_COMPACT_COLUMNS:
        return run_columns(context, p);
    case BENCH_PARTITION:
        return tcu_partition(context, p.in, size, p.flags, flags_format(p), p.out, p.count, p.n);
    case BENCH_PARTITION_IF:
        return tcu_partition_if(context, p.in, p.in_type, &predicate, p.out, p.count, p.n);
    default:
        return tcu_unique(context, p.in, size, p.out, p.run_lengths, p.count, p.n);
    }
}

inline tcu_status compaction_workspace(tcu_context *context, const bench_problem &p, size_t *bytes)
{
    const size_t size = bench_size(p.in_type);
    switch (p.op) {
    case BENCH_COMPACT:
        return tcu_compact_workspace(context, size, flags_format(p), p.n, 0, bytes);
    case BENCH_COMPACT_IF:
        return tcu_compact_if_workspace(context, p.in_type, p.n, 0, bytes);
    case BENCH_COMPACT_INDICES:
        return tcu_compact_indices_workspace(context, flags_format(p), p.out_type, p.n, bytes);
    case BENCH_COMPACT_COLUMNS:
        return tcu_compact_columns_workspace(context, BENCH_COLUMNS, flags_format(p), p.n, bytes);
    case BENCH_PARTITION:
        return tcu_partition_workspace(context, size, flags_format(p), p.n, bytes);
    case BENCH_PARTITION_IF:
        return tcu_partition_if_workspace(context, p.in_type, p.n, bytes);
    default:
        return tcu_unique_workspace(context, size, p.run_lengths != nullptr, p.n, 0, bytes);
    }
}

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
        return tcu_scan(context, scan_kind(p), p.in, p.in_type, p.out, p.out_type, p.n);
    case BENCH_SEGMENTED_SCAN:
        return tcu_segmented_scan(context, scan_kind(p), p.in, p.in_type, p.out, p.out_type, p.n, p.segment_size);
    case BENCH_SEGMENTED_SCAN_OFFSETS:
        return tcu_segmented_scan_offsets(context, scan_kind(p), p.in, p.in_type, p.out, p.out_type, p.n, p.offsets,
                                          p.num_segments);
    case BENCH_POLYNOMIAL:
        return run_polynomial(context, p);
    default:
        return bench_is_stencil(p.op)     ? run_stencil(context, p)
               : bench_is_sort(p.op)      ? run_sort(context, p)
               : bench_is_histogram(p.op) ? run_histogram(context, p)
                                          : run_compaction(context, p);
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
    case BENCH_SEGMENTED_SCAN_OFFSETS:
        return tcu_segmented_scan_offsets_workspace(context, p.in_type, p.out_type, p.n, p.num_segments, bytes);
    case BENCH_POLYNOMIAL:
        return polynomial_workspace(context, p, bytes);
    default:
        return bench_is_stencil(p.op)     ? stencil_workspace(context, p, bytes)
               : bench_is_sort(p.op)      ? sort_workspace(context, p, bytes)
               : bench_is_histogram(p.op) ? histogram_workspace(context, p, bytes)
                                          : compaction_workspace(context, p, bytes);
    }
}
} // namespace bench

#endif
