/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shapes of the sort by counts (path.cu). For an H200 (sm_90); other devices use the same, untuned. Figures: us a call
 * in graphs of 20, and, of 2^30 keys, of 2; CUB 3.5 in the same process.
 *
 *     u8     2^10 2.3, CUB 3.5   2^12 2.5, 3.8   2^14 3.8, 10.5   2^16 8.1, 11.5   2^20 8.8, 20   2^24 18, 105
 *     u8     2^30 uniform 508, CUB 5617; constant 507, 3610
 */
#ifndef TCUI_RADIX_SORT_CUDA_COUNTED_TUNING_H
#define TCUI_RADIX_SORT_CUDA_COUNTED_TUNING_H

enum {
    /* 16-bit keys at least: a table of all values takes as long to make as many thousand keys to be sorted by ranks.
     * 2^14 keys 11.0 us, by ranks 8.8; 2^15 13.0 and 17. */
    TCUI_COUNTED_LEAST_SHORTS = 5 << 12,
    /* 8-bit keys that one block sorts, at most, and replicas of its counters: 2^13 keys 2.7 us, 2^14 3.8 and 2^15 6.2;
     * with 8 replicas 2.8, 4.2 and 7.0. By a grid 2^14 5.7 and 2^15 6.1. */
    TCUI_COUNTED_BLOCK_BYTES = 1 << 14,
    TCUI_COUNTED_BLOCK_REPLICAS = 32,
    /* Of a block that counts 16-bit keys: threads, and vectors that each has at least. With 1, 2 and 4 2^14 keys were
     * sorted in 15.6, 16.1 and 16.0 us, 2^19 in 20.0, 16.6 and 17.1, and 2^20 in 18.5, 22.2 and 18.7. */
    TCUI_COUNTING_THREADS = 1024,
    TCUI_COUNTING_VECTORS = 4,
    /* Threads of a block that clears their counts, and warps of one that lists the values that occur. */
    TCUI_COUNTED_CLEARING_THREADS = 256,
    TCUI_COUNTED_LISTING_WARPS = 4,
    /* Threads of a block that expands, and blocks that a multiprocessor has room for: with 6 registers were spilled. */
    TCUI_EXPANSION_THREADS = 256,
    TCUI_EXPANSION_BLOCKS = 5,
    /* Vectors of a chunk; and where there are not chunks enough for all multiprocessors. 2^30 keys of 8 bits were
     * expanded in 262 us with 512, and in 259 with 1024. */
    TCUI_EXPANSION_VECTORS = 512,
    TCUI_EXPANSION_FEW_VECTORS = 256,
    TCUI_EXPANSION_LEAST_VECTORS = 64,
    /* Chunks of a block, at least where more than one wave of blocks is needed: each block first scans the groups'
     * counts. With 4, 8 and 16 2^30 keys of 8 bits were sorted in 504, 508 and 513 us, in one wave in 524. */
    TCUI_EXPANSION_CHUNKS = 4,
};

#endif /* TCUI_RADIX_SORT_CUDA_COUNTED_TUNING_H */
