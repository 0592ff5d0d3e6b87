/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The histograms' policy on CUDA devices: which code path a call takes (paths.h), and the shapes of its blocks. For an
 * H200 (sm_90); other devices use the same, untuned.
 *
 * Constants of the kernels. Sums of reals in order (ordered/warp.cuh), f32 samples and weights, 2^29, % of reading in 64,
 * 256 and 512 bins: 12 pixels of a lane, 4 of them together 64 63 57; 8 and 15 warps 57 65 45; all 8 together 53 58 30;
 * without turns 56 27 in 256 and 512 (3 of a constant), with turns by bar.sync in both warps 49 51, by an mbarrier a warp
 * 53 27. 16-bit values that have a bin each, 2^29 (value_counter): 0.43 ms, constant ones 0.32, by short_counter 0.47.
 * i32 in 32768 bins, loads of one and of two blocks 94 91. i64 in even bins, 2^27: 0.27 ms, by any_counter 0.61. u8 of
 * four channels with a branch a byte 90.
 */
#ifndef TCUI_HISTOGRAM_CUDA_TUNING_H
#define TCUI_HISTOGRAM_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

typedef struct tcui_histogram_policy {
    /* Copies of up to so many slots (a channel's bins and one) are private to blocks, or groups of blocks. 2^31 bytes,
     * % of reading, uniform and constant: u16 in 65536 bins (two blocks) 58 and 82, with increments under a condition,
     * instead of a counter that nobody reads, 40 and 46; i32 in 2^20 (one copy) 9 and 14. */
    uint64_t private_slots;
    /* Samples of up to so many bytes are one block's, one cluster's, and several clusters'. In graphs of 50 calls, 256
     * bins, us, by a block, a cluster and a grid: i32 2^12 1.7 1.8 2.8, 2^13 2.1 1.8 2.8; u8 2^14 1.9 2.1 3.6, 2^15 2.3
     * 2.1 3.7. By a cluster and by seven: u8 2^19 2.8 2.6, f32 2^17 2.57 2.49. By seven and a grid: u8 2^20 2.8 3.4,
     * 2^22 3.7 4.6; f32 2^18 2.6 3.0, 2^22 5.6 6.2; i32 2^22 6.4 6.9. (Several clusters', where bins are found in many
     * instructions: a 32nd of that. Clusters cannot use all multiprocessors.) Several clusters, us: u8 2^20 with a
     * kernel behind that reads copies, instead of one before that clears, 3.4 for 2.8; 2^19 reals in double precision
     * with a rare look at edges 4.2 for 2.8; blocks of 1024 threads 0.5 longer; with steps behind the wait for the
     * kernel before that could be done before it 0.3 to 0.6 longer. */
    uint64_t block_bytes, cluster_bytes, clusters_bytes;
    /* Tables in shared memory take 2 us to make, so they are worth it from so many samples on: 2^18 samples of f32
     * took 7.0 us with one, and 4.5 without. */
    uint64_t table_samples;
    /* From so many pixels on a block of one copy sums some of the bins in shared memory, where not all fit: to choose
     * them each thread looks at 16. */
    uint64_t cached_pixels;
    /* Whether the shapes of samples and bins may take kernels of their own, or all go by the general one. */
    bool special_counters;
} tcui_histogram_policy;

static inline tcui_histogram_policy tcui_histogram_policy_of(const tcu_context *context)
{
    static const tcui_histogram_policy row = {
        .private_slots = 1 << 19,
        .block_bytes = 1 << 14,
        .cluster_bytes = 1 << 18,
        .clusters_bytes = 1 << 24,
        .table_samples = 1 << 23,
        .cached_pixels = 1 << 20,
        .special_counters = true,
    };
    const tcui_histogram_policy *policy = (const tcui_histogram_policy *)context->policies[TCUI_HISTOGRAM];
    return policy != NULL ? *policy : row;
}

enum {
    /* Replicas of a counter at most, by bytes of a sample: what is read in the time of one count leaves less room for
     * conflicts of banks where samples are small. A micro-benchmark's cycles a warp's count, of random bins: 3.5 with 1
     * replica, 3.3 with 4, 3.0 with 8, 2.0 with 16 and 1.0 with 32. (Counters of bf16 without gaps between slots, see
     * spread_counters: 65% of reading.) */
    TCUI_HISTOGRAM_REPLICAS_1 = 32,
    TCUI_HISTOGRAM_REPLICAS_2 = 16,
    TCUI_HISTOGRAM_REPLICAS_4 = 8,
    /* For samples that are also looked up in shared memory. (256 levels at random, % of reading: 92 to 94; with a
     * branch for cells of two levels 40.) */
    TCUI_HISTOGRAM_REPLICAS_CELLS = 32,
    /* Shared memory of a block at most, and where two share a multiprocessor. (Sums of real weights, whose copies are
     * so large that a block has few: a warp a copy 27% of reading, four warps that take turns 59.) */
    TCUI_HISTOGRAM_WHOLE_BYTES = 224 << 10,
    TCUI_HISTOGRAM_HALF_BYTES = 112 << 10,
    /* Vectors that a block of a cluster has at most, while there can be more blocks. */
    TCUI_HISTOGRAM_CLUSTER_VECTORS = 512,
    /* Vectors that a thread of a grid has at least. */
    TCUI_HISTOGRAM_LEAST_VECTORS = 2,
    /* Up to so much a grid has one block a multiprocessor, and up to so much one of few threads. 256 bins, us: 2^20
     * samples of i32 by 132 blocks of 512 threads 4.4 and by 256 of them 5.1; 2^18 by blocks of 512 threads 3.1, of
     * 1024 3.4, 2^19 3.7 and 3.5; 2^22 samples of 8 bits 4.7 and 4.3. */
    TCUI_HISTOGRAM_SOME_BYTES = 32 << 20,
    TCUI_HISTOGRAM_FEW_BYTES = 1 << 20,
};

#endif /* TCUI_HISTOGRAM_CUDA_TUNING_H */
