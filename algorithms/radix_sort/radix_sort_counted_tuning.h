/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the sort by counts (radix_sort_counted_cuda.cu). For an H200 (sm_90); other devices use the same, untuned.
 */
#ifndef TCUI_RADIX_SORT_COUNTED_TUNING_H
#define TCUI_RADIX_SORT_COUNTED_TUNING_H

enum {
    /* Threads of a block that expands, and blocks that a multiprocessor has room for. */
    TCUI_EXPANSION_THREADS = 256,
    TCUI_EXPANSION_BLOCKS = 5,
    /* Vectors of a slice; and where there are not slices enough for all multiprocessors. 2^30 keys of 8 bits were
     * expanded in 262 us with 512, in 318 with 1024, which need more registers than there are, and in 259 with 1024 and
     * 5 blocks. */
    TCUI_EXPANSION_VECTORS = 512,
    TCUI_EXPANSION_FEW_VECTORS = 256,
    TCUI_EXPANSION_LEAST_VECTORS = 64,
    /* Slices of a block, at least where more than one wave of blocks is needed: each block first scans the groups'
     * counts. */
    TCUI_EXPANSION_SLICES = 8,
    /* 8-bit keys that one block sorts, at most, and replicas of its counters. */
    TCUI_COUNTED_BLOCK_BYTES = 1 << 14,
    TCUI_COUNTED_BLOCK_REPLICAS = 32,
    /* Of a block that counts 16-bit keys: threads, and vectors that each has at least. */
    TCUI_COUNTING_THREADS = 1024,
    TCUI_COUNTING_VECTORS = 4,
};

#endif /* TCUI_RADIX_SORT_COUNTED_TUNING_H */
