/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The histograms' policy on CUDA devices: which code path a call takes (paths.h), and the shapes of its blocks.
 * Measured on an H200 (sm_90), in % of the time of reading, or in us in graphs of 50 calls; all figures:
 * docs/design/histogram.md. Other devices use the same, untuned.
 */
#ifndef TCUI_HISTOGRAM_CUDA_TUNING_H
#define TCUI_HISTOGRAM_CUDA_TUNING_H

#include "primitives/context/context_internal.h"

typedef struct tcui_histogram_policy {
    /* Copies of up to so many slots (a channel's bins and one) are private to blocks, or groups of blocks. */
    uint64_t private_slots;
    /* Samples of up to so many bytes are one block's, one cluster's, and several clusters' (of these a 32nd where bins
     * are found in many instructions, as clusters cannot use all multiprocessors). */
    uint64_t block_bytes, cluster_bytes, clusters_bytes;
    /* From so many samples on blocks have tables of edges or levels in shared memory. */
    uint64_t table_samples;
    /* From so many pixels on a block of one copy sums some of the bins in shared memory, where not all fit: to choose
     * them each thread looks at some. */
    uint64_t cached_pixels;
    /* Copies of so many slots and more, from so many samples on, are counted in buckets of 2^bucket_bits slots; 0
     * bits: none are. */
    uint64_t bucket_slots, bucket_samples;
    uint32_t bucket_bits;
    /* Samples that are sorted into buckets before these are counted: they take 2 bytes each of the workspace. */
    uint64_t bucket_round;
    /* Whether the shapes of samples and bins may take kernels of their own, or all go by the general one: 1 or 0. */
    uint32_t special_counters;
} tcui_histogram_policy;

static const tcui_histogram_policy tcui_histogram_own_policy = {
    .private_slots = 1 << 19,  /* u16 in 2^16, two parts: 58; i32 in 2^20, one copy: 9 */
    .block_bytes = 1 << 14,    /* u8 2^14: 1.9 us, by a cluster 2.1; 2^15: 2.3, 2.1 */
    .cluster_bytes = 1 << 18,  /* u8 2^19: 2.8 us, by seven clusters 2.6 */
    .clusters_bytes = 1 << 24, /* f32 2^22: 5.6 us, by a grid 6.2 */
    .table_samples = 1 << 23,  /* a table takes 2 us; f32 2^18: 7.0 us with one, 4.5 without */
    .cached_pixels = 1 << 20,
    .bucket_slots = 7 << 14, /* not measured: more than two parts of private copies */
    .bucket_samples = 1 << 22,
    .bucket_bits = 15,       /* 128 KB, a block a multiprocessor */
    .bucket_round = 1 << 27, /* 270 MB */
    .special_counters = true,
};

static inline tcui_histogram_policy tcui_histogram_policy_of(const tcu_context *context)
{
    const tcui_histogram_policy *policy = (const tcui_histogram_policy *)context->policies[TCUI_HISTOGRAM];
    return policy != NULL ? *policy : tcui_histogram_own_policy;
}

enum {
    /* Private copies. Replicas of a counter at most, by bytes of a sample: what is read in the time of one count leaves
     * less room for conflicts of banks where samples are small (cycles a warp's count: 3.5 with 1, 2.0 with 16, 1.0
     * with 32); and for samples that are also looked up in shared memory. */
    TCUI_HISTOGRAM_REPLICAS_1 = 32,
    TCUI_HISTOGRAM_REPLICAS_2 = 16,
    TCUI_HISTOGRAM_REPLICAS_4 = 8,
    TCUI_HISTOGRAM_REPLICAS_CELLS = 32,
    /* Shared memory of a block at most, and where two share a multiprocessor. */
    TCUI_HISTOGRAM_WHOLE_BYTES = 224 << 10,
    TCUI_HISTOGRAM_HALF_BYTES = 112 << 10,
    /* Blocks with so large counters are alone on their multiprocessor: those of two leave L1 too little room. */
    TCUI_HISTOGRAM_FULL_BYTES = 96 << 10,
    /* Of 8-bit samples: where there are more slots, blocks hand on the counts of values. */
    TCUI_HISTOGRAM_MOST_SLOTS_OF_VALUES = 4096,
    /* Cells of levels (256 levels at random: 90, with 4096 cells 87; 1024: 63, 52), and levels with cells at most. */
    TCUI_HISTOGRAM_CELLS = 8192,
    TCUI_HISTOGRAM_MOST_LEVELS_OF_CELLS = 8192,
    TCUI_HISTOGRAM_MOST_EDGES = 8192, /* in a table in shared memory */
    /* Vectors that a block of a cluster has at most, while there can be more blocks. */
    TCUI_HISTOGRAM_CLUSTER_VECTORS = 512,
    /* Vectors that a thread of a grid has at least. */
    TCUI_HISTOGRAM_LEAST_VECTORS = 2,
    /* Up to so much a grid has one block a multiprocessor (i32 2^20: 4.4 us, with two 5.1), and up to so much one of
     * few threads, which are sooner launched (i32 2^18: 3.1 us, with many 3.4; 2^19: 3.7, 3.5). */
    TCUI_HISTOGRAM_SOME_BYTES = 32 << 20,
    TCUI_HISTOGRAM_FEW_BYTES = 1 << 20,
    TCUI_HISTOGRAM_FEW_THREADS = 512,
    TCUI_HISTOGRAM_GRID_THREADS = 1024,
    TCUI_HISTOGRAM_GENERAL_THREADS = 512, /* of counters that find bins in many registers */

    /* Small kernels beside the counting one: which clear results, make keys of levels and edges, try methods for
     * halves, and sum copies, so many slots by so many groups of threads; or clear and store a copy in the
     * workspace. */
    TCUI_HISTOGRAM_CLEAR_THREADS = 128,
    TCUI_HISTOGRAM_KEY_THREADS = 256,
    TCUI_HISTOGRAM_MOST_KEY_BLOCKS = 528, /* four of each multiprocessor of an H200 */
    TCUI_HISTOGRAM_EDGE_THREADS = 128,
    TCUI_HISTOGRAM_HALF_BLOCKS = 256,
    TCUI_HISTOGRAM_HALF_THREADS = 256,
    TCUI_HISTOGRAM_COPIES_SLOTS = 8,
    TCUI_HISTOGRAM_COPIES_GROUPS = 32,
    TCUI_HISTOGRAM_BINS_OF_BLOCK = 1024, /* whose counts a block finds among those of values */
    TCUI_HISTOGRAM_TOTALS_THREADS = 1024,

    /* One copy: sums of a block where not all have room, and how many pixels a thread looks at to choose them. */
    TCUI_HISTOGRAM_GLOBAL_THREADS = 1024,
    TCUI_HISTOGRAM_CACHED_SUMS = 1 << 14,
    TCUI_HISTOGRAM_LOOKS = 16,

    /* Buckets. Tiles that are sorted: threads of a block, samples of a thread, blocks of a multiprocessor, and rests
     * that a thread stages together. Buckets at most: as many counters as half a tile has samples. */
    TCUI_HISTOGRAM_TILE_THREADS = 512,
    TCUI_HISTOGRAM_THREAD_SAMPLES = 32,
    TCUI_HISTOGRAM_TILE_BLOCKS = 2,
    TCUI_HISTOGRAM_STAGED_AT_ONCE = 8,
    TCUI_HISTOGRAM_MOST_BUCKETS = 256,
    /* Blocks that count: threads, vectors that a lane loads together, and the fewest lanes that count a run. */
    TCUI_HISTOGRAM_BUCKET_THREADS = 1024,
    TCUI_HISTOGRAM_VECTORS_AT_ONCE = 4,
    TCUI_HISTOGRAM_LEAST_RUN_LANES = 8,

    /* In order: warps of a block, each with a barrier of its own, of 16; pixels of a lane in a batch, and of these that
     * are added together. f32 in 64, 256 and 512 bins 64 63 57; 8 and 15 warps 57 65 45, all of 8 pixels 53 58 30. */
    TCUI_HISTOGRAM_ORDERED_WARPS = 12,
    TCUI_HISTOGRAM_ORDERED_PIXELS = 12,
    TCUI_HISTOGRAM_ORDERED_TOGETHER = 4,
    TCUI_HISTOGRAM_ORDERED_LEAST_PIXELS = 512,     /* of a warp */
    TCUI_HISTOGRAM_ORDERED_MOST_BYTES = 256 << 20, /* of copies in the workspace, but for one */
    TCUI_HISTOGRAM_ORDERED_SUM_SLOTS = 32,         /* of a block that adds up copies, ... */
    TCUI_HISTOGRAM_ORDERED_SUM_GROUPS = 32,        /* and groups of threads that take every so many copies */
};

#endif /* TCUI_HISTOGRAM_CUDA_TUNING_H */
