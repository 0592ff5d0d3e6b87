/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shapes of the moments' kernels on CUDA devices, and where paths meet. Shapes are those of the reductions
 * (primitives/reduce/cuda/tuning.h), which move the same bytes; docs/benchmarks/moments.md has what was measured.
 */
#ifndef TCUI_MOMENTS_CUDA_TUNING_H
#define TCUI_MOMENTS_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

enum {
    /* 16-byte vectors of a thread in flight: a batch. */
    TCUI_MOMENTS_VECTORS = 8,
    /* Batches of a thread that share a shift: see run_sums.cuh. */
    TCUI_MOMENTS_RUN_BATCHES = 4,

    /* By warps. */
    TCUI_MOMENTS_WARPS_THREADS = 256,

    /* By chunks, of one run each: 128 KB. Where that gives a multiprocessor less than two, chunks are one batch. */
    TCUI_MOMENTS_CHUNK_THREADS = 256,
    /* By warp up to so many parts of a segment are joined, more by a block. */
    TCUI_MOMENTS_JOIN_BY_WARP_UP_TO = 32,
    TCUI_MOMENTS_JOIN_THREADS = 256,

    /* By columns. Blocks of a multiprocessor that registers have to leave room for, and blocks that each of them gets at
     * least, if the matrix is that large. */
    TCUI_MOMENTS_COLUMNS_THREADS = 128,
    TCUI_MOMENTS_COLUMNS_RESIDENT = 4,
    TCUI_MOMENTS_COLUMNS_BLOCKS = 16,
    /* Rows of a thread in flight, and those that it has at least. */
    TCUI_MOMENTS_COLUMNS_BATCH = 8,
    TCUI_MOMENTS_COLUMNS_LEAST_ROWS = 32,
    /* Columns that a block joins at a time. */
    TCUI_MOMENTS_JOIN_COLUMNS = 32
};

typedef struct tcui_moments_policy {
    uint64_t warp_bytes; /* segments of one size of up to so many bytes go by warps; longer ones by chunks */
} tcui_moments_policy;

static const tcui_moments_policy tcui_moments_own_policy = {.warp_bytes = 16384};

static inline tcui_moments_policy tcui_moments_policy_of(const tcu_context *context)
{
    const tcui_moments_policy *policy = (const tcui_moments_policy *)context->policies[TCUI_MOMENTS];
    return policy != NULL ? *policy : tcui_moments_own_policy;
}

#endif /* TCUI_MOMENTS_CUDA_TUNING_H */
