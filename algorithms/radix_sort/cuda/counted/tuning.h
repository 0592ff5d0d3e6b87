/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the sort by counts (path.cu); which arrays take it: ../tuning.h. Figures: H200 (sm_90), us a call in graphs;
 * more: docs/design/radix_sort.md. */
#ifndef TCUI_RADIX_SORT_CUDA_COUNTED_TUNING_H
#define TCUI_RADIX_SORT_CUDA_COUNTED_TUNING_H

enum {
    /* Replicas of the counters of a block that sorts 8-bit keys by itself. */
    TCUI_COUNTED_BLOCK_REPLICAS = 32, /* 2^14 keys 3.8, with 8 4.2 */
    /* Of a block that counts 16-bit keys: threads, and vectors that each has at least. */
    TCUI_COUNTING_THREADS = 1024,
    TCUI_COUNTING_VECTORS = 4, /* 2^19 keys 17.1, with 1 20.0, with 2 16.6; 2^20 18.7, 18.5, 22.2 */
    /* Threads of a block that clears their counts, and warps of one that lists the values that occur. */
    TCUI_COUNTED_CLEARING_THREADS = 256,
    TCUI_COUNTED_LISTING_WARPS = 4,
    /* Threads of a block that expands, and blocks that a multiprocessor has room for: with 6 registers were spilled. */
    TCUI_EXPANSION_THREADS = 256,
    TCUI_EXPANSION_BLOCKS = 5,
    /* Vectors of a chunk; and where there are not chunks enough for all multiprocessors. */
    TCUI_EXPANSION_VECTORS = 512, /* 2^30 keys of 8 bits 262, with 1024 259 */
    TCUI_EXPANSION_FEW_VECTORS = 256,
    TCUI_EXPANSION_LEAST_VECTORS = 64,
    /* Chunks of a block, at least where more than one wave of blocks is needed: each first scans the groups' counts. */
    TCUI_EXPANSION_CHUNKS = 4, /* 2^30 keys of 8 bits 504, with 8 508, with 16 513, in one wave 524 */
};

#endif /* TCUI_RADIX_SORT_CUDA_COUNTED_TUNING_H */
