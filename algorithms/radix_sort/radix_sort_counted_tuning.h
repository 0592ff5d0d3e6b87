/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the sort by counts (radix_sort_counted_cuda.cu). For an H200 (sm_90); other devices use the same, untuned.
 */
#ifndef TCUI_RADIX_SORT_COUNTED_TUNING_H
#define TCUI_RADIX_SORT_COUNTED_TUNING_H

enum {
    /* Threads of a block that expands, and blocks that a multiprocessor has room for. */
    TCUI_EXPANSION_THREADS = 256,
    TCUI_EXPANSION_BLOCKS = 6,
    /* Vectors a thread writes of a slice; and where there are not slices enough for all multiprocessors. 2^30 keys of 8
     * bits were expanded in 262 us with 2, in 318 with 4, which need more registers than there are, and in 259 with 4
     * and 5 blocks; of 16 bits, as it was then, 772, 864 and 874. */
    TCUI_EXPANSION_ROWS = 2,
    TCUI_EXPANSION_FEW_ROWS = 1,
    /* Slices of a block, at least where more than one wave of blocks is needed: each block first scans the groups'
     * counts. */
    TCUI_EXPANSION_SLICES = 8,
    /* 8-bit keys that one block sorts, at most, and replicas of its counters. */
    TCUI_COUNTED_BLOCK_BYTES = 1 << 16,
    TCUI_COUNTED_BLOCK_REPLICAS = 8,
    /* Of a block that counts 16-bit keys: threads, and vectors that each has at least. */
    TCUI_COUNTING_THREADS = 1024,
    TCUI_COUNTING_VECTORS = 2,
};

#endif /* TCUI_RADIX_SORT_COUNTED_TUNING_H */
