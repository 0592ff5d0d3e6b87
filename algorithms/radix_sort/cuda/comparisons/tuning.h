/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shapes of the sort by ranks (path.cu). For an H200 (sm_90); other devices use the same. Figures: us a call in graphs
 * of 50: by ranks, by sorting networks in one block or a cluster, and by CUB 3.5 in the same process.
 *
 *     u16       2^10 2.3, 5.2, CUB 5.3   2^11 3.2, 6.0, 5.4   2^12 4.4, 9.3, 5.7   2^14 8.8, -, 17.9
 *     u32       2^10 2.3, 5.0, 8.9   2^11 3.1, 5.8, 9.3   2^12 4.0, 9.2, 10.1   2^13 5.8, 15.9, 29   2^14 8.6, 25.6, 31
 *     u32/u32   2^10 2.4, 8.8, 10.3   2^12 4.3, 14.7, 12.7   2^13 6.1, 23.6, 34   2^14 9.0, 36, 35   2^15 17.4, -, 37
 */
#ifndef TCUI_RADIX_SORT_CUDA_COMPARISONS_TUNING_H
#define TCUI_RADIX_SORT_CUDA_COMPARISONS_TUNING_H

enum {
    /* Threads of a block, a power of two: 2^11 keys 3.1 us, with 512 4.2; 2^14 8.4 and 9.9. */
    TCUI_COMPARISONS_THREADS = 1024,
    /* And of arrays of at most FEW keys: 2^8 keys 1.72 us, with 512 1.90; 2^10 2.25 and 2.29. */
    TCUI_COMPARISONS_FEW_THREADS = 256,
    TCUI_COMPARISONS_FEW = 1024,
    /* Blocks at most, about as many as there are multiprocessors. */
    TCUI_COMPARISONS_BLOCKS = 128,
    /* Arrays of at most so many keys are ranked at once, in one kernel; others by runs. 2^12 keys 4.0 and 4.9 us, of 64
     * bits 5.3 and 6.9; 2^13 9.1 and 5.8. */
    TCUI_COMPARISONS_AT_ONCE = 4096,
    /* Keys of a run. With 256, 512 and 1024 2^12 took 4.9, 4.9 and 5.0 us, 2^14 9.5, 8.4 and 8.4, 2^15 20, 16 and 15;
     * with 2 and 4 searches of a thread together 2^12 4.9 and 5.3 for 4.9 us, 2^14 8.4 and 8.4 for 8.6. */
    TCUI_COMPARISONS_RUN = 512,
    /* In place at once, which takes one block: 2^8 keys 2.3 us, by runs 4.2. */
    TCUI_COMPARISONS_IN_BLOCK = 256,
    /* Whole arrays of at least so many keys, fewer being sorted by the lanes of a warp (2^5 keys 1.2 us for 1.7); and
     * of items of at most so many bytes. By passes 2^15 take 26 us, for 17. */
    TCUI_COMPARISONS_LEAST = 33,
    TCUI_COMPARISONS_BYTES = 32768 * 4,
};

#endif /* TCUI_RADIX_SORT_CUDA_COMPARISONS_TUNING_H */
