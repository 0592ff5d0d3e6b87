/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file problem.h
 * One thing to compute, as every contestant of the benchmark sees it: the library, CUB, the serial loops and the
 * reference. Plain C, so that each contestant is compiled apart from the others.
 */
#ifndef TCU_BENCH_PROBLEM_H
#define TCU_BENCH_PROBLEM_H

#include <stdint.h>

#include "tcu/tcu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Also called by the reference's kernels. */
#ifdef __CUDACC__
#define BENCH_INLINE static inline __host__ __device__
#else
#define BENCH_INLINE static inline
#endif

typedef enum bench_op {
    BENCH_REDUCE,
    BENCH_SEGMENTED_REDUCE,
    BENCH_SEGMENTED_REDUCE_OFFSETS,
    BENCH_SCAN,
    BENCH_SEGMENTED_SCAN,
    BENCH_SEGMENTED_SCAN_OFFSETS,
    BENCH_OP_COUNT
} bench_op;

/** Pointers lie in the memory space of the backend that is measured. */
typedef struct bench_problem {
    bench_op op;
    tcu_scan_kind kind; /**< scans only */
    tcu_type in_type, out_type;
    const void *in;
    void *out;
    uint64_t n;
    uint64_t segment_size;  /**< fixed-size forms; a divisor of n */
    const int64_t *offsets; /**< offsets forms: num_segments + 1 values from 0 to n */
    uint64_t num_segments;  /**< all forms; 1 without segments */
    const uint32_t *keys;   /**< offsets forms: the segment of each element, for CUB's by-key scans; may be NULL */
} bench_problem;

BENCH_INLINE int bench_is_scan(bench_op op)
{
    return op >= BENCH_SCAN;
}
BENCH_INLINE int bench_has_offsets(bench_op op)
{
    return op == BENCH_SEGMENTED_REDUCE_OFFSETS || op == BENCH_SEGMENTED_SCAN_OFFSETS;
}
BENCH_INLINE int bench_has_segment_size(bench_op op)
{
    return op == BENCH_SEGMENTED_REDUCE || op == BENCH_SEGMENTED_SCAN;
}
BENCH_INLINE int bench_is_float(tcu_type type)
{
    return type <= TCU_TYPE_F64;
}
BENCH_INLINE uint64_t bench_out_count(const bench_problem *problem)
{
    return bench_is_scan(problem->op) ? problem->n : problem->num_segments;
}

#ifdef __cplusplus
}
#endif

#endif
