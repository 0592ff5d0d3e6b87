/* SPDX-License-Identifier: Apache-2.0 */
/** @file names.h Reductions and scans: their operations and forms (registry.h). */
#ifndef TCU_BENCH_FAMILIES_SUMS_NAMES_H
#define TCU_BENCH_FAMILIES_SUMS_NAMES_H

#define BENCH_SUMS_OPS(M)                                                                                              \
    M(sums, REDUCE, "reduce", WHOLE)                                                                                   \
    M(sums, SEGMENTED_REDUCE, "segmented_reduce", FIXED_SIZE)                                                          \
    M(sums, SEGMENTED_REDUCE_OFFSETS, "segmented_reduce_offsets", OFFSETS)                                             \
    M(sums, SCAN, "scan", WHOLE)                                                                                       \
    M(sums, SEGMENTED_SCAN, "segmented_scan", FIXED_SIZE)                                                              \
    M(sums, SEGMENTED_SCAN_OFFSETS, "segmented_scan_offsets", OFFSETS)

#define BENCH_SUMS_FORMS(M)                                                                                            \
    M(INCLUSIVE, "inclusive", "scans")                                                                                 \
    M(EXCLUSIVE, "exclusive", "scans")

#define BENCH_SUMS_CUB(M)                                                                                              \
    M(reduce, 1)                                                                                                       \
    M(segmented_reduce, 1)                                                                                             \
    M(scan_inclusive, 1)                                                                                               \
    M(scan_exclusive, 1)                                                                                               \
    M(scan_tuned, 1)                                                                                                   \
    M(segmented_scan_inclusive, 1)                                                                                     \
    M(segmented_scan_exclusive, 1)

#endif
