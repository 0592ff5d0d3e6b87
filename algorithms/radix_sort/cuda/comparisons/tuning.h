/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the sort by comparisons (path.cu). Figures: H200 (sm_90), us a call in graphs of 50; more of them:
 * docs/design/radix_sort.md. */
#ifndef TCUI_RADIX_SORT_CUDA_COMPARISONS_TUNING_H
#define TCUI_RADIX_SORT_CUDA_COMPARISONS_TUNING_H

enum {
    TCUI_COMPARISONS_THREADS = 1024, /* of a block, a power of two: 2^11 keys 3.1, with 512 4.2; 2^14 8.4, 9.9 */
    /* And of arrays of at most FEW keys. */
    TCUI_COMPARISONS_FEW_THREADS = 256, /* 2^8 keys 1.72, with 512 1.90; 2^10 2.25, 2.29 */
    TCUI_COMPARISONS_FEW = 1024,
    /* Blocks at most, about as many as there are multiprocessors. */
    TCUI_COMPARISONS_BLOCKS = 128,
    /* Arrays of at most so many keys are ranked at once, in one kernel; others by runs of so many. */
    TCUI_COMPARISONS_AT_ONCE = 4096, /* 2^12 keys 4.0, by runs 4.9, of 64 bits 5.3, 6.9; 2^13 9.1, 5.8 */
    TCUI_COMPARISONS_RUN = 512,      /* 2^14 8.4, with 256 9.5, with 1024 8.4; 2^15 16, 20, 15 */
    /* In place at once, which takes one block. */
    TCUI_COMPARISONS_IN_BLOCK = 256, /* 2^8 keys 2.3, by runs 4.2 */
    /* Whole arrays of at least so many keys; and of items of at most so many bytes. */
    TCUI_COMPARISONS_LEAST = 33,        /* 2^5 keys 1.7, by the lanes of a warp 1.2 */
    TCUI_COMPARISONS_BYTES = 32768 * 4, /* 2^15 keys 17, by passes 26 */
};

#endif /* TCUI_RADIX_SORT_CUDA_COMPARISONS_TUNING_H */
