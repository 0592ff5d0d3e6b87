/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of the sort by comparisons (path.cu); which arrays take it: ../tuning.h. Figures: H200 (sm_90), us a call in graphs
 * of 50; more of them: docs/design/radix_sort.md. */
#ifndef TCUI_RADIX_SORT_CUDA_COMPARISONS_TUNING_H
#define TCUI_RADIX_SORT_CUDA_COMPARISONS_TUNING_H

enum {
    TCUI_COMPARISONS_THREADS = 1024, /* of a block, a power of two: 2^11 keys 3.1, with 512 4.2; 2^14 8.4, 9.9 */
    /* And of arrays of at most FEW keys. */
    TCUI_COMPARISONS_FEW_THREADS = 256, /* 2^8 keys 1.72, with 512 1.90; 2^10 2.25, 2.29 */
    TCUI_COMPARISONS_FEW = 1024,
    /* Blocks at most, about as many as there are multiprocessors. */
    TCUI_COMPARISONS_BLOCKS = 128,
    /* Keys of a run, of arrays that are not ranked at once. */
    TCUI_COMPARISONS_RUN = 512, /* 2^14 8.4, with 256 9.5, with 1024 8.4; 2^15 16, 20, 15 */
    /* Items in shared memory at most, of which every kernel was tested with as many. */
    TCUI_COMPARISONS_MOST_BYTES = 1 << 17,
};

#endif /* TCUI_RADIX_SORT_CUDA_COMPARISONS_TUNING_H */
